import type { CreateSandboxResponse } from '@svc/contract';
import { created } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { planSandbox } from '../../sandboxes/plan.ts';
import { startSandboxes } from '../../sandboxes/start.ts';

export const createSandbox: Handler<'createSandbox'> = (service, { principal, body, known }) => {
  const { metrics } = service;
  return metrics.timed('total', async () => {
    const plan = await metrics.timed('plan', () => planSandbox(service, principal.team.id, body));
    const [sandbox] = await startSandboxes(service, principal.team, { plan, count: 1, ...(known && { known }) });
    return created(sandbox as CreateSandboxResponse);
  });
};
