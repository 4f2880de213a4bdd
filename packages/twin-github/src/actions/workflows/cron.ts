/** Times of a schedule, in UTC: https://docs.github.com/actions/reference/workflows-and-actions/events-that-trigger-workflows#schedule */
export interface Cron {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly weekdays: ReadonlySet<number>;
  /** Where both days are restricted either is enough (POSIX, crontab). */
  readonly eitherDay: boolean;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** The 29th of February comes within eight years. */
const FARTHEST_DAYS = 8 * 366;

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const FIELD = /^(?:\*|([a-z]{3}|\d+)(?:-([a-z]{3}|\d+))?)(?:\/(\d+))?$/i;

interface Range {
  least: number;
  most: number;
  names?: readonly string[];
  /** The number of the first name. */
  first?: number;
}

function numberOf(text: string, { names = [], first = 0 }: Range): number {
  const at = names.indexOf(text.toUpperCase());
  return at < 0 ? Number(text) : at + first;
}

/** The values of one part of a field; undefined where it is none. */
function valuesOf(part: string, range: Range): number[] | undefined {
  const match = FIELD.exec(part);
  if (!match) return undefined;
  const [, from, to, step] = match;
  const start = from === undefined ? range.least : numberOf(from, range);
  // `5/15` goes on to the end, as `*/15` does.
  const open = step === undefined ? start : range.most;
  const end = from === undefined ? range.most : to === undefined ? open : numberOf(to, range);
  const by = step === undefined ? 1 : Number(step);
  if (!(start >= range.least && end <= range.most && start <= end && by > 0)) return undefined;
  return Array.from({ length: Math.floor((end - start) / by) + 1 }, (_value, at) => start + at * by);
}

function fieldOf(text: string, range: Range): Set<number> | undefined {
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const some = valuesOf(part, range);
    if (!some) return undefined;
    for (const value of some) values.add(value);
  }
  return values;
}

/** A schedule of five fields; undefined for what is none. */
export function readCron(text: string): Cron | undefined {
  const parts = text.trim().split(/\s+/);
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = parts;
  const minutes = fieldOf(minute, { least: 0, most: 59 });
  const hours = fieldOf(hour, { least: 0, most: 23 });
  const days = fieldOf(day, { least: 1, most: 31 });
  const months = fieldOf(month, { least: 1, most: 12, names: MONTHS, first: 1 });
  const weekdays = fieldOf(weekday, { least: 0, most: 6, names: WEEKDAYS });
  if (parts.length !== 5 || !minutes || !hours || !days || !months || !weekdays) return undefined;
  const ascending = (values: Set<number>): number[] => [...values].toSorted((one, other) => one - other);
  const eitherDay = !day.startsWith('*') && !weekday.startsWith('*');
  return { minutes: ascending(minutes), hours: ascending(hours), days, months, weekdays, eitherDay };
}

function isDay({ days, months, weekdays, eitherDay }: Cron, midnight: number): boolean {
  const date = new Date(midnight);
  if (!months.has(date.getUTCMonth() + 1)) return false;
  const [byMonth, byWeek] = [days.has(date.getUTCDate()), weekdays.has(date.getUTCDay())];
  return eitherDay ? byMonth || byWeek : byMonth && byWeek;
}

/** The first time after another, in milliseconds since 1970; undefined for a day that never comes. */
export function nextTime(cron: Cron, after: number): number | undefined {
  const start = after - (after % DAY_MS);
  for (let day = 0; day <= FARTHEST_DAYS; day += 1) {
    const midnight = start + day * DAY_MS;
    if (!isDay(cron, midnight)) continue;
    for (const hour of cron.hours)
      for (const minute of cron.minutes) {
        const time = midnight + (hour * 60 + minute) * MINUTE_MS;
        if (time > after) return time;
      }
  }
  return undefined;
}
