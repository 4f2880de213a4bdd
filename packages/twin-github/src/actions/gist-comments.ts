import { isLonger } from '@svc/twin-kit';
import { NotFound, ValidationFailed } from '../errors.ts';
import { nextId } from '../sequences.ts';
import { type GistComment, type GithubContext, timestamp } from '../world.ts';
import { type HasWorld, viewerOf } from './access.ts';
import { getGist } from './gists.ts';

/** https://docs.github.com/rest/gists/comments */
const MAX_BODY = 65_535;

function requireBody(body: string): void {
  if (body.trim() === '' || isLonger(body, MAX_BODY))
    throw new ValidationFailed([{ resource: 'GistComment', code: 'invalid', field: 'body' }]);
}

export function listGistComments(context: HasWorld, gistId: string): readonly Readonly<GistComment>[] {
  const { id } = getGist(context, gistId);
  const { gist } = context.world.gist_comments.by;
  return gist.page(id, { limit: gist.count(id) });
}

/** @throws NotFound */
export function getGistComment(context: HasWorld, gistId: string, id: number): Readonly<GistComment> {
  getGist(context, gistId);
  const comment = context.world.gist_comments.get(id);
  if (comment?.gist_id !== gistId) throw new NotFound();
  return comment;
}

/** @throws NotFound, ValidationFailed */
export function createGistComment(context: GithubContext, gistId: string, body: string): Readonly<GistComment> {
  const { id } = getGist(context, gistId);
  requireBody(body);
  const now = timestamp(context.now);
  return context.world.gist_comments.insert({
    id: nextId(context.ids, 'gist_comment'),
    gist_id: id,
    user_id: viewerOf(context).id,
    body,
    created_at: now,
    updated_at: now,
  });
}

/** One's own, and for the owner of the gist to take away. @throws NotFound */
function changeable(context: HasWorld, gistId: string, id: number): Readonly<GistComment> {
  const comment = getGistComment(context, gistId, id);
  const viewer = viewerOf(context).id;
  if (comment.user_id !== viewer && getGist(context, gistId).owner_id !== viewer) throw new NotFound();
  return comment;
}

/** @throws NotFound, ValidationFailed */
export function updateGistComment(context: GithubContext, gistId: string, id: number, body: string): Readonly<GistComment> {
  const comment = changeable(context, gistId, id);
  requireBody(body);
  return context.world.gist_comments.update(comment.id, { body, updated_at: timestamp(context.now) });
}

/** @throws NotFound */
export function deleteGistComment(context: GithubContext, gistId: string, id: number): void {
  context.world.gist_comments.remove(changeable(context, gistId, id).id);
}
