import { nextId } from '../sequences.ts';
import { type Repository, timestamp, type User } from '../world.ts';
import type { Writing } from './branches.ts';

/** What may be chosen when a repository is made; the rest are GitHub's own defaults. */
export type RepositoryChoices = {
  [K in keyof Repository]?: Repository[K] | undefined;
} & { name: string };

/** Inserts a repository, empty and without labels. */
export function newRepository(context: Writing, owner: Readonly<User>, choices: RepositoryChoices): Readonly<Repository> {
  const created = timestamp(context.now);
  return context.world.repositories.insert({
    id: nextId(context.ids, 'repository'),
    owner_id: owner.id,
    name: choices.name,
    full_name: `${owner.login}/${choices.name}`,
    description: choices.description ?? null,
    homepage: choices.homepage ?? null,
    private: choices.private ?? false,
    parent_id: choices.parent_id ?? null,
    default_branch: choices.default_branch ?? 'main',
    topics: [...(choices.topics ?? [])],
    language: null,
    size: 0,
    archived: choices.archived ?? false,
    is_template: choices.is_template ?? false,
    has_issues: choices.has_issues ?? true,
    has_projects: choices.has_projects ?? true,
    has_wiki: choices.has_wiki ?? true,
    has_downloads: choices.has_downloads ?? true,
    has_discussions: choices.has_discussions ?? false,
    allow_merge_commit: choices.allow_merge_commit ?? true,
    allow_squash_merge: choices.allow_squash_merge ?? true,
    allow_rebase_merge: choices.allow_rebase_merge ?? true,
    allow_auto_merge: choices.allow_auto_merge ?? false,
    allow_update_branch: choices.allow_update_branch ?? false,
    delete_branch_on_merge: choices.delete_branch_on_merge ?? false,
    web_commit_signoff_required: choices.web_commit_signoff_required ?? false,
    created_at: created,
    updated_at: created,
    pushed_at: null,
  });
}
