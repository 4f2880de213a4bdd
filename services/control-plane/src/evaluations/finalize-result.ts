import { setTimeout as delay } from 'node:timers/promises';
import { type FinalizeResult, reasonedError, ServiceError } from '@svc/contract';
import { dashboardUrl, findRun, runRecord } from '../runs/find.ts';
import type { Service } from '../service.ts';
import type { EvaluationRecord } from './claim.ts';

/** A grade is there within milliseconds; a long one needn't be asked for so often. */
const FIRST_POLL_MS = 5;
const LAST_POLL_MS = 250;
const POLL_GROWTH = 1.07;

/** Waits until an evaluation has ended. @throws ServiceError 503 after the configured time; the grading goes on. */
export async function untilEnded(service: Service, evaluation: EvaluationRecord): Promise<EvaluationRecord> {
  const { config, database, gradeEnds } = service;
  const deadline = performance.now() + config.finalizeWaitMs;
  const firstWait = gradeEnds ? LAST_POLL_MS : FIRST_POLL_MS;
  for (let wait = firstWait; performance.now() < deadline; wait = Math.min(LAST_POLL_MS, wait * POLL_GROWTH)) {
    // From before the database is asked, so that no end falls between.
    const heard = gradeEnds?.heard(evaluation.id, wait);
    const row = await database.selectFrom('evaluations').selectAll().where('id', '=', evaluation.id).executeTakeFirst();
    if (!row) throw reasonedError('capture_incomplete');
    if (row.status === 'completed' || row.status === 'failed') return row;
    await (heard ?? delay(wait));
  }
  throw new ServiceError('downstream_unavailable', {
    message: 'Grading takes longer than a request may. Repeat finalize to get the run.',
  });
}

/** The answer of finalize, and the `result` of a completed evaluation. */
export async function finalizeResult(service: Service, teamId: string, runId: string): Promise<FinalizeResult> {
  const run = runRecord(service, await findRun(service, teamId, runId));
  return {
    run_id: run.id,
    score: run.satisfaction_score,
    criteria_results: run.criteria_results,
    criteria_breakdown: run.criteria_breakdown,
    all_skipped: run.all_skipped,
    outcome: run.outcome,
    outcome_reason: run.outcome_reason,
    vacuous: run.vacuous,
    unsupported_calls: run.unsupported_calls,
    injected_faults: run.injected_faults,
    recovered: run.recovered,
    judge_model: run.evaluator.judge_model,
    provenance: run.provenance,
    dashboard_url: dashboardUrl(service, run.id),
  };
}
