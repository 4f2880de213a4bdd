import { isLonger } from '@svc/twin-kit';
import { type FieldError, ValidationFailed } from '../errors.ts';
import { lineAt, type PatchLine, patchLines } from '../git/patch-lines.ts';
import { nextId } from '../sequences.ts';
import { type DiffSide, type GithubContext, type Review, type ReviewComment, timestamp } from '../world.ts';
import type { HasWorld } from './access.ts';
import { emit } from './emit.ts';
import { MAX_BODY } from './issues.ts';
import { pullContent } from './pull-changes.ts';
import type { FoundPull } from './pulls.ts';

/** Where a comment is put: a line, a range, a position in the diff, or the file as a whole. */
export interface CommentPlace {
  path: string;
  line?: number | undefined;
  side?: DiffSide | undefined;
  start_line?: number | undefined;
  start_side?: DiffSide | undefined;
  position?: number | undefined;
  subject_type?: 'line' | 'file' | undefined;
}

export type Placed = Pick<
  ReviewComment,
  'path' | 'subject_type' | 'side' | 'line' | 'start_line' | 'start_side' | 'position' | 'diff_hunk'
>;

export const placeFault = (field: string, problem: string): FieldError => ({
  resource: 'PullRequestReviewComment',
  code: 'custom',
  field: `pull_request_review_thread.${field}`,
  message: `pull_request_review_thread.${field} ${problem}`,
});

/** Finds the place in the diff of the pull request. @throws ValidationFailed where it isn't part of it */
export function placeComment(context: HasWorld, found: FoundPull, place: CommentPlace): Placed {
  const file = pullContent(context, found).files.find(({ path }) => path === place.path);
  if (!file) throw new ValidationFailed([placeFault('path', 'is invalid')]);
  const { path } = place;
  if (place.subject_type === 'file') {
    const none = { line: null, start_line: null, start_side: null, position: 1 };
    return { path, subject_type: 'file', side: 'RIGHT', ...none, diff_hunk: file.diff.patch ?? '' };
  }
  const lines = patchLines(file.diff.patch ?? '');
  const [found_, side] = getLine(lines, place);
  const line = side === 'LEFT' ? found_.left : found_.right;
  if (line === undefined) throw new ValidationFailed([placeFault('line', 'must be part of the diff')]);
  const start = startOf(lines, place, side, line);
  return { path, subject_type: 'line', side, line, ...start, position: found_.position, diff_hunk: found_.hunk };
}

function getLine(lines: readonly PatchLine[], { line, side = 'RIGHT', position }: CommentPlace): [PatchLine, DiffSide] {
  if (line !== undefined) {
    const found = lineAt(lines, side, line);
    if (!found) throw new ValidationFailed([placeFault('line', 'must be part of the diff')]);
    return [found, side];
  }
  if (position === undefined) throw new ValidationFailed([placeFault('line', "can't be blank")]);
  const found = lines.find((candidate) => candidate.position === position);
  if (!found) throw new ValidationFailed([placeFault('position', 'is invalid')]);
  return [found, found.right === undefined ? 'LEFT' : 'RIGHT'];
}

function startOf(lines: readonly PatchLine[], { start_line, start_side }: CommentPlace, side: DiffSide, line: number) {
  if (start_line === undefined) return { start_line: null, start_side: null };
  const from = start_side ?? side;
  if (!lineAt(lines, from, start_line))
    throw new ValidationFailed([placeFault('start_line', 'must be part of the same hunk as the line.')]);
  if (from === side && start_line >= line) throw new ValidationFailed([placeFault('start_line', 'must precede the end line.')]);
  return { start_line, start_side: from };
}

/** A review of a pull request that comments are added to. */
export interface OpenReview extends FoundPull {
  review: Readonly<Review>;
}

/** Adds comments of the viewer to a review. @throws ValidationFailed */
export function addReviewComments(
  context: GithubContext,
  found: OpenReview,
  comments: readonly (CommentPlace & { body: string })[],
): Readonly<ReviewComment>[] {
  return comments.map(({ body, ...place }) => {
    if (body.trim() === '') throw new ValidationFailed([placeFault('body', "can't be blank")]);
    if (isLonger(body, MAX_BODY))
      throw new ValidationFailed([placeFault('body', `is too long (maximum is ${MAX_BODY} characters)`)]);
    return insertReviewComment(context, found, body, { ...placeComment(context, found, place), in_reply_to_id: null });
  });
}

/** Inserts a comment of the review's author. */
export function insertReviewComment(
  context: GithubContext,
  { repository, issue, review }: OpenReview,
  body: string,
  place: Placed & Pick<ReviewComment, 'in_reply_to_id'>,
): Readonly<ReviewComment> {
  const now = timestamp(context.now);
  const comment = context.world.review_comments.insert({
    id: nextId(context.ids, 'review_comment'),
    repository_id: repository.id,
    issue_id: issue.id,
    review_id: review.id,
    user_id: review.user_id,
    body,
    ...place,
    commit_id: review.commit_id,
    resolved: false,
    pending: review.state === 'PENDING',
    created_at: now,
    updated_at: now,
  });
  const subject = { issue_id: issue.id, review_comment_id: comment.id };
  if (!comment.pending) emit(context, repository.id, 'pull_request_review_comment', 'created', subject);
  return comment;
}
