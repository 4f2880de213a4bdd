import { type GradingWorker, startGradingWorker } from '@svc/grading-worker';
import { createNarrator, type NarratorConfig } from '@svc/narrator';
import { consumeGradeQueue, createSealer } from '@svc/platform';
import { loadTwin } from '@svc/twins';
import type { Logger } from 'pino';
import type { GradeEnds } from './grade-ends.ts';
import type { Storage } from './storage.ts';

export interface WorkerOptions {
  storage: Storage;
  installationSecret: string;
  /** Puts runs into words; without one they stay without. */
  narrator: NarratorConfig | undefined;
  log: Logger;
  ends: GradeEnds;
}

export function startWorker({ storage, installationSecret, narrator, log, ends }: WorkerOptions): Promise<GradingWorker> {
  const { connectionString, database, blobs } = storage;
  const onError = (error: Error) => log.warn({ err: error }, 'the worker lost the queue for a moment');
  return startGradingWorker({
    consume: (consumer) => consumeGradeQueue({ connectionString, onError }, ends.toldBy(consumer)),
    database,
    blobs,
    sealer: createSealer(installationSecret),
    twins: { load: loadTwin },
    clock: { now: () => new Date() },
    log,
    ...(narrator && { narrator: createNarrator(narrator) }),
  });
}
