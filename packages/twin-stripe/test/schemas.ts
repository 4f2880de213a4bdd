import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

// JSON Schema of the objects that the twin answers with, of API version 2026-10-28.endive, derived from the types of npm stripe 23.1.0:
// scripts/generate-test-facts.ts. A reference to another object is cut to "an object": each is checked by itself, and a schema stays small.
const FILE = join(import.meta.dirname, 'generated/response-schemas.json');

let loaded: { ajv: Ajv2020; byObject: Record<string, string[]> } | undefined;
const compiled = new Map<string, ValidateFunction>();

function schemas() {
  if (!loaded) {
    const { byObject, ...$defs } = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, unknown>;
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $defs } as object, 'stripe');
    loaded = { ajv, byObject: byObject as Record<string, string[]> };
  }
  return loaded;
}

function validatorFor(object: string): ValidateFunction | undefined {
  const { ajv, byObject } = schemas();
  const names = byObject[object];
  if (!names) return undefined;
  let validate = compiled.get(object);
  if (!validate) {
    validate = ajv.compile({ anyOf: names.map((name) => ({ $ref: `stripe#/$defs/${name}` })) });
    compiled.set(object, validate);
  }
  return validate;
}

type Fields = Record<string, unknown>;

/** Fields of one answer only stand at the end: what was expanded, and a secret that is told once. */
const ADDED = new Set(['applies_to', 'confirmation_secret', 'currency_options', 'deleted', 'payments', 'refunds', 'secret']);

/** As in the examples of the API reference: `id`, `object`, then the alphabet. */
function isInOrder(body: Fields): boolean {
  const rank = (name: string): number => ['id', 'object'].indexOf(name) + 1 || 3;
  const names = Object.keys(body).filter((name) => !ADDED.has(name));
  const sorted = names.toSorted((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
  return names.join() === sorted.join();
}

function faultsOfObject(object: string, body: Fields): string[] {
  if (object === 'list' || object === 'search_result') {
    const complete = Array.isArray(body.data) && typeof body.has_more === 'boolean' && typeof body.url === 'string';
    return complete ? [] : [`${object} is incomplete`];
  }
  if (!isInOrder(body)) return [`the fields of ${object} are in another order: ${Object.keys(body).join(' ')}`];
  // Its data is an object that is checked by itself.
  if (object === 'event') return [];
  const validate = validatorFor(object);
  if (!validate) return [`Stripe has no object "${object}"`];
  if (validate(body)) return [];
  return (validate.errors ?? []).map(
    (error) => `${object}${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
  );
}

/** Every object in an answer, however deep. */
function faultsWithin(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(faultsWithin);
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Fields;
  const own = typeof fields.object === 'string' ? faultsOfObject(fields.object, fields) : [];
  return [...own, ...Object.values(fields).flatMap(faultsWithin)];
}

function faultsOfError(body: Fields): string[] {
  const error = body.error as Fields | undefined;
  if (typeof error?.type !== 'string' || typeof error.message !== 'string') return ['an error without type or message'];
  return /\b(sk_test_|svc_local_)\w/.test(JSON.stringify(body)) ? ['an error that tells a key'] : [];
}

/** What is wrong with an answer, by Stripe's published schemas. */
export function faultsOf(status: number, body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return ['the body is no object'];
  const fields = body as Fields;
  if (status >= 400) return faultsOfError(fields);
  return typeof fields.object === 'string' ? faultsWithin(fields) : ['the body has no "object"'];
}
