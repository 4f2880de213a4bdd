import { InvalidInput } from '../errors.ts';

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;
const DURATION = /^(-)?P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
const DATE_TIME = /^\d{4}(-\d{2}(-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?)?)?$/;

/** An instant as the schema's `DateTime` takes it: ISO 8601, or a shortcut such as `2021`. Undefined for anything else. */
export function instant(text: string): number | undefined {
  if (!DATE_TIME.test(text) || !isOnCalendar(text)) return undefined;
  const zoned = /T/.test(text) && !/(Z|[+-]\d{2}:?\d{2})$/.test(text) ? `${text}Z` : text;
  const time = Date.parse(zoned);
  return Number.isNaN(time) ? undefined : time;
}

/** JavaScript takes the 31st of February for the 3rd of March; Linear's validator, as ISO 8601, for no day. */
function isOnCalendar(text: string): boolean {
  const [year = 1, month = 1, date = 1] = text.slice(0, 10).split('-').map(Number);
  return date <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

export const isDuration = (text: string): boolean => DURATION.test(text) && !/^-?PT?$/.test(text);

/** A moment moved by an ISO 8601 duration such as `-P2W1D`. */
export function moved(from: number, duration: string): number {
  const parts = DURATION.exec(duration);
  if (!parts) throw new InvalidInput('duration', 'isDuration', 'must be an ISO 8601 duration');
  const sign = parts[1] ? -1 : 1;
  const [years, months, weeks, days, hours, minutes, seconds] = parts.slice(2).map((part) => sign * Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const date = new Date(from);
  date.setUTCFullYear(date.getUTCFullYear() + years, date.getUTCMonth() + months, date.getUTCDate() + weeks * 7 + days);
  return date.getTime() + ((hours * 60 + minutes) * 60 + seconds) * SECOND_MS;
}

/** Years 1 to 9999: what ISO 8601 writes with four digits. */
const EARLIEST_MS = -62_135_596_800_000;
const LATEST_MS = 253_402_300_799_999;

/** An instant that can be written down; false for NaN. */
export const isWritable = (time: number): boolean => time >= EARLIEST_MS && time <= LATEST_MS;

/** The `DateTimeOrDuration` of a filter as an ISO timestamp. */
export function moment(value: string, now: () => number): string {
  const time = isDuration(value) ? moved(now(), value) : instant(value);
  if (time === undefined || !isWritable(time)) throw new InvalidInput('date', 'isDate', 'must be an ISO 8601 date or duration');
  return new Date(time).toISOString();
}

/** The calendar day of a timestamp in UTC. */
export const day = (timestamp: string): string => timestamp.slice(0, 10);

/** @throws InvalidInput where that is beyond all calendars */
export function daysLater(timestamp: string, days: number): string {
  const time = Date.parse(timestamp) + days * DAY_MS;
  if (!isWritable(time)) throw new InvalidInput('days', 'isDate', 'must lead to a date of four digits');
  return new Date(time).toISOString();
}
