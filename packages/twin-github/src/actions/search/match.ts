/** Words of a text as search sees them: letters and digits, case and plural endings apart. */
const WORD = /[\p{L}\p{N}]+/gu;

const PLURAL = /(?:(?<=(?:s|x|z|ch|sh))es|(?<=[^s])s)$/;

const stem = (word: string): string => (word.length > 3 ? word.replace(PLURAL, '') : word);

export const wordsIn = (text: string): string[] => (text.toLowerCase().match(WORD) ?? []).map(stem);

/** Whether `text` holds the word, or, for more than one word, holds them next to each other in this order. */
export function containsWords(text: string, needle: string): boolean {
  const wanted = wordsIn(needle);
  if (wanted.length === 0) return true;
  const found = wordsIn(text);
  return found.some((_, start) => wanted.every((word, offset) => found[start + offset] === word));
}

const RANGE = /^(.*)\.\.(.*)$/;
const COMPARISON = /^(>=|<=|>|<)?(.*)$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

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

/** Dates are days or instants; a day stands for all of its time. `value` is ISO 8601, null never matches. */
export function dateInRange(value: string | null | undefined, expression: string): boolean {
  if (!value) return false;
  return inRange(Date.parse(value), expression, (text) => {
    const from = Date.parse(text);
    return [from, DAY.test(text) ? from + DAY_MS - 1 : from];
  });
}
