import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

// JSON Schema of all v1 objects of API version 2026-10-28.endive, derived from the types of npm stripe 23.1.0. The file
// isn't on npm: where it isn't beside the repository, keys and types of the main objects are compared instead.
const FILE = join(import.meta.dirname, '../../../../shared/vendor/stripe/response-schemas.2026-10-28.json');

export const hasSchemas = existsSync(FILE);
if (!hasSchemas)
  console.warn('The schemas of Stripe objects are not there: answers are compared with the keys of the main objects only.');

interface Schemas {
  byObject: Record<string, string[]>;
  $defs: Record<string, unknown>;
}

let loaded: { ajv: Ajv2020; byObject: Record<string, string[]> } | undefined;
const compiled = new Map<string, ValidateFunction>();

/** Cuts the references from object to object: what stands inside an object is checked by itself, and a schema stays small. */
function cut(schema: unknown, objects: ReadonlySet<string>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => cut(one, objects));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref } = schema as { $ref?: string };
  if ($ref !== undefined && objects.has($ref)) return { type: 'object', required: ['object'] };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, cut(value, objects)]));
}

function schemas() {
  if (!loaded) {
    const { byObject, $defs } = JSON.parse(readFileSync(FILE, 'utf8')) as Schemas;
    const objects = new Set(Object.values(byObject).flatMap((names) => names.map((name) => `#/$defs/${name}`)));
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $defs: cut($defs, objects) } as object, 'stripe');
    loaded = { ajv, byObject };
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

/** docs: API reference, the objects' attributes. */
const KEYS: Readonly<Record<string, string>> = {
  balance: 'available livemode pending',
  balance_transaction: 'amount available_on created currency fee fee_details net source status type',
  charge: 'amount amount_captured amount_refunded balance_transaction captured created currency customer paid refunded status',
  customer: 'address balance created description email livemode metadata name shipping',
  event: 'api_version created data livemode pending_webhooks request type',
  invoice: 'amount_due customer lines number status total',
  payment_intent: 'amount amount_received client_secret currency latest_charge next_action payment_method status',
  price: 'active currency product type unit_amount',
  product: 'active created name updated',
  refund: 'amount charge created currency payment_intent reason status',
  subscription: 'customer items latest_invoice status',
};

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
  const missing = body.deleted === true ? [] : (KEYS[object] ?? '').split(' ').filter((key) => key !== '' && !(key in body));
  if (missing.length > 0) return [`${object} lacks ${missing.join(', ')}`];
  if (!isInOrder(body)) return [`the fields of ${object} are in another order: ${Object.keys(body).join(' ')}`];
  if (!hasSchemas || object === 'event') return [];
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
