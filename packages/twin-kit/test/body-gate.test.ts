import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { BodyGate } from '../src/http/body.ts';
import { eventually } from '../testing/receiver.ts';

const MIB = 1 << 20;
const LIMIT = 50 * MIB;

/** A server that lets bodies in, and says which are in by the path of their call. */
async function startServer() {
  const gate = new BodyGate();
  const read: string[] = [];
  let reached = 0;
  const server = createServer((incoming, response) => {
    reached += 1;
    gate.read(incoming, LIMIT, (body) => {
      read.push(`${incoming.url} ${body.ok ? body.bytes.length : body.reason}`);
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  /** Begins a call, until the server has seen its head. */
  const begin = async (path: string, length: number) => {
    const before = reached;
    const outgoing = request({ port, host: '127.0.0.1', path, method: 'POST', headers: { 'content-length': length } });
    outgoing.on('error', () => {}).flushHeaders();
    await eventually(async () => reached > before);
    return outgoing;
  };
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { begin, read, [Symbol.asyncDispose]: close };
}

test('bodies beyond what may come in at once wait until there is room', async () => {
  await using server = await startServer();
  const first = await server.begin('/first', 40 * MIB);
  const whole = Buffer.alloc(40 * MIB);
  const second = await server.begin('/second', whole.length);
  second.end(whole);
  const small = await server.begin('/small', 3);
  small.end('abc');
  const gone = await server.begin('/gone', 40 * MIB);
  gone.destroy();
  expect(server.read).toEqual([]);
  first.end(whole);
  await eventually(async () => server.read.length === 4);
  const [earliest, ...later] = server.read;
  expect(earliest).toBe(`/first ${40 * MIB}`);
  // Those that have room together come in side by side.
  expect(new Set(later)).toEqual(new Set([`/second ${40 * MIB}`, '/small 3', '/gone aborted']));
});

test('one over the limit is refused at once, whatever waits', async () => {
  await using server = await startServer();
  await server.begin('/first', 40 * MIB);
  await server.begin('/second', 40 * MIB);
  await server.begin('/large', LIMIT + 1);
  await eventually(async () => server.read.length === 1);
  expect(server.read).toEqual(['/large too-large']);
});
