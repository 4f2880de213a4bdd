import { failed, notGradable, type Outcome, passed, type TapeScan } from '../checks.ts';
import { few } from '../reading.ts';
import type { AnyCollectionSpec, CollectionSpec, Key, State, WorldSpec } from '../world/collection.ts';
import { type Compare, Interims } from './interims.ts';

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
  /**
   * The same verdict on a whole run: what was changed and changed back has to be allowed too.
   *
   * @param allow gets the world at the end, with what was there for a while and is gone; answers which differences the
   * sentence allows, or why nobody can tell
   */
  nothingEverChanged(seed: State<W>, allow?: Allow<W>): TapeScan;
}

export type Allow<W extends WorldSpec> = (ever: State<W>, final: State<W>) => ((difference: Difference) => boolean) | string;

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
  const naming = new Map(compared.map(({ name, names: one }) => [name, { ...one, ignored: new Set<string>(one.ignore) }]));
  const compare: Compare = (collection, id, before, after) => {
    const one = naming.get(collection);
    return one && differing(collection, id, before, after, one.ignored);
  };
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
  const nothingChanged: WorldComparison<W>['nothingChanged'] = (seed, final, isAllowed = () => false) => {
    const all = differences(seed, final);
    const strange = all.filter((difference) => !isAllowed(difference));
    if (strange.length > 0) return failed(few(strange.map((difference) => named(difference, seed, final))));
    return passed(all.length === 0 ? 'everything is as it was' : `only this: ${few(all.map((one) => named(one, seed, final)))}`);
  };
  return {
    differences,
    nothingChanged,
    nothingEverChanged(seed, allow = () => () => false) {
      const interims = new Interims(seed, (name) => (naming.has(name) ? collections[name]?.key : undefined), compare);
      return {
        row: (row) => interims.row(row),
        outcome(end) {
          if (!end) return notGradable('The final state was not stored.');
          const final = end as State<W>;
          const ever = interims.ever(final);
          const isAllowed = allow(ever, final);
          if (typeof isAllowed === 'string') return failed(isAllowed);
          const outcome = nothingChanged(seed, final, isAllowed);
          if (outcome.status !== 'passed') return outcome;
          const strange = interims.past.filter(({ difference }) => !isAllowed(difference));
          if (strange.length === 0) return outcome;
          const told = strange.map(({ difference, seq }) => `${named(difference, seed, ever)}, until tape row ${seq}`);
          return failed(`taken back later: ${few(told)}`);
        },
      };
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
    const difference = differing(collection, id, known ?? null, record, ignored);
    if (difference) found.push(difference);
  }
  for (const [id, record] of old) found.push({ collection, id, before: record, after: null, fields: [] });
  return found;
}

/** Undefined where the two records are alike, or neither is there. */
function differing(
  collection: string,
  id: Key,
  before: object | null,
  after: object | null,
  ignored: ReadonlySet<string>,
): Difference | undefined {
  const fields = before && after ? changedFields(before, after, ignored) : [];
  return fields.length > 0 || (before === null) !== (after === null) ? { collection, id, before, after, fields } : undefined;
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
