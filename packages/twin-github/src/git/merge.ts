import { diff3Merge } from 'node-diff3';
import type { TreeEntry } from '../world/git.ts';
import { EMPTY_TREE } from './objects.ts';
import { entriesOf, type ObjectStore, textOf } from './store.ts';

/** A merged tree, or the paths that stand against each other. */
export type MergeResult = { tree: string } | { conflicts: string[] };

type Side = Readonly<TreeEntry> | undefined;

/** Three-way merge of trees: what only one side changed is taken, what both changed is merged line by line. */
export function mergeTrees(store: ObjectStore, base: string, ours: string, theirs: string): MergeResult {
  const conflicts: string[] = [];
  const tree = merged(store, [base, ours, theirs], '', conflicts);
  return conflicts.length > 0 ? { conflicts } : { tree };
}

function merged(store: ObjectStore, trees: readonly [string, string, string], prefix: string, conflicts: string[]): string {
  const [base, ours, theirs] = trees.map((sha) => new Map(entriesOf(store, sha).map((entry) => [entry.path, entry]))) as [
    Map<string, TreeEntry>,
    Map<string, TreeEntry>,
    Map<string, TreeEntry>,
  ];
  const names = new Set([...base.keys(), ...ours.keys(), ...theirs.keys()]);
  const entries = [...names].map((name) =>
    mergedEntry(store, [base.get(name), ours.get(name), theirs.get(name)], prefix + name, conflicts),
  );
  return store.writeTree(entries.filter((entry): entry is TreeEntry => entry !== undefined && entry.sha !== EMPTY_TREE));
}

const same = (one: Side, other: Side) => one?.sha === other?.sha && one?.mode === other?.mode;

function mergedEntry(
  store: ObjectStore,
  [base, ours, theirs]: readonly [Side, Side, Side],
  path: string,
  conflicts: string[],
): Side {
  if (same(ours, theirs) || same(base, theirs)) return ours;
  if (same(base, ours)) return theirs;
  const sides = [base, ours, theirs];
  if (sides.every((side) => side === undefined || side.type === 'tree')) {
    const [one, two, three] = sides.map((side) => side?.sha ?? EMPTY_TREE) as [string, string, string];
    const sha = merged(store, [one, two, three], `${path}/`, conflicts);
    return { path: path.split('/').at(-1) ?? path, mode: '040000', type: 'tree', sha };
  }
  const text = ours && theirs ? mergedText(store, base, ours, theirs) : undefined;
  if (text === undefined || !ours) {
    conflicts.push(path);
    return ours;
  }
  return { ...ours, sha: store.writeBlob(Buffer.from(text)) };
}

/** The merged text of a file that both sides changed; undefined where they stand against each other. */
function mergedText(store: ObjectStore, base: Side, ours: Readonly<TreeEntry>, theirs: Readonly<TreeEntry>): string | undefined {
  if (ours.type !== 'blob' || theirs.type !== 'blob' || ours.mode !== theirs.mode || base?.type !== 'blob') return undefined;
  const texts = [base, ours, theirs].map((side) => textOf(store, side.sha));
  const [old, mine, other] = texts.map((text) => (text === undefined ? undefined : linesOf(text)));
  if (!old || !mine || !other) return undefined;
  const regions = diff3Merge(mine, old, other, { excludeFalseConflicts: true });
  if (regions.some((region) => region.conflict !== undefined)) return undefined;
  return regions.flatMap((region) => region.ok ?? []).join('');
}

/** Lines with their ends, so that joining them gives the text back. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
