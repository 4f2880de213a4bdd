import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Database, openDatabase } from '@svc/platform';
import { type Client, createClient } from '@svc/sdk';
import type { Kysely } from 'kysely';
import { createSandbox, discard } from '../e2e/fleet/client.ts';
import { removeTwins, twinContainers } from '../e2e/fleet/engine.ts';
import { image } from '../e2e/fleet/images.ts';
import { until } from '../e2e/fleet/wait.ts';
import { startStores } from '../e2e/platform/support/fleet.ts';
import { freePort, type ServiceProcess, startService } from '../e2e/platform/support/service-process.ts';
import type { Result } from './lib/result.ts';
import { median } from './lib/rounds.ts';
import { account, startDatabase } from './simulation/installation.ts';

const CERTIFICATES = join(import.meta.dirname, '../deploy/host-certificates.sh');
const TWINS = ['github', 'stripe', 'slack'];
const HOSTS = 3;
const ROUNDS = 20;
const WARM_UPS = 2;
const MOST = 1.5;

/** An installation whose sandboxes are measured. */
interface Side {
  client: Client;
  /** Until one of each twin waits on each host, and nothing else is left. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Services and stores as processes, hosts that share this machine's engine: all but one are told apart by their folders, labels and ports. */
async function startSide(hosts: number): Promise<Side> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  const run = async (name: string, environment: Record<string, string>): Promise<ServiceProcess> => {
    const service = await startService(name, environment);
    stops.push(() => {
      service.signal('SIGTERM');
      return service.ended;
    });
    return service;
  };
  try {
    const stores = await startStores(image('twin-{twin}'), () => startDatabase(hosts));
    stops.push(() => stores.stop());
    const database = openDatabase({ connectionString: stores.connectionString, maxConnections: 2 });
    stops.push(() => database.destroy());
    const told = { SVC_TWINS: TWINS.join(',') };
    const warm = { ...told, SVC_WARM: TWINS.map((twin) => `${twin}=1`).join(',') };
    const labels = Array.from({ length: hosts }, (_, n) => `${stores.installation}-${n + 1}`);
    const many = hosts > 1 && { SVC_HOSTS: 'many', SVC_HOST_CERTIFICATES: await certificates(stops) };
    stops.push(() => Promise.all(labels.map(removeTwins)));
    const controlPlane = () => run('control-plane', { ...stores.controlPlane, ...warm, ...many });
    // The tables that an agent of many registers in are the control plane's; one that is alone asks its agent at the start.
    const early = many ? await controlPlane() : undefined;
    for (const label of labels) await run('host-agent', { ...stores.agent, ...told, ...(await hostOf(stores, label, many)) });
    const { url } = early ?? (await controlPlane());
    const client = createClient({ baseUrl: `${url}/v1`, apiKey: await account(database, 10) });
    const waiting = () => (many ? waitingOnHosts(database) : waitingHere(url));
    return { client, stop, settled: () => settled(waiting, labels) };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function certificates(stops: (() => Promise<unknown>)[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-certificates-'));
  stops.push(() => rm(folder, { recursive: true, force: true }));
  await promisify(execFile)('bash', [CERTIFICATES, folder]);
  return folder;
}

async function hostOf(
  stores: Awaited<ReturnType<typeof startStores>>,
  label: string,
  many: false | { SVC_HOST_CERTIFICATES: string },
): Promise<Record<string, string>> {
  const own = { SVC_INSTALLATION: label };
  if (!many) return own;
  return {
    ...own,
    DATABASE_URL: stores.connectionString,
    SVC_HOST_CERTIFICATES: many.SVC_HOST_CERTIFICATES,
    SVC_HOST_NAME: label,
    SVC_HOST: '127.0.0.1',
    SVC_AGENT_PORT: `${await freePort()}`,
    SVC_AGENT_SOCKET: join(stores.directory, `${label}.sock`),
    SVC_TWINS_DIR: join(stores.directory, label),
  };
}

/** Twins start within seconds; where they don't, as without their images, a name for it is better than no end. */
const SETTLED_WITHIN_MS = 120_000;

async function settled(waiting: () => Promise<number>, labels: readonly string[]): Promise<void> {
  const wanted = TWINS.length * labels.length;
  await until(`${wanted} waiting twins and no others`, SETTLED_WITHIN_MS, async () => {
    const there = (await Promise.all(labels.map(twinContainers))).flat().length;
    return there === wanted && (await waiting()) === wanted;
  });
}

/** As their agents said last, less what was given away since: what a control plane tells of them may be seconds older. */
async function waitingOnHosts(database: Kysely<Database>): Promise<number> {
  const hosts = await database.selectFrom('hosts').select('waiting').execute();
  return sum(hosts.flatMap(({ waiting }) => Object.values(waiting)));
}

async function waitingHere(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return sum([...metrics.matchAll(/^svc_waiting_twins\{.*\} (\d+)$/gm)].map(([, count]) => Number(count)));
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** Nothing else is at work then: what a side does after its last sandbox would slow down the other's next. */
const allSettled = (sides: readonly Side[]): Promise<unknown> => Promise.all(sides.map((side) => side.settled()));

async function createdIn({ client }: Side): Promise<number> {
  const begun = performance.now();
  const sandbox = await createSandbox(client, { twins: TWINS });
  const took = performance.now() - begun;
  await discard(client, sandbox.id);
  return took;
}

/** A sandbox of three twins that waited: each on a host of its own, which is asked over TLS, against all on one that is asked through a socket. */
export async function createAcrossHosts(): Promise<Result> {
  const across = await startSide(HOSTS);
  const one = await startSide(1).catch(async (error) => {
    await across.stop();
    throw error;
  });
  const sides = [across, one];
  const measured: [number[], number[]] = [[], []];
  try {
    for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
      for (const [at, side] of sides.entries()) {
        await allSettled(sides);
        const took = await createdIn(side);
        if (round >= 0) measured[at]?.push(took);
      }
    }
  } finally {
    await Promise.all([across.stop(), one.stop()]);
  }
  const [ours, rival] = [median(measured[0]), median(measured[1])];
  return {
    what: `sandbox of ${TWINS.length} twins created warm across ${HOSTS} hosts, against all on one`,
    ratio: ours / rival,
    budget: `p50 ≤ ${MOST} × on one host`,
    met: ours / rival <= MOST,
    numbers: `${ours.toFixed(0)} ms against ${rival.toFixed(0)} ms`,
  };
}
