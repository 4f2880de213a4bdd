import { isLonger } from '@svc/twin-kit';
import { Forbidden, NotFound, ValidationFailed } from '../errors.ts';
import { nextId } from '../sequences.ts';
import { type Comment, type GithubContext, type Issue, timestamp } from '../world.ts';
import { hasPermission, viewerOf, visibleRepository } from './access.ts';
import { emit } from './emit.ts';
import { requireInteraction } from './interaction-limits.ts';
import { recordIssueEvent } from './issue-events.ts';
import { getIssue, MAX_BODY, requireUnarchived } from './issues.ts';
import { removeReactions } from './reaction-groups.ts';

function validate(body: string): void {
  const fault = (message: string) =>
    new ValidationFailed([{ resource: 'IssueComment', code: 'unprocessable', field: 'data', message }]);
  if (body.trim() === '') throw fault('Body cannot be blank');
  if (isLonger(body, MAX_BODY)) throw fault(`Body is too long (maximum is ${MAX_BODY} characters)`);
}

/** @throws NotFound */
export function getComment(context: GithubContext, owner: string, repo: string, id: number): Readonly<Comment> {
  const repository = visibleRepository(context, owner, repo);
  const comment = context.world.comments.get(id);
  if (comment?.repository_id !== repository.id) throw new NotFound();
  return comment;
}

/** @throws ValidationFailed, or Forbidden on a locked conversation without write access. */
export function createComment(
  context: GithubContext,
  owner: string,
  repo: string,
  number: number,
  body: string,
): Readonly<Comment> {
  const { repository, issue } = getIssue(context, owner, repo, number);
  requireUnarchived(repository);
  requireInteraction(context, repository, 'IssueComment');
  validate(body);
  const viewer = viewerOf(context);
  if (issue.locked && !hasPermission(context, repository, viewer.id, 'push')) {
    throw new Forbidden('Unable to create comment because issue is locked.');
  }
  const now = timestamp(context.now);
  const comment = context.world.comments.insert({
    id: nextId(context.ids, 'comment'),
    repository_id: repository.id,
    issue_id: issue.id,
    user_id: viewer.id,
    body,
    created_at: now,
    updated_at: now,
  });
  context.world.issues.update(issue.id, { comments: issue.comments + 1, updated_at: now });
  emit(context, repository.id, 'issue_comment', 'created', { issue_id: issue.id, comment_id: comment.id });
  return comment;
}

/** Its author may change a comment, and so may whoever can write. */
function commentToChange(context: GithubContext, owner: string, repo: string, id: number): Readonly<Comment> {
  const comment = getComment(context, owner, repo, id);
  const repository = visibleRepository(context, owner, repo);
  const viewer = viewerOf(context);
  if (comment.user_id !== viewer.id && !hasPermission(context, repository, viewer.id, 'push')) throw new Forbidden();
  requireUnarchived(repository);
  return comment;
}

export function updateComment(context: GithubContext, owner: string, repo: string, id: number, body: string): Readonly<Comment> {
  const comment = commentToChange(context, owner, repo, id);
  requireInteraction(context, visibleRepository(context, owner, repo), 'IssueComment');
  validate(body);
  if (body === comment.body) return comment;
  emit(context, comment.repository_id, 'issue_comment', 'edited', { issue_id: comment.issue_id, comment_id: id });
  return context.world.comments.update(id, { body, updated_at: timestamp(context.now) });
}

export function deleteComment(context: GithubContext, owner: string, repo: string, id: number): void {
  const comment = commentToChange(context, owner, repo, id);
  const issue = context.world.issues.get(comment.issue_id) as Readonly<Issue>;
  removeReactions(context, 'issue_comment', id);
  context.world.comments.remove(id);
  recordIssueEvent(context, issue, { event: 'comment_deleted', deleted_user_id: comment.user_id });
  emit(context, issue.repository_id, 'issue_comment', 'deleted', { issue_id: issue.id, comment_id: id }, comment);
  context.world.issues.update(issue.id, { comments: issue.comments - 1, updated_at: timestamp(context.now) });
}
