import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type Running, startService, stopAll, svc, temporaryFolder, using } from '../../packages/cli/test/support.ts';
import { isWhole, shareOf } from '../../packages/twin-kit/testing/share.ts';
import { examples, failing, passing } from './expected.ts';
import { verdictsOf, withCareless, withTheirOwn } from './runs.ts';

// Twenty sandboxes, agents and grades each; seconds on an idle machine, minutes on one that does much else.
jest.setTimeout(300_000);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: Running;
beforeAll(async () => {
  folder = await temporaryFolder();
  service = await startService(join(folder.path, 'data'));
});
afterAll(async () => {
  await stopAll();
  await folder.remove();
});

/** Of each twin one, and all as one directory where the whole is run. */
const shared = shareOf(examples, 1, ({ twins }) => twins.join()).map(({ name }) => name);
const named = isWhole ? [] : shared;
const isShared = ({ example }: { example: string }) => shared.includes(example);

const run = (args: readonly string[]) =>
  svc([...args, '--concurrency', '4', '--runs-dir', join(folder.path, 'runs')], { env: using(service) });

test('every example is passed by its own agent, with 100', async () => {
  const { code, stdout, stderr } = await run(withTheirOwn(named));
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.anything() });
  expect(verdictsOf(stdout)).toEqual(passing.filter(isShared));
});

test('every example is failed by its careless agent, for the reason it is about', async () => {
  const { code, stdout, stderr } = await run(withCareless(named));
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.anything() });
  expect(verdictsOf(stdout)).toMatchObject(failing.filter(isShared));
  for (const { score } of verdictsOf(stdout)) expect(score).toBeLessThan(100);
});
