import type { AnyCollectionSpec, Key, View, ViewSource } from './collection.ts';
import type { OrderedIndex } from './ordered-index.ts';
import { StoredCollection } from './stored-collection.ts';

/**
 * A view in memory. It notes which of its records are out of date, and makes those again when it is next read: so it is right after
 * commits, transactions that are undone and journals that are replayed, and none of them has to know of it.
 */
export class DerivedView implements View<object> {
  readonly name: string;
  readonly #source: ViewSource<object, object>;
  readonly #of: StoredCollection;
  readonly #world: unknown;
  readonly #made: StoredCollection;
  /** Keys of what changed, as often as it did: a write has no time for more. */
  #changed: Key[] = [];
  /** Each of them once. One leaves when its record is made, so that a reading that is cut off loses none. */
  readonly #stale = new Set<Key>();

  /** @param of the collection that it is made of @param world all collections */
  constructor(
    name: string,
    spec: AnyCollectionSpec & { source: ViewSource<object, object> },
    of: StoredCollection,
    world: unknown,
  ) {
    this.name = name;
    this.#source = spec.source;
    this.#of = of;
    this.#world = world;
    this.#made = new StoredCollection(name, spec, () => {});
    const { group } = of.indexSpec(spec.source.index);
    of.listen((record) => this.#changed.push(group(record) as Key));
  }

  /** Takes the records of another one, of a world that this one's is a copy of. */
  take(other: DerivedView): void {
    other.#refresh();
    this.#made.take(other.#made);
    this.#changed = [];
    this.#stale.clear();
  }

  get size(): number {
    return this.#fresh.size;
  }

  get version(): number {
    return this.#fresh.version;
  }

  get by(): Record<string, OrderedIndex<object>> {
    return this.#fresh.by;
  }

  get(key: Key): Readonly<object> | undefined {
    return this.#fresh.get(key);
  }

  has(key: Key): boolean {
    return this.#fresh.has(key);
  }

  /** All records, in the order in which they were first made. Costs the view. */
  values(): IterableIterator<Readonly<object>> {
    return this.#fresh.values();
  }

  get #fresh(): StoredCollection {
    this.#refresh();
    return this.#made;
  }

  #refresh(): void {
    if (this.#changed.length === 0 && this.#stale.size === 0) return;
    for (const key of this.#changed) this.#stale.add(key);
    this.#changed = [];
    for (const key of this.#stale) {
      this.#makeAgain(key);
      this.#stale.delete(key);
    }
  }

  #makeAgain(key: Key): void {
    const made = this.#made;
    const records = (this.#of.by[this.#source.index] as OrderedIndex<object>).page(key);
    if (records.length > 0) {
      const record = this.#source.make(key, records, this.#world);
      if (made.has(key)) made.replace(key, record);
      else made.insert(record);
    } else if (made.has(key)) made.remove(key);
  }
}
