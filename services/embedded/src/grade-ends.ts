import { EventEmitter, once } from 'node:events';
import type { GradeConsumerOptions } from '@svc/platform';

/** Grades that end in this process: whoever waits for one needn't ask the database again and again. */
export class GradeEnds {
  readonly #ends = new EventEmitter().setMaxListeners(0);

  /** Waits until an evaluation has ended, at most so many milliseconds. */
  async heard(evaluationId: string, mostMs: number): Promise<void> {
    await once(this.#ends, evaluationId, { signal: AbortSignal.timeout(mostMs) }).catch(() => {});
  }

  /** A consumer that tells of what it has done. */
  toldBy(consumer: GradeConsumerOptions): GradeConsumerOptions {
    const tell = (evaluationId: string) => () => this.#ends.emit(evaluationId);
    return {
      ...consumer,
      handle: (job) => consumer.handle(job).finally(tell(job.evaluationId)),
      onExhausted: (job, error) => consumer.onExhausted(job, error).finally(tell(job.evaluationId)),
    };
  }
}
