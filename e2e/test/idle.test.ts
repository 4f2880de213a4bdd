import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { twinIds } from '@svc/twins';
import { clientOf, createSandbox, discardAll } from '../fleet/client.ts';
import { memoryOf, namedTwinsOf, runScript, twinContainers } from '../fleet/engine.ts';
import { image } from '../fleet/images.ts';
import { sharedFleet } from '../fleet/shared.ts';
import { until } from '../fleet/wait.ts';

const fleet = sharedFleet();
const client = clientOf(fleet);

const MIB = 2 ** 20;
/** As `docker stats` counts it; a bare node server uses about 15 of it. */
const MOST_MIB = 40;

beforeAll(() => discardAll(client));
afterAll(() => discardAll(client));

test.each(twinIds)('an idle %s twin, booted with its default world, stays within its memory', async (twin) => {
  const { id } = await createSandbox(client, { twins: [twin] });
  const [container] = await namedTwinsOf(id);
  expect((await memoryOf(container!.Id)) / MIB).toBeLessThanOrEqual(MOST_MIB);
});

/** Starts the twin of an image and says whether node's `fetch` came with it: a twin never calls out before it has a webhook to deliver. */
const LOADED = `require('/app/start.cjs');
const waiting = setInterval(() => {
  if (!require('node:fs').existsSync('/tmp/twin.sock')) return;
  process.stdout.write(process.moduleLoadList.filter((name) => name.endsWith('/undici')).join() || 'nothing');
  process.exit();
}, 10)`;

test.each(twinIds)("a %s twin starts without what it doesn't use of node", async (twin) => {
  const environment = ['SVC_SOCKET=/tmp/twin.sock', 'SVC_JOURNAL=/tmp/journal', `SVC_CONTROL_TOKEN=${'c'.repeat(32)}`];
  const { code, output } = await runScript(image(`twin-${twin}`), LOADED, environment);
  expect([code, output]).toEqual([0, expect.stringMatching(/nothing$/)]);
});

/** Twins that were started ahead and given to nobody. */
const waitingTwins = async () =>
  (await twinContainers(fleet.installation)).filter(
    ({ Labels, Names, State }) =>
      Labels['svc.pool'] === 'warm' && State === 'running' && !Names.some((name) => name.includes('-ses_')),
  );

test('so does a twin that waits, warm, for a sandbox', async () => {
  await until('twins to wait', 60_000, async () => (await waitingTwins()).length > 0);
  for (const { Id } of await waitingTwins()) expect((await memoryOf(Id)) / MIB).toBeLessThanOrEqual(MOST_MIB);
});
