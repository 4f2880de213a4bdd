import { isLonger } from '@svc/twin-kit';
import { Forbidden, NotFound, ValidationFailed } from '../errors.ts';
import { mapLine } from '../git/patch-lines.ts';
import { commitOf, textOf } from '../git/store.ts';
import { entryAt } from '../git/tree.ts';
import { type GithubContext, type ReviewComment, timestamp } from '../world.ts';
import { type HasWorld, hasPermission, viewerOf, visibleRepository } from './access.ts';
import type { CommentOrder } from './comment-list.ts';
import { emit } from './emit.ts';
import { RepositoryStore } from './git-store.ts';
import type { PageCut } from './issue-list.ts';
import { MAX_BODY, requireUnarchived } from './issues.ts';
import { momentIn } from './moments.ts';
import { type FoundPull, getPull, pullOf } from './pulls.ts';
import { removeReactions } from './reaction-groups.ts';
import { type CommentPlace, insertReviewComment, placeComment, placeFault } from './review-places.ts';
import {
  getReview,
  insertReview,
  isPartOf,
  noteSubmitted,
  type PullTarget,
  pendingReview,
  requireDiscussable,
} from './reviews.ts';

export interface ReviewCommentPage {
  records: readonly Readonly<ReviewComment>[];
  total: number;
}

/** @throws NotFound; a pending comment is its author's alone. */
export function getReviewComment(context: GithubContext, owner: string, repo: string, id: number): Readonly<ReviewComment> {
  const repository = visibleRepository(context, owner, repo);
  const comment = context.world.review_comments.get(id);
  if (comment?.repository_id !== repository.id) throw new NotFound();
  if (comment.pending && comment.user_id !== viewerOf(context).id) throw new NotFound();
  return comment;
}

/** The submitted comments of a pull request, or of a repository. @throws NotFound, ValidationFailed */
export function listReviewComments(
  context: GithubContext,
  owner: string,
  repo: string,
  { number, ...order }: CommentOrder & { number?: number },
  cut: PageCut,
): ReviewCommentPage {
  const repository = visibleRepository(context, owner, repo);
  const { pull, repository: all } = context.world.review_comments.by;
  const [reader, group] = number === undefined ? [all, repository.id] : [pull, getPull(context, owner, repo, number).issue.id];
  const total = reader.count(group);
  const since = momentIn('since', order.since);
  // The direction counts only together with a sort (docs: "List review comments").
  const reverse = order.sort !== undefined && order.direction === 'desc';
  if (since === undefined && order.sort !== 'updated') return { records: reader.page(group, { ...cut, reverse }), total };
  const kept = reader.page(group, { limit: total, reverse }).filter((comment) => Date.parse(comment.updated_at) >= (since ?? 0));
  if (order.sort === 'updated') {
    kept.sort((one, other) => (Date.parse(one.updated_at) - Date.parse(other.updated_at)) * (reverse ? -1 : 1));
  }
  return { records: kept.slice(cut.offset, cut.offset + cut.limit), total: kept.length };
}

/** The comments of one review, pending ones too where it is the viewer's. @throws NotFound */
export function commentsOfReview(context: GithubContext, target: PullTarget, id: number): readonly Readonly<ReviewComment>[] {
  getReview(context, target, id);
  const { review } = context.world.review_comments.by;
  return review.page(id, { limit: review.count(id) });
}

export type ReviewCommentInput = Partial<CommentPlace> & {
  body: string;
  commit_id?: string | undefined;
  in_reply_to?: number | undefined;
};

/** Comments on a line or a file at once, without a review of several. @throws NotFound, Forbidden, ValidationFailed */
export function createReviewComment(
  context: GithubContext,
  target: PullTarget,
  { body, commit_id, in_reply_to, path, ...place }: ReviewCommentInput,
): Readonly<ReviewComment> {
  const found = getPull(context, ...target);
  if (in_reply_to !== undefined) return replyToReviewComment(context, target, in_reply_to, body);
  requireDiscussable(context, found);
  requireBody(body);
  const missing = ['path', 'commit_id'].filter((_, at) => (at === 0 ? path : commit_id) === undefined);
  if (path === undefined || missing.length > 0) {
    throw new ValidationFailed(missing.map((field) => ({ resource: 'PullRequestReviewComment', code: 'missing_field', field })));
  }
  // https://github.com/PyGithub/PyGithub/issues/2501
  if (!isPartOf(context, found, commit_id))
    throw new ValidationFailed([
      placeFault('end_commit_oid', 'is not part of the pull request'),
      { resource: 'PullRequestReviewComment', code: 'missing_field', field: 'pull_request_review_thread.diff_hunk' },
    ]);
  const placed = placeComment(context, found, { path, ...place });
  return single(context, found, body, { ...placed, in_reply_to_id: null }, commit_id);
}

/** @throws NotFound, Forbidden, ValidationFailed */
export function replyToReviewComment(
  context: GithubContext,
  target: PullTarget,
  id: number,
  body: string,
): Readonly<ReviewComment> {
  const found = getPull(context, ...target);
  const parent = getReviewComment(context, target[0], target[1], id);
  if (parent.issue_id !== found.issue.id) throw new NotFound();
  requireDiscussable(context, found);
  requireBody(body);
  const { path, subject_type, side, line, start_line, start_side, position, diff_hunk, commit_id } = parent;
  const place = { path, subject_type, side, line, start_line, start_side, position, diff_hunk };
  return single(context, found, body, { ...place, in_reply_to_id: parent.in_reply_to_id ?? parent.id }, commit_id);
}

/** A comment of its own is a review of one. */
function single(
  context: GithubContext,
  found: FoundPull,
  body: string,
  place: Parameters<typeof insertReviewComment>[3],
  commit: string | undefined,
): Readonly<ReviewComment> {
  if (pendingReview(context, found.issue.id)) {
    const message = 'user_id can only have one pending review per pull request';
    throw new ValidationFailed([{ resource: 'PullRequestReview', code: 'custom', field: 'user_id', message }]);
  }
  const review = insertReview(context, found, { body: '', state: 'COMMENTED', commit });
  noteSubmitted(context, found);
  return insertReviewComment(context, { ...found, review }, body, place);
}

function requireBody(body: string): void {
  const resource = 'PullRequestReviewComment';
  if (body.trim() === '') throw new ValidationFailed([{ resource, code: 'missing_field', field: 'body' }]);
  if (!isLonger(body, MAX_BODY)) return;
  const message = `body is too long (maximum is ${MAX_BODY} characters)`;
  throw new ValidationFailed([{ resource, code: 'custom', field: 'body', message }]);
}

function commentToChange(context: GithubContext, owner: string, repo: string, id: number): Readonly<ReviewComment> {
  const comment = getReviewComment(context, owner, repo, id);
  const repository = visibleRepository(context, owner, repo);
  const viewer = viewerOf(context);
  if (comment.user_id !== viewer.id && !hasPermission(context, repository, viewer.id, 'push')) throw new Forbidden();
  requireUnarchived(repository);
  return comment;
}

export function updateReviewComment(
  context: GithubContext,
  owner: string,
  repo: string,
  id: number,
  body: string,
): Readonly<ReviewComment> {
  const comment = commentToChange(context, owner, repo, id);
  requireBody(body);
  if (body === comment.body) return comment;
  const subject = { issue_id: comment.issue_id, review_comment_id: id };
  if (!comment.pending) emit(context, comment.repository_id, 'pull_request_review_comment', 'edited', subject);
  return context.world.review_comments.update(id, { body, updated_at: timestamp(context.now) });
}

/** Removes a comment; the next one leads its thread, and a review that held nothing else goes with it. */
export function deleteReviewComment(context: GithubContext, owner: string, repo: string, id: number): void {
  const comment = commentToChange(context, owner, repo, id);
  const { review_comments: comments, reviews } = context.world;
  const replies = [...comments.by.thread.page(id, { limit: comments.by.thread.count(id) })];
  const [next] = replies;
  for (const reply of replies) {
    const isNext = reply.id === next?.id;
    comments.update(reply.id, { in_reply_to_id: isNext ? null : (next?.id ?? null), resolved: isNext && comment.resolved });
  }
  removeReactions(context, 'review_comment', id);
  comments.remove(id);
  const subject = { issue_id: comment.issue_id, review_comment_id: id };
  if (!comment.pending) emit(context, comment.repository_id, 'pull_request_review_comment', 'deleted', subject, comment);
  const review = reviews.get(comment.review_id);
  if (review?.state === 'COMMENTED' && review.body === '' && comments.by.review.count(review.id) === 0) reviews.remove(review.id);
}

/** Where the commented line stands at the head of today; undefined once it was changed. */
export function currentLine(context: HasWorld, comment: Readonly<ReviewComment>, line: number | null): number | undefined {
  const issue = context.world.issues.get(comment.issue_id);
  if (!issue || line === null) return undefined;
  const { pull } = pullOf(context, issue);
  // The old side of a diff is the base's, which a pull request doesn't change.
  if (comment.side === 'LEFT' || pull.head_sha === comment.commit_id) return line;
  const store = new RepositoryStore(context, comment.repository_id);
  const shaAt = (commit: string) => entryAt(store, commitOf(store, commit).tree, comment.path)?.sha;
  const [was, is] = [shaAt(comment.commit_id), shaAt(pull.head_sha)];
  if (was === is) return line;
  const [old, fresh] = [was, is].map((sha) => (sha === undefined ? undefined : textOf(store, sha)));
  return old === undefined || fresh === undefined ? undefined : mapLine(old, fresh, line);
}
