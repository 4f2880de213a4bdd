import { allIn, type LinearContext } from '../world.ts';

/** Takes comments out of the world with what hangs on them: reactions, notifications, and threads that they resolved. */
export function removeComments(context: LinearContext, ids: readonly string[]): void {
  const { world } = context;
  const gone = new Set(ids);
  for (const id of ids) {
    for (const reaction of world.reactions.by.creation.page(allIn(`comment:${id}`))) world.reactions.remove(reaction.id);
    world.comments.remove(id);
  }
  for (const notification of [...world.notifications.values()]) {
    if (gone.has(notification.commentId ?? '') || gone.has(notification.parentCommentId ?? ''))
      world.notifications.remove(notification.id);
  }
  for (const comment of [...world.comments.values()]) {
    if (gone.has(comment.resolvingCommentId ?? '')) world.comments.update(comment.id, { resolvingCommentId: null });
  }
}

/** Takes a list of comments out, e.g. all of `issue:<id>`. Replies stand in the same list as what they answer. */
export function removeCommentsIn(context: LinearContext, scope: string): void {
  const ids = context.world.comments.by.creation.page(allIn(scope)).map(({ id }) => id);
  if (ids.length > 0) removeComments(context, ids);
}

/** Takes the reactions to something out. */
export function removeReactionsIn({ world }: LinearContext, scope: string): void {
  for (const reaction of world.reactions.by.creation.page(allIn(scope))) world.reactions.remove(reaction.id);
}

/** Takes something out of everybody's favourites. */
export function removeFavorites(
  { world }: LinearContext,
  field: 'issueId' | 'cycleId' | 'labelId' | 'documentId' | 'initiativeId',
  id: string,
): void {
  for (const favorite of [...world.favorites.values()]) if (favorite[field] === id) world.favorites.remove(favorite.id);
}
