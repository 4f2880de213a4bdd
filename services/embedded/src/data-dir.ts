import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '@svc/platform/files';

/** Everything an embedded installation keeps, below one folder. */
export interface DataDir {
  root: string;
  /** Installation secret; 0600. */
  secrets: string;
  /** The API key in plain text, the only place it stands in; 0600. */
  credentials: string;
  /** Where the service answers, while it runs. */
  address: string;
  lock: string;
  log: string;
  /** PostgreSQL puts its cluster into a folder of its own below this. */
  database: string;
  blobs: string;
  /** Journals of running twins. */
  twins: string;
}

/** Where an installation lives when nobody says: beside the work it serves, and easy to find. */
export const DEFAULT_DATA_DIR = join('.svc', 'data');

/** Below the root. */
export const lockPath = (root: string): string => join(root, 'service.lock');

export async function openDataDir(path: string): Promise<DataDir> {
  const dataDir = dataDirAt(path);
  await makeFolder(dirname(dataDir.log));
  return dataDir;
}

/** The names of what a data directory holds; nothing is made. */
export function dataDirAt(path: string): DataDir {
  const root = resolve(path);
  return {
    root,
    secrets: join(root, 'secrets.json'),
    credentials: join(root, 'credentials.json'),
    address: join(root, 'address.json'),
    lock: lockPath(root),
    log: join(root, 'logs', 'svc.log'),
    database: root,
    blobs: join(root, 'blobs'),
    twins: join(root, 'twins'),
  };
}
