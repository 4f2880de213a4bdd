const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The hour in the Pacific zone, where Gmail's days begin: https://developers.google.com/workspace/gmail/api/guides/filtering */
const pacificHour = (instant: number): string => {
  pacificHours ??= new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', hour: 'numeric', hourCycle: 'h23' });
  return pacificHours.format(instant);
};

/** Made on first use: it takes longer than many a call, and a snapshot of the heap can't hold it. */
let pacificHours: Intl.DateTimeFormat | undefined;

/** Midnight of a day in the Pacific zone, which lies seven or eight hours behind UTC, as milliseconds since 1970. */
function pacificMidnight(year: string, month: string, day: string): number | undefined {
  const utc = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const read = new Date(utc);
  if (read.getUTCMonth() !== Number(month) - 1 || read.getUTCDate() !== Number(day)) return undefined;
  const eight = utc + 8 * HOUR_MS;
  return ['0', '00'].includes(pacificHour(eight)) ? eight : utc + 7 * HOUR_MS;
}

/** A day, or seconds since 1970, as milliseconds; undefined for what is no date. */
export function instant(value: string): number | undefined {
  if (/^\d{9,11}$/.test(value)) return Number(value) * 1000;
  const [, year, month, day] = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})$/.exec(value) ?? [];
  if (year && month && day) return pacificMidnight(year, month, day);
  const [, month2, day2, year2] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(value) ?? [];
  return year2 && month2 && day2 ? pacificMidnight(year2, month2, day2) : undefined;
}

/** `3d`, `2m`, `1y` as the moment so long ago; months and years as calendars count them. */
export function ago(now: number, value: string): number | undefined {
  const [, digits, unit] = /^(\d{1,4})([hdmy])$/i.exec(value) ?? [];
  if (digits === undefined) return undefined;
  const count = Number(digits);
  if (unit?.toLowerCase() === 'h') return now - count * HOUR_MS;
  if (unit?.toLowerCase() === 'd') return now - count * DAY_MS;
  const date = new Date(now);
  const months = unit?.toLowerCase() === 'm' ? count : 12 * count;
  return date.setUTCMonth(date.getUTCMonth() - months);
}
