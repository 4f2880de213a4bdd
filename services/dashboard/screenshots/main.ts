// Takes a picture of every page of the dashboard, in both themes and at the width of a phone; with --docs also those of docs/dashboard.md.
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type Service, startService } from '../test/service.ts';
import { takeEmpty, takeLoading, takePeople, takeSignedOut, takeStates } from './states.ts';
import { makeGroups, openSandbox } from './world.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const { docs, only } = parseArgs({ options: { docs: { type: 'boolean', default: false }, only: { type: 'string' } } }).values;
const CHROMIUM = process.env.SVC_CHROMIUM ?? '/usr/bin/chromium';
const FOLDER = join(root, '.svc/screenshots');
const TRIALS = 4;
const SCREENS = [
  { name: 'light', colorScheme: 'light', width: 1280, height: 860 },
  { name: 'dark', colorScheme: 'dark', width: 1280, height: 860 },
  { name: 'phone', colorScheme: 'light', width: 390, height: 844 },
] as const;

const isWanted = (name: string): boolean => only === undefined || only.split(',').includes(name);

const DOCS: Readonly<Record<string, { screen: string; file: string }>> = {
  run: { screen: 'light', file: 'run.png' },
  changes: { screen: 'dark', file: 'changes.png' },
  comparison: { screen: 'light', file: 'comparison.png' },
  live: { screen: 'light', file: 'live.png' },
};

async function showCheck(page: Page): Promise<void> {
  await page.getByLabel('Try a sentence').fill('Issue #1 in acme/web was labelled "bug".');
  await page.getByLabel('Search').fill('label');
  await page
    .getByRole('button', { name: /has the label/ })
    .first()
    .click();
  await page.getByText('binds', { exact: true }).waitFor();
}

async function showSeed(page: Page): Promise<void> {
  await page.getByLabel('World').selectOption('example');
  const seed = page.getByLabel('Seed, as JSON');
  await seed.fill((await seed.inputValue()).replace('"open"', '"opened"'));
  await page.getByRole('status').getByText(/state/).first().waitFor();
}

async function showFindings(page: Page): Promise<void> {
  await page.getByText('Nothing is wrong with it.').waitFor();
  const editor = page.getByLabel('Scenario, as markdown');
  const wrong = (await editor.inputValue()).replace('has the label "bug"', 'was labelled "bug"');
  await editor.fill(wrong.replace('twins: [github]', 'twins: [githib]'));
  await page
    .getByRole('status')
    .getByText(/\d error/)
    .waitFor();
}

async function showRecords(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Records' }).click();
  await page.getByLabel('Collection').selectOption({ label: 'issues (2)' });
}

const showReport = (page: Page) => page.getByText('Report, to paste into a comment').click();

const showChanges = (page: Page) => page.getByRole('button', { name: 'Changes since the seed' }).click();

if (!existsSync(CHROMIUM))
  throw new Error(`There is no ${CHROMIUM}: install Debian's package chromium, or name one in SVC_CHROMIUM.`);
await mkdir(FOLDER, { recursive: true });
const service = await startService();
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
try {
  await takeAll(service, browser);
} finally {
  await browser.close();
  await service.stop();
}

async function takeAll(service: Service, within: Browser): Promise<void> {
  const { origin, signInLink } = service;
  if (isWanted('sign-in')) await takeSignedOut(within, service, take);
  const page = await within.newPage({ viewport: { width: 1280, height: 860 } });
  await page.goto(signInLink);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await take(page, 'runs-empty');
  if (isWanted('empty')) await takeEmpty(page, service, take);
  await page.goto(`${origin}/runs`);
  await page.getByRole('button', { name: 'Make an example run' }).click();
  await page.waitForURL(/\/runs\/run_/);
  const run = new URL(page.url()).pathname;
  await makeGroups(service, TRIALS);
  const live = await openSandbox(service, 'Triage a bug report');
  for (const step of [...live.calls.half, ...live.calls.good]) await live.call(step);
  const pages: [name: string, path: string, prepare?: (page: Page) => Promise<unknown>][] = [
    ['runs', '/runs'],
    ['run', run, (on) => on.getByRole('listbox', { name: 'Calls' }).waitFor()],
    ['changes', `${run}?step=4`, showChanges],
    ['records', `${run}?step=4`, showRecords],
    ['report', run, showReport],
    ['runs-none', '/runs?outcome=errored'],
    ['groups', '/groups'],
    ['group', '/groups/after-the-change'],
    ['comparison', '/groups/before-the-change?with=after-the-change'],
    ['sandboxes', '/sandboxes'],
    ['seed', '/sandboxes', showSeed],
    ['live', `/sandboxes/${live.id}`, (on) => on.getByRole('listbox', { name: 'Calls' }).waitFor()],
    ['checks', '/checks?twin=github', showCheck],
    ['scenario', '/scenarios', showFindings],
    ['keys', '/keys'],
    ['team', '/team'],
    ['nothing', '/runs/run_00000000000000000000000000'],
  ];
  for (const [name, path, prepare] of pages) {
    if (!isWanted(name)) continue;
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.goto(origin + path);
    await page.locator('h1').waitFor();
    await prepare?.(page);
    await take(page, name);
  }
  if (isWanted('run-loading')) await takeLoading(page, service, take);
  if (isWanted('states')) await takeStates(page, service, take);
  if (isWanted('people')) await takePeople(page, service, take);
}

async function take(page: Page, name: string): Promise<void> {
  for (const { name: screen, colorScheme, width, height } of SCREENS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(400);
    const path = join(FOLDER, `${name}-${screen}.png`);
    // What lies over a page is drawn over what is in sight of it.
    const fullPage = (await page.locator('dialog[open]').count()) === 0;
    await page.screenshot({ path, fullPage });
    const wanted = DOCS[name];
    if (docs && wanted?.screen === screen)
      await page.screenshot({ path: join(root, 'docs/dashboard', wanted.file), fullPage: true });
    process.stdout.write(`${relative(process.cwd(), path)}\n`);
  }
}
