import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TapeRow, Twin } from '@svc/twin-kit';
import { type ServedTwin, type ServeOptions, serveTwin } from '@svc/twin-kit/server';

/** A served twin with the few calls that tests make, closed by `using`. */
export async function served(twin: Twin, options: ServeOptions = {}) {
  const server: ServedTwin = await serveTwin(twin, options);
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const text = typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body);
    const authorization = `Bearer ${server.token}`;
    const init: RequestInit = { method, headers: { authorization, ...headers }, ...(text !== undefined && { body: text }) };
    const response = await fetch(server.url + path, init);
    const answer = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text: answer,
      body: answer === '' ? undefined : tryJson(answer),
    };
  };
  return {
    ...server,
    call,
    state: async () => (await call('GET', '/_svc/state')).body as Record<string, Record<string, unknown>[]>,
    events: async () => (await call('GET', '/_svc/events')).body as TapeRow[],
    [Symbol.asyncDispose]: () => server.close(),
  };
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A folder that is gone after the test. */
export async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'svc-test-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
