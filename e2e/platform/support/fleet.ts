import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestDatabase } from '@svc/platform/testing';
import { startRedis } from './redis.ts';
import { freePort } from './service-process.ts';

/** The stores of a fleet and what its services are told. @param startDatabase by default one that is fast and keeps nothing */
export async function startStores(image: string, startDatabase: typeof startTestDatabase = startTestDatabase) {
  const directory = await mkdtemp(join(tmpdir(), 'svc-fleet-'));
  const [redis, postgres] = await Promise.all([startRedis(), startDatabase()]);
  const server = fileURLToPath(import.meta.resolve('@svc/platform/testing/processes/s3-server'));
  const s3 = fork(server, [join(directory, 's3')], { execArgv: [] });
  const [s3Port] = await once(s3, 'message');
  const installation = `fleet-${randomBytes(4).toString('hex')}`;
  const [apiPort, twinsPort] = [await freePort(), await freePort()];
  const secret = { SVC_INSTALLATION_SECRET: 'a secret of the whole installation' };
  const database = { DATABASE_URL: postgres.connectionString, SVC_DATABASE_POOL: '5' };
  const host = {
    SVC_AGENT_SOCKET: join(directory, 'agent.sock'),
    SVC_TWINS_DIR: join(directory, 'twins'),
    SVC_TWINS: 'github',
  };
  const shared = { SVC_REDIS_URL: redis.url };
  const blobs = {
    SVC_S3_ENDPOINT: `http://127.0.0.1:${s3Port}`,
    SVC_S3_BUCKET: 'evidence',
    SVC_S3_ACCESS_KEY_ID: 'S3RVER',
    SVC_S3_SECRET_ACCESS_KEY: 'S3RVER',
  };
  return {
    redis,
    directory,
    installation,
    connectionString: postgres.connectionString,
    controlPlane: {
      ...shared,
      ...database,
      ...secret,
      ...blobs,
      SVC_PORT: `${apiPort}`,
      SVC_BASE_URL: `http://127.0.0.1:${apiPort}/v1`,
      SVC_TWINS_URL: `http://127.0.0.1:${twinsPort}`,
      SVC_DASHBOARD_URL: `http://127.0.0.1:${apiPort}`,
      ...host,
    },
    agent: { ...host, SVC_INSTALLATION: installation, SVC_TWIN_IMAGE: image },
    proxy: { ...shared, SVC_PORT: `${twinsPort}` },
    worker: { ...shared, ...database, ...secret, ...blobs },
    stop: async () => {
      s3.kill('SIGKILL');
      await redis.stop();
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
