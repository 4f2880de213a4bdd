import { diffFile, diffTrees, type FileChange, type FileDiff } from '../git/diff.ts';
import { commitsBetween, mergeBase } from '../git/history.ts';
import { mergeTrees } from '../git/merge.ts';
import { Overlay } from '../git/overlay.ts';
import { commitOf, type ObjectReader } from '../git/store.ts';
import type { Commit, PullRequest } from '../world.ts';
import type { HasWorld } from './access.ts';
import { findBranch, type PullPair } from './branches.ts';
import { RepositoryStore } from './git-store.ts';

/** One changed file with its lines. */
export interface ChangedFile extends FileChange {
  diff: FileDiff;
}

/** What a pull request brings. */
export interface PullContent {
  store: RepositoryStore;
  /** Oldest first. */
  commits: readonly string[];
  files: readonly ChangedFile[];
}

/** Where the base stands now, or stood at the merge. */
export function baseTip(context: HasWorld, { pull, issue }: PullPair): string {
  if (issue.state !== 'open') return pull.base_sha;
  return findBranch(context, pull.repository_id, pull.base_ref)?.object.sha ?? pull.base_sha;
}

/** The last answer for a head, with the base it is true for. */
type Remembered<T> = WeakMap<Readonly<Commit>, { base: string; value: T }>;

// Both ends are immutable, so what lies between them is true as long as the head's record lives.
const contents: Remembered<Omit<PullContent, 'store'>> = new WeakMap();
const mergeabilities: Remembered<boolean> = new WeakMap();

function remembered<T>(kept: Remembered<T>, head: Readonly<Commit>, base: string, make: () => T): T {
  const known = kept.get(head);
  if (known?.base === base) return known.value;
  const value = make();
  kept.set(head, { base, value });
  return value;
}

/** The commits and files between the merge base and the head. */
export function pullContent(context: HasWorld, pair: PullPair): PullContent {
  const store = new RepositoryStore(context, pair.pull.repository_id);
  const base = baseTip(context, pair);
  const head = commitOf(store, pair.pull.head_sha);
  return { store, ...remembered(contents, head, base, () => contentBetween(store, base, head)) };
}

function contentBetween(store: ObjectReader, base: string, head: Readonly<Commit>): Omit<PullContent, 'store'> {
  const common = mergeBase(store, base, head.sha);
  const from = common === undefined ? undefined : commitOf(store, common).tree;
  const files = diffTrees(store, from, head.tree).map((change) => ({ ...change, diff: diffFile(store, change) }));
  return { commits: commitsBetween(store, base, head.sha).toReversed(), files };
}

/** Could the pull request be merged now? Nothing is written to find out. */
export function isMergeable(context: HasWorld, pair: PullPair): boolean {
  const store = new RepositoryStore(context, pair.pull.repository_id);
  const base = baseTip(context, pair);
  const head = commitOf(store, pair.pull.head_sha);
  return remembered(mergeabilities, head, base, () => 'tree' in mergeResult(new Overlay(store), base, head.sha));
}

/** The tree of a merge of two commits. */
export function mergeResult(
  store: Overlay | RepositoryStore,
  base: string,
  head: string,
): { tree: string } | { conflicts: string[] } {
  const common = mergeBase(store, base, head);
  if (common === undefined) return { conflicts: [] };
  const [origin, ours, theirs] = [common, base, head].map((sha) => commitOf(store, sha).tree) as [string, string, string];
  return mergeTrees(store, origin, ours, theirs);
}

/** A pull request's branch as people name it. */
export const branchLabel = (owner: string, pull: Readonly<PullRequest>) => `${owner}:${pull.head_ref}`;
