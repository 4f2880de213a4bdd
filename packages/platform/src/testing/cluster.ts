import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findBinaries } from '../database/embedded/binaries.ts';
import { startEmbeddedPostgres } from '../database/embedded.ts';

/** Where a data directory keeps its cluster and the cluster's password. */
const POSTGRES = 'postgres';

/** The clusters of one PostgreSQL, made by one version of our code, are alike. */
async function placeOfModel(): Promise<string> {
  const code = await Promise.all(
    ['../database/embedded.ts', './cluster.ts'].map((file) => readFile(new URL(file, import.meta.url))),
  );
  const digest = createHash('sha256').update(findBinaries().postgres);
  for (const text of code) digest.update(text);
  return join(tmpdir(), `svc-test-cluster-${process.getuid?.() ?? 0}-${digest.digest('hex').slice(0, 16)}`);
}

/** Only new databases are made from these, and there are none: without them a cluster has two fifths of the files, and is copied in half the time. */
async function dropTemplates(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    for (const name of ['template0', 'template1']) {
      await client.query(`ALTER DATABASE ${name} IS_TEMPLATE false`);
      await client.query(`DROP DATABASE ${name}`);
    }
  } finally {
    await client.end();
  }
}

/** A cluster that was made, started and stopped once. Suites that need it at once make one each, and the first that is done has it kept. */
async function modelOfCluster(): Promise<string> {
  const place = await placeOfModel();
  if (existsSync(place)) return place;
  const fresh = `${place}-${randomBytes(6).toString('hex')}`;
  const server = await startEmbeddedPostgres({ dataDir: fresh, durable: false });
  await dropTemplates(server.connectionString).finally(() => server.stop());
  await rename(fresh, place).catch(async (error: NodeJS.ErrnoException) => {
    if (!existsSync(place)) throw error;
    await rm(fresh, { recursive: true, force: true });
  });
  return place;
}

/** Gives a new data directory an empty cluster by copying one: making it takes over a second of processor time. */
export async function layTestCluster(dataDir: string): Promise<void> {
  const model = await modelOfCluster();
  await mkdir(dataDir, { recursive: true });
  // Not node's own: the files belong to the user that PostgreSQL runs as.
  await promisify(execFile)('cp', ['-a', join(model, POSTGRES), join(dataDir, POSTGRES)]);
}
