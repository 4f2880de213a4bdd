import { collection } from '@svc/twin-kit';
import type { Commit, FileMode } from './git.ts';

/** Files by name: their text, or their bytes in base64. */
export type GistFiles = Record<string, string>;

/** What of files isn't as usual, by their names: content that is no text, and modes that a push brought. */
export type GistForms = Record<string, { base64?: true; mode?: FileMode }>;

/** https://docs.github.com/rest/gists/gists */
export interface Gist {
  /** 32 hexadecimal digits. */
  id: string;
  owner_id: number;
  description: string | null;
  public: boolean;
  /** The gist it was forked from. */
  parent_id: string | null;
  /** As they are now. */
  files: GistFiles;
  forms?: GistForms | undefined;
  /** The commit that its branch points to. */
  head: string;
  created_at: string;
  updated_at: string;
}

/** A commit of a gist, with its files as they were then. */
export interface GistRevision {
  /** The commit's id. Forks have the commits of what they are forked from. */
  version: string;
  gist_id: string;
  user_id: number;
  /** By whole paths: only the newest of a push can't have folders. */
  files: GistFiles;
  forms?: GistForms | undefined;
  commit: Omit<Commit, 'repository_id' | 'sha'>;
  additions: number;
  deletions: number;
  committed_at: string;
}

export interface GistComment {
  id: number;
  gist_id: string;
  user_id: number;
  body: string;
  created_at: string;
  updated_at: string;
}

export interface GistStar {
  user_id: number;
  gist_id: string;
}

export const gistRevisionKey = (gistId: string, version: string) => `${gistId}/${version}`;
export const gistStarKey = (userId: number, gistId: string) => `${userId}/${gistId}`;

export const gistCollections = {
  gists: collection<Gist>()({
    key: (gist) => gist.id,
    indexes: {
      owner: { group: (gist) => gist.owner_id, order: (gist) => gist.created_at },
      parent: { group: (gist) => gist.parent_id ?? undefined, order: (gist) => gist.created_at },
      public: { group: (gist) => (gist.public ? 'all' : undefined), order: (gist) => gist.updated_at },
    },
  }),
  gist_revisions: collection<GistRevision>()({
    key: (revision) => gistRevisionKey(revision.gist_id, revision.version),
    indexes: { gist: { group: (revision) => revision.gist_id } },
  }),
  gist_comments: collection<GistComment>()({
    key: (comment) => comment.id,
    indexes: { gist: { group: (comment) => comment.gist_id } },
  }),
  gist_stars: collection<GistStar>()({
    key: (star) => gistStarKey(star.user_id, star.gist_id),
    indexes: { user: { group: (star) => star.user_id }, gist: { group: (star) => star.gist_id } },
  }),
};
