import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { callTwin, clientOf, createSandbox, discard, discardAll, ISSUES, WORLD } from '../fleet/client.ts';
import { collectGarbage, engine, memoryOf, openFiles, twinContainers } from '../fleet/engine.ts';
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

/** Names of those that aren't known to be somebody else's: what another run of these suites or another compose project has is labelled. */
async function networksAndVolumes(): Promise<{ networks: string[]; volumes: string[] }> {
  const ours = new Set(Object.values(fleet.containers));
  const others = (await engine.listContainers({ all: true })).filter(
    ({ Id, Labels }) => !ours.has(Id) && Labels['svc.installation'] !== fleet.installation,
  );
  const theirs = new Set(others.flatMap(({ Mounts }) => Mounts.map(({ Name }) => Name)));
  const kept = (things: { Name: string; Labels?: Record<string, string> | null }[]) =>
    things
      .filter(({ Name, Labels }) => !theirs.has(Name) && !FOREIGN.some((label) => label in (Labels ?? {})))
      .map(({ Name }) => Name)
      .sort();
  return { networks: kept(await engine.listNetworks()), volumes: kept((await engine.listVolumes()).Volumes ?? []) };
}
/** Whatever these label was made by a person or a suite, not by the fleet under test. */
const FOREIGN = ['com.docker.compose.project', 'org.testcontainers'];

const things = async () => ({
  containers: (await twinContainers(fleet.installation)).length,
  ...(await networksAndVolumes()),
  keys: await lastingKeys(fleet),
  routes: await openRoutes(fleet),
});

const each = async (measure: (id: string) => Promise<number>): Promise<Record<string, number>> =>
  Object.fromEntries(await Promise.all(SERVICES.map(async (name) => [name, await measure(fleet.containers[name]!)] as const)));

/** Services that have more of something than before by more than a share of it. */
const grown = (before: Record<string, number>, after: Record<string, number>, share: number) =>
  SERVICES.filter((name) => after[name]! > before[name]! * (1 + share)).map((name) => ({
    name,
    before: before[name],
    after: after[name],
  }));

/** What is there once it has stayed the same for a while, longer than the reaper's rounds and the edge's idle connections. */
const STAYED_MS = 8_000;
async function settled(): Promise<Awaited<ReturnType<typeof things>>> {
  let before = '';
  let since = performance.now();
  return until('nothing to change any more', 90_000, async () => {
    const now = await things();
    if (JSON.stringify(now) !== before) since = performance.now();
    before = JSON.stringify(now);
    return performance.now() - since > STAYED_MS && now;
  });
}

/** What services hold once what they have freed is gone: V8 frees some of it on a thread of its own, after a collection. */
async function memoryHeld(): Promise<Record<string, number>> {
  for (let times = 0; times < 2; times++) await Promise.all(SERVICES.map((name) => collectGarbage(fleet.containers[name]!)));
  return each(memoryOf);
}

/** Growth a round of a service's memory that isn't one of its allocator's moods. */
const GROWTH = 0.05;
/** A leak grows with every round; pages that an allocator keeps for later don't. */
const ROUNDS = 3;

test('200 sandboxes that come and go leave what was there before', async () => {
  await cycle(WARM_UP);
  const before = await settled();
  expect(before.routes).toEqual([]);
  const memory = await memoryHeld();
  const files = await each(openFiles);

  for (let round = 1; round <= ROUNDS; round++) {
    await cycle(CYCLES);
    expect(await settled()).toEqual(before);
    const held = await memoryHeld();
    // Kept-alive connections end within a minute of their last use.
    await until('no more open files than before', 75_000, async () => {
      expect(grown(files, await each(openFiles), 0)).toEqual([]);
      return true;
    });
    const leaking = grown(memory, held, GROWTH * round);
    if (leaking.length === 0) return;
    if (round === ROUNDS) expect(leaking).toEqual([]);
  }
  // Up to 660 creates and deletes, four at a time, at about a second each on an idle machine and several on one under load.
}, 1_200_000);
