import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createS3BlobStore, type S3BlobStore } from '@svc/platform';
import { OPTIONS } from './options.ts';

export interface RunningStore {
  port: number;
  endpoint: string;
  /** As the services use it. */
  store: S3BlobStore;
  directory: string;
  /** Every file below the folder that holds the store's, with what is in it. */
  contents(): Promise<Record<string, string>>;
  stop(): Promise<void>;
}

/** The store in a process of its own, in a folder within a folder, so that what leaves the inner one is seen. */
export async function startStore(): Promise<RunningStore> {
  const outer = await mkdtemp(join(tmpdir(), 'svc-evidence-'));
  const directory = join(outer, 'data');
  const server = fork(join(import.meta.dirname, 'serve.ts'), [directory], { execArgv: [] });
  const [port] = (await once(server, 'message')) as [number];
  const endpoint = `http://127.0.0.1:${port}`;
  const store = createS3BlobStore({ ...OPTIONS, endpoint, wholeUploads: true });
  return {
    port,
    endpoint,
    store,
    directory,
    contents: () => contentsOf(outer),
    stop: async () => {
      await store.close();
      const exited = once(server, 'exit');
      server.disconnect();
      await exited;
      await rm(outer, { recursive: true, force: true });
    },
  };
}

async function contentsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const found = await Promise.all(
    paths.sort().map(async (path) => {
      const bytes = await readFile(path).catch(unlessGone);
      return bytes ? [[relative(folder, path), createHash('sha256').update(bytes).digest('hex')] as const] : [];
    }),
  );
  return Object.fromEntries(found.flat());
}

/** A file that is taken away while the folder is looked at isn't in it. */
function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
