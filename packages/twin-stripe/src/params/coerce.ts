import { cutText, isLonger } from '@svc/twin-kit';
import { EmptyParameter, InvalidParameter, METADATA_KEYS, MissingParameter, TooManyKeys, UnknownParameters } from '../errors.ts';
import type { FieldsSpec, ParameterSpec } from './spec.ts';

/** docs: API, "Metadata" */
const METADATA_KEY_LENGTH = 40;
const METADATA_VALUE_LENGTH = 500;
const LONGEST_STRING = 5000;
const INTEGER = /^[+-]?\d{1,15}$/;
const DECIMAL = /^[+-]?(\d{1,15}(\.\d{0,12})?|\.\d{1,12})$/;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const at = (path: string, name: string): string => (path === '' ? name : `${path}[${name}]`);
const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Collects the names that the operation doesn't have, in the order sent. */
function findUnknown(spec: ParameterSpec, value: unknown, path: string, unknown: string[]): void {
  if (typeof spec === 'string' || typeof value !== 'object' || value === null || 'e' in spec || 't' in spec) return;
  if ('z' in spec) findUnknown(spec.z, value, path, unknown);
  else if ('a' in spec) {
    if (!Array.isArray(value)) return;
    for (const [index, item] of value.entries()) findUnknown(spec.a, item, at(path, String(index)), unknown);
  } else if (!Array.isArray(value)) {
    for (const name in value) {
      const field = (value as Fields)[name];
      if (!Object.hasOwn(spec.o, name)) unknown.push(at(path, name));
      else if (typeof field === 'object') findUnknown(spec.o[name] as ParameterSpec, field, at(path, name), unknown);
    }
  }
}

/**
 * Checks parameters and gives them their types. Empty strings become null, which unsets a field.
 *
 * @throws InvalidParameter for the first fault, as Stripe answers one at a time
 */
export function coerce(spec: FieldsSpec, values: Fields): Record<string, unknown> {
  const unknown: string[] = [];
  findUnknown(spec, values, '', unknown);
  if (unknown.length > 0) throw new UnknownParameters(unknown);
  return fields(spec, values, '');
}

function fields(spec: FieldsSpec, values: unknown, path: string): Record<string, unknown> {
  if (!isFields(values)) throw new InvalidParameter('Invalid object', { param: path });
  for (const name of spec.r ?? []) {
    if (values[name] === undefined) throw new MissingParameter(at(path, name));
    if (values[name] === '' && !allowsEmpty(spec.o[name] as ParameterSpec)) throw new EmptyParameter(at(path, name));
  }
  const typed: Record<string, unknown> = {};
  for (const name in values) {
    const value = values[name];
    if (value !== undefined) typed[name] = one(spec.o[name] as ParameterSpec, value, at(path, name));
  }
  return typed;
}

const allowsEmpty = (spec: ParameterSpec): boolean => spec === 'm' || (typeof spec === 'object' && 'z' in spec);

function one(spec: ParameterSpec, value: unknown, path: string): unknown {
  if (value === null) return null;
  if (spec === 'x') return value;
  if (spec === 'm') return metadata(value, path);
  if (value === '') {
    if (spec === 's' || (typeof spec === 'object' && 't' in spec) || allowsEmpty(spec)) return null;
    throw new EmptyParameter(path);
  }
  if (spec === 's') return limited(scalar(spec, value, path) as string, LONGEST_STRING, path);
  if (typeof spec === 'string') return scalar(spec, value, path);
  if ('z' in spec) return one(spec.z, value, path);
  if ('t' in spec) return limited(scalar('s', value, path) as string, spec.t, path);
  if ('e' in spec) return word(spec.e, value, path);
  if ('a' in spec) return list(spec.a, value, path);
  return fields(spec, value, path);
}

function list(spec: ParameterSpec, value: unknown, path: string): unknown[] {
  if (!Array.isArray(value)) throw new InvalidParameter('Invalid array', { param: path });
  return value.map((item, index) => {
    const place = at(path, String(index));
    // An item of a list isn't a field that could be unset.
    if (item === '' && !allowsEmpty(spec)) throw new EmptyParameter(place);
    return one(spec, item, place);
  });
}

function scalar(spec: 's' | 'i' | 'n' | 'b' | 'r' | 'w', value: unknown, path: string): unknown {
  if (spec === 'r' && isFields(value)) return range(value, path);
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof text !== 'string') throw new InvalidParameter(`Invalid ${NAMES[spec]}: ${shown(value)}`, { param: path });
  if (spec === 'b') return boolean(text, path);
  if (spec === 'i' || spec === 'r') return integer(text, path);
  if (spec === 'n') return decimal(text, path);
  if (spec === 'w') return INTEGER.test(text) ? Number(text) : text;
  return text;
}

const DESCRIPTOR = /(^|\[)statement_descriptor\]?$/;
const DESCRIPTOR_SUFFIX = /(^|\[)statement_descriptor_suffix\]?$/;
/** https://docs.stripe.com/get-started/account/statement-descriptors#requirements */
const NOT_IN_DESCRIPTORS = /[<>\\'"*]/;
/** Characters of a refused text that are shown of its beginning and of its end. */
const SHOWN = 4;

/** A text, if it isn't too long. @throws InvalidParameter */
function limited(text: string, most: number, path: string): string {
  if (DESCRIPTOR.test(path)) return descriptor(text, most, path);
  if (!isLonger(text, most)) return DESCRIPTOR_SUFFIX.test(path) ? descriptor(text, most, path) : text;
  const end = text.slice(-SHOWN).replace(/^[\udc00-\udfff]/, '');
  throw new InvalidParameter(`Invalid string: ${cutText(text, SHOWN)}...${end}; must be at most ${most} characters`, {
    param: path,
  });
}

/** What stands on statements. @throws InvalidParameter */
function descriptor(text: string, most: number, path: string): string {
  if (isLonger(text, most)) {
    const message = `The statement descriptor must be at most ${most} characters. ${text} is ${text.length} characters long.`;
    throw new InvalidParameter(message, { param: path });
  }
  if (NOT_IN_DESCRIPTORS.test(text))
    throw new InvalidParameter('Invalid statement descriptor. Cannot contain the characters <, >, \\, \', ", or *', {
      code: 'invalid_statement_descriptor',
      param: path,
    });
  if (!/[a-z]/i.test(text))
    throw new InvalidParameter('The statement descriptor must contain at least one letter.', { param: path });
  return text;
}

const NAMES = { s: 'string', i: 'integer', n: 'decimal', b: 'boolean', r: 'integer', w: 'string' } as const;

/** Python's client writes `True`. */
function boolean(text: string, path: string): boolean {
  const word = text.toLowerCase();
  if (word !== 'true' && word !== 'false') throw new InvalidParameter(`Invalid boolean: ${text}`, { param: path });
  return word === 'true';
}

function integer(text: string, path: string): number {
  if (INTEGER.test(text)) return Number(text);
  throw new InvalidParameter(`Invalid integer: ${text}`, { code: 'parameter_invalid_integer', param: path });
}

function decimal(text: string, path: string): number {
  if (DECIMAL.test(text)) return Number(text);
  throw new InvalidParameter(`Invalid decimal: ${text}`, { param: path });
}

const BOUNDS = new Set(['gt', 'gte', 'lt', 'lte']);

function range(value: Fields, path: string): Record<string, number> {
  const unknown = Object.keys(value).filter((name) => !BOUNDS.has(name));
  if (unknown.length > 0) throw new UnknownParameters(unknown.map((name) => at(path, name)));
  return Object.fromEntries(Object.entries(value).map(([name, bound]) => [name, scalar('i', bound, at(path, name)) as number]));
}

function word(words: readonly string[], value: unknown, path: string): string {
  if (typeof value === 'string' && words.includes(value)) return value;
  const param = path.replace(/^.*\[(\D[^\]]*)\](\[\d+\])?$/, '$1');
  const last = words.length > 1 ? `${words.slice(0, -1).join(', ')}${words.length > 2 ? ',' : ''} or ${words.at(-1)}` : words[0];
  throw new InvalidParameter(`Invalid ${param}: must be one of ${last}`, { param: path });
}

function metadata(value: unknown, path: string): Record<string, string> | null {
  if (value === '') return null;
  if (!isFields(value)) throw new InvalidParameter('Invalid object', { param: path });
  const entries = Object.entries(value);
  if (entries.length > METADATA_KEYS) {
    throw new TooManyKeys(entries.length, path);
  }
  return Object.fromEntries(
    entries.map(([key, text]) => {
      if (typeof text !== 'string' && typeof text !== 'number' && typeof text !== 'boolean')
        throw new InvalidParameter('Metadata values must be strings.', { param: at(path, key) });
      if (isLonger(key, METADATA_KEY_LENGTH)) {
        const message = `Metadata keys can have up to ${METADATA_KEY_LENGTH} characters, but you passed in a key that is ${key.length} characters. Invalid key: ${key}`;
        throw new InvalidParameter(message, { param: path });
      }
      // docs: API, "Metadata": "you can't use square brackets ([ and ]) in keys"; the sentence is the twin's own.
      if (/[[\]]/.test(key))
        throw new InvalidParameter(`Metadata keys can't contain square brackets. Invalid key: ${key}`, { param: path });
      const value = String(text);
      if (isLonger(value, METADATA_VALUE_LENGTH)) {
        const message = `Metadata values can have up to ${METADATA_VALUE_LENGTH} characters, but you passed in a value that is ${value.length} characters. Invalid value: ${value}`;
        throw new InvalidParameter(message, { param: path });
      }
      return [key, value];
    }),
  );
}
