import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect as connectPlainly, createServer as createPlainServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createHostAgent, type HostAgent } from '@svc/host-agent';
import { callTwin, connectTwin, tunnelUrl } from '@svc/platform';
import {
  AGENT_NAME,
  AgentClient,
  type HostAddress,
  type HostCredentials,
  twinSocket,
  useHostCredentials,
} from '@svc/platform/agent';
import { certificates, type Part } from './support/certificates.ts';
import { StandInEngine } from './support/stand-in-engine.ts';

const INSTANCE = 'a'.repeat(16);
const ABSENT = 'b'.repeat(16);
const CONTROL_TOKEN = 'c'.repeat(64);
const OWNER = { sessionId: 'ses_1', expiresAt: '2026-01-01T00:00:00.000Z' };

let folder: string;
let engine: StandInEngine;
let agent: HostAgent;
let twin: Server;
let at: HostAddress;
let credentialsOf: (part: Part) => Promise<HostCredentials>;
let connections = 0;
/** What the twin was asked. */
const asked: string[] = [];

const twins = (): string => join(folder, 'twins');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-relay-'));
  engine = new StandInEngine();
  await engine.listen(join(folder, 'engine.sock'));
  credentialsOf = await certificates(join(folder, 'certificates'));
  const options = { engineSocket: join(folder, 'engine.sock'), installation: 'ours', image: (id: string) => `svc/twin-${id}:1` };
  agent = createHostAgent({ ...options, twins: ['github'], directory: twins(), engineDirectory: '/var/lib/engine/twins' });
  await agent.listen(join(folder, 'agent.sock'));
  at = { host: '127.0.0.1', port: await agent.listenToHosts({ host: '127.0.0.1', port: 0 }, await credentialsOf('host-agent')) };
  twin = createServer(async (request, response) => {
    const body = await text(request);
    asked.push(`${request.method} ${request.url} ${body}`);
    response.end(`${request.url} ${body}`);
  });
  twin.on('connection', () => {
    connections += 1;
  });
  mkdirSync(dirname(twinSocket(twins(), INSTANCE)), { recursive: true });
  twin.listen(twinSocket(twins(), INSTANCE));
  await once(twin, 'listening');
});

afterAll(async () => {
  useHostCredentials(undefined);
  await agent.close();
  await engine.close();
  twin.closeAllConnections();
  twin.close();
  rmSync(folder, { recursive: true });
});

const as = async (part: Part): Promise<void> => useHostCredentials(await credentialsOf(part));

const get = (instance: string) => {
  const call = { method: 'GET', path: '/x', controlToken: CONTROL_TOKEN, signal: AbortSignal.timeout(5_000) } as const;
  return callTwin(tunnelUrl(at, instance), call);
};

const openedAt = (url: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    connectTwin(url, 5_000, (...[error, socket]) => (error ? reject(error) : resolve(socket)));
  });
const opened = (instance: string): Promise<Socket> => openedAt(tunnelUrl(at, instance));

const ask = (part: Part) => as(part).then(() => new AgentClient(at, { awayMs: 0 }).ask({ ask: 'claims' }));

describe('a twin of another host', () => {
  test('is called through its agent', async () => {
    await as('caller');
    expect(await get(INSTANCE)).toEqual({ status: 200, text: '/x ' });
  });

  test('takes many calls over one connection', async () => {
    await as('caller');
    const socket = await opened(INSTANCE);
    const before = connections;
    let answers = '';
    socket.on('data', (bytes: Buffer) => {
      answers += String(bytes);
    });
    for (let call = 1; call <= 20; call += 1) {
      socket.write(`GET /${call} HTTP/1.1\r\nHost: x\r\n\r\n`);
      while (!answers.includes(`/${call} `)) await once(socket, 'data');
    }
    expect(connections).toBe(before);
    socket.destroy();
  });

  test('takes a request whose client has said that it says no more, and large bodies both ways', async () => {
    await as('caller');
    const body = 'x'.repeat(3_000_000);
    const socket = await opened(INSTANCE);
    socket.end(`POST /big HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    const answer = await buffer(socket);
    expect(answer.length).toBeGreaterThan(body.length);
  });

  test('has seen nothing where it is not there, and the error says so', async () => {
    await as('caller');
    await expect(opened(ABSENT)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await expect(get(ABSENT)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('has seen nothing where its host does not answer', async () => {
    await as('caller');
    const gone = tunnelUrl({ host: '127.0.0.1', port: 1 }, INSTANCE);
    await expect(openedAt(gone)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

test('a caller that resets its connection in the middle of a call ends nothing but that', async () => {
  await as('caller');
  const { ca, cert, key } = await credentialsOf('caller');
  const before = asked.length;
  for (let n = 1; n <= 20; n += 1) {
    const plain = connectPlainly(at.port, at.host);
    await once(plain, 'connect');
    const socket = connectTls({ socket: plain, ca, cert, key, servername: AGENT_NAME, minVersion: 'TLSv1.3' });
    for (const one of [plain, socket]) one.on('error', () => {});
    socket.write(`${INSTANCE}\nGET /reset HTTP/1.1\r\nHost: x\r\n\r\n`);
    while (asked.length < before + n) await new Promise(setImmediate);
    plain.resetAndDestroy();
  }
  expect(await get(INSTANCE)).toEqual({ status: 200, text: '/x ' });
});

describe('who is let in', () => {
  test('callers reach twins, and do not ask the agent', async () => {
    await expect(ask('caller')).rejects.toThrow('could not be reached');
    await expect(ask('control-plane')).resolves.toEqual([]);
  });

  test('a control plane of another host has twins started and removed', async () => {
    await as('control-plane');
    const client = new AgentClient(at);
    const instance = 'd'.repeat(16);
    await client.ask({ ask: 'launch', instance, twin: 'github', controlToken: CONTROL_TOKEN, owner: OWNER });
    expect(await client.ask({ ask: 'claims' })).toEqual([{ instance, sessionId: 'ses_1', twin: 'github' }]);
    await client.ask({ ask: 'remove', instance });
    expect(await client.ask({ ask: 'claims' })).toEqual([]);
  });

  test('nobody without a certificate of the installation', async () => {
    const strangers = await certificates(join(folder, 'strangers'));
    const { ca } = await credentialsOf('caller');
    const before = asked.length;
    for (const part of ['caller', 'control-plane', 'host-agent'] as const) {
      useHostCredentials({ ...(await strangers(part)), ca });
      await expect(opened(INSTANCE)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    }
    const plain = connectPlainly(at.port, at.host);
    plain.write(`${INSTANCE}\nGET / HTTP/1.1\r\nHost: x\r\n\r\n`);
    plain.on('error', () => {});
    await once(plain, 'close');
    expect(asked).toHaveLength(before);
  });

  test('no agent of another installation is taken for ours', async () => {
    const strangers = await certificates(join(folder, 'impostors'));
    useHostCredentials({ ...(await credentialsOf('caller')), ca: (await strangers('caller')).ca });
    await expect(opened(INSTANCE)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('an agent is no caller', async () => {
    await as('host-agent');
    await expect(opened(INSTANCE)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('what a twin may put in its folder', () => {
  const bad = 'e'.repeat(16);
  const path = (): string => twinSocket(twins(), bad);

  test.each([
    ['a link to the agent that only its own host may ask', () => symlinkSync(join(folder, 'agent.sock'), path())],
    ['a link to another twin', () => symlinkSync(twinSocket(twins(), INSTANCE), path())],
    ['a file', () => writeFileSync(path(), '')],
    ['a folder', () => mkdirSync(path())],
  ])('%s leads nowhere', async (_what, put) => {
    await as('caller');
    rmSync(dirname(path()), { recursive: true, force: true });
    mkdirSync(dirname(path()), { recursive: true });
    put();
    await expect(opened(bad)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test.each(['../claims', `${INSTANCE}/../x`, 'A'.repeat(16), 'x'.repeat(5_000)])(
    'and no instance is called %j',
    async (name) => {
      await as('caller');
      await expect(opened(name)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    },
  );
});

test('a stop waits for nobody who connected and shows nothing', async () => {
  const directory = join(folder, 'other-twins');
  const other = createHostAgent({
    engineSocket: join(folder, 'engine.sock'),
    installation: 'other',
    image: (id) => id,
    twins: ['github'],
    directory,
    engineDirectory: directory,
  });
  const port = await other.listenToHosts({ host: '127.0.0.1', port: 0 }, await credentialsOf('host-agent'));
  const silent = connectPlainly(port, '127.0.0.1');
  silent.on('error', () => {});
  await once(silent, 'connect');
  const ended = once(silent, 'close');
  await other.close();
  await ended;
});

describe('an agent that is going', () => {
  const answering = async (socket: Socket, path: string): Promise<string> => {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    let answer = '';
    while (!answer.includes(`${path} `)) answer += String((await once(socket, 'data'))[0]);
    return answer;
  };

  test('has callers end the connections that they keep, with an answer, takes new ones meanwhile, and then no more', async () => {
    const directory = twins();
    const options = { engineSocket: join(folder, 'engine.sock'), installation: 'going', image: (id: string) => id };
    const going = createHostAgent({ ...options, twins: ['github'], directory, engineDirectory: directory });
    const port = await going.listenToHosts({ host: '127.0.0.1', port: 0 }, await credentialsOf('host-agent'));
    await as('caller');
    const url = tunnelUrl({ host: '127.0.0.1', port }, INSTANCE);
    const kept = await openedAt(url);
    expect(await answering(kept, '/kept')).not.toMatch(/^connection: close/im);
    const left = going.leave();
    const told = await answering(kept, '/told');
    expect(told).toMatch(/^HTTP\/1\.1 200 OK\r\nconnection: close\r\n/);
    expect(told).toMatch(/\r\n\/told $/);
    const late = await openedAt(url);
    expect(await answering(late, '/late')).toMatch(/^HTTP\/1\.1 200 OK\r\nconnection: close\r\n/);
    kept.end();
    await left;
    const closing = going.close();
    await expect(openedAt(url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    late.end();
    await closing;
  });

  test('tells of it in the head of an answer only, and changes nothing else of what passes', async () => {
    const parts = [
      'HTTP/1.1 100 Continue\r\n\r\n',
      'HTTP/1.1 201 Created\r\nContent-Length: 30\r\n\r\n',
      'HTTP/1.1 200 OK\r\n is its body',
    ];
    const other = 'f'.repeat(16);
    mkdirSync(dirname(twinSocket(twins(), other)), { recursive: true });
    let sent: Socket | undefined;
    const speaker = createPlainServer((socket) => {
      sent = socket;
      socket.on('error', () => {});
    });
    speaker.listen(twinSocket(twins(), other));
    await once(speaker, 'listening');
    const options = { engineSocket: join(folder, 'engine.sock'), installation: 'telling', image: (id: string) => id };
    const going = createHostAgent({ ...options, twins: ['github'], directory: twins(), engineDirectory: twins() });
    const port = await going.listenToHosts({ host: '127.0.0.1', port: 0 }, await credentialsOf('host-agent'));
    await as('caller');
    const socket = await openedAt(tunnelUrl({ host: '127.0.0.1', port }, other));
    const left = going.leave();
    let heard = '';
    for (const part of parts) {
      if (part === parts[0]) socket.write('POST / HTTP/1.1\r\n\r\n');
      while (!sent) await once(speaker, 'connection');
      if (part === parts[0]) await once(sent, 'data');
      sent.write(part);
      const end = part.slice(-8);
      while (!heard.endsWith(end)) heard += String((await once(socket, 'data'))[0]);
    }
    expect(heard).toBe(parts.join('').replace('201 Created\r\n', '201 Created\r\nconnection: close\r\n'));
    socket.destroy();
    await left;
    await going.close();
    speaker.close();
  });
});
