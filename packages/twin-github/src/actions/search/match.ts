/** Words of a text as search sees them: letters and digits, case and plural endings apart. */
const WORD = /[\p{L}\p{N}]+/gu;

const PLURAL = /(?:(?<=(?:s|x|z|ch|sh))es|(?<=[^s])s)$/;

const stem = (word: string): string => (word.length > 3 ? word.replace(PLURAL, '') : word);

export const wordsIn = (text: string): string[] => (text.toLowerCase().match(WORD) ?? []).map(stem);

/** Where a word can begin, and what of a text is one word, or is between two. */
const BEGINS = /(?<![\p{L}\p{N}])/uy;
const ONE_WORD = /[\p{L}\p{N}]+/uy;
const BETWEEN = /[^\p{L}\p{N}]*/uy;

/** @returns what a sticky pattern finds there, or nothing */
function foundAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** Whether these words follow each other in a text from there on. */
function follow(text: string, start: number, wanted: readonly string[]): boolean {
  let at = start;
  return wanted.every((stemmed) => {
    const word = foundAt(ONE_WORD, text, at) ?? '';
    at += word.length;
    at += foundAt(BETWEEN, text, at)?.length ?? 0;
    return stem(word) === stemmed;
  });
}

/**
 * Whether `text` holds the word, or, for more than one word, holds them next to each other in this order. A word begins with its stem, so
 * only the words that begin so are looked at: texts are long, and most hold nothing of what is looked for.
 */
export function containsWords(text: string, needle: string): boolean {
  const wanted = wordsIn(needle);
  const [first] = wanted;
  if (first === undefined) return true;
  const lower = text.toLowerCase();
  for (let at = lower.indexOf(first); at >= 0; at = lower.indexOf(first, at)) {
    if (foundAt(BEGINS, lower, at) !== undefined && follow(lower, at, wanted)) return true;
    at += foundAt(ONE_WORD, lower, at)?.length ?? 1;
  }
  return false;
}

const RANGE = /^(.*)\.\.(.*)$/s;
const COMPARISON = /^(>=|<=|>|<)?(.*)$/;
const PERIOD = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/;

/** `>=10`, `<5`, `3..7`, `*..7`, `4` against a number (docs: "Query for values greater or less than another value"). */
export function inRange(value: number, expression: string, parse: (text: string) => [from: number, to: number]): boolean {
  const [, low, high] = RANGE.exec(expression) ?? [];
  if (low !== undefined && high !== undefined) {
    const above = low === '*' || low === '' || value >= parse(low)[0];
    const below = high === '*' || high === '' || value <= parse(high)[1];
    return above && below;
  }
  const [, operator, operand = ''] = COMPARISON.exec(expression) ?? [];
  const [from, to] = parse(operand);
  if (operator === '>') return value > to;
  if (operator === '>=') return value >= from;
  if (operator === '<') return value < from;
  if (operator === '<=') return value <= to;
  return value >= from && value <= to;
}

export const numberInRange = (value: number, expression: string): boolean =>
  inRange(value, expression, (text) => [Number(text), Number(text)]);

/** ISO 8601: a year, a month, a day, or a moment of it, with the zone or without. */
const MOMENT = /^\d{4}(?:-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?)?$/i;
export const isMoment = (text: string): boolean => MOMENT.test(text) && isOnCalendar(text) && !Number.isNaN(Date.parse(text));

/** JavaScript takes the 31st of February for the 3rd of March. */
export function isOnCalendar(text: string): boolean {
  const [year = 1, month = 1, day = 1] = text.slice(0, 10).split('-').map(Number);
  return !(day > new Date(Date.UTC(year, month, 0)).getUTCDate());
}

/** Whether a date, or a range of dates, can be read. */
export function isDateRange(expression: string): boolean {
  const [, low, high] = RANGE.exec(expression) ?? [];
  if (low === undefined || high === undefined) return isMoment(COMPARISON.exec(expression)?.[2] ?? '');
  return (low + high).replaceAll('*', '') !== '' && [low, high].every((end) => end === '*' || end === '' || isMoment(end));
}

/** The last millisecond of what a text stands for: a day is all of its time, and so are a month and a year. */
function endOf(text: string, from: number): number {
  const [whole, year, month, day] = PERIOD.exec(text) ?? [];
  if (whole === undefined) return from;
  const next = day === undefined ? (month === undefined ? [1, 0, 0] : [0, 1, 0]) : [0, 0, 1];
  return Date.UTC(Number(year) + next[0]!, Number(month ?? 1) - 1 + next[1]!, Number(day ?? 1) + next[2]!) - 1;
}

/** Compares a date with an expression of days and moments. `value` is ISO 8601, null never matches. */
export function dateInRange(value: string | null | undefined, expression: string): boolean {
  if (!value) return false;
  return inRange(Date.parse(value), expression, (text) => {
    const from = Date.parse(text);
    return [from, endOf(text, from)];
  });
}
