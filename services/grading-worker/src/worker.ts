import { Conduct, Correlator, erroredBecause, type Grade, Grader, type TwinStates, withoutVerdicts } from '@svc/grading';
import type { Narrator } from '@svc/narrator';
import type { BlobStore, Database, GradeConsumer, GradeConsumerOptions, GradeJob, Sealer } from '@svc/platform';
import type { Twin } from '@svc/twin-kit';
import type { Kysely } from 'kysely';
import { CallDigest } from './call-digest.ts';
import { TwinConnections } from './capture/connections.ts';
import type { Evidence } from './capture/evidence.ts';
import { readStored } from './capture/stored.ts';
import type { TwinClient } from './capture/twin-client.ts';
import { pullFromTwins, twinClients, unseal } from './capture/twin-pull.ts';
import { readUploads } from './capture/uploaded.ts';
import { complete, fail } from './completion.ts';
import { CaptureIncomplete, evaluationError } from './failures.ts';
import { beginJob, type Job } from './job.ts';
import { narrate } from './narrator.ts';
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
  /** Hears of each try and how long it took, in milliseconds. */
  onOutcome?: (outcome: GradeOutcome, milliseconds: number) => void;
}

/** How one try ended: with a run, with nothing to grade, or to be tried again. */
export type GradeOutcome = 'graded' | 'incomplete' | 'failed';

export interface GradingWorker {
  /** Lets jobs in work end, as long as the queue allows, and takes no more. */
  close(): Promise<void>;
}

const DEFAULT_CONCURRENCY = 2;
const DEFAULT_TWIN_RUNTIME = 'svc-twins 0.1.0';

/** Starts to take grading jobs. */
export async function startGradingWorker(dependencies: GradingWorkerDependencies): Promise<GradingWorker> {
  const connections = new TwinConnections();
  const work = new Work(dependencies, connections);
  const consumer = await dependencies.consume({
    concurrency: dependencies.concurrency ?? DEFAULT_CONCURRENCY,
    handle: (job) => work.handle(job),
    onExhausted: (job, error) => work.giveUp(job, error),
  });
  return {
    close: async () => {
      await consumer.close();
      await connections.close();
    },
  };
}

/** Whether the evidence is read off live twins. */
const pulls = ({ request, evaluation }: Job): boolean => request.source === 'twin-pull' && evaluation.regrade_of === null;

async function worldsOf({ states }: Evidence): Promise<Map<string, TwinStates>> {
  const worlds = new Map<string, TwinStates>();
  for (const [twin, { initial, final }] of states) worlds.set(twin, { seed: initial, final: (await final)?.state });
  return worlds;
}

class Work {
  readonly #dependencies: GradingWorkerDependencies;
  readonly #connections: TwinConnections;

  constructor(dependencies: GradingWorkerDependencies, connections: TwinConnections) {
    this.#dependencies = dependencies;
    this.#connections = connections;
  }

  /** Grades one run. Throws for what may pass, so that the queue tries again. */
  async handle({ evaluationId }: GradeJob): Promise<void> {
    const { database, log, clock } = this.#dependencies;
    const job = await beginJob(database, evaluationId);
    if (!job) return;
    const begun = performance.now();
    let outcome: GradeOutcome = 'failed';
    const clients = pulls(job) ? await this.#clients(job) : [];
    try {
      const evidence = await this.#capture(job, clients);
      const written = await this.#grade(job, evidence);
      outcome = 'graded';
      log.info({ evaluation: evaluationId, run: job.evaluation.run_id, written }, 'graded');
    } catch (error) {
      if (!(error instanceof CaptureIncomplete)) {
        log.warn({ err: error, evaluation: evaluationId }, 'grading failed; it may be tried again');
        throw error;
      }
      outcome = 'incomplete';
      // Agents first: whoever is told of the failure finds the sandbox as it was.
      await unseal(clients);
      await fail(database, evaluationId, evaluationError(error), clock.now());
      log.info({ evaluation: evaluationId, reason: error.message }, 'nothing to grade');
    } finally {
      await this.#release(clients);
      this.#dependencies.onOutcome?.(outcome, performance.now() - begun);
    }
  }

  /** The last try failed: the sandbox is left as it was and the evaluation says why. */
  async giveUp({ evaluationId }: GradeJob, error: Error): Promise<void> {
    const { database, log, clock } = this.#dependencies;
    log.error({ err: error, evaluation: evaluationId }, 'grading was given up');
    const job = await beginJob(database, evaluationId);
    if (!job) return;
    try {
      const clients = pulls(job) ? await this.#clients(job) : [];
      await unseal(clients);
      await this.#release(clients);
    } catch (cause) {
      // A sandbox that stays sealed is closed by the reaper; an evaluation that stays open is waited for.
      log.error({ err: cause, evaluation: evaluationId }, 'the twins could not be unsealed');
    }
    await fail(database, evaluationId, evaluationError(error), clock.now());
  }

  #release(clients: readonly TwinClient[]): Promise<void> {
    return this.#connections.release(clients.map(({ url }) => url));
  }

  #clients({ sandbox }: Job): Promise<TwinClient[]> {
    const { database, sealer } = this.#dependencies;
    return twinClients({ database, sealer, connections: this.#connections }, sandbox);
  }

  async #capture(job: Job, clients: readonly TwinClient[]): Promise<Evidence> {
    const { regrade_of: earlier } = job.evaluation;
    const { blobs, database } = this.#dependencies;
    if (earlier !== null) return readStored({ blobs, database, twins: await this.#twinsOf(job) }, job.sandbox, earlier);
    if (pulls(job)) return pullFromTwins(clients, job.sandbox);
    return readUploads({ blobs, twins: await this.#twinsOf(job) }, job.sandbox, job.request);
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
      products: [...twins.values()],
      seeds: new Map([...evidence.states].map(([id, { initial }]) => [id, initial])),
      finalAnswer: request.final_answer,
    });
    const correlator = new Correlator();
    const conduct = new Conduct();
    const digest = narrator && new CallDigest();
    const place = { teamId: sandbox.team_id, runId: evaluation.run_id };
    let calls = 0;
    const storing = storeStates(blobs, place, evidence.states);
    // A tape that breaks off is told of first, and then nobody waits for this.
    storing.catch(() => {});
    const trace = await storeTape(blobs, place, evidence.tape, (row) => {
      // What a fork inherited others did: it is where this trial begins.
      if (sandbox.parent && row.inherited) return;
      calls += 1;
      grader.row(row);
      correlator.row(row);
      conduct.row(row);
      digest?.row(row);
    });
    if (calls === 0 && request.criteria.length > 0) throw new CaptureIncomplete('The tape is empty: no twin was called.');
    const errored = erroredBecause(request, conduct);
    const stateKeys = await storing;
    const states = await worldsOf(evidence);
    const gradeWith = (comments?: ReadonlyMap<string, string>): Grade => {
      const grade = grader.finish(states, comments);
      return errored === undefined ? grade : withoutVerdicts(grade, errored);
    };
    const { results, score } = gradeWith();
    const { steps, lanes } = correlator.result();
    const narration = await narrate(
      narrator,
      { results, score, errored, steps, request, ...(digest?.result() ?? { calls: [], omitted: 0 }) },
      (error) => log.warn({ err: error, evaluation: evaluation.id }, 'the narrator said nothing'),
    );
    const graded: Graded = {
      grade: gradeWith(narration.comments),
      errored,
      unsupportedCalls: conduct.unsupported(),
      injectedFaults: conduct.injected(),
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
