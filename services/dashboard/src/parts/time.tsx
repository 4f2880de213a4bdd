const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** A moment in the reader's zone, with the exact one on hover. */
export function Time({ at, clock = false }: { at: string | null; clock?: boolean }) {
  if (!at || Number.isNaN(Date.parse(at))) return <span>–</span>;
  return (
    <time dateTime={at} title={at}>
      {(clock ? CLOCK : DAY).format(new Date(at))}
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
