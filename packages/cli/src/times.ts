import { InvalidArgumentError } from 'commander';

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
/** With its zone, so that nobody has to guess. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** When a day begins here, or a time as it is. @throws InvalidArgumentError for anything else */
export const since = (value: string): string => timeOf(value, 0);

/** When a day is over here, or a time as it is. @throws InvalidArgumentError for anything else */
export const until = (value: string): string => timeOf(value, 1);

function timeOf(value: string, later: number): string {
  const day = DAY.exec(value)?.slice(1).map(Number) as [number, number, number] | undefined;
  const at = day ? midnight(day, later) : new Date(TIME.test(value) ? value : Number.NaN);
  if (at === undefined || Number.isNaN(at.getTime()))
    throw new InvalidArgumentError('A day, as 2026-03-14, or a time with its zone, as 2026-03-14T10:00:00Z.');
  return at.toISOString();
}

/** @returns undefined for a day that no calendar has */
function midnight([year, month, date]: [number, number, number], later: number): Date | undefined {
  const itself = new Date(year, month - 1, date);
  return itself.getMonth() === month - 1 && itself.getDate() === date ? new Date(year, month - 1, date + later) : undefined;
}
