import { isVisible } from '../../actions/access.ts';
import { linkedBranchesOf } from '../../actions/linked-pulls.ts';
import { type Issue, type LinkedBranch, refKey } from '../../world.ts';
import { listed } from '../connection.ts';
import type { Fields, Graph } from '../graph.ts';
import { idIn } from '../ids.ts';
import { thing } from '../thing.ts';

const isSeen = ({ context }: Graph, { repository_id: id }: Readonly<LinkedBranch>): boolean => {
  const repository = context.world.repositories.get(id);
  return repository !== undefined && isVisible(context, repository);
};

export const linkedBranchFields: Fields<LinkedBranch> = {
  id: (link) => idIn('LB', link),
  ref: ({ repository_id, ref: name }, _args, { context }) => {
    const ref = context.world.refs.get(refKey(repository_id, name));
    return ref ? thing('Ref', ref) : null;
  },
};

export const linkedBranchesOfIssue: Fields<Issue> = {
  linkedBranches: listed([], ({ id }: Readonly<Issue>, _args, graph) =>
    linkedBranchesOf(graph.context, id)
      .filter((link) => isSeen(graph, link))
      .map((link) => thing('LinkedBranch', link)),
  ),
};
