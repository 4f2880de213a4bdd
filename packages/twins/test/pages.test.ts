import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { DOCS, pages } from '../scripts/pages.ts';

// `node tools/run.mjs pages` accepts what the declarations say now.
const made = await pages();

test.each([...made])('docs/%s is what the declarations say', async (path, text) => {
  expect(await readFile(join(DOCS, path), 'utf8')).toBe(text);
});

test('no generated page is left of a twin that is gone', async () => {
  for (const folder of ['fidelity', 'checks', 'faults']) {
    const there = (await readdir(join(DOCS, folder))).map((name) => `${folder}/${name}`);
    expect(there.sort()).toEqual([...made.keys()].filter((path) => path.startsWith(folder)).sort());
  }
});
