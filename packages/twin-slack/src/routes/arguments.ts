import { z } from 'zod';
import { InvalidArguments, SlackError } from '../errors.ts';
import { Unreadable } from '../http.ts';
import { tryJson } from '../text/json.ts';

/** Arguments come as JSON or, in queries and forms, as text: https://docs.slack.dev/apis/web-api/#basics */

/** Of an argument that a form gives twice, the last counts. */
const single = (value: unknown): unknown =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.at(-1) : value;

export const text = z.preprocess((value) => {
  const one = single(value);
  return typeof one === 'number' || typeof one === 'boolean' ? String(one) : one;
}, z.string());

const FLAGS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false, '': false };

export const flag = z.preprocess((value) => {
  const one = single(value);
  if (one === 1 || one === 0) return one === 1;
  if (typeof one !== 'string') return one;
  const name = one.toLowerCase();
  return Object.hasOwn(FLAGS, name) ? FLAGS[name] : one;
}, z.boolean());

export const count = z.preprocess((value) => {
  const one = single(value);
  return typeof one === 'string' && /^\s*-?\d{1,15}\s*$/.test(one) ? Number(one) : one === '' ? 0 : one;
}, z.number().int());

/** A list: JSON, its text, or values separated by commas. */
export const names = z.preprocess((value) => {
  if (typeof value !== 'string') return value;
  const parsed = value.trim().startsWith('[') ? tryJson(value) : undefined;
  return (
    parsed ??
    value
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
  );
}, z.array(text));

/** JSON, or its text. */
const jsonOf = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? (value.trim() === '' ? undefined : (tryJson(value) ?? value)) : value),
    schema,
  );

const object = z.record(z.string(), z.unknown());
export const jsonObject = jsonOf(object);
export const jsonObjects = jsonOf(z.array(object));
export const jsonList = <T extends z.ZodType>(item: T) => jsonOf(z.array(item));
/** Anything; the action looks into it. */
export const anything = z.unknown().optional();

/** A call's arguments: the query's, and over them the body's. Null counts as absent. */
export function argumentsOf(query: object, body: unknown): Record<string, unknown> {
  if (body instanceof Unreadable) throw new SlackError(body.code);
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const given: Record<string, unknown> = {};
  const take = (from: Record<string, unknown>, name: string): void => {
    const value = from[name];
    // A prototype is no argument.
    if (value !== null && value !== undefined && name !== '__proto__') given[name] = value;
  };
  for (const name in query) if (!Object.hasOwn(fields, name)) take(query as Record<string, unknown>, name);
  for (const name in fields) take(fields, name);
  return given;
}

/** @throws InvalidArguments, naming each fault as Slack does */
export function parseArguments<S extends z.ZodType>(schema: S, given: Record<string, unknown>): z.output<S> {
  const parsed = schema.safeParse(given, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new InvalidArguments(
    parsed.error.issues.map((issue) => {
      const [name, ...rest] = issue.path.map(String);
      if (issue.input === undefined && rest.length === 0) return `[ERROR] missing required field: ${name}`;
      return `[ERROR] ${issue.message} [json-pointer:/${[name, ...rest].join('/')}]`;
    }),
  );
}
