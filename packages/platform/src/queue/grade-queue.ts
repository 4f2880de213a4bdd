import { createPostgresBackend, withBackend } from 'bullmq';
import type { GradeConsumer, GradeConsumerOptions, GradeJob, GradeQueue } from '../ports.ts';
import { BACKOFF_MS, closeDrained, DRAIN_MS, GRADE_ATTEMPTS, STALLED } from './settings.ts';

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

const DEFAULT_NAME = 'grade';
/** Connections beyond one for each job in work: lock renewal and the stalled check. */
const SPARE_CONNECTIONS = 2;
const COMPLETED_KEPT = 1_000;

/** Opens the producer's side. A job's id is its evaluation's: enqueueing it again while it is there, or was done of late, adds nothing. */
export async function createGradeQueue(options: GradeQueueOptions): Promise<GradeQueue> {
  const queue = new postgres.Queue<GradeJob>(options.name ?? DEFAULT_NAME, {
    connection: { connectionString: options.connectionString, migrate: true, max: 2 },
    defaultJobOptions: {
      attempts: GRADE_ATTEMPTS,
      backoff: { type: 'exponential', delay: BACKOFF_MS },
      removeOnComplete: { count: COMPLETED_KEPT },
      // What failed is in the evaluation row; gone from the queue, it can be asked for again.
      removeOnFail: true,
    },
  });
  queue.on('error', options.onError ?? ignore);
  await queue.waitUntilReady();
  return {
    enqueue: async (job) => {
      await queue.add('grade', job, { jobId: job.evaluationId });
    },
    close: () => queue.close(),
  };
}

/** Starts the worker's side. `close()` lets jobs in work end, for a while; what doesn't end is taken up by the next worker. */
export async function consumeGradeQueue(options: GradeQueueOptions, consumer: GradeConsumerOptions): Promise<GradeConsumer> {
  // Evaluations whose exhaustion was told, until the queue's own event follows.
  const told = new Set<string>();
  const process = async (job: { data: GradeJob; attemptsMade: number }) => {
    try {
      await consumer.handle(job.data);
    } catch (error) {
      // Before the queue forgets the job: a process killed here leaves it to be tried once more, and the evaluation never hangs.
      if (job.attemptsMade + 1 >= GRADE_ATTEMPTS) {
        await consumer.onExhausted(job.data, asError(error));
        told.add(job.data.evaluationId);
      }
      throw error;
    }
  };
  const worker = new postgres.Worker<GradeJob>(options.name ?? DEFAULT_NAME, process, {
    connection: {
      connectionString: options.connectionString,
      migrate: true,
      max: consumer.concurrency + SPARE_CONNECTIONS,
    },
    concurrency: consumer.concurrency,
    ...STALLED,
  });
  const onError = options.onError ?? ignore;
  worker.on('error', onError);
  worker.on('failed', (job, error) => {
    if (!job?.finishedOn || told.delete(job.data.evaluationId)) return;
    // Not by its handler: its workers died under it too often.
    consumer.onExhausted(job.data, error).catch((cause) => onError(asError(cause)));
  });
  await worker.waitUntilReady();
  return { close: () => closeDrained(worker, options.drainMs ?? DRAIN_MS) };
}

const ignore = () => {};
const asError = (value: unknown) => (value instanceof Error ? value : new Error(String(value)));
