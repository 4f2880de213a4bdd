import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { sharedService } from '../../../packages/cli/test/shared.ts';
import { inTheWhole } from '../../../packages/twin-kit/testing/share.ts';
import { type Reader, sitDown, withBrowser } from './reader.ts';
import { HOSTILE, SEED, type Service } from './service.ts';

withBrowser('the page of an open sandbox', () => {
  const shared = sharedService();
  let reader: Reader;
  let service: Service;
  let page: Page;

  beforeAll(async () => {
    reader = await sitDown(shared, '/runs', async () => undefined);
    ({ service, page } = reader);
  });
  afterAll(() => reader?.leave());

  test('shows an agent at work, keeps to a call, forks, and grades it', async () => {
    const { session_id, per_twin, agent_token } = await service.client.sandboxes.create({ twins: ['github'], seed: SEED });
    const issues = `${per_twin.github?.api_url}/repos/acme/shop/issues`;
    const headers = { authorization: `Bearer ${agent_token}`, 'content-type': 'application/json' };
    const write = (title: string) => fetch(issues, { method: 'POST', headers, body: JSON.stringify({ title }) });
    await page.goto(`${service.origin}/sandboxes/${session_id}`);
    await page.getByText('No call yet.').waitFor();
    await fetch(issues, { headers });
    await page.getByText('After call 1 of 1').waitFor();
    await write(HOSTILE);
    await page.getByText('After call 2 of 2').waitFor();
    await page.getByLabel('Sent', { exact: true }).getByText('"title": "<img src=x').waitFor();
    await page.getByRole('listbox', { name: 'Calls' }).press('Home');
    await page.getByText('After call 1 of 2').waitFor();
    await write('Another');
    await page.getByText('After call 1 of 3').waitFor();
    await page.getByRole('button', { name: 'Changes since the seed' }).click();
    await page.getByText('Nothing differs from the seed.').waitFor();
    await page.getByRole('button', { name: 'Follow the last call' }).click();
    await page.getByText('After call 3 of 3').waitFor();
    await page.getByText('github after 3 of its calls.').waitFor();
    await page
      .getByLabel('Criteria, one sentence a line')
      .fill('Issue #1 in acme/shop is closed.\nIssue #1 in acme/shop has gone.');
    await page.getByText('binds to nothing').waitFor();
    await page.getByRole('button', { name: 'Fork after call 3' }).click();
    await page.getByText('Forked from', { exact: true }).waitFor();
    await page.getByText('After call 3 of 3').waitFor();
    await page.goBack();
    await page.getByLabel('Criteria, one sentence a line').fill('Issue #1 in acme/shop is closed.');
    await page.getByLabel("Agent's model").fill(HOSTILE);
    await page.getByRole('button', { name: 'Grade and close' }).click();
    await page.getByText('0 of 1 evaluated criteria passed').waitFor();
    await page.goto(`${service.origin}/sandboxes/${session_id}`);
    await page.getByRole('link', { name: 'see its run' }).click();
    await page.getByText('0 of 1 evaluated criteria passed').waitFor();
  });

  describe('a sandbox that ends while the page asks for a call', () => {
    let id: string;
    let held: Route;

    beforeEach(async () => {
      const { session_id, per_twin, agent_token } = await service.client.sandboxes.create({ twins: ['github'], seed: SEED });
      id = session_id;
      await page.goto(`${service.origin}/sandboxes/${id}`);
      await page.getByText('No call yet.').waitFor();
      const asked = new Promise<Route>((resolve) => page.route(`**/sandboxes/${id}/calls/github/1`, resolve));
      const headers = { authorization: `Bearer ${agent_token}` };
      await (await fetch(`${per_twin.github?.api_url}/repos/acme/shop/issues`, { headers })).arrayBuffer();
      held = await asked;
    });

    const stop = async () => {
      const { details } = await service.client.sandboxes.delete(id).catch((error) => error);
      await service.client.sandboxes.delete(id, { confirm_discard: details.discard_token });
    };

    test('by its reader is asked for nothing more', async () => {
      const givenUp = page.waitForEvent('requestfailed', (request) => request.url() === held.request().url());
      await page.getByRole('button', { name: 'Stop the sandbox' }).click();
      await page.getByRole('button', { name: 'Discard and stop' }).click();
      await givenUp;
      await page.getByText('The sandbox is closed.').waitFor();
    });

    inTheWhole(test)('by somebody else is shown as closed, without a fault', async () => {
      await stop();
      await held.continue();
      await page.getByText('The sandbox is closed.').waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
    });

    inTheWhole(test)('is shown as closed when its stream ends', async () => {
      await stop();
      await page.getByText('The sandbox is closed.').waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
    });
  });

  test('has the browser complain of nothing', () => {
    expect(reader.troubles).toEqual([]);
  });
});
