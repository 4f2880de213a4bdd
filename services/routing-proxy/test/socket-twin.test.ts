import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { socketUrl } from '@svc/platform';
import { BEARER, call, proxied, SESSION, stop, TOKEN } from './support.ts';

describe('a twin that listens on a Unix socket', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-socket-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function socketTwin(path: string) {
    const twin = createServer((request, response) => response.end(`${request.method} ${request.url}`)).listen(path);
    await once(twin, 'listening');
    return twin;
  }

  test('is called through it, and waited for while it comes back', async () => {
    const path = join(folder, 'twin.sock');
    const first = await socketTwin(path);
    await using given = await proxied(() => {}, { route: { twins: { github: socketUrl(path) } } });
    const ask = () => call(given.port, `/github/s/${SESSION}/x`, BEARER);
    expect((await ask()).body).toBe(`GET /s/${SESSION}/x`);
    await stop(first);
    await rm(path, { force: true });
    const waiting = ask();
    const second = await socketTwin(path);
    expect((await waiting).body).toBe(`GET /s/${SESSION}/x`);
    await stop(second);
  });

  test('is upgraded to through it', async () => {
    const path = join(folder, 'upgraded.sock');
    const twin = await socketTwin(path);
    twin.on('upgrade', (request, socket: Socket) => {
      socket.end(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n${request.url}`);
    });
    await using given = await proxied(() => {}, { route: { twins: { github: socketUrl(path) } } });
    const socket = connect(given.port, '127.0.0.1');
    socket.write(
      `GET /github/s/${SESSION}/ws HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 101 /);
    expect(answer.endsWith(`/s/${SESSION}/ws`)).toBe(true);
    await stop(twin);
  });
});
