import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { conversation, inParts, message, rawRequests } from '@svc/plain-http/testing';
import { serveTwin } from '@svc/twin-kit/server';
import { notes } from '../example/notes.ts';
import { AnsweredConnections } from '../src/http/direct.ts';
import type { Sink } from '../src/http/sink.ts';

const TOKEN = 'svc_local_0123456789abcdef';
const AUTHORIZATION = `authorization: Bearer ${TOKEN}`;
const requests = rawRequests({
  target: '/s/standalone/notes',
  authorization: AUTHORIZATION,
  unknown: '/s/ses_unknown/notes',
  control: '/_svc/control/boot',
});

const start = () => serveTwin(notes, { token: TOKEN, clock: { mode: 'logical' } });

/** Without what the moment and the connection add. */
const comparable = (said: string, port: number): string =>
  said
    .replaceAll(String(port), 'PORT')
    .replaceAll(/^(date|connection|keep-alive): .*\r\n/gim, '')
    .replaceAll(/(?:"received_at":"[^"]+",)?"latency_ms":[\d.]+/g, '');

describe('a call is answered and taped the same in one piece, past node’s server, and in two, through it', () => {
  test.each(Object.keys(requests))('%s', async (name) => {
    const request = requests[name]!;
    const results = await Promise.all(
      [[request], inParts(request)].map(async (pieces) => {
        const twin = await start();
        try {
          const said = await conversation(twin.port, pieces);
          const headers = { authorization: `Bearer ${TOKEN}` };
          const tape = await fetch(`${twin.url}/_svc/events`, { headers }).then((answer) => answer.text());
          return { said: comparable(said, twin.port), tape: comparable(tape, twin.port) };
        } finally {
          await twin.close();
        }
      }),
    );
    expect(results[0]).toEqual(results[1]);
    expect(results[0]!.said).toMatch(/^HTTP\/1\.1 [1245]/);
  });
});

test('calls that come together are answered in their order, on one connection and on many', async () => {
  const twin = await start();
  const post = (title: string): string => {
    const body = JSON.stringify({ title });
    return message(
      [
        'POST /s/standalone/notes HTTP/1.1',
        'host: h',
        AUTHORIZATION,
        'content-type: application/json',
        `content-length: ${body.length}`,
      ],
      body,
    );
  };
  const said = await conversation(twin.port, [post('a') + post('b'), post('c'), post('d')]);
  expect([...said.matchAll(/"title":"(.)"/g)].map(([, title]) => title)).toEqual(['a', 'b', 'c', 'd']);
  const many = await Promise.all(Array.from({ length: 50 }, (_, at) => conversation(twin.port, [post(`n${at}`)])));
  for (const [at, answer] of many.entries()) expect(answer).toContain(`"title":"n${at}"`);
  await twin.close();
});

test('a header that can not be sent is a fault of ours, told as one, and the connection goes on', async () => {
  const faulty: typeof notes = {
    ...notes,
    definition: {
      ...notes.definition,
      headers: (request): Record<string, string> =>
        request.path === '/notes' ? { 'x-bad': 'a\r\nx-evil: 1' } : { 'x-good': 'a' },
    },
  };
  const twin = await serveTwin(faulty, { token: TOKEN });
  const get = (path: string): string => message([`GET /s/standalone${path} HTTP/1.1`, 'host: h', AUTHORIZATION]);
  const said = await conversation(twin.port, [get('/notes'), get('/other')]);
  expect(said).toMatch(/^HTTP\/1\.1 500 .*The twin failed to answer.*HTTP\/1\.1 404 /s);
  expect(said).not.toContain('x-evil');
  await twin.close();
});

test('headers of answers with and without a body are in the same encoding whichever way the call came', async () => {
  const latin: typeof notes = { ...notes, definition: { ...notes.definition, headers: () => ({ 'x-latin': 'caf\u00e9' }) } };
  const twin = await serveTwin(latin, { token: TOKEN, clock: { mode: 'logical' } });
  for (const method of ['HEAD', 'GET']) {
    const request = message([`${method} /s/standalone/notes HTTP/1.1`, 'host: h', AUTHORIZATION]);
    const [whole, parts] = [await conversation(twin.port, [request]), await conversation(twin.port, inParts(request))];
    const latinOf = (said: string) => /^x-latin: (.*)\r\n/m.exec(said)?.[1];
    expect(latinOf(whole)).toBe(latinOf(parts));
  }
  await twin.close();
});

test('an answer that may have no body has none', async () => {
  const bodied: typeof notes = {
    ...notes,
    definition: { ...notes.definition, finish: (_request, reply) => ({ ...reply, status: 204 }) },
  };
  const twin = await serveTwin(bodied, { token: TOKEN });
  const request = message(['GET /s/standalone/notes HTTP/1.1', 'host: h', AUTHORIZATION]);
  expect(await conversation(twin.port, [request])).toMatch(/^HTTP\/1\.1 204 .*\r\n\r\n$/s);
  await twin.close();
});

test('a client that takes no answers is not answered on and on', async () => {
  const large: typeof notes = {
    ...notes,
    definition: { ...notes.definition, finish: (_request, reply) => ({ ...reply, body: 'a'.repeat(256 << 10) }) },
  };
  const twin = await serveTwin(large, { token: TOKEN });
  const request = message(['GET /s/standalone/notes HTTP/1.1', 'host: h', AUTHORIZATION]);
  const socket = connect(twin.port, '127.0.0.1');
  socket.setNoDelay(true);
  socket.pause();
  for (let sent = 0; sent < 300; sent += 1) {
    socket.write(request);
    await delay(3);
  }
  const headers = { authorization: `Bearer ${TOKEN}` };
  const rows = await fetch(`${twin.url}/_svc/events`, { headers }).then((answer) => answer.json() as Promise<unknown[]>);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.length).toBeLessThan(200);
  socket.destroy();
  await twin.close();
});

test('a client that says nothing is let go, one that has spoken is not', async () => {
  const server = createServer((_request, response) => void response.end('node'));
  const answering = (_request: unknown, _headers: unknown, sink: Sink): boolean => {
    setImmediate(() => sink.send(200, { 'content-length': '2' }, 'ok'));
    return true;
  };
  const silentMs = 100;
  const connections = new AnsweredConnections(server, () => 0, answering, silentMs);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [silent, spoken] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  const request = message(['GET / HTTP/1.1', 'host: h']);
  spoken.write(request);
  await once(spoken, 'data');
  silent.resume();
  await once(silent, 'close');
  await delay(2 * silentMs);
  spoken.write(request);
  expect(String((await once(spoken, 'data'))[0])).toMatch(/ok$/);
  connections.close();
  server.close();
});
