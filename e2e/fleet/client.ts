import type { CreateSandboxRequest, FinalizeRequest, TwinEndpoints } from '@svc/contract';
import { ApiError, type Client, createClient } from '@svc/sdk';
import type { FleetFacts } from './start.ts';

/** A started sandbox as a test handles it. */
export interface Sandbox {
  id: string;
  token: string;
  /** By twin. */
  urls: Record<string, TwinEndpoints>;
}

export const clientOf = ({ baseUrl, apiKey }: FleetFacts): Client => createClient({ baseUrl, apiKey });

export async function createSandbox(client: Client, request: CreateSandboxRequest = {}): Promise<Sandbox> {
  const { session_id: id, agent_token: token, per_twin: urls } = await client.sandboxes.create(request);
  return { id, token, urls };
}

/** Ends a sandbox without a grade, as its user would: confirm what the refusal names. One that is closed already is fine. */
export async function discard(client: Client, id: string): Promise<void> {
  const first = await refusalOf(client.sandboxes.delete(id));
  if (!first || isGone(first)) return;
  const token = first.details?.discard_token;
  if (typeof token !== 'string') throw first;
  const second = await refusalOf(client.sandboxes.delete(id, { confirm_discard: token }));
  if (second && !isGone(second)) throw second;
}

const isGone = ({ status }: ApiError): boolean => status === 410 || status === 404;

async function refusalOf(call: Promise<unknown>): Promise<ApiError | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** Ends everything that is open. */
export async function discardAll(client: Client): Promise<void> {
  const open = new Set<string>();
  // One after the other, in the order in which a sandbox passes through them: at once, one that goes on meanwhile could be in none.
  for (const state of ['provisioning', 'ready', 'running'] as const) {
    for (const { id } of await client.sandboxes.list({ state, limit: 200 })) open.add(id);
  }
  await Promise.all([...open].map((id) => discard(client, id)));
}

export interface AgentCall {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** One call of an agent to a twin. @param path below the twin's `api_url`, with its slash */
export function callTwin(
  sandbox: Sandbox,
  path: string,
  { method = 'GET', body, headers, signal }: AgentCall = {},
  twin = 'github',
): Promise<Response> {
  return fetch(`${sandbox.urls[twin]?.api_url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${sandbox.token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
}

export async function json<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return response.json() as Promise<T>;
}

/** A world with one repository, one open issue and the account that writes. */
export const WORLD = {
  users: [{ login: 'octo', type: 'User' }],
  repositories: [
    { owner: 'octo', name: 'demo', default_branch: 'main', issues: [{ number: 1, title: 'It breaks', state: 'open' }] },
  ],
};
export const ISSUES = '/repos/octo/demo/issues';

export const FINALIZE: FinalizeRequest = {
  source: 'twin-pull',
  stop_reason: 'exited',
  exit_code: 0,
  duration_ms: 1,
  agent_model: 'none',
  criteria: [{ id: 'open', kind: 'code', text: 'Issue #1 in octo/demo is open.', always_scored: true }],
};
