import { historyOf } from '../git/history.ts';
import { commitOf } from '../git/store.ts';
import type { Repository, User } from '../world.ts';
import type { HasWorld } from './access.ts';
import { findBranch } from './branches.ts';
import { RepositoryStore } from './git-store.ts';

export interface Contributor {
  user: Readonly<User>;
  contributions: number;
}

/** Who wrote commits on the default branch, most first; merges don't count. */
export function contributors(context: HasWorld, repository: Readonly<Repository>): Contributor[] {
  const head = findBranch(context, repository.id, repository.default_branch);
  if (!head) return [];
  const store = new RepositoryStore(context, repository.id);
  const counts = new Map<Readonly<User>, number>();
  for (const sha of historyOf(store, head.object.sha)) {
    const { author, parents } = commitOf(store, sha);
    const user = context.world.users.by.address.first(author.email.toLowerCase());
    if (user && parents.length < 2) counts.set(user, (counts.get(user) ?? 0) + 1);
  }
  return [...counts]
    .map(([user, contributions]) => ({ user, contributions }))
    .sort((one, other) => other.contributions - one.contributions);
}
