import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { connect, createServer, type Server, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createHostAgent } from '@svc/host-agent';
import {
  AGENT_LINE,
  AGENT_NAME,
  AgentClient,
  type HostAddress,
  type HostCredentials,
  keepTunnelsReady,
  NONE_WAITS,
  openTunnel,
  TUNNEL_ANSWERS,
  useHostCredentials,
} from '@svc/platform/agent';
import { certificates, type Part } from './support/certificates.ts';

const folder = mkdtempSync(join(tmpdir(), 'svc-ahead-'));
let credentialsOf: (part: Part) => Promise<HostCredentials>;
let agent: Server;
let at: HostAddress;
/** Connections of the agent in the order in which they were made. */
let made: TLSSocket[] = [];
/** The first lines that it heard, with the number of their connection. */
let heard: { line: string; connection: number }[] = [];
let answer: string;

beforeAll(async () => {
  credentialsOf = await certificates(join(folder, 'certificates'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Stands in for an agent, to see which connection is used. */
beforeEach(async () => {
  [made, heard, answer] = [[], [], TUNNEL_ANSWERS.open];
  agent = createServer({ ...(await credentialsOf('host-agent')), requestCert: true, minVersion: 'TLSv1.3' }, (socket) => {
    const connection = made.push(socket);
    socket.on('error', () => {});
    socket.once('data', (bytes: Buffer) => {
      heard.push({ line: String(bytes).trim(), connection });
      socket.write(answer);
    });
  });
  agent.listen(0, '127.0.0.1');
  await once(agent, 'listening');
  at = { host: '127.0.0.1', port: (agent.address() as AddressInfo).port };
  useHostCredentials(await credentialsOf('control-plane'));
});
afterEach(async () => {
  useHostCredentials(undefined);
  for (const socket of made) socket.destroy();
  agent.close();
  await once(agent, 'close');
});

const openedAt = (address: HostAddress, line: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    openTunnel(address, line, 5_000, (...[error, socket]) => (error ? reject(error) : resolve(socket)));
  });
const opened = (line: string): Promise<Socket> => openedAt(at, line);
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await delay(10);
}
/** Both ends have ended their part of the handshake. */
const rest = (): Promise<void> => delay(100);
async function ahead(count: number): Promise<void> {
  keepTunnelsReady(at);
  await until(() => made.length === count);
  await rest();
}

test('a connection that was made ahead is the one that is asked over, and another takes its place', async () => {
  await ahead(2);
  const socket = await opened('one');
  expect(heard).toEqual([{ line: 'one', connection: 1 }]);
  socket.write('more');
  expect(String((await once(made[0]!, 'data'))[0])).toBe('more');
  await until(() => made.length === 3);
  await rest();
  expect(made).toHaveLength(3);
});

test('as many are made ahead as were asked for at once, a few at most', async () => {
  await ahead(2);
  await Promise.all(['one', 'two', 'three', 'four'].map(opened));
  expect(heard.map(({ connection }) => connection).toSorted()).toEqual([1, 2, 3, 4]);
  await until(() => made.length === 8);
  await Promise.all(Array.from({ length: 20 }, (_, n) => opened(`${n}`)));
  await until(() => made.length === 8 + 16 + 6);
  await rest();
  expect(made).toHaveLength(30);
});

test('none is made for a host that nothing was started on', async () => {
  await opened('one');
  await delay(300);
  expect(made).toHaveLength(1);
});

test('where its agent has ended one meanwhile another is opened', async () => {
  await ahead(2);
  for (const socket of made) socket.destroy();
  await opened('one');
  expect(heard).toEqual([{ line: 'one', connection: 3 }]);
});

test('where it is ended by the first word, that is said again over another', async () => {
  await ahead(2);
  for (const socket of made) socket.removeAllListeners('data').once('data', () => socket.destroy());
  await opened('one');
  expect(heard).toEqual([{ line: 'one', connection: 3 }]);
});

test('where its host is gone without a word another is opened', async () => {
  await ahead(2);
  for (const socket of made) socket.removeAllListeners('data');
  await opened('one');
  expect(heard.map(({ line }) => line)).toEqual(['one']);
  expect(heard[0]?.connection).toBeGreaterThan(2);
});

test('an agent that leads nowhere is believed the first time', async () => {
  await ahead(2);
  answer = TUNNEL_ANSWERS.nobody;
  await expect(opened('one')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(heard).toEqual([{ line: 'one', connection: 1 }]);
});

test('whoever gives up waiting hears so once, and nothing is asked again', async () => {
  await ahead(2);
  for (const socket of made) socket.removeAllListeners('data');
  const told: unknown[] = [];
  const end = openTunnel(at, 'one', 5_000, (...[error]) => void told.push(error));
  end();
  await until(() => told.length > 0);
  await rest();
  expect(told).toEqual([expect.objectContaining({ code: 'ECONNREFUSED' })]);
  expect(heard).toEqual([]);
});

test('an agent lets a control plane’s connections wait, and ends them when it goes', async () => {
  const directory = join(folder, 'twins');
  const real = createHostAgent({
    ...{ engineSocket: join(folder, 'engine.sock'), installation: 'ours', image: (id: string) => id, twins: ['one'] },
    ...{ directory, engineDirectory: directory },
  });
  const port = await real.listenToHosts({ host: '127.0.0.1', port: 0 }, await credentialsOf('host-agent'));
  const there = { host: '127.0.0.1', port };
  const client = new AgentClient(there, { awayMs: 0 });
  const silent = connect({ ...there, ...(await credentialsOf('control-plane')), servername: AGENT_NAME });
  await once(silent, 'secureConnect');
  const ended = once(silent.resume(), 'close');
  // Whatever it answers, it has heard of the other before.
  expect(await client.ask({ ask: 'claims' })).toEqual([]);
  await real.leave();
  await ended;
  expect(await client.ask({ ask: 'claims' })).toEqual([]);
  await real.close();
  await expect(client.ask({ ask: 'claims' })).rejects.toThrow('could not be reached');
});

test('twins that wait are taken by control planes alone, and over such a connection nothing else is asked', async () => {
  const directory = join(folder, 'other-twins');
  const real = createHostAgent({
    ...{ engineSocket: join(folder, 'engine.sock'), installation: 'other', image: (id: string) => id, twins: ['one'] },
    ...{ directory, engineDirectory: directory },
  });
  const port = await real.listenToHosts({ host: '127.0.0.1', port: 0 }, await credentialsOf('host-agent'));
  const said = async (line: string): Promise<string> => {
    const socket = await openedAt({ host: '127.0.0.1', port }, line).catch(() => undefined);
    return socket ? text(socket).catch(() => '') : 'refused';
  };
  const take = JSON.stringify({ ask: 'take', twin: 'one', sessionId: 'ses_1' });
  expect(await said(take)).toBe(NONE_WAITS);
  const others = [
    { ask: 'claims' },
    { ask: 'remove', instance: 'a'.repeat(16) },
    { ask: 'take', twin: 'other', sessionId: 'ses_1' },
    { ask: 'take', twin: 'one', sessionId: '../ses_1' },
  ];
  for (const line of [...others.map((other) => JSON.stringify(other)), '{', '{}']) expect(await said(line)).toBe('');
  for (const part of ['caller', 'host-agent'] as const) {
    useHostCredentials(await credentialsOf(part));
    expect(await said(take)).toBe('refused');
    expect(await said(AGENT_LINE)).toBe('refused');
  }
  await real.close();
});
