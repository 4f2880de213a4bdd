import { collection } from '@svc/twin-kit';

/** Files by name. */
export type GistFiles = Record<string, string>;

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
  created_at: string;
  updated_at: string;
}

/** The files of a gist as they were once. */
export interface GistRevision {
  /** 40 hexadecimal digits, unique over all gists. */
  version: string;
  gist_id: string;
  user_id: number;
  files: GistFiles;
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
    key: (revision) => revision.version,
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
