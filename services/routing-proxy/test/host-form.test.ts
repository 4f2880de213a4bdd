import { describe, expect, test } from '@jest/globals';
import { BEARER, call, proxied, SESSION } from './support.ts';

const ROOT = `github--${SESSION}.twins.example:8443`;

/** A twin that says what it was asked. */
const echo = () =>
  proxied((request, response) => {
    const { authorization: _token, connection: _connection, host: _host, ...headers } = request.headers;
    response.end(JSON.stringify({ url: request.url, headers }));
  });

describe('a host of a twin’s own', () => {
  test('stands at the root, and the twin is told that it does', async () => {
    await using given = await echo();
    const answer = await call(given.port, '/repos/o/r?page=2', { host: ROOT, ...BEARER });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toEqual({
      url: `/s/${SESSION}/repos/o/r?page=2`,
      headers: {
        'x-forwarded-prefix': '',
        'x-forwarded-mount': '/',
        'x-forwarded-host': ROOT,
        'x-forwarded-proto': 'http',
      },
    });
    expect([...(await given.activity.drain()).keys()]).toEqual([SESSION]);
  });

  test.each([
    ['in another case', ROOT.toUpperCase()],
    ['with a dash for the underscore', ROOT.replace('ses_', 'ses-')],
    ['on localhost', `github--${SESSION}.localhost`],
  ])('is read %s', async (_name, host) => {
    await using given = await echo();
    const answer = await call(given.port, '/user', { host, ...BEARER });
    expect(JSON.parse(answer.body)).toMatchObject({ url: `/s/${SESSION}/user` });
  });

  test('has every path, those of the proxy too', async () => {
    await using given = await echo();
    for (const path of ['/metrics', '/healthz', `/github/s/${SESSION}/x`, '/']) {
      const answer = await call(given.port, path, { host: ROOT, ...BEARER });
      expect(JSON.parse(answer.body)).toMatchObject({ url: `/s/${SESSION}${path}` });
    }
  });

  test.each([
    ['without a bearer', ROOT, '/user', {}],
    ['with a wrong one', ROOT, '/user', { authorization: 'Bearer wrong' }],
    ['for a twin that the sandbox lacks', ROOT.replace('github', 'slack'), '/user', BEARER],
    ['for another session', ROOT.replace('ses_', 'ses_x'), '/user', BEARER],
    ['for a control route', ROOT, '/_svc/control/health', BEARER],
    ['for a control route in disguise', ROOT, '/x/../%5fsvc/control/seal', BEARER],
    ['for no path', ROOT, '*', BEARER],
  ])('is unknown %s', async (_name, host, path, headers) => {
    await using given = await echo();
    const answer = await call(given.port, path, { host, ...headers });
    expect([answer.status, JSON.parse(answer.body).error.message]).toEqual([404, 'No twin pod exists for this session.']);
  });

  test('is not told by a client', async () => {
    await using given = await echo();
    const answer = await call(given.port, `/github/s/${SESSION}/user`, { ...BEARER, 'x-forwarded-mount': '/elsewhere' });
    expect(JSON.parse(answer.body).headers).not.toHaveProperty('x-forwarded-mount');
  });
});
