import { getDocument } from '../../actions/documents.ts';
import { getInitiative } from '../../actions/initiatives.ts';
import { getIssue } from '../../actions/issue-rules.ts';
import { getProject } from '../../actions/projects.ts';
import { searchDocuments, searchIssues, searchProjects } from '../../actions/search.ts';
import { referenced } from '../../actions/support.ts';
import { getTeam } from '../../actions/teams.ts';
import { getUser } from '../../actions/users.ts';
import { Deprecated, EntityNotFound, InvalidInput } from '../../errors.ts';
import { matches } from '../../lists/filter.ts';
import { pageOf, sequenceOf } from '../../lists/page.ts';
import type { AnyRecord, EntityCollection } from '../../model.ts';
import { HOUR_MS, RATE_LIMITS } from '../../rate-limits.ts';
import { liveIn } from '../../world.ts';
import { branchName } from '../fields/issues.ts';
import { priorityValues } from '../fields/text.ts';
import type { Args, Graph, RootResolver } from '../graph.ts';

const one =
  (collection: EntityCollection): RootResolver =>
  ({ id }, { context }) =>
    referenced(context, collection, id);

const every =
  (collection: EntityCollection): RootResolver =>
  (args, graph) =>
    graph.list(collection, args);

/** Pages of a search, with the number of all hits. */
function hits(graph: Graph, type: string, found: readonly AnyRecord[], args: Args) {
  const { filter } = args;
  const kept = filter ? found.filter((record) => matches(type, record, filter, graph)) : found;
  return {
    ...pageOf(sequenceOf(kept), args),
    totalCount: kept.length,
    archivePayload: { archive: '', totalCount: 0, databaseVersion: 0, includesDependencies: [] },
  };
}

/** A comment by its id or by the hash in its address: the first eight digits of the id. */
function comment({ id, hash }: Args, { context, world }: Graph): AnyRecord {
  if (id != null) return referenced(context, 'comments', id);
  if (hash == null) throw new InvalidInput('id', 'isDefined', 'or hash must be given');
  for (const record of world.comments.values()) if (record.id.startsWith(hash)) return record;
  throw new EntityNotFound('Comment');
}

/** Of the name of a branch, in characters: git keeps it as a file, whose name is no longer. */
const LONGEST_BRANCH = 255;

function issueVcsBranchSearch({ branchName: branch }: Args, graph: Graph): AnyRecord | null {
  const identifier = /([A-Za-z][A-Za-z0-9]*-\d+)/.exec(branch.slice(0, LONGEST_BRANCH))?.[1];
  const issue = identifier === undefined ? undefined : graph.world.issues.by.identifier.first(identifier.toUpperCase());
  if (issue) return issue;
  return [...graph.world.issues.values()].find((one) => branchName(graph, one) === branch) ?? null;
}

/** Attachments by source and their number, as the schema's `sources` counts them. */
function attachmentSources({ teamId }: Args, { world }: Graph) {
  const sources: Record<string, number> = {};
  for (const { sourceType, issueId } of world.attachments.values()) {
    if (teamId != null && world.issues.get(issueId)?.teamId !== teamId) continue;
    const source = sourceType ?? 'unknown';
    sources[source] = (sources[source] ?? 0) + 1;
  }
  return { sources };
}

function rateLimitStatus(_args: Args, graph: Graph) {
  const limits = Object.entries(RATE_LIMITS).map(([type, allowedAmount]) => ({
    type,
    requestedAmount: 0,
    allowedAmount,
    remainingAmount: allowedAmount,
    period: HOUR_MS,
    reset: graph.now() + HOUR_MS,
  }));
  return { identifier: graph.viewerId, kind: 'apiKey', limits };
}

/** The queries that the twin answers, by name. */
export const queries: Readonly<Record<string, RootResolver>> = {
  _dummy: () => 'OK',
  viewer: (_args, { world, viewerId }) => world.users.get(viewerId),
  organization: (_args, graph) => graph.organization,
  organizationExists: ({ urlKey }, graph) => ({ success: true, exists: graph.organization.urlKey === urlKey }),
  rateLimitStatus,

  user: ({ id }, { context }) => getUser(context, id),
  users: (args, graph) => graph.list('users', args, args.includeDisabled ? {} : { only: (user) => user.active }),
  team: ({ id }, { context }) => getTeam(context, id),
  teams: every('teams'),
  administrableTeams: every('teams'),
  archivedTeams: (_args, { world }) => [...world.teams.values()].filter((team) => team.archivedAt !== null),
  teamMembership: one('teamMemberships'),
  teamMemberships: every('teamMemberships'),
  workflowState: one('workflowStates'),
  workflowStates: every('workflowStates'),

  issue: ({ id }, { context }) => getIssue(context, id),
  issues: every('issues'),
  issueSearch: () => {
    throw new Deprecated();
  },
  searchIssues: (args, graph) => hits(graph, 'Issue', searchIssues(graph.world, args.term, args), args),
  issueVcsBranchSearch,
  issuePriorityValues: () => priorityValues,
  issueRelation: one('issueRelations'),
  issueRelations: every('issueRelations'),
  issueLabel: one('issueLabels'),
  issueLabels: every('issueLabels'),
  comment,
  comments: every('comments'),
  attachment: one('attachments'),
  attachments: every('attachments'),
  attachmentsForURL: (args, graph) => graph.list('attachments', args, { scope: `url:${args.url}` }),
  attachmentIssue: ({ id }, { context, world }) => world.issues.get(referenced(context, 'attachments', id).issueId),
  attachmentSources,

  project: ({ id }, { context }) => getProject(context, id),
  projects: every('projects'),
  searchProjects: (args, graph) => hits(graph, 'Project', searchProjects(graph.world, args.term, args), args),
  projectStatus: one('projectStatuses'),
  projectStatuses: every('projectStatuses'),
  projectStatusProjectCount: ({ id }, { context, world }) => ({
    count: world.projects.by.creation.count(liveIn(`status:${referenced(context, 'projectStatuses', id).id}`)),
    privateCount: 0,
    archivedTeamCount: 0,
  }),
  projectMilestone: one('projectMilestones'),
  projectMilestones: every('projectMilestones'),
  projectUpdate: one('projectUpdates'),
  projectUpdates: every('projectUpdates'),
  projectLabel: one('projectLabels'),
  projectLabels: every('projectLabels'),
  projectRelation: one('projectRelations'),
  projectRelations: every('projectRelations'),
  cycle: one('cycles'),
  cycles: every('cycles'),
  document: ({ id }, { context }) => getDocument(context, id),
  documents: every('documents'),
  searchDocuments: (args, graph) => hits(graph, 'Document', searchDocuments(graph.world, args.term, args), args),
  initiative: ({ id }, { context }) => getInitiative(context, id),
  initiatives: every('initiatives'),
  initiativeToProject: one('initiativeToProjects'),
  initiativeToProjects: every('initiativeToProjects'),
  initiativeUpdate: one('initiativeUpdates'),
  initiativeUpdates: every('initiativeUpdates'),
  initiativeLabel: one('initiativeLabels'),
  initiativeLabels: every('initiativeLabels'),
  entityExternalLink: one('entityExternalLinks'),

  favorite: one('favorites'),
  favorites: (args, graph) => graph.list('favorites', args, { scope: `owner:${graph.viewerId}` }),
  webhook: one('webhooks'),
  webhooks: every('webhooks'),
  notification: one('notifications'),
  notifications: (args, graph) => graph.list('notifications', args, { scope: `user:${graph.viewerId}` }),
  notificationsUnreadCount: (_args, { world, viewerId }) => world.notifications.by.unread.count(viewerId),
};
