import { cutText } from '@svc/twin-kit';
import { Unsupported } from '../../errors.ts';

/** A search as people write it: https://slack.com/help/articles/202528808 */
export interface Query {
  /** Words and phrases, in lower case: of each group one must be there. A trailing `*` stands for any ending. */
  groups: readonly (readonly string[])[];
  /** Words and phrases that must not be. */
  excluded: readonly string[];
  modifiers: readonly Modifier[];
}

export interface Modifier {
  name: string;
  value: string;
  negated: boolean;
}

const NAMES = new Set(['in', 'from', 'to', 'with', 'has', 'hasmy', 'is', 'before', 'after', 'on', 'during', 'creator', 'type']);
const TOKEN = /(-?)(?:([a-z]+):(?:"([^"]*)"|(<[^>]*>|\S+))|"([^"]*)"|(\S+))/gi;

/** In characters; what comes after isn't searched for. */
const LONGEST_QUERY = 5_000;

/** Several places, and several authors, are alternatives: Slack finds what is in one of the channels, from one of the people. */
const ALTERNATIVES = new Set(['in', 'from', 'creator']);

/** Do the modifiers of a query hold, where one says of each what it finds whatever its dash? */
export function holdModifiers(modifiers: readonly Modifier[], finds: (modifier: Modifier) => boolean): boolean {
  const wanted = new Map<string, boolean>();
  for (const modifier of modifiers) {
    const { name, negated } = modifier;
    const found = finds(modifier);
    if (!ALTERNATIVES.has(name) || negated) {
      if (found === negated) return false;
    } else wanted.set(name, found || wanted.get(name) === true);
  }
  return [...wanted.values()].every(Boolean);
}

/** Words are joined by "and"; `OR` between two makes them alternatives, `NOT` excludes as the dash does. */
export function parseQuery(text: string): Query {
  const groups: Set<string>[] = [];
  const excluded = new Set<string>();
  const modifiers: Modifier[] = [];
  let alternative = false;
  let not = false;
  for (const [whole, minus, name, quotedValue, bareValue, phrase, word] of cutText(text, LONGEST_QUERY).matchAll(TOKEN)) {
    const negated = minus === '-' || not;
    const modifier = name?.toLowerCase() ?? '';
    if (NAMES.has(modifier)) {
      if (alternative) throw new Unsupported('OR before a search modifier');
      modifiers.push({ name: modifier, value: quotedValue ?? bareValue ?? '', negated });
      not = false;
      continue;
    }
    if (word === 'OR' || word === 'AND' || word === 'NOT') {
      alternative = word === 'OR';
      not = word === 'NOT';
      if (alternative && groups.length === 0) throw new Unsupported('OR behind anything but a word or a phrase');
      continue;
    }
    const term = (phrase ?? word ?? whole.slice(minus?.length ?? 0)).toLowerCase().trim();
    if (term !== '' && negated) excluded.add(term);
    else if (term !== '' && alternative) groups.at(-1)?.add(term);
    else if (term !== '') groups.push(new Set([term]));
    [alternative, not] = [false, false];
  }
  return { groups: distinct(groups), excluded: [...excluded], modifiers };
}

const distinct = (groups: readonly ReadonlySet<string>[]): readonly (readonly string[])[] => [
  ...new Map(groups.map((group) => [[...group].sort().join('\n'), [...group]])).values(),
];

const WORD_CHARACTER = /[a-z0-9]/;
/** What may follow a word that is found: another form of it ends the same word, as `fails` does `fail`. */
const WORD_END = /^(?:'?s|es|ed|ing)?(?![a-z0-9])/;
const LONGEST_ENDING = 4;
/** Words as short as this have no other forms. */
const SHORTEST_STEM = 3;

/** Does a text, in lower case, hold a term as a word, or with a star at its end as the beginning of one? */
export function holdsTerm(text: string, term: string): boolean {
  const wanted = term.replace(/\*$/, '');
  if (wanted === '') return true;
  const [begins, ends] = [WORD_CHARACTER.test(wanted.charAt(0)), WORD_CHARACTER.test(wanted.charAt(wanted.length - 1))];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (begins && WORD_CHARACTER.test(text.charAt(at - 1))) continue;
    const rest = text.slice(at + wanted.length, at + wanted.length + LONGEST_ENDING);
    if (
      !ends ||
      term.endsWith('*') ||
      !WORD_CHARACTER.test(rest.charAt(0)) ||
      (wanted.length >= SHORTEST_STEM && WORD_END.test(rest))
    )
      return true;
  }
  return false;
}

export const matchesTerms = (text: string, { groups, excluded }: Query): boolean => {
  const lower = text.toLowerCase();
  return (
    groups.every((group) => group.some((term) => holdsTerm(lower, term))) && !excluded.some((term) => holdsTerm(lower, term))
  );
};

const DAY_MS = 24 * 60 * 60 * 1000;
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

const MONTH_FIRST = /^(?<month>\d{1,2})[-/](?<day>\d{1,2})[-/](?<year>\d{4})$/;

/** `this month`, `last year` and their like; weeks begin on Monday. */
function spanOf(text: string, now: number): { start: number; end: number } | undefined {
  const [, which, unit] = /^(this|last) (week|month|year)$/.exec(text) ?? [];
  if (!unit) return undefined;
  const back = which === 'last' ? 1 : 0;
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (unit === 'year') return { start: Date.UTC(year - back, 0), end: Date.UTC(year - back + 1, 0) };
  if (unit === 'month') return { start: Date.UTC(year, month - back), end: Date.UTC(year, month - back + 1) };
  const monday = Math.floor(now / DAY_MS) * DAY_MS - ((date.getUTCDay() + 6) % 7) * DAY_MS - back * 7 * DAY_MS;
  return { start: monday, end: monday + 7 * DAY_MS };
}

/** The days that a date names, as milliseconds from `start` up to and without `end`; undefined where it isn't one. */
export function daysOf(value: string, now: number): { start: number; end: number } | undefined {
  const text = value.toLowerCase();
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  if (text === 'today') return { start: today, end: today + DAY_MS };
  if (text === 'yesterday') return { start: today - DAY_MS, end: today };
  if (text === 'week') return { start: today - 7 * DAY_MS, end: today + DAY_MS };
  const span = spanOf(text, now);
  if (span) return span;
  if (/^\d{4}$/.test(text)) return { start: Date.UTC(Number(text), 0), end: Date.UTC(Number(text) + 1, 0) };
  const [, year, month] = /^(\d{4})-(\d{1,2})$/.exec(text) ?? [];
  if (year && month) return { start: Date.UTC(Number(year), Number(month) - 1), end: Date.UTC(Number(year), Number(month)) };
  const named = MONTHS.findIndex((name) => name === text || (text.length === 3 && name.startsWith(text)));
  if (named >= 0) {
    const current = new Date(now);
    const inYear = current.getUTCFullYear() - (named > current.getUTCMonth() ? 1 : 0);
    return { start: Date.UTC(inYear, named), end: Date.UTC(inYear, named + 1) };
  }
  const parts = /^(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<day>\d{1,2})$/.exec(text) ?? MONTH_FIRST.exec(text);
  const { year: wholeYear, month: wholeMonth, day } = parts?.groups ?? {};
  if (!wholeYear || !wholeMonth || !day) return undefined;
  const start = Date.UTC(Number(wholeYear), Number(wholeMonth) - 1, Number(day));
  return { start, end: start + DAY_MS };
}

export const isDate = (value: string, now: number): boolean => daysOf(value, now) !== undefined;

/** Does a time, in milliseconds, satisfy a date modifier? */
export function matchesDate({ name, value }: Modifier, time: number, now: number): boolean {
  const days = daysOf(value, now);
  if (!days) return false;
  if (name === 'before') return time < days.start;
  if (name === 'after') return time >= days.end;
  return time >= days.start && time < days.end;
}

export const isDateModifier = ({ name }: Modifier): boolean => ['before', 'after', 'on', 'during'].includes(name);
