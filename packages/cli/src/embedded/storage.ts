import {
  createFileBlobStore,
  createGradeQueue,
  type Database,
  deriveKey,
  type FileBlobStore,
  type GradeQueue,
  migrate,
  openDatabase,
  startEmbeddedPostgres,
} from '@svc/platform';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { DataDir } from './data-dir.ts';
import type { Shutdown } from './shutdown.ts';

/** Everything that outlives the process. */
export interface Storage {
  connectionString: string;
  databasePort: number;
  database: Kysely<Database>;
  blobs: FileBlobStore;
  queue: GradeQueue;
}

export interface StorageOptions {
  dataDir: DataDir;
  installationSecret: string;
  /** Where signed URLs are answered. */
  origin: string;
  log: Logger;
  shutdown: Shutdown;
  signal: AbortSignal;
}

const DATABASE_LIMIT_MS = 20_000;
const SHORT_MS = 5_000;

export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { dataDir, installationSecret, origin, log, shutdown, signal } = options;
  const postgres = await startEmbeddedPostgres({
    dataDir: dataDir.database,
    onRestart: (how) => log.warn({ how }, 'the database died and was started again'),
    onGivenUp: (error) => log.error({ err: error }, 'the database died and could not be started again'),
  });
  shutdown.push('postgres', DATABASE_LIMIT_MS, () => postgres.stop());
  signal.throwIfAborted();
  const { connectionString } = postgres;
  const database = openDatabase({ connectionString, prepare: true });
  shutdown.push('database', SHORT_MS, () => database.destroy());
  await migrate(database);
  const blobs = createFileBlobStore({
    directory: dataDir.blobs,
    baseUrl: () => origin,
    signingKey: deriveKey(installationSecret, 'signed-urls'),
  });
  shutdown.push('blobs', SHORT_MS, () => blobs.close());
  const queue = await createGradeQueue({
    connectionString,
    onError: (error) => log.warn({ err: error }, 'the queue met a fault'),
  });
  shutdown.push('queue', SHORT_MS, () => queue.close());
  signal.throwIfAborted();
  return { connectionString, databasePort: Number(new URL(connectionString).port), database, blobs, queue };
}
