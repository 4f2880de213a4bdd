import { once } from 'node:events';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { errorEnvelopeSchema } from '@svc/contract';
import { lastWords, message } from '@svc/plain-http/testing';
import { type Account, base64, finalizeBody, Installation, type RawAnswer, refusal } from './support/installation.ts';

const MIB = 1024 * 1024;
let service: Installation;
let account: Account;
let sandboxId: string;

beforeAll(async () => {
  service = await Installation.start();
  account = await service.account({ planTier: 'enterprise' });
  sandboxId = (await account.client.sandboxes.create()).session_id;
});
afterAll(() => service.stop());

const send = (path: string, body: string | Uint8Array | ReadableStream, type: string | undefined = 'application/json') =>
  service.request('POST', path, { key: account.key, body, headers: type === undefined ? {} : { 'content-type': type } });

/** A JSON document of exactly so many bytes. */
const sized = (bytes: number, fields: object): string => {
  const text = JSON.stringify({ ...fields, padding: '' });
  return text.replace('"padding":""', `"padding":"${'x'.repeat(bytes - text.length)}"`);
};

describe('every error is the envelope', () => {
  test.each<[string, () => Promise<RawAnswer>, number]>([
    ['an unknown route', () => service.request('GET', '/nope', { key: account.key }), 404],
    ['an unknown method', () => service.request('PATCH', '/me', { key: account.key }), 404],
    ['OPTIONS', () => service.request('OPTIONS', '/me', { key: account.key }), 404],
    ['a broken percent-encoding', () => service.request('GET', '/sandboxes/%ff', { key: account.key }), 404],
    ['a NUL in an id', () => service.request('GET', '/sandboxes/ses_%00', { key: account.key }), 404],
    ['an unsigned blob URL', () => service.request('GET', '/blobs/teams/x'), 404],
    ['another method on a blob URL', () => service.request('DELETE', '/blobs/teams/x'), 404],
    ['another version', () => service.request('GET', '/../v2/me', { key: account.key }), 404],
    ['no key', () => service.request('GET', '/me'), 401],
  ])('%s', async (_case, call, status) => {
    const answer = await call();
    expect(answer.status).toBe(status);
    const { error } = errorEnvelopeSchema.parse(answer.json);
    expect(answer.headers.get('x-request-id')).toBe(error.request_id);
  });

  test.each([
    ['GET', '/../sandboxes', 'There is no GET /sandboxes. The paths of the API begin with /v1: GET /v1/sandboxes.'],
    ['POST', '/../sessions/ses_1/finalize', 'begin with /v1: POST /v1/sessions/ses_1/finalize.'],
    ['POST', '/../mcp', 'begin with /v1: POST /v1/mcp.'],
    ['GET', '/../nope', 'The paths of the API begin with /v1. GET /v1/openapi.json lists all there are.'],
    ['GET', '/v1/sandboxes', '/v1 stands there more than once: GET /v1/sandboxes.'],
    [
      'GET',
      '/sandboxes/ses_1/finalize',
      'There is no GET /v1/sandboxes/ses_1/finalize. /v1/sandboxes/ses_1/finalize takes POST.',
    ],
    ['PATCH', '/sandboxes/ses_1', '/v1/sandboxes/ses_1 takes DELETE and GET.'],
    ['GET', '/sandboxs', 'There is no GET /v1/sandboxs. GET /v1/openapi.json lists all there are.'],
  ])('%s of %s says what was meant', async (method, path, message) => {
    const answer = await service.request(method, path);
    expect(refusal(answer)).toMatchObject({ status: 404, type: 'not_found', message: expect.stringContaining(message) });
  });

  test('two requests have two ids', async () => {
    const ids = await Promise.all([0, 1].map(async () => (await service.request('GET', '/nope')).headers.get('x-request-id')));
    expect(new Set(ids).size).toBe(2);
  });
});

describe('bodies', () => {
  test.each(['/sandboxes', '/seeds/validate', '/checks/bind', '/checks/render', '/tasks', '/eval-sessions'])(
    '%s: not JSON is 400',
    async (path) => {
      for (const body of ['{oops', '', 'null null']) {
        expect(refusal(await send(path, body))).toEqual({
          status: 400,
          type: 'validation_failed',
          message: 'The body is not JSON.',
          details: {},
        });
      }
    },
  );

  test('broken UTF-8 is 400', async () => {
    expect(refusal(await send('/sandboxes', Buffer.from([0x7b, 0xff, 0x7d])))).toMatchObject({
      status: 400,
      message: 'The body is not UTF-8.',
    });
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx'])('content type %s is 400', async (type) => {
    expect(refusal(await send('/sandboxes', '{}', type))).toMatchObject({ status: 400, type: 'validation_failed' });
  });

  test.each(['application/json', 'application/json; charset=utf-8', 'application/vnd.api+json'])(
    'content type %s is taken',
    async (type) => {
      expect((await send('/seeds/validate', '{"twins":["github"],"seed":{}}', type)).status).toBe(200);
    },
  );

  test('a compressed body is 400', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expect((await service.request('POST', '/sandboxes', { key: account.key, body: 'x', headers })).status).toBe(400);
  });

  test.each<[string, string, string]>([
    ['a NUL in a string', '{"agent_version":"a\\u0000b"}', 'agent_version'],
    ['a NUL deep in a seed', '{"seed":{"issues":[{"title":"\\u0000"}]}}', 'seed.issues[0].title'],
    ['a NUL in a name', '{"seed":{"a\\u0000":1}}', 'seed'],
    ['half a surrogate pair', '{"group_id":"\\ud800"}', 'group_id'],
  ])('%s is 422 naming the place', async (_case, body, path) => {
    expect(refusal(await send('/sandboxes', body))).toMatchObject({
      status: 422,
      type: 'validation_failed',
      details: { issues: [{ path, code: 'unstorable_text' }] },
    });
  });

  test('64 levels of nesting are read, 65 are 422, a million are no harm', async () => {
    const nested = (levels: number) => `{"twins":["github"],"seed":{"x":${'['.repeat(levels - 2)}${']'.repeat(levels - 2)}}}`;
    expect((await send('/seeds/validate', nested(64))).status).toBe(200);
    expect(refusal(await send('/seeds/validate', nested(65)))).toMatchObject({
      status: 422,
      details: { issues: [{ code: 'too_deep' }] },
    });
    expect((await send('/seeds/validate', nested(1_000_000))).status).toBe(422);
  });

  test('a prototype in a seed changes nothing', async () => {
    expect((await send('/seeds/validate', '{"twins":["github"],"seed":{"__proto__":{"issues":7}}}')).status).toBe(200);
    expect((await send('/sandboxes', '{"twins":["__proto__"]}')).json.error.details.error).toBe('unknown_twins');
    expect((await send('/checks/bind', '{"twin":"constructor","texts":["a"]}')).json.results).toEqual(['not_checked']);
  });
});

describe('body limits', () => {
  test.each<[string, number, object, number]>([
    ['/sandboxes', 4 * MIB, {}, 201],
    ['/seeds/validate', 4 * MIB, { twins: ['github'], seed: {} }, 200],
  ])('%s takes %i bytes and no more', async (path, limit, fields, success) => {
    expect((await send(path, sized(limit, fields))).status).toBe(success);
    expect(refusal(await send(path, sized(limit + 1, fields)))).toMatchObject({
      status: 413,
      type: 'validation_failed',
      details: { limit_bytes: limit },
    });
  });

  test('finalize takes 256 KiB and no more', async () => {
    const path = `/sandboxes/${sandboxId}/finalize`;
    expect((await send(path, sized(256 * 1024 + 1, finalizeBody))).status).toBe(413);
    expect((await send(path, sized(256 * 1024, finalizeBody))).status).toBe(201);
  });

  test('a body without a length is read to the limit and answered', async () => {
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 64 * 1024;
        controller.enqueue(new Uint8Array(64 * 1024).fill(0x20));
        if (sent > 300 * MIB) controller.close();
      },
    });
    const response = await service.fetch(`${service.baseUrl}/sandboxes/${sandboxId}/finalize`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(64 * MIB);
  });

  test('a body that is announced too large is refused before it comes', async () => {
    const { hostname, port } = new URL(service.baseUrl);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /v1/sandboxes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.key}\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n`,
    );
    const answer = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    const [head, text] = answer.split('\r\n\r\n') as [string, string];
    const contentType = /^content-type: (.*)$/im.exec(head)?.[1] ?? null;
    service.hold('POST', '/sandboxes', { status: 413, contentType, text });
  });

  test('a client that goes away in the middle of a body does no harm', async () => {
    const { hostname, port } = new URL(service.baseUrl);
    const socket = connect(Number(port), hostname);
    await new Promise<void>((resolve) =>
      socket.write(
        `POST /v1/sandboxes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.key}\r\nContent-Length: 100\r\n\r\n{"a"`,
        () => resolve(),
      ),
    );
    socket.destroy();
    expect((await service.request('GET', '/me', { key: account.key })).status).toBe(200);
  });
});

test.each([
  ['a tunnel', 'CONNECT elsewhere.example:443 HTTP/1.1', 400],
  ['what is not expected of servers', 'GET /v1/me HTTP/1.1\r\nExpect: x', 401],
])('who asks for %s gets an envelope', async (_what, head, status) => {
  const { hostname, port } = new URL(service.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.write(`${head}\r\nHost: x\r\nConnection: close\r\n\r\n`);
  const text = String(await buffer(socket));
  expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  errorEnvelopeSchema.parse(JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)));
});

test('who asks for a tunnel and resets it takes nobody else down', async () => {
  const { hostname, port } = new URL(service.baseUrl);
  for (let left = 0; left < 20; left += 1) {
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write('CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'readable');
    socket.resetAndDestroy();
  }
  expect((await service.request('GET', '/me', { key: account.key })).status).toBe(200);
});

test('a caller that says no more after its request gets its answer', async () => {
  const body = '{}';
  const port = Number(new URL(service.baseUrl).port);
  const said = await lastWords(port, [
    message(
      [
        'POST /v1/sandboxes HTTP/1.1',
        'host: h',
        `authorization: Bearer ${account.key}`,
        'content-type: application/json',
        `content-length: ${body.length}`,
      ],
      body,
    ),
  ]);
  expect(said).toMatch(/^HTTP\/1\.1 201 .*"agent_token"/s);
});

test('a control plane that is to go says so, and answers on', async () => {
  const health = () => fetch(service.baseUrl.replace('/v1', '/healthz'));
  expect((await health()).status).toBe(200);
  service.controlPlane.leave();
  expect((await health()).status).toBe(503);
  const me = await service.request('GET', '/me', { key: account.key });
  expect({ status: me.status, connection: me.headers.get('connection') }).toEqual({ status: 200, connection: 'close' });
  await service.restart();
});

test('GET /metrics is for the inside: what came through a proxy finds nothing there', async () => {
  const metrics = service.baseUrl.replace('/v1', '/metrics');
  expect((await fetch(metrics)).status).toBe(200);
  expect((await fetch(metrics, { headers: { 'x-forwarded-for': '192.0.2.1' } })).status).toBe(404);
});

test('GET /healthz answers without a key', async () => {
  const response = await fetch(service.baseUrl.replace('/v1', '/healthz'));
  expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
});

test('answers are never stored by caches', async () => {
  expect((await service.request('GET', '/me', { key: account.key })).headers.get('cache-control')).toBe('no-store');
});

test('logs name request, team and session, and hold no secret', async () => {
  const { session_id, agent_token } = await account.client.sandboxes.create({ task_source: base64('# Secret plan') });
  await account.client.sandboxes.get(session_id);
  const { details } = refusal(await service.request('DELETE', `/sandboxes/${session_id}`, { key: account.key }));
  await account.client.sandboxes.delete(session_id, { confirm_discard: details.discard_token as string });
  const { url } = await account.client.sandboxes.traceUpload((await account.client.sandboxes.create()).session_id);
  await fetch(url, { method: 'PUT', body: 'x' });
  const failed = await service.request('GET', '/me', { key: `${account.key}wrong` });
  const log = service.logLines.join('');
  const line = service.logLines
    .map((text) => JSON.parse(text))
    .find((entry) => entry.session === session_id && entry.method === 'GET');
  expect(line).toMatchObject({
    request_id: expect.stringMatching(/^req_/),
    team: account.teamId,
    status: 200,
    path: `/v1/sandboxes/${session_id}`,
  });
  expect(log).toContain(failed.headers.get('x-request-id'));
  const secret = account.key.split('_')[2]!;
  for (const hidden of [
    agent_token,
    secret,
    details.discard_token as string,
    'Secret plan',
    new URL(url).searchParams.get('signature')!,
  ]) {
    expect(log).not.toContain(hidden);
  }
});
