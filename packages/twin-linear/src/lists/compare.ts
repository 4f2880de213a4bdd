import { day, moment } from './time.ts';

/** The comparators of Linear's filters (https://linear.app/developers/filtering): all that are given must hold. */
export type Comparator = Readonly<Record<string, unknown>>;

type Test = (value: unknown, operand: never) => boolean;

const text = (value: unknown): string => String(value ?? '');
const lower = (value: unknown): string => text(value).toLowerCase();
const plain = (value: unknown): string => lower(value).normalize('NFD').replaceAll(/\p{M}/gu, '');
const ordered = (test: (left: number | string, right: number | string) => boolean): Test => {
  return (value, operand) => value != null && test(value as number, operand as number);
};

const tests: Readonly<Record<string, Test>> = {
  eq: (value, operand) => (value ?? null) === operand,
  neq: (value, operand) => (value ?? null) !== operand,
  in: (value, operand: readonly unknown[]) => operand.includes(value ?? null),
  nin: (value, operand: readonly unknown[]) => !operand.includes(value ?? null),
  null: (value, operand: boolean) => (value == null) === operand,
  lt: ordered((left, right) => left < right),
  lte: ordered((left, right) => left <= right),
  gt: ordered((left, right) => left > right),
  gte: ordered((left, right) => left >= right),
  eqIgnoreCase: (value, operand: string) => value != null && lower(value) === lower(operand),
  neqIgnoreCase: (value, operand: string) => value == null || lower(value) !== lower(operand),
  contains: (value, operand: string) => text(value).includes(operand),
  notContains: (value, operand: string) => !text(value).includes(operand),
  containsIgnoreCase: (value, operand: string) => lower(value).includes(lower(operand)),
  notContainsIgnoreCase: (value, operand: string) => !lower(value).includes(lower(operand)),
  containsIgnoreCaseAndAccent: (value, operand: string) => plain(value).includes(plain(operand)),
  startsWith: (value, operand: string) => text(value).startsWith(operand),
  startsWithIgnoreCase: (value, operand: string) => lower(value).startsWith(lower(operand)),
  notStartsWith: (value, operand: string) => !text(value).startsWith(operand),
  endsWith: (value, operand: string) => text(value).endsWith(operand),
  notEndsWith: (value, operand: string) => !text(value).endsWith(operand),
};

const words = (operand: string): string[] => lower(operand).split(/\s+/).filter(Boolean);
const holdsWords = (value: unknown, operand: string): boolean => words(operand).every((word) => lower(value).includes(word));

/** `searchableContent` asks Linear's search, in which case doesn't count and each word stands by itself. */
const ofContent: Readonly<Record<string, Test>> = {
  contains: holdsWords,
  notContains: (value, operand: string) => !holdsWords(value, operand),
};

const MOMENT = /At$/;
const DATE = /^(due|start|target)Date$/;

/** Compares the value of a filter's field. Dates may be compared with durations from now. */
export function compare(field: string, value: unknown, comparator: Comparator, now: () => number): boolean {
  for (const name in comparator) {
    const given = comparator[name];
    if (given === undefined) continue;
    if (name === 'and' || name === 'or') {
      const parts = (given as readonly Comparator[]).map((part) => compare(field, value, part, now));
      if (name === 'and' ? parts.includes(false) : !parts.includes(true)) return false;
      continue;
    }
    const test = (field === 'searchableContent' ? ofContent : tests)[name];
    if (!test) return false;
    // A null operand is only a question where equality is asked for.
    if (given === null && name !== 'eq' && name !== 'neq') continue;
    if (!test(value, operandOf(field, given, now) as never)) return false;
  }
  return true;
}

function operandOf(field: string, given: unknown, now: () => number): unknown {
  const [isMoment, isDate] = [MOMENT.test(field), DATE.test(field)];
  if (!isMoment && !isDate) return given;
  const one = (value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    return isDate ? day(moment(value, now)) : moment(value, now);
  };
  return Array.isArray(given) ? given.map(one) : one(given);
}
