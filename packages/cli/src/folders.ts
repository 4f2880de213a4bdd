import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCode, UsageError } from './errors.ts';

/**
 * Makes a folder and those above it. Not by mkdir's `recursive`, which never ends on a file system that takes no folders (`/proc`).
 *
 * @throws UsageError when there can't be one
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  try {
    await makeAll(path, mode);
  } catch (error) {
    throw new UsageError(`the folder ${path} can't be made: ${(error as Error).message}`, undefined, error);
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
