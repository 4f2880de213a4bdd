import { createLinkedBranch, deleteLinkedBranch } from '../../actions/linked-branches.ts';
import type { LinkedBranch } from '../../world.ts';
import { getNodeOf } from '../ids.ts';
import { thing } from '../thing.ts';
import { issueIn, type Mutations, mutation, placeOf, repositoryIn, shown, targetOf } from './mutation.ts';

/** Branches of issues: https://docs.github.com/graphql/reference/mutations#createlinkedbranch */
export const linkedBranchMutations: Mutations = {
  createLinkedBranch: mutation(
    ['issueId', 'oid', 'name', 'repositoryId'],
    ['issue', 'linkedBranch'],
    ({ issueId, oid, name, repositoryId }, graph) => {
      const issue = issueIn(graph, issueId);
      const repository = repositoryId == null ? undefined : targetOf(repositoryIn(graph, repositoryId));
      const link = createLinkedBranch(graph.context, ...placeOf(graph, issue), { oid, name, repository });
      return { issue: shown(graph, issue), linkedBranch: link ? thing('LinkedBranch', link) : null };
    },
  ),
  deleteLinkedBranch: mutation(['linkedBranchId'], ['issue'], ({ linkedBranchId }, graph) => {
    const link = getNodeOf<LinkedBranch>(graph.context, linkedBranchId, 'LinkedBranch');
    return { issue: shown(graph, deleteLinkedBranch(graph.context, link)) };
  }),
};
