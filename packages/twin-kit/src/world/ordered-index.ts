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

/** Groups of records, each kept sorted in one array: a page is a slice, an insert or removal a binary search. */
export class OrderedIndex<T extends object> implements IndexReader<T> {
  readonly #spec: IndexSpec<T>;
  readonly #groups = new Map<Key, Entry<T>[]>();

  constructor(spec: IndexSpec<T>) {
    this.#spec = spec;
  }

  add(slot: Slot<T>): void {
    const entry = { order: this.#orderOf(slot), slot };
    for (const group of this.#groupsOf(slot.record)) {
      const entries = this.#groups.get(group);
      if (!entries) this.#groups.set(group, [entry]);
      else entries.splice(this.#position(entries, entry), 0, entry);
    }
  }

  /** Takes the slot out; it must still hold the record it was added with. */
  delete(slot: Slot<T>): void {
    const entry = { order: this.#orderOf(slot), slot };
    for (const group of this.#groupsOf(slot.record)) {
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

  #groupsOf(record: Readonly<T>): readonly Key[] {
    const groups = this.#spec.group(record as T);
    if (groups === undefined) return [];
    // A record that names a group twice stands in it once.
    return typeof groups === 'object' ? [...new Set(groups)] : [groups];
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
      const candidate = entries[middle] as Entry<T>;
      const difference = compareOrder(candidate.order, entry.order) || candidate.slot.sequence - entry.slot.sequence;
      if (difference < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
