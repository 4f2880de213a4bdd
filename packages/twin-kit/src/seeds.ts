import { hash } from 'node:crypto';
import { type core, type ZodType, z } from 'zod';
import type { Issue, SeedResult, TwinDefinition } from './definition.ts';
import type { WorldSpec } from './world/collection.ts';

type Path = readonly (string | number)[];

/** `['repositories', 0, 'name']` as `repositories[0].name`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}

/** A zod issue as the spec reports it. A refinement names its own code in `params.code`. */
export function toIssue(issue: core.$ZodIssue): Issue {
  const own = issue.code === 'custom' ? (issue.params?.code as string | undefined) : undefined;
  return { path: formatPath(issue.path), message: issue.message, code: own ?? issue.code };
}

/** Levels of a document that are looked at; no twin's schema has as many. */
const MOST_NESTING = 500;

/** Where half a surrogate pair stands in a document: no vendor's world has one, and strict clients read no answer with one. */
function brokenText(value: unknown, depth = 0): Path | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : [];
  if (typeof value !== 'object' || value === null || depth > MOST_NESTING) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const below = name.isWellFormed() ? brokenText(inner, depth + 1) : [];
    if (below) return [Array.isArray(value) ? Number(name) : name, ...below];
  }
  return undefined;
}

/** Runs a twin's boot parser; `undefined` stands for the default world. */
export function parseSeed<W extends WorldSpec, S>(definition: TwinDefinition<W, S>, input: unknown): SeedResult {
  if (input !== undefined) return parsedSeed(definition, input);
  const known = parsedDefaults.get(definition) ?? parsedSeed(definition, definition.seed.defaultSeed);
  parsedDefaults.set(definition, known);
  return known;
}

/** Of default worlds, which most worlds are: nothing that is made of one changes it. */
const parsedDefaults = new WeakMap<object, SeedResult>();

function parsedSeed<W extends WorldSpec, S>(definition: TwinDefinition<W, S>, document: unknown): SeedResult {
  const broken = brokenText(document);
  if (broken) {
    const message = 'contains half a surrogate pair';
    return { ok: false, issues: [{ path: formatPath(broken).toWellFormed(), message, code: 'unstorable_text' }] };
  }
  const parsed = definition.seed.schema.safeParse(document);
  if (parsed.success) return { ok: true, seed: parsed.data };
  return { ok: false, issues: parsed.error.issues.map(toIssue) };
}

interface JsonSchema {
  properties?: Readonly<Record<string, JsonSchema>>;
  additionalProperties?: unknown;
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
}

/** What of a value no shape that it may have knows. A record's names are its own. */
function* unknownFields(schema: JsonSchema, value: unknown, path: Path): Generator<Path> {
  const choices = schema.anyOf ?? [schema];
  if (Array.isArray(value)) {
    const items = choices.flatMap((choice) => choice.items ?? choice.anyOf ?? []);
    if (items.length > 0) for (const [at, item] of value.entries()) yield* unknownFields({ anyOf: items }, item, [...path, at]);
  } else if (typeof value === 'object' && value !== null) {
    const shapes = choices.flatMap((choice) => choice.anyOf ?? choice);
    const isRecord = shapes.some(({ additionalProperties }) => (additionalProperties ?? false) !== false);
    const objects = shapes.map(({ properties }) => properties).filter((one) => one !== undefined);
    if (isRecord || objects.length === 0) return;
    for (const [name, inner] of Object.entries(value)) {
      const known = objects.flatMap((properties) => (Object.hasOwn(properties, name) ? [properties[name] as JsonSchema] : []));
      if (known.length > 0) yield* unknownFields({ anyOf: known }, inner, [...path, name]);
      // Null asks for nothing.
      else if (inner !== undefined && inner !== null) yield [...path, name];
    }
  }
}

const schemas = new WeakMap<ZodType, JsonSchema>();

function jsonSchemaOf(schema: ZodType): JsonSchema {
  const made =
    schemas.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema);
  schemas.set(schema, made);
  return made;
}

const valueAt = (document: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, step) => (value as Record<string | number, unknown> | null | undefined)?.[step], document);

/**
 * Fields of a seed document that no world shows: those that the twin's parser knows nothing of, e.g. `issues[0].titel`, and those that mean
 * nothing beside others. Of a dropped field, those inside it aren't told.
 */
export function droppedFields<W extends WorldSpec, S>({ seed }: TwinDefinition<W, S>, document: unknown): string[] {
  if (typeof document !== 'object' || document === null) return [];
  const unknown = [...unknownFields(jsonSchemaOf(seed.schema), document, [])];
  const parsed = seed.unused && seed.schema.safeParse(document);
  const unused = parsed?.success
    ? [...(seed.unused?.(parsed.data) ?? [])].filter((path) => (valueAt(document, path) ?? null) !== null)
    : [];
  return [...unknown, ...unused].map(formatPath);
}

const ofDefaults = new WeakMap<object, string>();

/** `idSeed` of a twin's default world, which most worlds are. */
export function defaultIdSeed<W extends WorldSpec, S>(definition: TwinDefinition<W, S>): string {
  const seed = ofDefaults.get(definition) ?? idSeed(definition.id, definition.seed.defaultSeed);
  ofDefaults.set(definition, seed);
  return seed;
}

/** What the ids of a world are drawn from: the twin and its seed document, so that equal documents build equal worlds. */
export function idSeed(twin: string, document: unknown): string {
  return hash('sha256', `${twin}\n${JSON.stringify(document) ?? 'default'}`);
}
