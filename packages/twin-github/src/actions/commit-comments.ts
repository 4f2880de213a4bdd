import { isLonger } from '@svc/twin-kit';
import { Forbidden, NotFound, ValidationFailed } from '../errors.ts';
import { nextId } from '../sequences.ts';
import { type CommitComment, type GithubContext, timestamp } from '../world.ts';
import { type HasWorld, hasPermission, viewerOf, visibleRepository } from './access.ts';
import { requireCommit } from './commits.ts';
import { requireInteraction } from './interaction-limits.ts';
import { MAX_BODY, requireUnarchived } from './issues.ts';
import { removeReactions } from './reaction-groups.ts';

export interface CommitCommentInput {
  body: string;
  path?: string | null | undefined;
  position?: number | null | undefined;
  line?: number | null | undefined;
}

function validate(body: string): void {
  if (body.trim() === '') throw new ValidationFailed([{ resource: 'CommitComment', code: 'missing_field', field: 'body' }]);
  if (isLonger(body, MAX_BODY)) {
    const message = `body is too long (maximum is ${MAX_BODY} characters)`;
    throw new ValidationFailed([{ resource: 'CommitComment', code: 'custom', field: 'body', message }]);
  }
}

/** @throws NotFound */
export function getCommitComment(context: HasWorld, owner: string, repo: string, id: number): Readonly<CommitComment> {
  const repository = visibleRepository(context, owner, repo);
  const comment = context.world.commit_comments.get(id);
  if (comment?.repository_id !== repository.id) throw new NotFound();
  return comment;
}

/** The comments of a commit, or of a repository: an index and its group. @throws NotFound, Unprocessable */
export function commitCommentIndex(context: HasWorld, owner: string, repo: string, ref?: string) {
  const repository = visibleRepository(context, owner, repo);
  const { commit, repository: all } = context.world.commit_comments.by;
  if (ref === undefined) return { index: all, group: repository.id as number | string };
  return { index: commit, group: `${repository.id}/${requireCommit(context, repository, ref).sha}` as number | string };
}

/** @throws NotFound, Unprocessable for an unknown commit, ValidationFailed */
export function createCommitComment(
  context: GithubContext,
  owner: string,
  repo: string,
  ref: string,
  input: CommitCommentInput,
): Readonly<CommitComment> {
  const repository = visibleRepository(context, owner, repo);
  requireUnarchived(repository);
  requireInteraction(context, repository, 'CommitComment');
  const commit = requireCommit(context, repository, ref);
  validate(input.body);
  const now = timestamp(context.now);
  return context.world.commit_comments.insert({
    id: nextId(context.ids, 'commit_comment'),
    repository_id: repository.id,
    commit_id: commit.sha,
    user_id: viewerOf(context).id,
    body: input.body,
    path: input.path ?? null,
    position: input.position ?? null,
    line: input.line ?? null,
    created_at: now,
    updated_at: now,
  });
}

function commentToChange(context: GithubContext, owner: string, repo: string, id: number): Readonly<CommitComment> {
  const comment = getCommitComment(context, owner, repo, id);
  const repository = visibleRepository(context, owner, repo);
  const viewer = viewerOf(context);
  if (comment.user_id !== viewer.id && !hasPermission(context, repository, viewer.id, 'push')) throw new Forbidden();
  requireUnarchived(repository);
  return comment;
}

/** @throws NotFound, Forbidden, ValidationFailed */
export function updateCommitComment(
  context: GithubContext,
  owner: string,
  repo: string,
  id: number,
  body: string,
): Readonly<CommitComment> {
  const comment = commentToChange(context, owner, repo, id);
  validate(body);
  return body === comment.body ? comment : context.world.commit_comments.update(id, { body, updated_at: timestamp(context.now) });
}

/** @throws NotFound, Forbidden */
export function deleteCommitComment(context: GithubContext, owner: string, repo: string, id: number): void {
  commentToChange(context, owner, repo, id);
  removeReactions(context, 'commit_comment', id);
  context.world.commit_comments.remove(id);
}
