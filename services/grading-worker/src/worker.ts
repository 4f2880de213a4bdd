import { Correlator, Grader } from '@svc/grading';
import type { BlobStore, Database, GradeConsumer, GradeConsumerOptions, GradeJob, Sealer } from '@svc/platform';
import type { Twin } from '@svc/twin-kit';
import type { Kysely } from 'kysely';
import { Agent } from 'undici';
import type { Evidence } from './capture/evidence.ts';
import type { TwinClient } from './capture/twin-client.ts';
import { pullFromTwins, twinClients, unseal } from './capture/twin-pull.ts';
import { readUploads } from './capture/uploaded.ts';
import { CaptureIncomplete, evaluationError } from './failures.ts';
import { beginJob, type Job } from './job.ts';
import { type Narrator, narrate } from './narrator.ts';
import { complete, fail } from './outcome.ts';
import { type Graded, runRecord, runRow } from './record.ts';
import { storeStates, storeTape } from './store.ts';

/** What the worker writes to the log; pino's logger is one. */
export interface WorkerLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface GradingWorkerDependencies {
  /** The worker's side of the queue, e.g. `(consumer) => consumeGradeQueue({ connectionString }, consumer)`. */
  consume(consumer: GradeConsumerOptions): Promise<GradeConsumer>;
  database: Kysely<Database>;
  blobs: BlobStore;
  sealer: Sealer;
  /** @returns undefined for a twin that has no package here. */
  twins: { load(id: string): Promise<Twin | undefined> };
  clock: { now(): Date };
  log: WorkerLog;
  /** Writes summary, fix prompt and comments; without one they are null. */
  narrator?: Narrator;
  /** Jobs in work at once. Default 2. */
  concurrency?: number;
  /** What hosted twins run on, as a run reports it. Default `svc-twins 0.1.0`. */
  twinRuntime?: string;
}

export interface GradingWorker {
  /** Lets jobs in work end, as long as the queue allows, and takes no more. */
  close(): Promise<void>;
}

const DEFAULT_CONCURRENCY = 2;
const DEFAULT_TWIN_RUNTIME = 'svc-twins 0.1.0';

/** Starts to take grading jobs. */
export async function startGradingWorker(dependencies: GradingWorkerDependencies): Promise<GradingWorker> {
  const dispatcher = new Agent({ connect: { timeout: 3_000 }, keepAliveTimeout: 4_000 });
  const work = new Work(dependencies, dispatcher);
  const consumer = await dependencies.consume({
    concurrency: dependencies.concurrency ?? DEFAULT_CONCURRENCY,
    handle: (job) => work.handle(job),
    onExhausted: (job, error) => work.giveUp(job, error),
  });
  return {
    close: async () => {
      await consumer.close();
      await dispatcher.destroy();
    },
  };
}

class Work {
  readonly #dependencies: GradingWorkerDependencies;
  readonly #dispatcher: Agent;

  constructor(dependencies: GradingWorkerDependencies, dispatcher: Agent) {
    this.#dependencies = dependencies;
    this.#dispatcher = dispatcher;
  }

  /** Grades one run. Throws for what may pass, so that the queue tries again. */
  async handle({ evaluationId }: GradeJob): Promise<void> {
    const { database, log, clock } = this.#dependencies;
    const job = await beginJob(database, evaluationId);
    if (!job) return;
    const clients = job.request.source === 'twin-pull' ? await this.#clients(job) : [];
    try {
      const evidence = await this.#capture(job, clients);
      const written = await this.#grade(job, evidence);
      log.info({ evaluation: evaluationId, run: job.evaluation.run_id, written }, 'graded');
    } catch (error) {
      if (!(error instanceof CaptureIncomplete)) {
        log.warn({ err: error, evaluation: evaluationId }, 'grading failed; it may be tried again');
        throw error;
      }
      // Agents first: whoever is told of the failure finds the sandbox as it was.
      await unseal(clients);
      await fail(database, evaluationId, evaluationError(error), clock.now());
      log.info({ evaluation: evaluationId, reason: error.message }, 'nothing to grade');
    }
  }

  /** The last try failed: the sandbox is left as it was and the evaluation says why. */
  async giveUp({ evaluationId }: GradeJob, error: Error): Promise<void> {
    const { database, log, clock } = this.#dependencies;
    log.error({ err: error, evaluation: evaluationId }, 'grading was given up');
    const job = await beginJob(database, evaluationId);
    if (!job) return;
    try {
      if (job.request.source === 'twin-pull') await unseal(await this.#clients(job));
    } catch (cause) {
      // A sandbox that stays sealed is closed by the reaper; an evaluation that stays open is waited for.
      log.error({ err: cause, evaluation: evaluationId }, 'the twins could not be unsealed');
    }
    await fail(database, evaluationId, evaluationError(error), clock.now());
  }

  #clients({ sandbox }: Job): Promise<TwinClient[]> {
    const { database, sealer } = this.#dependencies;
    return twinClients({ database, sealer, dispatcher: this.#dispatcher }, sandbox);
  }

  async #capture(job: Job, clients: readonly TwinClient[]): Promise<Evidence> {
    if (job.request.source === 'twin-pull') return pullFromTwins(clients, job.sandbox);
    return readUploads({ blobs: this.#dependencies.blobs, twins: await this.#twinsOf(job) }, job.sandbox, job.request);
  }

  async #twinsOf({ sandbox }: Job): Promise<Map<string, Twin>> {
    const loaded = await Promise.all(sandbox.twins.map(async (id) => [id, await this.#dependencies.twins.load(id)] as const));
    return new Map(loaded.flatMap(([id, twin]) => (twin ? [[id, twin] as const] : [])));
  }

  /** @returns false when another worker was first. */
  async #grade(job: Job, evidence: Evidence): Promise<boolean> {
    const { blobs, narrator, clock, log, database, twinRuntime = DEFAULT_TWIN_RUNTIME } = this.#dependencies;
    const { request, sandbox, evaluation } = job;
    const twins = await this.#twinsOf(job);
    const grader = new Grader({
      criteria: request.criteria,
      primary: sandbox.twins[0] ?? '',
      vocabularies: new Map(sandbox.twins.map((id) => [id, twins.get(id)?.checks ?? []])),
    });
    const correlator = new Correlator();
    const place = { teamId: sandbox.team_id, runId: evaluation.run_id };
    const trace = await storeTape(blobs, place, evidence.tape, (row) => {
      grader.row(row);
      correlator.row(row);
    });
    const stateKeys = await storeStates(blobs, place, evidence.states);
    const states = new Map([...evidence.states].map(([id, { initial, final }]) => [id, { seed: initial, final: final?.state }]));
    const { results, score } = grader.finish(states);
    const { steps, lanes } = correlator.result();
    const narration = await narrate(narrator, { results, score, steps, request }, (error) =>
      log.warn({ err: error, evaluation: evaluation.id }, 'the narrator said nothing'),
    );
    const graded: Graded = {
      grade: grader.finish(states, narration.comments),
      steps,
      lanes,
      narration,
      judgeModel: narrator?.model ?? null,
      traceKey: trace.key,
      tapeRows: trace.rows,
      stateKeys,
      twins,
      twinRuntime,
      finishedAt: clock.now(),
    };
    return complete(database, evaluation.id, runRow(job, runRecord(job, graded), stateKeys), graded.finishedAt);
  }
}
