import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { KeyRow, MintedInvitation, TeamPeople } from '@svc/contract/dashboard';
import { inTheWhole } from '@svc/twin-kit/testing/share';
import { createSignInLink } from '../src/index.ts';
import { Browser, target } from './support/cookie-jar.ts';
import { type Account, DASHBOARD_URL, Installation } from './support/installation.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const GOOD = 'correct horse battery';

let service: Installation;
let account: Account;
let owner: Browser;

beforeAll(async () => {
  service = await Installation.start({ trustedHops: 1 });
});
afterAll(() => service.stop());
beforeEach(async () => {
  account = await service.account({ planTier: 'enterprise' });
  owner = await signedIn(account.userId);
});

const at = (path: string) => service.baseUrl.replace(/\/v1$/, '') + path;
const here = (link: string) => at(link.slice(DASHBOARD_URL.length));

async function signedIn(userId: string): Promise<Browser> {
  const browser = new Browser();
  const link = await createSignInLink(service.database, { userId, dashboardUrl: DASHBOARD_URL }, service.clock);
  await browser.send(at('/signin'), { token: new URL(link).searchParams.get('token')! });
  return browser;
}

async function invite(email: string, role = 'member', by = owner): Promise<string> {
  const answer = await by.ask(at('/dashboard/team/invitations'), 'POST', { email, role });
  expect(answer.status).toBe(201);
  return here(((await answer.json()) as MintedInvitation).link);
}

/** Somebody new, in the team by an invitation. */
async function join(email: string, password = GOOD, role = 'member'): Promise<Browser> {
  const token = new URL(await invite(email, role)).searchParams.get('token')!;
  const browser = new Browser();
  expect((await browser.send(at('/invitation'), { token, password })).status).toBe(303);
  return browser;
}

const people = async (browser: Browser) => (await (await browser.ask(at('/dashboard/team'))).json()) as TeamPeople;
const memberId = async (email: string) => (await people(owner)).members.find((member) => member.email === email)!.id;
const isIn = async (browser: Browser) => (await browser.ask(at('/dashboard/team'))).status === 200;
let clients = 0;
/** From a client of its own, unless one is named: tries are counted by it. */
const password = (email: string, typed: string, client = `192.0.2.${++clients}`, browser = new Browser()) =>
  browser.send(at('/signin/password'), { email, password: typed }, { 'x-forwarded-for': client });
const unique = () => `ada-${++clients}@example.test`;

describe('an invitation', () => {
  test('shows whom it is for, and makes one member of the team, once', async () => {
    const email = unique();
    const link = await invite(email);
    const token = new URL(link).searchParams.get('token')!;
    const page = await (await new Browser().open(link)).text();
    expect(page).toContain(email);
    expect(page).toContain('as a member');
    const ada = new Browser();
    const joined = await ada.send(at('/invitation'), { token, password: GOOD });
    expect({ status: joined.status, to: target(joined).pathname }).toEqual({ status: 303, to: '/' });
    expect((await people(ada)).you.role).toBe('member');
    expect((await people(owner)).members.map((member) => [member.email, member.role, member.has_password])).toContainEqual([
      email,
      'member',
      true,
    ]);
    for (const again of [
      await new Browser().open(link),
      await new Browser().send(at('/invitation'), { token, password: GOOD }),
    ]) {
      expect(again.status).toBe(401);
    }
  });

  inTheWhole(test)('of two browsers that take it at once, one is let in', async () => {
    const token = new URL(await invite(unique())).searchParams.get('token')!;
    const answers = await Promise.all([1, 2, 3].map(() => new Browser().send(at('/invitation'), { token, password: GOOD })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 401, 401]);
  });

  test('works for a week, unless it is withdrawn or made anew', async () => {
    const old = await invite(unique());
    service.clock.advance(7 * DAY_MS);
    expect((await new Browser().open(old)).status).toBe(401);
    owner = await signedIn(account.userId);
    const email = unique();
    const first = await invite(email);
    const second = await invite(email, 'owner');
    expect((await new Browser().open(first)).status).toBe(401);
    expect((await new Browser().open(second)).status).toBe(200);
    const [open] = (await people(owner)).invitations.slice(-1);
    expect(open).toMatchObject({ email, role: 'owner' });
    expect((await owner.ask(at(`/dashboard/team/invitations/${open!.id}`), 'DELETE')).status).toBe(204);
    expect((await new Browser().open(second)).status).toBe(401);
  });

  inTheWhole(test)('is kept only as its hash', async () => {
    const token = new URL(await invite(unique())).searchParams.get('token')!;
    expect(JSON.stringify(await service.database.selectFrom('invitations').selectAll().execute())).not.toContain(token);
  });

  test.each([
    ['short', 'elevenchars'],
    ['of a few characters only', 'abababababab'],
    ['longer than 200 characters', 'abcdefgh'.repeat(26)],
  ])('is not taken with a password that is %s, and works on', async (_what, weak) => {
    const link = await invite(unique());
    const token = new URL(link).searchParams.get('token')!;
    expect((await new Browser().send(at('/invitation'), { token, password: weak })).status).toBe(422);
    expect((await new Browser().open(link)).status).toBe(200);
  });

  test('is not made for one who is there, or for what is no address', async () => {
    await join('grace@example.test');
    const asked = (email: string) => owner.ask(at('/dashboard/team/invitations'), 'POST', { email, role: 'member' });
    expect((await asked('Grace@Example.test')).status).toBe(409);
    expect((await asked('nobody')).status).toBe(422);
    expect((await asked('a@b.test\u0000')).status).toBe(422);
  });
});

describe('a password', () => {
  test('opens a session, however the address is spelled', async () => {
    const email = unique();
    await join(email);
    const browser = new Browser();
    const answer = await password(email.toUpperCase(), GOOD, undefined, browser);
    expect(answer.status).toBe(303);
    expect(await isIn(browser)).toBe(true);
  });

  test('that is wrong, and one of nobody, get the same page', async () => {
    const email = unique();
    await join(email);
    const [wrong, nobody] = [await password(email, 'not the password'), await password(unique(), GOOD)];
    expect([wrong.status, nobody.status]).toEqual([401, 401]);
    expect(await wrong.text()).toBe(await nobody.text());
    expect(wrong.headers.has('set-cookie')).toBe(false);
  });

  test('can be tried five times in a quarter of an hour, also where many come at once', async () => {
    const email = unique();
    await join(email);
    const client = '198.51.100.7';
    const answers = await Promise.all(Array.from({ length: 8 }, () => password(email, 'not the password', client)));
    expect(answers.map(({ status }) => status).sort()).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    expect((await password(email, GOOD, client)).status).toBe(429);
    expect((await password(email, GOOD)).status).toBe(303);
    service.clock.advance(15 * MINUTE_MS);
    expect((await password(email, GOOD, client)).status).toBe(303);
  });

  inTheWhole(test)('cannot be tried of many addresses by one client', async () => {
    const client = '198.51.100.8';
    await service.database.deleteFrom('sign_in_tries').execute();
    await password(unique(), GOOD, client);
    // As if the client had tried 29 times.
    await service.database.updateTable('sign_in_tries').set({ tries: 29 }).execute();
    expect((await password(unique(), GOOD, client)).status).toBe(401);
    expect((await password(unique(), GOOD, client)).status).toBe(429);
    expect((await password(unique(), GOOD)).status).toBe(401);
  });

  inTheWhole(test)('is kept salted: two people with one password have different hashes, and neither holds it', async () => {
    const emails = [unique(), unique()];
    for (const email of emails) await join(email);
    const rows = await service.database.selectFrom('users').select('password_hash').where('email', 'in', emails).execute();
    expect(new Set(rows.map((row) => row.password_hash)).size).toBe(2);
    expect(JSON.stringify(rows)).not.toContain(GOOD);
  });

  inTheWhole(test)('is changed by one who knows it, which signs other browsers out', async () => {
    const email = unique();
    const first = await join(email);
    const second = new Browser();
    await password(email, GOOD, undefined, second);
    const csrf = /name="csrf" value="([0-9a-f]+)"/.exec(await (await second.open(at('/password'))).text())![1]!;
    const change = (fields: Record<string, string>) => second.send(at('/password'), { csrf, password: `${GOOD} 2`, ...fields });
    expect((await change({})).status).toBe(401);
    expect((await change({ csrf: 'a'.repeat(64), current: GOOD })).status).toBe(403);
    expect((await change({ current: GOOD, password: 'short' })).status).toBe(422);
    expect((await change({ current: GOOD })).status).toBe(200);
    expect([await isIn(first), await isIn(second)]).toEqual([false, true]);
    expect((await password(email, GOOD)).status).toBe(401);
    expect((await password(email, `${GOOD} 2`)).status).toBe(303);
  });

  test('is no way in before it is set, and its form comes once somebody has one', async () => {
    const { email } = (await people(owner)).members[0]!;
    expect((await password(email, '')).status).toBe(401);
    expect((await password(email, GOOD)).status).toBe(401);
  });

  test.each(['cross-site', 'same-site'])('is not taken from a form of another site (%s)', async (site) => {
    const email = unique();
    await join(email);
    const sent = await new Browser().send(at('/signin/password'), { email, password: GOOD }, { 'sec-fetch-site': site });
    expect({ status: sent.status, cookie: sent.headers.get('set-cookie') }).toEqual({ status: 403, cookie: null });
  });
});

describe('a member', () => {
  test('sees the team, and changes nothing of it', async () => {
    const ada = await join(unique());
    const other = await memberId((await people(owner)).members[0]!.email);
    expect((await people(ada)).members).toHaveLength(2);
    const asked = [
      ada.ask(at('/dashboard/team/invitations'), 'POST', { email: unique(), role: 'member' }),
      ada.ask(at(`/dashboard/team/members/${other}`), 'PATCH', { role: 'member' }),
      ada.ask(at(`/dashboard/team/members/${other}`), 'DELETE'),
    ];
    for (const answer of await Promise.all(asked)) expect(answer.status).toBe(409);
    expect((await people(owner)).members).toHaveLength(2);
  });

  inTheWhole(test)('mints and revokes keys of his own only', async () => {
    const ada = await join(unique());
    const mint = async (browser: Browser) =>
      (await (await browser.ask(at('/dashboard/keys'), 'POST', { name: 'ci' })).json()) as KeyRow;
    const [own, owners] = [await mint(ada), await mint(owner)];
    expect((await ada.ask(at(`/dashboard/keys/${owners.id}`), 'DELETE')).status).toBe(409);
    expect((await ada.ask(at(`/dashboard/keys/${own.id}`), 'DELETE')).status).toBe(204);
    const second = await mint(ada);
    expect((await owner.ask(at(`/dashboard/keys/${second.id}`), 'DELETE')).status).toBe(204);
  });

  test('who is removed has no session, password, link or key any more, and comes back by an invitation', async () => {
    const email = unique();
    const ada = await join(email);
    const id = await memberId(email);
    const { key } = (await (await ada.ask(at('/dashboard/keys'), 'POST', { name: 'ci' })).json()) as { key: string };
    const link = await createSignInLink(service.database, { userId: id, dashboardUrl: DASHBOARD_URL }, service.clock);
    expect((await owner.ask(at(`/dashboard/team/members/${id}`), 'DELETE')).status).toBe(204);
    expect(await isIn(ada)).toBe(false);
    expect((await password(email, GOOD)).status).toBe(401);
    expect((await new Browser().open(here(link))).status).toBe(401);
    expect((await service.request('GET', '/me', { key })).status).toBe(403);
    expect((await people(owner)).members.map((member) => member.email)).not.toContain(email);
    await join(email, `${GOOD} 3`);
    expect(await memberId(email)).toBe(id);
    expect((await password(email, `${GOOD} 3`)).status).toBe(303);
  });

  inTheWhole(test)('leaves by himself', async () => {
    const email = unique();
    const ada = await join(email);
    expect((await ada.ask(at(`/dashboard/team/members/${await memberId(email)}`), 'DELETE')).status).toBe(204);
    expect(await isIn(ada)).toBe(false);
  });
});

describe('a team', () => {
  test('keeps an owner, also where two remove each other at once', async () => {
    const [me] = (await people(owner)).members;
    expect((await owner.ask(at(`/dashboard/team/members/${me!.id}`), 'DELETE')).status).toBe(409);
    expect((await owner.ask(at(`/dashboard/team/members/${me!.id}`), 'PATCH', { role: 'member' })).status).toBe(409);
    const email = unique();
    const second = await join(email, GOOD, 'owner');
    const both = await Promise.all([
      owner.ask(at(`/dashboard/team/members/${await memberId(email)}`), 'DELETE'),
      second.ask(at(`/dashboard/team/members/${me!.id}`), 'DELETE'),
    ]);
    expect(both.filter(({ status }) => status === 204)).toHaveLength(1);
    expect([await isIn(owner), await isIn(second)].filter(Boolean)).toHaveLength(1);
  });

  inTheWhole(test)("answers for another team's people and invitations as for unknown ones", async () => {
    const email = unique();
    await join(email);
    const open = await invite(unique());
    const [invitation] = (await people(owner)).invitations;
    const stranger = await signedIn((await service.account()).userId);
    const answers = [
      await stranger.ask(at(`/dashboard/team/members/${await memberId(email)}`), 'DELETE'),
      await stranger.ask(at(`/dashboard/team/members/${await memberId(email)}`), 'PATCH', { role: 'owner' }),
      await stranger.ask(at(`/dashboard/team/invitations/${invitation!.id}`), 'DELETE'),
    ];
    const unknown = await stranger.ask(at('/dashboard/team/members/user_unknown'), 'DELETE');
    expect([...answers, unknown].map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await new Browser().open(open)).status).toBe(200);
  });

  test('is for signed-in browsers, and no other site changes it', async () => {
    expect((await new Browser().ask(at('/dashboard/team'))).status).toBe(401);
    const headers = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' };
    const body = JSON.stringify({ email: unique(), role: 'owner' });
    expect((await owner.open(at('/dashboard/team/invitations'), { method: 'POST', headers, body })).status).toBe(401);
  });
});
