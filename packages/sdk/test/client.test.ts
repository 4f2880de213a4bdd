import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ApiError, type Client, createClient } from '@svc/sdk';

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

let server: Server;
let client: Client;
let seen: Seen[] = [];
let answer: { status: number; type: string; body: string };

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push({ method: request.method, url: request.url, headers: request.headers, body });
    response.writeHead(answer.status, { 'content-type': answer.type, 'x-request-id': 'req_header' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A trailing slash of the address is no part of it.
  client = createClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`, apiKey: 'svc_id_secret' });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen = [];
  answer = { status: 200, type: 'application/json', body: '{}' };
});

test('sends the key, and a body as JSON', async () => {
  await client.sandboxes.create({ twins: ['github'] });
  expect(seen).toMatchObject([
    {
      method: 'POST',
      url: '/v1/sandboxes',
      headers: { authorization: 'Bearer svc_id_secret', 'content-type': 'application/json' },
      body: '{"twins":["github"]}',
    },
  ]);
});

test('leaves out what is not set, and escapes what is', async () => {
  await client.runs.list({ task_name: 'a&b c', limit: 5 });
  await client.runs.list();
  await client.runs.get('a/../b');
  expect(seen.map(({ url }) => url)).toEqual(['/v1/runs?task_name=a%26b+c&limit=5', '/v1/runs', '/v1/runs/a%2F..%2Fb']);
});

test('asks for an asynchronous grade by the Prefer header', async () => {
  await client.sandboxes.finalizeAsync('ses_1', {
    criteria: [],
    stop_reason: 's',
    exit_code: 0,
    duration_ms: 0,
    agent_model: 'm',
  });
  expect(seen[0]).toMatchObject({ url: '/v1/sandboxes/ses_1/finalize', headers: { prefer: 'respond-async' } });
});

test('a report is text', async () => {
  answer = { status: 200, type: 'text/markdown', body: '# Score' };
  expect(await client.runs.report('run_1')).toBe('# Score');
});

test('a refusal is an ApiError with type, status, details and request id', async () => {
  const error = { type: 'quota_exceeded', message: 'Too many.', details: { usage: { sessions_used: 3 } }, request_id: 'req_1' };
  answer = { status: 402, type: 'application/json', body: JSON.stringify({ error }) };
  const refused = await client.sandboxes.create().catch((thrown: unknown) => thrown);
  expect(refused).toBeInstanceOf(ApiError);
  expect(refused).toMatchObject({
    type: 'quota_exceeded',
    status: 402,
    message: 'Too many.',
    details: error.details,
    requestId: 'req_1',
  });
});

test.each([
  ['<html>Bad gateway</html>', 502],
  ['{"error":"nope"}', 500],
  ['null', 503],
  ['', 504],
])('an answer that is not of the service (%p) is an ApiError of unknown type', async (body, status) => {
  answer = { status, type: 'text/html', body };
  await expect(client.me()).rejects.toMatchObject({
    name: 'ApiError',
    type: 'unknown',
    status,
    message: `The service answered ${status}.`,
    details: {},
    requestId: 'req_header',
  });
});
