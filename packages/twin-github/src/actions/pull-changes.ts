import { diffFile, diffTrees, type FileChange, type FileDiff } from '../git/diff.ts';
import { commitsBetween, mergeBase } from '../git/history.ts';
import { mergeTrees } from '../git/merge.ts';
import { Overlay } from '../git/overlay.ts';
import type { RawObject } from '../git/pack-writer.ts';
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
const testMerges: Remembered<string | undefined> = new WeakMap();

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

/** The commit of a test merge, which tells whether a pull request could be merged now. Nothing is written to find out. */
export function testMerge(context: HasWorld, pair: PullPair): string | undefined {
  const store = new RepositoryStore(context, pair.pull.repository_id);
  const base = baseTip(context, pair);
  const head = commitOf(store, pair.pull.head_sha);
  return remembered(testMerges, head, base, () => mergedInto(new Overlay(store), base, head));
}

/** The objects that a test merge makes. */
export function testMergeObjects(context: HasWorld, pair: PullPair): Iterable<RawObject> {
  const overlay = new Overlay(new RepositoryStore(context, pair.pull.repository_id));
  mergedInto(overlay, baseTip(context, pair), commitOf(overlay, pair.pull.head_sha));
  return overlay.objects();
}

function mergedInto(overlay: Overlay, base: string, head: Readonly<Commit>): string | undefined {
  const result = mergeResult(overlay, base, head.sha);
  if (!('tree' in result)) return undefined;
  // Dated by its parents, so that it is one commit whenever it is asked for.
  const ends = [commitOf(overlay, base).committer.date, head.committer.date].toSorted();
  const signature = { name: 'GitHub', email: 'noreply@github.com', date: ends[1] as string, offset: '+0000' };
  return overlay.writeCommit({
    tree: result.tree,
    parents: [base, head.sha],
    author: signature,
    committer: signature,
    message: `Merge ${head.sha} into ${base}`,
  });
}

/** Whether GitHub has found out by now: a world may say that it takes its time. */
export function isSettled(context: HasWorld & { readonly now: number }, { pull, issue }: PullPair): boolean {
  const delay = context.world.settings.get('settings')?.mergeability_delay ?? 0;
  if (delay === 0) return true;
  const moved = context.world.repositories.get(pull.repository_id)?.pushed_at ?? issue.created_at;
  return context.now >= Math.max(Date.parse(moved), Date.parse(issue.created_at)) + delay * 1000;
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
