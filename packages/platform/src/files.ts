import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The operating system's own code of an error, e.g. `ENOENT`. Test runners have more than one `Error`, so its class says nothing. */
export function systemCode(error: unknown): string | undefined {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

/** A folder that somebody named and that can't be made. */
export class FolderError extends Error {
  constructor(path: string, cause: unknown) {
    super(`the folder ${path} can't be made: ${(cause as Error).message}`, { cause });
    this.name = 'FolderError';
  }
}

/**
 * Makes a folder and those above it. Not by mkdir's `recursive`, which never ends on a file system that takes no folders (`/proc`).
 *
 * @throws FolderError when there can't be one
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  try {
    await makeAll(path, mode);
  } catch (error) {
    throw new FolderError(path, error);
  }
}

async function makeAll(path: string, mode: number | undefined): Promise<void> {
  const failure = await make(path, mode);
  if (failure === undefined) return;
  const parent = dirname(path);
  if (systemCode(failure) !== 'ENOENT' || parent === path) throw failure;
  // What was missing may be there by now: several make their folders at once.
  if (!(await isThere(parent))) await makeAll(parent, mode);
  const again = await make(path, mode);
  if (again !== undefined) throw again;
}

/** @returns why there is no such folder now */
async function make(path: string, mode: number | undefined): Promise<unknown> {
  try {
    await mkdir(path, mode);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST' || !(await stat(path)).isDirectory()) return error;
  }
  return undefined;
}

export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Writes a file that only its owner reads, whole or not at all. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  await makeFolder(dirname(path));
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flush: true });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
