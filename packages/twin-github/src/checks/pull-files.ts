import { diffTrees, type FileChange } from '../git/diff.ts';
import { mergeBase } from '../git/history.ts';
import { commitOf, type ObjectReader } from '../git/store.ts';
import type { GithubState, Issue } from '../world.ts';
import type { Place } from './find.ts';
import { headOf, readerOf, treeOn } from './repository-objects.ts';
import { sideOf } from './subjects.ts';

/** The paths of changes; a renamed file has two. */
const pathsOf = (changes: readonly FileChange[]): string[] => [
  ...new Set(changes.flatMap(({ path, previous_path }) => (previous_path === undefined ? [path] : [previous_path, path]))),
];

/** The files that a pull request changes, as its page lists them. */
export function filesOfPull(thread: Readonly<Issue>, place: Place): string[] {
  const side = sideOf(place, thread);
  if (!side) return [];
  const reader = readerOf(place.final, side.repository_id);
  const tip = thread.state === 'open' ? headOf(place.final, side.repository_id, side.base_ref) : undefined;
  const base = mergeBase(reader, tip ?? side.base_sha, side.head_sha);
  const from = base === undefined ? undefined : commitOf(reader, base).tree;
  return pathsOf(diffTrees(reader, from, commitOf(reader, side.head_sha).tree));
}

/**
 * The files of a branch that differ from the seed's; of a branch that the seed doesn't have, from the seed's default branch.
 * Undefined where either isn't there.
 */
export function filesChangedOn({ final, seed, repository }: Place, branch: string): string[] | undefined {
  const before = seed.repositories.find(({ id }) => id === repository.id);
  const now = treeOn(final, repository.id, branch);
  if (!before || now === undefined) return undefined;
  return pathsOf(diffTrees(readerOfBoth(final, seed, repository.id), treeOfSeed(seed, repository.id, branch), now));
}

/** A repository's objects: what a deleted branch alone held is in the seed only. */
export function readerOfBoth(final: GithubState, seed: GithubState, repositoryId: number): ObjectReader {
  const after = readerOf(final, repositoryId);
  const was = readerOf(seed, repositoryId);
  return {
    tree: (sha) => after.tree(sha) ?? was.tree(sha),
    commit: (sha) => after.commit(sha) ?? was.commit(sha),
    bytes: (sha) => after.bytes(sha) ?? was.bytes(sha),
  };
}

/** Of the commits that a branch pointed to, the first in which another file than the one differs from the seed. */
export function strayFileOf(
  { final, seed, repository }: Place,
  branch: string,
  heads: readonly string[],
  path: string,
): { head: string; file: string } | undefined {
  const reader = readerOfBoth(final, seed, repository.id);
  const old = treeOfSeed(seed, repository.id, branch);
  for (const head of heads) {
    const tree = reader.commit(head)?.tree;
    const file = tree === undefined ? undefined : pathsOf(diffTrees(reader, old, tree)).find((one) => one !== path);
    if (file !== undefined) return { head, file };
  }
  return undefined;
}

/** What a branch holds in the seed; of a branch that the seed doesn't have, what its default branch does. */
function treeOfSeed(seed: GithubState, repositoryId: number, branch: string): string | undefined {
  const main = seed.repositories.find(({ id }) => id === repositoryId)?.default_branch;
  return treeOn(seed, repositoryId, branch) ?? (main === undefined ? undefined : treeOn(seed, repositoryId, main));
}
