import { containing, isWritten, type Passage, says } from '@svc/twin-kit';
import type { Comment, GithubState, Issue, ReactionSubject, Review, ReviewComment } from '../world.ts';
import { commentsOn } from './find.ts';
import { texts } from './words.ts';

/** Something that was said on an issue or a pull request. */
export interface Remark {
  /** What it is and its id, e.g. `comment 12`. */
  key: string;
  id: number;
  user_id: number;
  body: string;
  /** Its body, where it has one. */
  words: readonly Passage[];
  /** Does a reader find the text in it? */
  says(needle: string): boolean;
  /** Does the text stand in it, be it where no reader looks? */
  holds(needle: string): boolean;
  /** What a reaction to it calls it; a review takes none. */
  subject: ReactionSubject | undefined;
}

type Kind = 'comments' | 'reviews' | 'review_comments';

/** What a remark of each kind is called, by people and by the reactions to it. */
const KINDS: Readonly<Record<Kind, { what: string; subject?: ReactionSubject }>> = {
  comments: { what: 'comment', subject: 'issue_comment' },
  reviews: { what: 'review' },
  review_comments: { what: 'review comment', subject: 'review_comment' },
};

const remarkOf =
  (kind: Kind) =>
  (record: Readonly<Comment | Review | ReviewComment>): Remark => {
    const words = texts.textsOf(kind, record).filter(({ field }) => field === 'body');
    const { what, subject } = KINDS[kind];
    const { id, user_id, body } = record;
    const found =
      (how: typeof says) =>
      (needle: string): boolean =>
        words.some((one) => how(one, containing(needle)));
    return { key: `${what} ${id}`, id, user_id, body, words, says: found(says), holds: found(isWritten), subject };
  };

/** Reviews with a text and comments on lines, as everybody sees them: what is pending is no remark yet. */
export const reviewRemarksOn = (state: GithubState, { id }: Readonly<Issue>): Remark[] => [
  ...state.reviews.filter((one) => one.issue_id === id && one.state !== 'PENDING' && one.body !== '').map(remarkOf('reviews')),
  ...state.review_comments.filter((one) => one.issue_id === id && !one.pending).map(remarkOf('review_comments')),
];

/** What was said on a thread: its comments, and on a pull request the reviews and comments on lines too. */
export const remarksOn = (state: GithubState, thread: Readonly<Issue>): Remark[] => [
  ...commentsOn(state, thread).map(remarkOf('comments')),
  ...reviewRemarksOn(state, thread),
];
