/**
 * What rules of Block Kit are made of. Slack names each fault by its place in the payload, in the words of its validator
 * (https://github.com/slackhq/hack-json-schema, src/Constraints).
 */
export type Report = (message: string, pointer: string) => void;
export type Fields = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where a fault stands and what it is, as Slack writes it. */
export const faultAt = (message: string, pointer: string): string => `${message} [json-pointer:${pointer}]`;

export function checkString(value: unknown, shortest: number, longest: number, report: Report, at: string): void {
  if (typeof value !== 'string') report('must provide a string', at);
  else if (value.length < shortest) report(`must be more than ${shortest - 1} characters`, at);
  else if (value.length > longest) report(`must be less than ${longest + 1} characters`, at);
}

/** A text object. */
export function checkText(text: unknown, longest: number, report: Report, at: string, plainOnly = false): void {
  if (!isObject(text)) {
    report('must provide an object', at);
    return;
  }
  const faults: [message: string, pointer: string][] = [];
  const note: Report = (message, pointer) => faults.push([message, pointer]);
  if (text.type !== 'plain_text' && (plainOnly || text.type !== 'mrkdwn'))
    note(`unsupported type: ${String(text.type)}`, `${at}/type`);
  checkString(text.text, 1, longest, note, `${at}/text`);
  noOthers(text, TEXT_FIELDS[String(text.type)], note, at);
  // Where either kind of text may stand, that none fits is said first: slackreprex issue 3, slack-go PR 1452.
  if (faults.length > 0 && !plainOnly) report('failed to match all allowed schemas', at);
  for (const [message, pointer] of faults) report(message, pointer);
}

/** https://docs.slack.dev/reference/block-kit/composition-objects/text-object */
const TEXT_FIELDS: Readonly<Record<string, readonly string[]>> = {
  plain_text: ['type', 'text', 'emoji'],
  mrkdwn: ['type', 'text', 'verbatim'],
};

export function checkList(
  value: unknown,
  most: number,
  report: Report,
  at: string,
  each: (item: unknown, at: string) => void = () => {},
): void {
  if (!Array.isArray(value)) {
    report('must provide an array', at);
    return;
  }
  if (value.length === 0) report('must provide at least 1 items', at);
  if (value.length > most) report(`no more than ${most} items allowed`, at);
  value.forEach((item, index) => {
    each(item, `${at}/${index}`);
  });
}

export function checkNumber(value: unknown, least: number, most: number, report: Report, at: string): void {
  const number = Number(value);
  if (!Number.isInteger(number)) report('must provide an integer', at);
  else if (number < least) report(`must be greater than ${least}`, at);
  else if (number > most) report(`must be less than ${most}`, at);
}

export function checkPattern(value: unknown, pattern: RegExp, report: Report, at: string): void {
  if (typeof value !== 'string' || !pattern.test(value)) report('failed to match the allowed format', at);
}

export function oneOf(value: unknown, allowed: readonly string[], report: Report, at: string): void {
  if (typeof value !== 'string') report('must provide a string', at);
  else if (!allowed.includes(value)) report('must be a valid enum value', at);
}

/** Fields that must be there. */
export function required(object: Fields, names: readonly string[], report: Report, at: string): void {
  for (const name of names) if (object[name] === undefined) report(`missing required field: ${name}`, at);
}

/** Refuses fields that there aren't, where all that there are is known. */
export function noOthers(object: Fields, known: readonly string[] | undefined, report: Report, at: string): void {
  if (known)
    for (const name of Object.keys(object)) if (!known.includes(name)) report(`invalid additional property: ${name}`, at);
}

/** Checks a field where it is there. */
export function optional(object: Fields, name: string, at: string, check: (value: unknown, at: string) => void): void {
  if (object[name] !== undefined) check(object[name], `${at}/${name}`);
}
