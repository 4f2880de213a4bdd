import { collection } from '@svc/twin-kit';

/** A branch that was made to work on an issue; the two may stand in different repositories. */
export interface LinkedBranch {
  id: number;
  issue_id: number;
  /** Of the branch. */
  repository_id: number;
  /** `refs/heads/…`. */
  ref: string;
}

/** A pull request that closes an issue, whatever its texts say. */
export interface LinkedPull {
  /** The issue side of the pull request. */
  pull_id: number;
  issue_id: number;
}

export const linkedPullKey = (pullId: number, issueId: number) => `${pullId}/${issueId}`;

export const linkedBranchCollections = {
  linked_branches: collection<LinkedBranch>()({
    key: (link) => link.id,
    indexes: {
      issue: { group: (link) => link.issue_id },
      /** By the key of the ref. */
      branch: { group: (link) => `${link.repository_id}/${link.ref}` },
      repository: { group: (link) => link.repository_id },
    },
  }),
  linked_pull_requests: collection<LinkedPull>()({
    key: (link) => linkedPullKey(link.pull_id, link.issue_id),
    indexes: { issue: { group: (link) => link.issue_id }, pull: { group: (link) => link.pull_id } },
  }),
};
