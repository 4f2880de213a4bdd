import { disableAutoMerge, enableAutoMerge } from '../../actions/auto-merge/request.ts';
import { dequeuePull, enqueuePull } from '../../actions/merge-queue/entries.ts';
import { userThing } from '../fields/accounts.ts';
import { entryThing } from '../fields/merge-queue.ts';
import { mergeOptions } from './merge-options.ts';
import { type Mutations, mutation, placeOf, pullIn, shown } from './mutation.ts';

export const queueMutations: Mutations = {
  enqueuePullRequest: mutation(
    ['pullRequestId', 'jump', 'expectedHeadOid'],
    ['mergeQueueEntry'],
    ({ pullRequestId, jump, expectedHeadOid }, graph) => {
      const asked = { jump: jump ?? undefined, sha: expectedHeadOid ?? undefined };
      return { mergeQueueEntry: entryThing(enqueuePull(graph.context, ...placeOf(graph, pullIn(graph, pullRequestId)), asked)) };
    },
  ),
  dequeuePullRequest: mutation(['id'], ['mergeQueueEntry'], ({ id }, graph) => ({
    mergeQueueEntry: entryThing(dequeuePull(graph.context, ...placeOf(graph, pullIn(graph, id)))),
  })),
  enablePullRequestAutoMerge: mutation(
    ['pullRequestId', 'expectedHeadOid', 'mergeMethod', 'commitHeadline', 'commitBody', 'authorEmail'],
    ['pullRequest', 'actor'],
    ({ pullRequestId, ...options }, graph) => {
      const issue = pullIn(graph, pullRequestId);
      enableAutoMerge(graph.context, ...placeOf(graph, issue), mergeOptions(options));
      return { pullRequest: shown(graph, issue), actor: userThing(graph.viewer) };
    },
  ),
  disablePullRequestAutoMerge: mutation(['pullRequestId'], ['pullRequest', 'actor'], ({ pullRequestId }, graph) => {
    const issue = pullIn(graph, pullRequestId);
    disableAutoMerge(graph.context, ...placeOf(graph, issue));
    return { pullRequest: shown(graph, issue), actor: userThing(graph.viewer) };
  }),
};
