import { step } from '../time.ts';
import { ChunkedList, positionOf } from './chunked-list.ts';
import type { IndexReader, IndexSpec, Key, OrderKey, PageRequest } from './collection.ts';

/** A stored record with its place in the order of insertion. The slot lives as long as the record's key; its record is replaced. */
export interface Slot<T> {
  readonly key: Key;
  readonly sequence: number;
  record: Readonly<T>;
}

function compareScalars(left: number | string, right: number | string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function compareOrder(left: OrderKey, right: OrderKey): number {
  if (!Array.isArray(left)) return compareScalars(left as number | string, right as number | string);
  const other = right as readonly (number | string)[];
  for (let position = 0; position < left.length; position += 1) {
    const difference = compareScalars(left[position], other[position] as number | string);
    if (difference !== 0) return difference;
  }
  return 0;
}

type Groups = Key | readonly Key[] | undefined;

function sameKeys(left: Groups, right: Groups): boolean {
  if (typeof left !== 'object' || typeof right !== 'object') return left === right;
  return left.length === right.length && left.every((key, at) => key === right[at]);
}

/** Longer groups are kept in chunks. */
const LONGEST_ARRAY = 512;

/**
 * Groups of records, each kept sorted: a page is a slice, an insert or removal a binary search. Arrays and chunks hold the
 * slots themselves, and a group of one is its slot: a large world costs the collector no object per record and index.
 * Records find their place when the index is next asked: what only grows, like an agent's log of writes, costs its pushes.
 */
export class OrderedIndex<T extends object> implements IndexReader<T> {
  readonly #spec: IndexSpec<T>;
  readonly #groups = new Map<Key, Slot<T> | Slot<T>[] | ChunkedList<Slot<T>>>();
  /** Slots not yet placed, oldest first. Each still holds the record it was added with. */
  #waiting: Slot<T>[] = [];
  /** Where all slots are found that it has to begin with. Until it is first asked, that place alone knows of changes. */
  #source: { values(): Iterable<Slot<T>> } | undefined;

  constructor(spec: IndexSpec<T>) {
    this.#spec = spec;
  }

  add(slot: Slot<T>): void {
    if (!this.#source) this.#waiting.push(slot);
  }

  /** Begins with the slots that are in a table when the index is first asked: most copies of a world ask few of their indexes. */
  fill(table: { values(): Iterable<Slot<T>> }): void {
    this.#source = table;
  }

  /** Takes the slot out; it must still hold the record it was added with. */
  delete(slot: Slot<T>): void {
    if (this.#source) return;
    this.#settle();
    const groups = this.#spec.group(slot.record as T);
    if (groups === undefined) return;
    for (const group of typeof groups === 'object' ? new Set(groups) : [groups]) {
      const slots = this.#groups.get(group);
      if (slots instanceof ChunkedList && slots.length > 1) slots.remove(slot);
      else if (!Array.isArray(slots) || slots.length === 1) this.#groups.delete(group);
      else slots.splice(positionOf(slots, slot, this.#compare), 1);
    }
  }

  /** Moves the slot to where its next record belongs. It must still hold the one it was added with, and hold the next one after. */
  replace(slot: Slot<T>, record: Readonly<T>): void {
    if (this.#source) return;
    const { group, order } = this.#spec;
    const stays =
      sameKeys(group(slot.record as T), group(record as T)) &&
      (!order || compareOrder(order(slot.record as T), order(record as T)) === 0);
    if (stays) return;
    this.delete(slot);
    this.add(slot);
  }

  page(group: Key, { offset = 0, limit = Number.POSITIVE_INFINITY, reverse = false }: PageRequest = {}): readonly Readonly<T>[] {
    const slots = this.#slots(group);
    const size = Math.max(0, Math.min(limit, slots.length - offset));
    step(size);
    const begin = reverse ? slots.length - offset - size : offset;
    const records = slots.slice(begin, begin + size).map((slot) => slot.record);
    return reverse ? records.reverse() : records;
  }

  count(group: Key): number {
    return this.#slots(group).length;
  }

  first(group: Key): Readonly<T> | undefined {
    step();
    this.#settle();
    const slots = this.#groups.get(group);
    if (slots instanceof ChunkedList) return slots.slice(0, 1)[0]?.record;
    return Array.isArray(slots) ? slots[0]?.record : slots?.record;
  }

  #slots(group: Key): readonly Slot<T>[] | ChunkedList<Slot<T>> {
    this.#settle();
    const slots = this.#groups.get(group);
    if (slots === undefined) return [];
    return Array.isArray(slots) || slots instanceof ChunkedList ? slots : [slots];
  }

  #settle(): void {
    if (this.#source) {
      const slots = this.#source.values();
      this.#source = undefined;
      for (const slot of slots) this.#enter(slot);
    }
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const slot of waiting) this.#enter(slot);
  }

  #enter(slot: Slot<T>): void {
    const groups = this.#spec.group(slot.record as T);
    if (groups === undefined) return;
    if (typeof groups !== 'object') this.#place(groups, slot);
    else {
      // A record that names a group twice stands in it once.
      for (let at = 0; at < groups.length; at += 1) {
        if (groups.indexOf(groups[at] as Key) === at) this.#place(groups[at] as Key, slot);
      }
    }
  }

  #place(group: Key, slot: Slot<T>): void {
    const slots = this.#groups.get(group);
    if (slots === undefined) this.#groups.set(group, slot);
    else if (slots instanceof ChunkedList) slots.add(slot);
    else if (!Array.isArray(slots)) this.#groups.set(group, this.#compare(slots, slot) < 0 ? [slots, slot] : [slot, slots]);
    else {
      // Most records are newer than all others: they go to the end without a search.
      if (this.#compare(slots[slots.length - 1] as Slot<T>, slot) < 0) slots.push(slot);
      else slots.splice(positionOf(slots, slot, this.#compare), 0, slot);
      if (slots.length > LONGEST_ARRAY) this.#groups.set(group, new ChunkedList(slots, this.#compare));
    }
  }

  readonly #compare = (left: Slot<T>, right: Slot<T>): number => {
    const { order } = this.#spec;
    if (!order) return left.sequence - right.sequence;
    return compareOrder(order(left.record as T), order(right.record as T)) || left.sequence - right.sequence;
  };
}
