import type { CreateEvalSessionResponse } from '@svc/contract';
import { created } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { admit } from '../../sandboxes/admit.ts';
import { findTask } from '../../sandboxes/plan.ts';
import { requireFewEnough, requireKnown } from '../../seeds/worlds.ts';

export const createEvalSession: Handler<'createEvalSession'> = async (service, { principal, body }) => {
  requireFewEnough(body.twins);
  requireKnown(service.twins, body.twins);
  // The world was booted elsewhere: a seed inside the task says nothing here.
  const { task } = await findTask(service, principal.team.id, body, {});
  const { sandbox } = await admit(service, principal.team, {
    twins: body.twins,
    worlds: {},
    clock: { mode: 'wall' },
    task,
    groupId: body.group_id ?? null,
    agentVersion: body.agent_version ?? null,
    idempotencyKey: body.idempotency_key ?? null,
    webhookPorts: [],
    faults: new Map(),
    parent: null,
    selfReported: true,
  });
  const answer: CreateEvalSessionResponse = {
    session_id: sandbox.id,
    expires_at: sandbox.expires_at.toISOString(),
    agent_token: service.agentTokens.mint(sandbox),
    twins: sandbox.twins,
  };
  return created(answer);
};
