import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createClient } from '@svc/sdk';
import { createSignInLink } from '../src/index.ts';
import { type Account, DASHBOARD_URL, Installation, refusal } from './support/installation.ts';

const MINUTE_MS = 60_000;

let service: Installation;
let account: Account;

beforeAll(async () => {
  service = await Installation.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  account = await service.account();
});

const origin = () => service.baseUrl.replace(/\/v1$/, '');
const browse = (path: string, init: RequestInit = {}) => fetch(origin() + path, { redirect: 'manual', ...init });

async function signInLink(): Promise<string> {
  const link = await createSignInLink(service.database, { userId: account.userId, dashboardUrl: DASHBOARD_URL }, service.clock);
  return link.replace(DASHBOARD_URL, '');
}

/** What the button on a link's page does. */
const confirm = (link: string, headers: Record<string, string> = {}) =>
  browse('/signin', {
    method: 'POST',
    headers,
    body: new URLSearchParams({ token: new URL(link, origin()).searchParams.get('token')! }),
  });

/** A signed-in browser: its cookie, and the token of its forms. */
async function signedIn(): Promise<{ cookie: string; csrf: string }> {
  const answer = await confirm(await signInLink());
  const cookie = answer.headers.get('set-cookie')!.split(';')[0]!;
  const page = await (await browse('/device', { headers: { cookie } })).text();
  return { cookie, csrf: /name="csrf" value="([0-9a-f]+)"/.exec(page)![1]! };
}

const post = (cookie: string, form: Record<string, string>) =>
  browse('/device', { method: 'POST', headers: { cookie }, body: new URLSearchParams(form) });

const client = () => createClient({ baseUrl: service.baseUrl, fetch: service.fetch });
const poll = (device_code: string) =>
  service.request('POST', '/device/token', {
    body: JSON.stringify({ device_code }),
    headers: { 'content-type': 'application/json' },
  });
const reasonOf = async (device_code: string) => refusal(await poll(device_code));

describe('a sign-in link', () => {
  test('shows whom it signs in; the button opens a session once, in a cookie that scripts and other sites do not get', async () => {
    const link = await signInLink();
    const page = await browse(link);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('as team-');
    const first = await confirm(link);
    expect(first.status).toBe(303);
    expect(first.headers.get('location')).toBe('/');
    expect(first.headers.get('set-cookie')).toMatch(/^svc_session_[0-9a-f]{8}=\w{43}; .*HttpOnly.*SameSite=Lax/);
    expect(first.headers.get('set-cookie')).toContain('Secure');
    for (const second of [await confirm(link), await browse(link)]) {
      expect(second.status).toBe(401);
      expect(second.headers.has('set-cookie')).toBe(false);
    }
  });

  test.each([
    ['a GET', {}],
    ['a HEAD', { method: 'HEAD' }],
    ['a prefetch', { headers: { 'sec-purpose': 'prefetch', purpose: 'prefetch' } }],
  ])('is not used up by %s, however often', async (_what, init) => {
    const link = await signInLink();
    for (let count = 0; count < 3; count++) {
      const scanned = await browse(link, init);
      expect({ status: scanned.status, cookie: scanned.headers.get('set-cookie') }).toEqual({ status: 200, cookie: null });
    }
    expect((await confirm(link)).status).toBe(303);
  });

  test.each(['cross-site', 'same-site'])('is not taken from a form of another site (%s)', async (site) => {
    const link = await signInLink();
    const sent = await confirm(link, { 'sec-fetch-site': site });
    expect({ status: sent.status, cookie: sent.headers.get('set-cookie') }).toEqual({ status: 403, cookie: null });
    expect((await confirm(link, { 'sec-fetch-site': 'same-origin' })).status).toBe(303);
  });

  test('keeps its page and what follows it out of frames, caches and referrers', async () => {
    const link = await signInLink();
    for (const { headers } of [await browse(link), await confirm(link), await confirm(link)]) {
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-security-policy': expect.stringMatching(/default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/),
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  test('expires after a quarter of an hour', async () => {
    const link = await signInLink();
    service.clock.advance(15 * MINUTE_MS);
    expect((await browse(link)).status).toBe(401);
    expect((await confirm(link)).status).toBe(401);
  });

  test.each(['/signin', '/signin?token=', '/signin?token=x&token=y', '/signin?token=%00'])('%s is 401', async (path) => {
    expect((await browse(path)).status).toBe(401);
    expect((await browse('/signin', { method: 'POST', body: path.split('?')[1] ?? '' })).status).toBe(401);
  });

  test('and the session it opens are stored only as hashes', async () => {
    const link = await signInLink();
    const cookie = (await confirm(link)).headers.get('set-cookie')!;
    const links = await service.database.selectFrom('sign_in_links').selectAll().execute();
    const sessions = await service.database.selectFrom('web_sessions').selectAll().execute();
    expect(JSON.stringify(links)).not.toContain(link.split('token=')[1]);
    expect(JSON.stringify(sessions)).not.toContain(/=(\w{43})/.exec(cookie)![1]);
  });
});

describe('a login by device code', () => {
  test('starts with the codes and times of RFC 8628', async () => {
    const code = await client().device.code({ client_name: 'laptop' });
    expect(code).toEqual({
      device_code: expect.stringMatching(/^\w{43}$/),
      user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
      verification_uri: `${DASHBOARD_URL}/device`,
      verification_uri_complete: `${DASHBOARD_URL}/device?user_code=${code.user_code}`,
      expires_in: 600,
      interval: 2,
    });
  });

  test('is pending until approved, then gives one key of the approving team, named after the client', async () => {
    const code = await client().device.code({ client_name: '<b>laptop</b>' });
    expect(await reasonOf(code.device_code)).toMatchObject({
      status: 409,
      type: 'conflict',
      details: { reason: 'authorization_pending', interval: 2 },
    });
    const { cookie, csrf } = await signedIn();
    const page = await browse(`/device?user_code=${code.user_code}`, { headers: { cookie } });
    expect(await page.text()).toContain(`value="${code.user_code}"`);
    const question = await post(cookie, { csrf, user_code: code.user_code.toLowerCase() });
    expect(await question.text()).toContain('&lt;b&gt;laptop&lt;/b&gt;');
    expect(await reasonOf(code.device_code)).toMatchObject({ details: { reason: 'slow_down' } });
    expect((await post(cookie, { csrf, user_code: code.user_code, decision: 'approved' })).status).toBe(200);

    const token = await client().device.token({ device_code: code.device_code });
    expect(token).toMatchObject({ token_type: 'Bearer', team: { id: account.teamId }, api_key: { name: '<b>laptop</b>' } });
    const me = await createClient({ baseUrl: service.baseUrl, apiKey: token.access_token }).me();
    expect(me).toMatchObject({ user: { id: account.userId }, team: { id: account.teamId }, api_key: token.api_key });
    expect(await reasonOf(code.device_code)).toMatchObject({ status: 409, details: { reason: 'expired_token' } });
  });

  test('two polls at the same instant get one key', async () => {
    const code = await client().device.code();
    const { cookie, csrf } = await signedIn();
    await post(cookie, { csrf, user_code: code.user_code, decision: 'approved' });
    const answers = await Promise.all([poll(code.device_code), poll(code.device_code), poll(code.device_code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('that is polled too often is told to slow down, by five seconds each time', async () => {
    const { device_code } = await client().device.code();
    const poll = async () => (await reasonOf(device_code)).details;
    expect(await poll()).toEqual({ reason: 'authorization_pending', interval: 2 });
    expect(await poll()).toEqual({ reason: 'slow_down', interval: 7 });
    service.clock.advance(7000);
    expect(await poll()).toEqual({ reason: 'authorization_pending', interval: 7 });
  });

  test('that was refused is access_denied', async () => {
    const code = await client().device.code();
    const { cookie, csrf } = await signedIn();
    await post(cookie, { csrf, user_code: code.user_code, decision: 'denied' });
    expect(await reasonOf(code.device_code)).toMatchObject({
      status: 409,
      type: 'conflict',
      details: { reason: 'access_denied' },
    });
  });

  test('is expired_token after ten minutes, and can no longer be approved', async () => {
    const code = await client().device.code();
    service.clock.advance(10 * MINUTE_MS);
    expect(await reasonOf(code.device_code)).toMatchObject({ status: 409, details: { reason: 'expired_token' } });
    const { cookie, csrf } = await signedIn();
    expect((await post(cookie, { csrf, user_code: code.user_code, decision: 'approved' })).status).toBe(404);
  });

  test('an unknown device code is 404', async () => {
    expect(await reasonOf('unknown')).toMatchObject({ status: 404, type: 'not_found' });
  });

  test('its device code is stored only as its hash, and is forgotten an hour after it ran out', async () => {
    const { device_code } = await client().device.code();
    const rows = () => service.database.selectFrom('device_codes').selectAll().execute();
    expect(JSON.stringify(await rows())).not.toContain(device_code);
    service.clock.advance(71 * MINUTE_MS);
    for (let round = 0; round < 30; round++) await service.controlPlane.sweep();
    expect(await rows()).toEqual([]);
  });
});

describe('the page /device', () => {
  test('is for signed-in people', async () => {
    const { cookie } = await signedIn();
    expect((await browse('/device')).status).toBe(401);
    expect((await browse('/device', { headers: { cookie: cookie.replace(/=.*/, '=forged') } })).status).toBe(401);
    expect((await browse('/device', { method: 'POST' })).status).toBe(401);
  });

  test('ends with its session, after twelve hours', async () => {
    const { cookie } = await signedIn();
    service.clock.advance(12 * 60 * MINUTE_MS);
    expect((await browse('/device', { headers: { cookie } })).status).toBe(401);
  });

  test.each([
    ['without a token', ''],
    ["with another session's token", 'a'.repeat(64)],
  ])('refuses a form %s', async (_case, csrf) => {
    const code = await client().device.code();
    const { cookie } = await signedIn();
    expect((await post(cookie, { csrf, user_code: code.user_code, decision: 'approved' })).status).toBe(403);
    expect(await reasonOf(code.device_code)).toMatchObject({ details: { reason: 'authorization_pending' } });
  });

  test('takes five wrong codes in a quarter of an hour, then none, not even a right one', async () => {
    const code = await client().device.code();
    const { cookie, csrf } = await signedIn();
    for (let guess = 0; guess < 5; guess++) {
      expect((await post(cookie, { csrf, user_code: 'BBBB-BBBB', decision: 'approved' })).status).toBe(404);
    }
    const right = { csrf, user_code: code.user_code, decision: 'approved' };
    expect((await post(cookie, right)).status).toBe(429);
    service.clock.advance(15 * MINUTE_MS);
    const later = await client().device.code();
    expect((await post(cookie, { ...right, user_code: later.user_code })).status).toBe(200);
  });

  test('runs no script and stands in no frame', async () => {
    const { headers } = await browse('/device');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('logins that wait for approval', () => {
  const start = (forwarded: string) =>
    service.request('POST', '/device/code', {
      body: '{}',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
    });
  const startTwenty = async (forwarded: string) => {
    for (let count = 0; count < 20; count += 1) expect((await start(forwarded)).status).toBe(200);
  };

  test('are twenty an address, told apart by what the trusted proxy says; a decision and time make room', async () => {
    await service.restart({ trustedHops: 1 });
    await startTwenty('203.0.113.7');
    expect(await refusal(await start('203.0.113.7'))).toMatchObject({
      status: 409,
      type: 'conflict',
      details: { reason: 'too_many_logins' },
    });
    // What a caller says of itself stands before what the proxy adds.
    expect((await start('198.51.100.1, 203.0.113.7')).status).toBe(409);
    const other = await start('203.0.113.8');
    expect(other.status).toBe(200);
    service.clock.advance(11 * MINUTE_MS);
    expect((await start('203.0.113.7')).status).toBe(200);
  });

  test('are counted by the connection where no proxy is trusted', async () => {
    await service.restart({ trustedHops: 0 });
    await startTwenty('203.0.113.9');
    expect((await start('203.0.113.10')).status).toBe(409);
  });
});
