import { InvalidInput } from '../errors.ts';
import { instant } from '../lists/time.ts';
import type { Issue, LinearContext, Team } from '../world.ts';
import { timestamp } from '../world.ts';
import { closeFamily } from './issue-family.ts';
import { tellHistory } from './issue-history.ts';
import {
  afterSiblings,
  checkEstimate,
  checkLabels,
  checkParent,
  checkPlaces,
  datesIn,
  defaultState,
  getIssue,
  labelsThatFit,
  stateIn,
  topOf,
} from './issue-rules.ts';
import { newIssue } from './new-issue.ts';
import { notify } from './notifications.ts';
import {
  actor,
  born,
  given,
  type Input,
  type InputFields,
  notBlank,
  priorityIn,
  referenced,
  referencedAll,
  requireIds,
} from './support.ts';

const PLAIN = ['description', 'estimate', 'dueDate', 'slaStartedAt', 'slaBreachesAt', 'slaType'] as const;
const REQUIRED = ['title', 'priority', 'sortOrder', 'prioritySortOrder'] as const;
const OWN = ['stateId', 'teamId', 'labelIds', 'subscriberIds'] as const;

/** The relations that an input may set, each with what leads to it. */
const RELATIONS = {
  assigneeId: (context, id) => referenced(context, 'users', id, 'assigneeId'),
  delegateId: (context, id) => referenced(context, 'users', id, 'delegateId'),
  snoozedById: (context, id) => referenced(context, 'users', id, 'snoozedById'),
  parentId: getIssue,
  projectId: (context, id) => referenced(context, 'projects', id, 'projectId'),
  projectMilestoneId: (context, id) => referenced(context, 'projectMilestones', id, 'projectMilestoneId'),
  cycleId: (context, id) => referenced(context, 'cycles', id, 'cycleId'),
} satisfies Partial<Record<keyof Issue, (context: LinearContext, id: unknown) => { id: string }>>;

type Relation = keyof typeof RELATIONS;
const RELATION_FIELDS = Object.keys(RELATIONS) as Relation[];

const CREATED: InputFields<Issue> = {
  required: REQUIRED,
  nullable: PLAIN,
  own: [
    ...OWN,
    ...RELATION_FIELDS.filter((field) => field !== 'snoozedById'),
    'id',
    'createdAt',
    'completedAt',
    'subIssueSortOrder',
    // A given order is always kept.
    'preserveSortOrderOnCreate',
  ],
};
const UPDATED: InputFields<Issue> = {
  required: REQUIRED,
  nullable: [...PLAIN, 'subIssueSortOrder', 'snoozedUntilAt'],
  own: [...OWN, ...RELATION_FIELDS, 'addedLabelIds', 'removedLabelIds', 'trashed'],
};

/** Creates an issue at the top of its state's column. */
export function createIssue(context: LinearContext, input: Input): Readonly<Issue> {
  const { world } = context;
  const fields = given<Issue>('IssueCreateInput', input, CREATED);
  if (typeof input.title !== 'string') throw new InvalidInput('title', 'isNotEmpty', 'should not be empty');
  notBlank('title', input.title);
  priorityIn(input);
  checkEstimate(input);
  const team = referenced(context, 'teams', input.teamId, 'teamId');
  const state = input.stateId == null ? defaultState(world, team) : stateIn(context, team.id, input.stateId);
  const issue = newIssue(born(context, 'issues', input), team, context.ids.next(`issue:${team.id}`), state.id);
  if (input.createdAt != null) issue.createdAt = past(context, 'createdAt', input.createdAt as string);
  const { place, labelIds } = placeIn(context, input, team);
  Object.assign(issue, place, datesIn(undefined, undefined, state.type, issue.createdAt));
  issue.creatorId = actor(context).id;
  if (labelIds.length > 0) issue.labelIds = labelIds;
  issue.subscriberIds = subscribersIn(context, input, [issue.creatorId, issue.assigneeId]);
  issue.sortOrder = topOf(world, state.id);
  issue.prioritySortOrder = issue.sortOrder;
  if (issue.parentId !== null) issue.subIssueSortOrder = subIssueOrder(context, input, issue.parentId);
  issue.addedToTeamAt = issue.createdAt;
  if (issue.projectId !== null) issue.addedToProjectAt = issue.createdAt;
  if (issue.cycleId !== null) issue.addedToCycleAt = issue.createdAt;
  if (state.type === 'completed' && input.completedAt != null) issue.completedAt = input.completedAt as string;
  world.issues.insert(Object.assign(issue, fields));
  touchLabels(context, labelIds);
  if (issue.assigneeId !== null)
    notify(context, issue.assigneeId, { type: 'issueAssignedToYou', category: 'assignments', issueId: issue.id });
  return issue;
}

/** Where a new issue stands, each place checked to fit its team. */
function placeIn(context: LinearContext, input: Input, team: Readonly<Team>) {
  const place = relationsIn(context, input);
  const labelIds = input.labelIds ? referencedAll(context, 'issueLabels', input.labelIds, 'labelIds') : [];
  const { projectId = null, projectMilestoneId = null, cycleId = null } = place;
  checkPlaces(context, { teamId: team.id, projectId, projectMilestoneId, cycleId });
  checkLabels(context, labelIds, team.id);
  return { place, labelIds };
}

/** Changes an issue, with everything that follows from its new state, team and assignee. */
export function updateIssue(context: LinearContext, name: unknown, input: Input): Readonly<Issue> {
  const { world } = context;
  const before = getIssue(context, name);
  const fields = given<Issue>('IssueUpdateInput', input, UPDATED);
  notBlank('title', input.title);
  priorityIn(input);
  checkEstimate(input);
  const team = input.teamId == null ? undefined : referenced(context, 'teams', input.teamId, 'teamId');
  const moved = team && team.id !== before.teamId ? movedTo(context, before, team) : {};
  const patch: Partial<Issue> = { ...moved, ...fields, ...relationsIn(context, input) };
  const teamId = team?.id ?? before.teamId;
  if (patch.parentId != null) checkParent(world, before.id, patch.parentId);
  if (patch.parentId === null) patch.subIssueSortOrder = null;
  else if (patch.parentId !== undefined && patch.subIssueSortOrder === undefined) {
    patch.subIssueSortOrder = afterSiblings(world, patch.parentId);
  }
  // A milestone belongs to its project: leaving the project leaves the milestone.
  if (patch.projectId !== undefined && patch.projectId !== before.projectId) patch.projectMilestoneId ??= null;
  patch.labelIds = labelsIn(context, patch.labelIds ?? before.labelIds, input);
  checkPlaces(context, { ...before, ...patch, teamId });
  checkLabels(context, patch.labelIds, teamId, before.labelIds);
  if (input.stateId != null) patch.stateId = stateIn(context, teamId, input.stateId).id;
  const after = store(context, before, {
    ...patch,
    ...subscribersPatch(context, before, input, patch),
    ...trashPatch(context, input),
  });
  touchLabels(
    context,
    after.labelIds.filter((id) => !before.labelIds.includes(id)),
  );
  return after;
}

/** Stores a changed issue with its dates, its history and its family's state. */
function store(context: LinearContext, before: Readonly<Issue>, patch: Partial<Issue>): Readonly<Issue> {
  const { world } = context;
  const now = timestamp(context.now);
  const stateId = patch.stateId ?? before.stateId;
  const [from, to] = [world.workflowStates.get(before.stateId), world.workflowStates.get(stateId)];
  const follow: Partial<Issue> = {};
  if (to && stateId !== before.stateId) {
    if (from?.type !== to.type) Object.assign(follow, datesIn(before, from?.type, to.type, now));
    const placing = world.teams.get(patch.teamId ?? before.teamId)?.setIssueSortOrderOnStateChange;
    if (patch.sortOrder === undefined && placing === 'first') follow.sortOrder = topOf(world, stateId);
  }
  if (patch.projectId !== undefined && patch.projectId !== before.projectId) follow.addedToProjectAt = patch.projectId && now;
  if (patch.cycleId !== undefined && patch.cycleId !== before.cycleId) follow.addedToCycleAt = patch.cycleId && now;
  const changes: Partial<Issue> = { ...follow, ...patch };
  if (!differs(before, changes)) return before;
  const after = world.issues.update(before.id, { ...changes, updatedAt: now });
  tellHistory(context, before, after);
  if (stateId !== before.stateId) closeFamily(context, after, enterState);
  if (after.assigneeId !== null && after.assigneeId !== before.assigneeId) {
    notify(context, after.assigneeId, { type: 'issueAssignedToYou', category: 'assignments', issueId: after.id });
  }
  return world.issues.get(after.id) as Readonly<Issue>;
}

function differs(before: Readonly<Issue>, changes: Partial<Issue>): boolean {
  for (const key in changes) {
    const [old, next] = [before[key as keyof Issue], changes[key as keyof Issue]];
    // Lists of ids are made afresh where they are the same.
    if (old !== next && JSON.stringify(old) !== JSON.stringify(next)) return true;
  }
  return false;
}

/** Moves an issue into a state, as `updateIssue` does. */
export const enterState = (
  context: LinearContext,
  issue: Readonly<Issue>,
  stateId: string,
  more: Partial<Issue> = {},
): Readonly<Issue> => store(context, issue, { stateId, ...more });

/** A move between teams gives a new number; what belongs to the old team stays behind. */
function movedTo(context: LinearContext, issue: Readonly<Issue>, team: Readonly<Team>): Partial<Issue> {
  const { world } = context;
  const number = context.ids.next(`issue:${team.id}`);
  const type = world.workflowStates.get(issue.stateId)?.type;
  const state = world.workflowStates.by.team.page(team.id).find((one) => one.type === type && one.archivedAt === null);
  const project = issue.projectId === null ? undefined : world.projects.get(issue.projectId);
  return {
    teamId: team.id,
    number,
    identifier: `${team.key}-${number}`,
    previousIdentifiers: [...issue.previousIdentifiers, issue.identifier],
    stateId: (state ?? defaultState(world, team)).id,
    labelIds: labelsThatFit(world, issue.labelIds, team.id),
    cycleId: null,
    addedToTeamAt: timestamp(context.now),
    ...(project && !project.teamIds.includes(team.id) && { projectId: null, projectMilestoneId: null }),
  };
}

/** The relations that an input sets, each checked to lead somewhere. */
function relationsIn(context: LinearContext, input: Input): Partial<Pick<Issue, Relation>> {
  const relations: Partial<Pick<Issue, Relation>> = {};
  for (const field of RELATION_FIELDS) {
    const id = input[field];
    if (id !== undefined) relations[field] = id === null ? null : RELATIONS[field](context, id).id;
  }
  return relations;
}

function labelsIn(context: LinearContext, current: readonly string[], input: Input): string[] {
  const set = input.labelIds == null ? current : referencedAll(context, 'issueLabels', input.labelIds, 'labelIds');
  const added = input.addedLabelIds == null ? [] : referencedAll(context, 'issueLabels', input.addedLabelIds, 'addedLabelIds');
  const removed = (input.removedLabelIds ?? []) as readonly string[];
  requireIds(context, 'issueLabels', removed, 'removedLabelIds');
  return [...new Set([...set, ...added])].filter((id) => !removed.includes(id));
}

function touchLabels(context: LinearContext, labelIds: readonly string[]): void {
  for (const id of labelIds) context.world.issueLabels.update(id, { lastAppliedAt: timestamp(context.now) });
}

function subscribersIn(context: LinearContext, input: Input, more: readonly (string | null)[]): string[] {
  const named = input.subscriberIds ? referencedAll(context, 'users', input.subscriberIds, 'subscriberIds') : [];
  const all = named.length === 0 ? more : [...more, ...named];
  return [...new Set(all.filter((id) => id !== null))];
}

function subscribersPatch(context: LinearContext, before: Readonly<Issue>, input: Input, patch: Partial<Issue>): Partial<Issue> {
  const set =
    input.subscriberIds == null ? before.subscriberIds : referencedAll(context, 'users', input.subscriberIds, 'subscriberIds');
  const all = patch.assigneeId != null ? [...new Set([...set, patch.assigneeId])] : set;
  return all === before.subscriberIds ? {} : { subscriberIds: [...all] };
}

function trashPatch(context: LinearContext, input: Input): Partial<Issue> {
  if (input.trashed === undefined) return {};
  return input.trashed ? { trashed: true, archivedAt: timestamp(context.now) } : { trashed: null, archivedAt: null };
}

function subIssueOrder(context: LinearContext, input: Input, parentId: string): number {
  return (input.subIssueSortOrder as number | null | undefined) ?? afterSiblings(context.world, parentId);
}

/** Imports may date an issue, in the past only. */
function past(context: LinearContext, field: string, value: string): string {
  if ((instant(value) ?? 0) > context.now) throw new InvalidInput(field, 'isPast', 'must be a date in the past');
  return value;
}
