import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { makeFolder } from '../src/files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-folders-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('many make folders below one that is missing, at once', async () => {
  for (let round = 0; round < 50; round += 1) {
    const paths = Array.from({ length: 16 }, (_, one) => join(folder, `${round}`, 'runs', `${one}`, 'artifacts'));
    await Promise.all(paths.map((path) => makeFolder(path)));
    for (const path of paths) expect((await stat(path)).isDirectory()).toBe(true);
  }
});

test('a file in the way, and a file system that takes no folders, are told', async () => {
  await expect(makeFolder(join(import.meta.filename, 'below'))).rejects.toThrow(/can't be made: ENOTDIR/);
  await expect(makeFolder(import.meta.filename)).rejects.toThrow(/can't be made: EEXIST/);
  await expect(makeFolder('/proc/svc/runs')).rejects.toThrow(/can't be made: ENOENT/);
});
