import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { lockPath } from '@svc/embedded/data-dir';
import { holderOf } from '@svc/embedded/lock';
import { systemCode } from '@svc/platform/files';
import { DEFAULT_API_PORT, DEFAULT_TWIN_PORT } from '../port.ts';
import type { Finding } from './examine.ts';

/** The data directory of `svc up`. */
export async function examineDataDir(path: string): Promise<{ finding: Finding; running: boolean }> {
  const what = 'data directory';
  const root = resolve(path);
  const there = await stat(root).catch((error: unknown) => (systemCode(error) === 'ENOENT' ? undefined : 'unreadable'));
  const writable = await mayWrite(there === undefined ? await firstExisting(root) : root);
  if (!writable || there === 'unreadable' || (there && !there.isDirectory())) {
    const finding: Finding = {
      what,
      status: 'problem',
      message: `${root} can't be written by this account`,
      mend: 'svc up --data-dir ~/svc-data',
    };
    return { finding, running: false };
  }
  const pid = there && (await holderOf(lockPath(root)));
  const message = !there ? `${root} is not there yet; \`svc up\` makes it` : pid ? `${root}, in use by process ${pid}` : root;
  return { finding: { what, status: 'ok', message }, running: pid !== undefined };
}

async function firstExisting(path: string): Promise<string> {
  const there = await stat(path).then(
    () => true,
    () => false,
  );
  return there || dirname(path) === path ? path : firstExisting(dirname(path));
}

const mayWrite = (path: string): Promise<boolean> =>
  access(path, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );

/** The ports that commands take when nobody names one. */
export async function examinePorts(running: boolean): Promise<Finding[]> {
  const ports = [
    { port: DEFAULT_API_PORT, mend: 'svc up --port 0', ours: running },
    { port: DEFAULT_API_PORT + 1, mend: 'svc up --twins-port 0', ours: running },
    { port: DEFAULT_TWIN_PORT, mend: 'svc twin start <twin> --port 0', ours: false },
  ];
  return Promise.all(
    ports.map(async ({ port, mend, ours }): Promise<Finding> => {
      const what = `port ${port}`;
      if (await isFree(port)) return { what, status: 'ok', message: 'free' };
      if (ours) return { what, status: 'ok', message: 'taken, and a service runs on the data directory' };
      return { what, status: 'warning', message: 'taken by another program', mend };
    }),
  );
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((settle) => {
    server.once('error', () => settle(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => settle(true)));
  });
}
