import { dequeuePull, enqueuePull } from '../../actions/merge-queue/entries.ts';
import { queueOf } from '../../actions/merge-queue/rule.ts';
import { pullOf } from '../../actions/pulls.ts';
import { Unsupported } from '../../errors.ts';
import { userThing } from '../fields/accounts.ts';
import { issueThing } from '../fields/issues.ts';
import { entryThing } from '../fields/merge-queue.ts';
import { GraphRefusal } from '../graph.ts';
import { type Mutations, mutation, placeOf, pullIn } from './mutation.ts';

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
  // gh puts a pull request into a queue by this one (cli/cli#13398); how it is merged is the queue's to say.
  enablePullRequestAutoMerge: mutation(
    ['pullRequestId', 'expectedHeadOid', 'mergeMethod', 'commitHeadline', 'commitBody', 'authorEmail'],
    ['pullRequest', 'actor'],
    ({ pullRequestId, expectedHeadOid }, graph) => {
      const issue = pullIn(graph, pullRequestId);
      const { repository, pull } = pullOf(graph.context, issue);
      if (!repository.allow_auto_merge) throw new GraphRefusal('UNPROCESSABLE', 'Auto merge is not allowed for this repository');
      if (!queueOf(graph.context, repository, pull.base_ref))
        throw new Unsupported('enablePullRequestAutoMerge where the base has no merge queue');
      enqueuePull(graph.context, ...placeOf(graph, issue), { sha: expectedHeadOid ?? undefined });
      return { pullRequest: issueThing(issue), actor: userThing(graph.viewer) };
    },
  ),
};
