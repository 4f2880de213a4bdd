import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createRedisActivityLog, createRedisRouteTable, type Route, type RouteTable } from '@svc/platform';
import { describeRouteTable } from '@svc/platform/testing/suites';
import { Redis } from 'ioredis';
import { type RedisServer, startRedis } from './support/redis.ts';

/** Redis has no clock to move: its keys' remaining time is shortened instead. */
async function age(url: string, milliseconds: number): Promise<void> {
  const redis = new Redis(url);
  for (const key of await redis.keys('*')) {
    const left = await redis.pttl(key);
    if (left >= 0) await redis.pexpire(key, left - milliseconds);
  }
  await redis.quit();
}

for (const cached of [false, true]) {
  describeRouteTable(`in Redis${cached ? ', cached' : ''}`, async (start) => {
    const server = await startRedis();
    let now = start;
    const table = await createRedisRouteTable({ url: server.url, cached, now: () => now });
    const activity = await createRedisActivityLog({ url: server.url });
    return {
      table,
      activity,
      advance: async (milliseconds) => {
        now += milliseconds;
        await age(server.url, milliseconds);
      },
      stop: async () => {
        await table.close();
        await activity.close();
        await server.stop();
      },
    };
  });
}

const route = (sessionId: string): Route => ({
  sessionId,
  tokenSha256: 'a'.repeat(64),
  state: 'open',
  twins: { github: 'unix:///twins/1/twin.sock' },
  expiresAt: Date.now() + 60_000,
});

/** Asks until the answer is as wanted: changes, and Redis itself, arrive a moment later. */
async function asked<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask().then(
      (value) => ({ value }),
      () => undefined,
    );
    if (answer && wanted(answer.value)) return answer.value;
    await new Promise(setImmediate);
  }
}

const until = (table: RouteTable, sessionId: string, wanted: (found: Route | undefined) => boolean) =>
  asked(() => table.find(sessionId), wanted);

describe('a proxy’s route table', () => {
  let redis: RedisServer;
  let plane: RouteTable;
  let proxy: RouteTable;
  beforeAll(async () => {
    redis = await startRedis();
    plane = await createRedisRouteTable({ url: redis.url });
    proxy = await createRedisRouteTable({ url: redis.url, cached: true });
  });
  afterAll(async () => {
    await proxy?.close();
    await plane?.close();
    await redis?.stop();
  });

  test('hears of what the control plane closes and removes', async () => {
    await plane.publish(route('ses_heard'));
    expect(await proxy.find('ses_heard')).toMatchObject({ state: 'open' });
    await plane.markClosed('ses_heard');
    await until(proxy, 'ses_heard', (found) => found?.state === 'closed');
    await plane.remove('ses_heard');
    await until(proxy, 'ses_heard', (found) => found === undefined);
  });

  test('knows without asking what it has found, until it changes or may have', async () => {
    await plane.publish(route('ses_asked'));
    expect(proxy.known('ses_asked')).toBeUndefined();
    await proxy.find('ses_asked');
    expect(proxy.known('ses_asked')).toMatchObject({ sessionId: 'ses_asked', state: 'open' });
    expect(plane.known('ses_asked')).toBeUndefined();
    await plane.markClosed('ses_asked');
    await asked(
      async () => proxy.known('ses_asked'),
      (known) => known === undefined,
    );
    await proxy.find('ses_asked');
    await redis.kill();
    await asked(
      async () => proxy.known('ses_asked'),
      (known) => known === undefined,
    );
    await redis.restart();
    await until(plane, 'ses_asked', (found) => found !== undefined);
    await until(proxy, 'ses_asked', () => proxy.known('ses_asked') !== undefined);
  });

  test('finds what it knows while Redis is away, refuses to guess about the rest, and catches up when Redis is back', async () => {
    await plane.publish(route('ses_known'));
    await plane.publish(route('ses_unseen'));
    expect(await proxy.find('ses_known')).toBeDefined();
    await redis.kill();
    // A call on the way when it died fails; from then on the table knows.
    await until(proxy, 'ses_known', (found) => found?.state === 'open');
    await expect(proxy.find('ses_unseen')).rejects.toThrow();
    const from = performance.now();
    for (let call = 0; call < 100; call++) expect(await proxy.find('ses_known')).toMatchObject({ state: 'open' });
    expect(performance.now() - from).toBeLessThan(1_000);
    await redis.restart();
    await until(plane, 'ses_known', (found) => found !== undefined);
    await plane.markClosed('ses_known');
    await until(proxy, 'ses_known', (found) => found?.state === 'closed');
    await until(proxy, 'ses_unseen', (found) => found?.state === 'open');
  });

  test('activity seen while Redis is away arrives when it is back, and goes to one drain of two', async () => {
    const [seen, other] = await Promise.all([
      createRedisActivityLog({ url: redis.url }),
      createRedisActivityLog({ url: redis.url }),
    ]);
    await redis.kill();
    seen.touch('ses_a', 1_000);
    await expect(seen.drain()).rejects.toThrow();
    await redis.restart();
    seen.touch('ses_a', 2_000);
    const drained = await asked(
      () => seen.drain(),
      ({ size }) => size > 0,
    );
    expect(drained).toEqual(new Map([['ses_a', 2_000]]));
    expect(
      await asked(
        () => other.drain(),
        () => true,
      ),
    ).toEqual(new Map());
    await seen.close();
    await other.close();
  });
});
