import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { step } from '../time.ts';
import type { AnyCollectionSpec, Change, Collection, IndexSpec, Key } from './collection.ts';
import { OrderedIndex, type Slot } from './ordered-index.ts';

/** What a table keeps. Each has a sequence of its own. */
interface Kept {
  readonly key: Key;
  readonly sequence: number;
}

/** So few are looked through one by one. */
const FEW = 8;
/** Numbers of a place: the hash of a key, and where its item stands, counted from 1. */
const WIDTH = 2;
/** Places for each item when they are laid out anew: half of them are taken when that is next due. */
const PLACES = 4;
const FREE = 0;
const GONE = -1;

const WORD = 2 ** 32;
/** FNV-1a's prime (http://www.isthe.com/chongo/tech/comp/fnv/). */
const PRIME = 0x01000193;
/** So that nobody can choose keys that meet. */
const SEED = randomInt(WORD);

/**
 * Items by their key, in the order of their sequence: a `Map` whose look-ups touch one place of memory. V8's leads through chains to keys
 * that lie wherever they were made, and in a world of 100,000 records each step waits for memory.
 */
export class SlotTable<T extends Kept> {
  /** Undefined where one was taken out. */
  #items: (T | undefined)[] = [];
  /** Open addressing; empty as long as there are few items. */
  #places = new Int32Array(0);
  #size = 0;
  #latest = Number.NEGATIVE_INFINITY;
  /** True after one was put back behind its place. */
  #outOfOrder = false;

  get size(): number {
    return this.#size;
  }

  get(key: Key): T | undefined {
    const places = this.#places;
    if (places.length === 0) return this.#items.find((item) => item?.key === key);
    const hash = hashOf(key);
    const last = places.length - WIDTH;
    for (let place = Math.imul(hash, WIDTH) & last; ; place = (place + WIDTH) & last) {
      const at = places[place + 1] as number;
      if (at === FREE) return undefined;
      if (at === GONE || places[place] !== hash) continue;
      const item = this.#items[at - 1] as T;
      if (item.key === key) return item;
    }
  }

  /** Another table of the same keys, in the same places: no key is hashed again. @param copyOf an item of that table */
  copy(copyOf: (item: T) => T): SlotTable<T> {
    const copy = new SlotTable<T>();
    copy.#items = this.#items.map((item) => item && copyOf(item));
    copy.#places = this.#places.slice();
    copy.#size = this.#size;
    copy.#latest = this.#latest;
    copy.#outOfOrder = this.#outOfOrder;
    return copy;
  }

  /** Puts in one whose key is new. */
  add(item: T): void {
    const items = this.#items;
    if (item.sequence < this.#latest) this.#outOfOrder = true;
    else this.#latest = item.sequence;
    items.push(item);
    this.#size += 1;
    if (items.length > FEW && items.length * PLACES > this.#places.length) this.#layOut();
    else if (this.#places.length > 0) this.#enter(item, items.length);
  }

  /** Takes out one that is there. */
  delete(item: T): void {
    const places = this.#places;
    this.#size -= 1;
    if (places.length === 0) {
      this.#items[this.#items.indexOf(item)] = undefined;
      return;
    }
    const last = places.length - WIDTH;
    let place = Math.imul(hashOf(item.key), WIDTH) & last;
    while (places[place + 1] === GONE || this.#items[(places[place + 1] as number) - 1] !== item) place = (place + WIDTH) & last;
    this.#items[(places[place + 1] as number) - 1] = undefined;
    places[place + 1] = GONE;
  }

  /** Those that are put in or taken out meanwhile come, or don't. */
  *values(): IterableIterator<T> {
    if (this.#outOfOrder) this.#layOut();
    let items = this.#items;
    for (let at = 0; at < items.length; at += 1) {
      const item = items[at];
      if (!item) continue;
      yield item;
      if (items === this.#items) continue;
      items = this.#items;
      at = items.findLastIndex((other) => other !== undefined && other.sequence <= item.sequence);
    }
  }

  /** Without gaps, in order, and with room for as many again. */
  #layOut(): void {
    const items = this.#items.filter((item) => item !== undefined);
    if (this.#outOfOrder) items.sort((left, right) => left.sequence - right.sequence);
    this.#outOfOrder = false;
    this.#items = items;
    this.#places = new Int32Array(items.length > FEW ? 2 ** Math.ceil(Math.log2(items.length * PLACES * WIDTH)) : 0);
    if (this.#places.length > 0) for (const [at, item] of items.entries()) this.#enter(item as T, at + 1);
  }

  #enter({ key }: T, at: number): void {
    const places = this.#places;
    const last = places.length - WIDTH;
    const hash = hashOf(key);
    let place = Math.imul(hash, WIDTH) & last;
    while (places[place + 1] !== FREE) place = (place + WIDTH) & last;
    places[place] = hash;
    places[place + 1] = at;
  }
}

/** A whole number of 32 bits, whose lower ones differ too. */
function hashOf(key: Key): number {
  let hash = SEED | 0;
  if (typeof key === 'number') hash = Math.imul(hash ^ key, PRIME) ^ Math.floor(key / WORD);
  else for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), PRIME);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}

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
  /** Who is told of each record that comes, goes or changes. */
  #listener: ((record: object) => void) | undefined;
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
    this.#slots = other.#slots.copy(({ key, sequence, record }) => ({ key, sequence, record }));
    for (const index of this.#indexes) index.fill(this.#slots);
    this.#sequence = other.#sequence;
    this.#version = other.#version;
  }

  /** How an index of it was declared. */
  indexSpec(index: string): IndexSpec<object> {
    return this.#spec.indexes[index] as IndexSpec<object>;
  }

  /** Tells of every record that comes or goes, and of what was and what is where one is replaced. */
  listen(listener: (record: object) => void): void {
    const others = this.#listener;
    this.#listener = others
      ? (record) => {
          others(record);
          listener(record);
        }
      : listener;
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
    this.#listener?.(slot.record);
  }

  #take(slot: Slot<object>): void {
    this.#slots.delete(slot);
    for (const index of this.#indexes) index.delete(slot);
    this.#version = nextVersion();
    this.#listener?.(slot.record);
  }

  #replace(slot: Slot<object>, record: Readonly<object>): void {
    for (const index of this.#indexes) index.replace(slot, record);
    this.#listener?.(slot.record);
    slot.record = record;
    this.#version = nextVersion();
    this.#listener?.(record);
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
