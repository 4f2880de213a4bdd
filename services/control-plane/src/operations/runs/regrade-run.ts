import { type ParsedFinalizeRequest, ServiceError } from '@svc/contract';
import { type EvaluationRecord, enqueue, failureOf } from '../../evaluations/claim.ts';
import { finalizeResult, untilEnded } from '../../evaluations/finalize-result.ts';
import { created } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { invalidField } from '../../http/validate.ts';
import { newId } from '../../ids.ts';
import { findRun } from '../../runs/find.ts';
import type { Service } from '../../service.ts';

export const regradeRun: Handler<'regradeRun'> = async (service, { id, teamId, body }) => {
  const run = await findRun(service, teamId, id);
  const twins = (run.record as { twins?: string[] }).twins ?? [];
  for (const [index, { twin }] of (body.criteria ?? []).entries())
    if (twin !== undefined && !twins.includes(twin))
      throw invalidField(`criteria[${index}].twin`, 'is not a twin of the run', 'unknown_twin');
  const earlier = await service.database
    .selectFrom('evaluations')
    .select('request')
    .where('run_id', '=', run.id)
    .executeTakeFirst();
  if (!earlier) throw new ServiceError('not_found', { message: 'How the run was graded is not known any more.' });
  const request = { ...(earlier.request as ParsedFinalizeRequest), ...body };
  if (request.criteria.length === 0) throw invalidField('criteria', 'are needed, as the run has none', 'required');
  const evaluation = await newEvaluation(service, run, request);
  await enqueue(service, evaluation);
  const ended = await untilEnded(service, evaluation);
  if (ended.status === 'failed') throw failureOf(ended);
  return created(await finalizeResult(service, teamId, ended.run_id));
};

function newEvaluation(
  { clock, database }: Service,
  { id, sandbox_id, team_id }: { id: string; sandbox_id: string; team_id: string },
  request: ParsedFinalizeRequest,
): Promise<EvaluationRecord> {
  const at = clock.now();
  return database
    .insertInto('evaluations')
    .values({
      id: newId('evaluation', at),
      sandbox_id,
      team_id,
      run_id: newId('run', at),
      regrade_of: id,
      status: 'queued',
      asynchronous: false,
      request: JSON.stringify(request),
      result: null,
      error: null,
      created_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
