import { EntityNotFound, InvalidInput, RuleBroken } from '../errors.ts';
import { allIn, type LinearContext, liveIn, type Team, type TeamMembership, timestamp, type WorkflowState } from '../world.ts';
import { removeFavorites } from './removal.ts';
import { actor, born, given, type Input, notBlank, referenced } from './support.ts';

/** Team keys begin identifiers: up to 7 letters and digits, a letter first. */
const KEY = /^[A-Z][A-Z0-9]{0,6}$/;
const DERIVED_KEY_LENGTH = 3;

const NULLABLE = ['description', 'icon', 'color', 'autoClosePeriod'] as const;
const PLAIN = [
  'name',
  'timezone',
  'cyclesEnabled',
  'cycleDuration',
  'cycleCooldownTime',
  'cycleStartDay',
  'upcomingCycleCount',
  'cycleIssueAutoAssignStarted',
  'cycleIssueAutoAssignCompleted',
  'cycleLockToActive',
  'triageEnabled',
  'requirePriorityToLeaveTriage',
  'issueEstimationType',
  'issueEstimationAllowZero',
  'issueEstimationExtended',
  'defaultIssueEstimate',
  'inheritIssueEstimation',
  'groupIssueHistory',
  'setIssueSortOrderOnStateChange',
  'autoArchivePeriod',
  'private',
] as const;

/** The workflow of a new team, as Linear sets it up. */
export const NEW_TEAM_STATES: readonly Pick<WorkflowState, 'name' | 'type' | 'color'>[] = [
  { name: 'Backlog', type: 'backlog', color: '#bec2c8' },
  { name: 'Todo', type: 'unstarted', color: '#e2e2e2' },
  { name: 'In Progress', type: 'started', color: '#f2c94c' },
  { name: 'Done', type: 'completed', color: '#5e6ad2' },
  { name: 'Canceled', type: 'canceled', color: '#95a2b3' },
  { name: 'Duplicate', type: 'duplicate', color: '#95a2b3' },
];

/** The settings of a team that nobody has changed. */
export const defaultTeam = {
  description: null,
  icon: null,
  color: null,
  private: false,
  parentId: null,
  timezone: 'Etc/UTC',
  cyclesEnabled: false,
  cycleDuration: 1,
  cycleCooldownTime: 0,
  cycleStartDay: 0,
  upcomingCycleCount: 2,
  cycleIssueAutoAssignStarted: true,
  cycleIssueAutoAssignCompleted: true,
  cycleLockToActive: false,
  triageEnabled: false,
  requirePriorityToLeaveTriage: false,
  issueEstimationType: 'notUsed',
  issueEstimationAllowZero: false,
  issueEstimationExtended: false,
  defaultIssueEstimate: 1,
  inheritIssueEstimation: false,
  groupIssueHistory: true,
  setIssueSortOrderOnStateChange: 'first',
  defaultIssueStateId: null,
  triageIssueStateId: null,
  markedAsDuplicateWorkflowStateId: null,
  autoArchivePeriod: 6,
  autoClosePeriod: null,
  autoCloseStateId: null,
  autoCloseParentIssues: null,
  autoCloseChildIssues: null,
  retiredAt: null,
} satisfies Partial<Team>;

/** A team by its id or its key. */
export function getTeam({ world }: Pick<LinearContext, 'world'>, name: unknown): Readonly<Team> {
  const team = typeof name === 'string' ? (world.teams.get(name) ?? world.teams.by.key.first(name.toUpperCase())) : undefined;
  if (!team) throw new EntityNotFound('Team');
  return team;
}

/** Creates a team with Linear's workflow; the caller becomes its owner. */
export function createTeam(context: LinearContext, input: Input): Readonly<Team> {
  const { world } = context;
  const fields = given<Team>('TeamCreateInput', input, {
    required: PLAIN,
    nullable: NULLABLE,
    own: ['id', 'key', 'parentId', 'autoCloseStateId'],
  });
  notBlank('name', input.name);
  const key = input.key == null ? freeKey(context, fields.name as string) : checkedKey(context, input.key as string);
  const parentId = input.parentId == null ? null : getTeam(context, input.parentId).id;
  const team = world.teams.insert({ ...born(context, 'teams', input), ...defaultTeam, name: '', ...fields, key, parentId });
  const states = NEW_TEAM_STATES.map((state, position) =>
    world.workflowStates.insert({ ...born(context, 'workflowStates'), ...state, teamId: team.id, description: null, position }),
  );
  world.teamMemberships.insert({
    ...born(context, 'teamMemberships'),
    teamId: team.id,
    userId: actor(context).id,
    owner: true,
    sortOrder: 0,
  });
  const of = (type: string): string | null => states.find((state) => state.type === type)?.id ?? null;
  return world.teams.update(team.id, { defaultIssueStateId: of('backlog'), markedAsDuplicateWorkflowStateId: of('duplicate') });
}

export function updateTeam(context: LinearContext, id: unknown, input: Input): Readonly<Team> {
  const { world } = context;
  const team = getTeam(context, id);
  const patch = given<Team>('TeamUpdateInput', input, {
    required: PLAIN,
    nullable: [...NULLABLE, 'autoCloseParentIssues', 'autoCloseChildIssues', 'retiredAt'],
    own: ['key', 'parentId', 'defaultIssueStateId', 'autoCloseStateId'],
  });
  notBlank('name', input.name);
  if (input.parentId !== undefined) {
    patch.parentId = input.parentId === null ? null : getTeam(context, input.parentId).id;
    if (patch.parentId === team.id) throw new RuleBroken('Circular team', "A team can't be its own parent.");
  }
  for (const field of ['defaultIssueStateId', 'autoCloseStateId'] as const) {
    if (input[field] !== undefined) patch[field] = input[field] === null ? null : stateOf(context, team.id, field, input[field]);
  }
  if (input.key != null && (input.key as string).toUpperCase() !== team.key) {
    patch.key = checkedKey(context, input.key as string);
    renameIssues(context, team.id, patch.key);
  }
  return world.teams.update(team.id, { ...patch, updatedAt: timestamp(context.now) });
}

/** Archives a team, as Linear does with deleted ones. */
export function deleteTeam(context: LinearContext, id: unknown): Readonly<Team> {
  const now = timestamp(context.now);
  return context.world.teams.update(getTeam(context, id).id, { archivedAt: now, updatedAt: now });
}

export function unarchiveTeam(context: LinearContext, id: unknown): Readonly<Team> {
  return context.world.teams.update(getTeam(context, id).id, { archivedAt: null, updatedAt: timestamp(context.now) });
}

/** Takes all cycles off a team; its issues leave them. */
export function deleteTeamCycles(context: LinearContext, id: unknown): Readonly<Team> {
  const { world } = context;
  const team = getTeam(context, id);
  for (const cycle of world.cycles.by.creation.page(allIn(`team:${team.id}`))) {
    for (const issue of world.issues.by.creation.page(allIn(`cycle:${cycle.id}`))) {
      world.issues.update(issue.id, { cycleId: null, addedToCycleAt: null });
    }
    removeFavorites(context, 'cycleId', cycle.id);
    for (const link of [...world.entityExternalLinks.values()])
      if (link.cycleId === cycle.id) world.entityExternalLinks.remove(link.id);
    for (const document of world.documents.by.creation.page(allIn(`cycle:${cycle.id}`)))
      world.documents.update(document.id, { cycleId: null });
    world.cycles.remove(cycle.id);
  }
  return team;
}

export function createTeamMembership(context: LinearContext, input: Input): Readonly<TeamMembership> {
  const { world } = context;
  const fields = given<TeamMembership>('TeamMembershipCreateInput', input, {
    nullable: ['owner', 'sortOrder'],
    own: ['id', 'teamId', 'userId'],
  });
  const team = referenced(context, 'teams', input.teamId, 'teamId');
  const user = referenced(context, 'users', input.userId, 'userId');
  if (world.teamMemberships.by.pair.first(`${team.id} ${user.id}`)) {
    throw new RuleBroken('User is a member', `${user.displayName} is a member of the team already.`);
  }
  return world.teamMemberships.insert({
    ...born(context, 'teamMemberships', input),
    teamId: team.id,
    userId: user.id,
    owner: fields.owner ?? false,
    sortOrder: fields.sortOrder ?? 0,
  });
}

export function updateTeamMembership(context: LinearContext, id: unknown, input: Input): Readonly<TeamMembership> {
  const patch = given<TeamMembership>('TeamMembershipUpdateInput', input, { required: ['owner', 'sortOrder'] });
  return context.world.teamMemberships.update(referenced(context, 'teamMemberships', id).id, {
    ...patch,
    updatedAt: timestamp(context.now),
  });
}

export function deleteTeamMembership(context: LinearContext, id: unknown): Readonly<TeamMembership> {
  return context.world.teamMemberships.remove(referenced(context, 'teamMemberships', id).id);
}

/** The teams of a user, in the order of joining. */
export function teamsOf({ world }: Pick<LinearContext, 'world'>, userId: string): Readonly<Team>[] {
  const joined = world.teamMemberships.by.creation.page(liveIn(`user:${userId}`));
  return joined.map(({ teamId }) => world.teams.get(teamId)).filter((team): team is Readonly<Team> => team !== undefined);
}

function stateOf(context: LinearContext, teamId: string, field: string, id: unknown): string {
  const state = referenced(context, 'workflowStates', id, field);
  if (state.teamId !== teamId) throw new RuleBroken('State of another team', 'The workflow state belongs to another team.');
  return state.id;
}

function checkedKey({ world }: LinearContext, given: string): string {
  const key = given.toUpperCase();
  if (!KEY.test(key)) throw new InvalidInput('key', 'matches', 'must be 1 to 7 letters and digits that begin with a letter');
  if (world.teams.by.key.first(key)) throw new RuleBroken('Duplicate team key', `The team key ${key} is taken.`);
  return key;
}

/** A key from the letters of a name, with a number where that is taken. */
function freeKey({ world }: LinearContext, name: string): string {
  const letters = name
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replace(/^\d+/, '');
  const base = letters.slice(0, DERIVED_KEY_LENGTH) || 'TEA';
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? base : `${base}${number}`;
    if (!world.teams.by.key.first(key)) return key;
  }
}

/** Identifiers follow the key; the former ones still lead to the issue. */
function renameIssues({ world }: LinearContext, teamId: string, key: string): void {
  for (const issue of world.issues.by.creation.page(allIn(`team:${teamId}`))) {
    world.issues.update(issue.id, {
      identifier: `${key}-${issue.number}`,
      previousIdentifiers: [...issue.previousIdentifiers, issue.identifier],
    });
  }
}
