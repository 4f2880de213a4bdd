import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { sharedService } from '../../../packages/cli/test/shared.ts';
import { inTheWhole } from '../../../packages/twin-kit/testing/share.ts';
import { newPage, type Reader, sitDown, withBrowser } from './reader.ts';
import { HOSTILE, hostileRun, SEED, type Service } from './service.ts';

withBrowser('a walk through the dashboard with a browser', () => {
  const shared = sharedService();
  let reader: Reader;
  let service: Service;
  let browser: Browser;
  let page: Page;
  let run: string;

  beforeAll(async () => {
    reader = await sitDown(shared, '/runs?outcome=failed', ({ client }) =>
      client.sandboxes.create({ twins: ['github', 'slack'] }),
    );
    ({ service, browser, page } = reader);
  });
  afterAll(() => reader?.leave());

  test('begins at the page that was asked for, once its reader is signed in', () => {
    expect(page.url()).toBe(`${service.origin}/runs?outcome=failed`);
  });

  test('makes an example run where there is none', async () => {
    await page.goto(`${service.origin}/runs`);
    await page.getByRole('button', { name: 'Make an example run' }).click();
    await page.getByText('3 of 6 evaluated criteria passed').waitFor();
    await page.getByText('7 calls', { exact: true }).waitFor();
    await page.getByRole('img', { name: /^Calls over time/ }).waitFor();
    await page.getByRole('button', { name: 'Changes since the seed' }).click();
    await page.getByText('changed 5000001 #1 Rotate the deploy user every quarter').waitFor();
    await page.getByText(/^added 7000001 Summary: checkout shows/).waitFor();
    run = await hostileRun(service);
  });

  test('goes on where the browser says that it has lost its network: a service on this machine needs none', async () => {
    await page.evaluate("window.dispatchEvent(new Event('offline'))");
    await page.getByRole('navigation').getByRole('link', { name: 'Runs' }).click();
    await page.getByLabel('Outcome').selectOption('errored');
    await page.getByText('No run is like that.').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('2 runs, newest first').waitFor();
    await page.evaluate("window.dispatchEvent(new Event('online'))");
  });

  test('finds the run among the runs, and by its filters', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Runs' }).click();
    await page
      .getByRole('row', { name: /hostile-1/ })
      .getByRole('cell', { name: '50', exact: true })
      .waitFor();
    await page
      .getByRole('img', { name: /^Scores of .*50 failed/ })
      .first()
      .waitFor();
    await page.getByLabel('Outcome').selectOption('passed');
    await page.getByText('No run is like that.').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByLabel('Score from').fill('50.5');
    await page.getByLabel('Score from').press('Enter');
    await page.getByText('No run is like that.').waitFor();
    await page.getByLabel('Score from').fill('50');
    await page.getByLabel('Score from').press('Enter');
    await page.getByText('2 runs, newest first').waitFor();
    await page.getByLabel('Until').fill('2020-02-29');
    await page.getByText('No run is like that.').waitFor();
    await page.goBack();
    await page.getByText('2 runs, newest first').waitFor();
    expect(new URL(page.url()).search).toBe('?min_score=50');
    await page.getByRole('link', { name: 'hostile-1' }).click();
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByText('1 of 2 evaluated criteria passed').waitFor();
  });

  test('follows a verdict to its row, and sees the call and the world after it', async () => {
    await page.getByRole('button', { name: 'row 2', exact: true }).click();
    await page.getByText('After call 2 of 3').waitFor();
    await page.getByRole('heading', { name: 'POST /repos/acme/shop/issues' }).waitFor();
    await page.getByLabel('Sent', { exact: true }).getByText('"title": "New <img src=x').waitFor();
    await page.getByRole('button', { name: 'Changes since the seed' }).click();
    await page.getByText('added').first().waitFor();
    const calls = page.getByRole('listbox', { name: 'Calls' });
    await calls.press('ArrowUp');
    await page.getByText('After call 1 of 3').waitFor();
    await page.getByText('Nothing differs from the seed.').waitFor();
    await page.getByRole('button', { name: 'Records' }).click();
    await page.getByLabel('Collection').selectOption({ label: 'issues (1)' });
    await page.getByLabel('Record 1 of issues').getByText('<script>window.struck=1</script>').waitFor();
    await page.getByRole('combobox', { name: 'Calls' }).selectOption('refused');
    await page.getByText('1 of 3 calls').waitFor();
    await page.waitForURL(/\?step=1$/);
  });

  test('shows hostile text as text', async () => {
    await page.goto(`${service.origin}/runs/${run}`);
    await page.getByRole('heading', { level: 1, name: HOSTILE.slice(0, 20) }).waitFor();
    expect(await page.evaluate('[window.struck, document.querySelectorAll("main img, main script").length]')).toEqual([
      undefined,
      0,
    ]);
  });

  inTheWhole(test)('takes the tape and the state home', async () => {
    for (const name of ['report.md', 'events.jsonl', 'state_final.json']) {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
      expect(await download.failure()).toBeNull();
    }
    await page.getByText('Report, to paste').click();
    await page.getByLabel('the report', { exact: true }).getByText('No new issues were opened in acme/shop.').waitFor();
  });

  inTheWhole(test)('forks from the run of a fork, whose parent is open', async () => {
    const { client } = service;
    const parent = await client.sandboxes.create({ twins: ['github'], seed: SEED });
    const issues = `${parent.per_twin.github?.api_url}/repos/acme/shop/issues`;
    await (await fetch(issues, { headers: { authorization: `Bearer ${parent.agent_token}` } })).arrayBuffer();
    const { sandboxes } = await client.sandboxes.fork(parent.session_id, { at: 1 });
    await page.goto(`${service.origin}/runs/${await hostileRun(service, 'hostile-1', sandboxes[0])}`);
    await page.getByText('a call before the fork can be forked from').waitFor();
    await page.getByRole('listbox', { name: 'Calls' }).press('Home');
    await page.getByRole('button', { name: 'Fork after call 1' }).click();
    await page.getByText('Forked from', { exact: true }).waitFor();
    await page.getByRole('link', { name: parent.session_id }).waitFor();
    await page.getByText('After call 1 of 1').waitFor();
  });

  test('mints a key, uses it, revokes it and is refused', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Keys' }).click();
    await page.getByLabel('Name').fill(HOSTILE.slice(0, 40));
    await page.getByRole('button', { name: 'Mint a key' }).click();
    const key = await page.getByText(/^svc_\w+$/).textContent();
    const me = () => fetch(`${service.origin}/v1/me`, { headers: { authorization: `Bearer ${key}` } });
    expect((await me()).status).toBe(200);
    await page
      .getByRole('row', { name: HOSTILE.slice(0, 10) })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('revoked').first().waitFor();
    expect((await me()).status).toBe(403);
  });

  inTheWhole(test)('invites somebody, who joins with a password and sees the team as a member', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Team' }).click();
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByRole('button', { name: 'Invite' }).click();
    const link = await page.getByText(/\/invitation\?token=\w+$/).textContent();
    await page.getByRole('row', { name: 'ada@example.com' }).getByRole('button', { name: 'Withdraw' }).waitFor();
    const ada = await newPage(browser);
    await ada.goto(link!);
    await ada.getByLabel('New password').fill('correct horse battery');
    await ada.getByRole('button', { name: 'Join' }).click();
    await ada.getByRole('navigation').getByRole('link', { name: 'Team' }).click();
    await ada.getByText('ada@example.com (you)').waitFor();
    expect(await ada.getByRole('button', { name: 'Invite' }).count()).toBe(0);
    await ada.getByRole('button', { name: 'Sign out' }).click();
    await ada.goto(`${service.origin}/team`);
    await ada.getByLabel('E-mail').fill('ada@example.com');
    await ada.getByLabel('Password').fill('not the password');
    await ada.getByRole('button', { name: 'Sign in' }).click();
    await ada.getByText('E-mail and password do not fit together.').waitFor();
    await ada.getByLabel('E-mail').fill('ada@example.com');
    await ada.getByLabel('Password').fill('correct horse battery');
    await ada.getByRole('button', { name: 'Sign in' }).click();
    await ada.waitForURL(/\/team$/);
    await page.reload();
    await page.getByLabel('Role of ada@example.com').selectOption('owner');
    await page.getByRole('row', { name: 'ada@example.com' }).getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('row', { name: 'ada@example.com' }).waitFor({ state: 'detached' });
    await ada.reload();
    await ada.getByLabel('Sign-in link').waitFor();
    await ada.context().close();
  });

  test('starts a sandbox in a world of its own, connects to it, and stops it after a warning', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Sandboxes' }).click();
    await page.getByText(/^\d+ of at most \d+ open/).waitFor();
    await page.getByLabel('Only those that are open').check();
    await page.getByRole('row', { name: /slack .* none in \d+ min/ }).waitFor();
    await page.getByRole('link', { name: 'its run' }).first().waitFor({ state: 'detached' });
    await page.getByLabel('Only those that are open').uncheck();
    await page.getByRole('link', { name: 'its run' }).first().waitFor();
    await page.getByLabel('Twin').selectOption('github');
    await page.getByLabel('World').selectOption({ label: 'an example: Label a bug' });
    await page.getByText('It would boot.', { exact: true }).waitFor();
    await page.getByLabel('World').selectOption('own');
    const start = page.getByRole('button', { name: 'Start a sandbox' });
    const seed = page.getByLabel('Seed, as JSON');
    await seed.fill('{"repositories": 7}');
    await page
      .getByText(/repositories/)
      .and(page.getByRole('status'))
      .waitFor();
    expect(await start.isDisabled()).toBe(true);
    await seed.fill(JSON.stringify({ repositories: [], colour: HOSTILE }));
    await page.getByText('It would boot. Not known to the twin, and dropped: colour.').waitFor();
    await start.click();
    await page.getByRole('button', { name: 'gh, over svc connect' }).click();
    await page.getByText(/^svc connect ses_\w+ --twin github --port 8080$/).waitFor();
    await page.getByRole('button', { name: 'octokit' }).click();
    await page.getByLabel('octokit', { exact: true }).getByText("import { Octokit } from 'octokit';").waitFor();
    await page.getByRole('button', { name: 'Environment' }).click();
    const told = await page.getByLabel('Environment', { exact: true }).textContent();
    const [, url] = /SVC_GITHUB_REST_URL=(\S+)/.exec(told!)!;
    const [, token] = /SVC_AUTH_TOKEN=(\S+)$/.exec(told!.trim())!;
    const state = await fetch(`${url}/_svc/state`, { headers: { authorization: `Bearer ${token}` } });
    expect(await state.json()).toMatchObject({ repositories: [] });
    await page.getByRole('button', { name: 'Stop the sandbox' }).click();
    await page.getByRole('button', { name: 'Keep it open' }).click();
    await page.getByRole('button', { name: 'Stop the sandbox' }).click();
    await page.getByRole('button', { name: 'Discard and stop' }).click();
    await page.getByText('The sandbox is closed.').waitFor();
    expect((await fetch(`${url}/_svc/state`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(410);
  });

  inTheWhole(test)('holds two groups against each other', async () => {
    await hostileRun(service, 'hostile-2');
    await page.goto(`${service.origin}/groups`);
    await page.getByLabel(/^Compare/).selectOption('hostile-1');
    await page.getByLabel(/^with/).selectOption('hostile-2');
    await page.getByRole('button', { name: 'Side by side' }).click();
    await page.getByText(/^The difference may well be chance: p = 1\.000 \(McNemar.*1 pair\)/).waitFor();
    await page.getByRole('cell', { name: /No new issues were opened/ }).waitFor();
  });

  test('fills the slots of a check, tries a sentence, and writes a scenario with it', async () => {
    await page.goto(`${service.origin}/checks?twin=github`);
    await page.getByLabel('Try a sentence').fill('Issue #1 in acme/shop has gone away.');
    await page.getByText('binds to nothing').waitFor();
    await page.getByLabel('Try a sentence').fill('');
    await page.getByLabel('Search').fill('has the label');
    await page
      .getByRole('button', { name: /^Issue #.*has the label/ })
      .first()
      .click();
    await page.getByRole('textbox', { name: /^label/ }).fill('urgent');
    await page.getByText('binds', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add to the scenario' }).click();
    await page.getByRole('link', { name: 'See the scenario' }).click();
    const editor = page.getByLabel('Scenario, as markdown');
    expect(await editor.inputValue()).toMatch(/- \[code\] .*\n- \[code:github\] .*"urgent"/);
    await editor.fill((await editor.inputValue()).replace('twins: [github]', 'twins: [githib]'));
    await page.getByText('there is no twin called "githib"').waitFor();
    await page.getByText('Write: twins: [github]').waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save as scenario.md' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('scenario.md');
  });

  test('ends when its reader signs out', async () => {
    await page.goto(`${service.origin}/runs`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out').waitFor();
    await page.goto(`${service.origin}/runs`);
    await page.getByLabel('Sign-in link').waitFor();
  });

  test('asked nothing of another host, and had the browser complain of nothing', () => {
    expect(reader.troubles).toEqual([]);
  });
});
