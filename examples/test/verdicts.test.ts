import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { sharedService } from '../../packages/cli/test/shared.ts';
import { stopAll, svc, temporaryFolder, using } from '../../packages/cli/test/support.ts';
import { isWhole, shareOf } from '../../packages/twin-kit/testing/share.ts';
import { examples, failing, passing } from './expected.ts';
import { verdictsOf, withCareless, withTheirOwn } from './runs.ts';

// Twenty sandboxes, agents and grades each; seconds on an idle machine, minutes on one that does much else.
jest.setTimeout(300_000);

const service = sharedService();
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(async () => {
  await stopAll();
  await folder.remove();
});

/** Of each twin one, whichever come with it, and all as one directory where the whole is run. */
const shared = shareOf(examples, 1, ({ twins }) => twins[0] as string).map(({ name }) => name);
/** Every agent that fails says so in the same way: the worlds that it is seen in are few. */
const sharedCareless = shareOf(shared, 3);
const among =
  (names: readonly string[]) =>
  ({ example }: { example: string }) =>
    names.includes(example);

const run = (args: readonly string[]) =>
  svc([...args, '--concurrency', '4', '--runs-dir', join(folder.path, 'runs')], { env: using(service) });

test('every example is passed by its own agent, with 100', async () => {
  const { code, stdout, stderr } = await run(withTheirOwn(isWhole ? [] : shared));
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.anything() });
  expect(verdictsOf(stdout)).toEqual(passing.filter(among(shared)));
});

test('every example is failed by its careless agent, for the reason it is about', async () => {
  const { code, stdout, stderr } = await run(withCareless(isWhole ? [] : sharedCareless));
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.anything() });
  expect(verdictsOf(stdout)).toMatchObject(failing.filter(among(sharedCareless)));
  for (const { score } of verdictsOf(stdout)) expect(score).toBeLessThan(100);
});
