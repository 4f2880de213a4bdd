import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { GradeConsumer, GradeConsumerOptions, GradeJob, GradeQueue } from '@svc/platform';
import { waitedMs } from '../../../twin-kit/testing/processor.ts';

export interface GradeQueueUnderTest {
  createQueue(name: string): Promise<GradeQueue>;
  consume(name: string, options: GradeConsumerOptions, drainMs?: number): Promise<GradeConsumer>;
  /** Runs a consumer in a process of its own that takes one job and never ends it. */
  consumeElsewhere(name: string): Promise<{
    /** Resolves to the evaluation it has taken. */
    taken: Promise<string>;
    kill(): Promise<void>;
  }>;
  stop(): Promise<void>;
}

/** A grade must be asked for and answered within a request; the rest of its budget is the grading. */
const LATENCY_BUDGET_MS = 30;
/** In the time that asking itself takes, where that is more. */
const LATENCY_BUDGET_ENQUEUES = 10;
/** How soon a job must be taken up again after its worker was killed. */
const RECOVERY_BUDGET_MS = 15_000;

/** What every grade queue does. */
export function describeGradeQueue(name: string, start: () => Promise<GradeQueueUnderTest>): void {
  describe(`the grade queue ${name}`, () => {
    let running: GradeQueueUnderTest;
    beforeAll(async () => {
      running = await start();
    });
    afterAll(() => running?.stop());

    /** A queue of its own with a consumer that records what it is given. */
    async function open(options: Partial<GradeConsumerOptions> = {}, drainMs?: number) {
      const queueName = `grade-${randomUUID()}`;
      const queue = await running.createQueue(queueName);
      const seen = recorder<GradeJob>();
      const exhausted = recorder<{ job: GradeJob; message: string }>();
      const consumer = await running.consume(
        queueName,
        {
          concurrency: 2,
          onExhausted: async (job, error) => exhausted.add({ job, message: error.message }),
          ...options,
          handle: async (job) => {
            seen.add(job);
            await options.handle?.(job);
          },
        },
        drainMs,
      );
      const close = async () => {
        await consumer.close();
        await queue.close();
      };
      return { queueName, queue, consumer, seen, exhausted, close };
    }

    test('hands a job to the consumer soon', async () => {
      const { queue, seen, close } = await open();
      const waits: number[] = [];
      const enqueues: number[] = [];
      for (let n = 1; n <= 21; n++) {
        const from = performance.now();
        await queue.enqueue({ evaluationId: `evl_${n}` });
        enqueues.push(performance.now() - from);
        await seen.atLeast(n);
        waits.push(performance.now() - from);
      }
      // A machine that does much else slows both down.
      expect(median(waits)).toBeLessThan(Math.max(LATENCY_BUDGET_MS, LATENCY_BUDGET_ENQUEUES * median(enqueues)));
      await close();
    });

    test('a job enqueued twice is handled once', async () => {
      const { queue, seen, close } = await open();
      await queue.enqueue({ evaluationId: 'evl_same' });
      await queue.enqueue({ evaluationId: 'evl_same' });
      await seen.atLeast(1);
      await queue.enqueue({ evaluationId: 'evl_same' });
      await queue.enqueue({ evaluationId: 'evl_next' });
      await seen.atLeast(2);
      expect(seen.all).toEqual([{ evaluationId: 'evl_same' }, { evaluationId: 'evl_next' }]);
      await close();
    });

    test('a job waits until there is a consumer', async () => {
      const queueName = `grade-${randomUUID()}`;
      const queue = await running.createQueue(queueName);
      await queue.enqueue({ evaluationId: 'evl_early' });
      const seen = recorder<GradeJob>();
      const consumer = await running.consume(queueName, {
        concurrency: 1,
        handle: async (job) => seen.add(job),
        onExhausted: async () => {},
      });
      expect(await seen.atLeast(1)).toEqual([{ evaluationId: 'evl_early' }]);
      await consumer.close();
      await queue.close();
    });

    test('a handler that throws is tried three times, then exhaustion is told once with the last error', async () => {
      let attempt = 0;
      const { queue, seen, exhausted, close } = await open({
        handle: async () => {
          attempt++;
          throw new Error(`attempt ${attempt}`);
        },
      });
      await queue.enqueue({ evaluationId: 'evl_failing' });
      await exhausted.atLeast(1);
      await close();
      expect(seen.all).toHaveLength(3);
      expect(exhausted.all).toEqual([{ job: { evaluationId: 'evl_failing' }, message: 'attempt 3' }]);
    });

    test('a handler that recovers is not exhausted', async () => {
      const { queue, seen, exhausted, close } = await open({
        handle: async () => {
          if (seen.all.length === 1) throw new Error('once');
        },
      });
      await queue.enqueue({ evaluationId: 'evl_flaky' });
      await seen.atLeast(2);
      await close();
      expect(exhausted.all).toEqual([]);
    });

    test('closing waits for the job in work', async () => {
      const working = Promise.withResolvers<void>();
      let finished = false;
      const { queue, seen, consumer } = await open({
        handle: async () => {
          await working.promise;
          finished = true;
        },
      });
      await queue.enqueue({ evaluationId: 'evl_slow' });
      await seen.atLeast(1);
      const closing = consumer.close();
      working.resolve();
      await closing;
      expect(finished).toBe(true);
      await queue.close();
    });

    test('closing does not wait for ever', async () => {
      const { queue, seen, close } = await open({ handle: () => new Promise(() => {}) }, 100);
      await queue.enqueue({ evaluationId: 'evl_stuck' });
      await seen.atLeast(1);
      await close();
    });

    test('a job whose worker was killed is taken up by the next one', async () => {
      const queueName = `grade-${randomUUID()}`;
      const queue = await running.createQueue(queueName);
      const elsewhere = await running.consumeElsewhere(queueName);
      await queue.enqueue({ evaluationId: 'evl_orphan' });
      expect(await elsewhere.taken).toBe('evl_orphan');
      await elsewhere.kill();
      const seen = recorder<GradeJob>();
      let consumer: GradeConsumer | undefined;
      const waited = await waitedMs(async () => {
        consumer = await running.consume(queueName, {
          concurrency: 1,
          handle: async (job) => seen.add(job),
          onExhausted: async () => {},
        });
        expect(await seen.atLeast(1)).toEqual([{ evaluationId: 'evl_orphan' }]);
      });
      expect(waited).toBeLessThan(RECOVERY_BUDGET_MS);
      await consumer?.close();
      await queue.close();
    });
  });
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] as number;

/** Collects what callbacks are called with, and lets a test wait for it. */
function recorder<T>() {
  const all: T[] = [];
  let waiting: (() => void)[] = [];
  return {
    all,
    add: (value: T) => {
      all.push(value);
      for (const wake of waiting.splice(0)) wake();
    },
    atLeast: async (count: number): Promise<T[]> => {
      while (all.length < count) {
        await new Promise<void>((resolve) => {
          waiting = [...waiting, resolve];
        });
      }
      return all;
    },
  };
}
