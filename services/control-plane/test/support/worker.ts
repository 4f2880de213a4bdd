import type { CriterionResult, ParsedFinalizeRequest, StoredRunRecord } from '@svc/contract';
import {
  closeSandbox,
  type Database,
  type EvaluationTable,
  type GradeJob,
  type GradeQueue,
  type SandboxTable,
} from '@svc/platform';
import type { Kysely, Selectable } from 'kysely';

export type WorkerMode = 'grade' | 'hold' | 'fail' | 'queue-down' | 'queue-hangs';
type Evaluation = Selectable<EvaluationTable>;
type Sandbox = Selectable<SandboxTable>;

/** Stands in for queue and worker: passes every criterion, writes what the real one writes, in one transaction as it does. */
export class ExampleWorker implements GradeQueue {
  mode: WorkerMode = 'grade';
  /** The failure of mode `fail`. */
  error: { type: string; message: string; reason?: string } = {
    type: 'conflict',
    message: 'No call was made.',
    reason: 'capture_incomplete',
  };
  /** Blob keys that the next runs point at. */
  evidence: { trace?: string; state?: string; states?: Record<string, string> } = {};
  readonly jobs: GradeJob[] = [];
  readonly #database: Kysely<Database>;
  readonly #now: () => Date;
  readonly #held: GradeJob[] = [];
  #work: Promise<void>[] = [];

  constructor(database: Kysely<Database>, now: () => Date) {
    this.#database = database;
    this.#now = now;
  }

  async enqueue(job: GradeJob): Promise<void> {
    if (this.mode === 'queue-down') throw new Error('connect ECONNREFUSED');
    if (this.mode === 'queue-hangs') return new Promise(() => {});
    this.jobs.push(job);
    if (this.mode === 'hold') this.#held.push(job);
    else this.#work.push(this.#handle(job));
  }

  async counts() {
    return { waiting: this.#held.length, active: 0, delayed: 0 };
  }

  async releaseHeld(): Promise<void> {
    this.#work.push(...this.#held.splice(0).map((job) => this.#handle(job)));
    await this.settle();
  }

  async settle(): Promise<void> {
    await Promise.all(this.#work.splice(0));
  }

  async close(): Promise<void> {
    await this.settle();
  }

  async #handle({ evaluationId }: GradeJob): Promise<void> {
    const evaluation = await this.#database
      .selectFrom('evaluations')
      .selectAll()
      .where('id', '=', evaluationId)
      .executeTakeFirstOrThrow();
    if (this.mode === 'fail') {
      const error = JSON.stringify(this.error);
      await this.#database.updateTable('evaluations').set({ status: 'failed', error }).where('id', '=', evaluationId).execute();
      return;
    }
    await this.#database.transaction().execute(async (trx) => {
      const sandbox = await trx
        .selectFrom('sandboxes')
        .selectAll()
        .where('id', '=', evaluation.sandbox_id)
        .executeTakeFirstOrThrow();
      const at = this.#now();
      await trx
        .insertInto('runs')
        .values(this.#run(evaluation, sandbox, at))
        .execute();
      await trx.updateTable('evaluations').set({ status: 'completed', finished_at: at }).where('id', '=', evaluationId).execute();
      if (evaluation.regrade_of === null) await closeSandbox(trx, { id: sandbox.id, to: 'done', at });
    });
  }

  #run(evaluation: Evaluation, sandbox: Sandbox, at: Date) {
    const { trace = null, state = null, states = {} } = this.evidence;
    const request = evaluation.request as ParsedFinalizeRequest;
    const record = recordOf(evaluation, sandbox, request, at, { trace, state });
    return {
      id: record.id,
      sandbox_id: sandbox.id,
      team_id: sandbox.team_id,
      task_name: record.task_name,
      task_hash: record.task_hash,
      group_id: record.group_id,
      environment: record.environment,
      agent_model: record.agent_model,
      agent_sdk: record.agent_sdk,
      agent_version: record.agent_version,
      outcome: record.outcome,
      regraded_from: evaluation.regrade_of,
      provenance: record.provenance,
      satisfaction_score: record.satisfaction_score,
      record: JSON.stringify(record),
      trace_s3_key: trace,
      state_s3_key: state,
      state_keys: JSON.stringify(states),
      created_at: at,
      finished_at: at,
    };
  }
}

function recordOf(
  evaluation: Evaluation,
  sandbox: Sandbox,
  request: ParsedFinalizeRequest,
  at: Date,
  keys: { trace: string | null; state: string | null },
): StoredRunRecord {
  const results = request.criteria.map(
    (criterion): CriterionResult => ({
      id: criterion.id,
      text: criterion.text,
      kind: criterion.kind,
      twin: criterion.twin ?? sandbox.twins[0] ?? null,
      check_id: null,
      status: 'passed',
      passed: true,
      skipped: false,
      already_true: false,
      reason: 'seen in the final state',
    }),
  );
  const count = results.length;
  return {
    id: evaluation.run_id,
    session_id: sandbox.id,
    task_name: sandbox.task_name,
    task_hash: null,
    satisfaction_score: count === 0 ? null : 100,
    group_id: sandbox.group_id,
    environment: 'hosted',
    agent_model: request.agent_model,
    agent_usage: request.agent_usage ?? null,
    transcript: [],
    outcome: count === 0 ? 'ungraded' : 'passed',
    outcome_reason: null,
    pass_threshold: request.pass_threshold,
    vacuous: false,
    unsupported_calls: [],
    injected_faults: [],
    recovered: sandbox.recovered ?? [],
    regraded_from: null,
    state_initial_keys: {},
    state_seed_keys: {},
    parent: null,
    created_at: at.toISOString(),
    finished_at: at.toISOString(),
    twins: sandbox.twins,
    criteria_results: results,
    criteria_breakdown: {
      total: count,
      passed: count,
      failed: 0,
      skipped: 0,
      unmatched: 0,
      model: 0,
      not_gradable: 0,
      denominator: count,
    },
    all_skipped: count === 0,
    steps: [],
    lanes: [],
    summary: null,
    fix_prompt: null,
    provenance: sandbox.self_reported ? 'self_reported' : 'hosted',
    evaluator: { name: 'example', version: '1', vocabulary_digests: {}, judge_model: null },
    twin_runtime: 'example',
    tape_rows: 0,
    agent_sdk: request.agent_sdk ?? null,
    agent_version: request.agent_version ?? sandbox.agent_version,
    stop_reason: request.stop_reason,
    exit_code: request.exit_code,
    duration_ms: request.duration_ms,
    scenario_name: request.scenario_name ?? null,
    trace_s3_key: keys.trace,
    state_s3_key: keys.state,
    events_jsonl_url: keys.trace,
  };
}
