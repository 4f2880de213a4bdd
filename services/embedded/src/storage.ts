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
import type { Stops } from '@svc/platform/lifecycle';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { DataDir } from './data-dir.ts';

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
  stops: Stops;
  signal: AbortSignal;
  /** Called once the database's process has been started, before it answers. */
  onSpawned(): void;
}

const DATABASE_LIMIT_MS = 20_000;
const SHORT_MS = 5_000;

export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { dataDir, installationSecret, origin, log, stops, signal, onSpawned } = options;
  const postgres = await startEmbeddedPostgres({
    dataDir: dataDir.database,
    onSpawned,
    onRestart: (how) => log.warn({ how }, 'the database died and was started again'),
    onGivenUp: (error) => log.error({ err: error }, 'the database died and could not be started again'),
  });
  stops.push('postgres', () => postgres.stop(), DATABASE_LIMIT_MS);
  signal.throwIfAborted();
  const { connectionString } = postgres;
  const database = openDatabase({ connectionString, prepare: true });
  stops.push('database', () => database.destroy(), SHORT_MS);
  await migrate(database);
  const blobs = createFileBlobStore({
    directory: dataDir.blobs,
    baseUrl: () => origin,
    signingKey: deriveKey(installationSecret, 'signed-urls'),
  });
  stops.push('blobs', () => blobs.close(), SHORT_MS);
  const queue = await createGradeQueue({
    connectionString,
    onError: (error) => log.warn({ err: error }, 'the queue met a fault'),
  });
  stops.push('queue', () => queue.close(), SHORT_MS);
  signal.throwIfAborted();
  return { connectionString, databasePort: Number(new URL(connectionString).port), database, blobs, queue };
}
