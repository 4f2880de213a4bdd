/** The key of a record inside its collection. Unique, never reused. */
export type Key = string | number;

/** A value records are sorted by: compared left to right, numbers by size and strings by code unit. */
export type OrderKey = number | string | readonly (number | string)[];

/**
 * A secondary index: records with the same `group` stand together, sorted by `order`, and ties keep the order in which
 * the records were inserted. A page of a group costs the page, whatever the size of the world.
 */
export interface IndexSpec<T> {
  /** The group a record belongs to; `undefined` leaves the record out, an array puts it into several groups. */
  group(record: T): Key | readonly Key[] | undefined;
  /** What the group is sorted by, ascending. Without it: insertion order. */
  order?(record: T): OrderKey;
}

/** What a collection holds: how a record is keyed and which lookups are cheap. */
export interface CollectionSpec<T, I extends string = string> {
  key(record: T): Key;
  indexes: Readonly<Record<I, IndexSpec<T>>>;
  /** Bookkeeping (idempotency keys, upload sessions): journalled, but in no state, no delta and no `state_mutation`. */
  internal?: boolean;
  /** There for collections that are put together of another one. */
  source?: ViewSource<T>;
}

/** Where the records of a view come from: one for each group of an index of another collection. */
// biome-ignore lint/suspicious/noExplicitAny: what a source holds is known where a view is declared
export interface ViewSource<T, Of = any> {
  collection: string;
  /** An index of that collection which puts each record into one group; its groups are the view's keys. */
  index: string;
  /** The record of a group. @param records those of the group, one at least @param world to look up more that changes with them only */
  make(key: Key, records: readonly Readonly<Of>[], world: unknown): T;
}

// biome-ignore lint/suspicious/noExplicitAny: a world holds collections of unrelated record types
export type AnyCollectionSpec = CollectionSpec<any, any>;

/** The collections of a world by name, e.g. `{ users: collection<User>()({ … }) }`. */
export type WorldSpec = Readonly<Record<string, AnyCollectionSpec>>;

/**
 * Declares a collection of plain records.
 *
 * @example
 * const notes = collection<Note>()({
 *   key: (note) => note.id,
 *   indexes: { author: { group: (note) => note.author, order: (note) => note.created_at } },
 * });
 */
export function collection<T extends object>() {
  return <I extends string = never, const Internal extends boolean = false>(spec: {
    key(record: T): Key;
    indexes?: Readonly<Record<I, IndexSpec<T>>>;
    internal?: Internal;
  }): CollectionSpec<T, I> & { internal: Internal } => ({
    key: spec.key,
    indexes: spec.indexes ?? ({} as Record<I, IndexSpec<T>>),
    internal: spec.internal ?? (false as Internal),
  });
}

/**
 * Declares a view: what a world derives from one of its collections, in no journal, state or delta. Its records are made when they are
 * next read, so that a write costs it next to nothing.
 *
 * @example
 * const authors = view<Author, Note>()({
 *   key: (author) => author.id,
 *   source: { collection: 'notes', index: 'author', make: (id, notes) => ({ id, notes: notes.length }) },
 * });
 */
export function view<T extends object, Of>() {
  return <I extends string = never>(spec: {
    key(record: T): Key;
    indexes?: Readonly<Record<I, IndexSpec<T>>>;
    source: ViewSource<T, Of>;
  }): CollectionSpec<T, I> & { internal: true; source: ViewSource<T, Of> } => ({
    key: spec.key,
    indexes: spec.indexes ?? ({} as Record<I, IndexSpec<T>>),
    internal: true,
    source: spec.source,
  });
}

/** How a page of an index is cut. `offset` and `limit` count records; `reverse` reads the group from its end. */
export interface PageRequest {
  offset?: number;
  limit?: number;
  reverse?: boolean;
}

/** Reads of one index. */
export interface IndexReader<T> {
  /** The records of `group` from `offset`, at most `limit`, in order (or reversed). Costs the page. */
  page(group: Key, request?: PageRequest): readonly Readonly<T>[];
  /** How many records `group` has. Constant cost. */
  count(group: Key): number;
  /** The first record of `group`, for indexes whose groups hold one record. */
  first(group: Key): Readonly<T> | undefined;
}

/**
 * One collection as actions see it. Records are immutable: a change stores a new record, and a record once read never
 * changes under its reader. Writes outside a transaction throw.
 */
export interface Collection<T extends object, I extends string = string> {
  readonly name: string;
  readonly size: number;
  /** Grows with every write to this collection, to a number that no other collection of the process has had, but for those of copies that are as it was. */
  readonly version: number;
  get(key: Key): Readonly<T> | undefined;
  has(key: Key): boolean;
  /** All records in insertion order. Costs the collection: for rare operations only. */
  values(): IterableIterator<Readonly<T>>;
  readonly by: Readonly<Record<I, IndexReader<T>>>;
  /** @throws when the key is taken. */
  insert(record: T): Readonly<T>;
  /** Stores the record with `patch` laid over it. @throws when the key is unknown or the patch would change it. */
  update(key: Key, patch: Partial<T>): Readonly<T>;
  /** @returns the removed record. @throws when the key is unknown. */
  remove(key: Key): Readonly<T>;
}

/** A collection that is derived from another one, as actions see it. */
export type View<T extends object, I extends string = string> = Pick<
  Collection<T, I>,
  'name' | 'size' | 'version' | 'get' | 'has' | 'by'
>;

/** The typed collections of a world. */
export type World<W extends WorldSpec> = {
  readonly [N in keyof W]: W[N] extends CollectionSpec<infer T, infer I>
    ? T extends object
      ? W[N] extends { source: object }
        ? View<T, I>
        : Collection<T, I>
      : never
    : never;
};

/** A world as plain JSON: every collection's records in insertion order. This is what `/_svc/state` serves and checks read. */
export type State<W extends WorldSpec> = {
  readonly [N in keyof W]: W[N] extends CollectionSpec<infer T, infer _I> ? readonly Readonly<T>[] : never;
};

/** What of a world is told outside: all but the bookkeeping. */
export type PublicState<W extends WorldSpec> = {
  readonly [N in keyof W as W[N] extends { internal: true } ? never : N]: State<W>[N];
};

/** One changed record. `before` is null for an insert, `after` is null for a removal. */
export interface Change {
  collection: string;
  id: Key;
  before: unknown;
  after: unknown;
}
