import { isDeepStrictEqual } from 'node:util';
import { step } from '../time.ts';
import type { AnyCollectionSpec, Change, Collection, Key } from './collection.ts';
import { OrderedIndex, type Slot } from './ordered-index.ts';
import { SlotTable } from './slot-table.ts';

/** A change as the undo log keeps it: the slot and what it held. */
export interface UndoEntry {
  collection: StoredCollection;
  slot: Slot<object>;
  before: Readonly<object> | null;
  after: Readonly<object> | null;
}

/** Versions that were given: no two states of any worlds of this process have one, so that a copy that goes its own way is told from the other. */
let versions = 0;

function nextVersion(): number {
  versions += 1;
  return versions;
}

/** One collection in memory. Writes are allowed only while the store has a transaction open, and go through its undo log. */
export class StoredCollection implements Collection<object> {
  readonly name: string;
  readonly by: Record<string, OrderedIndex<object>>;
  readonly #spec: AnyCollectionSpec;
  readonly #record: (entry: UndoEntry) => void;
  readonly #indexes: readonly OrderedIndex<object>[];
  #slots = new SlotTable<Slot<object>>();
  #sequence = 0;
  #version = 0;

  constructor(name: string, spec: AnyCollectionSpec, record: (entry: UndoEntry) => void) {
    this.name = name;
    this.#spec = spec;
    this.#record = record;
    this.by = Object.fromEntries(Object.entries(spec.indexes).map(([index, declared]) => [index, new OrderedIndex(declared)]));
    this.#indexes = Object.values(this.by);
  }

  /** Takes the records of another one, which holds on to them too: a record is never changed. */
  take(other: StoredCollection): void {
    this.#slots = new SlotTable();
    for (const { key, sequence, record } of other.#slots.values()) this.#slots.add({ key, sequence, record });
    for (const index of this.#indexes) index.fill(this.#slots.values());
    this.#sequence = other.#sequence;
    this.#version = other.#version;
  }

  get internal(): boolean {
    return this.#spec.internal ?? false;
  }

  get size(): number {
    return this.#slots.size;
  }

  get version(): number {
    return this.#version;
  }

  get(key: Key): Readonly<object> | undefined {
    step();
    return this.#slots.get(key)?.record;
  }

  has(key: Key): boolean {
    return this.#slots.get(key) !== undefined;
  }

  *values(): IterableIterator<Readonly<object>> {
    for (const slot of this.#slots.values()) {
      step();
      yield slot.record;
    }
  }

  insert(record: object): Readonly<object> {
    step();
    const key = this.#spec.key(record);
    if (this.#slots.get(key)) throw new Error(`${this.name}: key ${JSON.stringify(key)} is taken`);
    this.#sequence += 1;
    const slot: Slot<object> = { key, sequence: this.#sequence, record: Object.freeze(record) };
    this.#record({ collection: this, slot, before: null, after: record });
    this.#put(slot);
    return record;
  }

  update(key: Key, patch: object): Readonly<object> {
    const { record } = this.#slotOf(key);
    return holds(record, patch) ? record : this.replace(key, { ...record, ...patch });
  }

  /** Stores another record under the key: fields it lacks are gone. */
  replace(key: Key, record: object): Readonly<object> {
    const slot = this.#slotOf(key);
    const before = slot.record;
    const after = Object.freeze(record);
    if (this.#spec.key(after) !== key) throw new Error(`${this.name}: a record's key can't change`);
    this.#record({ collection: this, slot, before, after });
    this.#replace(slot, after);
    return after;
  }

  remove(key: Key): Readonly<object> {
    const slot = this.#slotOf(key);
    this.#record({ collection: this, slot, before: slot.record, after: null });
    this.#take(slot);
    return slot.record;
  }

  undo({ slot, before, after }: UndoEntry): void {
    if (before === null) this.#take(slot);
    else if (after === null) this.#put(slot);
    else this.#replace(slot, before);
  }

  #slotOf(key: Key): Slot<object> {
    const slot = this.#slots.get(key);
    if (!slot) throw new Error(`${this.name}: no record has the key ${JSON.stringify(key)}`);
    return slot;
  }

  #put(slot: Slot<object>): void {
    this.#slots.add(slot);
    for (const index of this.#indexes) index.add(slot);
    this.#version = nextVersion();
  }

  #take(slot: Slot<object>): void {
    this.#slots.delete(slot);
    for (const index of this.#indexes) index.delete(slot);
    this.#version = nextVersion();
  }

  #replace(slot: Slot<object>, record: Readonly<object>): void {
    for (const index of this.#indexes) index.replace(slot, record);
    slot.record = record;
    this.#version = nextVersion();
  }
}

/** True where a patch says nothing new. */
function holds(record: Readonly<object>, patch: object): boolean {
  for (const name in patch) {
    const field = (patch as Record<string, unknown>)[name];
    if ((record as Record<string, unknown>)[name] !== field || field === undefined) return false;
  }
  return true;
}

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
