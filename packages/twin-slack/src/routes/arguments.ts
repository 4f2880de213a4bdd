import { z } from 'zod';
import { InvalidArguments, SlackError } from '../errors.ts';
import { Unreadable } from '../http.ts';
import { tryJson } from '../text/json.ts';

/** Arguments come as JSON or, in queries and forms, as text: https://docs.slack.dev/apis/web-api/#basics */

export const text = z.preprocess(
  (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value),
  z.string(),
);

const FLAGS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false, '': false };

export const flag = z.preprocess((value) => {
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== 'string') return value;
  const name = value.toLowerCase();
  return Object.hasOwn(FLAGS, name) ? FLAGS[name] : value;
}, z.boolean());

export const count = z.preprocess(
  (value) => (typeof value === 'string' && /^\s*-?\d{1,15}\s*$/.test(value) ? Number(value) : value === '' ? 0 : value),
  z.number().int(),
);

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

/** A call's arguments: the query's, of which the last counts where one is given twice, and over them the body's. Null counts as absent. */
export function argumentsOf(query: object, body: unknown): Record<string, unknown> {
  if (body instanceof Unreadable) throw new SlackError(body.code);
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const given: Record<string, unknown> = {};
  const take = (name: string, value: unknown): void => {
    checkName(name);
    // A prototype is no argument.
    if (value !== null && value !== undefined && name !== '__proto__') given[name] = value;
  };
  for (const name in query) {
    if (Object.hasOwn(fields, name)) continue;
    const value = (query as Record<string, unknown>)[name];
    take(name, Array.isArray(value) ? value.at(-1) : value);
  }
  for (const name in fields) take(name, fields[name]);
  return given;
}

/**
 * "names with non-alphanumeric characters other than _", of which `foo[7]` has a code of its own
 * (https://docs.slack.dev/reference/methods/auth.test, errors; node-slack-sdk issue 360).
 */
function checkName(name: string): void {
  if (/^\w+$/.test(name)) return;
  throw new SlackError(/^\w+\[.*\]$/s.test(name) ? 'invalid_array_arg' : 'invalid_arg_name');
}

/** What Slack says should have been sent, by what a schema expects. */
const PROVIDED: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a number',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

type Issue = z.core.$ZodIssue;

/** A fault in the words of Slack's validator, which is public: https://github.com/slackhq/hack-json-schema, src/Constraints */
function wordsOf(issue: Issue): string {
  if (issue.code === 'invalid_type' && issue.expected === 'boolean') return 'must be a boolean';
  if (issue.code === 'invalid_type') return `must provide ${PROVIDED[issue.expected] ?? issue.expected}`;
  return issue.code === 'invalid_value' ? 'must be a valid enum value' : issue.message;
}

/** What is missing is named beside the object that lacks it; what is wrong by its own place. */
function faultOf(issue: Issue, body: unknown): string {
  const path = issue.path.map(String);
  const name = path.at(-1) ?? '';
  const place = (steps: readonly string[]): string => (steps.length === 0 ? '' : ` [json-pointer:/${steps.join('/')}]`);
  // Where it is required, null isn't the same as nothing.
  const isNull =
    path.length === 1 && typeof body === 'object' && body !== null && (body as Record<string, unknown>)[name] === null;
  const isMissing = issue.input === undefined && !isNull;
  return isMissing ? `missing required field: ${name}${place(path.slice(0, -1))}` : `${wordsOf(issue)}${place(path)}`;
}

/** @throws InvalidArguments, naming each fault as Slack does */
export function parseArguments<S extends z.ZodType>(schema: S, given: Record<string, unknown>, body?: unknown): z.output<S> {
  const parsed = schema.safeParse(given, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new InvalidArguments(parsed.error.issues.map((issue) => `[ERROR] ${faultOf(issue, body)}`));
}
