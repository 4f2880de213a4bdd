import { EntityNotFound, RuleBroken } from '../errors.ts';
import type { Favorite, LinearContext } from '../world.ts';
import { liveIn, timestamp } from '../world.ts';
import { getIssue } from './issue-rules.ts';
import { actor, born, given, type Input, referenced } from './support.ts';

/** What can be a favourite: the field, its collection and the favourite's type. */
const SUBJECTS = [
  ['projectId', 'projects', 'project'],
  ['cycleId', 'cycles', 'cycle'],
  ['documentId', 'documents', 'document'],
  ['initiativeId', 'initiatives', 'initiative'],
  ['labelId', 'issueLabels', 'label'],
  ['userId', 'users', 'user'],
  ['teamId', 'teams', 'team'],
] as const;
const SORT_STEP = 100;

export function createFavorite(context: LinearContext, input: Input): Readonly<Favorite> {
  const own = ['id', 'issueId', 'parentId', ...SUBJECTS.map(([field]) => field), 'predefinedViewTeamId'];
  const fields = given<Favorite>('FavoriteCreateInput', input, {
    nullable: ['folderName', 'predefinedViewType', 'sortOrder'],
    own,
  });
  const owner = actor(context).id;
  const { world } = context;
  const mine = world.favorites.by.creation.page(liveIn(`owner:${owner}`));
  return world.favorites.insert({
    ...born(context, 'favorites', input),
    ownerId: owner,
    ...subjectIn(context, input),
    folderName: fields.folderName ?? null,
    parentId: input.parentId == null ? null : ownFavorite(context, input.parentId).id,
    sortOrder: fields.sortOrder ?? Math.max(0, ...mine.map((one) => one.sortOrder)) + SORT_STEP,
  });
}

type Subject = Pick<Favorite, 'type' | 'issueId' | (typeof SUBJECTS)[number][0] | 'predefinedViewType' | 'predefinedViewTeamId'>;

function subjectIn(context: LinearContext, input: Input): Subject {
  const none = {
    issueId: null,
    projectId: null,
    cycleId: null,
    documentId: null,
    initiativeId: null,
    labelId: null,
    userId: null,
    teamId: null,
  };
  const plain = { ...none, predefinedViewType: null, predefinedViewTeamId: null };
  if (input.issueId != null) return { ...plain, type: 'issue', issueId: getIssue(context, input.issueId).id };
  for (const [field, collection, type] of SUBJECTS) {
    if (input[field] != null) return { ...plain, type, [field]: referenced(context, collection, input[field], field).id };
  }
  if (input.predefinedViewType != null) {
    const team =
      input.predefinedViewTeamId == null
        ? null
        : referenced(context, 'teams', input.predefinedViewTeamId, 'predefinedViewTeamId').id;
    return {
      ...plain,
      type: 'predefinedView',
      predefinedViewType: input.predefinedViewType as string,
      predefinedViewTeamId: team,
    };
  }
  if (input.folderName != null) return { ...plain, type: 'folder' };
  throw new RuleBroken('No favorite subject', 'Name what to add to the favorites, or a folder.');
}

function ownFavorite(context: LinearContext, id: unknown): Readonly<Favorite> {
  const favorite = referenced(context, 'favorites', id);
  if (favorite.ownerId !== actor(context).id) throw new EntityNotFound('Favorite');
  return favorite;
}

export function updateFavorite(context: LinearContext, id: unknown, input: Input): Readonly<Favorite> {
  const patch = given<Favorite>('FavoriteUpdateInput', input, {
    required: ['sortOrder'],
    nullable: ['folderName'],
    own: ['parentId'],
  });
  const favorite = ownFavorite(context, id);
  if (input.parentId !== undefined) patch.parentId = input.parentId === null ? null : ownFavorite(context, input.parentId).id;
  if (patch.parentId === favorite.id) throw new RuleBroken('Circular favorite', "A folder can't contain itself.");
  return context.world.favorites.update(favorite.id, { ...patch, updatedAt: timestamp(context.now) });
}

/** Deletes a favourite; what stood in a deleted folder moves out of it. */
export function deleteFavorite(context: LinearContext, id: unknown): Readonly<Favorite> {
  const { world } = context;
  const favorite = ownFavorite(context, id);
  for (const child of world.favorites.by.creation.page(liveIn(`parent:${favorite.id}`))) {
    world.favorites.update(child.id, { parentId: favorite.parentId });
  }
  return world.favorites.remove(favorite.id);
}
