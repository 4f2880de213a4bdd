import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { errorEnvelopeSchema } from '@svc/contract';
import { lend } from '@svc/contract/lent-credential';
import { signTarget } from '@svc/contract/signed-target';
import { BEARER, call, NOW, proxied, SESSION, TOKEN } from './support.ts';

const ok = proxied.bind(undefined, (_request, response) => void response.end('reached'));

const notFound = expect.objectContaining({ type: 'not_found', message: 'No twin pod exists for this session.', details: {} });

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

describe('the bearer is read as', () => {
  test.each([
    ['Bearer', `Bearer ${TOKEN}`],
    ['bearer in any case', `bearer  ${TOKEN} `],
    ['token', `token ${TOKEN}`],
    ['a bare token', TOKEN],
    ['the user of Basic', basic(`${TOKEN}:`)],
    ['the user of Basic with a password', basic(`${TOKEN}:x`)],
    ['the password of Basic', basic(`x-access-token:${TOKEN}`)],
    ['Basic without a colon', basic(TOKEN)],
  ])('%s', async (_name, authorization) => {
    await using given = await ok();
    expect(await call(given.port, `/github/s/${SESSION}/user`, { authorization })).toMatchObject({
      status: 200,
      body: 'reached',
    });
  });
});

// Git asks without a credential first (gitprotocol-http, "Authentication").
describe('git without a credential is asked for one', () => {
  test.each([
    ['before it fetches', SESSION, '/mona/web.git/info/refs?service=git-upload-pack'],
    ['before it pushes', SESSION, '/mona/web/info/refs?service=git-receive-pack'],
    ['with a body', SESSION, '/mona/web.git/git-receive-pack'],
    ['in a sandbox that there is not', 'ses_unknown', '/mona/web.git/info/refs?service=git-upload-pack'],
  ])('%s', async (_name, session, path) => {
    await using given = await ok();
    const { status, headers } = await call(given.port, `/github/s/${session}${path}`, {});
    expect([status, headers['www-authenticate']]).toEqual([401, 'Basic realm="Sandbox"']);
  });

  test('and is told with a wrong one what everybody is told', async () => {
    await using given = await ok();
    const path = `/github/s/${SESSION}/mona/web.git/info/refs?service=git-upload-pack`;
    expect((await call(given.port, path, { authorization: basic('x-access-token:wrong') })).status).toBe(404);
  });
});

describe('404 and one message for', () => {
  test.each([
    ['no bearer', `/github/s/${SESSION}/user`, {}],
    ['a wrong bearer', `/github/s/${SESSION}/user`, { authorization: 'Bearer wrong' }],
    ['a bearer with more behind it', `/github/s/${SESSION}/user`, { authorization: `Bearer ${TOKEN}x` }],
    ['an empty bearer', `/github/s/${SESSION}/user`, { authorization: 'Bearer ' }],
    ['a wrong Basic pair', `/github/s/${SESSION}/user`, { authorization: basic('a:b') }],
    ['a token in the query', `/github/s/${SESSION}/user?access_token=${TOKEN}&token=${TOKEN}`, {}],
    ['an unknown session', '/github/s/ses_unknown/user', BEARER],
    ['a twin that the sandbox lacks', `/slack/s/${SESSION}/user`, BEARER],
    ['a twin named like a property of every object', `/constructor/s/${SESSION}/user`, BEARER],
    ['no twin', `/s/${SESSION}/user`, BEARER],
    ['another path', '/', BEARER],
    ['an absolute target', `http://127.0.0.1/github/s/${SESSION}/user`, BEARER],
    ['the control routes', `/github/s/${SESSION}/_svc/control/seal`, BEARER],
    ['the control routes, encoded', `/github/s/${SESSION}/%5Fsvc/%63ontrol/seal`, BEARER],
    ['the control routes, encoded twice', `/github/s/${SESSION}/%255fsvc/control/seal`, BEARER],
    ['the control routes, in other case', `/github/s/${SESSION}/_SVC/Control/health`, BEARER],
    ['the control routes by way of dots', `/github/s/${SESSION}/../../_svc/control/seal`, BEARER],
    ['the control routes around empty segments', `/github/s/${SESSION}/_svc//./x/..%2fcontrol/seal`, BEARER],
    ['the control routes with backslashes', `/github/s/${SESSION}/_svc\\control\\seal`, BEARER],
    ['the control routes without a slash', `/github/s/${SESSION}/_svc/control`, BEARER],
  ])('%s', async (_name, path, headers) => {
    await using given = await ok();
    const answer = await call(given.port, path, headers);
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const { error } = errorEnvelopeSchema.parse(JSON.parse(answer.body));
    expect(error).toEqual(notFound);
    expect(await given.activity.drain()).toEqual(new Map());
    expect(answer.body).not.toContain(TOKEN);
  });
});

describe('an address that the twin signed', () => {
  const digest = (token: string) => createHash('sha256').update(token).digest('hex');
  const target = `/github/s/${SESSION}/upload?a=b`;
  const signed = target + signTarget(target, digest(TOKEN)).suffix;

  test('passes without a bearer, below the path and at a host of its own', async () => {
    await using given = await proxied((request, response) => void response.end(request.url));
    const passed = { status: 200, body: signed.slice('/github'.length) };
    expect(await call(given.port, signed)).toMatchObject(passed);
    const host = `github--${SESSION}.localhost`;
    expect(await call(given.port, signed.slice(`/github/s/${SESSION}`.length), { host })).toMatchObject(passed);
  });

  test.each([
    ['another path', signed.replace('upload', 'delete')],
    ['another query', signed.replace('a=b', 'a=c')],
    ['something behind it', `${signed}&c=d`],
    ['another twin', signed.replace('github', 'slack')],
    ['a cut signature', signed.slice(0, -1)],
    ["another sandbox's token", target + signTarget(target, digest('other')).suffix],
  ])('is 404 with %s', async (_name, path) => {
    await using given = await ok();
    expect((await call(given.port, path)).status).toBe(404);
  });

  test('is 410 when its sandbox is over', async () => {
    await using given = await ok({ route: { state: 'closed' } });
    expect((await call(given.port, signed)).status).toBe(410);
  });
});

describe('a sandbox that is over', () => {
  test.each([
    ['closed', { state: 'closed' as const }],
    ['expired', { expiresAt: NOW }],
  ])('answers 410 to its own bearer and 404 to another: %s', async (_name, route) => {
    await using given = await ok({ route });
    const right = await call(given.port, `/github/s/${SESSION}/user`, BEARER);
    expect(right.status).toBe(410);
    expect(errorEnvelopeSchema.parse(JSON.parse(right.body)).error.type).toBe('session_expired');
    const wrong = await call(given.port, `/github/s/${SESSION}/user`, { authorization: 'Bearer wrong' });
    expect(wrong.status).toBe(404);
    expect((await call(given.port, `/slack/s/${SESSION}/user`, BEARER)).status).toBe(404);
  });

  test('has no answer body for HEAD', async () => {
    await using given = await ok({ route: { state: 'closed' } });
    expect(await call(given.port, `/github/s/${SESSION}/user`, BEARER, 'HEAD')).toMatchObject({ status: 410, body: '' });
  });
});

test('evidence paths of the twin are its own to answer, and paths that only resemble control routes pass', async () => {
  await using given = await proxied((request, response) => void response.end(request.url));
  for (const rest of [
    '/_svc/events?format=jsonl',
    '/_svc/state',
    '/repos/a/_svc',
    '/search?q=/_svc/control/seal',
    '/labels/a%20b',
  ]) {
    expect(await call(given.port, `/github/s/${SESSION}${rest}`, BEARER)).toMatchObject({
      status: 200,
      body: `/s/${SESSION}${rest}`,
    });
  }
});

test('a call is activity of its sandbox', async () => {
  await using given = await ok();
  await call(given.port, `/github/s/${SESSION}/user`, BEARER);
  expect(await given.activity.drain()).toEqual(new Map([[SESSION, NOW]]));
});

const AWAY = new Error('away');

test('a route table that is away for a moment is asked again', async () => {
  await using given = await ok();
  const find = given.routes.find.bind(given.routes);
  let asked = 0;
  given.routes.known = () => undefined;
  given.routes.find = (session) => (++asked <= 3 ? Promise.reject(AWAY) : find(session));
  expect((await call(given.port, `/github/s/${SESSION}/user`, BEARER)).status).toBe(200);
  expect(asked).toBe(4);
});

test('what the route table cannot tell is 503 in the end, and the next call works again', async () => {
  await using given = await ok({ options: { retryForMs: 300 } });
  const find = given.routes.find.bind(given.routes);
  given.routes.known = () => undefined;
  given.routes.find = () => Promise.reject(AWAY);
  const answer = await call(given.port, `/github/s/${SESSION}/user`, BEARER);
  expect(answer.status).toBe(503);
  expect(errorEnvelopeSchema.parse(JSON.parse(answer.body)).error.type).toBe('downstream_unavailable');
  expect(answer.body).not.toContain('away');
  given.routes.find = find;
  expect((await call(given.port, `/github/s/${SESSION}/user`, BEARER)).status).toBe(200);
});

test('health and metrics stand at the root', async () => {
  await using given = await ok();
  expect(await call(given.port, '/healthz')).toMatchObject({ status: 200, body: '{"status":"ok"}' });
  await call(given.port, `/github/s/${SESSION}/user`, BEARER);
  await call(given.port, `/github/s/${SESSION}/user`);
  const { body, headers } = await call(given.port, '/metrics');
  expect(headers['content-type']).toContain('text/plain');
  expect(body).toContain('svc_proxy_requests_forwarded_total 1\n');
  expect(body).toContain('svc_proxy_requests_refused_total 1\n');
  expect(body).not.toContain(SESSION);
  expect((await call(given.port, '/metrics', { 'x-forwarded-for': '192.0.2.1' })).status).toBe(404);
});

describe('callers that a world knows by credentials of its own', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const callerKeys = { github: [publicKey.export({ type: 'spki', format: 'der' }).toString('base64')] };
  const sha256 = createHash('sha256').update(TOKEN).digest('hex');
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const seconds = NOW / 1000;
  /** As GitHub's clients sign it: https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-json-web-token-jwt-for-a-github-app */
  const webToken = (claims: unknown, key: KeyObject = privateKey, alg = 'RS256'): string => {
    const text = `${part({ alg, typ: 'JWT' })}.${part(claims)}`;
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
  };
  const good = { iss: '4242', iat: seconds - 30, exp: seconds + 570 };
  const status = async (credential: string, { session = SESSION, twin = 'github', route = {} } = {}) => {
    await using given = await proxied((_request, response) => void response.end('reached'), { route: { callerKeys, ...route } });
    return (await call(given.port, `/${twin}/s/${session}/app`, { authorization: `bearer ${credential}` })).status;
  };
  const lent = lend('ghs_0123456789', sha256);

  test('pass by a web token of theirs, and by what the twin gave them', async () => {
    expect(await status(webToken(good))).toBe(200);
    expect(await status(lent)).toBe(200);
    expect(await status(Buffer.from(`x-access-token:${lent}`).toString('base64'))).toBe(404);
  });

  test('are told of a closed sandbox, as its bearer is', async () => {
    expect(await status(webToken(good), { route: { state: 'closed' } })).toBe(410);
    expect(await status(lent, { route: { state: 'closed' } })).toBe(410);
  });

  test.each([
    ['signed by another', webToken(good, stranger)],
    ['that is over', webToken({ ...good, exp: seconds - 61 })],
    ['without an end', webToken({ iss: '4242' })],
    ['whose end is no number', webToken({ ...good, exp: String(good.exp) })],
    ['of no object', webToken('4242')],
    ['that says it is signed otherwise', webToken(good, privateKey, 'none')],
    ['that is cut', webToken(good).slice(0, -1)],
    ['that the twin gave out otherwise', lent.replace('9', '8')],
    ['with a proof of another sandbox', lend('ghs_0123456789', '0'.repeat(64))],
    ['that is a proof alone', lent.slice(-32)],
    ['with a proof of an address', `/x${signTarget('/x', sha256).signature}`],
  ])('pass by no credential %s', async (_what, credential) => {
    expect(await status(credential)).toBe(404);
  });

  test('pass at their own twin and sandbox only', async () => {
    const twins = { github: 'http://127.0.0.1:1', linear: 'http://127.0.0.1:1' };
    expect(await status(webToken(good), { twin: 'linear', route: { twins } })).toBe(404);
    expect(await status(webToken(good), { session: 'ses_unknown' })).toBe(404);
    expect(await status(webToken(good), { route: { callerKeys: undefined } })).toBe(404);
    expect(await status(lent, { session: 'ses_unknown' })).toBe(404);
  });
});
