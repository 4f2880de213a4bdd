import { failed, type Outcome, passed } from '../checks.ts';
import { few } from '../reading.ts';
import type { AnyCollectionSpec, CollectionSpec, Key, State, WorldSpec } from '../world/collection.ts';

/** How a twin's records are compared and named. */
export interface RecordNames<T, W extends WorldSpec> {
  /** What people call one of them, e.g. `comment`. */
  what: string;
  /** Which one it is, for evidence, e.g. `on ENG-2`. */
  name(record: Readonly<T>, state: State<W>): string;
  /** Fields that reads, the clock or the product itself change. */
  ignore?: readonly (keyof T & string)[];
}

/**
 * All collections of a world. A reason instead of names leaves a collection out of the comparison: what the product
 * itself writes down about changes that stand elsewhere.
 */
export type WorldNames<W extends WorldSpec> = {
  readonly [N in keyof W]: W[N] extends CollectionSpec<infer T, infer _I> ? RecordNames<T, W> | { bookkeeping: string } : never;
};

/** A record that isn't as the seed had it. */
export interface Difference {
  collection: string;
  id: Key;
  /** Null where it is new. */
  before: object | null;
  /** Null where it is gone. */
  after: object | null;
  /** The fields that differ where the record is in both worlds, else none. */
  fields: readonly string[];
}

/** Compares whole worlds of a twin. */
export interface WorldComparison<W extends WorldSpec> {
  /** Every difference but in bookkeeping. */
  differences(seed: State<W>, final: State<W>): Difference[];
  /** A verdict on "nothing changed except": each difference has to be one that the sentence allows. */
  nothingChanged(seed: State<W>, final: State<W>, isAllowed?: (difference: Difference) => boolean): Outcome;
}

/**
 * Makes a twin's comparison of worlds. The type of `names` wants every collection, so that none is forgotten.
 *
 * @example
 * const world = compareWorlds(collections, { notes: { what: 'note', name: ({ title }) => `"${title}"`, ignore: ['read_at'] } });
 * world.nothingChanged(seed, final, ({ collection, id }) => collection === 'notes' && id === note.id)
 */
export function compareWorlds<W extends WorldSpec>(collections: W, names: WorldNames<W>): WorldComparison<W> {
  const compared = Object.entries(names as Record<string, RecordNames<object, W> | { bookkeeping: string }>).flatMap(
    ([name, one]) => ('bookkeeping' in one ? [] : [{ name, spec: collections[name] as AnyCollectionSpec, names: one }]),
  );
  const naming = new Map(compared.map(({ name, names: one }) => [name, one]));
  const differences = (seed: State<W>, final: State<W>): Difference[] =>
    compared.flatMap(({ name, spec, names: { ignore = [] } }) => {
      const records = (state: State<W>) => (state[name] ?? []) as readonly object[];
      return recordDifferences(name, spec, new Set(ignore), records(seed), records(final));
    });
  const named = ({ collection, before, after, fields }: Difference, seed: State<W>, final: State<W>): string => {
    const one = naming.get(collection) as RecordNames<object, W>;
    const name = `${one.what} ${after ? one.name(after, final) : one.name(before as object, seed)}`;
    if (!before) return `new: ${name}`;
    return after ? `changed: ${name} (${fields.join(', ')})` : `gone: ${name}`;
  };
  return {
    differences,
    nothingChanged(seed, final, isAllowed = () => false) {
      const all = differences(seed, final);
      const strange = all.filter((difference) => !isAllowed(difference));
      if (strange.length > 0) return failed(few(strange.map((difference) => named(difference, seed, final))));
      return passed(
        all.length === 0 ? 'everything is as it was' : `only this: ${few(all.map((one) => named(one, seed, final)))}`,
      );
    },
  };
}

function recordDifferences(
  collection: string,
  { key }: AnyCollectionSpec,
  ignored: ReadonlySet<string>,
  before: readonly object[],
  after: readonly object[],
): Difference[] {
  const old = new Map<Key, object>(before.map((record) => [key(record), record]));
  const found: Difference[] = [];
  for (const record of after) {
    const id = key(record);
    const known = old.get(id);
    old.delete(id);
    const fields = known ? changedFields(known, record, ignored) : [];
    if (!known || fields.length > 0) found.push({ collection, id, before: known ?? null, after: record, fields });
  }
  for (const [id, record] of old) found.push({ collection, id, before: record, after: null, fields: [] });
  return found;
}

function changedFields(before: object, after: object, ignored: ReadonlySet<string>): string[] {
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const fields = Object.keys(now);
  for (const field of Object.keys(old)) if (!Object.hasOwn(now, field)) fields.push(field);
  return fields.filter((field) => !ignored.has(field) && !isSame(old[field], now[field]));
}

/** Are two values of JSON the same? The order of an object's keys says nothing; what is undefined isn't there. */
function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, at) => isSame(item, right[at]));
  }
  return changedFields(left, right, NONE).length === 0;
}

const NONE: ReadonlySet<string> = new Set();
