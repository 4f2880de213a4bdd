import { RepositoryStore } from '../../actions/git-store.ts';
import { entryState } from '../../actions/merge-queue/advance.ts';
import { entriesOf, entryOf } from '../../actions/merge-queue/entries.ts';
import { type QueueSettings, queueOf } from '../../actions/merge-queue/rule.ts';
import { pullOf } from '../../actions/pulls.ts';
import { nodeId } from '../../node-id.ts';
import type { GithubContext, Issue, MergeQueueEntry, Repository } from '../../world.ts';
import { listed } from '../connection.ts';
import { type Fields, type Graph, withArgs } from '../graph.ts';
import { idIn } from '../ids.ts';
import { type Thing, thing } from '../thing.ts';
import { accountThing } from './accounts.ts';
import { gitThing } from './git.ts';

/** The queue of a branch, which no record stands for: a rule makes it. */
export interface Queue {
  repository: Readonly<Repository>;
  branch: string;
  settings: QueueSettings;
}

export function queueThing(context: GithubContext, repository: Readonly<Repository>, branch: string): Thing<Queue> | null {
  const settings = queueOf(context, repository, branch);
  return settings ? thing('MergeQueue', { repository, branch, settings }) : null;
}

export const entryThing = (entry: Readonly<MergeQueueEntry>): Thing<MergeQueueEntry> => thing('MergeQueueEntry', entry);

const pathOf = ({ repository, branch }: Readonly<Queue>): string => `/${repository.full_name}/queue/${branch}`;

const commitIn = (sha: string | undefined, { repository_id }: Readonly<MergeQueueEntry>, { context }: Graph): Thing | null =>
  sha === undefined ? null : gitThing(new RepositoryStore(context, repository_id), 'commit', sha);

export const mergeQueueFields: Readonly<Record<string, Fields>> = {
  MergeQueue: {
    id: ({ repository, branch }) => nodeId('MQ', repository.id, branch),
    configuration: ({ settings }) => ({
      checkResponseTimeout: settings.check_response_timeout_minutes,
      maximumEntriesToBuild: settings.max_entries_to_build,
      maximumEntriesToMerge: settings.max_entries_to_merge,
      mergeMethod: settings.merge_method,
      mergingStrategy: settings.grouping_strategy,
      minimumEntriesToMerge: settings.min_entries_to_merge,
      minimumEntriesToMergeWaitTime: settings.min_entries_to_merge_wait_minutes,
    }),
    entries: listed([], ({ repository, branch }: Readonly<Queue>, _args, { context }) =>
      entriesOf(context, repository.id, branch).map(entryThing),
    ),
    // How long checks take isn't known before they are over.
    nextEntryEstimatedTimeToMerge: () => null,
    repository: ({ repository }) => thing('Repository', repository),
    resourcePath: pathOf,
    url: (queue, _args, graph) => graph.url(pathOf(queue)),
  } satisfies Fields<Queue>,
  MergeQueueEntry: {
    id: (entry) => idIn('MQE', entry),
    baseCommit: (entry, _args, graph) => commitIn(entry.group?.base_sha, entry, graph),
    headCommit: (entry, _args, graph) => commitIn(entry.group?.head_sha, entry, graph),
    enqueuedAt: ({ enqueued_at }) => enqueued_at,
    enqueuer: ({ enqueuer_id }, _args, graph) => accountThing(graph, enqueuer_id),
    estimatedTimeToMerge: () => null,
    jump: ({ jump }) => jump,
    mergeQueue: ({ repository_id, base_ref }, _args, { context }) => {
      const repository = context.world.repositories.get(repository_id);
      return repository ? queueThing(context, repository, base_ref) : null;
    },
    // One that has left is told as it was, at the front.
    position: ({ id, repository_id, base_ref }, _args, { context }) =>
      Math.max(1, entriesOf(context, repository_id, base_ref).findIndex((one) => one.id === id) + 1),
    pullRequest: ({ issue_id }, _args, { context }) => {
      const issue = context.world.issues.get(issue_id);
      return issue ? thing('PullRequest', issue) : null;
    },
    solo: () => false,
    state: (entry, _args, { context }) => entryState(context, entry),
  } satisfies Fields<MergeQueueEntry>,
};

/** Where a pull request stands in its base's queue. */
export const queued: Fields<Issue> = {
  isInMergeQueue: ({ id }, _args, { context }) => entryOf(context, id) !== undefined,
  isMergeQueueEnabled: (issue, _args, { context }) => queueOfPull(context, issue) !== null,
  mergeQueue: (issue, _args, { context }) => queueOfPull(context, issue),
  mergeQueueEntry: ({ id }, _args, { context }) => {
    const entry = entryOf(context, id);
    return entry ? entryThing(entry) : null;
  },
};

function queueOfPull(context: GithubContext, issue: Readonly<Issue>): Thing<Queue> | null {
  const { pull, repository } = pullOf(context, issue);
  return queueThing(context, repository, pull.base_ref);
}

/** The queue of a branch, by default of the default branch. */
export const mergeQueueOf = withArgs(['branch'], (repository: Readonly<Repository>, { branch }, { context }) =>
  queueThing(context, repository, branch ?? repository.default_branch),
);
