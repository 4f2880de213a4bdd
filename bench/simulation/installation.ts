import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createApiKey, createTeam, createUser } from '@svc/control-plane';
import { openDatabase, startEmbeddedPostgres } from '@svc/platform';
import { listHosts, stateOf } from '@svc/platform/hosts';
import { until } from '../../e2e/fleet/wait.ts';
import { startStores } from '../../e2e/platform/support/fleet.ts';
import { freePort, type ServiceProcess, startService } from '../../e2e/platform/support/service-process.ts';
import { type ServerProcess, startServer } from '../lib/process.ts';
import type { SimulatedHosts } from '../servers/hosts.ts';

const CERTIFICATES = join(import.meta.dirname, '../../deploy/host-certificates.sh');
/** Of its own, so that what an agent and a control plane take can be told apart. */
const HOST_PROCESSES = 2;
const REGISTERED_WITHIN_MS = 120_000;
const WHOLE_WITHIN_MS = 600_000;
const MOST_TWINS = 1_000;
const DAY_MS = 86_400_000;

/** What is measured on its own: one or several processes, each with its children. */
export type Part = 'control plane' | 'proxy' | 'worker' | 'PostgreSQL' | 'Redis' | 'hosts';

export interface Simulation {
  hosts: number;
  database: ReturnType<typeof openDatabase>;
  /** Of the control planes. */
  apis: readonly string[];
  key: string;
  processes(): Record<Part, readonly number[]>;
  /** Kills the last control plane, and starts it again. @returns how long it took until it had made itself whole, in milliseconds */
  restart(): Promise<number>;
  /** What went otherwise than well, as the services' logs have it. */
  troubles(): string[];
  stop(): Promise<void>;
}

/** As the fleet's is: what it acknowledged is on the disk. Each agent keeps one connection. @param hosts how many of those there are */
export async function startDatabase(hosts: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-sim-db-'));
  const settings = { max_connections: `${hosts + 100}`, shared_buffers: '128MB' };
  const server = await startEmbeddedPostgres({ dataDir, settings });
  const [pid] = (await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n');
  const stop = () => server.stop().finally(() => rm(dataDir, { recursive: true, force: true }));
  return { ...server, pid: Number(pid), stop };
}

/** A fleet with the services, stores and agents that a real one has, and as many hosts. */
export async function startSimulation(hosts: number, quota: number): Promise<Simulation> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  try {
    let postmaster = 0;
    const stores = await startStores('none-{twin}', async () => {
      const { pid, ...server } = await startDatabase(hosts);
      postmaster = pid;
      return server;
    });
    stops.push(() => stores.stop());
    const certificates = join(stores.directory, 'certificates');
    await promisify(execFile)('bash', [CERTIFICATES, certificates]);
    const database = openDatabase({ connectionString: stores.connectionString, maxConnections: 2 });
    stops.push(() => database.destroy());
    const many = { SVC_HOST_CERTIFICATES: certificates, SVC_LEAVE_MS: '0' };
    const run = async (name: string, environment: Record<string, string>): Promise<ServiceProcess> => {
      const service = await startService(name, environment);
      stops.push(() => {
        service.signal('SIGTERM');
        return service.ended;
      });
      return service;
    };
    const told = { ...stores.controlPlane, ...many, SVC_HOSTS: 'many', SVC_DATABASE_POOL: '10' };
    const { SVC_LEAVE_MS: _, ...ofWorker } = many;
    const beside = { ...told, SVC_PORT: `${await freePort()}` };
    const first = await run('control-plane', told);
    let second = await run('control-plane', beside);
    const proxy = await run('routing-proxy', { ...stores.proxy, ...many });
    const worker = await run('grading-worker', { ...stores.worker, ...ofWorker });
    const agents = await startHosts(hosts, { certificates, databaseUrl: stores.connectionString, mostTwins: MOST_TWINS });
    stops.push(() => agents.stop());
    await until('all hosts to be registered', REGISTERED_WITHIN_MS, async () => {
      const known = await listHosts(database);
      return known.length === hosts && known.every((host) => stateOf(host) === 'active');
    });
    const services = [first, second, proxy, worker];
    return {
      hosts,
      database,
      apis: [first, second].map(({ url }) => `${url}/v1`),
      key: await account(database, quota),
      processes: () => ({
        'control plane': [first.pid, second.pid],
        proxy: [proxy.pid],
        worker: [worker.pid],
        PostgreSQL: [postmaster],
        Redis: [stores.redis.pid()],
        hosts: agents.processes.map(({ pid }) => pid),
      }),
      restart: async () => {
        second.signal('SIGKILL');
        await second.ended;
        const begun = performance.now();
        second = await run('control-plane', beside);
        services.push(second);
        await until('the control plane to look after its hosts again', WHOLE_WITHIN_MS, () => looksAfter(second, hosts));
        return performance.now() - begun;
      },
      troubles: () =>
        services.flatMap(({ lines }) => lines.filter(({ level }) => level !== 'info').map((line) => JSON.stringify(line))),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** It begins to when all that was open has been found again. */
async function looksAfter({ url }: ServiceProcess, hosts: number): Promise<boolean> {
  const told = await (await fetch(`${url}/metrics`)).text();
  return Number(/^svc_hosts\{state="active"\} (\d+)$/m.exec(told)?.[1]) === hosts;
}

async function startHosts(count: number, shared: Omit<SimulatedHosts, 'names' | 'directory'>) {
  const directory = await mkdtemp(join(tmpdir(), 'svc-sim-'));
  const names = Array.from({ length: count }, (_, n) => `h${n + 1}`);
  const share = Math.ceil(count / HOST_PROCESSES);
  const processes: ServerProcess[] = [];
  for (let from = 0; from < count; from += share) {
    const input: SimulatedHosts = { ...shared, names: names.slice(from, from + share), directory };
    processes.push(await startServer('hosts', input));
  }
  const stop = async () => {
    await Promise.all(processes.map((one) => one.stop()));
    await rm(directory, { recursive: true, force: true });
  };
  return { processes, stop };
}

export async function account(database: Simulation['database'], quota: number): Promise<string> {
  const team = await createTeam(database, { slug: 'simulation', planTier: 'team', quota, lifetimeMs: DAY_MS, idleMs: DAY_MS });
  const user = await createUser(database, { teamId: team.id, email: 'simulation@localhost' });
  const { key } = await createApiKey(database, { teamId: team.id, userId: user.id, name: 'simulation' });
  return key;
}
