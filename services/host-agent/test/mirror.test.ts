import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createHostAgent, type HostAgent } from '@svc/host-agent';
import { AgentClient, type HostCredentials, useHostCredentials } from '@svc/platform/agent';
import { MirrorClient } from '../src/mirror/client.ts';
import { MirrorSender } from '../src/mirror/sender.ts';
import { certificates, type Part } from './support/certificates.ts';
import { StandInEngine } from './support/stand-in-engine.ts';

const INSTANCE = 'a'.repeat(16);
const OTHER = 'b'.repeat(16);
const CONTROL_TOKEN = 'c'.repeat(64);
const OWNER = { sessionId: 'ses_1', expiresAt: '2026-01-01T00:00:00.000Z' };
const START = Date.parse('2026-01-01T10:00:00.000Z');

let folder: string;
let credentialsOf: (part: Part) => Promise<HostCredentials>;
/** The host that keeps copies. */
let keeper: HostAgent;
let engine: StandInEngine;
let address: string;
let sender: MirrorSender;
let now: number;

const journal = (host: 'sending' | 'keeping', instance = INSTANCE): string =>
  join(folder, host, host === 'sending' ? 'instances' : 'mirrors', instance, 'journal.jsonl');
const named = (host: 'sending' | 'keeping', name: string): string => join(`${journal(host)}.files`, 'named', name);
const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, text);
};
const copied = (instance = INSTANCE): string => readFileSync(journal('keeping', instance), 'utf8');

async function start(mirrors = true): Promise<void> {
  keeper = createHostAgent({
    engineSocket: join(folder, 'engine.sock'),
    installation: 'ours',
    image: (twin) => `svc/twin-${twin}:1`,
    twins: ['github'],
    mostTwins: 2,
    directory: join(folder, 'keeping'),
    engineDirectory: '/engine/twins',
    ...(mirrors && { copies: { reserveBytes: 0 } }),
  });
  await keeper.listen(join(folder, 'agent.sock'));
  const port = await keeper.listenToHosts({ host: '127.0.0.1', port: 0 }, await credentialsOf('host-agent'));
  address = `127.0.0.1:${port}`;
  await keeper.keepCopies(new Set([INSTANCE, OTHER]));
}

const newSender = async (part: Part = 'host-agent') =>
  new MirrorSender({
    address,
    identity: { credentials: await credentialsOf(part), sessions: new Map() },
    directory: join(folder, 'sending'),
    now: () => now,
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-mirror-'));
  now = START;
  engine = new StandInEngine();
  await engine.listen(join(folder, 'engine.sock'));
  credentialsOf = await certificates(join(folder, 'certificates'));
  await start();
  sender = await newSender();
  sender.follow(new Set([INSTANCE]));
});
afterEach(async () => {
  sender.close();
  await keeper.close();
  await engine.close();
  useHostCredentials(undefined);
  rmSync(folder, { recursive: true, force: true });
});

const takeUp = (instance = INSTANCE, owner = OWNER) =>
  new AgentClient(join(folder, 'agent.sock')).ask({
    ask: 'takeUp',
    instance,
    twin: 'github',
    controlToken: CONTROL_TOKEN,
    owner,
  });

describe('a copy of a journal', () => {
  test('has what was added to it, piece by piece where that is much', async () => {
    write(journal('sending'), 'head\n');
    await sender.send();
    expect(copied()).toBe('head\n');
    const long = `${'row of a tape '.repeat(200_000)}\n`;
    write(journal('sending'), long);
    await sender.send();
    expect(copied() === `head\n${long}`).toBe(true);
  });

  test('is for nobody else on its host to read', async () => {
    write(journal('sending'), 'head\n');
    await sender.send();
    const modes = ['', INSTANCE, `${INSTANCE}/journal.jsonl`].map((path) => statSync(join(folder, 'keeping/mirrors', path)).mode);
    expect(modes.map((mode) => mode & 0o077)).toEqual([0, 0, 0]);
  });

  test('follows one that was cut back, or written anew from somewhere on', async () => {
    write(journal('sending'), 'head\nfirst\nsecond that is longer\n');
    await sender.send();
    writeFileSync(journal('sending'), 'head\nfirst\n');
    await sender.send();
    expect(copied()).toBe('head\nfirst\n');
    writeFileSync(journal('sending'), 'head\nthird\nand more\n');
    await sender.send();
    expect(copied()).toBe('head\nthird\nand more\n');
  });

  test('has the files that its world names, also those that changed before they were whole', async () => {
    write(named('sending', 'pack-1.pack'), 'half');
    write(journal('sending'), 'head\n');
    await sender.send();
    write(named('sending', 'pack-1.pack'), ' and half');
    write(named('sending', 'pack-2.pack'), 'another');
    write(journal('sending'), 'row\n');
    await sender.send();
    expect(readFileSync(named('keeping', 'pack-1.pack'), 'utf8')).toBe('half and half');
    expect(readFileSync(named('keeping', 'pack-2.pack'), 'utf8')).toBe('another');
  });

  test('goes on where an earlier process, or another end, left it', async () => {
    write(journal('sending'), 'head\n');
    await sender.send();
    sender.close();
    sender = await newSender();
    sender.follow(new Set([INSTANCE]));
    write(journal('sending'), 'row\n');
    await sender.send();
    expect(copied()).toBe('head\nrow\n');
    // The other host lost what it had: it is asked within ten seconds, also where nothing was added.
    rmSync(join(folder, 'keeping/mirrors'), { recursive: true });
    now += 10_000;
    await expect(sender.send()).resolves.toBeUndefined();
    expect(copied()).toBe('head\nrow\n');
  });

  test.each([
    ['a link', (path: string) => symlinkSync('/etc/passwd', path)],
    ['a folder', (path: string) => void mkdirSync(path)],
    ['a pipe', (path: string) => void execFileSync('mkfifo', [path])],
  ])('is made of nothing that a twin put in its place: %s', async (_what, put) => {
    mkdirSync(dirname(journal('sending')), { recursive: true });
    put(journal('sending'));
    await sender.send();
    expect(() => copied()).toThrow('ENOENT');
  });

  test('has no file that a twin linked to, in a folder of its own or behind one', async () => {
    write(journal('sending'), 'head\n');
    write(join(folder, 'secret/named/secret'), 'of the host');
    symlinkSync(join(folder, 'secret'), `${journal('sending')}.files`);
    await sender.send();
    expect(copied()).toBe('head\n');
    expect(() => readFileSync(named('keeping', 'secret'))).toThrow('ENOENT');
    rmSync(`${journal('sending')}.files`);
    mkdirSync(dirname(named('sending', 'x')), { recursive: true });
    symlinkSync(join(folder, 'secret/named/secret'), named('sending', 'secret'));
    write(journal('sending'), 'row\n');
    await sender.send();
    expect(copied()).toBe('head\nrow\n');
    expect(() => readFileSync(named('keeping', 'secret'))).toThrow('ENOENT');
  });

  test('is removed once none is to be kept', async () => {
    write(journal('sending'), 'head\n');
    await sender.send();
    await keeper.keepCopies(new Set([OTHER]));
    expect(() => copied()).toThrow('ENOENT');
    write(journal('sending'), 'row\n');
    await expect(sender.send()).rejects.toThrow('404');
  });

  test('says how far it is behind', async () => {
    write(journal('sending'), 'head\n');
    await sender.send();
    now += 2_000;
    await sender.send();
    expect(sender.lagMs()).toBe(0);
    await keeper.keepCopies(new Set());
    write(journal('sending'), 'row\n');
    now += 3_000;
    await expect(sender.send()).rejects.toThrow();
    expect(sender.lagMs()).toBe(3_000);
  });
});

describe('copies are taken from agents only', () => {
  test.each(['caller', 'control-plane'] as const)('and not from a %s', async (part) => {
    write(journal('sending'), 'head\n');
    const stranger = await newSender(part);
    stranger.follow(new Set([INSTANCE]));
    await expect(stranger.send()).rejects.toThrow('Nobody listens there.');
    stranger.close();
    expect(() => copied()).toThrow('ENOENT');
  });

  test('and by hosts only that keep some', async () => {
    sender.close();
    await keeper.close();
    await start(false);
    sender = await newSender();
    sender.follow(new Set([INSTANCE]));
    write(journal('sending'), 'head\n');
    await expect(sender.send()).rejects.toThrow('Nobody listens there.');
    expect(await takeUp()).toBeNull();
  });

  test.each([
    ['of an instance that is none', `/${encodeURIComponent('../..')}/journal.jsonl?at=0&tail=${'0'.repeat(64)}&whole_at=1`, 404],
    [
      'under a name that leaves its folder',
      `/${INSTANCE}/${encodeURIComponent('../x')}?at=0&tail=${'0'.repeat(64)}&whole_at=1`,
      400,
    ],
    ['under the name of a folder', `/${INSTANCE}/..%2f?at=0&tail=${'0'.repeat(64)}&whole_at=1`, 400],
    ['at no place', `/${INSTANCE}/journal.jsonl`, 400],
  ])('and never what is %s', async (_what, path, status) => {
    const client = new MirrorClient(address, { credentials: await credentialsOf('host-agent'), sessions: new Map() });
    expect((await client.ask('PUT', path, Buffer.from('x'))).status).toBe(status);
    client.close();
  });
});

describe('a twin of another host is taken up', () => {
  test('from the copy as it is, once, by who has it', async () => {
    write(named('sending', 'pack-1.pack'), 'objects');
    write(journal('sending'), 'head\nrow\n');
    await sender.send();
    expect(await takeUp()).toBe(new Date(START).toISOString());
    const there = join(folder, 'keeping/instances', INSTANCE);
    expect(readFileSync(join(there, 'journal.jsonl'), 'utf8')).toBe('head\nrow\n');
    expect(readFileSync(join(there, 'journal.jsonl.files/named/pack-1.pack'), 'utf8')).toBe('objects');
    expect(statSync(there).mode & 0o777).toBe(0o711);
    const [container] = engine.containers.values();
    expect(container).toMatchObject({ name: 'svc-github-ses_1', state: 'running', made: { Labels: { 'svc.session': 'ses_1' } } });
    // Who asks again, as another control plane may, is told the same, and nothing is run twice.
    appendFileSync(join(there, 'journal.jsonl'), 'a call since\n');
    expect(await takeUp()).toBe(new Date(START).toISOString());
    expect(engine.containers.size).toBe(1);
    await expect(takeUp(INSTANCE, { ...OWNER, sessionId: 'ses_2' })).rejects.toThrow(`${INSTANCE} is somebody's already.`);
  });

  test('and its old host, which may not know, adds nothing to it any more', async () => {
    write(journal('sending'), 'head\n');
    await sender.send();
    await takeUp();
    write(journal('sending'), 'a call too late\n');
    await expect(sender.send()).rejects.toThrow('404');
    await sender.send();
    expect(readFileSync(join(folder, 'keeping/instances', INSTANCE, 'journal.jsonl'), 'utf8')).toBe('head\n');
    expect(() => copied()).toThrow('ENOENT');
  });

  test('after a try that was cut short before anything ran', async () => {
    write(journal('sending'), 'head\n');
    await sender.send();
    mkdirSync(join(folder, 'keeping/claims'), { recursive: true });
    const claim = { instance: INSTANCE, sessionId: 'ses_1', twin: 'github', copiedAt: new Date(START).toISOString() };
    writeFileSync(join(folder, `keeping/claims/${INSTANCE}.json`), JSON.stringify(claim));
    expect(await takeUp()).toBe(claim.copiedAt);
    expect(engine.containers.size).toBe(1);
  });

  test.each([
    ['there is no copy', async () => {}],
    [
      'the copy was never whole',
      async () => {
        const client = new MirrorClient(address, { credentials: await credentialsOf('host-agent'), sessions: new Map() });
        const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
        const path = `/${INSTANCE}/journal.jsonl?at=0&tail=${empty}&whole_at=0`;
        expect((await client.ask('PUT', path, Buffer.from('head\n'))).status).toBe(200);
        client.close();
      },
    ],
  ])('by no host where %s', async (_why, prepare) => {
    await prepare();
    expect(await takeUp()).toBeNull();
    expect(engine.containers.size).toBe(0);
  });

  test('by no host that runs as many as it may', async () => {
    write(journal('sending'), 'head\n');
    await sender.send();
    for (const name of ['1', '2']) mkdirSync(join(folder, 'keeping/instances', name.repeat(16)), { recursive: true });
    await expect(takeUp()).rejects.toThrow('This host runs 2 twins at most.');
    renameSync(join(folder, 'keeping/instances', '2'.repeat(16)), join(folder, 'elsewhere'));
    expect(await takeUp()).not.toBeNull();
  });
});
