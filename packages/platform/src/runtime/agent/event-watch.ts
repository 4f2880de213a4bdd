import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

const RECONNECT_PAUSE_MS = 1_000;

export interface EventWatchOptions {
  listen(signal: AbortSignal): Promise<Readable>;
  onEvent(event: unknown): void;
  /** Called whenever events are heard of anew: some may have been missed before. */
  onListening(): Promise<void>;
}

/** Hears of events, one JSON object a line, over lost connections and restarts of who tells them. */
export class EventWatch {
  readonly #options: EventWatchOptions;
  readonly #closing = new AbortController();
  readonly #done: Promise<void>;

  constructor(options: EventWatchOptions) {
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
        // Who tells them is away.
      }
      await delay(RECONNECT_PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  }

  /** Ends with the connection. */
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
        for (const line of lines) if (line.trim() !== '') this.#options.onEvent(JSON.parse(line));
      }
    } finally {
      signal.removeEventListener('abort', end);
      end();
    }
  }
}
