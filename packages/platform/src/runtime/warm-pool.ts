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
  #wanted: Readonly<Record<string, number>>;
  readonly #waiting = new Map<string, Set<T>>();
  readonly #closing = new AbortController();
  #filling: Promise<void> | undefined;

  constructor(options: WarmPoolOptions<T>) {
    this.#options = options;
    this.#wanted = options.wanted;
  }

  /** Changes how many of each are to wait: fills up, or discards what is too much. */
  async want(wanted: Readonly<Record<string, number>>): Promise<void> {
    this.#wanted = wanted;
    const surplus = [...this.#waiting].flatMap(([twin, waiting]) => [...waiting].slice(wanted[twin] ?? 0));
    for (const twin of surplus) this.#waiting.get(twin.twin)?.delete(twin);
    await Promise.all(surplus.map((twin) => this.#options.discard(twin)));
    await this.fill();
  }

  take(twin: string): T | undefined {
    const waiting = this.#waiting.get(twin);
    const [taken] = waiting ?? [];
    if (taken) waiting?.delete(taken);
    return taken;
  }

  /** @returns how many of each twin wait now */
  counts(): Record<string, number> {
    const twins = new Set([...Object.keys(this.#wanted), ...this.#waiting.keys()]);
    return Object.fromEntries([...twins].map((twin) => [twin, this.#waiting.get(twin)?.size ?? 0]));
  }

  /** Adds one that was found running. @returns false when no more of it are wanted */
  adopt(twin: T): boolean {
    const wanted = this.#wanted[twin.twin] ?? 0;
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

  /** Starts nothing any more, and leaves what waits to whoever comes next. */
  async leave(): Promise<void> {
    this.#closing.abort();
    await this.#filling;
  }

  async close(): Promise<void> {
    await this.leave();
    const twins = [...this.#waiting.values()].flatMap((waiting) => [...waiting]);
    this.#waiting.clear();
    await Promise.all(twins.map((twin) => this.#options.discard(twin)));
  }

  async #fill(): Promise<void> {
    const { signal } = this.#closing;
    for (let twin = this.#missing(); twin !== undefined && !signal.aborted; twin = this.#missing()) {
      try {
        const launched = await this.#options.launch(twin, signal);
        // Meanwhile fewer may be wanted.
        if (this.#isMissing(twin)) this.#add(launched);
        else await this.#options.discard(launched);
      } catch (error) {
        // A sandbox that needs this twin starts it cold, and says why when that fails too.
        if (!signal.aborted) this.#options.onTrouble?.(twin, error as Error);
        await delay(RETRY_PAUSE_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  #missing(): string | undefined {
    return Object.keys(this.#wanted).find((twin) => this.#isMissing(twin));
  }

  #isMissing(twin: string): boolean {
    return (this.#waiting.get(twin)?.size ?? 0) < (this.#wanted[twin] ?? 0);
  }

  #add(twin: T): void {
    const waiting = this.#waiting.get(twin.twin) ?? new Set();
    this.#waiting.set(twin.twin, waiting.add(twin));
    void twin.ended.then(async () => {
      if (!waiting.delete(twin) || this.#closing.signal.aborted) return;
      await this.#options.discard(twin).catch(() => {});
      await this.fill();
    });
  }
}
