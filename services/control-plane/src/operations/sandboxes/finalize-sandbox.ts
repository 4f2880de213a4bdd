import { ServiceError } from '@svc/contract';
import { claimEvaluation, type EvaluationRecord, enqueue, failureOf, makePollable } from '../../evaluations/claim.ts';
import { finalizeResult, untilEnded } from '../../evaluations/finalize-result.ts';
import { checkFinalize, prefersAsync, requireLive } from '../../evaluations/request.ts';
import { type Answer, accepted, ok } from '../../http/answer.ts';
import type { Call, Handler } from '../../http/call.ts';
import { release } from '../../sandboxes/close.ts';
import { findSandbox } from '../../sandboxes/find.ts';
import type { SandboxRecord } from '../../sandboxes/view.ts';
import type { Service } from '../../service.ts';

/** When to ask again for an asynchronous grade, in seconds. */
const RETRY_AFTER_SECONDS = '1';

export const finalizeSandbox: Handler<'finalizeSandbox'> = async (service, call) => {
  const sandbox = await findSandbox(service, call, call.id);
  const asynchronous = prefersAsync(call.headers.prefer);
  checkFinalize(sandbox, call.body, asynchronous);
  if (sandbox.state === 'done') return ok(await resultOfGraded(service, sandbox));
  requireLive(sandbox, call.body);
  const claim = await claimEvaluation(service, sandbox, call.body, asynchronous);
  // Closed between the two looks: say what it is now.
  if (!claim) return retryOnClosed(service, call);
  if (claim.fresh) await enqueue(service, claim.evaluation);
  else if (claim.evaluation.status === 'completed')
    return ok(await finalizeResult(service, call.teamId, claim.evaluation.run_id));
  if (asynchronous) return acceptedFor(service, claim.evaluation);
  const ended = await untilEnded(service, claim.evaluation);
  if (ended.status === 'failed') throw failureOf(ended);
  await release(service, sandbox.id);
  return { status: claim.fresh ? 201 : 200, body: await finalizeResult(service, call.teamId, ended.run_id) };
};

async function resultOfGraded(service: Service, sandbox: SandboxRecord) {
  const run = await service.database
    .selectFrom('runs')
    .select('id')
    .where('sandbox_id', '=', sandbox.id)
    .where('team_id', '=', sandbox.team_id)
    .where('regraded_from', 'is', null)
    .executeTakeFirstOrThrow();
  return finalizeResult(service, sandbox.team_id, run.id);
}

async function retryOnClosed(service: Service, call: Call<'finalizeSandbox'>): Promise<Answer> {
  const sandbox = await findSandbox(service, call, call.id);
  if (sandbox.state === 'done') return ok(await resultOfGraded(service, sandbox));
  requireLive(sandbox, call.body);
  throw new ServiceError('session_expired');
}

async function acceptedFor(service: Service, evaluation: EvaluationRecord): Promise<Answer> {
  await makePollable(service, evaluation);
  const body = {
    evaluation_id: evaluation.id,
    run_id: evaluation.run_id,
    status: evaluation.status,
    status_url: `${service.config.baseUrl}/sandboxes/${evaluation.sandbox_id}/evaluation`,
  };
  return accepted(body, { 'retry-after': RETRY_AFTER_SECONDS, 'preference-applied': 'respond-async' });
}
