import { structuredPatch } from 'diff';
import type { TreeEntry } from '../world/git.ts';
import { detectRenames } from './renames.ts';
import { entriesOf, type ObjectReader, textOf } from './store.ts';
import { filesOf, type PathEntry } from './tree.ts';

/** One file that differs between two trees. */
export interface FileChange {
  status: 'added' | 'removed' | 'modified' | 'renamed';
  path: string;
  /** Where a renamed file was. */
  previous_path?: string;
  before?: Readonly<TreeEntry>;
  after?: Readonly<TreeEntry>;
}

export interface FileDiff {
  additions: number;
  deletions: number;
  /** Unified hunks without file headers; undefined for binary files and files without changed lines. */
  patch?: string;
}

/** The files that differ, by path; renames found as git does with `-M`. */
export function diffTrees(reader: ObjectReader, before: string | undefined, after: string | undefined): FileChange[] {
  const changes = detectRenames(reader, [...treeChanges(reader, before, after, '')]);
  return changes.sort((one, other) => (one.path < other.path ? -1 : 1));
}

function* treeChanges(
  reader: ObjectReader,
  before: string | undefined,
  after: string | undefined,
  prefix: string,
): Generator<FileChange> {
  if (before === after) return;
  const old = byName(reader, before);
  const fresh = byName(reader, after);
  for (const name of new Set([...old.keys(), ...fresh.keys()]))
    yield* entryChanges(reader, old.get(name), fresh.get(name), prefix + name);
}

const byName = (reader: ObjectReader, tree: string | undefined) =>
  new Map((tree === undefined ? [] : entriesOf(reader, tree)).map((entry) => [entry.path, entry]));

type Side = Readonly<TreeEntry> | undefined;

function* entryChanges(reader: ObjectReader, before: Side, after: Side, path: string): Generator<FileChange> {
  if (before?.sha === after?.sha && before?.mode === after?.mode) return;
  const [oldTree, newTree] = [treeOf(before), treeOf(after)];
  if (oldTree !== undefined && newTree !== undefined) yield* treeChanges(reader, oldTree, newTree, `${path}/`);
  else if (before && after && oldTree === undefined && newTree === undefined) yield { status: 'modified', path, before, after };
  else {
    for (const file of filesUnder(reader, before, path)) yield { status: 'removed', path: file.path, before: file };
    for (const file of filesUnder(reader, after, path)) yield { status: 'added', path: file.path, after: file };
  }
}

const treeOf = (side: Side) => (side?.type === 'tree' ? side.sha : undefined);

function filesUnder(reader: ObjectReader, side: Side, path: string): PathEntry[] {
  if (!side) return [];
  if (side.type !== 'tree') return [{ ...side, path }];
  return [...filesOf(reader, side.sha)].map((file) => ({ ...file, path: `${path}/${file.path}` }));
}

/** Lines added and removed, and the hunks between them. */
export function diffFile(reader: ObjectReader, change: FileChange): FileDiff {
  const old = change.before ? textOf(reader, change.before.sha) : '';
  const fresh = change.after ? textOf(reader, change.after.sha) : '';
  if (old === undefined || fresh === undefined || old === fresh) return { additions: 0, deletions: 0 };
  return diffTexts(old, fresh);
}

/** Context lines around a change, git's default. */
const CONTEXT = 3;

export function diffTexts(old: string, fresh: string): FileDiff {
  const { hunks } = structuredPatch('a', 'b', old, fresh, undefined, undefined, { context: CONTEXT });
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const patch = hunks.map((hunk) => {
    const removed = span(hunk.oldStart, hunk.oldLines);
    return [`@@ -${removed} +${span(hunk.newStart, hunk.newLines)} @@`, ...hunk.lines].join('\n');
  });
  return {
    additions: lines.filter((line) => line.startsWith('+')).length,
    deletions: lines.filter((line) => line.startsWith('-')).length,
    ...(patch.length > 0 && { patch: patch.join('\n') }),
  };
}

/** Git leaves a length of one out, and an empty span starts at the line before it. */
const span = (start: number, length: number) => (length === 1 ? String(start) : `${length === 0 ? start - 1 : start},${length}`);
