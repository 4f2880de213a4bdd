import { isDeepStrictEqual } from 'node:util';
import type { Change } from './collection.ts';
import type { Slot } from './ordered-index.ts';
import type { UndoEntry } from './stored-collection.ts';

const changeOf = ({ collection, slot, before, after }: UndoEntry): Change => ({
  collection: collection.name,
  id: slot.key,
  before,
  after,
});

/** The changes that remain of what an undo log tells, those of internal collections apart. */
export function netChanges(undo: readonly UndoEntry[]): [visible: Change[], hidden: Change[]] {
  const visible: Change[] = [];
  const hidden: Change[] = [];
  // Where all is new, nothing was touched twice.
  for (const entry of undo.every(({ before }) => before === null) ? undo : netEntries(undo))
    (entry.collection.internal ? hidden : visible).push(changeOf(entry));
  return [visible, hidden];
}

/** One entry a record, from what it was to what it is, without those that end where they began. */
function netEntries(undo: readonly UndoEntry[]): UndoEntry[] {
  const net = new Map<Slot<object>, UndoEntry>();
  for (const entry of undo) {
    const earlier = net.get(entry.slot);
    if (earlier) earlier.after = entry.after;
    else net.set(entry.slot, { ...entry });
  }
  return [...net.values()].filter(({ before, after }) => {
    return before === null || after === null ? before !== after : !isDeepStrictEqual(before, after);
  });
}
