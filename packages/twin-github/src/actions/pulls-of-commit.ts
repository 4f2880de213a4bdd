import { type Issue, type Repository, stateGroup } from '../world.ts';
import type { HasWorld } from './access.ts';
import { pullContent } from './pull-changes.ts';
import { pullOf } from './pulls.ts';

/** The pull requests that bring a commit, or were merged as it. */
export function pullsWithCommit(context: HasWorld, repository: Readonly<Repository>, sha: string): Readonly<Issue>[] {
  const { pulls } = context.world.issues.by;
  const group = stateGroup(repository.id, 'all');
  return pulls.page(group, { limit: pulls.count(group) }).filter((issue) => {
    const found = pullOf(context, issue);
    return found.pull.merge_commit_sha === sha || pullContent(context, found).commits.includes(sha);
  });
}
