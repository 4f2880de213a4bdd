import { Forbidden, InvalidInput } from '../errors.ts';
import { type InitiativeUpdate, type LinearContext, liveIn, type ProjectUpdate, timestamp } from '../world.ts';
import { getInitiative } from './initiatives.ts';
import { getProject } from './projects.ts';
import { removeCommentsIn, removeReactionsIn } from './removal.ts';
import { actor, born, given, type Input, newSlug, referenced } from './support.ts';

/** Status updates of projects and of initiatives: each sets the health of what it reports on. */
const DEFAULT_HEALTH = 'onTrack';

export function createProjectUpdate(context: LinearContext, input: Input): Readonly<ProjectUpdate> {
  const project = getProject(context, input.projectId);
  const update = context.world.projectUpdates.insert({
    ...written(context, 'ProjectUpdateCreateInput', input, 'projectId', 'projectUpdates'),
    projectId: project.id,
  });
  setProjectHealth(context, project.id);
  return update;
}

export function updateProjectUpdate(context: LinearContext, id: unknown, input: Input): Readonly<ProjectUpdate> {
  const before = ownUpdate(context, referenced(context, 'projectUpdates', id));
  const after = context.world.projectUpdates.update(before.id, rewritten(context, 'ProjectUpdateUpdateInput', input));
  setProjectHealth(context, after.projectId);
  return after;
}

export function archiveProjectUpdate(context: LinearContext, id: unknown): Readonly<ProjectUpdate> {
  return setProjectArchived(context, id, timestamp(context.now));
}

export const unarchiveProjectUpdate = (context: LinearContext, id: unknown): Readonly<ProjectUpdate> =>
  setProjectArchived(context, id, null);

export function deleteProjectUpdate(context: LinearContext, id: unknown): Readonly<ProjectUpdate> {
  const { world } = context;
  const update = ownUpdate(context, referenced(context, 'projectUpdates', id));
  removeCommentsIn(context, `projectUpdate:${update.id}`);
  removeReactionsIn(context, `projectUpdate:${update.id}`);
  world.projectUpdates.remove(update.id);
  setProjectHealth(context, update.projectId);
  return update;
}

function setProjectArchived(context: LinearContext, id: unknown, archivedAt: string | null): Readonly<ProjectUpdate> {
  const before = referenced(context, 'projectUpdates', id);
  const after = context.world.projectUpdates.update(before.id, { archivedAt, updatedAt: timestamp(context.now) });
  setProjectHealth(context, after.projectId);
  return after;
}

/** A project is as healthy as its latest update says. */
function setProjectHealth({ world }: LinearContext, projectId: string): void {
  const [latest] = world.projectUpdates.by.creation.page(liveIn(`project:${projectId}`), { limit: 1, reverse: true });
  world.projects.update(projectId, { health: latest?.health ?? null, healthUpdatedAt: latest?.updatedAt ?? null });
}

export function createInitiativeUpdate(context: LinearContext, input: Input): Readonly<InitiativeUpdate> {
  const initiative = getInitiative(context, input.initiativeId);
  const update = context.world.initiativeUpdates.insert({
    ...written(context, 'InitiativeUpdateCreateInput', input, 'initiativeId', 'initiativeUpdates'),
    initiativeId: initiative.id,
  });
  setInitiativeHealth(context, initiative.id);
  return update;
}

export function updateInitiativeUpdate(context: LinearContext, id: unknown, input: Input): Readonly<InitiativeUpdate> {
  const before = ownUpdate(context, referenced(context, 'initiativeUpdates', id));
  const after = context.world.initiativeUpdates.update(before.id, rewritten(context, 'InitiativeUpdateUpdateInput', input));
  setInitiativeHealth(context, after.initiativeId);
  return after;
}

export function archiveInitiativeUpdate(context: LinearContext, id: unknown, archived = true): Readonly<InitiativeUpdate> {
  const before = referenced(context, 'initiativeUpdates', id);
  const now = timestamp(context.now);
  const after = context.world.initiativeUpdates.update(before.id, { archivedAt: archived ? now : null, updatedAt: now });
  setInitiativeHealth(context, after.initiativeId);
  return after;
}

function setInitiativeHealth({ world }: LinearContext, initiativeId: string): void {
  const [latest] = world.initiativeUpdates.by.creation.page(liveIn(`initiative:${initiativeId}`), { limit: 1, reverse: true });
  world.initiatives.update(initiativeId, { health: latest?.health ?? null, healthUpdatedAt: latest?.updatedAt ?? null });
}

function written(
  context: LinearContext,
  inputType: string,
  input: Input,
  subject: string,
  collection: 'projectUpdates' | 'initiativeUpdates',
): Omit<ProjectUpdate, 'projectId'> {
  const fields = given<ProjectUpdate>(inputType, input, { nullable: ['body', 'health', 'isDiffHidden'], own: ['id', subject] });
  if (fields.body === undefined && fields.health === undefined)
    throw new InvalidInput('body', 'isNotEmpty', 'should not be empty');
  return {
    ...born(context, collection, input),
    userId: actor(context).id,
    body: fields.body ?? '',
    health: fields.health ?? DEFAULT_HEALTH,
    slugId: newSlug(context),
    isDiffHidden: fields.isDiffHidden ?? false,
    editedAt: null,
  };
}

function rewritten(
  context: LinearContext,
  inputType: string,
  input: Input,
): Partial<Pick<ProjectUpdate, 'body' | 'health' | 'editedAt' | 'updatedAt'>> {
  const patch = given<ProjectUpdate>(inputType, input, { required: ['body', 'health'] });
  const now = timestamp(context.now);
  return { ...patch, editedAt: now, updatedAt: now };
}

function ownUpdate<T extends { userId: string }>(context: LinearContext, update: T): T {
  if (update.userId !== actor(context).id) throw new Forbidden('You can only change your own updates.');
  return update;
}
