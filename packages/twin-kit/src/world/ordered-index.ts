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

/**
 * Groups of records, each kept sorted in one array: a page is a slice, an insert or removal a binary search. The arrays hold
 * the slots themselves, and a group of one is its slot: a large world costs the collector no object per record and index.
 * Records find their place when the index is next asked: what only grows, like an agent's log of writes, costs its pushes.
 */
export class OrderedIndex<T extends object> implements IndexReader<T> {
  readonly #spec: IndexSpec<T>;
  readonly #groups = new Map<Key, Slot<T> | Slot<T>[]>();
  /** Slots not yet placed, oldest first. Each still holds the record it was added with. */
  #waiting: Slot<T>[] = [];

  constructor(spec: IndexSpec<T>) {
    this.#spec = spec;
  }

  add(slot: Slot<T>): void {
    this.#waiting.push(slot);
  }

  /** Takes the slot out; it must still hold the record it was added with. */
  delete(slot: Slot<T>): void {
    this.#settle();
    const groups = this.#spec.group(slot.record as T);
    if (groups === undefined) return;
    for (const group of typeof groups === 'object' ? new Set(groups) : [groups]) {
      const slots = this.#groups.get(group);
      if (!Array.isArray(slots) || slots.length === 1) this.#groups.delete(group);
      else slots.splice(this.#position(slots, slot), 1);
    }
  }

  /** Moves the slot to where its next record belongs. It must still hold the one it was added with, and hold the next one after. */
  replace(slot: Slot<T>, record: Readonly<T>): void {
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
    const records = new Array<Readonly<T>>(size);
    for (let position = 0; position < size; position += 1) {
      const at = reverse ? slots.length - 1 - offset - position : offset + position;
      records[position] = (slots[at] as Slot<T>).record;
    }
    return records;
  }

  count(group: Key): number {
    return this.#slots(group).length;
  }

  first(group: Key): Readonly<T> | undefined {
    this.#settle();
    const slots = this.#groups.get(group);
    return Array.isArray(slots) ? slots[0]?.record : slots?.record;
  }

  #slots(group: Key): readonly Slot<T>[] {
    this.#settle();
    const slots = this.#groups.get(group);
    return slots === undefined ? [] : Array.isArray(slots) ? slots : [slots];
  }

  #settle(): void {
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
    else if (!Array.isArray(slots)) this.#groups.set(group, this.#compare(slots, slot) < 0 ? [slots, slot] : [slot, slots]);
    // Most records are newer than all others: they go to the end without a search.
    else if (this.#compare(slots[slots.length - 1] as Slot<T>, slot) < 0) slots.push(slot);
    else slots.splice(this.#position(slots, slot), 0, slot);
  }

  #compare(left: Slot<T>, right: Slot<T>): number {
    const { order } = this.#spec;
    if (!order) return left.sequence - right.sequence;
    return compareOrder(order(left.record as T), order(right.record as T)) || left.sequence - right.sequence;
  }

  /** The first position whose slot is not before `slot`. */
  #position(slots: readonly Slot<T>[], slot: Slot<T>): number {
    let low = 0;
    let high = slots.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(slots[middle] as Slot<T>, slot) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
