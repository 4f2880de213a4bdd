import { setTimeout as delay } from 'node:timers/promises';
import { launchTwin, type TwinCommand, type TwinProcess } from './twin-process.ts';

export interface Supervision {
  /** How often a twin may end by itself within a minute before it is given up. */
  crashesPerMinute: number;
  /** The twin runs again, as another process. @param reason how it ended */
  onRestart(reason: string): void;
  onGivenUp(error: Error): void;
}

/** How long a twin may take until it listens, and again until it has booted its world. */
export const START_TIMEOUT_MS = 20_000;
const WINDOW_MS = 60_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

/** A twin process that is started again, on its port and from its journal, whenever it ends unasked. */
export class SupervisedTwin {
  readonly command: TwinCommand;
  readonly #stopping = new AbortController();
  #process: TwinProcess;
  #crashes: number[] = [];
  #watch: Promise<void> | undefined;

  constructor(command: TwinCommand, running: TwinProcess) {
    this.command = command;
    this.#process = running;
  }

  get twin(): string {
    return this.command.twin;
  }

  get port(): number {
    return this.#process.port;
  }

  get pid(): number {
    return this.#process.pid;
  }

  get isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Resolves when the process at hand ends. */
  get ended(): Promise<string> {
    return this.#process.ended;
  }

  /** From here on the twin is kept alive. Before that it has no journal to come back from. */
  supervise(supervision: Supervision): void {
    this.#watch = this.#keepAlive(supervision);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#process.stop();
    await this.#watch;
  }

  async #keepAlive(supervision: Supervision): Promise<void> {
    const { signal } = this.#stopping;
    let reason = await this.#process.ended;
    while (!signal.aborted) {
      const pause = this.#nextPause(supervision.crashesPerMinute);
      if (pause === undefined) {
        return supervision.onGivenUp(new Error(`The ${this.command.twin} twin keeps ending and was given up: it ${reason}`));
      }
      await delay(pause, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        const successor = await launchTwin(this.command, this.port, signal);
        if (signal.aborted) return await successor.stop();
        this.#process = successor;
        supervision.onRestart(reason);
        reason = await this.#process.ended;
      } catch (error) {
        reason = `could not be started again: ${(error as Error).message}`;
      }
    }
  }

  /** At once the first time, then ever longer. @returns undefined when it is enough. */
  #nextPause(crashesPerMinute: number): number | undefined {
    const now = performance.now();
    this.#crashes = this.#crashes.filter((at) => now - at < WINDOW_MS);
    this.#crashes.push(now);
    const count = this.#crashes.length;
    if (count > crashesPerMinute) return undefined;
    return count === 1 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (count - 2), LONGEST_PAUSE_MS);
  }
}
