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

/** What of a cost falls on the part of a period that is still to come, rounded down, a credit too (recorded: Kiln-AI/stripe_world, phase 14). */
export function remainingCost(cost: number, { start, end }: Period, now: number): number {
  const length = end - start;
  if (length <= 0) return 0;
  const product = cost * Math.min(length, Math.max(0, end - now));
  const rest = ((product % length) + length) % length;
  return (product - rest) / length;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day as Stripe writes it on invoices, e.g. `01 Mar 2026`. */
export function dayOf(second: number): string {
  const date = new Date(second * SECOND_MS);
  return `${String(date.getUTCDate()).padStart(2, '0')} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}
