import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { worldsOf } from '../../../packages/cli/test/hostile/examples.ts';
import { tapeOf, textsOf, type World, withMore } from '../../../packages/cli/test/hostile/worlds.ts';
import { sharedService } from '../../../packages/cli/test/shared.ts';
import type { Twin } from '../../../packages/twin-kit/src/index.ts';
import { shareOf } from '../../../packages/twin-kit/testing/share.ts';
import { loadTwin, twinIds } from '../../../packages/twins/src/index.ts';
import { type Reader, sitDown, withBrowser } from './reader.ts';
import { HOSTILE, type Service } from './service.ts';
import { uploadRun } from './uploaded.ts';

/** The default world of a twin, with hostile text at the end of every text there is. */
const hostileWorld = (twin: Twin): World => {
  const [world] = worldsOf(twin) as [World];
  return textsOf(world).reduce((changed, { path }) => withMore(changed, path, HOSTILE), world);
};

/** A run whose tape and world are hostile in every field, as somebody may upload one. @returns its id and how many calls it has */
async function uploaded(service: Service, twin: Twin): Promise<{ id: string; calls: number }> {
  const world = hostileWorld(twin);
  const rows = tapeOf(twin.id, twin.definition.tools[0]?.name ?? 'write', world);
  const seed = Object.fromEntries(Object.keys(world).map((name) => [name, []]));
  const id = await uploadRun(service, twin.id, { rows, seed, world }, { text: HOSTILE, agent_model: HOSTILE });
  return { id, calls: rows.length };
}

withBrowser('a run that is hostile in every field of a twin', () => {
  const shared = sharedService();
  let reader: Reader;
  beforeAll(async () => {
    reader = await sitDown(shared, '/runs', async () => {});
  });
  afterAll(() => reader?.leave());

  test.each(shareOf(twinIds, 1))('of %s shows as text', async (id) => {
    const twin = (await loadTwin(id)) as Twin;
    const { page, service } = reader;
    const run = await uploaded(service, twin);
    await page.goto(`${service.origin}/runs/${run.id}`);
    await page.getByText(`After call ${run.calls} of ${run.calls}`).waitFor();
    await page.getByRole('button', { name: 'Changes since the seed' }).click();
    await page.getByText(`${id} after ${run.calls} of its calls.`).waitFor();
    await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    const calls = page.getByRole('listbox', { name: 'Calls' });
    await calls.press('Home');
    let shown = 0;
    for (let call = 1; call <= run.calls; call += 1) {
      await page.getByText(`After call ${call} of ${run.calls}`).waitFor();
      const sent = page.getByLabel('Sent', { exact: true });
      await sent.waitFor();
      if ((await sent.textContent())?.includes('<img src=x')) shown += 1;
      await calls.press('ArrowDown');
    }
    expect(shown).toBeGreaterThan(run.calls / 2);
    expect(await page.locator('img[src=x]').count()).toBe(0);
    expect(await page.evaluate('window.struck')).toBeUndefined();
    expect(reader.troubles).toEqual([]);
  });
});
