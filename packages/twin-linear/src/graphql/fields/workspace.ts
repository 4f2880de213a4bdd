import { teamsOf } from '../../actions/teams.ts';
import { isActiveCycle, isPastCycle, neighbourCycle } from '../../lists/derived.ts';
import { pageOf, sequenceOf } from '../../lists/page.ts';
import { liveIn } from '../../world.ts';
import type { Fields, Graph } from '../graph.ts';
import { progressOf } from './progress.ts';
import { initials } from './text.ts';

const everyTeam = (record: { teamId: string | null }): boolean => record.teamId === null;

/** Settings of a workspace that the twin keeps at what a new one has. */
const organizationSettings = {
  allowedAuthServices: [],
  authSettings: {},
  codingAgentSettings: {},
  customersConfiguration: {},
  initiativeUpdateRemindersDay: 'Friday',
  initiativeUpdateRemindersHour: 14,
  linearAgentSettings: {},
  periodUploadVolume: 0,
  projectUpdateRemindersDay: 'Friday',
  projectUpdateRemindersHour: 14,
  projectUpdatesReminderFrequency: 'never',
  pullRequestIssueMode: 'optional',
  releaseChannel: 'public',
  securitySettings: {},
  slaDayCount: 'all',
  slackProjectChannelPrefix: '',
  suggestedBranchNameEnabled: true,
  gitLinkbackMessagesEnabled: true,
  gitPublicLinkbackMessagesEnabled: false,
  gitLinkbackDescriptionsEnabled: true,
  workingDays: [1, 2, 3, 4, 5],
  customerCount: 0,
};

export const organizationFields: Fields = {
  ...Object.fromEntries(Object.entries(organizationSettings).map(([name, value]) => [name, () => value])),
  userCount: (_record, _args, { world }) => world.users.size,
  createdIssueCount: (_record, _args, { world }) => world.issues.size,
  labels: (_record, args, graph) => graph.list('issueLabels', args, { only: everyTeam as never }),
  projectLabels: (_record, args, graph) => graph.list('projectLabels', args),
  projectStatuses: (_record, _args, { world }) =>
    world.projectStatuses.by.position.page('all').filter((status) => status.archivedAt === null),
  users: (_record, args, graph) => graph.list('users', args, args.includeDisabled ? {} : { only: (user) => user.active }),
};

export const userFields: Fields = {
  initials: ({ name }) => initials(name),
  avatarBackgroundColor: () => '#5e6ad2',
  url: ({ displayName }, _args, graph) => graph.url(`profiles/${displayName}`),
  isMe: ({ id }, _args, { viewerId }) => id === viewerId,
  isAssignable: ({ active }) => active,
  isMentionable: ({ active }) => active,
  canAccessAnyPublicTeam: ({ guest }) => !guest,
  createdIssueCount: ({ id }, _args, { world }) => world.issues.by.creation.count(liveIn(`creator:${id}`)),
  inviteHash: () => '',
  organization: (_record, _args, graph) => graph.organization,
  teams: ({ id }, args, graph) => graph.listOf('Team', teamsOf(graph, id), args),
  disableReason: ({ active }) => (active ? null : 'admin'),
};

export const teamFields: Fields = {
  displayName: ({ name, parentId }, _args, { world }) => {
    const parent = parentId === null ? undefined : world.teams.get(parentId);
    return parent ? `${parent.name} › ${name}` : name;
  },
  visibility: (team) => (team.private ? 'private' : 'public'),
  organization: (_record, _args, graph) => graph.organization,
  issueCount: ({ id }, { includeArchived }, { world }) =>
    world.issues.by.creation.count(includeArchived ? `team:${id}|all` : liveIn(`team:${id}`)),
  activeCycle: ({ id }, _args, graph) => {
    const cycles = graph.world.cycles.by.start.page(id);
    return cycles.length === 0 ? null : (cycles.find((cycle) => isActiveCycle(cycle, graph.timestamp())) ?? null);
  },
  members: ({ id }, args, graph) => {
    const joined = graph.world.teamMemberships.by.creation.page(liveIn(`team:${id}`));
    const users = joined.map(({ userId }) => graph.world.users.get(userId)).filter((user) => user !== undefined);
    return graph.listOf('User', args.includeDisabled ? users : users.filter((user) => user.active), args);
  },
  membership: ({ id }, { userId }, { world }) => world.teamMemberships.by.pair.first(`${id} ${userId}`) ?? null,
  viewerMembership: ({ id }, _args, { world, viewerId }) => world.teamMemberships.by.pair.first(`${id} ${viewerId}`) ?? null,
  viewerCanJoin: (team, _args, { world, viewerId }) =>
    !team.private && !world.teamMemberships.by.pair.first(`${team.id} ${viewerId}`),
  viewerCanLeave: ({ id }, _args, { world, viewerId }) => world.teamMemberships.by.pair.first(`${id} ${viewerId}`) !== undefined,
  allMembersCanJoin: (team) => !team.private,
  children: ({ id }, _args, { world }) => world.teams.by.creation.page(liveIn(`parent:${id}`)),
  ancestors: ({ parentId }, _args, { world }) => {
    const parent = parentId === null ? undefined : world.teams.get(parentId);
    return parent ? [parent] : [];
  },
  ledInitiativeCount: ({ id }, _args, { world }) =>
    [...world.initiatives.values()].filter((initiative) => initiative.leadTeamId === id).length,
  draftWorkflowState: () => null,
  startWorkflowState: ({ id }, _args, { world }) =>
    world.workflowStates.by.team.page(id).find((state) => state.type === 'started') ?? null,
  cycleCalenderUrl: ({ id }, _args, { context }) => context.links.to(`/cycles/${id}.ics`),
  inviteHash: () => '',
  issueOrderingNoPriorityFirst: () => false,
  issueSortOrderDefaultToBottom: () => false,
  securitySettings: () => ({}),
};

export const cycleFields: Fields = {
  isActive: (cycle, _args, graph) => isActiveCycle(cycle, graph.timestamp()),
  isFuture: (cycle, _args, graph) => cycle.startsAt > graph.timestamp(),
  isPast: (cycle, _args, graph) => isPastCycle(cycle, graph.timestamp()),
  isNext: (cycle, _args, graph) => neighbourCycle(graph, cycle.teamId, graph.timestamp(), 'next')?.id === cycle.id,
  isPrevious: (cycle, _args, graph) => neighbourCycle(graph, cycle.teamId, graph.timestamp(), 'previous')?.id === cycle.id,
  progress: ({ id }, _args, { world }) => progressOf(world, `cycle:${id}`).share,
  scopeHistory: ({ id }, _args, graph) => history(graph, id, 'scope'),
  completedScopeHistory: ({ id }, _args, graph) => history(graph, id, 'completed'),
  inProgressScopeHistory: ({ id }, _args, graph) => history(graph, id, 'started'),
  issueCountHistory: ({ id }, _args, graph) => history(graph, id, 'scope'),
  completedIssueCountHistory: ({ id }, _args, graph) => history(graph, id, 'completed'),
  uncompletedIssuesUponClose: ({ id, completedAt }, args, graph) => {
    if (completedAt === null) return pageOf(sequenceOf([]), args);
    return graph.list('issues', args, {
      scope: `cycle:${id}`,
      only: (issue) => graph.world.workflowStates.get(issue.stateId)?.type !== 'completed',
    });
  },
  documents: ({ id }, args, graph) => graph.list('documents', args, { scope: `cycle:${id}` }),
};

/** Histories have one entry a day; the twin knows today's. */
function history({ world }: Graph, cycleId: string, what: 'scope' | 'completed' | 'started'): number[] {
  const progress = progressOf(world, `cycle:${cycleId}`);
  return progress.scope === 0 ? [] : [progress[what]];
}

export const webhookFields: Fields = {
  failures: () => [],
  secret: ({ id }, _args, { world }) => world.webhookSecrets.get(id)?.secret ?? null,
  teamIds: ({ teamId }) => (teamId === null ? null : [teamId]),
};

const FAVORITE_SUBJECTS = [
  ['issueId', 'issues', 'title'],
  ['projectId', 'projects', 'name'],
  ['documentId', 'documents', 'title'],
  ['initiativeId', 'initiatives', 'name'],
  ['labelId', 'issueLabels', 'name'],
  ['userId', 'users', 'displayName'],
  ['teamId', 'teams', 'name'],
  ['cycleId', 'cycles', 'name'],
] as const;

export const favoriteFields: Fields = {
  title: (favorite, _args, { world }) => {
    for (const [field, collection, name] of FAVORITE_SUBJECTS) {
      if (favorite[field] === null) continue;
      const subject = world[collection].get(favorite[field]) as Readonly<Record<string, unknown>> | undefined;
      return subject?.[name] ?? '';
    }
    return favorite.folderName ?? favorite.predefinedViewType ?? '';
  },
};
