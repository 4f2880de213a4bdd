import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { errorEnvelopeSchema } from '@svc/contract';
import { BEARER, call, proxied, SESSION, TOKEN } from './support.ts';

const path = `/github/s/${SESSION}`;

async function readAll(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1');
}

const upgradeRequest = (token: string, more = '') =>
  `GET ${path}/ws HTTP/1.1\r\nHost: twins.example\r\nAuthorization: Bearer ${token}\r\nConnection: keep-alive, Upgrade\r\n` +
  `Upgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nX-Svc-Control: guess\r\n${more}\r\n`;

describe('an upgrade', () => {
  test('passes bytes both ways once the twin agrees', async () => {
    await using given = await proxied((_request, response) => void response.end());
    let seen: unknown;
    const left = Promise.withResolvers<void>();
    given.twin.on('upgrade', (request, socket: Socket) => {
      seen = { url: request.url, headers: request.headers };
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
      socket.on('data', (chunk) => socket.write(`echo ${chunk.toString()}`));
      socket.on('end', () => socket.end()).on('close', left.resolve);
    });
    const socket = connect(given.port, '127.0.0.1');
    socket.write(upgradeRequest(TOKEN));
    const [head] = (await once(socket, 'data')) as [Buffer];
    expect(head.toString()).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n/);
    socket.write('hello');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toBe('echo hello');
    expect(seen).toMatchObject({
      url: `/s/${SESSION}/ws`,
      headers: {
        'x-forwarded-prefix': '/github',
        'x-forwarded-host': 'twins.example',
        'x-forwarded-proto': 'http',
        upgrade: 'websocket',
      },
    });
    expect((seen as { headers: object }).headers).not.toHaveProperty('x-svc-control');
    expect((await given.activity.drain()).size).toBe(1);
    socket.destroy();
    await left.promise;
  });

  test('that the twin refuses is answered with its refusal', async () => {
    await using given = await proxied((_request, response) => {
      response.writeHead(426, { 'content-type': 'text/plain' });
      response.end('no sockets here');
    });
    const socket = connect(given.port, '127.0.0.1');
    socket.write(upgradeRequest(TOKEN));
    const answer = await readAll(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 426 /);
    expect(answer).toContain('no sockets here');
  });

  test('with a wrong bearer is 404', async () => {
    await using given = await proxied((_request, response) => void response.end());
    const socket = connect(given.port, '127.0.0.1');
    socket.write(upgradeRequest('wrong'));
    const answer = await readAll(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
    expect(answer).toContain('No twin pod exists for this session.');
  });

  test('to a twin that is away is 503', async () => {
    await using given = await proxied((_request, response) => void response.end(), {
      route: { twins: { github: 'http://127.0.0.1:1' } },
    });
    const socket = connect(given.port, '127.0.0.1');
    socket.write(upgradeRequest(TOKEN));
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 503 /);
  });
});

describe('a connection', () => {
  test('carries one request after another', async () => {
    await using given = await proxied((request, response) => void response.end(`${request.url?.slice(-1)}`));
    const socket = connect(given.port, '127.0.0.1');
    const head = (rest: string, more = '') =>
      `GET ${path}/${rest} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\n${more}\r\n`;
    socket.write(head('a') + head('b') + head('c', 'Connection: close\r\n'));
    const answers = (await readAll(socket)).split('HTTP/1.1 200 OK').slice(1);
    expect(answers.map((answer) => answer.at(-1))).toEqual(['a', 'b', 'c']);
  });

  test('asking for a tunnel and resetting it takes nobody else down', async () => {
    await using given = await proxied((_request, response) => void response.end());
    for (let left = 0; left < 20; left += 1) {
      const socket = connect(given.port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write('CONNECT twins.example:443 HTTP/1.1\r\nHost: twins.example:443\r\n\r\n');
      await once(socket, 'readable');
      socket.resetAndDestroy();
    }
    expect((await call(given.port, `${path}/x`, BEARER)).status).toBe(200);
  });

  test.each([
    ['what is not HTTP', 'hello\r\n\r\n', 400],
    ['headers beyond 16 KiB', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    [
      'both a length and chunks',
      `POST ${path}/x HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['a wish for a tunnel', 'CONNECT twins.example:443 HTTP/1.1\r\nHost: twins.example:443\r\n\r\n', 400],
    ['a line break in a header', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\rb\r\n\r\n', 400],
  ])('with %s is answered and ended', async (_name, text, status) => {
    await using given = await proxied((_request, response) => void response.end());
    const socket = connect(given.port, '127.0.0.1');
    socket.write(text);
    const answer = await readAll(socket);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const { error } = errorEnvelopeSchema.parse(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)));
    expect(error.type).toBe('validation_failed');
  });

  test('with an expectation that is not known is served', async () => {
    await using given = await proxied((_request, response) => void response.end('ok'));
    const socket = connect(given.port, '127.0.0.1');
    socket.write(`GET ${path}/x HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\nExpect: x\r\nConnection: close\r\n\r\n`);
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('a thousand clients that send half a header hinder nobody', async () => {
    await using given = await proxied((_request, response) => void response.end('ok'));
    const slow = Array.from({ length: 1_000 }, () => {
      const socket = connect(given.port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(`GET ${path}/x HTTP/1.1\r\nHost: x\r\n`);
      return socket;
    });
    await Promise.all(slow.map((socket) => once(socket, 'connect')));
    expect(await call(given.port, `${path}/x`, BEARER)).toMatchObject({ status: 200, body: 'ok' });
    for (const socket of slow) socket.destroy();
  });
});

describe('closing', () => {
  test('lets requests in flight end and takes no more', async () => {
    const arrived = Promise.withResolvers<() => void>();
    await using given = await proxied((_request, response) => arrived.resolve(() => response.end('late')));
    const pending = call(given.port, `${path}/x`, BEARER);
    const finish = await arrived.promise;
    const closed = given.proxy.close();
    await expect(call(given.port, `${path}/x`, BEARER)).rejects.toThrow('ECONNREFUSED');
    finish();
    expect(await pending).toMatchObject({ status: 200, body: 'late' });
    await closed;
  });

  test('says for a while that it goes, and answers all the same', async () => {
    await using given = await proxied((_request, response) => void response.end('ok'), { options: { leaveMs: 1_000 } });
    expect((await call(given.port, '/healthz')).status).toBe(200);
    const closed = given.proxy.close();
    expect((await call(given.port, '/healthz')).status).toBe(503);
    const answer = await call(given.port, `${path}/x`, BEARER);
    expect(answer).toMatchObject({ status: 200, body: 'ok', headers: { connection: 'close' } });
    await closed;
    await expect(call(given.port, `${path}/x`, BEARER)).rejects.toThrow('ECONNREFUSED');
  });

  test('ends what does not end by itself', async () => {
    const arrived = Promise.withResolvers<void>();
    await using given = await proxied(() => arrived.resolve(), { options: { drainMs: 50 } });
    const pending = call(given.port, `${path}/x`, BEARER);
    pending.catch(() => {});
    await arrived.promise;
    await given.proxy.close();
    await expect(pending).rejects.toThrow('socket hang up');
  });
});
