import { type TapeRow, writesOf } from '../tape/row.ts';
import type { Key, State, WorldSpec } from '../world/collection.ts';
import type { Difference } from './nothing-changed.ts';

/** A difference from the seed that stood until a call made another of it, or none. */
export interface Interim {
  difference: Difference;
  /** Of the row that ended it. */
  seq: number;
}

/** How one record differs from that of the seed; undefined where it doesn't, or is of a collection that isn't compared. */
export type Compare = (collection: string, id: Key, before: object | null, after: object | null) => Difference | undefined;

/**
 * Follows a tape for everything in which the world was for a while not as the seed had it. What was left in the end stands in the
 * final state, so that only what was written over is kept here, and a long tape of new records costs no memory.
 */
export class Interims<W extends WorldSpec> {
  readonly past: Interim[] = [];
  readonly #seed: State<W>;
  /** How records of a collection are keyed; undefined where it isn't compared. */
  readonly #keyOf: (collection: string) => ((record: object) => Key) | undefined;
  readonly #compare: Compare;
  readonly #old = new Map<string, ReadonlyMap<Key, object>>();
  /** What was removed, as it last was. */
  readonly #gone = new Map<string, Map<Key, object>>();

  constructor(seed: State<W>, keyOf: (collection: string) => ((record: object) => Key) | undefined, compare: Compare) {
    this.#seed = seed;
    this.#keyOf = keyOf;
    this.#compare = compare;
  }

  row(row: TapeRow): void {
    for (const { collection, id, before, after } of writesOf(row)) {
      const keyed = this.#keyOf(collection);
      if (!keyed) continue;
      const [was, is] = [before as object | null, after as object | null];
      if (is) this.#gone.get(collection)?.delete(id);
      else if (was) this.#goneOf(collection).set(id, was);
      const difference = this.#compare(collection, id, this.#oldOf(collection, keyed).get(id) ?? null, was);
      if (difference) this.past.push({ difference, seq: row.seq });
    }
  }

  /** The world at the end, with what was there for a while and is gone. */
  ever(final: State<W>): State<W> {
    const ever: Record<string, readonly object[]> = { ...(final as Record<string, readonly object[]>) };
    for (const [collection, gone] of this.#gone)
      if (gone.size > 0) ever[collection] = [...(ever[collection] ?? []), ...gone.values()];
    return ever as State<W>;
  }

  #goneOf(collection: string): Map<Key, object> {
    const known = this.#gone.get(collection) ?? new Map<Key, object>();
    this.#gone.set(collection, known);
    return known;
  }

  #oldOf(collection: string, keyOf: (record: object) => Key): ReadonlyMap<Key, object> {
    const known = this.#old.get(collection);
    if (known) return known;
    const records = (this.#seed[collection] ?? []) as readonly object[];
    const old = new Map(records.map((record) => [keyOf(record), record]));
    this.#old.set(collection, old);
    return old;
  }
}
