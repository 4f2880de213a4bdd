import { closingNumbers } from '../../actions/closing-words.ts';
import { RepositoryStore } from '../../actions/git-store.ts';
import { pullOf } from '../../actions/pulls.ts';
import { nodeId } from '../../node-id.ts';
import { EVENT_PREFIX } from '../../render/issue-events.ts';
import { markdownHtml } from '../../render/markdown-html.ts';
import { repositoryOf } from '../../render/repository-path.ts';
import { type GithubContext, type Issue, type IssueEvent, type IssueEventName, labelNameKey } from '../../world.ts';
import type { Fields, Graph } from '../graph.ts';
import { type Thing, thing } from '../thing.ts';
import { eventType } from '../timeline-types.ts';
import { accountThing } from './accounts.ts';
import { gitThing } from './git.ts';
import { issueThing, LOCK_REASONS, pathOf } from './issues.ts';
import { queueThing } from './merge-queue.ts';
import { refThing } from './pulls.ts';
import type { CrossReference } from './timeline.ts';

type Event = Readonly<IssueEvent>;

const issueOf = ({ issue_id }: Event, { context }: Graph): Readonly<Issue> =>
  context.world.issues.get(issue_id) as Readonly<Issue>;
/** The issue or the pull request that it happened to. */
const subject = (event: Event, _args: unknown, graph: Graph): Thing => issueThing(issueOf(event, graph));
/** The other issue of a relation, while it is there. */
function related({ related_issue_id: id }: Event, _args: unknown, { context }: Graph): Thing | null {
  const issue = context.world.issues.get(id ?? 0);
  return issue ? issueThing(issue) : null;
}

const accountBy = (graph: Graph, id: number | undefined): Thing | null => (id === undefined ? null : accountThing(graph, id));
/** Where the schema has a User, nobody else stands. */
function userBy(graph: Graph, id: number | undefined): Thing | null {
  const found = accountBy(graph, id);
  return found?.type === 'User' ? found : null;
}
const actor = ({ actor_id }: Event, _args: unknown, graph: Graph): Thing | null => userBy(graph, actor_id);

const eventPath = (event: Event, graph: Graph): string => `${pathOf(issueOf(event, graph), graph)}#event-${event.id}`;
const addressed: Fields<IssueEvent> = {
  resourcePath: (event, _args, graph) => eventPath(event, graph),
  url: (event, _args, graph) => graph.url(eventPath(event, graph)),
};
const numbered: Fields<IssueEvent> = { databaseId: ({ id }) => id };
const ofPull: Fields<IssueEvent> = { pullRequest: subject };

const commitIn = ({ repository_id }: Event, { context }: Graph, sha: string | null | undefined): Thing | null =>
  sha == null ? null : gitThing(new RepositoryStore(context, repository_id), 'commit', sha);

/** A label as it was, where it is there no more. */
function labelThen({ repository_id, label }: Event, _args: unknown, { context }: Graph): Thing {
  const { name, color } = label as NonNullable<IssueEvent['label']>;
  const known = context.world.labels.by.name.first(labelNameKey(repository_id, name));
  return thing('Label', known ?? { id: 0, repository_id, name, color, description: null, default: false });
}

function requested(
  { requested_reviewer_id: person, requested_team_id: team }: Event,
  _args: unknown,
  graph: Graph,
): Thing | null {
  const group = graph.context.world.teams.get(team ?? 0);
  return group ? thing('Team', group) : accountBy(graph, person);
}

const queueOf = (event: Event, _args: unknown, graph: Graph): Thing | null => {
  const { repository, pull } = pullOf(graph.context, issueOf(event, graph));
  return queueThing(graph.context, repository, pull.base_ref);
};

const pullAt = (event: Event, { context }: Graph) => pullOf(context, issueOf(event, { context } as Graph)).pull;

const assignment: Fields<IssueEvent> = {
  assignable: subject,
  assignee: ({ assignee_id }, _args, graph) => accountBy(graph, assignee_id),
  user: ({ assignee_id }, _args, graph) => userBy(graph, assignee_id),
};
const labelling: Fields<IssueEvent> = { label: labelThen, labelable: subject };
const milestoning: Fields<IssueEvent> = { milestoneTitle: ({ milestone }) => milestone?.title ?? '', subject };
const enabling: Fields<IssueEvent> = { ...ofPull, enabler: actor };
const typing: Fields<IssueEvent> = {
  ...numbered,
  issueType: ({ issue_type }, _args, { context }) => typeThing(context, issue_type?.id),
};
const requesting: Fields<IssueEvent> = { ...ofPull, requestedReviewer: requested };

function typeThing({ world }: GithubContext, id: number | undefined): Thing | null {
  const type = world.issue_types.get(id ?? 0);
  return type ? thing('IssueType', type) : null;
}

/** The other side of a link, else this one, as there is always one. */
const linked = ({ connected_id, issue_id }: Event, { world }: GithubContext): Readonly<Issue> =>
  (world.issues.get(connected_id ?? issue_id) ?? world.issues.get(issue_id)) as Readonly<Issue>;

const reasonOf = ({ state_reason }: Event): string | null => state_reason?.toUpperCase() ?? null;

/** What each event has beside its actor and its time. */
const OF_EVENT: Readonly<Record<IssueEventName, Fields<IssueEvent>>> = {
  added_to_merge_queue: { ...ofPull, enqueuer: actor, mergeQueue: queueOf },
  assigned: assignment,
  auto_merge_disabled: {
    ...ofPull,
    disabler: actor,
    reason: ({ auto_merge_disabled }) => auto_merge_disabled?.reason ?? null,
    reasonCode: ({ auto_merge_disabled }) => auto_merge_disabled?.code ?? null,
  },
  auto_merge_enabled: enabling,
  auto_rebase_enabled: enabling,
  auto_squash_enabled: enabling,
  base_ref_changed: {
    ...ofPull,
    ...numbered,
    previousRefName: ({ base_ref }) => base_ref?.from ?? '',
    currentRefName: (event, _args, graph) => event.base_ref?.to ?? pullAt(event, graph).base_ref,
  },
  blocked_by_added: { ...numbered, blockingIssue: related },
  blocked_by_removed: { ...numbered, blockingIssue: related },
  blocking_added: { ...numbered, blockedIssue: related },
  blocking_removed: { ...numbered, blockedIssue: related },
  closed: {
    ...addressed,
    closable: subject,
    // Whose words closed it isn't kept.
    closer: (event, _args, graph) => commitIn(event, graph, event.commit_id),
    stateReason: reasonOf,
  },
  comment_deleted: {
    ...numbered,
    deletedCommentAuthor: ({ deleted_user_id }, _args, graph) => accountBy(graph, deleted_user_id),
  },
  connected: {
    isCrossRepository: (event, _args, { context }) => linked(event, context).repository_id !== event.repository_id,
    source: (event, _args, { context }) => issueThing(linked(event, context)),
    subject,
  },
  convert_to_draft: { ...ofPull, ...addressed },
  demilestoned: milestoning,
  head_ref_deleted: {
    ...ofPull,
    headRef: (event, _args, graph) => headRef(event, graph),
    headRefName: (event, _args, graph) => pullAt(event, graph).head_ref,
  },
  head_ref_force_pushed: {
    ...ofPull,
    beforeCommit: (event, _args, graph) => commitIn(event, graph, event.head?.before),
    afterCommit: (event, _args, graph) => commitIn(event, graph, event.head?.after),
    ref: (event, _args, graph) => headRef(event, graph),
  },
  issue_type_added: typing,
  issue_type_changed: {
    ...typing,
    prevIssueType: ({ prev_issue_type }, _args, { context }) => typeThing(context, prev_issue_type?.id),
  },
  issue_type_removed: {
    ...numbered,
    issueType: ({ prev_issue_type, issue_type }, _args, { context }) => typeThing(context, (issue_type ?? prev_issue_type)?.id),
  },
  labeled: labelling,
  locked: {
    lockable: subject,
    lockReason: ({ lock_reason }) => (lock_reason == null ? null : (LOCK_REASONS[lock_reason] ?? null)),
  },
  merged: {
    ...ofPull,
    ...addressed,
    commit: (event, _args, graph) => commitIn(event, graph, event.commit_id),
    mergeRef: (event, _args, graph) => refThing(graph, event.repository_id, pullAt(event, graph).base_ref),
    mergeRefName: (event, _args, graph) => pullAt(event, graph).base_ref,
  },
  milestoned: milestoning,
  parent_issue_added: { parent: related },
  parent_issue_removed: { parent: related },
  pinned: { issue: subject },
  ready_for_review: { ...ofPull, ...addressed },
  removed_from_merge_queue: {
    ...ofPull,
    beforeCommit: () => null,
    enqueuer: ({ enqueuer_id }, _args, graph) => userBy(graph, enqueuer_id),
    mergeQueue: queueOf,
    reason: ({ dequeue_reason }) => dequeue_reason ?? null,
  },
  renamed: { currentTitle: ({ rename }) => rename?.to ?? '', previousTitle: ({ rename }) => rename?.from ?? '', subject },
  reopened: { closable: subject, stateReason: reasonOf },
  review_dismissed: {
    ...ofPull,
    ...addressed,
    ...numbered,
    dismissalMessage: ({ dismissed_review }) => dismissed_review?.dismissal_message ?? null,
    dismissalMessageHTML: ({ dismissed_review }) => markdownHtml(dismissed_review?.dismissal_message ?? ''),
    previousReviewState: ({ dismissed_review }) => dismissed_review?.state.toUpperCase() ?? 'COMMENTED',
    pullRequestCommit: () => null,
    review: ({ dismissed_review }, _args, { context }) => {
      const review = context.world.reviews.get(dismissed_review?.review_id ?? 0);
      return review ? thing('PullRequestReview', review) : null;
    },
  },
  review_request_removed: requesting,
  review_requested: requesting,
  sub_issue_added: { subIssue: related },
  sub_issue_removed: { subIssue: related },
  transferred: {
    issue: subject,
    fromRepository: ({ from_repository_id }, _args, { context }) => {
      const repository = context.world.repositories.get(from_repository_id ?? 0);
      return repository ? thing('Repository', repository) : null;
    },
  },
  unassigned: assignment,
  unlabeled: labelling,
  unlocked: { lockable: subject },
  unpinned: { issue: subject },
};

function headRef(event: Event, graph: Graph): Thing | null {
  const { head_repository_id, head_ref } = pullAt(event, graph);
  return refThing(graph, head_repository_id, head_ref);
}

const common: Fields<IssueEvent> = {
  id: ({ event, repository_id, id }) => nodeId(EVENT_PREFIX[event], repository_id, id),
  actor: ({ actor_id }, _args, graph) => accountThing(graph, actor_id),
  createdAt: ({ created_at }) => created_at,
};

const crossReferenced: Fields<CrossReference> = {
  id: ({ reference, target }) => nodeId('CRE', target.repository_id, target.id, reference.source.id),
  actor: ({ reference }, _args, graph) => accountThing(graph, reference.actor_id),
  createdAt: ({ reference }) => reference.created_at,
  referencedAt: ({ reference }) => reference.created_at,
  isCrossRepository: ({ reference, target }) => reference.source.repository_id !== target.repository_id,
  source: ({ reference }) => issueThing(reference.source),
  target: ({ target }) => issueThing(target),
  willCloseTarget: ({ reference: { source }, target }, _args, { context }) =>
    source.is_pull_request &&
    source.repository_id === target.repository_id &&
    closingNumbers(repositoryOf(context, target), source.body ?? '').includes(target.number),
  resourcePath: ({ reference }, _args, graph) => pathOf(reference.source, graph),
  url: ({ reference }, _args, graph) => graph.url(pathOf(reference.source, graph)),
};

/** Every type of event that a timeline may hold, with its fields. */
export const timelineEventFields: Readonly<Record<string, Fields>> = {
  ...Object.fromEntries(
    Object.entries(OF_EVENT).map(([event, own]) => [eventType(event as IssueEventName), { ...common, ...own }]),
  ),
  CrossReferencedEvent: crossReferenced,
};
