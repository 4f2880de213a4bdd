const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** How long something took. @param ms not below zero */
export function duration(ms: number): string {
  if (Math.round(ms) < SECOND_MS) return `${Math.round(ms)} ms`;
  // Rounded before it is taken apart, as no minute has 60 seconds.
  if (Math.round(ms / 100) * 100 < MINUTE_MS) return `${(ms / SECOND_MS).toFixed(1)} s`;
  const seconds = Math.round(ms / SECOND_MS);
  if (seconds * SECOND_MS < HOUR_MS) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(ms / MINUTE_MS);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** How long an answer took: clocks that count milliseconds call many of them 0. */
export const latency = (ms: number): string => (Math.round(ms) < 1 ? '< 1 ms' : duration(ms));

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
