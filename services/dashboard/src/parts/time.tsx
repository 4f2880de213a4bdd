import type { ReactNode } from 'react';
import { roughly } from './duration.ts';

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

/** A moment by how long it is past. */
export const Ago = ({ at, now }: { at: string; now: number }) => <Time at={at}>{roughly(now - Date.parse(at))} ago</Time>;
