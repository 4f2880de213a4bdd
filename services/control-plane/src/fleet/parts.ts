import {
  AgentClient,
  createContainerRuntime,
  createFleetRuntime,
  createRedisActivityLog,
  createRedisGradeQueue,
  createRedisRouteTable,
  createS3BlobStore,
  type Database,
  deriveKey,
  doorsHere,
  doorsOf,
  HOST_ROLES,
  migrate,
  openDatabase,
  type RuntimeStats,
  type SandboxRuntime,
} from '@svc/platform';
import { blobOptions, databaseUrl, type Stops, showCertificate } from '@svc/platform/service';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { config } from './config.ts';

/** Everything that the control plane stands on, in the order it is started. */
export async function openParts(log: Logger, stops: Stops) {
  const onError = (error: Error) => log.warn({ err: error }, 'Redis is away');
  const redis = { url: config.SVC_REDIS_URL, onError };
  const database = openDatabase({ connectionString: databaseUrl(config), maxConnections: config.SVC_DATABASE_POOL });
  stops.push('database', () => database.destroy());
  await migrate(database);
  const blobs = createS3BlobStore(blobOptions(config));
  stops.push('blobs', () => blobs.close());
  await blobs.prepare();
  const queue = await createRedisGradeQueue(redis);
  stops.push('queue', () => queue.close());
  const routes = await createRedisRouteTable(redis);
  stops.push('routes', () => routes.close());
  const activity = await createRedisActivityLog(redis);
  stops.push('activity', () => activity.close());
  await showCertificate(config, HOST_ROLES.controlPlane);
  const runtime = openRuntime(log, database);
  stops.push('runtime', () => runtime.close());
  return { database, blobs, queue, routes, activity, runtime };
}

/** Runs twins, and says what it did: of many hosts also how they are. */
type Runtime = SandboxRuntime & {
  stats(): RuntimeStats;
  hosts?(): Record<string, number>;
  mirrorLags?(): Record<string, number>;
};

function openRuntime(log: Logger, database: Kysely<Database>): Runtime {
  const common = {
    secret: deriveKey(config.SVC_INSTALLATION_SECRET, 'twin-control'),
    warm: config.SVC_WARM,
    startsAtOnce: config.SVC_STARTS_AT_ONCE,
    onGivenUp: (session: string, error: Error) => log.error({ session, err: error }, 'a twin was given up'),
    onTrouble: (what: string, error: Error) => log.warn({ what, err: error }, 'the host of the twins met a fault'),
  };
  if (config.SVC_HOSTS === 'many') return createFleetRuntime({ ...common, database });
  const elsewhere = config.SVC_AGENT_ADDRESS;
  return createContainerRuntime({
    ...common,
    host: new AgentClient(elsewhere ?? config.SVC_AGENT_SOCKET),
    doors: elsewhere ? doorsOf(elsewhere) : doorsHere(config.SVC_TWINS_DIR),
  });
}
