import { createPostgresBackend, withBackend } from 'bullmq';
import type { GradeConsumer, GradeConsumerOptions, GradeJob, GradeQueue } from '../ports.ts';
import { DEFAULT_NAME, GradeProcessor, ignore, JOB_OPTIONS, producer } from './jobs.ts';
import { closeDrained, DRAIN_MS, STALLED } from './settings.ts';

const postgres = withBackend(createPostgresBackend);

export interface GradeQueueOptions {
  /** PostgreSQL; the queue keeps its tables in a schema of its own there and migrates them. */
  connectionString: string;
  /** Default `grade`. */
  name?: string;
  /** Hears of lost connections and the like; the queue recovers by itself. */
  onError?: (error: Error) => void;
  /** How long a closing consumer waits for jobs in work. Default 10 s. */
  drainMs?: number;
}

/** Connections beyond one for each job in work: lock renewal and the stalled check. */
const SPARE_CONNECTIONS = 2;

/** Opens the producer's side. */
export async function createGradeQueue(options: GradeQueueOptions): Promise<GradeQueue> {
  const queue = new postgres.Queue<GradeJob>(options.name ?? DEFAULT_NAME, {
    connection: { connectionString: options.connectionString, migrate: true, max: 2 },
    defaultJobOptions: JOB_OPTIONS,
  });
  queue.on('error', options.onError ?? ignore);
  await queue.waitUntilReady();
  return producer(queue, () => queue.close());
}

/** Starts the worker's side. `close()` lets jobs in work end, for a while; what doesn't end is taken up by the next worker. */
export async function consumeGradeQueue(options: GradeQueueOptions, consumer: GradeConsumerOptions): Promise<GradeConsumer> {
  const onError = options.onError ?? ignore;
  const processor = new GradeProcessor(consumer, onError);
  const worker = new postgres.Worker<GradeJob>(options.name ?? DEFAULT_NAME, processor.process, {
    connection: {
      connectionString: options.connectionString,
      migrate: true,
      max: consumer.concurrency + SPARE_CONNECTIONS,
    },
    concurrency: consumer.concurrency,
    ...STALLED,
  });
  worker.on('error', onError);
  worker.on('failed', processor.failed);
  await worker.waitUntilReady();
  return { close: () => closeDrained(worker, options.drainMs ?? DRAIN_MS) };
}
