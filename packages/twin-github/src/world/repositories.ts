import { collection } from '@svc/twin-kit';

/** What a collaborator may do, weakest first: https://docs.github.com/organizations/managing-user-access-to-your-organizations-repositories */
export const PERMISSIONS = ['pull', 'triage', 'push', 'maintain', 'admin'] as const;
export type Permission = (typeof PERMISSIONS)[number];

export interface Repository {
  id: number;
  owner_id: number;
  name: string;
  /** `owner/name` as written. */
  full_name: string;
  description: string | null;
  homepage: string | null;
  private: boolean;
  /** The repository it was forked from. */
  parent_id: number | null;
  /** The template that it was made of; absent where it was not made of one. */
  template_id?: number;
  default_branch: string;
  topics: string[];
  /** The language with most bytes on the default branch, as GitHub names it. */
  language: string | null;
  /** Kilobytes on the default branch. */
  size: number;
  archived: boolean;
  is_template: boolean;
  has_issues: boolean;
  has_projects: boolean;
  has_wiki: boolean;
  has_downloads: boolean;
  has_discussions: boolean;
  allow_merge_commit: boolean;
  allow_squash_merge: boolean;
  allow_rebase_merge: boolean;
  allow_auto_merge: boolean;
  allow_update_branch: boolean;
  delete_branch_on_merge: boolean;
  web_commit_signoff_required: boolean;
  created_at: string;
  updated_at: string;
  pushed_at: string | null;
}

export interface Collaborator {
  repository_id: number;
  user_id: number;
  permission: Permission;
}

export const collaboratorKey = (repositoryId: number, userId: number) => `${repositoryId}/${userId}`;

/** A name that a repository had: who asks for it is led on, until another repository takes it. */
export interface FormerName {
  /** In lower case, with the owner. */
  full_name: string;
  repository_id: number;
}

export const repositoryCollections = {
  repositories: collection<Repository>()({
    key: (repository) => repository.id,
    indexes: {
      /** Names are case-insensitive: `by.name.first('owner/name'.toLowerCase())`. */
      name: { group: (repository) => repository.full_name.toLowerCase() },
      /** GitHub's default order of a user's repositories: by full name. */
      owner: { group: (repository) => repository.owner_id, order: (repository) => repository.full_name.toLowerCase() },
      parent: { group: (repository) => repository.parent_id ?? undefined },
      all: { group: (repository) => (repository.private ? ['all'] : ['all', 'public']), order: (repository) => repository.id },
    },
  }),
  repository_names: collection<FormerName>()({ key: (former) => former.full_name, internal: true }),
  collaborators: collection<Collaborator>()({
    key: (collaborator) => collaboratorKey(collaborator.repository_id, collaborator.user_id),
    indexes: {
      repository: { group: (collaborator) => collaborator.repository_id, order: (collaborator) => collaborator.user_id },
      user: { group: (collaborator) => collaborator.user_id, order: (collaborator) => collaborator.repository_id },
    },
  }),
};
