import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { keepNewest } from './program.ts';
import { temporaryFolder } from './support.ts';

test('of the bundles that suites made, the newest stay', async () => {
  const folder = await temporaryFolder();
  try {
    for (const [name, at] of [
      ['first', 1],
      ['third', 3],
      ['second', 2],
      ['fourth', 4],
    ] as const) {
      const made = join(folder.path, name);
      await mkdir(made);
      await writeFile(join(made, 'svc.mjs'), '');
      await utimes(made, at, at);
    }
    await keepNewest(folder.path, 2);
    expect((await readdir(folder.path)).toSorted()).toEqual(['fourth', 'third']);
  } finally {
    await folder.remove();
  }
});
