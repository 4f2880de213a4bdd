import { setTimeout as delay } from 'node:timers/promises';

const RETRY_PAUSE_MS = 1_000;

/** A twin that runs and has no world yet. */
export interface WaitingTwin {
  readonly twin: string;
  /** Resolves when it ends by itself. */
  readonly ended: Promise<unknown>;
}

export interface WarmPoolOptions<T extends WaitingTwin> {
  /** How many of each twin wait. */
  wanted: Readonly<Record<string, number>>;
  launch(twin: string, signal: AbortSignal): Promise<T>;
  /** Stops a twin that no session will have and removes what it kept. */
  discard(waiting: T): Promise<void>;
  /** Hears why a twin could not be started ahead. */
  onTrouble?(twin: string, error: Error): void;
}

/** Twins that run already and wait for a world: a sandbox that finds its twins here starts at once. */
export class WarmPool<T extends WaitingTwin> {
  readonly #options: WarmPoolOptions<T>;
  readonly #waiting = new Map<string, Set<T>>();
  readonly #closing = new AbortController();
  #filling: Promise<void> | undefined;

  constructor(options: WarmPoolOptions<T>) {
    this.#options = options;
    for (const twin of Object.keys(options.wanted)) this.#waiting.set(twin, new Set());
  }

  take(twin: string): T | undefined {
    const waiting = this.#waiting.get(twin);
    const [taken] = waiting ?? [];
    if (taken) waiting?.delete(taken);
    return taken;
  }

  /** @returns how many of each twin wait now */
  counts(): Record<string, number> {
    return Object.fromEntries([...this.#waiting].map(([twin, waiting]) => [twin, waiting.size]));
  }

  /** Adds one that was found running. @returns false when no more of it are wanted */
  adopt(twin: T): boolean {
    const wanted = this.#options.wanted[twin.twin] ?? 0;
    if (this.#closing.signal.aborted || (this.#waiting.get(twin.twin)?.size ?? 0) >= wanted) return false;
    this.#add(twin);
    return true;
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
    await Promise.all(twins.map((twin) => this.#options.discard(twin)));
  }

  async #fill(): Promise<void> {
    const { signal } = this.#closing;
    for (let twin = this.#missing(); twin !== undefined && !signal.aborted; twin = this.#missing()) {
      try {
        this.#add(await this.#options.launch(twin, signal));
      } catch (error) {
        // A sandbox that needs this twin starts it cold, and says why when that fails too.
        if (!signal.aborted) this.#options.onTrouble?.(twin, error as Error);
        await delay(RETRY_PAUSE_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  #missing(): string | undefined {
    const { wanted } = this.#options;
    return Object.keys(wanted).find((twin) => (this.#waiting.get(twin)?.size ?? 0) < (wanted[twin] ?? 0));
  }

  #add(twin: T): void {
    const waiting = this.#waiting.get(twin.twin);
    waiting?.add(twin);
    void twin.ended.then(async () => {
      if (!waiting?.delete(twin) || this.#closing.signal.aborted) return;
      await this.#options.discard(twin).catch(() => {});
      await this.fill();
    });
  }
}
