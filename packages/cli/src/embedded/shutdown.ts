import { setTimeout as delay } from 'node:timers/promises';

/** What was started, to be stopped in the opposite order. */
export class Shutdown {
  readonly #steps: { name: string; stop: () => Promise<unknown> | unknown; limitMs: number }[] = [];
  readonly #onTrouble: (step: string, error: Error) => void;

  constructor(onTrouble: (step: string, error: Error) => void) {
    this.#onTrouble = onTrouble;
  }

  /** Registers a thing that runs now. */
  push(name: string, limitMs: number, stop: () => Promise<unknown> | unknown): void {
    this.#steps.push({ name, limitMs, stop });
  }

  /** Stops everything, last started first. A step that fails or takes too long doesn't keep the others. */
  async run(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      const { name, stop, limitMs } = step;
      const over = new AbortController();
      try {
        await Promise.race([
          Promise.resolve().then(stop),
          delay(limitMs, undefined, { signal: over.signal }).then(() => {
            throw new Error(`not stopped within ${limitMs} ms`);
          }),
        ]);
      } catch (error) {
        this.#onTrouble(name, error instanceof Error ? error : new Error(String(error)));
      } finally {
        over.abort();
      }
    }
  }
}
