import type { FileChange } from './diff.ts';
import { type ObjectReader, textOf } from './store.ts';

/** Git takes a file for renamed when half of it is the same. */
const SIMILAR = 0.5;
/** Pairs looked at for similar content; git has such a limit too (`diff.renameLimit`). */
const MAX_PAIRS = 2500;

/** Turns pairs of a removed and an added file into renames: equal content first, then the most similar. */
export function detectRenames(reader: ObjectReader, changes: readonly FileChange[]): FileChange[] {
  const removed = new Set(changes.filter((change) => change.status === 'removed'));
  const added = new Set(changes.filter((change) => change.status === 'added'));
  if (removed.size === 0 || added.size === 0) return [...changes];
  const renames: FileChange[] = [];
  const pair = (old: FileChange, fresh: FileChange) => {
    removed.delete(old);
    added.delete(fresh);
    renames.push({ ...fresh, ...(old.before && { before: old.before }), status: 'renamed', previous_path: old.path });
  };
  for (const fresh of [...added]) {
    const old = [...removed].find((candidate) => candidate.before?.sha === fresh.after?.sha);
    if (old) pair(old, fresh);
  }
  for (const [old, fresh] of similarPairs(reader, [...removed], [...added]))
    if (removed.has(old) && added.has(fresh)) pair(old, fresh);
  return [...changes.filter((change) => change.status === 'modified'), ...removed, ...added, ...renames];
}

function similarPairs(
  reader: ObjectReader,
  removed: readonly FileChange[],
  added: readonly FileChange[],
): [FileChange, FileChange][] {
  if (removed.length * added.length > MAX_PAIRS) return [];
  const olds = removed.map((change) => ({ change, lines: linesOf(reader, change.before?.sha) }));
  const freshes = added.map((change) => ({ change, lines: linesOf(reader, change.after?.sha) }));
  return olds
    .flatMap((old) => freshes.map((fresh) => ({ old, fresh, score: similarity(old.lines, fresh.lines) })))
    .filter(({ score }) => score >= SIMILAR)
    .sort((one, other) => other.score - one.score)
    .map(({ old, fresh }) => [old.change, fresh.change]);
}

/** How often each line stands in a file. */
type Lines = ReadonlyMap<string, number>;

function linesOf(reader: ObjectReader, sha: string | undefined): Lines {
  const lines = new Map<string, number>();
  const text = sha === undefined ? undefined : textOf(reader, sha);
  for (const line of text?.split('\n') ?? []) if (line !== '') lines.set(line, (lines.get(line) ?? 0) + 1);
  return lines;
}

/** Characters in common lines over characters of the larger file. */
function similarity(old: Lines, fresh: Lines): number {
  const size = (lines: Lines) => [...lines].reduce((sum, [line, count]) => sum + line.length * count, 0);
  const larger = Math.max(size(old), size(fresh));
  if (larger === 0) return 0;
  const shared = [...old].reduce((sum, [line, count]) => sum + line.length * Math.min(count, fresh.get(line) ?? 0), 0);
  return shared / larger;
}
