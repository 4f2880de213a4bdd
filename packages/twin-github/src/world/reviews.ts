import { collection } from '@svc/twin-kit';

export type ReviewState = 'PENDING' | 'COMMENTED' | 'APPROVED' | 'CHANGES_REQUESTED' | 'DISMISSED';

/** A review of a pull request. A pending one is seen by its author alone. */
export interface Review {
  id: number;
  repository_id: number;
  /** Of the pull request's issue side. */
  issue_id: number;
  user_id: number;
  body: string;
  state: ReviewState;
  /** The head that was reviewed. */
  commit_id: string;
  submitted_at: string | null;
}

export type DiffSide = 'LEFT' | 'RIGHT';

/** A comment on a line or a file of a pull request; the place is the one it was written at. */
export interface ReviewComment {
  id: number;
  repository_id: number;
  issue_id: number;
  review_id: number;
  user_id: number;
  body: string;
  path: string;
  subject_type: 'line' | 'file';
  side: DiffSide;
  /** Last line of the range; null on a file. */
  line: number | null;
  start_line: number | null;
  start_side: DiffSide | null;
  /** Which line of the file's diff it is, counted from the line below the first hunk header. */
  position: number;
  diff_hunk: string;
  commit_id: string;
  /** The first comment of its thread; null for that one itself. */
  in_reply_to_id: number | null;
  /** Whether the thread it began is settled; false on replies. */
  resolved: boolean;
  /** True as long as its review is. */
  pending: boolean;
  created_at: string;
  updated_at: string;
}

export const reviewCollections = {
  reviews: collection<Review>()({
    key: (review) => review.id,
    indexes: {
      /** Oldest first, as GitHub lists them. */
      pull: { group: (review) => review.issue_id },
      repository: { group: (review) => review.repository_id },
    },
  }),
  review_comments: collection<ReviewComment>()({
    key: (comment) => comment.id,
    indexes: {
      review: { group: (comment) => comment.review_id },
      /** Submitted ones only, and so for `repository`. */
      pull: { group: (comment) => (comment.pending ? undefined : comment.issue_id) },
      repository: { group: (comment) => (comment.pending ? undefined : comment.repository_id) },
      /** All of a repository, pending ones too. */
      all: { group: (comment) => comment.repository_id },
      thread: { group: (comment) => comment.in_reply_to_id ?? undefined },
    },
  }),
};
