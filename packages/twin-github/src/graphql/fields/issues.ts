import { hasPermission } from '../../actions/access.ts';
import { assigneesOf } from '../../actions/assignees.ts';
import { blockedOf, blockersOf, dependencyCounts, seenBy } from '../../actions/issue-dependencies.ts';
import { mayTriage } from '../../actions/issues.ts';
import { parentOf, partsOf } from '../../actions/sub-issues.ts';
import { repositoryOf } from '../../render/repository-path.ts';
import { type Comment, type Issue, type Label, type Milestone, stateGroup } from '../../world.ts';
import { inOrder, listed, none } from '../connection.ts';
import { type Fields, type Graph, withArgs } from '../graph.ts';
import { idIn } from '../ids.ts';
import { type Thing, thing } from '../thing.ts';
import { accountThing, userThing } from './accounts.ts';
import { discussed, reactable, written } from './discussed.ts';
import { LABEL_ORDER } from './labels.ts';

export const issueThing = (issue: Readonly<Issue>): Thing<Issue> => thing(issue.is_pull_request ? 'PullRequest' : 'Issue', issue);

const kind = ({ is_pull_request }: Readonly<Issue>): string => (is_pull_request ? 'pull' : 'issues');

export const pathOf = (issue: Readonly<Issue>, { context }: Graph): string =>
  `/${repositoryOf(context, issue).full_name}/${kind(issue)}/${issue.number}`;

export const commentsOn = (issue: Readonly<Issue>, { context }: Graph): readonly Readonly<Comment>[] =>
  context.world.comments.by.issue.page(issue.id, { limit: issue.comments });

/** Who wrote, was assigned or commented, each once. */
function participants(issue: Readonly<Issue>, graph: Graph): readonly Thing[] {
  const ids = new Set([issue.user_id, ...issue.assignee_ids, ...commentsOn(issue, graph).map(({ user_id }) => user_id)]);
  return [...ids].flatMap((id) => accountThing(graph, id) ?? []);
}

export const LOCK_REASONS: Readonly<Record<string, string>> = {
  'off-topic': 'OFF_TOPIC',
  'too heated': 'TOO_HEATED',
  resolved: 'RESOLVED',
  spam: 'SPAM',
};

/** What issues and pull requests have in common. */
export const conversation: Fields<Issue> = {
  ...written,
  ...reactable('issue'),
  number: ({ number }) => number,
  title: ({ title }) => title,
  titleHTML: ({ title }) => title.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  createdAt: ({ created_at }) => created_at,
  publishedAt: ({ created_at }) => created_at,
  updatedAt: ({ updated_at }) => updated_at,
  closedAt: ({ closed_at }) => closed_at,
  closed: ({ state }) => state === 'closed',
  locked: ({ locked }) => locked,
  activeLockReason: ({ active_lock_reason }) => (active_lock_reason === null ? null : (LOCK_REASONS[active_lock_reason] ?? null)),
  url: (issue, _args, graph) => graph.url(pathOf(issue, graph)),
  resourcePath: (issue, _args, graph) => pathOf(issue, graph),
  assignees: listed([], (issue: Readonly<Issue>, _args, { context }) => assigneesOf(context, issue).map(userThing)),
  labels: listed(['orderBy'], ({ label_ids }: Readonly<Issue>, { orderBy }, { context }) => {
    const labels = label_ids.flatMap((id) => context.world.labels.get(id) ?? []);
    return inOrder(labels, orderBy, LABEL_ORDER(context)).map((label) => thing('Label', label));
  }),
  milestone: ({ milestone_id }, _args, { context }) => {
    const milestone = milestone_id === null ? undefined : context.world.milestones.get(milestone_id);
    return milestone ? thing('Milestone', milestone) : null;
  },
  comments: listed(['orderBy'], (issue: Readonly<Issue>, { orderBy }, graph) =>
    inOrder(commentsOn(issue, graph), orderBy, { UPDATED_AT: ({ updated_at }) => updated_at }).map((comment) =>
      thing('IssueComment', comment),
    ),
  ),
  participants: listed([], (issue: Readonly<Issue>, _args, graph) => participants(issue, graph)),
  // Classic projects are gone.
  projectCards: none('archivedStates'),
  viewerCanClose: (issue, _args, { context, viewer }) =>
    issue.user_id === viewer.id || mayTriage(context, repositoryOf(context, issue)),
  viewerCanReopen: (issue, _args, { context, viewer }) =>
    issue.user_id === viewer.id || mayTriage(context, repositoryOf(context, issue)),
  viewerCanLabel: (issue, _args, { context }) => mayTriage(context, repositoryOf(context, issue)),
  viewerCanSubscribe: () => true,
};

/** Issues on the other side of dependencies, which stand in the order in which those were added. */
const dependencies = (issues: readonly Readonly<Issue>[], order: Parameters<typeof inOrder>[1]): readonly Thing[] =>
  inOrder(issues, order, {
    CREATED_AT: ({ created_at }) => created_at,
    DEPENDENCY_ADDED_AT: (issue) => issues.indexOf(issue),
  }).map(issueThing);

export const issueFields: Readonly<Record<string, Fields>> = {
  Issue: {
    ...conversation,
    id: (issue) => idIn('I', issue),
    state: ({ state }) => state.toUpperCase(),
    // "The state reason for duplicate issue is now returned by default" (changelog of the schema, 2025-07-15): the argument asks for nothing more.
    stateReason: withArgs(['enableDuplicate'], ({ state_reason }: Readonly<Issue>) => state_reason?.toUpperCase() ?? null),
    isPinned: ({ pin }) => pin != null,
    bodyResourcePath: (issue, _args, graph) => `${pathOf(issue, graph)}#issue-${issue.id}`,
    bodyUrl: (issue, _args, graph) => graph.url(`${pathOf(issue, graph)}#issue-${issue.id}`),
    hovercard: withArgs(['includeNotificationContexts'], () => ({ contexts: [] })),
    isReadByViewer: () => true,
    parent: ({ id }, _args, { context }) => {
      const parent = parentOf(context, id);
      return parent ? issueThing(parent) : null;
    },
    subIssues: listed([], ({ id }: Readonly<Issue>, _args, { context }) => partsOf(context, id).map(issueThing)),
    subIssuesSummary: ({ id }, _args, { context }) => {
      const parts = partsOf(context, id);
      const completed = parts.filter(({ state }) => state === 'closed').length;
      return {
        total: parts.length,
        completed,
        percentCompleted: parts.length === 0 ? 0 : Math.floor((completed / parts.length) * 100),
      };
    },
    blockedBy: listed(['orderBy'], ({ id }: Readonly<Issue>, { orderBy }, { context }) =>
      dependencies(seenBy(context, blockersOf(context, id)), orderBy),
    ),
    blocking: listed(['orderBy'], ({ id }: Readonly<Issue>, { orderBy }, { context }) =>
      dependencies(seenBy(context, blockedOf(context, id)), orderBy),
    ),
    issueDependenciesSummary({ id }, _args, { context }) {
      const { blocked_by, total_blocked_by, blocking, total_blocking } = dependencyCounts(context, id);
      return { blockedBy: blocked_by, blocking, totalBlockedBy: total_blocked_by, totalBlocking: total_blocking };
    },
    trackedIssues: none(),
    trackedInIssues: none(),
    trackedIssuesCount: withArgs(['states'], () => 0),
    viewerCanDelete: (issue, _args, { context, viewer }) =>
      hasPermission(context, repositoryOf(context, issue), viewer.id, 'admin'),
  } satisfies Fields<Issue>,
  IssueComment: {
    ...discussed('IC', 'issue_comment'),
    issue: ({ issue_id }, _args, { context }) => {
      const issue = context.world.issues.get(issue_id);
      return issue ? thing('Issue', issue) : null;
    },
    pullRequest: ({ issue_id }, _args, { context }) => {
      const issue = context.world.issues.get(issue_id);
      return issue?.is_pull_request ? thing('PullRequest', issue) : null;
    },
    url: (comment, _args, graph) => graph.url(commentPath(comment, graph)),
    resourcePath: (comment, _args, graph) => commentPath(comment, graph),
  } satisfies Fields<Comment>,
};

function commentPath({ issue_id, id }: Readonly<Comment>, graph: Graph): string {
  const issue = graph.context.world.issues.get(issue_id) as Readonly<Issue>;
  return `${pathOf(issue, graph)}#issuecomment-${id}`;
}

const milestonePath = (milestone: Readonly<Milestone>, { context }: Graph): string =>
  `/${repositoryOf(context, milestone).full_name}/milestone/${milestone.number}`;

const countOf = ({ id }: Readonly<Milestone>, { context }: Graph, state: 'open' | 'closed' | 'all'): number =>
  context.world.issues.by.milestone.count(stateGroup(id, state));

export const milestoneFields: Fields<Milestone> = {
  id: (milestone) => idIn('MI', milestone),
  number: ({ number }) => number,
  title: ({ title }) => title,
  description: ({ description }) => description,
  state: ({ state }) => state.toUpperCase(),
  closed: ({ state }) => state === 'closed',
  closedAt: ({ closed_at }) => closed_at,
  createdAt: ({ created_at }) => created_at,
  updatedAt: ({ updated_at }) => updated_at,
  dueOn: ({ due_on }) => due_on,
  creator: ({ creator_id }, _args, graph) => accountThing(graph, creator_id),
  openIssueCount: (milestone, _args, graph) => countOf(milestone, graph, 'open'),
  closedIssueCount: (milestone, _args, graph) => countOf(milestone, graph, 'closed'),
  progressPercentage: (milestone, _args, graph) => {
    const total = countOf(milestone, graph, 'all');
    return total === 0 ? 0 : (countOf(milestone, graph, 'closed') / total) * 100;
  },
  repository: (milestone, _args, { context }) => thing('Repository', repositoryOf(context, milestone)),
  url: (milestone, _args, graph) => graph.url(milestonePath(milestone, graph)),
  resourcePath: (milestone, _args, graph) => milestonePath(milestone, graph),
  viewerCanClose: (milestone, _args, { context, viewer }) =>
    hasPermission(context, repositoryOf(context, milestone), viewer.id, 'push'),
  viewerCanReopen: (milestone, _args, { context, viewer }) =>
    hasPermission(context, repositoryOf(context, milestone), viewer.id, 'push'),
};

const labelPath = (label: Readonly<Label>, { context }: Graph): string =>
  `/${repositoryOf(context, label).full_name}/labels/${encodeURIComponent(label.name)}`;

export const labelFields: Fields<Label> = {
  id: (label) => idIn('LA', label),
  name: ({ name }) => name,
  color: ({ color }) => color,
  description: ({ description }) => description,
  isDefault: (label) => label.default,
  // A label keeps no dates here: it is as old as its repository.
  createdAt: (label, _args, { context }) => repositoryOf(context, label).created_at,
  updatedAt: (label, _args, { context }) => repositoryOf(context, label).created_at,
  repository: (label, _args, { context }) => thing('Repository', repositoryOf(context, label)),
  url: (label, _args, graph) => graph.url(labelPath(label, graph)),
  resourcePath: (label, _args, graph) => labelPath(label, graph),
};
