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
  try {
    await mkdir(path, mode);
  } catch (error) {
    const parent = dirname(path);
    if (systemCode(error) === 'EEXIST' && (await stat(path)).isDirectory()) return;
    // A parent that is there already is not what was missing.
    if (systemCode(error) !== 'ENOENT' || parent === path || (await isThere(parent))) throw error;
    await makeAll(parent, mode);
    await makeAll(path, mode);
  }
}

export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
