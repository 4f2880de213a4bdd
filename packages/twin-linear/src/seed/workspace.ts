import { defaultTeam } from '../actions/teams.ts';
import { daysLater } from '../lists/time.ts';
import { type IssueLabel, timestamp } from '../world.ts';
import type { TeamSeed } from './book.ts';
import { labelNamed } from './book.ts';
import { type Loading, normal, optional } from './loading.ts';
import { cycleNumbers } from './rules.ts';
import type { Seed, SeedLabel } from './schema.ts';

const LABEL_COLORS = ['#eb5757', '#bb87fc', '#4ea7fc', '#f2c94c', '#26b5ce', '#4cb782'];
const STATE_COLOR = '#bec2c8';
const DAYS_A_WEEK = 7;

export function loadWorkspace(loading: Loading): void {
  const { context, book } = loading;
  const { organization } = book.seed;
  context.world.organization.insert({
    ...loading.entity(organization),
    name: organization.name,
    urlKey:
      organization.urlKey ??
      (organization.name
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replaceAll(/^-|-$/g, '') ||
        'workspace'),
    logoUrl: organization.logoUrl ?? null,
    gitBranchFormat: null,
    roadmapEnabled: true,
    fiscalYearStartMonth: 0,
    projectUpdateReminderFrequencyInWeeks: null,
    previousUrlKeys: [],
  });
  for (const user of book.users) {
    const { displayName, email, name, admin, owner, guest, app, active, timezone } = user;
    const record = context.world.users.insert({
      ...loading.entity(user),
      name,
      displayName,
      email,
      avatarUrl: user.avatarUrl ?? null,
      description: user.description ?? null,
      title: user.title ?? null,
      timezone,
      statusEmoji: null,
      statusLabel: null,
      statusUntilAt: null,
      active,
      admin,
      owner,
      guest,
      app,
      lastSeen: null,
    });
    loading.userIds.push(record.id);
  }
  context.world.viewer.insert({ key: 'viewer', userId: loading.viewerId });
  for (const team of book.teams) loading.teamIds.push(team.id ?? context.ids.uuid());
  for (const [at, team] of book.teams.entries()) loadTeam(loading, at, team);
  loadLabels(loading);
}

function loadTeam(loading: Loading, at: number, team: TeamSeed): void {
  const { world } = loading.context;
  const id = loading.teamIds[at] as string;
  const states = team.states.map((state) => ({ ...loading.entity(state), ...state }));
  const defaultState = team.defaultState === undefined ? undefined : loading.book.names.states[at]?.find(team.defaultState);
  const ofType = (type: string): string | null => states.find((state) => state.type === type)?.id ?? null;
  world.teams.insert({
    ...loading.entity({ id }),
    ...defaultTeam,
    key: team.key,
    name: team.name,
    description: team.description ?? null,
    icon: team.icon ?? null,
    color: team.color ?? null,
    private: team.private,
    timezone: team.timezone,
    parentId: team.parent === undefined ? null : loading.team(team.parent),
    cyclesEnabled: team.cyclesEnabled ?? team.cycles.length > 0,
    cycleDuration: team.cycleDuration,
    triageEnabled: team.triageEnabled,
    issueEstimationType: team.issueEstimationType,
    autoCloseParentIssues: team.autoCloseParentIssues ?? null,
    autoCloseChildIssues: team.autoCloseChildIssues ?? null,
    defaultIssueStateId:
      defaultState === undefined ? (ofType('backlog') ?? ofType('unstarted')) : (states[defaultState]?.id ?? null),
    triageIssueStateId: ofType('triage'),
    markedAsDuplicateWorkflowStateId: ofType('duplicate') ?? ofType('canceled'),
  });
  for (const [position, state] of states.entries()) {
    const { color = STATE_COLOR, description = null, name, type, ...entity } = state;
    world.workflowStates.insert({ ...entity, teamId: id, name, type, color, description, position });
  }
  loading.stateIds.push(states.map((state) => state.id));
  const members = team.members?.map((name) => loading.user(name)) ?? loading.userIds;
  for (const [sortOrder, userId] of [...new Set(members)].entries()) {
    world.teamMemberships.insert({ ...loading.entity({}), teamId: id, userId, owner: userId === loading.viewerId, sortOrder });
  }
  loadCycles(loading, id, team);
}

/** Undated cycles follow each other from the world's beginning, each as long as the team's cycles are. */
function loadCycles(loading: Loading, teamId: string, team: TeamSeed): void {
  const { world, now, ids } = loading.context;
  const byNumber = new Map<number, string>();
  const numbers = cycleNumbers(team.cycles);
  let next = timestamp(now);
  for (const [at, cycle] of team.cycles.entries()) {
    const startsAt = cycle.startsAt === undefined ? next : normal(cycle.startsAt);
    const endsAt = cycle.endsAt === undefined ? daysLater(startsAt, team.cycleDuration * DAYS_A_WEEK) : normal(cycle.endsAt);
    const number = numbers[at] as number;
    const record = world.cycles.insert({
      ...loading.entity(cycle),
      teamId,
      number,
      name: cycle.name ?? null,
      description: cycle.description ?? null,
      startsAt,
      endsAt,
      completedAt: optional(cycle.completedAt),
    });
    byNumber.set(number, record.id);
    ids.reserve(`cycle:${teamId}`, number);
    if (endsAt > next) next = endsAt;
  }
  loading.cycleIds.push(byNumber);
}

function loadLabels(loading: Loading): void {
  const { world } = loading.context;
  const { seed } = loading.book;
  for (const family of ['labels', 'projectLabels', 'initiativeLabels'] as const) {
    const collection = family === 'labels' ? 'issueLabels' : family;
    const declared: readonly SeedLabel[] = seed[family];
    const records = declared.map((label, at) => labelRecord(loading, label, at));
    for (const [at, label] of declared.entries()) {
      const group = declared.findIndex(
        (one) => one.isGroup && (one.id === label.parent || one.name.toLowerCase() === label.parent?.toLowerCase()),
      );
      const parentId = label.parent === undefined ? null : (records[group]?.id ?? null);
      world[collection].insert({ ...(records[at] as IssueLabel), parentId });
    }
    if (family === 'labels') loading.labelIds.push(...records.map((record) => record.id));
  }
}

function labelRecord(loading: Loading, label: SeedLabel, at: number): IssueLabel {
  return {
    ...loading.entity(label),
    name: label.name,
    color: label.color ?? (LABEL_COLORS[at % LABEL_COLORS.length] as string),
    description: label.description ?? null,
    isGroup: label.isGroup,
    groupType: label.isGroup ? 'singleSelect' : null,
    parentId: null,
    teamId: label.team === undefined ? null : loading.team(label.team),
    creatorId: loading.viewerId,
    retiredAt: null,
    retiredById: null,
    lastAppliedAt: null,
  };
}

/** The ids of the labels that names mean for a team. */
export function labelsOf(loading: Loading, seed: Seed, names: readonly string[], team: number | undefined): string[] {
  const places = names.map((name) => labelNamed(seed, loading.book, name, team));
  return [...new Set(places.filter((at) => at !== undefined).map((at) => loading.labelIds[at] as string))];
}
