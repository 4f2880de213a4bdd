import type { Period, Recurring } from '../world.ts';

const SECOND_MS = 1000;
export const DAY_SECONDS = 24 * 60 * 60;

/** The instant one billing period later. The 31st becomes the last day of a shorter month. */
export function periodEnd(start: number, { interval, interval_count: count }: Recurring): number {
  if (interval === 'day') return start + count * DAY_SECONDS;
  if (interval === 'week') return start + count * 7 * DAY_SECONDS;
  const date = new Date(start * SECOND_MS);
  const months = interval === 'year' ? count * 12 : count;
  const target = new Date(date);
  target.setUTCDate(1);
  target.setUTCMonth(target.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  target.setUTCDate(Math.min(date.getUTCDate(), lastDay));
  return Math.floor(target.getTime() / SECOND_MS);
}

/** How much of a period is still to come, from 0 to 1. */
export function remainingShare({ start, end }: Period, now: number): number {
  if (end <= start) return 0;
  return Math.min(1, Math.max(0, (end - now) / (end - start)));
}
