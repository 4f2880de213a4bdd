import { collection } from '@svc/twin-kit';

/**
 * A pull request that waits in the queue of its base:
 * https://docs.github.com/repositories/configuring-branches-and-merges-in-your-repository/configuring-pull-request-merges/managing-a-merge-queue
 */
export interface MergeQueueEntry {
  id: number;
  repository_id: number;
  base_ref: string;
  issue_id: number;
  enqueuer_id: number;
  /** It was put in front of the others. */
  jump: boolean;
  enqueued_at: string;
  /** The head that was put into the queue; another one is not merged. */
  pull_head_sha: string;
  /** Its merge with all before it; null while that isn't made. */
  group: { head_sha: string; base_sha: string; made_at: string } | null;
}

/** `by.queue.page(queueGroup(repositoryId, branch))` is the queue in its order. */
export const queueGroup = (repositoryId: number, branch: string) => `${repositoryId}/${branch}`;

export const mergeQueueCollections = {
  merge_queue_entries: collection<MergeQueueEntry>()({
    key: (entry) => entry.id,
    indexes: {
      queue: {
        group: (entry) => queueGroup(entry.repository_id, entry.base_ref),
        order: (entry) => [entry.jump ? 0 : 1, entry.id],
      },
      issue: { group: (entry) => entry.issue_id },
      repository: { group: (entry) => entry.repository_id },
    },
  }),
};
