import { BoundedMap } from '@svc/twin-kit';
import type { Commit } from '../world/git.ts';
import { commitOf, type ObjectReader } from './store.ts';

/** Everything a commit can reach, itself first, newest first, and never a parent before its child (`git log --date-order`). */
export type History = readonly string[];

/** Histories kept: enough for the branches that a world's clients page through. */
const KEPT = 64;
/** Commits that are walked in search of another one before whole histories are compared: more than a push brings, and few beside a project's. */
const NEAR = 1_000;

// Commits and their ancestors never change, so a history is true as long as the record of its head lives.
const kept = new BoundedMap<Readonly<Commit>, History>(KEPT);

export function historyOf(reader: ObjectReader, head: string): History {
  const commit = commitOf(reader, head);
  const known = kept.get(commit);
  if (known) {
    kept.set(commit, known);
    return known;
  }
  const history = extended(reader, commit) ?? sorted(reader, head);
  kept.set(commit, history);
  return history;
}

/** A commit on top of a known history is that history with one more. */
function extended(reader: ObjectReader, commit: Readonly<Commit>): History | undefined {
  const [parent, ...others] = commit.parents;
  if (parent === undefined) return [commit.sha];
  const known = others.length === 0 ? kept.get(commitOf(reader, parent)) : undefined;
  return known && [commit.sha, ...known];
}

function sorted(reader: ObjectReader, head: string, children = countChildren(reader, head) as Map<string, number>): History {
  const ready = [commitOf(reader, head)];
  const history: string[] = [];
  for (let commit = ready.pop(); commit; commit = ready.pop()) {
    history.push(commit.sha);
    for (const sha of commit.parents) {
      const count = children.get(sha);
      if (count === undefined) continue;
      children.set(sha, count - 1);
      if (count === 1) insertByDate(ready, commitOf(reader, sha));
    }
  }
  return history;
}

/** How many children each commit has that `head` can reach. @param base where to stop; then undefined where not all ways lead there, or where it is far */
function countChildren(reader: ObjectReader, head: string, base?: string): Map<string, number> | undefined {
  const children = new Map<string, number>([[head, 0]]);
  const open = [head];
  for (let sha = open.pop(); sha !== undefined; sha = open.pop()) {
    const { parents } = commitOf(reader, sha);
    if (base !== undefined && (parents.length === 0 || children.size > NEAR)) return undefined;
    for (const parent of parents) {
      if (parent === base) continue;
      const count = children.get(parent);
      if (count === undefined) open.push(parent);
      children.set(parent, (count ?? 0) + 1);
    }
  }
  return children;
}

/**
 * What `head` can reach and `base` can't, where that is found without looking at what `base` can reach: where all ways from `head` lead to it,
 * none of the commits on them can be its ancestor.
 */
function onTopOf(reader: ObjectReader, base: string, head: string): History | undefined {
  const children = countChildren(reader, head, base);
  return children && sorted(reader, head, children);
}

/** Keeps the newest commit last; of equals the first that came. */
function insertByDate(ready: Readonly<Commit>[], commit: Readonly<Commit>): void {
  let at = ready.length;
  while (at > 0 && (ready[at - 1] as Commit).committer.date >= commit.committer.date) at -= 1;
  ready.splice(at, 0, commit);
}

export const isAncestor = (reader: ObjectReader, ancestor: string, head: string): boolean =>
  ancestor === head || onTopOf(reader, ancestor, head) !== undefined || historyOf(reader, head).includes(ancestor);

/** The newest commit that both can reach; undefined for unrelated histories. */
export function mergeBase(reader: ObjectReader, one: string, other: string): string | undefined {
  if (one === other) return one;
  const reachable = new Set(historyOf(reader, one));
  return historyOf(reader, other).find((sha) => reachable.has(sha));
}

/** What `head` can reach and `base` can't, newest first (`git log base..head`). */
export function commitsBetween(reader: ObjectReader, base: string, head: string): string[] {
  if (base === head) return [];
  const near = onTopOf(reader, base, head);
  if (near) return [...near];
  const reachable = new Set(historyOf(reader, base));
  return historyOf(reader, head).filter((sha) => !reachable.has(sha));
}
