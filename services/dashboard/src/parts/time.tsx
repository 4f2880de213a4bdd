import type { ReactNode } from 'react';

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

interface TimeProps {
  at: string | null;
  clock?: boolean;
  /** How it is said instead of by the calendar. */
  children?: ReactNode;
}

/** A moment in the reader's zone, with the exact one on hover. */
export function Time({ at, clock = false, children }: TimeProps) {
  if (!at || Number.isNaN(Date.parse(at))) return <span>–</span>;
  return (
    <time dateTime={at} title={at}>
      {children ?? (clock ? CLOCK : DAY).format(new Date(at))}
    </time>
  );
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

export function duration(ms: number): string {
  if (ms < SECOND_MS) return `${Math.round(ms)} ms`;
  if (ms < MINUTE_MS) return `${(ms / SECOND_MS).toFixed(1)} s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min ${Math.round((ms % MINUTE_MS) / SECOND_MS)} s`;
  return `${Math.floor(ms / HOUR_MS)} h ${Math.round((ms % HOUR_MS) / MINUTE_MS)} min`;
}

const DAY_HOURS = 24;

/** A time that goes by, as one says it. */
export function roughly(ms: number): string {
  const past = Math.max(0, ms);
  if (past < MINUTE_MS) return `${Math.floor(past / SECOND_MS)} s`;
  if (past < HOUR_MS) return `${Math.floor(past / MINUTE_MS)} min`;
  const hours = Math.floor(past / HOUR_MS);
  if (hours < DAY_HOURS) return `${hours} h ${Math.floor((past % HOUR_MS) / MINUTE_MS)} min`;
  return `${Math.floor(hours / DAY_HOURS)} d ${hours % DAY_HOURS} h`;
}

/** A moment by how long it is past. */
export const Ago = ({ at, now }: { at: string; now: number }) => <Time at={at}>{roughly(now - Date.parse(at))} ago</Time>;
