import { isLonger } from '@svc/twin-kit';
import { Forbidden, GithubError, NotFound } from '../errors.ts';
import { nextId } from '../sequences.ts';
import { type GithubContext, type Review, type ReviewState, timestamp } from '../world.ts';
import { hasPermission, requirePermission, viewerOf } from './access.ts';
import { emit } from './emit.ts';
import { requireInteraction } from './interaction-limits.ts';
import { recordIssueEvent } from './issue-events.ts';
import { MAX_BODY, requireUnarchived } from './issues.ts';
import { pullContent } from './pull-changes.ts';
import { type FoundPull, getPull } from './pulls.ts';
import { removeReactions } from './reaction-groups.ts';
import { addReviewComments, type CommentPlace } from './review-places.ts';

export type ReviewEvent = 'APPROVE' | 'REQUEST_CHANGES' | 'COMMENT';

export interface ReviewInput {
  body?: string | undefined;
  /** Left out, the review is pending. */
  event?: ReviewEvent | undefined;
  /** By default the head of the pull request. */
  commit_id?: string | undefined;
  comments?: readonly (CommentPlace & { body: string })[] | undefined;
}

const STATE: Readonly<Record<ReviewEvent, ReviewState>> = {
  APPROVE: 'APPROVED',
  REQUEST_CHANGES: 'CHANGES_REQUESTED',
  COMMENT: 'COMMENTED',
};

/** GitHub's refusals of reviews name their reason in a list of texts. */
export const refused = (reason: string) => new GithubError(422, 'Unprocessable Entity', { errors: [reason] });

/** A review with its pull request. Others' pending reviews are hidden. */
export interface FoundReview extends FoundPull {
  review: Readonly<Review>;
}

export type PullTarget = [owner: string, repo: string, number: number];

const isShown = (context: GithubContext, review: Readonly<Review>): boolean =>
  review.state !== 'PENDING' || review.user_id === viewerOf(context).id;

/** The reviews of a pull request, oldest first. @throws NotFound */
export function listReviews(context: GithubContext, ...target: PullTarget): readonly Readonly<Review>[] {
  const { issue } = getPull(context, ...target);
  const { pull } = context.world.reviews.by;
  return pull.page(issue.id, { limit: pull.count(issue.id) }).filter((review) => isShown(context, review));
}

/** @throws NotFound */
export function getReview(context: GithubContext, target: PullTarget, id: number): FoundReview {
  const found = getPull(context, ...target);
  const review = context.world.reviews.get(id);
  if (review?.issue_id !== found.issue.id || !isShown(context, review)) throw new NotFound();
  return { ...found, review };
}

/** The viewer's review that isn't submitted yet. */
export const pendingReview = (context: GithubContext, issueId: number): Readonly<Review> | undefined => {
  const { pull } = context.world.reviews.by;
  const viewer = viewerOf(context);
  return pull
    .page(issueId, { limit: pull.count(issueId) })
    .find((review) => review.state === 'PENDING' && review.user_id === viewer.id);
};

/** @throws Forbidden on a locked conversation, RepositoryArchived */
export function requireDiscussable(context: GithubContext, { repository, issue }: FoundPull): void {
  requireUnarchived(repository);
  requireInteraction(context, repository, 'PullRequestReview');
  if (issue.locked && !hasPermission(context, repository, viewerOf(context).id, 'push')) {
    throw new Forbidden('Unable to create comment because issue is locked.');
  }
}

/** Reviews a pull request, or begins to. @throws NotFound, Forbidden, and 422 where a review isn't allowed */
export function createReview(context: GithubContext, target: PullTarget, input: ReviewInput): FoundReview {
  const found = getPull(context, ...target);
  requireDiscussable(context, found);
  if (pendingReview(context, found.issue.id)) throw refused('User can only have one pending review per pull request');
  const body = input.body ?? '';
  const comments = input.comments ?? [];
  if (input.event) requireAllowed(context, found, input.event, body, comments.length);
  requireShort(body);
  // https://github.com/google-github-actions/run-gemini-cli/issues/352
  if (!isPartOf(context, found, input.commit_id)) throw refused('The commitOID is not part of the pull request');
  const review = insertReview(context, found, {
    body,
    state: input.event ? STATE[input.event] : 'PENDING',
    commit: input.commit_id,
  });
  addReviewComments(context, { ...found, review }, comments);
  if (input.event) noteSubmitted(context, found);
  return getReview(context, target, review.id);
}

/** Is a commit one of the pull request's, as its head was pushed last? */
export const isPartOf = (context: GithubContext, found: FoundPull, commit: string | undefined): boolean =>
  commit === undefined || pullContent(context, found).commits.includes(commit);

function requireShort(body: string): void {
  if (isLonger(body, MAX_BODY)) throw refused(`Body is too long (maximum is ${MAX_BODY} characters)`);
}

/** The author can neither approve nor refuse: https://docs.github.com/pull-requests/collaborating-with-pull-requests/reviewing-changes-in-pull-requests/about-pull-request-reviews */
function requireAllowed(context: GithubContext, { issue }: FoundPull, event: ReviewEvent, body: string, comments: number): void {
  const isAuthor = issue.user_id === viewerOf(context).id;
  if (isAuthor && event === 'APPROVE') throw refused('Can not approve your own pull request');
  if (isAuthor && event === 'REQUEST_CHANGES') throw refused('Can not request changes on your own pull request');
  if (body.trim() !== '' || comments > 0 || event === 'APPROVE') return;
  throw refused(
    event === 'REQUEST_CHANGES'
      ? 'You need to leave a comment indicating the requested changes.'
      : 'You need to leave a comment when you comment on a pull request.',
  );
}

/** Inserts a review by the viewer, without asking whether it is allowed. */
export function insertReview(
  context: GithubContext,
  { repository, issue, pull }: FoundPull,
  { body, state, commit }: { body: string; state: ReviewState; commit?: string | undefined },
): Readonly<Review> {
  const review = context.world.reviews.insert({
    id: nextId(context.ids, 'review'),
    repository_id: repository.id,
    issue_id: issue.id,
    user_id: viewerOf(context).id,
    body,
    state,
    commit_id: commit ?? pull.head_sha,
    submitted_at: state === 'PENDING' ? null : timestamp(context.now),
  });
  if (state !== 'PENDING')
    emit(context, repository.id, 'pull_request_review', 'submitted', { issue_id: issue.id, review_id: review.id });
  return review;
}

/** A submitted review answers the request for it. */
export function noteSubmitted(context: GithubContext, { pull, issue }: FoundPull): void {
  const viewer = viewerOf(context);
  const { world } = context;
  world.issues.update(issue.id, { updated_at: timestamp(context.now) });
  const requested_reviewer_ids = pull.requested_reviewer_ids.filter((id) => id !== viewer.id);
  // A team is answered by any of its members.
  const requested_team_ids = pull.requested_team_ids.filter((id) => !world.teams.get(id)?.member_ids.includes(viewer.id));
  const answered = requested_reviewer_ids.length < pull.requested_reviewer_ids.length;
  if (answered || requested_team_ids.length < pull.requested_team_ids.length)
    world.pull_requests.update(issue.id, { requested_reviewer_ids, requested_team_ids });
}

/** @throws NotFound, and 422 where it was submitted before */
export function submitReview(
  context: GithubContext,
  target: PullTarget,
  id: number,
  input: { event: ReviewEvent; body?: string | undefined },
): FoundReview {
  const found = getReview(context, target, id);
  const { review } = found;
  if (review.state !== 'PENDING') throw refused('Could not submit pull request review: it was submitted before.');
  requireDiscussable(context, found);
  const body = input.body ?? review.body;
  requireShort(body);
  const comments = context.world.review_comments.by.review;
  requireAllowed(context, found, input.event, body, comments.count(id));
  const now = timestamp(context.now);
  context.world.reviews.update(id, { body, state: STATE[input.event], submitted_at: now });
  for (const comment of comments.page(id, { limit: comments.count(id) }))
    context.world.review_comments.update(comment.id, { pending: false });
  noteSubmitted(context, found);
  emit(context, review.repository_id, 'pull_request_review', 'submitted', { issue_id: review.issue_id, review_id: id });
  return getReview(context, target, id);
}

/** Changes the text of one's own review. @throws NotFound, Forbidden */
export function updateReview(context: GithubContext, target: PullTarget, id: number, body: string): FoundReview {
  const { review, repository } = getReview(context, target, id);
  requireUnarchived(repository);
  if (review.user_id !== viewerOf(context).id) throw refused('Could not update review: it is not yours.');
  requireShort(body);
  if (body !== review.body) {
    context.world.reviews.update(id, { body });
    if (review.state !== 'PENDING')
      emit(context, repository.id, 'pull_request_review', 'edited', { issue_id: review.issue_id, review_id: id });
  }
  return getReview(context, target, id);
}

/** @returns the review as it was. @throws NotFound, and 422 where it was submitted */
export function deletePendingReview(context: GithubContext, target: PullTarget, id: number): FoundReview {
  const found = getReview(context, target, id);
  requireUnarchived(found.repository);
  if (found.review.state !== 'PENDING') throw refused('Can not delete a non-pending pull request review');
  const { review } = context.world.review_comments.by;
  for (const comment of [...review.page(id, { limit: review.count(id) })]) {
    removeReactions(context, 'review_comment', comment.id);
    context.world.review_comments.remove(comment.id);
  }
  context.world.reviews.remove(id);
  return found;
}

/** Takes the weight from an approval or a refusal. @throws NotFound, Forbidden, and 422 for other reviews */
export function dismissReview(context: GithubContext, target: PullTarget, id: number, message: string): FoundReview {
  const { review, issue, repository } = getReview(context, target, id);
  requirePermission(context, repository, 'push');
  requireUnarchived(repository);
  if (message.trim() === '') throw refused('Message can not be blank');
  if (review.state !== 'APPROVED' && review.state !== 'CHANGES_REQUESTED') {
    throw refused(`Can not dismiss a ${review.state.toLowerCase()} pull request review`);
  }
  context.world.reviews.update(id, { state: 'DISMISSED' });
  recordIssueEvent(context, issue, {
    event: 'review_dismissed',
    dismissed_review: { state: review.state.toLowerCase(), review_id: id, dismissal_message: message },
  });
  return getReview(context, target, id);
}
