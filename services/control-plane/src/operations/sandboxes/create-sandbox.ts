import type { CreateSandboxResponse } from '@svc/contract';
import type { Twin } from '@svc/twin-kit';
import { created } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { admit } from '../../sandboxes/admit.ts';
import { planSandbox } from '../../sandboxes/plan.ts';
import { provision, roomOf, untilStarted } from '../../sandboxes/provision.ts';
import { perTwin, type SandboxRecord, twinEndpoints } from '../../sandboxes/view.ts';
import { loadAll } from '../../seeds/worlds.ts';
import type { Service } from '../../service.ts';

export const createSandbox: Handler<'createSandbox'> = (service, { principal, body }) => {
  const { metrics } = service;
  return metrics.timed('total', async () => {
    const plan = await metrics.timed('plan', () => planSandbox(service, principal.team.id, body));
    const { sandbox, fresh } = await metrics.timed('admit', () => admit(service, principal.team, plan));
    const { webhookPorts, faults } = plan;
    if (fresh) await provision(service, sandbox, { webhookPorts, room: roomOf(service, principal.team) }, faults);
    else await untilStarted(service, sandbox);
    return created(await render(service, sandbox));
  });
};

async function render(service: Service, sandbox: SandboxRecord): Promise<CreateSandboxResponse> {
  const [primary] = sandbox.twins as [string];
  const endpoints = twinEndpoints(service, sandbox.id, primary);
  return {
    session_id: sandbox.id,
    expires_at: sandbox.expires_at.toISOString(),
    agent_token: await service.agentTokens.mint(sandbox),
    per_twin: perTwin(service, sandbox),
    provider_credentials: credentials(sandbox, await loadAll(service.twins, sandbox.twins)),
    twin_url: endpoints.api_url,
    openapi_url: endpoints.openapi_url,
  };
}

const credentials = ({ seeds }: SandboxRecord, twins: ReadonlyMap<string, Twin>) =>
  Object.fromEntries(
    [...twins].map(([id, twin]) => [id, twin.providerCredential(Object.hasOwn(seeds, id) ? seeds[id] : undefined)]),
  );
