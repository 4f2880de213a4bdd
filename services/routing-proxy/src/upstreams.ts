import { connectTwin, twinEndpoint } from '@svc/platform';
import { Pool } from 'undici';

export interface UpstreamTimeouts {
  /** Until a connection stands, in milliseconds. */
  connectMs: number;
  /** From the request until the headers of its answer, in milliseconds. */
  headersMs: number;
  /** Between two pieces of a body, in milliseconds. */
  bodyMs: number;
}

/** A pool that never got a connection is closed when it is unused for this long. In milliseconds. */
const IDLE_POOL_MS = 60_000;
/**
 * An agent that works calls again sooner, and connecting to a socket on the same host costs next to nothing. A twin closes no idle connection
 * itself, so that the proxy never writes to one that is closing. In milliseconds.
 */
export const TWIN_KEEP_ALIVE_MS = 3_000;

/** Kept-alive connections to the twins, one pool a twin. */
export class Upstreams {
  readonly #pools = new Map<string, { pool: Pool; used: number }>();
  readonly #timeouts: UpstreamTimeouts;
  readonly #sweeper: NodeJS.Timeout;

  constructor(timeouts: UpstreamTimeouts) {
    this.#timeouts = timeouts;
    this.#sweeper = setInterval(() => this.#sweep(), IDLE_POOL_MS / 2).unref();
  }

  get(origin: string): Pool {
    let entry = this.#pools.get(origin);
    if (!entry) {
      const { connectMs, headersMs, bodyMs } = this.#timeouts;
      const pool = new Pool(twinEndpoint(origin).origin, {
        connect: (_options, made) => void connectTwin(origin, connectMs, made),
        headersTimeout: headersMs,
        bodyTimeout: bodyMs,
        keepAliveTimeout: TWIN_KEEP_ALIVE_MS,
        keepAliveMaxTimeout: TWIN_KEEP_ALIVE_MS,
        pipelining: 1,
        allowH2: false,
      });
      // Sandboxes come and go: what is left of a pool without its connections is not worth its memory.
      pool.on('disconnect', () => pool.stats.connected === 0 && this.#drop(origin, pool));
      entry = { pool, used: 0 };
      this.#pools.set(origin, entry);
    }
    entry.used = performance.now();
    return entry.pool;
  }

  /** Ends every connection, used or not. */
  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    const pools = [...this.#pools.values()];
    this.#pools.clear();
    await Promise.all(pools.map(({ pool }) => pool.destroy()));
  }

  #sweep(): void {
    for (const [origin, { pool, used }] of this.#pools) {
      if (performance.now() - used >= IDLE_POOL_MS) this.#drop(origin, pool);
    }
  }

  /** Unless a request still needs it. */
  #drop(origin: string, pool: Pool): void {
    if (this.#pools.get(origin)?.pool !== pool || pool.stats.size > 0) return;
    this.#pools.delete(origin);
    void pool.close();
  }
}
