import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { conversation, inParts, message, rawRequests } from '@svc/plain-http/testing';
import { BEARER, call, listen, proxied, SESSION, stop, TOKEN } from './support.ts';

const TARGET = `/github/s/${SESSION}/x`;
const AUTHORIZATION = `authorization: Bearer ${TOKEN}`;
/** Longer than node takes to see that a piece is there, in milliseconds. */
const APART_MS = 15;
const QUIET_MS = 60;

/** The same whichever way it went: without what the moment and the connection add. */
const comparable = (said: string): string =>
  said
    .replaceAll(/^(date|connection|keep-alive): .*\r\n/gim, '')
    .replaceAll(/req_[0-9a-f]+/g, 'req_')
    .replaceAll(/ (Bad Request|Not Found)\r\n/g, '\r\n')
    // Where a request says no length, undici says none.
    .replaceAll('"content-length=0",', '')
    .replaceAll(/^content-length: \d+\r\n/gim, '')
    .replaceAll(/^[\w-]+(?=: )/gm, (name) => name.toLowerCase());

const echo = async (request: IncomingMessage, response: ServerResponse) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method, url, rawHeaders } = request;
  const fields = rawHeaders.map((part, at) => (at % 2 === 0 ? part.toLowerCase() : part));
  const pairs = fields.flatMap((name, at) => (at % 2 === 0 && name !== 'connection' ? [`${name}=${fields[at + 1]}`] : []));
  const body = JSON.stringify({ method, url, fields: pairs.sort(), body: Buffer.concat(chunks).toString('latin1') });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
};

const get = (...fields: string[]): string => message([`GET ${TARGET} HTTP/1.1`, 'host: h', AUTHORIZATION, ...fields]);

const REQUESTS = rawRequests({
  target: TARGET,
  authorization: AUTHORIZATION,
  unknown: '/github/s/ses_unknown/x',
  control: `/github/s/${SESSION}/_svc/control/boot`,
});

describe('a request reaches the twin the same in one piece and in two, or is refused the same', () => {
  test.each(Object.keys(REQUESTS))('%s', async (name) => {
    const request = REQUESTS[name]!;
    await using given = await proxied((incoming, response) => void echo(incoming, response));
    const whole = await conversation(given.port, [request]);
    const parts = await conversation(given.port, inParts(request));
    expect(comparable(whole)).toBe(comparable(parts));
    expect(whole).toMatch(/^HTTP\/1\.1 [124]/);
  });
});

/** A twin that says these bytes to every call, whatever they are. */
async function speaking(say: (socket: Socket, call: number) => void) {
  let calls = 0;
  const sockets = new Set<Socket>();
  const twin = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', () => {
      calls += 1;
      say(socket, calls);
    });
  });
  twin.listen(0, '127.0.0.1');
  await once(twin, 'listening');
  const route = { twins: { github: `http://127.0.0.1:${(twin.address() as AddressInfo).port}` } };
  const given = await proxied(() => {}, { route, options: { timeouts: { headersMs: 500, bodyMs: 500 } } });
  return {
    ...given,
    sockets,
    [Symbol.asyncDispose]: async () => {
      await given[Symbol.asyncDispose]();
      for (const socket of sockets) socket.destroy();
      twin.close();
    },
  };
}

const CHUNKS = '5\r\nhello\r\n3;ext="a"\r\n\r\n\0\r\n0\r\nx-trailer: 1\r\n\r\n';
const ANSWERS: Record<string, string> = {
  counted: message(['HTTP/1.1 200 OK', 'content-length: 5', 'x-a: 1', 'X-A: 2'], 'hello'),
  'of no length': message(['HTTP/1.1 201 Created', 'Content-Length: 0', 'Connection: keep-alive']),
  'in chunks': message(['HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', 'Connection: keep-alive'], '5\r\nhello\r\n0\r\n\r\n'),
  'without content': message(['HTTP/1.1 204 No Content', 'etag: "x"']),
  unchanged: message(['HTTP/1.1 304 Not Modified', 'etag: "x"']),
  'with fields of the connection': message(
    [
      'HTTP/1.1 200 OK',
      'content-length: 5',
      'Keep-Alive: timeout=5',
      'Connection: keep-alive, x-hop',
      'x-hop: 1',
      'x-kept: caf\xe9',
    ],
    'hello',
  ),
  'that closes': message(['HTTP/1.1 200 OK', 'content-length: 5', 'Connection: close'], 'hello'),
};

describe('an answer reaches the client the same whichever way its request went', () => {
  test.each(Object.keys(ANSWERS))('%s', async (name) => {
    const answer = ANSWERS[name]!;
    await using given = await speaking((socket) => void socket.write(answer, 'latin1'));
    const whole = await conversation(given.port, [get()]);
    const parts = await conversation(given.port, inParts(get()));
    expect(comparable(whole)).toBe(comparable(parts));
    expect(comparable(whole)).toContain(answer.slice(0, 12));
  });

  test.each([...Object.keys(ANSWERS), 'with extensions and trailers'])(
    '%s, byte by byte, and the next one after it',
    async (name) => {
      const answer = ANSWERS[name] ?? message(['HTTP/1.1 200 OK', 'transfer-encoding: chunked'], CHUNKS);
      const wrote = Promise.withResolvers<void>();
      await using given = await speaking((socket, count) => {
        if (count > 1) return void socket.write(message(['HTTP/1.1 200 OK', 'content-length: 4'], 'next'));
        void (async () => {
          for (const byte of answer) {
            socket.write(byte, 'latin1');
            await new Promise(setImmediate);
          }
          wrote.resolve();
        })();
      });
      const socket = connect(given.port, '127.0.0.1');
      let said = '';
      socket.setEncoding('latin1').on('data', (text: string) => {
        said += text;
      });
      socket.write(get());
      await Promise.all([wrote.promise, once(socket, 'data')]);
      // What the twin wrote is on its way; whatever of it comes later belongs to this answer too.
      while (!said.endsWith(answer.slice(-4))) await once(socket, 'data');
      socket.write(get());
      while (!said.endsWith('next')) await once(socket, 'data');
      expect(said.slice(said.lastIndexOf('HTTP/1.1'))).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect(said.slice(0, said.lastIndexOf('HTTP/1.1')).endsWith(answer.slice(-4))).toBe(true);
      socket.destroy();
    },
  );
});

test('an answer that ends with its connection ends the client’s', async () => {
  await using given = await speaking((socket) => socket.end(message(['HTTP/1.1 200 OK', 'x-a: 1'], 'all of it')));
  const said = await conversation(given.port, [get()]);
  expect(said).toMatch(/connection: close\r\n\r\nall of it$/);
});

describe('what is no answer is 503', () => {
  test.each([
    ['no HTTP', 'hello\r\n\r\n'],
    ['another version', message(['HTTP/2 200', 'content-length: 0'])],
    ['no status', message(['HTTP/1.1 OK', 'content-length: 0'])],
    ['two lengths', message(['HTTP/1.1 200 OK', 'content-length: 1', 'content-length: 2'], 'x')],
    ['a length and chunks', message(['HTTP/1.1 200 OK', 'content-length: 1', 'transfer-encoding: chunked'], 'x')],
    ['an unknown coding', message(['HTTP/1.1 200 OK', 'transfer-encoding: gzip'], 'x')],
    ['an endless head', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(70_000)}`],
    ['half a head, then nothing', 'HTTP/1.1 200 OK\r\nx-a: '],
    ['more than it said', message(['HTTP/1.1 200 OK', 'content-length: 1'], 'xyz')],
  ])('%s', async (_name, bytes) => {
    await using given = await speaking((socket) => void socket.write(bytes, 'latin1'));
    expect(await call(given.port, TARGET, BEARER)).toMatchObject({ status: 503 });
    expect(given.sockets.size).toBe(1);
  });

  test('and chunks without sizes are cut off', async () => {
    await using given = await speaking((socket) => {
      socket.write(message(['HTTP/1.1 200 OK', 'transfer-encoding: chunked'], '1\r\na\r\n'));
      setTimeout(() => socket.write('zz\r\n'), APART_MS);
    });
    await expect(call(given.port, TARGET, BEARER)).rejects.toThrow('aborted');
  });
});

test('a call that comes before the last one is answered is answered after it', async () => {
  const answers: ServerResponse[] = [];
  await using given = await proxied((_request, response) => void answers.push(response));
  const socket = connect(given.port, '127.0.0.1');
  let said = '';
  socket.on('data', (bytes: Buffer) => {
    said += bytes.toString('latin1');
  });
  socket.write(get());
  while (answers.length === 0) await delay(1);
  socket.write(get('x-second: 1'));
  await delay(APART_MS);
  expect(answers).toHaveLength(1);
  answers[0]!.end('first');
  while (answers.length === 1) await delay(1);
  answers[1]!.end('second');
  while (!said.includes('second')) await once(socket, 'data');
  expect(said.indexOf('first')).toBeLessThan(said.indexOf('second'));
  socket.destroy();
});

test('calls of many clients share connections to the twin, and all are counted', async () => {
  const ports = new Set<number | undefined>();
  await using given = await proxied((request, response) => {
    ports.add(request.socket.remotePort);
    response.end(request.url);
  });
  const calls = Array.from({ length: 200 }, (_, at) => at);
  for (let from = 0; from < calls.length; from += 8) {
    const answers = await Promise.all(calls.slice(from, from + 8).map((at) => call(given.port, `${TARGET}/${at}`, BEARER)));
    expect(answers.map(({ body }) => body)).toEqual(calls.slice(from, from + 8).map((at) => `/s/${SESSION}/x/${at}`));
  }
  expect(ports.size).toBeLessThanOrEqual(8);
  const { body: metrics } = await call(given.port, '/metrics');
  expect(metrics).toContain('svc_proxy_requests_forwarded_total 200');
  // The one that asks.
  expect(metrics).toContain('svc_proxy_requests_in_flight 1');
  expect(metrics).toContain('svc_proxy_request_duration_seconds_count 200');
});

test('a client whose sandbox was closed hears it on the connection that it has', async () => {
  await using given = await proxied((_request, response) => void response.end('ok'));
  const socket = connect(given.port, '127.0.0.1');
  let said = '';
  socket.on('data', (bytes: Buffer) => {
    said += bytes.toString('latin1');
  });
  socket.write(get());
  while (!said.endsWith('ok')) await once(socket, 'data');
  await given.routes.markClosed(SESSION);
  socket.write(get());
  while (!said.includes('HTTP/1.1 410')) await once(socket, 'data');
  socket.destroy();
});

test('an idle connection to a twin that is gone is not used again', async () => {
  await using given = await proxied((_request, response) => void response.end('ok'));
  expect((await call(given.port, TARGET, BEARER)).body).toBe('ok');
  await stop(given.twin);
  const successor = createHttpServer((_request, response) => void response.end('again'));
  await listen(successor, given.twinPort);
  expect((await call(given.port, TARGET, BEARER)).body).toBe('again');
  await stop(successor);
});

test('a client that takes no answers is not answered on and on', async () => {
  let seen = 0;
  const large = 'a'.repeat(256 << 10);
  await using given = await proxied((_request, response) => {
    seen += 1;
    response.end(large);
  });
  const socket = connect(given.port, '127.0.0.1');
  socket.setNoDelay(true);
  socket.pause();
  for (let sent = 1; sent <= 400; sent += 1) {
    socket.write(get());
    const until = performance.now() + QUIET_MS;
    while (seen < sent && performance.now() < until) await delay(1);
    if (seen < sent) break;
    // Its answer is at the proxy in full before the next call goes out.
    await delay(2);
  }
  expect(seen).toBeLessThan(200);
  socket.destroy();
});

test('while the proxy closes, the last answer says so, and what comes after it does nothing', async () => {
  let seen = 0;
  const answers: ServerResponse[] = [];
  await using given = await proxied((_request, response) => {
    seen += 1;
    answers.push(response);
  });
  const socket = connect(given.port, '127.0.0.1');
  let said = '';
  socket.on('data', (bytes: Buffer) => {
    said += bytes.toString('latin1');
    socket.write(get());
  });
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  socket.write(get());
  while (seen === 0) await delay(1);
  const closing = given.proxy.close();
  answers[0]!.end('last');
  await closing;
  await closed;
  expect(said).toMatch(/\r\nconnection: close\r\n(?:.*\r\n)?\r\nlast$/s);
  expect(seen).toBe(1);
});

test('a route that leads nowhere is 503, and the proxy goes on', async () => {
  await using given = await proxied((_request, response) => void response.end('ok'), {
    route: { twins: { github: 'http://[nowhere' } },
  });
  expect((await call(given.port, TARGET, BEARER)).status).toBe(503);
  expect((await call(given.port, '/healthz')).status).toBe(200);
  expect(given.faults).toHaveLength(1);
});

test('a refusal of HEAD has no body', async () => {
  await using given = await proxied((request) => void request.socket.destroy());
  const said = await conversation(given.port, [get().replace('GET', 'HEAD')]);
  expect(said).toMatch(/^HTTP\/1\.1 503 .*content-length: [1-9].*\r\n\r\n$/s);
});
