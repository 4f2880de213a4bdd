import type { Redis } from 'ioredis';
import type { ActivityLog } from '../ports.ts';
import { closeRedis, openRedis, type RedisConnectionOptions } from '../redis/connection.ts';

export interface RedisActivityLogOptions extends RedisConnectionOptions {
  /** Before the names of all keys. Default `svc`. */
  prefix?: string;
  /** How long what was seen is gathered before it is sent, in milliseconds. Default 500. */
  flushEveryMs?: number;
}

const DEFAULT_PREFIX = 'svc';
const FLUSH_EVERY_MS = 500;

/** Takes all and leaves none, in one step: of two control planes each time goes to one. */
const DRAIN = `
local seen = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
redis.call('DEL', KEYS[1])
return seen
`;

/** Activity gathered in each proxy, sent in batches to a sorted set that keeps the latest time of each session. */
export async function createRedisActivityLog(options: RedisActivityLogOptions): Promise<ActivityLog> {
  const log = new RedisActivityLog(await openRedis(options), `${options.prefix ?? DEFAULT_PREFIX}:activity`);
  const timer = setInterval(() => void log.flush().catch(() => {}), options.flushEveryMs ?? FLUSH_EVERY_MS);
  timer.unref();
  return {
    touch: (sessionId, at) => log.touch(sessionId, at),
    drain: () => log.drain(),
    close: async () => {
      clearInterval(timer);
      await log.close();
    },
  };
}

class RedisActivityLog {
  readonly #redis: Redis;
  readonly #key: string;
  #seen = new Map<string, number>();
  #flushing: Promise<void> = Promise.resolve();

  constructor(redis: Redis, key: string) {
    this.#redis = redis;
    this.#key = key;
  }

  touch(sessionId: string, at: number): void {
    if (at > (this.#seen.get(sessionId) ?? Number.NEGATIVE_INFINITY)) this.#seen.set(sessionId, at);
  }

  /** One after the other. What could not be sent is kept for the next time. */
  flush(): Promise<void> {
    const flush = this.#flushing.then(() => this.#send());
    this.#flushing = flush.catch(() => {});
    return flush;
  }

  async drain(): Promise<Map<string, number>> {
    await this.flush();
    const flat = (await this.#redis.eval(DRAIN, 1, this.#key)) as string[];
    const drained = new Map<string, number>();
    for (let at = 0; at < flat.length; at += 2) drained.set(flat[at]!, Number(flat[at + 1]));
    return drained;
  }

  async close(): Promise<void> {
    await this.flush().catch(() => {});
    await closeRedis(this.#redis);
  }

  async #send(): Promise<void> {
    if (this.#seen.size === 0) return;
    const sending = this.#seen;
    this.#seen = new Map();
    try {
      await this.#redis.zadd(this.#key, 'GT', ...[...sending].flatMap(([sessionId, at]) => [at, sessionId]));
    } catch (error) {
      for (const [sessionId, at] of sending) this.touch(sessionId, at);
      throw error;
    }
  }
}
