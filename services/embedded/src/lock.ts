import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { systemCode } from '@svc/platform/files';
import { statOf } from '@svc/platform/proc';
import { InstallationFailure } from './failure.ts';

interface Holder {
  pid: number;
  /** When the process started, as the system tells it: a number used again is another process. */
  started: string | null;
}

const ATTEMPTS = 3;

/**
 * Makes this process the only one on a data directory. A lock whose process is gone is taken over.
 *
 * @throws InstallationFailure naming the process that has it.
 */
export async function lockDataDir(root: string, path: string): Promise<{ release(): Promise<void> }> {
  const own = JSON.stringify({ pid: process.pid, started: startOf(process.pid) } satisfies Holder);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, own, { mode: 0o600 });
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      if (await linked(draft, path)) return { release: () => rm(path, { force: true }) };
      const text = await readFile(path, 'utf8').catch(() => '');
      const holder = holderIn(text);
      if (holder && lives(holder)) throw inUse(root, holder.pid);
      await removeStale(path, text);
    }
    throw inUse(root, undefined);
  } finally {
    await rm(draft, { force: true });
  }
}

/** The process that has a data directory's lock, where it lives. */
export async function holderOf(path: string): Promise<number | undefined> {
  const holder = holderIn(await readFile(path, 'utf8').catch(() => ''));
  return holder && lives(holder) ? holder.pid : undefined;
}

/** The lock appears whole or not at all. */
async function linked(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Takes a stale lock away, unless another process replaced it between our looking and our hand. */
async function removeStale(path: string, seen: string): Promise<void> {
  const taken = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await rename(path, taken);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return;
    throw error;
  }
  if ((await readFile(taken, 'utf8')) !== seen) await linked(taken, path);
  await rm(taken, { force: true });
}

function holderIn(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Holder;
    return Number.isInteger(holder.pid) && holder.pid > 0 ? holder : undefined;
  } catch {
    return undefined;
  }
}

function lives({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (systemCode(error) !== 'EPERM') return false;
  }
  return started === null || started === startOf(pid);
}

/** Null where the system doesn't tell. */
const startOf = (pid: number): string | null => statOf(pid)?.started ?? null;

function inUse(root: string, pid: number | undefined): InstallationFailure {
  return new InstallationFailure(`The data directory ${root} is in use${pid === undefined ? '' : ` by process ${pid}`}.`, {
    hint: 'stop that `svc up` first, or give this one a directory of its own with --data-dir.',
  });
}
