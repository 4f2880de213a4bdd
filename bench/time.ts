import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Result } from './lib/result.ts';
import { median } from './lib/rounds.ts';
import { type Service, startService } from './lib/service.ts';

const TWIN = 'github';
const SEED = { repositories: [{ owner: 'acme', name: 'web' }] };
const ROUNDS = 9;
/** Calls under way at once while a tape is made. */
const AT_ONCE = 16;
const FORK_ROWS = 10_000;
const STATE_ROWS = 50_000;
const MOST_CREATES = 2;
const MOST_STATE_MS = 2_000;

interface Sandbox {
  session_id: string;
  agent_token: string;
  per_twin: Record<string, { api_url: string }>;
}

/** A fork of a sandbox with a long tape, against a create with the same seed. */
export const forkLong = (): Promise<Result> =>
  withService(async (service) => {
    const parent = await tapeOf(service, FORK_ROWS);
    const [creates, forks]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      creates.push(await started(service, () => create(service).then((sandbox) => [sandbox])));
      forks.push(await started(service, () => fork(service, parent)));
    }
    const [one, other] = [median(forks), median(creates)];
    return {
      what: `fork at row ${FORK_ROWS} against a create, p50`,
      ratio: one / other,
      budget: `≤ ${MOST_CREATES}`,
      met: one / other <= MOST_CREATES,
      numbers: `${one.toFixed(1)} ms against ${other.toFixed(1)} ms`,
    };
  });

/** The world at the end of a long tape, rebuilt from its seed. */
export const stateLong = (): Promise<Result> =>
  withService(async (service) => {
    const { session_id: id } = await tapeOf(service, STATE_ROWS);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const begun = performance.now();
      await read(service, `/sandboxes/${id}/state?step=${STATE_ROWS}`);
      times.push(performance.now() - begun);
    }
    const middle = median(times);
    return {
      what: `the world after ${STATE_ROWS} rows, p50`,
      ratio: middle / MOST_STATE_MS,
      budget: `≤ ${MOST_STATE_MS} ms`,
      met: middle <= MOST_STATE_MS,
      numbers: `${Math.round(middle)} ms`,
    };
  });

async function withService(work: (service: Service) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  const service = await startService(join(folder, 'data'));
  try {
    return await work(service);
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A sandbox whose tape has so many rows, half of them writes. */
async function tapeOf(service: Service, rows: number): Promise<Sandbox> {
  const sandbox = await create(service);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let made = 0;
  const work = async (): Promise<void> => {
    while (made < rows) {
      made += 1;
      await call(agent, sandbox, made);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  agent.destroy();
  return sandbox;
}

function call(agent: Agent, { per_twin, agent_token }: Sandbox, number: number): Promise<void> {
  const write = number % 2 === 1;
  const url = `${per_twin[TWIN]?.api_url}/repos/acme/web/issues${write ? '' : '?per_page=1'}`;
  const headers = { authorization: `Bearer ${agent_token}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, method: write ? 'POST' : 'GET', headers }, (answer) => {
      answer.resume().once('end', resolve);
      if (answer.statusCode !== (write ? 201 : 200)) reject(new Error(`call ${number}: ${answer.statusCode}`));
    });
    outgoing.once('error', reject).end(write ? JSON.stringify({ title: `Issue ${number}`, body: 'x'.repeat(200) }) : undefined);
  });
}

const create = (service: Service): Promise<Sandbox> => ask(service, 'POST', '/sandboxes', { twins: [TWIN], seed: SEED });

const fork = async (service: Service, { session_id }: Sandbox): Promise<Sandbox[]> =>
  (await ask<{ sandboxes: Sandbox[] }>(service, 'POST', `/sandboxes/${session_id}/forks`, { at: FORK_ROWS })).sandboxes;

/** How long a start takes. What it started is thrown away. */
async function started(service: Service, start: () => Promise<Sandbox[]>): Promise<number> {
  const begun = performance.now();
  const sandboxes = await start();
  const took = performance.now() - begun;
  for (const { session_id: id } of sandboxes) {
    const { error } = await ask<{ error: { details: { discard_token: string } } }>(service, 'DELETE', `/sandboxes/${id}`);
    await ask(service, 'DELETE', `/sandboxes/${id}?confirm_discard=${error.details.discard_token}`);
  }
  return took;
}

/** Takes an answer in, as it comes. */
async function read({ baseUrl, apiKey }: Service, path: string): Promise<void> {
  const answer = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${apiKey}` } });
  if (!answer.ok) throw new Error(`GET ${path}: ${answer.status}`);
  await answer.arrayBuffer();
}

async function ask<T>({ baseUrl, apiKey }: Service, method: string, path: string, body?: object): Promise<T> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const answer = await fetch(baseUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await answer.text();
  if (!answer.ok && answer.status !== 409) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
  return JSON.parse(text) as T;
}
