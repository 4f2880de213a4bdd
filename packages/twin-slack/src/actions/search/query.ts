/** A search as people write it: https://slack.com/help/articles/202528808 */
export interface Query {
  /** Words and phrases that must be there, in lower case and each once; a trailing `*` stands for any ending. */
  terms: readonly string[];
  /** Words and phrases that must not be. */
  excluded: readonly string[];
  modifiers: readonly Modifier[];
}

export interface Modifier {
  name: string;
  value: string;
  negated: boolean;
}

const NAMES = new Set([
  'in',
  'from',
  'to',
  'with',
  'has',
  'hasmy',
  'is',
  'before',
  'after',
  'on',
  'during',
  'creator',
  'type',
  'thread',
]);
const TOKEN = /(-?)(?:([a-z]+):(?:"([^"]*)"|(<[^>]*>|\S+))|"([^"]*)"|(\S+))/gi;

/** In characters; what comes after isn't searched for. */
const LONGEST_QUERY = 5_000;

export function parseQuery(text: string): Query {
  const terms = new Set<string>();
  const excluded = new Set<string>();
  const modifiers: Modifier[] = [];
  for (const [whole, minus, name, quotedValue, bareValue, phrase, word] of text.slice(0, LONGEST_QUERY).matchAll(TOKEN)) {
    const negated = minus === '-';
    const modifier = name?.toLowerCase() ?? '';
    if (NAMES.has(modifier)) {
      modifiers.push({ name: modifier, value: quotedValue ?? bareValue ?? '', negated });
      continue;
    }
    const term = (phrase ?? word ?? whole.slice(minus?.length ?? 0)).toLowerCase().trim();
    if (term !== '') (negated ? excluded : terms).add(term);
  }
  return { terms: [...terms], excluded: [...excluded], modifiers };
}

/** Does a text, in lower case, hold a term as a word, or as the beginning of one? */
export function holdsTerm(text: string, term: string): boolean {
  const wanted = term.endsWith('*') ? term.slice(0, -1) : term;
  if (wanted === '') return true;
  return text.includes(wanted);
}

export const matchesTerms = (text: string, { terms, excluded }: Query): boolean => {
  const lower = text.toLowerCase();
  return terms.every((term) => holdsTerm(lower, term)) && !excluded.some((term) => holdsTerm(lower, term));
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

/** The days that a date names, as milliseconds from `start` up to and without `end`; undefined where it isn't one. */
export function daysOf(value: string, now: number): { start: number; end: number } | undefined {
  const text = value.toLowerCase();
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  if (text === 'today') return { start: today, end: today + DAY_MS };
  if (text === 'yesterday') return { start: today - DAY_MS, end: today };
  if (text === 'week') return { start: today - 7 * DAY_MS, end: today + DAY_MS };
  if (/^\d{4}$/.test(text)) return { start: Date.UTC(Number(text), 0), end: Date.UTC(Number(text) + 1, 0) };
  const [, year, month] = /^(\d{4})-(\d{1,2})$/.exec(text) ?? [];
  if (year && month) return { start: Date.UTC(Number(year), Number(month) - 1), end: Date.UTC(Number(year), Number(month)) };
  const named = MONTHS.indexOf(text);
  if (named >= 0) {
    const current = new Date(now);
    const inYear = current.getUTCFullYear() - (named > current.getUTCMonth() ? 1 : 0);
    return { start: Date.UTC(inYear, named), end: Date.UTC(inYear, named + 1) };
  }
  const [, wholeYear, wholeMonth, day] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(text) ?? [];
  if (!wholeYear || !wholeMonth || !day) return undefined;
  const start = Date.UTC(Number(wholeYear), Number(wholeMonth) - 1, Number(day));
  return { start, end: start + DAY_MS };
}

/** Does a time, in milliseconds, satisfy a date modifier? A date that isn't one restricts nothing. */
export function matchesDate({ name, value }: Modifier, time: number, now: number): boolean {
  const days = daysOf(value, now);
  if (!days) return true;
  if (name === 'before') return time < days.start;
  if (name === 'after') return time >= days.end;
  return time >= days.start && time < days.end;
}

export const isDateModifier = ({ name }: Modifier): boolean => ['before', 'after', 'on', 'during'].includes(name);
