import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { Stops } from '../src/service/index.ts';
import { closeServer, listen } from '../src/service/lifecycle.ts';

const stopping = () => {
  const [told, done]: [string[], string[]] = [[], []];
  const stops = new Stops({
    error: (({ part, err }: { part: string; err: Error }) => told.push(`${part}: ${err.message}`)) as never,
  });
  return { stops, told, done };
};

test('what was started is stopped in the opposite order, and a step that throws, rejects or never ends keeps no other', async () => {
  const { stops, told, done } = stopping();
  stops.push('first', () => done.push('first'));
  stops.push('stuck', () => new Promise(() => {}), 5);
  stops.push('throws', () => {
    throw new Error('at once');
  });
  stops.push('rejects', () => Promise.reject(new Error('later')), 60_000);
  stops.push('last', async () => done.push('last'));
  await stops.run();
  expect(done).toEqual(['last', 'first']);
  expect(told).toEqual(['rejects: later', 'throws: at once', 'stuck: not stopped within 5 ms']);
});

test('a port of 0 is told which it became, and a taken one names itself', async () => {
  const [server, second] = [createServer(), createServer()];
  const port = await listen(server, 0, '127.0.0.1');
  expect(port).toBeGreaterThan(0);
  await expect(listen(second, port, '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE', syscall: 'listen', port });
  await closeServer(server, 0);
});

test('a server that closes ends a connection that says nothing', async () => {
  const server = createServer();
  const silent = connect(await listen(server, 0, '127.0.0.1'), '127.0.0.1');
  await once(silent, 'connect');
  const ended = once(silent, 'close');
  silent.resume();
  await closeServer(server, 10);
  await ended;
});
