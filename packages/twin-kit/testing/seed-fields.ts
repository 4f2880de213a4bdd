import { z } from 'zod';
import type { Twin } from '../src/definition.ts';
import { parseSeed } from '../src/seeds.ts';
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

/** What becomes of the fields that a seed may have: of `silent` ones values were taken without effect, of `untried` ones none was taken. */
export interface SeedFieldFates {
  effective: string[];
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
];
const NUMBERS = [1, 2, 7, 0, 1000, 50_000];

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every text of a document: what its references may name. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? [...Object.keys(value), ...Object.values(value).flatMap(textsIn)] : [];
}

function candidates(schema: Schema, texts: readonly string[]): unknown[] {
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum) return schema.enum;
  if (schema.anyOf) return schema.anyOf.flatMap((one) => candidates(one, texts));
  if (schema.type === 'boolean') return [true, false];
  if (schema.type === 'integer' || schema.type === 'number') return NUMBERS;
  if (schema.type === 'array') return [...(schema.items ? candidates(schema.items, texts) : texts).map((one) => [one]), []];
  if (schema.type === 'object') return schema.properties ? [] : [{ x: 'y' }, { 'X-Thing': 'y' }];
  return schema.type === 'null' ? [] : [...texts, ...TEXTS];
}

const holdsObjects = ({ anyOf, items, properties }: Schema): boolean =>
  properties !== undefined || (items !== undefined && holdsObjects(items)) || (anyOf?.some(holdsObjects) ?? false);

/** The objects of a document, each with its schema, where it stands, and a way to write it anew. */
function* objectsOf(
  schema: Schema,
  value: unknown,
  path: string,
  rebuild: (value: unknown) => unknown,
): Generator<{ properties: Record<string, Schema>; value: Fields; path: string; rebuild(value: unknown): unknown }> {
  for (const option of schema.anyOf ?? [schema]) {
    if (Array.isArray(value) && option.items)
      for (const [at, item] of value.entries())
        yield* objectsOf(option.items, item, path, (next) => rebuild(value.with(at, next)));
    if (!isObject(value) || !option.properties) continue;
    yield { properties: option.properties, value, path, rebuild };
    for (const [name, inner] of Object.entries(option.properties))
      if (value[name] !== undefined)
        yield* objectsOf(inner, value[name], path === '' ? name : `${path}.${name}`, (next) =>
          rebuild({ ...value, [name]: next }),
        );
  }
}

/**
 * Tries each field that a twin's seeds may have, on top of a document that has an object of every kind: with some value that the parser
 * takes, the world must be another.
 *
 * @param hints values for fields, by path
 */
export function seedFieldFates(
  { definition }: Twin,
  document: unknown,
  hints: Readonly<Record<string, readonly unknown[]>> = {},
) {
  const schema = z.toJSONSchema(definition.seed.schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const texts = [...new Set(textsIn(document))];
  const fates = new Map<string, keyof SeedFieldFates>();
  const worldOf = (input: unknown): string | undefined => {
    const parsed = parseSeed(definition, input);
    if (!parsed.ok) return undefined;
    const store = new WorldStore(definition.collections);
    // Ids are drawn from the document otherwise, and would differ with each.
    store.transact(() => definition.seed.load({ world: store.world, now: NOW, ids: new SeededIds('fixed') }, parsed.seed));
    return JSON.stringify(store.state());
  };
  if (worldOf(document) === undefined) throw new Error('the document is refused');
  for (const { properties, value, path, rebuild } of objectsOf(schema, document, '', (next) => next)) {
    const before = worldOf(rebuild(value));
    for (const [name, inner] of Object.entries(properties)) {
      const place = path === '' ? name : `${path}.${name}`;
      // Objects are tried by their fields.
      if (fates.get(place) === 'effective' || holdsObjects(inner)) continue;
      const { [name]: _without, ...rest } = value;
      const variants = [...(hints[place] ?? []), ...candidates(inner, texts)]
        .filter((one) => JSON.stringify(one) !== JSON.stringify(value[name]))
        .map((one) => ({ ...value, [name]: one }));
      const worlds = [...(value[name] === undefined ? [] : [rest]), ...variants].values().map((one) => worldOf(rebuild(one)));
      let fate: keyof SeedFieldFates = fates.get(place) ?? 'untried';
      for (const world of worlds) {
        if (world === undefined) continue;
        fate = world === before ? 'silent' : 'effective';
        if (fate === 'effective') break;
      }
      fates.set(place, fate);
    }
  }
  const of = (wanted: keyof SeedFieldFates): string[] => [...fates].flatMap(([place, fate]) => (fate === wanted ? [place] : []));
  return { effective: of('effective'), silent: of('silent'), untried: of('untried') } satisfies SeedFieldFates;
}
