import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { LABELS } from './engine.ts';

const RECONNECT_PAUSE_MS = 1_000;

/** What the engine says of a container's end (Docker API: monitor events). */
interface Death {
  Actor?: { ID?: string; Attributes?: Record<string, string> };
}

export interface DeathWatchOptions {
  listen(signal: AbortSignal): Promise<Readable>;
  onDeath(instance: string, containerId: string): void;
  /** Called whenever deaths are heard of anew: some may have been missed before. */
  onListening(): Promise<void>;
}

/** Hears of every container of ours that ends, over lost connections and restarts of the engine. */
export class DeathWatch {
  readonly #options: DeathWatchOptions;
  readonly #closing = new AbortController();
  readonly #done: Promise<void>;

  constructor(options: DeathWatchOptions) {
    this.#options = options;
    this.#done = this.#watch();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#done;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        const stream = await this.#options.listen(signal);
        await Promise.all([this.#hear(stream), this.#options.onListening().catch(() => {})]);
      } catch {
        // The engine is away.
      }
      await delay(RECONNECT_PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  }

  /** One JSON object a line; ends with the connection. */
  async #hear(stream: Readable): Promise<void> {
    const { signal } = this.#closing;
    const end = () => stream.destroy();
    signal.addEventListener('abort', end, { once: true });
    try {
      if (signal.aborted) end();
      let rest = '';
      for await (const chunk of stream) {
        const lines = (rest + String(chunk)).split('\n');
        rest = lines.pop()!;
        for (const line of lines) if (line.trim() !== '') this.#tell(JSON.parse(line) as Death);
      }
    } finally {
      signal.removeEventListener('abort', end);
      end();
    }
  }

  #tell({ Actor }: Death): void {
    const instance = Actor?.Attributes?.[LABELS.instance];
    if (instance && Actor?.ID) this.#options.onDeath(instance, Actor.ID);
  }
}
