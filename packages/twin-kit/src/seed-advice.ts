import type { Issue, TwinDefinition } from './definition.ts';
import { type InputShape, readsOfSchema } from './inputs.ts';
import { nearestName } from './near.ts';
import { droppedFields } from './seeds.ts';
import type { WorldSpec } from './world/collection.ts';

/** A field of a seed that the twin's parser drops, with the name that was probably meant. */
export interface DroppedField {
  path: string;
  suggestion?: string;
}

type Definition = TwinDefinition<WorldSpec, unknown>;

/** `repositories[0].name` as its steps. */
export function pathSteps(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([step, index]) => (index === undefined ? step : Number(index)));
}

/** The names that a seed may have at a place; none where any are taken. */
export function seedFields({ seed }: Definition, steps: readonly (string | number)[]): readonly string[] {
  let shape: InputShape | undefined = readsOfSchema(seed.schema);
  for (const step of steps) {
    if (typeof step === 'number') continue;
    shape = typeof shape === 'object' && Object.hasOwn(shape, step) ? shape[step] : undefined;
  }
  return typeof shape === 'object' ? Object.keys(shape) : [];
}

/** What `droppedFields` tells, each with the field that was probably meant. */
export function droppedWithAdvice(definition: Definition, document: unknown): DroppedField[] {
  return droppedFields(definition, document).map((path) => {
    const steps = pathSteps(path);
    const name = String(steps.at(-1));
    const fields = seedFields(definition, steps.slice(0, -1));
    // What the twin knows and makes nothing of here was meant as it stands.
    const suggestion = fields.includes(name) ? undefined : nearestName(name, fields);
    return { path, ...(suggestion !== undefined && { suggestion }) };
  });
}

function valueAt(document: unknown, steps: readonly (string | number)[]): unknown {
  let value = document;
  for (const step of steps)
    value = Object.hasOwn(Object(value), step) ? (value as Record<string | number, unknown>)[step] : undefined;
  return value;
}

/** What records go by. */
const NAMES = new Set(['id', 'name', 'login', 'email', 'key', 'title', 'number', 'full_name', 'displayName', 'identifier']);

/** Of a large seed, names beyond these aren't compared. */
const MOST_NAMES = 2_000;

/** The names of the records of a seed. */
function namesIn(document: unknown, found: Set<string> = new Set()): Set<string> {
  if (typeof document !== 'object' || document === null) return found;
  for (const [field, value] of Object.entries(document)) {
    if (found.size >= MOST_NAMES) break;
    if (typeof value === 'string' && NAMES.has(field)) found.add(value);
    else namesIn(value, found);
  }
  return found;
}

/** What to write instead of what a twin refused of a seed: another name, another value, or one of another kind. */
export function seedAdvice(definition: Definition, issue: Issue, document: unknown): string | undefined {
  const steps = pathSteps(issue.path);
  const quoted = [...issue.message.matchAll(/"([^"]+)"/g)].map(([, text]) => text as string);
  if (issue.code === 'unrecognized_keys') return nearestName(quoted[0] ?? '', seedFields(definition, steps));
  const value = valueAt(document, steps);
  if (issue.code === 'invalid_value') return nearestName(String(value), quoted) ?? (quoted.join(' or ') || undefined);
  if (value === undefined) return missingField(definition, steps, document);
  const kind = /expected (\w+)/.exec(issue.message)?.[1];
  if (issue.code === 'invalid_type' && kind !== undefined) return ofKind(kind, value);
  // A name that no record has.
  const [unknown = ''] = quoted;
  const names = namesIn(document);
  names.delete(unknown);
  return unknown === '' ? undefined : nearestName(unknown, names);
}

/** A field that is needed and perhaps there under another name. */
function missingField(definition: Definition, steps: readonly (string | number)[], document: unknown): string | undefined {
  const missing = steps.at(-1);
  if (typeof missing !== 'string') return undefined;
  const parent = steps.slice(0, -1);
  const known = new Set(seedFields(definition, parent));
  const strangers = Object.keys(Object(valueAt(document, parent))).filter((name) => !known.has(name));
  return strangers.some((name) => nearestName(name, [missing]) !== undefined) ? missing : undefined;
}

/** A value as one of another kind, where that says the same. */
function ofKind(kind: string, value: unknown): string | undefined {
  if (kind === 'array') return `[${typeof value === 'object' ? '…' : value}]`;
  if (kind === 'string') return JSON.stringify(String(value));
  if (kind === 'boolean') return /^(true|yes|1)$/i.test(String(value)) ? 'true' : 'false';
  const isNumber = kind === 'number' || kind === 'int';
  return isNumber && typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
    ? value.trim()
    : undefined;
}
