import { existsSync } from 'node:fs';
import { describe } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { SharedService } from '../../../packages/cli/test/shared.ts';
import { type Service, serviceOf } from './service.ts';

/** Debian's. Elsewhere what needs it is skipped and says so; in CI it fails. */
const CHROMIUM = process.env.SVC_CHROMIUM ?? '/usr/bin/chromium';
const LACKING = `There is no ${CHROMIUM}: install Debian's package chromium, or name one in SVC_CHROMIUM.`;

/** Waited for what a busy machine is slow with, in milliseconds; a test has as long as all tests have. */
const PATIENCE_MS = 120_000;

/** Tests that need a browser. */
export const withBrowser = existsSync(CHROMIUM) || process.env.CI ? describe : describe.skip;
if (!existsSync(CHROMIUM)) process.stderr.write(`${LACKING}\n`);

/** Somebody with a browser of his own, signed in to a team of his own. */
export interface Reader {
  service: Service;
  browser: Browser;
  page: Page;
  /** What the browser complains of, and what it asked of other hosts. */
  troubles: string[];
  leave(): Promise<void>;
}

/** A page of somebody else's browser. */
export async function newPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  return page;
}

/** @param prepare makes what is there before he comes @param path where he wants to go first */
export async function sitDown(
  shared: SharedService,
  path: string,
  prepare: (service: Service) => Promise<unknown>,
): Promise<Reader> {
  if (!existsSync(CHROMIUM)) throw new Error(LACKING);
  const service = serviceOf(shared);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'], timeout: PATIENCE_MS });
  const leave = () => browser.close();
  try {
    return { ...(await signIn(path, service, browser, prepare)), leave };
  } catch (error) {
    await leave();
    throw error;
  }
}

async function signIn(
  path: string,
  service: Service,
  browser: Browser,
  prepare: (service: Service) => Promise<unknown>,
): Promise<Omit<Reader, 'leave'>> {
  await prepare(service);
  const page = await newPage(browser);
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => {
    // Refusals are answered where the tests ask for them.
    if (message.type() === 'error' && !/status of (401|404|409|422)/.test(message.text())) troubles.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(service.origin) && !request.url().startsWith('data:')) troubles.push(request.url());
  });
  await page.goto(`${service.origin}${path}`);
  await page.getByLabel('Sign-in link').fill(service.signInLink);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { service, browser, page, troubles };
}
