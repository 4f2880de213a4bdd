import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { svc } from '../../packages/cli/test/support.ts';
import { worlds } from '../worlds/lib/worlds.ts';
import { examples } from './expected.ts';
import { root } from './runs.ts';

const OTHER_FOLDERS = ['clients', 'frameworks', 'node_modules', 'support', 'test', 'worlds'];

test('every folder is an example with a scenario and two agents', async () => {
  const entries = await readdir(root, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory() && !OTHER_FOLDERS.includes(entry.name)).map(({ name }) => name);
  expect(names.sort()).toEqual(examples.map(({ name }) => name));
  for (const name of names)
    expect(await readdir(join(root, name))).toEqual(expect.arrayContaining(['agent.ts', 'careless-agent.ts', 'scenario.md']));
});

test('every criterion binds, none is true before the agent begins, and every seed boots', async () => {
  const { code, stdout } = await svc(['lint', root, '--json']);
  expect(JSON.parse(stdout)).toEqual({ scenarios: examples.length + worlds.length, errors: 0, warnings: 0, findings: [] });
  expect(code).toBe(0);
});

test('the README has a row for each with its twins, in the order of the folders', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const rows = [...readme.matchAll(/^\| \[([\w-]+)\]\(\1\/scenario\.md\) +\| [\w ]+ +\| ([\w, ]+?) +\|/gm)];
  expect(rows.map(([, name, twins]) => ({ name, twins: twins?.split(', ') }))).toEqual(
    examples.map(({ name, twins }) => ({ name, twins })),
  );
});
