import { TwinError } from '@svc/twin-kit';
import type { FoundPull } from '../actions/pulls.ts';
import { type Placed, placeComment } from '../actions/review-places.ts';
import { nextId } from '../sequences.ts';
import { type Review, timestamp } from '../world.ts';
import { account } from './accounts.ts';
import { inTime } from './in-time.ts';
import { type Loading, zoned } from './loading.ts';
import type { ReviewCommentSeed, ReviewSeed } from './schema-parts.ts';

/** Reviews of a pull request with their comments and the replies to them. */
export function loadReviews(loading: Loading, found: FoundPull, reviews: readonly ReviewSeed[]): void {
  const { context, repository } = loading;
  const now = timestamp(context.now);
  const dated = reviews.map((seed) => ({ seed, created: zoned(seed.submitted_at) ?? now }));
  for (const { seed, created: submitted } of inTime(dated)) {
    const review = context.world.reviews.insert({
      id: nextId(context.ids, 'review'),
      repository_id: repository.id,
      issue_id: found.issue.id,
      user_id: account(context, seed.user).id,
      body: seed.body,
      state: seed.state,
      commit_id: found.pull.head_sha,
      submitted_at: seed.state === 'PENDING' ? null : submitted,
    });
    for (const comment of seed.comments) loadThread(loading, found, review, comment, submitted);
  }
}

function loadThread(
  loading: Loading,
  found: FoundPull,
  review: Readonly<Review>,
  seed: ReviewCommentSeed,
  created: string,
): void {
  const { context } = loading;
  const place = placeOf(loading, found, seed);
  const insert = (by: Readonly<Review>, body: string, root: number | null) =>
    context.world.review_comments.insert({
      id: nextId(context.ids, 'review_comment'),
      repository_id: by.repository_id,
      issue_id: by.issue_id,
      review_id: by.id,
      user_id: by.user_id,
      body,
      ...place,
      commit_id: by.commit_id,
      in_reply_to_id: root,
      resolved: root === null && seed.resolved,
      pending: by.state === 'PENDING',
      created_at: created,
      updated_at: created,
    });
  const root = insert(review, seed.body, null);
  if (review.state === 'PENDING') return;
  for (const { user, body } of seed.replies) {
    const author = user === undefined ? found.issue.user_id : account(context, user).id;
    const answer: Review = { ...review, id: nextId(context.ids, 'review'), user_id: author, body: '', state: 'COMMENTED' };
    insert(context.world.reviews.insert({ ...answer, submitted_at: created }), body, root.id);
  }
}

function placeOf({ context }: Loading, found: FoundPull, { path, line, start_line, side }: ReviewCommentSeed): Placed {
  try {
    const place = { path, line, start_line, side };
    return placeComment(context, found, line === undefined ? { path, subject_type: 'file' } : place);
  } catch (error) {
    if (!(error instanceof TwinError)) throw error;
    const none = { line: null, start_line: null, start_side: null, position: 1, diff_hunk: '' };
    return { path, subject_type: 'file', side: 'RIGHT', ...none };
  }
}
