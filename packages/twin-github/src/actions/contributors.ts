import { historyOf } from '../git/history.ts';
import { commitOf } from '../git/store.ts';
import type { Repository, User } from '../world.ts';
import type { HasWorld } from './access.ts';
import { findBranch } from './branches.ts';
import { RepositoryStore } from './git-store.ts';

export interface Contributor {
  /** Absent for an address that belongs to nobody. */
  user?: Readonly<User>;
  name?: string;
  email?: string;
  contributions: number;
}

/** Who wrote commits on the default branch, most first; merges don't count. @param anonymous whether addresses of nobody count too */
export function contributors(context: HasWorld, repository: Readonly<Repository>, anonymous = false): Contributor[] {
  const head = findBranch(context, repository.id, repository.default_branch);
  if (!head) return [];
  const store = new RepositoryStore(context, repository.id);
  const counts = new Map<string, Contributor>();
  for (const sha of historyOf(store, head.object.sha)) {
    const { author, parents } = commitOf(store, sha);
    const user = context.world.users.by.address.first(author.email.toLowerCase());
    if (parents.length > 1 || !(user || anonymous)) continue;
    const key = user ? `user ${user.id}` : author.email.toLowerCase();
    const who = user ? { user } : { name: author.name, email: author.email };
    counts.set(key, { ...who, contributions: (counts.get(key)?.contributions ?? 0) + 1 });
  }
  return [...counts.values()].sort((one, other) => other.contributions - one.contributions);
}
