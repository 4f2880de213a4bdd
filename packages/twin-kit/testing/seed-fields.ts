import { z } from 'zod';
import type { Twin } from '../src/definition.ts';
import { droppedFields, parseSeed } from '../src/seeds.ts';
import { SeededIds } from '../src/world/ids.ts';
import { WorldStore } from '../src/world/store.ts';

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
}

type Fields = Record<string, unknown>;

/**
 * What becomes of the fields that a seed may have. Of `silent` ones values were taken without effect and without a word (where they stand in
 * the document); `dropped` ones have no effect in some place, and `droppedFields` says so; of `untried` ones no value was taken anywhere.
 */
export interface SeedFieldFates {
  effective: string[];
  dropped: string[];
  silent: string[];
  untried: string[];
}

const NOW = Date.UTC(2026, 0, 1);
/** Texts of the forms that seeds have: a name, dates, addresses, colours, ids, bytes. */
const TEXTS = [
  'x',
  '2025-11-05',
  '2025-11-05T00:00:00Z',
  'new@example.com',
  'https://a.example/x',
  '#112233',
  '112233',
  'eA==',
  '7b0c2a52-6f38-4a4e-9a0e-3c6e5d2f9a11',
  '1700000000.000100',
  '0000000000000abc',
  '<new@example.com>',
  'eur',
];
const NUMBERS = [1, 2, 7, 0, 1000, 50_000];

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every text of a document: what its references may name. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? [...Object.keys(value), ...Object.values(value).flatMap(textsIn)] : [];
}

/** By name, what the fields of a document hold: one that refers to something takes at once what it holds elsewhere. */
function held(value: unknown, byName = new Map<string, Set<string>>()): Map<string, Set<string>> {
  for (const [name, inner] of isObject(value) ? Object.entries(value) : []) {
    for (const one of [inner].flat()) if (typeof one === 'string') byName.set(name, (byName.get(name) ?? new Set()).add(one));
  }
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) held(inner, byName);
  return byName;
}

function candidates(schema: Schema, texts: readonly string[]): unknown[] {
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum) return schema.enum;
  if (schema.anyOf) return schema.anyOf.flatMap((one) => candidates(one, texts));
  if (schema.type === 'boolean') return [true, false];
  if (schema.type === 'integer' || schema.type === 'number') return NUMBERS;
  if (schema.type === 'array') return [...(schema.items ? candidates(schema.items, texts) : texts).map((one) => [one]), []];
  if (schema.type === 'object') return schema.properties ? [] : [{ x: 'y' }, { 'X-Thing': 'y' }];
  // Texts of a form are taken at once or never, names only if the document has them.
  return schema.type === 'null' ? [] : [...TEXTS, ...texts];
}

/** All values, and first those that fields of this name hold elsewhere: what a parser refuses costs a whole document. */
function inOrder(values: readonly unknown[], first: ReadonlySet<unknown> = new Set()): unknown[] {
  const isFirst = (value: unknown): boolean => first.has(value) || (Array.isArray(value) && first.has(value[0]));
  return [...values.filter(isFirst), ...values.filter((value) => !isFirst(value))];
}

const holdsObjects = ({ anyOf, items, properties }: Schema): boolean =>
  properties !== undefined || (items !== undefined && holdsObjects(items)) || (anyOf?.some(holdsObjects) ?? false);

export interface Place {
  properties: Record<string, Schema>;
  value: Fields;
  /** Names alone, e.g. `issues.comments`. */
  path: string;
  /** With places in lists, e.g. `issues[0].comments[1]`. */
  where: string;
  rebuild(value: unknown): unknown;
}

const below = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** The objects of a document, each with its schema, where it stands, and a way to write it anew. */
function* objectsOf(schema: Schema, value: unknown, at: Pick<Place, 'path' | 'where' | 'rebuild'>): Generator<Place> {
  const { path, where, rebuild } = at;
  if (schema.anyOf) {
    for (const option of schema.anyOf) yield* objectsOf(option, value, at);
    return;
  }
  if (Array.isArray(value) && schema.items)
    for (const [index, item] of value.entries())
      yield* objectsOf(schema.items, item, {
        path,
        where: `${where}[${index}]`,
        rebuild: (next) => rebuild(value.with(index, next)),
      });
  if (!isObject(value) || !schema.properties) return;
  yield { properties: schema.properties, value, path, where, rebuild };
  for (const [name, inner] of Object.entries(schema.properties))
    if (value[name] !== undefined)
      yield* objectsOf(inner, value[name], {
        path: below(path, name),
        where: below(where, name),
        rebuild: (next) => rebuild({ ...value, [name]: next }),
      });
}

/** Builds the records of a document, by collection; undefined where the parser refuses it. */
export function seededRecords({ definition }: Twin, input: unknown): Readonly<Record<string, readonly object[]>> | undefined {
  const parsed = parseSeed(definition, input);
  if (!parsed.ok) return undefined;
  const store = new WorldStore(definition.collections);
  // Ids are drawn from the document otherwise, and would differ with each.
  store.transact(() => definition.seed.load({ world: store.world, now: NOW, ids: new SeededIds('fixed') }, parsed.seed));
  const { world } = store as unknown as { world: Record<string, { values(): Iterable<object> }> };
  return Object.fromEntries(Object.keys(definition.collections).map((name) => [name, [...(world[name]?.values() ?? [])]]));
}

/** The world of a document in one text; undefined where the parser refuses it. */
function worldOf(twin: Twin, input: unknown): string | undefined {
  const records = seededRecords(twin, input);
  return records && JSON.stringify(Object.values(records));
}

/** True where a twin says of this field, or of one that it stands in, that it drops it. */
const isSaid = (twin: Twin, document: unknown, field: string): boolean =>
  droppedFields(twin.definition, document).some(
    (path) => field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`),
  );

/**
 * What becomes of one field in one place. It is dropped where two values build one world: a single one may be what stands there by default,
 * when all others are refused.
 */
function fateOf(twin: Twin, before: string, place: Place, name: string, values: readonly unknown[]): keyof SeedFieldFates {
  const { value, rebuild, where } = place;
  const { [name]: present, ...rest } = value;
  const without = present === undefined ? before : worldOf(twin, rebuild(rest));
  if (without !== undefined && without !== before) return 'effective';
  const alike = new Set(present === undefined ? [] : [JSON.stringify(present)]);
  for (const one of values.filter((candidate) => JSON.stringify(candidate) !== JSON.stringify(present))) {
    const document = rebuild({ ...value, [name]: one });
    const world = worldOf(twin, document);
    if (world === undefined) continue;
    if (world !== before) return 'effective';
    alike.add(JSON.stringify(one));
    if (isSaid(twin, document, below(where, name))) return 'dropped';
  }
  return alike.size > 1 ? 'silent' : 'untried';
}

/**
 * Tries each field that a twin's seeds may have, in each object of a document that has one of every kind and state: with some value that the
 * parser takes, the world must be another, or the seed's reader must hear that the field is dropped.
 *
 * @param hints values for fields, by path
 * @param chosen of the objects those that are tried, by default all
 */
export function seedFieldFates(
  twin: Twin,
  document: unknown,
  hints: Readonly<Record<string, readonly unknown[]>> = {},
  chosen: (places: readonly Place[]) => readonly Place[] = (places) => places,
): SeedFieldFates {
  const before = worldOf(twin, document);
  if (before === undefined) throw new Error('the document is refused');
  const schema = z.toJSONSchema(twin.definition.seed.schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const texts = [...new Set(textsIn(document))];
  const elsewhere = held(document);
  const fates = new Map<string, Set<keyof SeedFieldFates>>();
  const silent: string[] = [];
  for (const place of chosen([...objectsOf(schema, document, { path: '', where: '', rebuild: (next) => next })])) {
    for (const [name, inner] of Object.entries(place.properties)) {
      // Objects are tried by their fields.
      if (holdsObjects(inner)) continue;
      const field = below(place.path, name);
      const values = [...(hints[field] ?? []), ...inOrder(candidates(inner, texts), elsewhere.get(name))];
      const fate = fateOf(twin, before, place, name, values);
      fates.set(field, (fates.get(field) ?? new Set()).add(fate));
      if (fate === 'silent') silent.push(below(place.where, name));
    }
  }
  const having = (fate: keyof SeedFieldFates): string[] => [...fates].flatMap(([field, all]) => (all.has(fate) ? [field] : []));
  const untried = [...fates].flatMap(([field, all]) => (all.size === 1 && all.has('untried') ? [field] : []));
  return { effective: having('effective'), dropped: having('dropped'), silent, untried };
}
