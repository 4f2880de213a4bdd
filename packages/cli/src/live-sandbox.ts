import type { Client } from './client.ts';
import { UsageError } from './errors.ts';
import type { Endpoints } from './variables.ts';

export interface LiveTwins {
  endpoints: Endpoints;
  token: string;
  expiresAt: Date;
}

/** Where the twins of an open sandbox are reached, and with what. @param only one of them @throws UsageError for a closed sandbox */
export async function liveTwins(client: Client, id: string, only?: string): Promise<LiveTwins> {
  const sandbox = await client.sandboxes.get(id);
  if (sandbox.agent_token === null) {
    throw new UsageError(`Sandbox ${id} is closed (${sandbox.state}).`, '`svc sandbox list --state ready` shows the open ones.');
  }
  if (only !== undefined && !sandbox.twins.includes(only)) {
    throw new UsageError(`Sandbox ${id} has no ${only} twin.`, `it has ${sandbox.twins.join(', ')}.`);
  }
  const wanted = Object.entries(sandbox.per_twin).filter(([twin]) => only === undefined || twin === only);
  return { endpoints: Object.fromEntries(wanted), token: sandbox.agent_token, expiresAt: new Date(sandbox.expires_at) };
}
