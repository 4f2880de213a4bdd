import { createHash } from 'node:crypto';
import {
  type InjectedFault,
  type Lane,
  MAX_SCORE,
  type RunOutcome,
  type Step,
  type StoredRunRecord,
  type UnsupportedCall,
} from '@svc/contract';
import { EVALUATOR, type Grade, vocabularyDigest } from '@svc/grading';
import type { Narration } from '@svc/narrator';
import type { RunTable } from '@svc/platform';
import { redacted, type Twin } from '@svc/twin-kit';
import type { Insertable } from 'kysely';
import type { Job } from './job.ts';
import type { StateKeys } from './store.ts';

export interface Graded {
  grade: Grade;
  /** Why the trial errored, where it did. */
  errored: string | undefined;
  unsupportedCalls: UnsupportedCall[];
  injectedFaults: InjectedFault[];
  steps: Step[];
  lanes: Lane[];
  narration: Narration;
  judgeModel: string | null;
  traceKey: string;
  tapeRows: number;
  stateKeys: StateKeys;
  twins: ReadonlyMap<string, Twin>;
  twinRuntime: string;
  finishedAt: Date;
}

/** How the trial came out; see the contract's `runOutcomeSchema`. */
function outcomeOf({ grade, errored }: Graded, threshold: number): RunOutcome {
  if (errored !== undefined) return 'errored';
  if (grade.score === null) return 'ungraded';
  const { unmatched, not_gradable } = grade.breakdown;
  const whole = !grade.allSkipped && unmatched === 0 && not_gradable === 0;
  return whole && grade.score >= threshold ? 'passed' : 'failed';
}

/** The run as GET /v1/runs/:id serves it, but for the dashboard's address. */
export function runRecord({ evaluation, sandbox, request }: Job, graded: Graded): StoredRunRecord {
  const { grade, narration } = graded;
  const digests = [...graded.twins].map(([id, twin]) => [id, vocabularyDigest(twin.checks)] as const);
  // A job of an earlier version has none.
  const threshold = request.pass_threshold ?? MAX_SCORE;
  const selfReported = request.source === 'blob';
  return {
    id: evaluation.run_id,
    session_id: sandbox.id,
    task_name: sandbox.task_name ?? request.scenario_name ?? null,
    task_hash: sandbox.task_markdown === null ? null : createHash('sha256').update(sandbox.task_markdown).digest('hex'),
    satisfaction_score: grade.score,
    group_id: sandbox.group_id,
    environment: sandbox.self_reported ? 'local' : 'hosted',
    agent_model: request.agent_model,
    agent_usage: request.agent_usage ?? null,
    transcript: (request.transcript ?? []).map((entry) => ({ ...entry, text: redacted(entry.text) })),
    outcome: outcomeOf(graded, threshold),
    outcome_reason: graded.errored ?? null,
    pass_threshold: threshold,
    vacuous: grade.vacuous,
    unsupported_calls: graded.unsupportedCalls,
    injected_faults: graded.injectedFaults,
    recovered: sandbox.recovered ?? [],
    created_at: evaluation.created_at.toISOString(),
    finished_at: graded.finishedAt.toISOString(),
    twins: sandbox.twins,
    criteria_results: grade.results,
    criteria_breakdown: grade.breakdown,
    all_skipped: grade.allSkipped,
    steps: graded.steps,
    lanes: graded.lanes,
    summary: narration.summary,
    fix_prompt: narration.fixPrompt,
    provenance: selfReported ? 'self_reported' : 'hosted',
    evaluator: { ...EVALUATOR, vocabulary_digests: Object.fromEntries(digests), judge_model: graded.judgeModel },
    twin_runtime: sandbox.self_reported ? 'not hosted' : graded.twinRuntime,
    tape_rows: graded.tapeRows,
    agent_sdk: request.agent_sdk ?? null,
    agent_version: request.agent_version ?? sandbox.agent_version,
    stop_reason: request.stop_reason,
    exit_code: request.exit_code,
    duration_ms: request.duration_ms,
    scenario_name: request.scenario_name ?? null,
    trace_s3_key: graded.traceKey,
    state_s3_key: graded.stateKeys.final[sandbox.twins[0] ?? ''] ?? null,
    events_jsonl_url: graded.traceKey,
    regraded_from: evaluation.regrade_of,
    parent: sandbox.parent && { session_id: sandbox.parent.session_id, step: sandbox.parent.step },
    state_initial_keys: graded.stateKeys.initial,
    state_seed_keys: graded.stateKeys.seed,
  };
}

// PostgreSQL's text holds every character but this one.
const text = <T extends string | null>(value: T): T => (value?.replaceAll('\0', '') ?? null) as T;

export function runRow({ sandbox }: Job, record: StoredRunRecord, stateKeys: StateKeys): Insertable<RunTable> {
  return {
    id: record.id,
    sandbox_id: sandbox.id,
    team_id: sandbox.team_id,
    task_name: text(record.task_name),
    task_hash: record.task_hash,
    group_id: record.group_id,
    environment: record.environment,
    agent_model: text(record.agent_model),
    agent_sdk: text(record.agent_sdk),
    agent_version: text(record.agent_version),
    outcome: record.outcome,
    provenance: record.provenance,
    satisfaction_score: record.satisfaction_score,
    record: JSON.stringify(record),
    trace_s3_key: record.trace_s3_key,
    state_s3_key: record.state_s3_key,
    state_keys: JSON.stringify(stateKeys.final),
    regraded_from: record.regraded_from,
    created_at: record.created_at,
    finished_at: record.finished_at,
  };
}
