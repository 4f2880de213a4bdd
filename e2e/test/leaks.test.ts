import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { callTwin, clientOf, createSandbox, discard, discardAll, ISSUES, WORLD } from '../fleet/client.ts';
import { engine, memoryOf, openFiles, twinContainers } from '../fleet/engine.ts';
import { lastingKeys, openRoutes } from '../fleet/routes.ts';
import { sharedFleet } from '../fleet/shared.ts';
import { until } from '../fleet/wait.ts';

const fleet = sharedFleet();
const client = clientOf(fleet);

const WARM_UP = 60;
const CYCLES = 200;
const LANES = 4;
const SERVICES = ['control-plane', 'routing-proxy-1', 'routing-proxy-2', 'grading-worker-1', 'grading-worker-2'];

beforeAll(() => discardAll(client));
afterAll(() => discardAll(client));

async function cycle(times: number): Promise<void> {
  let left = times;
  const lanes = Array.from({ length: LANES }, async () => {
    while (left-- > 0) {
      const sandbox = await createSandbox(client, { seed: WORLD });
      await callTwin(sandbox, ISSUES).then((response) => response.text());
      await discard(client, sandbox.id);
    }
  });
  await Promise.all(lanes);
}

const things = async () => ({
  containers: (await twinContainers(fleet.installation)).length,
  networks: (await engine.listNetworks()).map(({ Name }) => Name).sort(),
  volumes: ((await engine.listVolumes()).Volumes ?? []).length,
  keys: await lastingKeys(fleet),
  routes: await openRoutes(fleet),
});

const each = async (measure: (id: string) => Promise<number>): Promise<Record<string, number>> =>
  Object.fromEntries(await Promise.all(SERVICES.map(async (name) => [name, await measure(fleet.containers[name]!)] as const)));

test('200 sandboxes that come and go leave what was there before', async () => {
  await cycle(WARM_UP);
  // The pool fills itself again in the background.
  let before = await things();
  await until('the pool to be full again', 30_000, async () => {
    const now = await things();
    const settled = JSON.stringify(now) === JSON.stringify(before);
    before = now;
    return settled && now.routes.length === 0;
  });
  const files = await each(openFiles);
  const memory = await each(memoryOf);

  await cycle(CYCLES);
  await until('the same containers, networks, volumes and keys', 60_000, async () => {
    expect(await things()).toEqual(before);
    return true;
  });
  const filesAfter = await each(openFiles);
  const memoryAfter = await each(memoryOf);
  // Connections kept alive come and go by a few.
  for (const name of SERVICES) expect({ name, more: filesAfter[name]! - files[name]! > 15 }).toEqual({ name, more: false });
  // ±5 %, and what a garbage collector leaves lying about between two of its rounds.
  const SLACK_BYTES = 12 << 20;
  for (const name of SERVICES) {
    expect({ name, grew: memoryAfter[name]! > memory[name]! * 1.05 + SLACK_BYTES }).toEqual({ name, grew: false });
  }
}, 300_000);
