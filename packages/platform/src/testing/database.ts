import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded.ts';
import { layTestCluster } from './cluster.ts';

/** Starts an empty PostgreSQL in a temporary folder; `stop()` removes it. Call once per test file, in `beforeAll`. */
export async function startTestDatabase(): Promise<EmbeddedPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-test-database-'));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    await layTestCluster(dataDir);
    const server = await startEmbeddedPostgres({ dataDir, durable: false });
    return { ...server, stop: () => server.stop().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}
