import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { consumeRedisGradeQueue, createRedisGradeQueue } from '@svc/platform';
import { describeGradeQueue } from '@svc/platform/testing/suites';
import { type RedisServer, startRedis } from './support/redis.ts';

describeGradeQueue('on Redis', async () => {
  const { url, stop } = await startRedis();
  return {
    createQueue: (name) => createRedisGradeQueue({ url, name }),
    consume: (name, options, drainMs = 10_000) => consumeRedisGradeQueue({ url, name, drainMs }, options),
    consumeElsewhere: async (name) => {
      const child = fork(join(import.meta.dirname, 'support/stuck-consumer.ts'), [url, name], { execArgv: [] });
      await once(child, 'message');
      return {
        taken: once(child, 'message').then(([message]) => message.taken),
        kill: async () => {
          const exited = once(child, 'exit');
          child.kill('SIGKILL');
          await exited;
        },
      };
    },
    stop,
  };
});

describe('the grade queue while Redis is away', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis?.stop());

  test('enqueueing fails at once, and what was enqueued before is handled when Redis is back', async () => {
    const queue = await createRedisGradeQueue({ url: redis.url });
    await queue.enqueue({ evaluationId: 'evl_before' });
    expect(await queue.counts()).toEqual({ waiting: 1, active: 0, delayed: 0 });
    await redis.kill();
    const from = performance.now();
    await expect(queue.enqueue({ evaluationId: 'evl_lost' })).rejects.toThrow();
    expect(performance.now() - from).toBeLessThan(3_000);
    await redis.restart();
    const handled = Promise.withResolvers<string>();
    const consumer = await consumeRedisGradeQueue(
      { url: redis.url },
      { concurrency: 1, handle: async ({ evaluationId }) => handled.resolve(evaluationId), onExhausted: async () => {} },
    );
    expect(await handled.promise).toBe('evl_before');
    await consumer.close();
    await queue.close();
  });

  test('a consumer goes on when Redis comes back', async () => {
    const handled = Promise.withResolvers<string>();
    const consumer = await consumeRedisGradeQueue(
      { url: redis.url, name: 'returning' },
      { concurrency: 1, handle: async ({ evaluationId }) => handled.resolve(evaluationId), onExhausted: async () => {} },
    );
    await redis.restart();
    const queue = await createRedisGradeQueue({ url: redis.url, name: 'returning' });
    await queue.enqueue({ evaluationId: 'evl_after' });
    expect(await handled.promise).toBe('evl_after');
    await consumer.close();
    await queue.close();
  });
});
