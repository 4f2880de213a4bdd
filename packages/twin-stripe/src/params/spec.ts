import { parameterTexts } from '../generated/parameters.ts';
import { textLimits } from '../generated/text-limits.ts';

/**
 * What a parameter takes: `s` string, `i` integer, `n` decimal, `b` boolean, `m` metadata, `r` an instant or a range of them,
 * `w` an integer or a word, `x` anything; `t` a string of at most so many characters, `a` a list, `e` one of these words, `o` fields (`r`: required ones), `z` also empty.
 */
export type ParameterSpec =
  | 's'
  | 'i'
  | 'n'
  | 'b'
  | 'm'
  | 'r'
  | 'w'
  | 'x'
  | { t: number }
  | { a: ParameterSpec }
  | { e: readonly string[] }
  | FieldsSpec
  | { z: ParameterSpec };

export interface FieldsSpec {
  o: Readonly<Record<string, ParameterSpec>>;
  r?: readonly string[];
}

const METHOD_TYPES: Record<string, ParameterSpec> = { payment_method_types: { a: 's' } };
const COUPON: Record<string, ParameterSpec> = { coupon: 's', promotion_code: 's' };
const SECRET: Record<string, ParameterSpec> = { client_secret: 's' };

/** What clients send and the type declarations of the newest version lack: they are of callers with publishable keys, or older than they tell. */
const EARLIER: Readonly<Record<string, Record<string, ParameterSpec>>> = {
  'POST /v1/charges': { card: 'x' },
  // For callers that name no version: see `inNewestForm`.
  'POST /v1/customers': COUPON,
  'POST /v1/customers/{}': COUPON,
  'POST /v1/payment_intents': METHOD_TYPES,
  'POST /v1/payment_intents/{}': METHOD_TYPES,
  'POST /v1/payment_intents/{}/confirm': { ...METHOD_TYPES, ...SECRET },
  'POST /v1/setup_intents': METHOD_TYPES,
  'POST /v1/setup_intents/{}': METHOD_TYPES,
  'POST /v1/setup_intents/{}/confirm': SECRET,
};

const CARD_FIELDS = { cvc: 's', exp_month: 'i', exp_year: 'i', number: 's', token: 's' } as const;

/** Cards may be described where a method is, which the reference tells of `POST /v1/payment_methods` alone (docs: "Cards", `payment_method_data`). */
function withCardData(spec: FieldsSpec): FieldsSpec {
  const data = spec.o.payment_method_data;
  if (data === undefined || typeof data === 'string' || !('o' in data)) return spec;
  const { type } = data.o;
  const types = typeof type === 'object' && 'e' in type ? { e: [...new Set([...type.e, 'card'])].sort() } : 's';
  const fields = { ...data.o, card: { o: CARD_FIELDS }, type: types } as const;
  return { ...spec, o: { ...spec.o, payment_method_data: { ...data, o: fields } } };
}

/** A specification in which the text at a path has a limit of its own. */
function withLimit(spec: ParameterSpec, path: readonly string[], most: number): ParameterSpec {
  if (spec === 's') return { t: most };
  if (typeof spec === 'string') return spec;
  if ('z' in spec) return { z: withLimit(spec.z, path, most) };
  if ('a' in spec) return { a: withLimit(spec.a, path, most) };
  const [step, ...rest] = path;
  if (step === undefined || !('o' in spec)) return spec;
  const field = spec.o[step];
  return field === undefined ? spec : { ...spec, o: { ...spec.o, [step]: withLimit(field, rest, most) } };
}

const read = new Map<string, FieldsSpec>();

/** The parameters of an operation, e.g. `POST /v1/customers`. */
export function specOf(operation: string): FieldsSpec {
  const known = read.get(operation);
  if (known) return known;
  const text = parameterTexts[operation];
  const spec: FieldsSpec = text === undefined ? { o: { expand: { a: 's' } } } : (JSON.parse(text) as FieldsSpec);
  const earlier = EARLIER[operation];
  const declared = withCardData({ ...spec, o: { ...spec.o, ...earlier } });
  const full = Object.entries(textLimits[operation] ?? {}).reduce(
    (limited, [path, most]) => withLimit(limited, path.split('.'), most) as FieldsSpec,
    declared,
  );
  read.set(operation, full);
  return full;
}

/** Steps as Stripe writes them, e.g. `items[0][price]`. */
export const bracketed = ([first = '', ...rest]: readonly string[]): string => first + rest.map((step) => `[${step}]`).join('');

/** Every parameter of an operation as a dotted path, the groups they stand in included; a list's items have no step of their own. */
export function pathsOf(spec: ParameterSpec, path = ''): string[] {
  if (typeof spec === 'string' || 'e' in spec || 't' in spec) return [];
  if ('z' in spec) return pathsOf(spec.z, path);
  if ('a' in spec) return pathsOf(spec.a, path);
  return Object.entries(spec.o).flatMap(([name, field]) => {
    const own = path === '' ? name : `${path}.${name}`;
    return [own, ...pathsOf(field, own)];
  });
}
