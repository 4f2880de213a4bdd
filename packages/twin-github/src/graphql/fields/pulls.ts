import { hasPermission, isVisible } from '../../actions/access.ts';
import { branchRef } from '../../actions/branches.ts';
import { closingNumbers } from '../../actions/closing-words.ts';
import { RepositoryStore } from '../../actions/git-store.ts';
import { isLinkedTo, linkedIssuesOf } from '../../actions/linked-pulls.ts';
import { isMergeable, mergeState } from '../../actions/merge-state.ts';
import { canMergeAsAdmin, requiredApprovals } from '../../actions/protection/merge-rules.ts';
import { type ChangedFile, pullContent, testMerge } from '../../actions/pull-changes.ts';
import { type FoundPull, pullOf } from '../../actions/pulls.ts';
import { decision } from '../../actions/review-decision.ts';
import { listThreads } from '../../actions/review-threads.ts';
import { listReviews, type PullTarget } from '../../actions/reviews.ts';
import { commitState } from '../../actions/statuses.ts';
import { nodeId } from '../../node-id.ts';
import { total } from '../../render/commits.ts';
import { repositoryOf } from '../../render/repository-path.ts';
import { type Commit, type Issue, type Review, refKey, stateGroup } from '../../world.ts';
import { inOrder, listed } from '../connection.ts';
import { type Fields, type Graph, withArgs } from '../graph.ts';
import { idIn } from '../ids.ts';
import { type Thing, thing } from '../thing.ts';
import { accountThing } from './accounts.ts';
import { mergedByItself } from './auto-merge.ts';
import { gitThing } from './git.ts';
import { conversation, issueThing, pathOf } from './issues.ts';
import { queued } from './merge-queue.ts';

const found = (issue: Readonly<Issue>, { context }: Graph): FoundPull => pullOf(context, issue);

export const targetOf = (issue: Readonly<Issue>, graph: Graph): PullTarget => {
  const [owner = '', name = ''] = found(issue, graph).repository.full_name.split('/');
  return [owner, name, issue.number];
};

const filesOf = (issue: Readonly<Issue>, graph: Graph): readonly ChangedFile[] =>
  pullContent(graph.context, found(issue, graph)).files;
const commitsOf = (issue: Readonly<Issue>, graph: Graph): readonly string[] =>
  pullContent(graph.context, found(issue, graph)).commits;

const STATUS: Readonly<Record<string, string>> = { added: 'ADDED', removed: 'DELETED', renamed: 'RENAMED', modified: 'MODIFIED' };

const MERGEABLE = { true: 'MERGEABLE', false: 'CONFLICTING', undefined: 'UNKNOWN' } as const;

const mergeable = (issue: Readonly<Issue>, graph: Graph) => MERGEABLE[`${isMergeable(graph.context, found(issue, graph))}`];

export function refThing({ context }: Graph, repositoryId: number, branch: string): Thing | null {
  const ref = context.world.refs.get(refKey(repositoryId, branchRef(branch)));
  return ref ? thing('Ref', ref) : null;
}

/** The last review of each reviewer, with a verdict or without. */
function latestOf(reviews: readonly Readonly<Review>[]): readonly Readonly<Review>[] {
  const last = new Map<number, Readonly<Review>>();
  for (const review of reviews) if (review.state !== 'PENDING') last.set(review.user_id, review);
  return [...last.values()];
}

const reviewThings = (reviews: readonly Readonly<Review>[]): readonly Thing[] =>
  reviews.map((one) => thing('PullRequestReview', one));

function requests(issue: Readonly<Issue>, graph: Graph): readonly Thing[] {
  const { pull } = found(issue, graph);
  const { teams } = graph.context.world;
  return [
    ...pull.requested_reviewer_ids.flatMap((id) => accountThing(graph, id) ?? []),
    ...pull.requested_team_ids.flatMap((id) => {
      const team = teams.get(id);
      return team ? [thing('Team', team)] : [];
    }),
  ].map((reviewer, at) => thing('ReviewRequest', { reviewer, issue, at }));
}

/** The issues that it is linked to, as it is from a branch of theirs. */
const linkedTo = (issue: Readonly<Issue>, { context }: Graph): readonly Thing<Issue>[] =>
  linkedIssuesOf(context, issue.id)
    .filter((one) => isVisible(context, repositoryOf(context, one)))
    .map(issueThing);

/** The issues that it closes: those that it is linked to, and the repository's own ones that the description says to close. */
function closing(issue: Readonly<Issue>, graph: Graph): readonly Thing<Issue>[] {
  const linked = linkedTo(issue, graph);
  return [...linked, ...named(issue, graph).filter(({ of }) => !linked.some((one) => one.of.id === of.id))];
}

function named(issue: Readonly<Issue>, graph: Graph): readonly Thing<Issue>[] {
  const { repository, pull } = found(issue, graph);
  if (pull.base_ref !== repository.default_branch) return [];
  const numbers = new Set(closingNumbers(repository, issue.body ?? ''));
  return [...numbers].flatMap((number) => {
    const one = graph.context.world.issues.by.number.first(`${repository.id}/${number}`);
    return one && !one.is_pull_request ? [issueThing(one)] : [];
  });
}

/** The pull requests that are linked to an issue, and those of its repository that say to close it. */
function closersOf(issue: Readonly<Issue>, graph: Graph, onlyLinked: boolean): readonly Readonly<Issue>[] {
  const { issues, linked_pull_requests: links } = graph.context.world;
  const linked = links.by.issue
    .page(issue.id, { limit: links.by.issue.count(issue.id) })
    .flatMap(({ pull_id }) => issues.get(pull_id) ?? []);
  if (onlyLinked) return linked;
  const group = stateGroup(issue.repository_id, 'all');
  const own = issues.by.pulls.page(group, { limit: issues.by.pulls.count(group) });
  const says = own.filter((one) => named(one, graph).some(({ of }) => of.id === issue.id));
  return [...says.filter(({ id }) => !isLinkedTo(graph.context, id, issue.id)), ...linked];
}

/** The pull requests that say to close an issue; closed ones that weren't merged only where they are asked for. */
export const closedBy: Fields<Issue> = {
  closedByPullRequestsReferences: listed(
    ['includeClosedPrs', 'orderByState', 'userLinkedOnly'],
    (issue: Readonly<Issue>, { includeClosedPrs, orderByState, userLinkedOnly }, graph) => {
      const { context } = graph;
      const closers = closersOf(issue, graph, userLinkedOnly === true)
        .filter((one) => one.state === 'open' || includeClosedPrs === true || found(one, graph).pull.merged_at !== null)
        .filter((one) => isVisible(context, repositoryOf(context, one)));
      const isClosed = ({ state }: Readonly<Issue>) => (state === 'open' ? 0 : 1);
      return (orderByState === true ? closers.toSorted((one, other) => isClosed(one) - isClosed(other)) : closers).map(
        issueThing,
      );
    },
  ),
};

/** Both ends of it, and what lies between them. */
const changes: Fields<Issue> = {
  baseRefName: (issue, _args, graph) => found(issue, graph).pull.base_ref,
  baseRefOid: (issue, _args, graph) => found(issue, graph).pull.base_sha,
  baseRef: (issue, _args, graph) => refThing(graph, issue.repository_id, found(issue, graph).pull.base_ref),
  baseRepository: (issue, _args, graph) => thing('Repository', found(issue, graph).repository),
  headRefName: (issue, _args, graph) => found(issue, graph).pull.head_ref,
  headRefOid: (issue, _args, graph) => found(issue, graph).pull.head_sha,
  headRef: (issue, _args, graph) =>
    refThing(graph, found(issue, graph).pull.head_repository_id, found(issue, graph).pull.head_ref),
  headRepository: (issue, _args, graph) => {
    const repository = graph.context.world.repositories.get(found(issue, graph).pull.head_repository_id);
    return repository ? thing('Repository', repository) : null;
  },
  headRepositoryOwner: (issue, _args, graph) => {
    const repository = graph.context.world.repositories.get(found(issue, graph).pull.head_repository_id);
    return repository ? accountThing(graph, repository.owner_id) : null;
  },
  isCrossRepository: (issue, _args, graph) => found(issue, graph).pull.head_repository_id !== issue.repository_id,
  additions: (issue, _args, graph) => total(filesOf(issue, graph), 'additions'),
  deletions: (issue, _args, graph) => total(filesOf(issue, graph), 'deletions'),
  changedFiles: (issue, _args, graph) => filesOf(issue, graph).length,
  files: listed([], (issue: Readonly<Issue>, _args, graph) =>
    filesOf(issue, graph).map((file) => thing('PullRequestChangedFile', file)),
  ),
  commits: listed([], (issue: Readonly<Issue>, _args, graph) => {
    const store = new RepositoryStore(graph.context, issue.repository_id);
    return commitsOf(issue, graph).flatMap((sha) => {
      const commit = store.commit(sha);
      return commit ? [thing('PullRequestCommit', { commit, issue })] : [];
    });
  }),
  statusCheckRollup: (issue, _args, graph) => {
    const { pull } = found(issue, graph);
    const commit = new RepositoryStore(graph.context, issue.repository_id).commit(pull.head_sha);
    return commit && commitState(graph.context, issue.repository_id, commit.sha) !== undefined
      ? thing('StatusCheckRollup', commit)
      : null;
  },
};

const merging: Fields<Issue> = {
  mergeable: (issue, _args, graph) => mergeable(issue, graph),
  mergeStateStatus: (issue, _args, { context }) => mergeState(context, pullOf(context, issue)).toUpperCase(),
  merged: (issue, _args, graph) => found(issue, graph).pull.merged_at !== null,
  mergedAt: (issue, _args, graph) => found(issue, graph).pull.merged_at,
  mergedBy: (issue, _args, graph) => accountThing(graph, found(issue, graph).pull.merged_by_id),
  mergeCommit: (issue, _args, graph) => {
    const { pull } = found(issue, graph);
    if (pull.merged_at === null || pull.merge_commit_sha === null) return null;
    return gitThing(new RepositoryStore(graph.context, issue.repository_id), 'commit', pull.merge_commit_sha);
  },
  potentialMergeCommit: (issue, _args, graph) => {
    const sha = mergeable(issue, graph) === 'MERGEABLE' ? testMerge(graph.context, found(issue, graph)) : undefined;
    return sha === undefined ? null : thing('Commit', potential(issue, graph, sha));
  },
  maintainerCanModify: (issue, _args, graph) => found(issue, graph).pull.maintainer_can_modify,
  canBeRebased: (issue, _args, graph) => mergeable(issue, graph) === 'MERGEABLE',
  ...queued,
  ...mergedByItself,
  viewerCanMergeAsAdmin: (issue, _args, graph) => canMergeAsAdmin(graph.context, found(issue, graph)),
  viewerCanDeleteHeadRef: (issue, _args, { context, viewer }) =>
    hasPermission(context, pullOf(context, issue).repository, viewer.id, 'push'),
};

/** A test merge is in no store: it has its id and its ends. */
const potential = (issue: Readonly<Issue>, graph: Graph, sha: string): Readonly<Commit> => {
  const { pull } = found(issue, graph);
  const head = new RepositoryStore(graph.context, issue.repository_id).commit(pull.head_sha) as Readonly<Commit>;
  return { ...head, sha, parents: [pull.base_sha, pull.head_sha], message: `Merge ${pull.head_sha} into ${pull.base_sha}` };
};

const reviewing: Fields<Issue> = {
  reviewDecision: (issue, _args, graph) =>
    decision(graph.context, issue.id) ?? (requiredApprovals(graph.context, found(issue, graph)) ? 'REVIEW_REQUIRED' : null),
  reviewRequests: listed([], (issue: Readonly<Issue>, _args, graph) => requests(issue, graph)),
  reviews: listed(['states', 'author'], (issue: Readonly<Issue>, { states, author }, graph) =>
    reviewThings(
      listReviews(graph.context, ...targetOf(issue, graph)).filter(
        ({ state, user_id }) =>
          (states == null || states.includes(state)) &&
          (author == null || graph.context.world.users.get(user_id)?.login.toLowerCase() === author.toLowerCase()),
      ),
    ),
  ),
  latestReviews: listed([], (issue: Readonly<Issue>, _args, graph) =>
    reviewThings(latestOf(listReviews(graph.context, ...targetOf(issue, graph)))),
  ),
  latestOpinionatedReviews: listed(['writersOnly'], (issue: Readonly<Issue>, { writersOnly }, graph) =>
    reviewThings(
      latestOf(listReviews(graph.context, ...targetOf(issue, graph)).filter(({ state }) => state !== 'COMMENTED')).filter(
        ({ user_id }) => writersOnly !== true || hasPermission(graph.context, found(issue, graph).repository, user_id, 'push'),
      ),
    ),
  ),
  viewerLatestReview: (issue, _args, graph) => {
    const mine = listReviews(graph.context, ...targetOf(issue, graph)).findLast(({ user_id }) => user_id === graph.viewer.id);
    return mine ? thing('PullRequestReview', mine) : null;
  },
  reviewThreads: listed([], (issue: Readonly<Issue>, _args, graph) =>
    listThreads(graph.context, ...targetOf(issue, graph)).map(({ root }) => thing('PullRequestReviewThread', root)),
  ),
  totalCommentsCount: (issue, _args, { context }) => issue.comments + context.world.review_comments.by.pull.count(issue.id),
};

// A pull request is never deleted.
const { viewerCanDelete: _never, ...inCommon } = conversation;

export const pullFields: Readonly<Record<string, Fields>> = {
  PullRequest: {
    ...inCommon,
    ...changes,
    ...merging,
    ...reviewing,
    id: (issue) => idIn('PR', issue),
    databaseId: (issue, _args, graph) => found(issue, graph).pull.id,
    fullDatabaseId: (issue, _args, graph) => String(found(issue, graph).pull.id),
    state: (issue, _args, graph) => (found(issue, graph).pull.merged_at ? 'MERGED' : issue.state.toUpperCase()),
    isDraft: (issue, _args, graph) => found(issue, graph).pull.draft,
    isReadByViewer: () => true,
    permalink: (issue, _args, graph) => graph.url(pathOf(issue, graph)),
    checksUrl: (issue, _args, graph) => graph.url(`${pathOf(issue, graph)}/checks`),
    checksResourcePath: (issue, _args, graph) => `${pathOf(issue, graph)}/checks`,
    revertUrl: (issue, _args, graph) => graph.url(`${pathOf(issue, graph)}/revert`),
    closingIssuesReferences: listed(['userLinkedOnly', 'orderBy'], (issue: Readonly<Issue>, { userLinkedOnly, orderBy }, graph) =>
      inOrder(userLinkedOnly === true ? linkedTo(issue, graph) : closing(issue, graph), orderBy, {
        CREATED_AT: ({ of }) => of.created_at,
        UPDATED_AT: ({ of }) => of.updated_at,
        COMMENTS: ({ of }) => of.comments,
      }),
    ),
    viewerCanUpdateBranch: (issue, _args, { context, viewer }) =>
      hasPermission(context, pullOf(context, issue).repository, viewer.id, 'push'),
    hovercard: withArgs(['includeNotificationContexts'], () => ({ contexts: [] })),
    suggestedReviewers: () => [],
  } satisfies Fields<Issue>,
  PullRequestChangedFile: {
    path: ({ path }) => path,
    additions: ({ diff }) => diff.additions,
    deletions: ({ diff }) => diff.deletions,
    changeType: ({ status }) => STATUS[status] ?? 'CHANGED',
    viewerViewedState: () => 'UNVIEWED',
  } satisfies Fields<ChangedFile>,
  PullRequestCommit: {
    id: ({ commit, issue }) => nodeId('PURC', issue.repository_id, issue.id, commit.sha),
    commit: ({ commit }) => thing('Commit', commit),
    pullRequest: ({ issue }) => thing('PullRequest', issue),
    url: ({ commit, issue }, _args, graph) => graph.url(`${pathOf(issue, graph)}/commits/${commit.sha}`),
    resourcePath: ({ commit, issue }, _args, graph) => `${pathOf(issue, graph)}/commits/${commit.sha}`,
  } satisfies Fields<{ commit: Readonly<Commit>; issue: Readonly<Issue> }>,
  ReviewRequest: {
    id: ({ issue, at }) => nodeId('RRQ', issue.repository_id, issue.id, at),
    databaseId: ({ issue, at }) => issue.id * 100 + at,
    asCodeOwner: () => false,
    requestedReviewer: ({ reviewer }) => reviewer,
    pullRequest: ({ issue }) => thing('PullRequest', issue),
  } satisfies Fields<{ reviewer: Thing; issue: Readonly<Issue>; at: number }>,
};
