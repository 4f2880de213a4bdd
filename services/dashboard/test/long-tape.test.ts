import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Route } from 'playwright-core';
import { sharedService } from '../../../packages/cli/test/shared.ts';
import { type Reader, sitDown, withBrowser } from './reader.ts';
import { uploadReads } from './uploaded.ts';

/** More than a page asks for at once, and more than one such piece. */
const CALLS = 2_300;
const SCROLLED = 'document.querySelector("[role=listbox]").scrollTop';

withBrowser('the page of a run whose tape has not come yet', () => {
  const shared = sharedService();
  let reader: Reader;
  let run: string;
  beforeAll(async () => {
    reader = await sitDown(shared, '/runs', async (service) => {
      run = await uploadReads(service, CALLS);
    });
  });
  afterAll(() => reader?.leave());

  test('lists the calls that are looked at, and shows any of them; all are searched once they are there', async () => {
    const { page, service } = reader;
    const asked = new Promise<Route>((resolve) => page.route(`**/runs/${run}/tape`, resolve));
    await page.goto(`${service.origin}/runs/${run}`);
    const held = await asked;
    const calls = page.getByRole('listbox', { name: 'Calls' });
    const last = calls.getByRole('option', { name: `issues/${CALLS}`, exact: false });
    await last.waitFor();
    await page.getByText('They can be searched once all are loaded.').waitFor();
    const search = page.getByLabel('Search');
    expect(await search.isDisabled()).toBe(true);
    await calls.press('Home');
    await page.getByText(`After call 1 of ${CALLS.toLocaleString('en-US')}`).waitFor();
    await calls.getByText('GET /repos/acme/shop/issues/1', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'GET /repos/acme/shop/issues/1', exact: true }).waitFor();
    await page.getByRole('slider').fill('1200');
    await calls.getByText('GET /repos/acme/shop/issues/1200', { exact: true }).waitFor();
    await page.getByLabel('Answered', { exact: true }).getByText('"number": 1200').waitFor();
    const scrolled = await page.evaluate(SCROLLED);

    expect(scrolled).toBeGreaterThan(10_000);

    await held.continue();
    await page.getByRole('img', { name: /^Calls over time/ }).waitFor();
    expect(await page.evaluate(SCROLLED)).toBe(scrolled);
    await search.fill('issues/777');
    await page.getByText(`1 of ${CALLS.toLocaleString('en-US')} calls`).waitFor();
    await calls.getByText('GET /repos/acme/shop/issues/777', { exact: true }).waitFor();
    expect(reader.troubles).toEqual([]);
  });
});
