import type { ForkSandboxResponse, Parent } from '@svc/contract';
import { created } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { findSandbox } from '../../sandboxes/find.ts';
import { planFork } from '../../sandboxes/fork.ts';
import { startSandboxes } from '../../sandboxes/start.ts';
import { parentOf } from '../../sandboxes/view.ts';
import { requireTwins } from '../../worlds/twins.ts';

export const forkSandbox: Handler<'forkSandbox'> = async (service, call) => {
  const { body, principal, known } = call;
  const from = await findSandbox(service, call, call.id);
  requireTwins(from);
  const { plan, heritage } = await planFork(service, from, body);
  const sandboxes = await startSandboxes(service, principal.team, { plan, count: body.count, heritage, ...(known && { known }) });
  const answer: ForkSandboxResponse = {
    parent: parentOf(plan) as Parent,
    sandboxes,
  };
  return created(answer);
};
