import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { inParts, lastWords, message } from '@svc/plain-http/testing';
import { listen, proxied, SESSION, stop, TOKEN } from './support.ts';

const post = (body: string, token = TOKEN): string =>
  message(
    [`POST /github/s/${SESSION}/x HTTP/1.1`, 'host: h', `authorization: Bearer ${token}`, `content-length: ${body.length}`],
    body,
  );

/** A twin that answers a while after it was asked, with what it was sent. */
const slowEcho: RequestListener = async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  await delay(100);
  response.end(`echo ${Buffer.concat(chunks)}`);
};

describe('a caller that says no more after its request', () => {
  test.each([
    ['in one piece', [post('one')]],
    ['in two', inParts(post('one'))],
  ])('%s, gets its answer, and the connection ends', async (_how, pieces) => {
    await using given = await proxied(slowEcho);
    expect(await lastWords(given.port, pieces)).toMatch(/^HTTP\/1\.1 200 OK.*echo one/s);
  });

  test('gets the answer to each that it sent', async () => {
    await using given = await proxied(slowEcho);
    const said = await lastWords(given.port, [post('one'), post('two') + post('three')]);
    expect(said.match(/echo [a-z]+/g)).toEqual(['echo one', 'echo two', 'echo three']);
  });

  test('is told what it is refused with', async () => {
    await using given = await proxied(slowEcho);
    expect(await lastWords(given.port, [post('one', 'wrong')])).toMatch(/^HTTP\/1\.1 404 .*No twin pod exists/s);
  });

  test('gets its answer from a twin that only comes back meanwhile', async () => {
    const twin = createServer(slowEcho);
    const port = await listen(twin);
    await stop(twin);
    await using given = await proxied(() => {}, { route: { twins: { github: `http://127.0.0.1:${port}` } } });
    const said = lastWords(given.port, [post('one')]);
    await delay(200);
    await listen(twin, port);
    expect(await said).toMatch(/^HTTP\/1\.1 200 OK.*echo one/s);
    await stop(twin);
  });

  test.each([
    ['in one piece', [post('one')]],
    ['in two', inParts(post('one'))],
  ])('%s, is taken for gone when nothing comes for a while', async (_how, pieces) => {
    const left = Promise.withResolvers<void>();
    const silent: RequestListener = (request, response) => {
      request.resume();
      response.on('close', left.resolve);
    };
    await using given = await proxied(silent, { options: { halfClosedMs: 100 } });
    const socket = connect({ port: given.port, host: '127.0.0.1', allowHalfOpen: true });
    for (const piece of pieces) {
      socket.write(piece);
      await delay(20);
    }
    const closed = once(socket, 'close');
    socket.on('error', () => {});
    socket.end();
    socket.resume();
    await Promise.all([left.promise, closed]);
  });
});
