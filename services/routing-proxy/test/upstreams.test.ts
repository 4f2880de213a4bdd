import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Upstreams } from '../src/upstreams.ts';
import { listen, stop } from './support.ts';

const SECOND_MS = 1_000;
const waiting: ServerResponse[] = [];
const server = createServer((request, response) => {
  if (request.url === '/later') waiting.push(response);
  else response.end('ok');
});
let upstreams: Upstreams;
let origin: string;

beforeEach(async () => {
  origin = `http://127.0.0.1:${await listen(server)}`;
  upstreams = new Upstreams({ connectMs: SECOND_MS, headersMs: SECOND_MS, bodyMs: SECOND_MS });
});
afterEach(async () => {
  await upstreams.close();
  await stop(server);
});

test('a twin keeps its pool of connections while one stands, and loses it with the last', async () => {
  const pool = upstreams.get(origin);
  const { body } = await pool.request({ path: '/', method: 'GET' });
  await body.text();
  expect(upstreams.get(origin)).toBe(pool);
  const gone = once(pool, 'disconnect');
  server.closeIdleConnections();
  await gone;
  expect(upstreams.get(origin)).not.toBe(pool);
});

test('a pool that loses its connection while a request waits for one stays', async () => {
  const pool = upstreams.get(origin);
  const first = pool.request({ path: '/later', method: 'GET' }).catch((error: Error) => error);
  await once(server, 'request');
  const gone = once(pool, 'disconnect');
  server.closeAllConnections();
  const second = pool.request({ path: '/', method: 'GET' });
  await gone;
  expect(upstreams.get(origin)).toBe(pool);
  expect(await (await second).body.text()).toBe('ok');
  expect(await first).toBeInstanceOf(Error);
});
