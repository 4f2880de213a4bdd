import { type StartedNetwork, Wait } from 'testcontainers';
import { base, type FleetContainer, service } from './container.ts';

export interface Secrets {
  postgres: string;
  redis: string;
  s3: string;
  installation: string;
}

/** Asked at the start only, as `command` in the container: a health check would go on using CPU all the time. */
const answers = (command: string) => Wait.forSuccessfulCommand(command);

export const BUCKET = 'svc-evidence';

export const postgres = (network: StartedNetwork, { postgres: password }: Secrets): FleetContainer =>
  base('postgres', network)
    .withEnvironment({ POSTGRES_USER: 'svc', POSTGRES_DB: 'svc', POSTGRES_PASSWORD: password })
    .withWaitStrategy(answers('pg_isready --host=127.0.0.1 --username=svc --quiet'));

/** As in deploy/compose.yaml: every write reaches the disk, nothing is dropped. */
export const redis = (network: StartedNetwork, { redis: password }: Secrets): FleetContainer =>
  base('redis', network)
    .withCommand([
      ...['redis-server', '--bind', '*', '--requirepass', password],
      ...['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory', '640mb', '--maxmemory-policy', 'noeviction'],
    ])
    .withEnvironment({ REDISCLI_AUTH: password })
    .withWaitStrategy(answers('redis-cli ping | grep -q PONG'));

export const s3 = (network: StartedNetwork, { s3: secret }: Secrets): FleetContainer =>
  service(
    'evidence-store',
    network,
    { SVC_S3_BUCKET: BUCKET, SVC_S3_ACCESS_KEY_ID: 'svc', SVC_S3_SECRET_ACCESS_KEY: secret },
    's3',
  ).withWaitStrategy(answers('bash /app/healthcheck.sh'));
