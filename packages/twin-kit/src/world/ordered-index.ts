import type { IndexReader, IndexSpec, Key, OrderKey, PageRequest } from './collection.ts';

/** A stored record with its place in the order of insertion. The slot lives as long as the record's key; its record is replaced. */
export interface Slot<T> {
  readonly key: Key;
  readonly sequence: number;
  record: Readonly<T>;
}

interface Entry<T> {
  readonly order: OrderKey;
  readonly slot: Slot<T>;
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

function compareEntries<T>(left: Entry<T>, right: Entry<T>): number {
  return compareOrder(left.order, right.order) || left.slot.sequence - right.slot.sequence;
}

/** Groups of records, each kept sorted in one array: a page is a slice, an insert or removal a binary search. */
export class OrderedIndex<T extends object> implements IndexReader<T> {
  readonly #spec: IndexSpec<T>;
  readonly #groups = new Map<Key, Entry<T>[]>();

  constructor(spec: IndexSpec<T>) {
    this.#spec = spec;
  }

  add(slot: Slot<T>): void {
    const entry = { order: this.#orderOf(slot), slot };
    const groups = this.#spec.group(slot.record as T);
    if (groups === undefined) return;
    if (typeof groups !== 'object') this.#place(groups, entry);
    // A record that names a group twice stands in it once.
    else
      for (let at = 0; at < groups.length; at += 1)
        if (groups.indexOf(groups[at] as Key) === at) this.#place(groups[at] as Key, entry);
  }

  /** Takes the slot out; it must still hold the record it was added with. */
  delete(slot: Slot<T>): void {
    const entry = { order: this.#orderOf(slot), slot };
    const groups = this.#spec.group(slot.record as T);
    if (groups === undefined) return;
    for (const group of typeof groups === 'object' ? new Set(groups) : [groups]) {
      const entries = this.#groups.get(group) as Entry<T>[];
      entries.splice(this.#position(entries, entry), 1);
      if (entries.length === 0) this.#groups.delete(group);
    }
  }

  page(group: Key, { offset = 0, limit = Number.POSITIVE_INFINITY, reverse = false }: PageRequest = {}): readonly Readonly<T>[] {
    const entries = this.#groups.get(group);
    if (!entries) return [];
    const size = Math.max(0, Math.min(limit, entries.length - offset));
    const records = new Array<Readonly<T>>(size);
    for (let position = 0; position < size; position += 1) {
      const at = reverse ? entries.length - 1 - offset - position : offset + position;
      records[position] = (entries[at] as Entry<T>).slot.record;
    }
    return records;
  }

  count(group: Key): number {
    return this.#groups.get(group)?.length ?? 0;
  }

  first(group: Key): Readonly<T> | undefined {
    return this.#groups.get(group)?.[0]?.slot.record;
  }

  /** Most records are newer than all others: they go to the end without a search. */
  #place(group: Key, entry: Entry<T>): void {
    const entries = this.#groups.get(group);
    if (!entries) this.#groups.set(group, [entry]);
    else if (compareEntries(entries[entries.length - 1] as Entry<T>, entry) < 0) entries.push(entry);
    else entries.splice(this.#position(entries, entry), 0, entry);
  }

  #orderOf(slot: Slot<T>): OrderKey {
    return this.#spec.order ? this.#spec.order(slot.record as T) : slot.sequence;
  }

  /** The first position whose entry is not before `entry`. */
  #position(entries: readonly Entry<T>[], entry: Entry<T>): number {
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareEntries(entries[middle] as Entry<T>, entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
