import { collection } from '@svc/twin-kit';

/** That somebody moved, made or removed a branch or a tag. */
export interface Push {
  id: number;
  repository_id: number;
  actor_id: number;
  ref: string;
  /** Null where the ref was made. */
  before: string | null;
  /** Null where it was removed. */
  after: string | null;
  pushed_at: string;
  /** It was the merge of a pull request. */
  merge?: true;
}

export const pushCollections = {
  pushes: collection<Push>()({
    key: (push) => push.id,
    indexes: { repository: { group: (push) => push.repository_id } },
  }),
};
