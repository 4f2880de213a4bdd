import { mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { layLinks } from '../src/database/embedded/binaries.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'svc-links-'));
  await mkdir(join(root, 'native/lib'), { recursive: true });
  await writeFile(join(root, 'native/lib/libx.so.60.2'), 'library');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const list = (links: object[]) => writeFile(join(root, 'native/pg-symlinks.json'), JSON.stringify(links));
const LINK = { source: 'native/lib/libx.so.60.2', target: 'native/lib/libx.so.60' };

test('links that no install script made are made, and are there to stay', async () => {
  await list([LINK, { ...LINK, target: 'native/lib/libx.so' }]);
  for (let time = 0; time < 2; time++) {
    layLinks(root);
    expect(await readlink(join(root, LINK.target))).toBe('libx.so.60.2');
    expect(await readFile(join(root, 'native/lib/libx.so'), 'utf8')).toBe('library');
  }
});

test('a package without a list has nothing to be linked', () => {
  expect(() => layLinks(root)).not.toThrow();
});

test('a link that can not be made is told with its reason', async () => {
  await list([{ ...LINK, target: 'native/gone/libx.so' }]);
  expect(() => layLinks(root)).toThrow(/installed without its install script, .* ENOENT/);
});
