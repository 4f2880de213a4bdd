import { EntityNotFound, RuleBroken } from '../errors.ts';
import {
  allIn,
  type EntityExternalLink,
  type Initiative,
  type InitiativeToProject,
  type LinearContext,
  timestamp,
} from '../world.ts';
import { dropDocumentsOf } from './documents.ts';
import { applicableLabels } from './labels.ts';
import { getProject, MAX_DESCRIPTION } from './projects.ts';
import { removeCommentsIn, removeFavorites, removeReactionsIn } from './removal.ts';
import {
  actor,
  atMost,
  born,
  colour,
  given,
  type Input,
  newSlug,
  notBlank,
  priorityIn,
  referenced,
  webAddress,
} from './support.ts';

const NULLABLE = ['description', 'content', 'icon', 'color', 'targetDate', 'targetDateResolution'] as const;
const REQUIRED = ['name', 'status', 'priority', 'sortOrder', 'prioritySortOrder'] as const;
const OWN = ['id', 'ownerId', 'leadTeamId', 'labelIds'];

/** What an initiative has before anything is said of it. */
export const blankInitiative = {
  description: null,
  content: null,
  icon: null,
  color: null,
  status: 'Planned',
  ownerId: null,
  leadTeamId: null,
  parentInitiativeId: null,
  priority: 0,
  sortOrder: 0,
  prioritySortOrder: 0,
  targetDate: null,
  targetDateResolution: null,
  startedAt: null,
  completedAt: null,
  canceledAt: null,
  health: null,
  healthUpdatedAt: null,
  updateReminderFrequency: null,
  updateReminderFrequencyInWeeks: null,
  updateRemindersDay: null,
  updateRemindersHour: null,
  frequencyResolution: 'weekly',
  trashed: null,
} satisfies Partial<Initiative>;

/** An initiative by its id or the slug of its URL. */
export function getInitiative({ world }: Pick<LinearContext, 'world'>, name: unknown): Readonly<Initiative> {
  const initiative =
    typeof name === 'string'
      ? (world.initiatives.get(name) ?? world.initiatives.by.slug.first(name.split('-').at(-1) as string))
      : undefined;
  if (!initiative) throw new EntityNotFound('Initiative');
  return initiative;
}

export function createInitiative(context: LinearContext, input: Input): Readonly<Initiative> {
  const fields = given<Initiative>('InitiativeCreateInput', input, { nullable: [...NULLABLE, ...REQUIRED], own: OWN });
  check(input);
  const creator = actor(context).id;
  const entity = born(context, 'initiatives', input);
  const told = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Partial<Initiative>;
  return context.world.initiatives.insert({
    ...entity,
    ...blankInitiative,
    name: '',
    slugId: newSlug(context),
    creatorId: creator,
    labelIds: [],
    ...told,
    ...datesOf(undefined, told.status ?? blankInitiative.status, entity.createdAt),
    ...relationsIn(context, input),
  });
}

export function updateInitiative(context: LinearContext, id: unknown, input: Input): Readonly<Initiative> {
  const initiative = getInitiative(context, id);
  const reminders = [
    'updateReminderFrequency',
    'updateReminderFrequencyInWeeks',
    'updateRemindersDay',
    'updateRemindersHour',
  ] as const;
  const patch = given<Initiative>('InitiativeUpdateInput', input, {
    required: [...REQUIRED, 'frequencyResolution'],
    nullable: [...NULLABLE, ...reminders],
    own: [...OWN, 'trashed'],
  });
  check(input);
  const now = timestamp(context.now);
  Object.assign(patch, relationsIn(context, input, initiative.labelIds));
  if (patch.status !== undefined && patch.status !== initiative.status)
    Object.assign(patch, datesOf(initiative, patch.status, now));
  if (input.trashed != null)
    Object.assign(patch, input.trashed ? { trashed: true, archivedAt: now } : { trashed: null, archivedAt: null });
  return context.world.initiatives.update(initiative.id, { ...patch, updatedAt: now });
}

export function archiveInitiative(context: LinearContext, id: unknown): Readonly<Initiative> {
  const now = timestamp(context.now);
  return context.world.initiatives.update(getInitiative(context, id).id, { archivedAt: now, updatedAt: now });
}

export function unarchiveInitiative(context: LinearContext, id: unknown): Readonly<Initiative> {
  const { world } = context;
  return world.initiatives.update(getInitiative(context, id).id, {
    archivedAt: null,
    trashed: null,
    updatedAt: timestamp(context.now),
  });
}

/** Takes an initiative with what belongs to it alone out of the workspace. Its projects stay. */
export function deleteInitiative(context: LinearContext, id: unknown): Readonly<Initiative> {
  const { world } = context;
  const initiative = getInitiative(context, id);
  const every = allIn(`initiative:${initiative.id}`);
  for (const update of world.initiativeUpdates.by.creation.page(every)) {
    removeCommentsIn(context, `initiativeUpdate:${update.id}`);
    removeReactionsIn(context, `initiativeUpdate:${update.id}`);
    world.initiativeUpdates.remove(update.id);
  }
  removeCommentsIn(context, `initiative:${initiative.id}`);
  for (const name of ['initiativeToProjects', 'entityExternalLinks'] as const) {
    for (const record of world[name].by.creation.page(every)) world[name].remove(record.id);
  }
  dropDocumentsOf(context, `initiative:${initiative.id}`);
  for (const child of world.initiatives.by.creation.page(allIn(`parent:${initiative.id}`))) {
    world.initiatives.update(child.id, { parentInitiativeId: null });
  }
  removeFavorites(context, 'initiativeId', initiative.id);
  return world.initiatives.remove(initiative.id);
}

export function addInitiativeLabel(context: LinearContext, id: unknown, labelId: unknown): Readonly<Initiative> {
  return updateInitiative(context, id, { labelIds: [...getInitiative(context, id).labelIds, labelId] });
}

export function removeInitiativeLabel(context: LinearContext, id: unknown, labelId: unknown): Readonly<Initiative> {
  const label = referenced(context, 'initiativeLabels', labelId, 'labelId');
  return updateInitiative(context, id, { labelIds: getInitiative(context, id).labelIds.filter((one) => one !== label.id) });
}

export function linkProject(context: LinearContext, input: Input): Readonly<InitiativeToProject> {
  const { world } = context;
  const { sortOrder } = given<{ sortOrder: number }>('InitiativeToProjectCreateInput', input, {
    nullable: ['sortOrder'],
    own: ['id', 'initiativeId', 'projectId'],
  });
  const [initiative, project] = [getInitiative(context, input.initiativeId), getProject(context, input.projectId)];
  const links = world.initiativeToProjects.by.creation.page(allIn(`initiative:${initiative.id}`));
  if (links.some((link) => link.projectId === project.id)) {
    throw new RuleBroken('Project is in initiative', 'The project belongs to the initiative already.');
  }
  return world.initiativeToProjects.insert({
    ...born(context, 'initiativeToProjects', input),
    initiativeId: initiative.id,
    projectId: project.id,
    sortOrder: String(sortOrder ?? links.length),
  });
}

export function updateProjectLink(context: LinearContext, id: unknown, input: Input): Readonly<InitiativeToProject> {
  const { sortOrder } = given<{ sortOrder: number }>('InitiativeToProjectUpdateInput', input, { required: ['sortOrder'] });
  const link = referenced(context, 'initiativeToProjects', id);
  const patch = sortOrder === undefined ? {} : { sortOrder: String(sortOrder) };
  return context.world.initiativeToProjects.update(link.id, { ...patch, updatedAt: timestamp(context.now) });
}

export function unlinkProject(context: LinearContext, id: unknown): Readonly<InitiativeToProject> {
  return context.world.initiativeToProjects.remove(referenced(context, 'initiativeToProjects', id).id);
}

export function createExternalLink(context: LinearContext, input: Input): Readonly<EntityExternalLink> {
  const fields = given<EntityExternalLink>('EntityExternalLinkCreateInput', input, {
    required: ['url', 'label'],
    nullable: ['sortOrder'],
    own: ['id', 'projectId', 'initiativeId', 'teamId', 'cycleId'],
  });
  webAddress('url', input.url);
  notBlank('label', input.label);
  const places = {
    projectId: input.projectId == null ? null : getProject(context, input.projectId).id,
    initiativeId: input.initiativeId == null ? null : getInitiative(context, input.initiativeId).id,
    teamId: input.teamId == null ? null : referenced(context, 'teams', input.teamId, 'teamId').id,
    cycleId: input.cycleId == null ? null : referenced(context, 'cycles', input.cycleId, 'cycleId').id,
  };
  if (Object.values(places).every((id) => id === null))
    throw new RuleBroken('No link subject', 'A link belongs to a project or an initiative.');
  return context.world.entityExternalLinks.insert({
    ...born(context, 'entityExternalLinks', input),
    url: fields.url as string,
    label: fields.label as string,
    sortOrder: fields.sortOrder ?? 0,
    creatorId: actor(context).id,
    ...places,
  });
}

export function updateExternalLink(context: LinearContext, id: unknown, input: Input): Readonly<EntityExternalLink> {
  const link = referenced(context, 'entityExternalLinks', id);
  const patch = given<EntityExternalLink>('EntityExternalLinkUpdateInput', input, { required: ['url', 'label', 'sortOrder'] });
  webAddress('url', input.url);
  notBlank('label', input.label);
  return context.world.entityExternalLinks.update(link.id, { ...patch, updatedAt: timestamp(context.now) });
}

export function deleteExternalLink(context: LinearContext, id: unknown): Readonly<EntityExternalLink> {
  return context.world.entityExternalLinks.remove(referenced(context, 'entityExternalLinks', id).id);
}

function relationsIn(context: LinearContext, input: Input, labelsBefore: readonly string[] = []): Partial<Initiative> {
  const relations: Partial<Initiative> = {};
  if (input.ownerId !== undefined)
    relations.ownerId = input.ownerId === null ? null : referenced(context, 'users', input.ownerId, 'ownerId').id;
  if (input.leadTeamId !== undefined) {
    relations.leadTeamId = input.leadTeamId === null ? null : referenced(context, 'teams', input.leadTeamId, 'leadTeamId').id;
  }
  if (input.labelIds != null) relations.labelIds = applicableLabels(context, 'initiativeLabels', input.labelIds, labelsBefore);
  return relations;
}

function datesOf(before: Readonly<Initiative> | undefined, status: Initiative['status'], now: string): Partial<Initiative> {
  const startedAt = before?.startedAt ?? null;
  if (status === 'Active') return { startedAt: startedAt ?? now, completedAt: null, canceledAt: null };
  if (status === 'Completed') return { startedAt: startedAt ?? now, completedAt: now, canceledAt: null };
  if (status === 'Canceled') return { startedAt, completedAt: null, canceledAt: now };
  return { startedAt: null, completedAt: null, canceledAt: null };
}

function check(input: Input): void {
  notBlank('name', input.name);
  atMost('description', input.description, MAX_DESCRIPTION);
  colour('color', input.color);
  priorityIn(input);
}
