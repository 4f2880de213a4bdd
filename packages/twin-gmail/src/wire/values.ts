import { cutText } from '@svc/twin-kit';
import { schemaOf, type WireType } from './discovery.ts';

/** Why a value is no value of its type, in the words of Google's JSON reader. */
export interface WireFault {
  /** Where, in the names of the request's own type, e.g. `message.label_ids[0]`; empty for the whole. */
  field: string;
  message: string;
}

/** What reading a value came to. Faults are collected, so that an answer names them all. */
interface Reading {
  faults: WireFault[];
}

const camel = (name: string): string =>
  name.includes('_') ? name.replaceAll(/_([a-z\d])/g, (_all, letter: string) => letter.toUpperCase()) : name;
const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Bounds of the integer formats. 64-bit numbers travel as strings. */
const RANGES: Readonly<Record<string, readonly [bigint, bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  uint32: [0n, 2n ** 32n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
};

/** The type's name in messages, e.g. `TYPE_STRING`. */
function typeName({ type, format, enum: values, $ref }: WireType): string {
  if ($ref !== undefined) return `type.googleapis.com/gmail.v1.${$ref}`;
  if (values) return 'type.googleapis.com/gmail.v1.Enum';
  if (format === 'byte') return 'TYPE_BYTES';
  if (format !== undefined) return `TYPE_${format.toUpperCase()}`;
  return type === 'boolean' ? 'TYPE_BOOL' : `TYPE_${(type ?? 'string').toUpperCase()}`;
}

/** In characters; a value that is shown may be a whole message. */
const SHOWN_LENGTH = 200;

function show(value: unknown): string {
  const text = typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? 'null');
  return text.length <= SHOWN_LENGTH ? text : `${cutText(text, SHOWN_LENGTH)}…`;
}

function invalid(reading: Reading, place: string, type: WireType, value: unknown): undefined {
  const field = snake(place);
  reading.faults.push({ field, message: `Invalid value at '${field}' (${typeName(type)}), ${show(value)}` });
  return undefined;
}

/**
 * Reads a JSON body as the named type: strings hold 64-bit numbers, null counts as absent, both spellings of a field name
 * are known, anything else is a fault (https://protobuf.dev/programming-guides/json/).
 */
export function readBody(schema: string, value: unknown): { value: unknown; faults: readonly WireFault[] } {
  const reading: Reading = { faults: [] };
  // A resource is a field of the request; requests that are named so are the body itself.
  const place = schema.endsWith('Request') ? '' : schema.charAt(0).toLowerCase() + schema.slice(1);
  const read = readValue(reading, place, { $ref: schema }, value ?? {});
  return { value: read ?? {}, faults: reading.faults };
}

function readValue(reading: Reading, place: string, type: WireType, value: unknown): unknown {
  const schema = type.$ref === undefined ? type : schemaOf(type.$ref);
  if (schema?.type === 'object') return readObject(reading, place, schema, value);
  if (type.type === 'array') {
    if (!Array.isArray(value)) return invalid(reading, place, type.items ?? {}, value);
    return value.map((item, at) => readValue(reading, `${place}[${at}]`, type.items ?? {}, item));
  }
  return readScalar(reading, place, type, value);
}

function readObject(reading: Reading, place: string, schema: WireType, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return invalid(reading, place || 'body', { $ref: schema.id ?? 'Object' }, value);
  }
  const read: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    const known = camel(name);
    const type = Object.hasOwn(schema.properties ?? {}, known) ? schema.properties?.[known] : undefined;
    if (!type) {
      const field = snake(place);
      const where = field === '' ? '' : ` at '${field}'`;
      const message = `Invalid JSON payload received. Unknown name "${name}"${where}: Cannot find field.`;
      reading.faults.push({ field, message });
    } else if (item !== null) {
      read[known] = readValue(reading, place === '' ? known : `${place}.${known}`, type, item);
    }
  }
  return read;
}

function readScalar(reading: Reading, place: string, type: WireType, value: unknown): unknown {
  if (type.type === 'boolean') {
    if (value === true || value === 'true') return true;
    return value === false || value === 'false' ? false : invalid(reading, place, type, value);
  }
  const range = RANGES[type.format ?? ''];
  if (range) {
    const number = wholeNumber(value);
    if (number === undefined || number < range[0] || number > range[1]) return invalid(reading, place, type, value);
    return type.type === 'string' ? String(number) : Number(number);
  }
  if (typeof value !== 'string') return invalid(reading, place, type, value);
  if (type.enum) {
    // Google's own names of these words are in capitals, and its clients send either: bytechefhq/bytechef#4456
    const word = type.enum.find((one) => one.toLowerCase() === value.toLowerCase());
    return word ?? invalid(reading, place, type, value);
  }
  if (type.format !== 'byte' || isBase64(value)) return value;
  const field = snake(place);
  const message = `Invalid value at '${field}' (TYPE_BYTES), Base64 decoding failed for ${show(value)}`;
  reading.faults.push({ field, message });
  return undefined;
}

function wholeNumber(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && /^-?\d{1,20}$/.test(value) ? BigInt(value) : undefined;
}

/** Either alphabet, with or without padding. */
function isBase64(text: string): boolean {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return (text.length - padding) % 4 !== 1 && /^[\w+/-]*={0,2}$/.test(text);
}

/** Reads the query of a method: its own parameters, typed; those that every method takes are looked at elsewhere. */
export const unboundParameter = (name: string): string =>
  `Invalid JSON payload received. Unknown name "${name}": Cannot bind query parameter. ` +
  `Field '${name}' could not be found in request message.`;

export function readQuery(
  parameters: Readonly<Record<string, WireType>>,
  common: Readonly<Record<string, WireType>>,
  query: Readonly<Record<string, string | readonly string[]>>,
): { value: Record<string, unknown>; faults: readonly WireFault[] } {
  const reading: Reading = { faults: [] };
  const value: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(query)) {
    const known = camel(name);
    const own = Object.hasOwn(parameters, known) && parameters[known]?.location === 'query' ? parameters[known] : undefined;
    const values = typeof given === 'string' ? [given] : given;
    if (own) {
      const read = values.map((one) => readScalar(reading, known, own, one));
      value[known] = own.repeated ? read : read.at(-1);
    } else if (Object.hasOwn(common, name) || name === 'upload_id') {
      const type = common[name];
      value[name] = type?.enum ? readScalar(reading, name, type, values.at(-1)) : values.at(-1);
    } else if (!/^\$?[\w.]+$/.test(name) || !Object.hasOwn(common, name.replace(/^\$/, ''))) {
      reading.faults.push({ field: '', message: unboundParameter(name) });
    }
  }
  return { value, faults: reading.faults };
}
