/** What rules of Block Kit are made of. Slack names each fault by its place in the payload. */
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
  if (text.type !== 'plain_text' && (plainOnly || text.type !== 'mrkdwn'))
    report(`unsupported type: ${String(text.type)}`, `${at}/type`);
  checkString(text.text, 1, longest, report, `${at}/text`);
}

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
  if (value.length === 0) report('no fewer than 1 item', at);
  if (value.length > most) report(`no more than ${most} items allowed`, at);
  value.forEach((item, index) => {
    each(item, `${at}/${index}`);
  });
}

export function checkNumber(value: unknown, least: number, most: number, report: Report, at: string): void {
  const number = Number(value);
  if (!Number.isInteger(number)) report('must provide an integer', at);
  else if (number < least) report(`must be greater than ${least - 1}`, at);
  else if (number > most) report(`must be less than ${most + 1}`, at);
}

export function checkPattern(value: unknown, pattern: RegExp, report: Report, at: string): void {
  if (typeof value !== 'string' || !pattern.test(value)) report('failed to match the allowed format', at);
}

export function oneOf(value: unknown, allowed: readonly string[], report: Report, at: string): void {
  if (!allowed.includes(String(value))) report(`must be one of: ${allowed.join(', ')}`, at);
}

/** Fields that must be there. */
export function required(object: Fields, names: readonly string[], report: Report, at: string): void {
  for (const name of names) if (object[name] === undefined) report(`missing required field: ${name}`, at);
}

/** Checks a field where it is there. */
export function optional(object: Fields, name: string, at: string, check: (value: unknown, at: string) => void): void {
  if (object[name] !== undefined) check(object[name], `${at}/${name}`);
}
