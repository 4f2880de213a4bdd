import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Running } from '../support.ts';

/** A sandbox as the API answers its creation. */
export interface Sandbox {
  session_id: string;
  agent_token: string;
  api_url: string;
}

/** One JSON call of the API. */
export async function call(
  service: Pick<Running, 'variables'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${service.variables.SVC_BASE_URL}${path}`, {
    method,
    headers: { authorization: `Bearer ${service.variables.SVC_API_KEY}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
}

export async function createSandbox(service: Pick<Running, 'variables'>, request: object = {}): Promise<Sandbox> {
  const { status, body } = await call(service, 'POST', '/sandboxes', { twins: ['github'], ...request });
  if (status !== 201) throw new Error(`create answered ${status}: ${JSON.stringify(body)}`);
  const created = body as unknown as { session_id: string; agent_token: string; per_twin: { github: { api_url: string } } };
  return { session_id: created.session_id, agent_token: created.agent_token, api_url: created.per_twin.github.api_url };
}

/** One call of the agent. */
export async function agent(
  sandbox: Sandbox,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${sandbox.api_url}${path}`, {
    method,
    headers: { authorization: `Bearer ${sandbox.agent_token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

export interface Row {
  seq: number;
  method: string;
  path: string;
  status: number;
  latency_ms: number;
  tool: string | null;
  state_mutation: boolean;
  state_delta: unknown;
  request_body: { title?: string } | null;
}

export const tape = async (sandbox: Sandbox): Promise<Row[]> => JSON.parse((await agent(sandbox, 'GET', '/_svc/events')).text);

/** What finalize needs besides criteria. */
export const FINALIZE = { source: 'twin-pull', stop_reason: 'exited', exit_code: 0, duration_ms: 1, agent_model: 'none' };
export const CRITERION = { id: 'c1', kind: 'code', text: 'Issue #1 in acme/storefront is open.', always_scored: true };

/** The ports of a service that is gone, to start its successor where agents look for it. */
export function portsOf({ variables }: Running): string[] {
  const port = (name: string): string => new URL(variables[name] as string).port;
  return ['--port', port('SVC_BASE_URL'), '--twins-port', port('SVC_TWINS_URL')];
}

/** A connection to the running database of a data directory. */
export async function connect(dataDir: string): Promise<pg.Client> {
  const password = await readFile(join(dataDir, 'postgres', 'password'), 'utf8');
  // Line 4 of the lock file is the port (PostgreSQL: storage file layout).
  const port = Number((await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[3]);
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'svc', password, database: 'postgres' });
  await client.connect();
  return client;
}
