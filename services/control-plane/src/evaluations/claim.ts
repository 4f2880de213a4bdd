import { type ParsedFinalizeRequest, ServiceError } from '@svc/contract';
import type { EvaluationTable } from '@svc/platform';
import type { Selectable } from 'kysely';
import { newId } from '../ids.ts';
import type { SandboxRecord } from '../sandboxes/view.ts';
import type { Service } from '../service.ts';
import { withinTime } from '../timeout.ts';

export type EvaluationRecord = Selectable<EvaluationTable>;

export interface Claim {
  evaluation: EvaluationRecord;
  /** False when the sandbox was being graded already, or has been. */
  fresh: boolean;
}

/** Gives a live sandbox its one evaluation; a failed one makes room. @returns undefined when the sandbox isn't live any more. */
export async function claimEvaluation(
  service: Service,
  sandbox: SandboxRecord,
  request: ParsedFinalizeRequest,
  asynchronous: boolean,
): Promise<Claim | undefined> {
  return service.database.transaction().execute(async (trx) => {
    // Two finalizes, and a finalize and the reaper, take turns on this lock.
    const locked = await trx.selectFrom('sandboxes').select('state').where('id', '=', sandbox.id).forUpdate().executeTakeFirst();
    const existing = await trx
      .selectFrom('evaluations')
      .selectAll()
      .where('sandbox_id', '=', sandbox.id)
      .where('regrade_of', 'is', null)
      .executeTakeFirst();
    if (existing && existing.status !== 'failed') return { evaluation: existing, fresh: false };
    if (locked?.state !== 'ready' && locked?.state !== 'running') return undefined;
    if (existing) await trx.deleteFrom('evaluations').where('id', '=', existing.id).execute();
    const at = service.clock.now();
    const evaluation = await trx
      .insertInto('evaluations')
      .values({
        id: newId('evaluation', at),
        sandbox_id: sandbox.id,
        team_id: sandbox.team_id,
        run_id: newId('run', at),
        status: 'queued',
        asynchronous,
        request: JSON.stringify(request),
        result: null,
        error: null,
        created_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { evaluation, fresh: true };
  });
}

/** Hands the evaluation to the workers. When the queue can't take it, the sandbox is as it was. @throws ServiceError 503. */
export async function enqueue(service: Service, evaluation: EvaluationRecord): Promise<void> {
  const { config, database, queue } = service;
  try {
    await withinTime(
      queue.enqueue({ evaluationId: evaluation.id }),
      config.downstreamTimeoutMs,
      'The grading queue is not reachable. Retry.',
    );
  } catch (error) {
    await database.deleteFrom('evaluations').where('id', '=', evaluation.id).where('status', '=', 'queued').execute();
    throw error;
  }
}

/** Lets an evaluation that was asked for synchronously be polled as well. */
export async function makePollable({ database }: Service, evaluation: EvaluationRecord): Promise<void> {
  if (evaluation.asynchronous) return;
  await database.updateTable('evaluations').set({ asynchronous: true }).where('id', '=', evaluation.id).execute();
}

export function failureOf({ error }: Pick<EvaluationRecord, 'error'>): ServiceError {
  const reason = error?.reason;
  const type = error?.type === 'conflict' || error?.type === 'downstream_unavailable' ? error.type : 'internal_error';
  return new ServiceError(type, {
    ...(error?.message && type !== 'internal_error' && { message: error.message }),
    details: reason === undefined ? {} : { reason },
    cause: error?.message,
  });
}
