import { diffTrees, type FileChange } from '../git/diff.ts';
import { mergeBase } from '../git/history.ts';
import { commitOf } from '../git/store.ts';
import type { Issue } from '../world.ts';
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
  const old = treeOn(seed, repository.id, branch) ?? treeOn(seed, repository.id, before.default_branch);
  const after = readerOf(final, repository.id);
  const was = readerOf(seed, repository.id);
  // What a deleted branch alone held is in the seed only.
  const reader = {
    tree: (sha: string) => after.tree(sha) ?? was.tree(sha),
    commit: (sha: string) => after.commit(sha) ?? was.commit(sha),
    bytes: (sha: string) => after.bytes(sha) ?? was.bytes(sha),
  };
  return pathsOf(diffTrees(reader, old, now));
}
