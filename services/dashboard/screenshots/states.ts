import type { Browser, Page } from 'playwright-core';
import type { Service } from '../test/service.ts';
import { uploadReads } from '../test/uploaded.ts';

type Take = (page: Page, name: string) => Promise<void>;

/** The pages of a team that has nothing yet. */
export async function takeEmpty(page: Page, { origin }: Service, take: Take): Promise<void> {
  for (const name of ['groups', 'sandboxes']) {
    await page.goto(`${origin}/${name}`);
    await page.locator('h1').waitFor();
    await page.locator('.loading').first().waitFor({ state: 'detached' });
    await take(page, `${name}-empty`);
  }
}

/** What a page says where something went wrong, or asks before it does what can't be undone. */
export async function takeStates(page: Page, { origin, client }: Service, take: Take): Promise<void> {
  const { session_id } = await client.sandboxes.create({ twins: ['github'] });
  await page.goto(`${origin}/sandboxes/${session_id}`);
  await page.getByRole('button', { name: 'Stop the sandbox' }).click();
  await page.getByRole('button', { name: 'Discard and stop' }).waitFor();
  await take(page, 'stop-asked');
  await page.getByRole('button', { name: 'Discard and stop' }).click();
  await page.getByText('The sandbox is closed.').waitFor();
  await take(page, 'sandbox-closed');
  await page.goto(`${origin}/keys`);
  await page.getByLabel('Name').fill('build server');
  await page.getByRole('button', { name: 'Mint a key' }).click();
  await page.getByText(/^svc_\w+$/).waitFor();
  await take(page, 'key-minted');
  await page.route('**/v1/runs?*', (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/json',
      body: JSON.stringify({ error: { type: 'validation_failed', message: 'min_score must be a number.', request_id: 'req_1' } }),
    }),
  );
  await page.goto(`${origin}/runs`);
  await page.getByRole('alert').waitFor();
  await take(page, 'refused');
  await page.unroute('**/v1/runs?*');
  await page.route('**/assets/team-page-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto(`${origin}/team`);
  await page.getByRole('button', { name: 'Load it again' }).waitFor();
  await take(page, 'part-gone');
  await page.unroute('**/assets/team-page-*.js');
}

const LONG_RUN_CALLS = 2_300;

/** A run whose tape is still coming. */
export async function takeLoading(page: Page, service: Service, take: Take): Promise<void> {
  const run = await uploadReads(service, LONG_RUN_CALLS);
  await page.route(`**/runs/${run}/tape`, () => undefined);
  await page.goto(`${service.origin}/runs/${run}?step=1200`);
  await page.locator('[role=option] .status').first().waitFor();
  await take(page, 'run-loading');
  await page.unroute(`**/runs/${run}/tape`);
}

/** What somebody sees who isn't signed in. */
export async function takeSignedOut(browser: Browser, { origin, signInLink }: Service, take: Take): Promise<void> {
  const page = await browser.newPage();
  await page.goto(`${origin}/runs?outcome=failed`);
  await take(page, 'sign-in');
  await page.goto(signInLink);
  await take(page, 'sign-in-link');
  await page.goto(`${origin}/signin?token=unknown`);
  await take(page, 'sign-in-link-unknown');
  await page.close();
}

/** A command line that asks to be let in, a password, and somebody who is invited. */
export async function takePeople(page: Page, { origin, client }: Service, take: Take): Promise<void> {
  const { user_code } = await client.device.code({ client_name: 'laptop' });
  await page.goto(`${origin}/device`);
  await take(page, 'device');
  await page.getByLabel('Code shown by svc login').fill(user_code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  await take(page, 'device-asked');
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('The command line is let in.').waitFor();
  await take(page, 'device-approved');
  await page.goto(`${origin}/password`);
  await take(page, 'password');
  await page.goto(`${origin}/team`);
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByRole('button', { name: 'Invite' }).click();
  const link = (await page.getByText(/\/invitation\?token=\w+$/).textContent()) as string;
  await take(page, 'team-invited');
  await page.goto(link);
  await take(page, 'invitation');
}
