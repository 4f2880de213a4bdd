import type { JobsOptions } from 'bullmq';
import type { GradeConsumerOptions, GradeJob, GradeQueue } from '../ports.ts';
import { BACKOFF_MS, GRADE_ATTEMPTS } from './settings.ts';

// What both backends of BullMQ share: a queue is the same thing whatever it stands on.

export const DEFAULT_NAME = 'grade';
const COMPLETED_KEPT = 1_000;

export const JOB_OPTIONS: JobsOptions = {
  attempts: GRADE_ATTEMPTS,
  backoff: { type: 'exponential', delay: BACKOFF_MS },
  removeOnComplete: { count: COMPLETED_KEPT },
  // What failed is in the evaluation row; gone from the queue, it can be asked for again.
  removeOnFail: true,
};

interface Producer {
  add(name: string, job: GradeJob, options: { jobId: string }): Promise<unknown>;
  getJobCounts(...states: ('waiting' | 'active' | 'delayed')[]): Promise<Record<string, number>>;
}

/** A job's id is its evaluation's: enqueueing it again while it is there, or was done of late, adds nothing. */
export function producer(queue: Producer, close: () => Promise<void>): GradeQueue {
  return {
    enqueue: async (job) => {
      await queue.add('grade', job, { jobId: job.evaluationId });
    },
    counts: async () => {
      const { waiting = 0, active = 0, delayed = 0 } = await queue.getJobCounts('waiting', 'active', 'delayed');
      return { waiting, active, delayed };
    },
    close,
  };
}

interface Attempt {
  data: GradeJob;
  attemptsMade: number;
}

/** What a worker does with its jobs. */
export class GradeProcessor {
  readonly #consumer: GradeConsumerOptions;
  readonly #onError: (error: Error) => void;
  /** Evaluations whose exhaustion was told, until the queue's own event follows. */
  readonly #told = new Set<string>();

  constructor(consumer: GradeConsumerOptions, onError: (error: Error) => void) {
    this.#consumer = consumer;
    this.#onError = onError;
  }

  readonly process = async (job: Attempt): Promise<void> => {
    try {
      await this.#consumer.handle(job.data);
    } catch (error) {
      // Before the queue forgets the job: a process killed here leaves it to be tried once more, and the evaluation never hangs.
      if (job.attemptsMade + 1 >= GRADE_ATTEMPTS) {
        await this.#consumer.onExhausted(job.data, asError(error));
        this.#told.add(job.data.evaluationId);
      }
      throw error;
    }
  };

  readonly failed = (job: (Attempt & { finishedOn?: number | undefined }) | undefined, error: Error): void => {
    if (!job?.finishedOn || this.#told.delete(job.data.evaluationId)) return;
    // Not by its handler: its workers died under it too often.
    this.#consumer.onExhausted(job.data, error).catch((cause) => this.#onError(asError(cause)));
  };
}

export const ignore = (): void => {};
const asError = (value: unknown) => (value instanceof Error ? value : new Error(String(value)));
