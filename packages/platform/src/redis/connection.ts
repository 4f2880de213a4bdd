import { Redis, type RedisOptions } from 'ioredis';

export interface RedisConnectionOptions {
  /** E.g. `redis://:password@redis:6379`. */
  url: string;
  /** Hears of lost connections and the like; the connection comes back by itself. */
  onError?: ((error: Error) => void) | undefined;
}

/** How long a start waits for Redis, in milliseconds. */
const READY_WITHIN_MS = 10_000;
const CONNECT_MS = 3_000;
/** A command that takes longer is given up; Redis answers ours in well under a millisecond. */
const COMMAND_MS = 2_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/** While Redis is away commands fail at once: whoever asks has a better answer than to wait. */
export const FAIL_FAST: RedisOptions = { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: COMMAND_MS };

/** Opens a connection that never stops trying. @throws when Redis can't be reached at the start */
export async function openRedis({ url, onError }: RedisConnectionOptions, options: RedisOptions = FAIL_FAST): Promise<Redis> {
  let last: Error | undefined;
  const redis = new Redis(url, {
    connectTimeout: CONNECT_MS,
    retryStrategy: (attempt) => Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS),
    ...options,
  });
  redis.on('error', (error: Error) => {
    last = error;
    onError?.(error);
  });
  try {
    await whenReady(redis, () => last);
    return redis;
  } catch (error) {
    redis.disconnect();
    throw error;
  }
}

/** Ends a connection, politely where Redis is there. */
export async function closeRedis(redis: Redis): Promise<void> {
  if (redis.status === 'ready') await redis.quit().catch(() => {});
  redis.disconnect();
}

function whenReady(redis: Redis, last: () => Error | undefined): Promise<void> {
  if (redis.status === 'ready') return Promise.resolve();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      redis.off('ready', ready);
      reject(new Error('Redis could not be reached.', { cause: last() }));
    }, READY_WITHIN_MS);
    const ready = () => {
      clearTimeout(timer);
      resolve();
    };
    redis.once('ready', ready);
  });
}
