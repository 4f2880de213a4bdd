import { afterAll, describe, expect, test } from '@jest/globals';
import { twinIds } from '@svc/twins';
import { callTwin, clientOf, createSandbox, discardAll, FINALIZE, ISSUES, json, WORLD } from '../fleet/client.ts';
import { namedTwinsOf, twinsOf } from '../fleet/engine.ts';
import { availableTwins } from '../fleet/environment.ts';
import { sharedFleet } from '../fleet/shared.ts';
import { until } from '../fleet/wait.ts';

const client = clientOf(sharedFleet());

const available = await availableTwins();
/** Every set of three that has github in it, for a write to look at. */
const triples = available
  .filter((id) => id !== 'github')
  .flatMap((second, index, others) => others.slice(index + 1).map((third) => ['github', second, third]));
const absent = twinIds.filter((id) => !available.includes(id));

afterAll(() => discardAll(client));

test.each(available)('%s starts with its default world, in one container, and is gone at the end', async (twin) => {
  const sandbox = await createSandbox(client, { twins: [twin] });
  expect((await callTwin(sandbox, '/_svc/health', {}, twin)).status).toBe(200);
  expect(await json(await callTwin(sandbox, '/_svc/state', {}, twin))).toEqual(expect.anything());
  await namedTwinsOf(sandbox.id);
  await discardAll(client);
  await until('its container to be gone', 10_000, async () => (await twinsOf(sandbox.id)).length === 0);
});

const several = triples.length > 0 ? triples : [['github', ...available.filter((id) => id !== 'github')]];
describe.each(several)('a sandbox of %s, %s and %s', (...chosen) => {
  const twins = chosen.filter((id): id is string => typeof id === 'string');

  test('has a container, a world and a tape a twin, and one grade over them', async () => {
    const sandbox = await createSandbox(client, { twins, seed: { github: WORLD } });
    await namedTwinsOf(sandbox.id, twins.length);
    await json(await callTwin(sandbox, ISSUES, { method: 'POST', body: { title: 'Only on one' } }));
    for (const twin of twins) {
      const rows = await json<unknown[]>(await callTwin(sandbox, '/_svc/events', {}, twin));
      expect(rows).toHaveLength(twin === 'github' ? 1 : 0);
    }
    const result = await client.sandboxes.finalize(sandbox.id, FINALIZE);
    expect(result.score).toBe(100);
    const state = await client.runs.state(result.run_id);
    if (twins.length > 1) expect(Object.keys(state.per_twin ?? {}).sort()).toEqual([...twins].sort());
  });
});

if (absent.length > 0) {
  test.each(absent)('%s has no image and is refused', async (twin) => {
    const refusal = await client.sandboxes.create({ twins: [twin] }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      status: 422,
      details: { error: expect.stringMatching(/twin_snapshot_unavailable|unknown_twins/) },
    });
  });
}
