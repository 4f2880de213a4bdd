import { mergeTrees } from '../git/merge.ts';
import { commitOf } from '../git/store.ts';
import type { Commit, Signature } from '../world.ts';
import type { RepositoryStore } from './git-store.ts';

/** Each commit again on top of another, oldest first; merges on the way are left out, as git does. @returns the last, undefined where one conflicts */
export function replayed(
  store: RepositoryStore,
  onto: string,
  commits: readonly string[],
  committer: Signature,
): string | undefined {
  let tip = onto;
  for (const commit of commits.map((sha) => commitOf(store, sha))) {
    if (commit.parents.length !== 1) continue;
    const made = replay(store, tip, commit, committer);
    if (made === undefined) return undefined;
    tip = made;
  }
  return tip;
}

function replay(store: RepositoryStore, onto: string, commit: Readonly<Commit>, committer: Signature): string | undefined {
  const [parent] = commit.parents as [string];
  const result = mergeTrees(store, commitOf(store, parent).tree, commitOf(store, onto).tree, commit.tree);
  if ('conflicts' in result) return undefined;
  const { author, message } = commit;
  return store.writeCommit({ tree: result.tree, parents: [onto], author, committer, message });
}
