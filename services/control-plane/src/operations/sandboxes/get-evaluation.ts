import { type Evaluation, ServiceError } from '@svc/contract';
import { finalizeResult } from '../../evaluations/finalize-result.ts';
import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { findSandbox } from '../../sandboxes/find.ts';

export const getEvaluation: Handler<'getEvaluation'> = async (service, call) => {
  const sandbox = await findSandbox(service, call, call.id);
  const evaluation = await service.database
    .selectFrom('evaluations')
    .selectAll()
    .where('sandbox_id', '=', sandbox.id)
    .where('regrade_of', 'is', null)
    .where('asynchronous', '=', true)
    .executeTakeFirst();
  if (!evaluation) throw new ServiceError('not_found', { message: 'There is no evaluation to poll.' });
  const answer: Evaluation = { evaluation_id: evaluation.id, run_id: evaluation.run_id, status: evaluation.status };
  if (evaluation.status === 'completed') answer.result = await finalizeResult(service, call.teamId, evaluation.run_id);
  if (evaluation.status === 'failed' && evaluation.error) answer.error = evaluation.error;
  return ok(answer);
};
