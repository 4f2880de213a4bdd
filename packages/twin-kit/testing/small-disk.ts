import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './served.ts';

const BLOCK = Buffer.alloc(4096);

/** A disk of a few MiB, in memory, that is gone after the test. Mounting one needs root. */
export async function smallDisk(mebibytes: number) {
  const folder = await temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0777`, 'tmpfs', folder.path]);
  const ballast = join(folder.path, 'ballast');
  const free = (): number => {
    const { bavail, bsize } = statfsSync(folder.path);
    return bavail * bsize;
  };
  return {
    path: folder.path,
    free,
    /** Writes until no more than so many bytes are free. */
    fill(left: number): void {
      const file = openSync(ballast, 'a');
      try {
        while (free() > left) writeSync(file, BLOCK);
      } finally {
        closeSync(file);
      }
    },
    /** Takes away what `fill` wrote. */
    empty(): void {
      rmSync(ballast, { force: true });
    },
    async [Symbol.asyncDispose]() {
      execFileSync('umount', ['--lazy', folder.path]);
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Only root may mount. */
export const canMount = process.getuid?.() === 0;
