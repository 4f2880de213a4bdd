import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@svc/sdk';
import { killedWorlds } from '../packages/cli/test/killed-worlds.ts';
import { press, type Target } from './lib/load.ts';
import type { Result } from './lib/result.ts';
import { startService } from './lib/service.ts';
import { JSON_TYPE } from './twins/subject.ts';

const KIB = 1 << 10;
const MIB = 1 << 20;

const WORLDS = 200;
const AGENTS = 50;
const KILLS = 3;
const MOST_BACK_MS = 5_000;

const MOST_DELAY_MS = 100;
const PROBE_EVERY_MS = 10;
const PROBED_MS = 10_000;
const CONNECTIONS = 16;
const FLOOD_BYTES = 1024 * MIB;
/** The longest text of an issue. */
const TEXT_BYTES = 64 * KIB;

/** A process with many worlds that is killed while many agents write to them. */
export async function killedProcess(): Promise<Result> {
  // As `svc up` does: its twins read what they compiled before.
  enableCompileCache();
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  try {
    const dataDir = join(folder, 'twins');
    const { acknowledged, lost, torn, backMs } = await killedWorlds({ dataDir, worlds: WORLDS, agents: AGENTS, kills: KILLS });
    const slowest = Math.max(...backMs);
    return {
      what: `${WORLDS} worlds back after a kill, with ${AGENTS} agents writing`,
      ratio: slowest / MOST_BACK_MS,
      budget: `≤ ${MOST_BACK_MS} ms each time, and no acknowledged write lost`,
      met: slowest <= MOST_BACK_MS && lost.length === 0 && torn.length === 0,
      numbers: `${backMs.map(Math.round).join(', ')} ms; ${acknowledged} writes, ${lost.length} lost, ${torn.length} tapes torn`,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Sandbox {
  url: string;
  headers: Record<string, string>;
}

/** What a sandbox does to the next one of its process. */
interface Noise {
  name: string;
  targets(loud: Sandbox): { target: Target; bytes: number };
}

const REPOSITORY = '/repos/acme/storefront';
const issue = JSON.stringify({ title: 'Flood', body: 'x'.repeat(TEXT_BYTES - 1) });

/** A gigabyte of writes, and after it, on the world that it filled, the largest pages that there are and searches that find all. */
const NOISES: readonly Noise[] = [
  {
    name: 'flood',
    targets: ({ url, headers }) => ({
      target: { url: `${url}${REPOSITORY}/issues`, method: 'POST', headers, body: issue },
      bytes: FLOOD_BYTES,
    }),
  },
  {
    name: 'pages',
    targets: ({ url, headers }) => ({ target: { url: `${url}${REPOSITORY}/issues?per_page=100`, headers }, bytes: 0 }),
  },
  {
    name: 'searches',
    targets: ({ url, headers }) => ({ target: { url: `${url}/search/issues?q=xxx+yyy&per_page=100`, headers }, bytes: 0 }),
  },
];

/** What a sandbox that floods and asks for all there is does to the calls of another one, against what they take while it is idle. */
export async function neighbours(): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  const service = await startService(join(folder, 'data'));
  try {
    const client = createClient({ baseUrl: service.baseUrl, apiKey: service.apiKey });
    const create = async (): Promise<Sandbox> => {
      const { agent_token: token, per_twin: twins } = await client.sandboxes.create({ twins: ['github'] });
      return { url: twins.github?.api_url as string, headers: { authorization: `Bearer ${token}`, 'content-type': JSON_TYPE } };
    };
    const [quiet, loud] = [await create(), await create()];
    await probed(quiet, delay(PROBED_MS / 10));
    const idle = await probed(quiet, delay(PROBED_MS));
    const beside: [name: string, p99: number][] = [];
    for (const { name, targets } of NOISES) {
      const { target, bytes } = targets(loud);
      beside.push([name, await probed(quiet, pressed(target, bytes))]);
    }
    const worst = Math.max(...beside.map(([, p99]) => p99)) - idle;
    const told = beside.map(([name, p99]) => `${p99.toFixed(1)} ms beside ${name} (${(p99 / idle).toFixed(1)} ×)`);
    return {
      what: 'a call beside a sandbox that floods its process, p99',
      ratio: worst / MOST_DELAY_MS,
      budget: `≤ ${MOST_DELAY_MS} ms more than beside an idle one`,
      met: worst <= MOST_DELAY_MS,
      numbers: `${idle.toFixed(1)} ms beside an idle one, ${told.join(', ')}`,
    };
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Presses until the time is over and so many bytes are sent. */
async function pressed(target: Target, bytes: number): Promise<void> {
  const begun = performance.now();
  let left = bytes;
  while (left > 0 || performance.now() - begun < PROBED_MS) {
    const seconds = 5;
    const { rate } = await press(target, seconds, CONNECTIONS);
    left -= rate * seconds * (target.body?.length ?? 0);
  }
}

/** Calls a sandbox at a steady pace, however long answers take, until the work is done. @returns the 99th percentile in milliseconds */
async function probed({ url, headers }: Sandbox, work: Promise<unknown>): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const asked: Promise<void>[] = [];
  const ask = async () => {
    const begun = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const outgoing = request(`${url}${REPOSITORY}`, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`the neighbour was answered ${answer.statusCode}`));
      answer.resume().once('end', resolve);
    });
    outgoing.once('error', reject).end();
    await promise;
    times.push(performance.now() - begun);
  };
  const pace = setInterval(() => asked.push(ask()), PROBE_EVERY_MS);
  await work;
  clearInterval(pace);
  await Promise.all(asked);
  agent.destroy();
  return times.toSorted((left, right) => left - right)[Math.floor(times.length * 0.99)] as number;
}
