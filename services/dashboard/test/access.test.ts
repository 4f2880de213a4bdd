import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { sharedService } from '../../../packages/cli/test/shared.ts';
import { isWhole, shareOf } from '../../../packages/twin-kit/testing/share.ts';
import { newPage, type Reader, sitDown, withBrowser } from './reader.ts';
import { HOSTILE, hostileRun } from './service.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const SCREENS = [
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['dark', 390],
] as const;

/** Names stand for ids that are not known before. */
const PAGES = [
  '/checks?twin=gmail',
  '/scenarios',
  '/groups',
  '/groups/hostile-1?with=hostile-2',
  '/groups/none',
  '/sandboxes/GRADED',
  '/runs',
  '/runs?outcome=errored',
  '/sandboxes',
  '/sandboxes/OPEN',
  '/runs/RUN',
  '/runs/FORKED',
  '/keys',
  '/team',
  '/device',
  '/password',
  '/runs/run_00000000000000000000000000',
];

/** Pages that are looked at in `npm test`. */
const SHARE = 5;

let looks = 0;

/** At a page as it is, in each theme and width, or in the next of them. */
async function look(page: Page): Promise<void> {
  await page.evaluate(AXE);
  const nth = looks++ % SCREENS.length;
  for (const [colorScheme, width] of isWhole ? SCREENS : SCREENS.slice(nth, nth + 1)) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const { violations } = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as AxeResults;
    const grave = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    const done = await page.evaluate('[window.struck, document.querySelectorAll("main img, main script").length]');
    expect({ colorScheme, width, grave, wide, done }).toEqual({
      colorScheme,
      width,
      grave: [],
      wide: false,
      done: [undefined, 0],
    });
  }
}

withBrowser('every page of the dashboard', () => {
  const shared = sharedService();
  let reader: Reader;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    reader = await sitDown(shared, '/runs', async (service) => {
      const { client } = service;
      ids.RUN = await hostileRun(service);
      ids.GRADED = (await client.runs.get(ids.RUN)).session_id;
      await hostileRun(service, 'hostile-2');
      ids.OPEN = (await client.sandboxes.create({ twins: ['github', 'slack'] })).session_id;
      const { sandboxes } = await client.sandboxes.fork(ids.OPEN, { at: 0 });
      ids.FORKED = await hostileRun(service, 'hostile-2', sandboxes[0]);
    });
  });
  afterAll(() => reader?.leave());

  const addressOf = (path: string) => reader.service.origin + path.replace(/[A-Z]{3,}/, (name) => ids[name]!);

  test.each(shareOf(PAGES, SHARE))(
    '%s has no serious fault of access, nothing beyond its edge and no word that is done',
    async (path) => {
      const { page } = reader;
      await page.goto(addressOf(path));
      await page.locator('h1').first().waitFor();
      await page.locator('.loading').first().waitFor({ state: 'detached' });
      await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true');
      await page.locator('.loading').first().waitFor({ state: 'detached' });
      await look(page);
    },
  );

  test.each(['/runs', '/signin?token=unknown', '/device', '/invitation?token=unknown'])(
    '%s has none of these for whoever is signed out',
    async (path) => {
      const page = await newPage(reader.browser);
      await page.goto(reader.service.origin + path);
      await page.locator('h1').waitFor();
      await look(page);
      await page.context().close();
    },
  );

  test('can be gone through with the keyboard: another page begins at its top, with the focus there', async () => {
    const { page } = reader;
    await page.setViewportSize({ width: 1280, height: 300 });
    await page.goto(addressOf('/runs'));
    const link = page.locator('td.main a').last();
    await link.focus();
    await page.keyboard.press('Enter');
    await page.getByText('evaluated criteria passed').waitFor();
    expect(await page.evaluate('[scrollY, document.activeElement.id]')).toEqual([0, 'main']);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
  });

  test('says so where a part of it is gone with another build, and can be loaded again', async () => {
    const { page } = reader;
    await page.goto(addressOf('/runs'));
    await page.route('**/assets/keys-page-*.js', (route) => route.fulfill({ status: 404, body: '' }), { times: 1 });
    await page.getByRole('navigation').getByRole('link', { name: 'Keys' }).click();
    await page.getByRole('heading', { name: "This page can't be shown" }).waitFor();
    await page.getByRole('button', { name: 'Load it again' }).click();
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    // That was the browser's own word on it.
    reader.troubles.length = 0;
  });

  test('every button can be read under the mouse', async () => {
    const { page } = reader;
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(addressOf('/team'));
    await page.getByLabel('E-mail').fill('grace@example.com');
    await page.evaluate(AXE);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const button of await page.getByRole('button').all()) {
        await button.hover();
        const { violations } = (await page.evaluate("axe.run({ runOnly: 'color-contrast' })")) as AxeResults;
        expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
      }
    }
  });

  test('shows hostile text where it stands for a person to read', async () => {
    const { page } = reader;
    await page.goto(addressOf('/runs/RUN'));
    await page.getByRole('heading', { level: 1, name: HOSTILE.slice(0, 20) }).waitFor();
  });

  test('has the browser complain of nothing', () => {
    expect(reader.troubles).toEqual([]);
  });
});
