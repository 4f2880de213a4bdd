import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { callTwin, clientOf, createSandbox, discardAll, type Sandbox } from '../fleet/client.ts';
import { cpuTimeOf, givenTwins, twinContainers } from '../fleet/engine.ts';
import { sharedFleet } from '../fleet/shared.ts';
import { until } from '../fleet/wait.ts';

const fleet = sharedFleet();
const client = clientOf(fleet);

const SANDBOXES = 40;
const TWINS = ['github', 'stripe', 'slack'];
/** As many as the control plane starts containers for at a time. */
const LANES = 4;
const WATCHED_MS = 20_000;
const NANOSECONDS_PER_MS = 1e6;
/** Of one core, for everything together. */
const MOST_IDLE_CPU = 0.2;

beforeAll(() => discardAll(client));
// 120 containers are removed.
afterAll(async () => {
  await discardAll(client);
  await until('all to be gone', 120_000, async () => (await givenTwins(fleet.installation)).length === 0);
}, 150_000);

async function startAll(): Promise<Sandbox[]> {
  const sandboxes: Sandbox[] = [];
  let left = SANDBOXES;
  const lanes = Array.from({ length: LANES }, async () => {
    while (left-- > 0) sandboxes.push(await createSandbox(client, { twins: TWINS }));
  });
  await Promise.all(lanes);
  return sandboxes;
}

/** CPU time that every container of the fleet has used so far: twins, services and stores. In nanoseconds, by container. */
async function cpuTimes(): Promise<Map<string, number>> {
  const twins = (await twinContainers(fleet.installation)).map(({ Id }) => Id);
  const ids = [...Object.values(fleet.containers), ...twins];
  return new Map(await Promise.all(ids.map(async (id) => [id, await cpuTimeOf(id)] as const)));
}

test('40 sandboxes of three twins run at once, and use less than a fifth of a core while nobody calls', async () => {
  const sandboxes = await startAll();
  await until(
    'all to have their names',
    10_000,
    async () => (await givenTwins(fleet.installation)).length === SANDBOXES * TWINS.length,
  );
  for (const sandbox of sandboxes) {
    const answers = await Promise.all(TWINS.map((twin) => callTwin(sandbox, '/_svc/health', {}, twin)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  }
  const before = await cpuTimes();
  const since = performance.now();
  await delay(WATCHED_MS);
  const after = await cpuTimes();
  const watchedMs = performance.now() - since;
  expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
  const used = [...after].reduce((sum, [id, time]) => sum + time - before.get(id)!, 0);
  expect(used / NANOSECONDS_PER_MS / watchedMs).toBeLessThan(MOST_IDLE_CPU);
  // 120 containers at about a second of a core each, on a machine that may have other work.
}, 600_000);
