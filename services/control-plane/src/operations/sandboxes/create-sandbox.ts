import { created } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { admit } from '../../sandboxes/admit.ts';
import { createdSandbox } from '../../sandboxes/created.ts';
import { planSandbox } from '../../sandboxes/plan.ts';
import { provision, roomOf, untilStarted } from '../../sandboxes/provision.ts';

export const createSandbox: Handler<'createSandbox'> = (service, { principal, body }) => {
  const { metrics } = service;
  return metrics.timed('total', async () => {
    const plan = await metrics.timed('plan', () => planSandbox(service, principal.team.id, body));
    const { sandbox, fresh } = await metrics.timed('admit', () => admit(service, principal.team, plan));
    const { webhookPorts, faults } = plan;
    if (fresh) await provision(service, sandbox, { webhookPorts, room: roomOf(service, principal.team) }, { faults });
    else await untilStarted(service, sandbox);
    return created(await createdSandbox(service, sandbox));
  });
};
