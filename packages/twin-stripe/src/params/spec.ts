import { parameterTexts } from '../generated/parameters.ts';

/**
 * What a parameter takes: `s` string, `i` integer, `n` decimal, `b` boolean, `m` metadata, `r` an instant or a range of them,
 * `w` an integer or a word, `x` anything; `a` a list, `e` one of these words, `o` fields (`r`: required ones), `z` also empty.
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
  | { a: ParameterSpec }
  | { e: readonly string[] }
  | FieldsSpec
  | { z: ParameterSpec };

export interface FieldsSpec {
  o: Readonly<Record<string, ParameterSpec>>;
  r?: readonly string[];
}

/** Parameters that the type declarations lack: previews and older forms that clients still send. */
const MORE: Readonly<Record<string, Record<string, ParameterSpec>>> = {
  'POST /v1/charges': { card: 'x' },
  'POST /v1/payment_intents': { source: 's' },
  'POST /v1/subscriptions': { coupon: 's', promotion_code: 's' },
};

const read = new Map<string, FieldsSpec>();

/** The parameters of an operation, e.g. `POST /v1/customers`. */
export function specOf(operation: string): FieldsSpec {
  const known = read.get(operation);
  if (known) return known;
  const text = parameterTexts[operation];
  const spec: FieldsSpec = text === undefined ? { o: { expand: { a: 's' } } } : (JSON.parse(text) as FieldsSpec);
  const full: FieldsSpec = { ...spec, o: { ...spec.o, ...MORE[operation] } };
  read.set(operation, full);
  return full;
}
