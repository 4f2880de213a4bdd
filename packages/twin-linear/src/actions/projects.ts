import { EntityNotFound, InvalidInput, RuleBroken } from '../errors.ts';
import { allIn, type LinearContext, type Project, type ProjectStatus, timestamp } from '../world.ts';
import { getIssue } from './issue-rules.ts';
import { applicableLabels } from './labels.ts';
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
  referencedAll,
} from './support.ts';

const DEFAULT_COLOR = '#bec2c8';
/** Characters of the short text, an initiative's too; the long one is `content` (seen in schpet/linear-cli#224; `summary` of Linear's tools). */
export const MAX_DESCRIPTION = 255;
const NULLABLE = ['content', 'icon', 'startDate', 'startDateResolution', 'targetDate', 'targetDateResolution'] as const;
const REQUIRED = ['name', 'color', 'priority', 'sortOrder', 'prioritySortOrder'] as const;
const OWN = ['id', 'description', 'statusId', 'leadId', 'teamIds', 'memberIds', 'labelIds', 'convertedFromIssueId'];

/** What a project has before anything is said of it. */
export const blankProject = {
  description: '',
  content: null,
  icon: null,
  color: DEFAULT_COLOR,
  leadId: null,
  priority: 0,
  sortOrder: 0,
  prioritySortOrder: 0,
  startDate: null,
  startDateResolution: null,
  targetDate: null,
  targetDateResolution: null,
  startedAt: null,
  completedAt: null,
  canceledAt: null,
  health: null,
  healthUpdatedAt: null,
  convertedFromIssueId: null,
  projectUpdateRemindersPausedUntilAt: null,
  updateReminderFrequency: null,
  updateReminderFrequencyInWeeks: null,
  updateRemindersDay: null,
  updateRemindersHour: null,
  frequencyResolution: 'weekly',
  trashed: null,
} satisfies Partial<Project>;

/** A project by its id or the slug of its URL. */
export function getProject({ world }: Pick<LinearContext, 'world'>, name: unknown): Readonly<Project> {
  const project = typeof name === 'string' ? (world.projects.get(name) ?? bySlug(world, name)) : undefined;
  if (!project) throw new EntityNotFound('Project');
  return project;
}

function bySlug(world: LinearContext['world'], name: string): Readonly<Project> | undefined {
  return world.projects.by.slug.first(name) ?? world.projects.by.slug.first(name.split('-').at(-1) as string);
}

export function createProject(context: LinearContext, input: Input): Readonly<Project> {
  const { world } = context;
  const fields = given<Project>('ProjectCreateInput', input, {
    required: REQUIRED,
    nullable: NULLABLE,
    own: OWN,
  });
  check(input);
  const teamIds = referencedAll(context, 'teams', input.teamIds, 'teamIds');
  if (teamIds.length === 0) throw new InvalidInput('teamIds', 'arrayNotEmpty', 'should not be empty');
  const status =
    input.statusId == null ? defaultStatus(context) : referenced(context, 'projectStatuses', input.statusId, 'statusId');
  const leadId = input.leadId == null ? null : referenced(context, 'users', input.leadId, 'leadId').id;
  const entity = born(context, 'projects', input);
  return world.projects.insert({
    ...entity,
    ...blankProject,
    name: '',
    slugId: newSlug(context),
    statusId: status.id,
    creatorId: actor(context).id,
    leadId,
    teamIds,
    memberIds: input.memberIds ? referencedAll(context, 'users', input.memberIds, 'memberIds') : [],
    labelIds: input.labelIds ? applicableLabels(context, 'projectLabels', input.labelIds) : [],
    description: (input.description as string | null | undefined) ?? '',
    convertedFromIssueId: input.convertedFromIssueId == null ? null : getIssue(context, input.convertedFromIssueId).id,
    ...datesOf(undefined, status, entity.createdAt),
    ...fields,
  });
}

export function updateProject(context: LinearContext, id: unknown, input: Input): Readonly<Project> {
  const { world } = context;
  const project = getProject(context, id);
  const reminders = [
    'projectUpdateRemindersPausedUntilAt',
    'updateReminderFrequency',
    'updateReminderFrequencyInWeeks',
    'updateRemindersDay',
    'updateRemindersHour',
  ] as const;
  const patch = given<Project>('ProjectUpdateInput', input, {
    required: [...REQUIRED, 'frequencyResolution'],
    nullable: [...NULLABLE, ...reminders, 'completedAt', 'canceledAt'],
    own: [...OWN, 'trashed'],
  });
  check(input);
  const now = timestamp(context.now);
  if (input.description !== undefined) patch.description = (input.description as string | null) ?? '';
  if (input.leadId !== undefined)
    patch.leadId = input.leadId === null ? null : referenced(context, 'users', input.leadId, 'leadId').id;
  if (input.memberIds != null) patch.memberIds = referencedAll(context, 'users', input.memberIds, 'memberIds');
  if (input.labelIds != null) patch.labelIds = applicableLabels(context, 'projectLabels', input.labelIds, project.labelIds);
  if (input.teamIds != null) patch.teamIds = teamsThatStay(context, project, input.teamIds);
  if (input.convertedFromIssueId !== undefined) {
    patch.convertedFromIssueId = input.convertedFromIssueId === null ? null : getIssue(context, input.convertedFromIssueId).id;
  }
  if (input.statusId != null && input.statusId !== project.statusId) {
    const status = referenced(context, 'projectStatuses', input.statusId, 'statusId');
    Object.assign(patch, { statusId: status.id }, datesOf(project, status, now), patch);
  }
  if (input.trashed != null)
    Object.assign(patch, input.trashed ? { trashed: true, archivedAt: now } : { trashed: null, archivedAt: null });
  return world.projects.update(project.id, { ...patch, updatedAt: now });
}

export function archiveProject(context: LinearContext, id: unknown, trash = false): Readonly<Project> {
  const now = timestamp(context.now);
  return context.world.projects.update(getProject(context, id).id, {
    archivedAt: now,
    updatedAt: now,
    ...(trash && { trashed: true }),
  });
}

export function unarchiveProject(context: LinearContext, id: unknown): Readonly<Project> {
  return context.world.projects.update(getProject(context, id).id, {
    archivedAt: null,
    trashed: null,
    updatedAt: timestamp(context.now),
  });
}

export function addProjectLabel(context: LinearContext, id: unknown, labelId: unknown): Readonly<Project> {
  const project = getProject(context, id);
  return updateProject(context, id, { labelIds: [...project.labelIds, labelId] });
}

export function removeProjectLabel(context: LinearContext, id: unknown, labelId: unknown): Readonly<Project> {
  const label = referenced(context, 'projectLabels', labelId, 'labelId');
  return updateProject(context, id, { labelIds: getProject(context, id).labelIds.filter((one) => one !== label.id) });
}

/** The dates that follow a project into a status. */
function datesOf(
  before: Readonly<Project> | undefined,
  { type }: Readonly<ProjectStatus>,
  now: string,
): Pick<Project, 'startedAt' | 'completedAt' | 'canceledAt'> {
  const startedAt = before?.startedAt ?? null;
  if (type === 'started') return { startedAt: startedAt ?? now, completedAt: null, canceledAt: null };
  if (type === 'completed') return { startedAt: startedAt ?? now, completedAt: now, canceledAt: null };
  if (type === 'canceled') return { startedAt, completedAt: null, canceledAt: now };
  return { startedAt: type === 'paused' ? startedAt : null, completedAt: null, canceledAt: null };
}

function defaultStatus({ world }: LinearContext): Readonly<ProjectStatus> {
  const statuses = world.projectStatuses.by.position.page('all').filter((status) => status.archivedAt === null);
  const status = statuses.find(({ type }) => type === 'backlog') ?? statuses[0];
  if (!status) throw new RuleBroken('No project status', 'The workspace has no project status for new projects.');
  return status;
}

/** A team whose issues are in the project can't leave it. */
function teamsThatStay(context: LinearContext, project: Readonly<Project>, ids: unknown): string[] {
  const teamIds = referencedAll(context, 'teams', ids, 'teamIds');
  if (teamIds.length === 0) throw new InvalidInput('teamIds', 'arrayNotEmpty', 'should not be empty');
  const issues = context.world.issues.by.creation.page(allIn(`project:${project.id}`));
  if (issues.some((issue) => !teamIds.includes(issue.teamId))) {
    throw new RuleBroken('Team has issues in project', 'A team with issues in the project can not be removed from it.');
  }
  return teamIds;
}

function check(input: Input): void {
  notBlank('name', input.name);
  atMost('description', input.description, MAX_DESCRIPTION);
  colour('color', input.color);
  priorityIn(input);
}
