import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { sharedService } from '../../packages/cli/test/shared.ts';
import { stopAll, svc, temporaryFolder, using } from '../../packages/cli/test/support.ts';
import { shareOf } from '../../packages/twin-kit/testing/share.ts';
import { markdownOf } from '../worlds/lib/world.ts';
import { worlds } from '../worlds/lib/worlds.ts';
import { verdictsOf } from './runs.ts';

jest.setTimeout(300_000);

const folder = join(import.meta.dirname, '../worlds');
const LEAST_OBJECTS = 200;
/** Whose tasks are done; the seeds of all are tried. */
const done = shareOf(worlds, 1);

const service = sharedService();
let kept: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  kept = await temporaryFolder();
});
afterAll(stopAll);
afterAll(() => kept.remove());

const headers = () => ({ authorization: `Bearer ${using(service).SVC_API_KEY}`, 'content-type': 'application/json' });

test('every folder is a world', async () => {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory() && entry.name !== 'lib').map(({ name }) => name);
  expect(names.toSorted()).toEqual(worlds.map(({ name }) => name));
});

describe.each(worlds.map((world) => [world.name, world] as const))('%s', (name, world) => {
  test('stands in its file as it is made, and the service takes all of its seed', async () => {
    expect(await readFile(join(folder, name, 'scenario.md'), 'utf8')).toBe(markdownOf(world));
    const response = await fetch(`${using(service).SVC_BASE_URL}/seeds/validate`, {
      method: 'POST',
      headers: headers(),
      body: JSON.stringify({ twins: world.twins, seed: world.seed }),
    });
    expect(await response.json()).toEqual({ valid: true, checked: world.twins, unchecked: [] });
  });
});

test('each world has over 200 objects in a started twin, its criteria bind, and its task can be done', async () => {
  const { stdout } = await svc(
    ['run', ...done.map(({ name }) => join(folder, name)), '--json', '--concurrency', '2', '--runs-dir', join(kept.path, 'runs')],
    {
      env: using(service),
    },
  );
  const results = verdictsOf(stdout);
  expect(results.map(({ verdict, score, failed }) => ({ verdict, score, failed }))).toEqual(
    done.map(() => ({ verdict: 'passed', score: 100, failed: [] })),
  );
  for (const run of await readdir(join(kept.path, 'runs'))) {
    const state = JSON.parse(await readFile(join(kept.path, 'runs', run, 'state_initial.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    const objects = Object.values(state).reduce<number>((sum, records) => sum + (Array.isArray(records) ? records.length : 0), 0);
    expect({ run, objects }).toEqual({ run, objects: expect.any(Number) });
    expect(objects).toBeGreaterThan(LEAST_OBJECTS);
  }
});
