import type { CreateSandboxResponse } from '@svc/contract';
import type { Twin } from '@svc/twin-kit';
import { loadAll } from '../seeds/worlds.ts';
import type { Service } from '../service.ts';
import { perTwin, type SandboxRecord, twinEndpoints } from './view.ts';

/** Sandboxes as whoever started them is told of them. */
export const createdSandboxes = (service: Service, sandboxes: readonly SandboxRecord[]): Promise<CreateSandboxResponse[]> =>
  Promise.all(sandboxes.map((sandbox) => createdSandbox(service, sandbox)));

async function createdSandbox(service: Service, sandbox: SandboxRecord): Promise<CreateSandboxResponse> {
  const [primary] = sandbox.twins as [string];
  const endpoints = twinEndpoints(service, sandbox.id, primary);
  return {
    session_id: sandbox.id,
    expires_at: sandbox.expires_at.toISOString(),
    agent_token: service.agentTokens.mint(sandbox),
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
