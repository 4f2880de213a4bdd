import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { TeamPeople } from '@svc/contract/dashboard';
import Provider from 'oidc-provider';
import { controlPlaneConfigSchema } from '../src/config.ts';
import { createInvitationLink } from '../src/index.ts';
import { Browser, target } from './support/cookie-jar.ts';
import { type Account, DASHBOARD_URL, INSTALLATION_SECRET, Installation } from './support/installation.ts';

const CLIENT = {
  client_id: 'svc',
  client_secret: 'a secret of these tests',
  redirect_uris: [`${DASHBOARD_URL}/signin/oidc/callback`],
};

let service: Installation;
let account: Account;
let provider: Server;
let issuer: string;

/** A certified OpenID provider (npm oidc-provider). Who signs in gives his address; one that begins with `unverified` is not verified. */
async function startProvider(): Promise<void> {
  // It warns that keys, pages and lifetimes of these tests are for tests.
  for (const level of ['warn', 'info'] as const) jest.spyOn(console, level).mockImplementation(() => {});
  provider = createServer();
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const callback = new Provider(issuer, {
    clients: [CLIENT],
    claims: { email: ['email', 'email_verified'] },
    cookies: { keys: ['a key of these tests'] },
    findAccount: async (_context, id) => ({
      accountId: id,
      claims: async () => ({
        sub: id,
        email: id.replace(/^(unverified|renamed)-/, ''),
        email_verified: !id.startsWith('unverified-'),
      }),
    }),
  }).callback();
  provider.on('request', callback);
}

beforeAll(async () => {
  await startProvider();
  service = await Installation.start(settings());
});
afterAll(async () => {
  await service.stop();
  provider.closeAllConnections();
  await new Promise((resolve) => provider.close(resolve));
});
beforeEach(async () => {
  account = await service.account();
});

const settings = (team?: string) => ({
  oidc: { issuer, clientId: CLIENT.client_id, clientSecret: CLIENT.client_secret, ...(team && { team }) },
});
const at = (path: string) => service.baseUrl.replace(/\/v1$/, '') + path;
const ours = (address: URL) => at(address.href.slice(DASHBOARD_URL.length));
const people = async (browser: Browser) => (await (await browser.ask(at('/dashboard/team'))).json()) as TeamPeople;
const ownEmail = async () =>
  (await service.database.selectFrom('users').select('email').where('id', '=', account.userId).executeTakeFirstOrThrow()).email;
let names = 0;
const unique = () => `ada-${++names}@example.test`;

/** From the button to where the provider sends the browser back to. */
async function atProvider(browser: Browser, login: string): Promise<URL> {
  let answer = await browser.open(target(await browser.open(at('/signin/oidc'))));
  for (let step = 0; step < 10; step += 1) {
    if (answer.status === 200) {
      const [, action] = /action="([^"]+)"/.exec(await answer.text())!;
      answer = await browser.send(new URL(action!, issuer), { prompt: step < 3 ? 'login' : 'consent', login, password: 'any' });
    } else {
      const next = target(answer);
      if (next.origin !== issuer) return next;
      answer = await browser.open(next);
    }
  }
  throw new Error(`the provider asks on: ${answer.status}`);
}

async function signIn(login: string, browser = new Browser()): Promise<{ browser: Browser; answer: Response }> {
  return { browser, answer: await browser.open(ours(await atProvider(browser, login))) };
}

describe("sign-in with an OpenID provider's account", () => {
  test('is offered on the page of a visitor who is not signed in, who comes back to where he wanted to go', async () => {
    const browser = new Browser();
    const page = await browser.open(at('/device?user_code=BCDF-GHJK'));
    expect(page.status).toBe(401);
    expect(await page.text()).toContain(`href="/signin/oidc">Continue with ${new URL(issuer).host}`);
    const { answer } = await signIn(await ownEmail(), browser);
    expect({ status: answer.status, to: answer.headers.get('location') }).toEqual({
      status: 303,
      to: '/device?user_code=BCDF-GHJK',
    });
  });

  test('finds the user of a verified address, and the same one when the address changes', async () => {
    const own = await ownEmail();
    const first = await signIn(own);
    expect((await people(first.browser)).you.id).toBe(account.userId);
    await service.database.updateTable('users').set({ email: unique() }).where('id', '=', account.userId).execute();
    const second = await signIn(own);
    expect((await people(second.browser)).you.id).toBe(account.userId);
  });

  test('takes an invitation to the address', async () => {
    const email = unique();
    await createInvitationLink(
      service.database,
      { teamId: account.teamId, email, role: 'owner', dashboardUrl: DASHBOARD_URL },
      service.clock,
    );
    const { browser } = await signIn(email);
    expect((await people(browser)).you.role).toBe('owner');
    const left = await service.database.selectFrom('invitations').selectAll().where('email', '=', email).execute();
    expect(left).toEqual([]);
  });

  test.each([
    ['of a stranger', unique(), 403],
    ['whose address is not verified', 'unverified-team-1@example.test', 403],
  ])('%s opens nothing', async (_what, login, status) => {
    const { browser, answer } = await signIn(login);
    expect(answer.status).toBe(status);
    expect((await browser.ask(at('/dashboard/team'))).status).toBe(401);
  });

  test('lets everybody of the provider into the team that is open to them, but nobody whom it removed', async () => {
    const { slug } = await service.database
      .selectFrom('teams')
      .select('slug')
      .where('id', '=', account.teamId)
      .executeTakeFirstOrThrow();
    await service.restart(settings(slug));
    const email = unique();
    const { browser } = await signIn(email);
    const { you } = await people(browser);
    expect(you.role).toBe('member');
    expect((await browser.ask(at(`/dashboard/team/members/${you.id}`), 'DELETE')).status).toBe(204);
    expect((await signIn(email)).answer.status).toBe(403);
    await service.restart(settings());
  });

  test.each<[string, (back: URL) => void]>([
    ['without its state', (back) => back.searchParams.delete('state')],
    ['with another state', (back) => back.searchParams.set('state', 'another')],
    ['with another code', (back) => back.searchParams.set('code', 'another')],
    ["with the provider's refusal", (back) => back.searchParams.set('error', 'access_denied')],
    ['with another issuer', (back) => back.searchParams.set('iss', 'https://elsewhere.example')],
  ])('an answer %s opens nothing', async (_what, change) => {
    const browser = new Browser();
    const back = await atProvider(browser, 'team-1@example.test');
    change(back);
    expect((await browser.open(ours(back))).status).toBe(401);
    expect((await browser.ask(at('/dashboard/team'))).status).toBe(401);
  });

  test('an answer is for the browser that asked, once', async () => {
    const browser = new Browser();
    const back = await atProvider(browser, await ownEmail());
    expect((await new Browser().open(ours(back))).status).toBe(401);
    expect((await browser.open(ours(back))).status).toBe(303);
    expect((await browser.open(ours(back))).status).toBe(401);
  });

  test('says so where the provider is away, and works again when it is back', async () => {
    await service.restart({ oidc: { ...settings().oidc, issuer: 'http://127.0.0.1:9' } });
    const answer = await new Browser().open(at('/signin/oidc'));
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('The provider does not answer.');
    await service.restart(settings());
    expect((await new Browser().open(at('/signin/oidc'))).status).toBe(303);
  });

  test('leaves no secret of it in the log', async () => {
    const browser = new Browser();
    const back = await atProvider(browser, 'team-1@example.test');
    await browser.open(ours(back));
    const log = service.logLines.join('\n');
    for (const secret of [CLIENT.client_secret, back.searchParams.get('code')!]) expect(log).not.toContain(secret);
  });

  test.each([
    ['https://login.example.test', true],
    ['http://127.0.0.1:8080', true],
    ['http://login.example.test', false],
  ])('of %s is taken: %s, as what is not encrypted stays on this machine', (address, taken) => {
    const config = { baseUrl: 'http://a.test/v1', twinsUrl: 'http://a.test', dashboardUrl: 'http://a.test' };
    const given = { ...config, installationSecret: INSTALLATION_SECRET, oidc: { ...settings().oidc, issuer: address } };
    expect(controlPlaneConfigSchema.safeParse(given).success).toBe(taken);
  });
});
