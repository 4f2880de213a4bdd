import type { ForkSandboxResponse, Parent } from '@svc/contract';
import { created } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { admitAll } from '../../sandboxes/admit.ts';
import { createdSandbox } from '../../sandboxes/created.ts';
import { findSandbox } from '../../sandboxes/find.ts';
import { planFork, provisionForks } from '../../sandboxes/fork.ts';
import { roomOf, untilStarted } from '../../sandboxes/provision.ts';
import { parentOf, type SandboxRecord } from '../../sandboxes/view.ts';
import { requireTwins } from '../../worlds/twins.ts';

export const forkSandbox: Handler<'forkSandbox'> = async (service, call) => {
  const { body, principal } = call;
  const from = await findSandbox(service, call, call.id);
  requireTwins(from);
  const { plan, heritage } = await planFork(service, from, body);
  const { sandboxes, fresh } = await admitAll(service, principal.team, plan, body.count);
  const allowed = { webhookPorts: plan.webhookPorts, room: roomOf(service, principal.team) };
  if (fresh) await provisionForks(service, sandboxes, allowed, { faults: plan.faults, heritage });
  else await Promise.all(sandboxes.map((fork) => untilStarted(service, fork)));
  const answer: ForkSandboxResponse = {
    parent: parentOf(sandboxes[0] as SandboxRecord) as Parent,
    sandboxes: await Promise.all(sandboxes.map((fork) => createdSandbox(service, fork))),
  };
  return created(answer);
};
