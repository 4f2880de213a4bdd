import type { ChainableCommander, Redis } from 'ioredis';
import type { Route, RouteTable } from '../ports.ts';
import { closeRedis, FAIL_FAST, openRedis, type RedisConnectionOptions } from '../redis/connection.ts';
import { CLOSED_ROUTE_MEMORY_MS } from './memory.ts';
import { RouteCache } from './route-cache.ts';

export interface RedisRouteTableOptions extends RedisConnectionOptions {
  /**
   * True keeps what was found in memory, told of changes by Redis, so that a proxy serves the sandboxes it knows without asking, and also
   * while Redis is away. False, the default, asks each time.
   */
  cached?: boolean;
  /** Before the names of all keys. Default `svc`. */
  prefix?: string;
  /** Milliseconds since 1970. */
  now?: () => number;
}

const DEFAULT_PREFIX = 'svc';

/** Closes a route where there is one, in one step: its state is a field of its own. */
const CLOSE = `
if redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('HSET', KEYS[1], 'state', 'closed')
end
redis.call('PUBLISH', KEYS[2], ARGV[1])
`;

/** The route table in Redis. A route is a hash with an expiry, so none is kept for ever whatever becomes of its control plane. */
export async function createRedisRouteTable(options: RedisRouteTableOptions): Promise<RouteTable> {
  const redis = await openRedis(options);
  const names = new Names(options.prefix ?? DEFAULT_PREFIX);
  try {
    const source = new RouteSource(redis, names);
    // Of its own changes a table knows before Redis tells it.
    const cache = options.cached ? await openCache(options, source, names) : undefined;
    return {
      find: (sessionId) => (cache ? cache.find(sessionId) : source.load(sessionId)),
      missing: (sessionIds) => source.missing(sessionIds),
      known: (sessionId) => cache?.known(sessionId),
      publish: async (route) => {
        const { sessionId, state, expiresAt } = route;
        const transaction = redis
          .multi()
          .hset(names.route(sessionId), { route: JSON.stringify(route), state })
          .pexpireat(names.route(sessionId), expiresAt + CLOSED_ROUTE_MEMORY_MS);
        await run(transaction.publish(names.channel, sessionId));
        cache?.changed(sessionId);
      },
      markClosed: async (sessionId) => {
        await redis.eval(CLOSE, 2, names.route(sessionId), names.channel, sessionId);
        cache?.changed(sessionId);
      },
      remove: async (sessionId) => {
        await run(redis.multi().del(names.route(sessionId)).publish(names.channel, sessionId));
        cache?.changed(sessionId);
      },
      close: async () => {
        await cache?.close();
        await closeRedis(redis);
      },
    };
  } catch (error) {
    await closeRedis(redis);
    throw error;
  }
}

class Names {
  readonly channel: string;
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
    this.channel = `${prefix}:routes`;
  }

  route(sessionId: string): string {
    return `${this.#prefix}:route:${sessionId}`;
  }
}

/** Asked for in one go: enough that the way there and back counts little, few enough that nobody waits for Redis meanwhile. */
const LOOKED_UP_AT_ONCE = 500;

class RouteSource {
  readonly #redis: Redis;
  readonly #names: Names;

  constructor(redis: Redis, names: Names) {
    this.#redis = redis;
    this.#names = names;
  }

  async load(sessionId: string): Promise<Route | undefined> {
    const { route, state } = await this.#redis.hgetall(this.#names.route(sessionId));
    if (route === undefined) return undefined;
    const read = JSON.parse(route) as Route;
    return state === 'closed' ? { ...read, state } : read;
  }

  async missing(sessionIds: readonly string[]): Promise<string[]> {
    const missing: string[] = [];
    for (let at = 0; at < sessionIds.length; at += LOOKED_UP_AT_ONCE) {
      const ids = sessionIds.slice(at, at + LOOKED_UP_AT_ONCE);
      const pipeline = this.#redis.pipeline();
      for (const id of ids) pipeline.exists(this.#names.route(id));
      const answers = await run(pipeline);
      missing.push(...ids.filter((_, index) => answers[index] === 0));
    }
    return missing;
  }
}

async function openCache(options: RedisRouteTableOptions, source: RouteSource, names: Names): Promise<CachingFinder> {
  // Subscribing again after a lost connection is the client's work; that it was lost is ours to know.
  const subscriber = await openRedis(options, { ...FAIL_FAST, autoResubscribe: false });
  const finder = new CachingFinder(source, options.now ?? Date.now, async () => closeRedis(subscriber));
  const subscribe = async () => {
    await subscriber.subscribe(names.channel);
    finder.listening(true);
  };
  subscriber.on('message', (_channel: string, sessionId: string) => finder.changed(sessionId));
  subscriber.on('close', () => finder.listening(false));
  // One that fails has lost the connection, and comes again with the next.
  subscriber.on('ready', () => void subscribe().catch(() => {}));
  await subscribe();
  return finder;
}

interface Loading {
  route: Promise<Route | undefined>;
  /** The route changed while it was read. */
  changed: boolean;
}

/** Finds routes in memory first, and lets what it once found stand while Redis can't be asked. */
class CachingFinder {
  readonly #source: RouteSource;
  readonly #cache: RouteCache;
  readonly #loading = new Map<string, Loading>();
  readonly #onClose: () => Promise<void>;

  constructor(source: RouteSource, now: () => number, onClose: () => Promise<void>) {
    this.#source = source;
    this.#cache = new RouteCache(now);
    this.#onClose = onClose;
  }

  async find(sessionId: string): Promise<Route | undefined> {
    const sure = this.known(sessionId);
    if (sure) return sure;
    const unsure = this.#cache.get(sessionId);
    return unsure ? this.#load(sessionId).catch(() => unsure.route) : this.#load(sessionId);
  }

  known(sessionId: string): Route | undefined {
    const cached = this.#cache.get(sessionId);
    if (!cached?.sure) return undefined;
    if (cached.old) this.#load(sessionId).catch(() => {});
    return cached.route;
  }

  changed(sessionId: string): void {
    this.#cache.delete(sessionId);
    const loading = this.#loading.get(sessionId);
    if (loading) loading.changed = true;
  }

  listening(listening: boolean): void {
    this.#cache.listening(listening);
  }

  async close(): Promise<void> {
    this.#cache.clear();
    await this.#onClose();
  }

  /** Calls at one time for one session share a look-up. */
  #load(sessionId: string): Promise<Route | undefined> {
    const running = this.#loading.get(sessionId);
    if (running && !running.changed) return running.route;
    const loading: Loading = { changed: false, route: this.#source.load(sessionId) };
    this.#loading.set(sessionId, loading);
    const settled = loading.route.then((route) => {
      if (loading.changed) return;
      if (route) this.#cache.set(route);
      else this.#cache.delete(sessionId);
    });
    settled
      .catch(() => {})
      .finally(() => {
        if (this.#loading.get(sessionId) === loading) this.#loading.delete(sessionId);
      });
    return loading.route;
  }
}

/** Runs commands that were put together. @returns their answers. @throws the first error of them */
async function run(commands: ChainableCommander): Promise<unknown[]> {
  const results = (await commands.exec()) ?? [];
  const failed = results.find(([error]) => error)?.[0];
  if (failed) throw failed;
  return results.map(([, answer]) => answer);
}
