import { Queue, Worker } from 'bullmq';
import type { GradeConsumer, GradeConsumerOptions, GradeJob, GradeQueue } from '../ports.ts';
import { closeRedis, openRedis, type RedisConnectionOptions } from '../redis/connection.ts';
import { DEFAULT_NAME, GradeProcessor, ignore, JOB_OPTIONS, producer } from './jobs.ts';
import { closeDrained, DRAIN_MS, STALLED } from './settings.ts';

export interface RedisGradeQueueOptions extends RedisConnectionOptions {
  /** Default `grade`. */
  name?: string;
  /** How long a closing consumer waits for jobs in work. Default 10 s. */
  drainMs?: number;
}

/** Opens the producer's side. While Redis is away, enqueueing fails at once. */
export async function createRedisGradeQueue(options: RedisGradeQueueOptions): Promise<GradeQueue> {
  const connection = await openRedis(options);
  const queue = new Queue<GradeJob>(options.name ?? DEFAULT_NAME, { connection, defaultJobOptions: JOB_OPTIONS });
  queue.on('error', options.onError ?? ignore);
  await queue.waitUntilReady();
  return producer(queue, async () => {
    await queue.close();
    await closeRedis(connection);
  });
}

/** Starts the worker's side. `close()` lets jobs in work end, for a while; what doesn't end is taken up by the next worker. */
export async function consumeRedisGradeQueue(
  options: RedisGradeQueueOptions,
  consumer: GradeConsumerOptions,
): Promise<GradeConsumer> {
  const onError = options.onError ?? ignore;
  // A worker waits for Redis to come back: it has nothing else to do, and BullMQ blocks on this connection.
  const connection = await openRedis(options, { maxRetriesPerRequest: null });
  const processor = new GradeProcessor(consumer, onError);
  const worker = new Worker<GradeJob>(options.name ?? DEFAULT_NAME, processor.process, {
    connection,
    concurrency: consumer.concurrency,
    ...STALLED,
  });
  worker.on('error', onError);
  worker.on('failed', processor.failed);
  await worker.waitUntilReady();
  return {
    close: async () => {
      await closeDrained(worker, options.drainMs ?? DRAIN_MS);
      await closeRedis(connection);
    },
  };
}
