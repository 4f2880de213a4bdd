import { AGENT_NAME, type HostCredentials, readHostCredentials } from '@svc/platform/agent';
import { createLog, runService, type Stops } from '@svc/platform/service';
import { createHostAgent, type HostAgent } from './agent.ts';
import { config } from './config.ts';

const log = createLog('host-agent', config.SVC_LOG_LEVEL);

/** A database that is away doesn't keep the agent. */
const LAST_WORD_MS = 5_000;
const MIB = 2 ** 20;

type Registry = Pick<typeof import('@svc/platform/hosts'), 'openDatabase'> &
  typeof import('./registration.ts') &
  typeof import('./mirror/mirroring.ts');

/** The database's client is loaded by who has one, and before anything looks at sockets: node's own look for modules stumbles over that. */
const loadRegistry = async (): Promise<Registry> => ({
  ...(await import('@svc/platform/hosts')),
  ...(await import('./registration.ts')),
  ...(await import('./mirror/mirroring.ts')),
});

const isMirroring = config.SVC_MIRROR === 'on';

await runService(log, async (stops) => {
  const url = config.DATABASE_URL ?? config.SVC_DATABASE_URL;
  const registry = url === undefined ? undefined : await loadRegistry();
  const agent = createHostAgent({
    engineSocket: config.SVC_DOCKER_SOCKET,
    installation: config.SVC_INSTALLATION,
    image: (twin) => config.SVC_TWIN_IMAGE.replaceAll('{twin}', twin),
    twins: config.SVC_TWINS,
    mostTwins: config.SVC_MOST_TWINS,
    directory: config.SVC_TWINS_DIR,
    engineDirectory: config.SVC_TWINS_ENGINE_DIR,
    limits: { memoryMiB: config.SVC_TWIN_MEMORY_MIB, cpus: config.SVC_TWIN_CPUS, pids: config.SVC_TWIN_PIDS },
    ...(isMirroring && { copies: { reserveBytes: 2 * config.SVC_DISK_RESERVE_MIB * MIB } }),
    onGivenUp: (session, error) => log.error({ session, err: error }, 'a twin was given up'),
    onTrouble: (what, error) => log.warn({ what, err: error }, 'the container engine met a fault'),
  });
  stops.push('agent', () => agent.close());
  await agent.listen(config.SVC_AGENT_SOCKET);
  if (config.SVC_HOST_CERTIFICATES === undefined) {
    if (registry) throw new Error('A host of many needs certificates: SVC_HOST_CERTIFICATES is not given.');
    return;
  }
  const credentials = await readHostCredentials(config.SVC_HOST_CERTIFICATES, AGENT_NAME);
  const port = await agent.listenToHosts({ host: config.SVC_HOST, port: config.SVC_AGENT_PORT }, credentials);
  if (registry) register(registry, agent, { url: url ?? '', port, credentials }, stops);
  // First of all: its host is not silent meanwhile.
  stops.push('callers', () => agent.leave());
});

interface Reached {
  /** Of the database. */
  url: string;
  port: number;
  credentials: HostCredentials;
}

function register(registry: Registry, agent: HostAgent, { url, port, credentials }: Reached, stops: Stops): void {
  // One that waits for what is to be copied keeps nobody from hearing that this host is there.
  const database = registry.openDatabase({ connectionString: url, maxConnections: isMirroring ? 2 : 1 });
  stops.push('database', () => database.destroy());
  if (isMirroring) {
    const mirroring = new registry.Mirroring({
      database,
      agent,
      directory: config.SVC_TWINS_DIR,
      credentials,
      onTrouble: (what, error) => log.warn({ what, err: error }, 'copies of journals met a fault; trying again'),
    });
    stops.push('mirroring', () => mirroring.close());
  }
  const registration = new registry.Registration({
    database,
    agent,
    said: {
      name: config.SVC_HOST_NAME,
      address: config.SVC_AGENT_ADVERTISE,
      port,
      twins: config.SVC_TWINS,
      mostTwins: config.SVC_MOST_TWINS,
    },
    onTrouble: (what, error) => log.warn({ what, err: error }, 'this host could not be registered; trying again'),
  });
  stops.push('registration', () => registration.leave(), LAST_WORD_MS);
}
