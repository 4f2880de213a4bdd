import type { Logger } from 'pino';

/** Work that no caller waits for. `settle` waits until all of it is done, so that a stop leaves nothing running. */
export interface Background {
  run(what: string, work: () => Promise<unknown>): void;
  settle(): Promise<void>;
}

export function createBackground(log: Logger): Background {
  const running = new Set<Promise<void>>();
  return {
    run(what, work) {
      const job: Promise<void> = work()
        .then(
          () => {},
          (error: unknown) => log.warn({ err: error, what }, 'background work failed'),
        )
        .finally(() => running.delete(job));
      running.add(job);
    },
    async settle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
