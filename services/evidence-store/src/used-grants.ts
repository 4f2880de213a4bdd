import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { S3Error } from './errors.ts';

export interface Grant {
  once: string;
  expires: Date;
}

/** The upload URLs that have had their upload, kept until they would have expired anyway. */
export interface UsedGrants {
  /** Takes the grant for the length of the upload, and gives it back when the upload fails. @throws S3Error */
  use<T>(grant: Grant, upload: () => Promise<T>): Promise<T>;
  /** Forgets those that have expired. */
  tidy(now: number): Promise<void>;
}

/** A file each, named after the second in which it expires and its grant. */
export async function openUsedGrants(directory: string): Promise<UsedGrants> {
  await mkdir(directory, { recursive: true });
  return {
    async use({ once, expires }, upload) {
      const path = join(directory, `${Math.ceil(expires.getTime() / 1000)}-${once}`);
      await open(path, 'wx').then(
        (file) => file.close(),
        (error: NodeJS.ErrnoException) => {
          throw error.code === 'EEXIST' ? alreadyUsed() : error;
        },
      );
      try {
        return await upload();
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },
    async tidy(now) {
      for (const name of await readdir(directory)) {
        if (Number.parseInt(name, 10) * 1000 < now) await rm(join(directory, name), { force: true });
      }
    },
  };
}

const alreadyUsed = () => new S3Error('AccessDenied', 'This URL takes one upload and has had it');
