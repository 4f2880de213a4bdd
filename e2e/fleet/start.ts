import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { Network, type StartedNetwork, type StartedTestContainer } from 'testcontainers';
import { mintKey } from './account.ts';
import { type FleetContainer, service } from './container.ts';
import { edge } from './edge.ts';
import { removeLeftovers, removeTwins } from './engine.ts';
import { environment, SOCKET } from './environment.ts';
import { BUCKET, postgres, redis, type Secrets, s3 } from './stores.ts';

// The reaper of testcontainers is an image of a registry; what a crashed run leaves is named by its labels.
process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';

/** Everything that a suite needs to know of the fleet. */
export interface FleetFacts {
  baseUrl: string;
  twinsUrl: string;
  evidenceUrl: string;
  apiKey: string;
  /** Of the containers: ids by name; what runs more than once is numbered. */
  containers: Record<string, string>;
  redisPassword: string;
  /** What evidence is signed with. */
  evidenceSecret: string;
  /** The label of its twins. */
  installation: string;
}

export interface Fleet {
  facts: FleetFacts;
  stop(): Promise<void>;
}

const PROXIES = ['routing-proxy-1', 'routing-proxy-2'];
const WORKERS = ['grading-worker-1', 'grading-worker-2'];

/** The whole fleet on a network of its own: stores, control plane, two proxies, two workers, one published door. */
export async function startFleet({ warm }: { warm?: string } = {}): Promise<Fleet> {
  await removeLeftovers();
  const secrets = newSecrets();
  const installation = `svc-e2e-${randomBytes(4).toString('hex')}`;
  const network = await new Network().start();
  const started = new Map<string, StartedTestContainer>();
  const start = async (name: string, container: FleetContainer): Promise<StartedTestContainer> => {
    const running = await container.start();
    started.set(name, running);
    return running;
  };
  try {
    const [door] = await Promise.all([
      start('edge', edge(network)),
      start('postgres', postgres(network, secrets)),
      start('redis', redis(network, secrets)),
      start('s3', s3(network, secrets)),
    ]);
    const origin = (port: number): string => `http://localhost:${door.getMappedPort(port)}`;
    const addresses = { baseUrl: `${origin(8080)}/v1`, twinsUrl: origin(8081), evidenceUrl: origin(8082) };
    await startServices(
      network,
      await environment({ ...addresses, secrets, bucket: BUCKET, installation, ...(warm !== undefined && { warm }) }),
      start,
    );
    const facts: FleetFacts = {
      baseUrl: addresses.baseUrl,
      twinsUrl: addresses.twinsUrl,
      evidenceUrl: addresses.evidenceUrl,
      apiKey: await mintKey(started.get('control-plane') as StartedTestContainer),
      containers: Object.fromEntries([...started].map(([name, container]) => [name, container.getId()])),
      redisPassword: secrets.redis,
      evidenceSecret: secrets.s3,
      installation,
    };
    return { facts, stop: () => stopAll(started, network, installation) };
  } catch (error) {
    await report(started);
    await stopAll(started, network, installation);
    throw error;
  }
}

async function startServices(
  network: StartedNetwork,
  { agent, controlPlane, proxy, worker, volumes }: Awaited<ReturnType<typeof environment>>,
  start: (name: string, container: FleetContainer) => Promise<StartedTestContainer>,
): Promise<void> {
  const { gid } = await stat(SOCKET);
  await start(
    'host-agent',
    service('host-agent', undefined, agent)
      .withBindMounts([{ source: SOCKET, target: SOCKET }, volumes.agent, volumes.twins])
      .withGroups(gid),
  );
  const twins = { ...volumes.twins, mode: 'ro' as const };
  await start(
    'control-plane',
    service('control-plane', network, controlPlane).withBindMounts([{ ...volumes.agent, mode: 'ro' }, twins]),
  );
  await Promise.all([
    ...PROXIES.map((name) => start(name, service('routing-proxy', network, proxy).withBindMounts([twins]))),
    ...WORKERS.map((name) => start(name, service('grading-worker', network, worker).withBindMounts([twins]))),
  ]);
}

/** In the order in which they may need each other; the twins last, should the control plane have been unable to. */
async function stopAll(started: Map<string, StartedTestContainer>, network: StartedNetwork, installation: string): Promise<void> {
  const stop = (names: string[]) =>
    Promise.all(
      names.map((name) =>
        started
          .get(name)
          ?.stop({ timeout: 30_000, removeVolumes: true })
          .catch(() => {}),
      ),
    );
  await stop(['edge', ...PROXIES, ...WORKERS]);
  await stop(['control-plane']);
  await stop(['host-agent']);
  await stop(['postgres', 'redis', 's3']);
  await removeTwins(installation);
  await network.stop();
}

/** What the parts said, where the fleet didn't come up. */
async function report(started: Map<string, StartedTestContainer>): Promise<void> {
  for (const [name, container] of started) {
    const lines: string[] = [];
    for await (const chunk of await container.logs({ tail: 20 })) lines.push(String(chunk));
    process.stderr.write(`── ${name}\n${lines.join('')}\n`);
  }
}

function newSecrets(): Secrets {
  const secret = () => randomBytes(32).toString('hex');
  return { postgres: secret(), redis: secret(), s3: secret(), installation: secret() };
}
