import type { Ids } from '@svc/twin-kit';

/** Timestamps go up in steps of 100 microseconds: 10,000 a second in one channel before they run ahead of the clock. */
const STEPS_PER_SECOND = 10_000;
const MICROSECONDS_PER_STEP = 100;
const MICROSECONDS_PER_SECOND = 1_000_000;
const FRACTION_DIGITS = 6;
const TIMESTAMP = /^(\d{1,12})\.(\d{6})$/;

const sequenceOf = (channelId: string): string => `ts:${channelId}`;

/** A message's id in its channel, e.g. `1700000000.000100`: unique there, and later than all before it. */
export function nextTimestamp(ids: Ids, channelId: string, now: number): string {
  const sequence = sequenceOf(channelId);
  ids.reserve(sequence, Math.floor(now / 1000) * STEPS_PER_SECOND);
  const step = ids.next(sequence);
  const fraction = (step % STEPS_PER_SECOND) * MICROSECONDS_PER_STEP;
  return `${Math.floor(step / STEPS_PER_SECOND)}.${String(fraction).padStart(FRACTION_DIGITS, '0')}`;
}

/** Keeps new timestamps of a channel above one that a seed declared. */
export function reserveTimestamp(ids: Ids, channelId: string, ts: string): void {
  ids.reserve(sequenceOf(channelId), Math.ceil(microseconds(ts) / MICROSECONDS_PER_STEP));
}

export const isTimestamp = (value: string): boolean => TIMESTAMP.test(value);

export const microseconds = (ts: string): number => {
  const [, whole, fraction] = TIMESTAMP.exec(ts) ?? [];
  return Number(whole ?? 0) * MICROSECONDS_PER_SECOND + Number(fraction ?? 0);
};

/** A bound of a range, as callers write it (`1700000000`, `1700000000.0001`), in the form that timestamps are kept in. */
export function boundTimestamp(value: string): string | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,6})\d*)?$/.exec(value.trim());
  if (!match) return undefined;
  return `${(match[1] ?? '').padStart(10, '0')}.${(match[2] ?? '').padEnd(FRACTION_DIGITS, '0')}`;
}
