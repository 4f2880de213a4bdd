/** How often a grade is tried; the waits between are 1 s and 2 s. */
export const GRADE_ATTEMPTS = 3;
export const BACKOFF_MS = 1_000;

/**
 * A job is locked by its worker, which renews the lock at half its duration. When a worker is killed, the next check after the lock
 * has run out gives the job to another: within 8 s + two intervals of 2 s.
 */
export const STALLED = { lockDuration: 8_000, stalledInterval: 2_000, maxStalledCount: GRADE_ATTEMPTS } as const;

/** How long a closing worker waits for jobs in work. */
export const DRAIN_MS = 10_000;

interface Closable {
  /** Takes no more jobs and waits for those in work. */
  pause(): Promise<void>;
  close(force: boolean): Promise<void>;
}

/** Closes a worker; jobs that don't end in time are left to the stalled check of another one. */
export async function closeDrained(worker: Closable, drainMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(true), drainMs);
  });
  const force = await Promise.race([worker.pause().then(() => false), late]);
  clearTimeout(timer);
  await worker.close(force);
}
