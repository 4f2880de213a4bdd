import type { Comment, GithubState, Issue, ReactionSubject, Review, ReviewComment } from '../world.ts';
import { commentsOn } from './find.ts';
import { passageWith } from './words.ts';

/** Something that was said on an issue or a pull request. */
export interface Remark {
  /** What it is and its id, e.g. `comment 12`. */
  key: string;
  id: number;
  user_id: number;
  body: string;
  /** Does a reader find the text in it? */
  says(needle: string): boolean;
  /** What a reaction to it calls it; a review takes none. */
  subject: ReactionSubject | undefined;
}

const ofComment = (comment: Readonly<Comment>): Remark => ({
  ...comment,
  key: `comment ${comment.id}`,
  says: (needle) => passageWith('comments', comment, needle, 'body') !== undefined,
  subject: 'issue_comment',
});
const ofReview = (review: Readonly<Review>): Remark => ({
  ...review,
  key: `review ${review.id}`,
  says: (needle) => passageWith('reviews', review, needle, 'body') !== undefined,
  subject: undefined,
});
const ofLine = (comment: Readonly<ReviewComment>): Remark => ({
  ...comment,
  key: `review comment ${comment.id}`,
  says: (needle) => passageWith('review_comments', comment, needle, 'body') !== undefined,
  subject: 'review_comment',
});

/** Reviews with a text and comments on lines, as everybody sees them: what is pending is no remark yet. */
export const reviewRemarksOn = (state: GithubState, { id }: Readonly<Issue>): Remark[] => [
  ...state.reviews.filter((one) => one.issue_id === id && one.state !== 'PENDING' && one.body !== '').map(ofReview),
  ...state.review_comments.filter((one) => one.issue_id === id && !one.pending).map(ofLine),
];

/** What was said on a thread: its comments, and on a pull request the reviews and comments on lines too. */
export const remarksOn = (state: GithubState, thread: Readonly<Issue>): Remark[] => [
  ...commentsOn(state, thread).map(ofComment),
  ...reviewRemarksOn(state, thread),
];
