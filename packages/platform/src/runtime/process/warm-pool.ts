import { setTimeout as delay } from 'node:timers/promises';
import type { SupervisedTwin } from './supervised-twin.ts';

const RETRY_PAUSE_MS = 1_000;

export interface WarmPoolOptions {
  /** How many of each twin wait. */
  wanted: Readonly<Record<string, number>>;
  launch(twin: string, signal: AbortSignal): Promise<SupervisedTwin>;
  /** Removes what a twin kept that no session will have. */
  discard(twin: SupervisedTwin): Promise<void>;
}

/** Twins that run already and wait for a world: a sandbox that finds its twins here starts at once. */
export class WarmPool {
  readonly #options: WarmPoolOptions;
  readonly #waiting = new Map<string, Set<SupervisedTwin>>();
  readonly #closing = new AbortController();
  #filling: Promise<void> | undefined;

  constructor(options: WarmPoolOptions) {
    this.#options = options;
    for (const twin of Object.keys(options.wanted)) this.#waiting.set(twin, new Set());
  }

  take(twin: string): SupervisedTwin | undefined {
    const waiting = this.#waiting.get(twin);
    const [taken] = waiting ?? [];
    if (taken) waiting?.delete(taken);
    return taken;
  }

  /** Resolves when the pool is full. One at a time: filling up must not slow down the sandbox that emptied it. */
  fill(): Promise<void> {
    this.#filling ??= this.#fill().finally(() => {
      this.#filling = undefined;
    });
    return this.#filling;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#filling;
    const twins = [...this.#waiting.values()].flatMap((waiting) => [...waiting]);
    this.#waiting.clear();
    await Promise.all(twins.map((twin) => twin.stop().then(() => this.#options.discard(twin))));
  }

  async #fill(): Promise<void> {
    const { signal } = this.#closing;
    for (let twin = this.#missing(); twin !== undefined && !signal.aborted; twin = this.#missing()) {
      try {
        this.#add(await this.#options.launch(twin, signal));
      } catch {
        // A sandbox that needs this twin starts it cold, and says why when that fails too.
        await delay(RETRY_PAUSE_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  #missing(): string | undefined {
    const { wanted } = this.#options;
    return Object.keys(wanted).find((twin) => (this.#waiting.get(twin)?.size ?? 0) < (wanted[twin] ?? 0));
  }

  #add(twin: SupervisedTwin): void {
    const waiting = this.#waiting.get(twin.command.twin);
    waiting?.add(twin);
    void twin.ended.then(async () => {
      if (!waiting?.delete(twin) || this.#closing.signal.aborted) return;
      await this.#options.discard(twin);
      await this.fill();
    });
  }
}
