import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { runUntilLeft } from './shared.ts';
import { processesNaming, temporaryFolder, waitFor } from './support.ts';

test('what runs until its starter leaves it is stopped then, and its folder removed', async () => {
  const { path } = await temporaryFolder();
  const program = `console.log('here'); process.once('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1000);`;
  const keeper = runUntilLeft(path, [process.execPath, '-e', program, path]);
  const ended = once(keeper, 'exit');
  await waitFor('it to run', async () => (await readFile(join(path, 'log'), 'utf8').catch(() => '')) === 'here\n');
  expect(processesNaming(path)).not.toEqual([]);
  keeper.stdin?.end();
  expect(await ended).toEqual([7, null]);
  expect(existsSync(path)).toBe(false);
  await waitFor('nothing to be left', () => processesNaming(path).length === 0);
});

test('what ends by itself tells how', async () => {
  const { path } = await temporaryFolder();
  const keeper = runUntilLeft(path, [process.execPath, '-e', 'process.exit(3)']);
  expect(await once(keeper, 'exit')).toEqual([3, null]);
  expect(existsSync(path)).toBe(false);
});
