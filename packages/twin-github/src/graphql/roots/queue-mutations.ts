import { disableAutoMerge, enableAutoMerge } from '../../actions/auto-merge/request.ts';
import { dequeuePull, enqueuePull } from '../../actions/merge-queue/entries.ts';
import type { MergeMethod } from '../../actions/pull-merge.ts';
import { userThing } from '../fields/accounts.ts';
import { entryThing } from '../fields/merge-queue.ts';
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
    ({ pullRequestId, expectedHeadOid, mergeMethod, commitHeadline, commitBody, authorEmail }, graph) => {
      const issue = pullIn(graph, pullRequestId);
      enableAutoMerge(graph.context, ...placeOf(graph, issue), {
        merge_method: (mergeMethod ?? 'MERGE').toLowerCase() as MergeMethod,
        commit_title: commitHeadline ?? undefined,
        commit_message: commitBody ?? undefined,
        author_email: authorEmail ?? undefined,
        sha: expectedHeadOid ?? undefined,
      });
      return { pullRequest: shown(graph, issue), actor: userThing(graph.viewer) };
    },
  ),
  disablePullRequestAutoMerge: mutation(['pullRequestId'], ['pullRequest', 'actor'], ({ pullRequestId }, graph) => {
    const issue = pullIn(graph, pullRequestId);
    disableAutoMerge(graph.context, ...placeOf(graph, issue));
    return { pullRequest: shown(graph, issue), actor: userThing(graph.viewer) };
  }),
};
