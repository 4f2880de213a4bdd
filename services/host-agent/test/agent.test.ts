import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createHostAgent, type HostAgent, type HostAgentOptions } from '@svc/host-agent';
import { AgentClient, type AgentEvent, EventWatch } from '@svc/platform/agent';
import { send } from './support/asking.ts';
import { StandInEngine } from './support/stand-in-engine.ts';

const CONTROL_TOKEN = 'c'.repeat(64);
const OWNER = { sessionId: 'ses_1', expiresAt: '2026-01-01T00:00:00.000Z' };
const newInstance = (): string => randomBytes(8).toString('hex');

let folder: string;
let engine: StandInEngine;
let agent: HostAgent;
let client: AgentClient;

const directory = (): string => join(folder, 'twins');
const socket = (): string => join(folder, 'agent.sock');

async function startAgent(options: Partial<HostAgentOptions> = {}): Promise<void> {
  agent = createHostAgent({
    engineSocket: join(folder, 'engine.sock'),
    installation: 'ours',
    image: (twin) => `svc/twin-${twin}:1`,
    twins: ['github', 'slack'],
    directory: directory(),
    engineDirectory: '/var/lib/engine/twins',
    ...options,
  });
  await agent.listen(socket());
  client = new AgentClient(socket());
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-agent-'));
  engine = new StandInEngine();
  await engine.listen(join(folder, 'engine.sock'));
});
afterEach(async () => {
  await agent.close();
  await engine.close();
  rmSync(folder, { recursive: true });
});

const launch = (instance: string, owner?: typeof OWNER) =>
  client.ask({ ask: 'launch', instance, twin: 'github', controlToken: CONTROL_TOKEN, ...(owner && { owner }) });

/** A number from 0 up to `below`, the same in every run. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('what an agent refuses', () => {
  const asked = { ask: 'launch', instance: '0123456789abcdef', twin: 'github', controlToken: CONTROL_TOKEN };
  /** What a caller might want to choose, as the engine spells it and otherwise. */
  const CHOSEN = {
    image: 'alpine',
    Image: 'alpine',
    command: ['sh'],
    Cmd: ['sh'],
    entrypoint: ['sh'],
    env: { LD_PRELOAD: '/data/evil.so' },
    Env: ['LD_PRELOAD=/data/evil.so'],
    labels: { 'svc.installation': 'theirs' },
    mounts: ['/:/host'],
    Binds: ['/:/host'],
    folder: '/',
    HostConfig: { Privileged: true },
    user: '0:0',
    network: 'host',
    privileged: true,
    name: 'postgres',
    limits: { memoryMiB: 100_000 },
  };

  test.each(Object.entries(CHOSEN))('a launch that chooses its %s', async (name, value) => {
    await startAgent();
    const bodies = [
      { ...asked, [name]: value },
      { ...asked, owner: { ...OWNER, [name]: value } },
    ];
    for (const body of bodies) {
      expect(await send(socket(), 'POST', '/ask', JSON.stringify(body))).toMatchObject({ status: 400 });
    }
    expect(engine.changes).toEqual([]);
  });

  test.each([
    ['a twin that is not on its list', { ...asked, twin: 'stripe' }],
    ['an image for a twin', { ...asked, twin: 'github:latest' }],
    ['a twin that leads elsewhere', { ...asked, twin: '../github' }],
    ['a folder for an instance', { ...asked, instance: '../../../etc' }],
    ['a control token with a line of its own', { ...asked, controlToken: `${'c'.repeat(62)}\nA=` }],
    ['a session with a path', { ...asked, owner: { ...OWNER, sessionId: '../x' } }],
    ['an expiry that is none', { ...asked, owner: { ...OWNER, expiresAt: 'never' } }],
    ['an ask that is none', { ...asked, ask: 'exec' }],
    ['an ask of an object', { ...asked, ask: 'toString' }],
    ['nothing', null],
  ])('%s', async (_, body) => {
    await startAgent();
    expect(await send(socket(), 'POST', '/ask', JSON.stringify(body))).toMatchObject({ status: 400 });
    expect(engine.changes).toEqual([]);
    expect(readdirSync(join(directory(), 'instances'))).toEqual([]);
    expect(existsSync(join(directory(), 'claims'))).toBe(false);
  });

  test("the engine's own API, and every other path and method", async () => {
    await startAgent();
    for (const path of [
      '/containers/json',
      '/v1.41/containers/create',
      '/images/create?fromImage=alpine',
      '/ask/',
      '/ask?x',
      '/',
      '/_ping',
    ]) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
        expect(await send(socket(), method, path, '{}')).toMatchObject({ status: 404 });
      }
    }
    expect(await send(socket(), 'GET', '/ask')).toMatchObject({ status: 404 });
    expect(engine.changes).toEqual([]);
  });

  test('a request that is too long, or no JSON', async () => {
    await startAgent();
    expect(await send(socket(), 'POST', '/ask', `"${'x'.repeat(5_000)}"`)).toMatchObject({ status: 400 });
    expect(await send(socket(), 'POST', '/ask', 'instance=1')).toMatchObject({ status: 400 });
  });

  test('1,000 generated requests: each is refused, and the engine is asked for no change', async () => {
    await startAgent();
    const foreign = engine.add('postgres', { 'com.example': 'theirs' });
    const random = generator(7);
    const pick = <T>(...choices: T[]): T => choices[random(choices.length)] as T;
    const names = () =>
      pick<unknown>(foreign.id, foreign.id.slice(0, 12), 'postgres', '..', '/', '', null, 7, ['x'], {}, 'x'.repeat(200));
    for (let count = 0; count < 1_000; count++) {
      const body: Record<string, unknown> = {
        ask: pick('launch', 'claim', 'discard', 'remove', 'start', 'name', 'lastLines', 'kill', 'exec', 'pull', '', null),
        instance: names(),
      };
      if (random(2) === 0) body.twin = pick<unknown>('github', 'postgres', '../x', names());
      if (random(2) === 0) body.sessionId = names();
      if (random(2) === 0) body.controlToken = names();
      if (random(3) === 0) Object.assign(body, { [pick(...Object.keys(CHOSEN))]: names() });
      const { status } = await send(socket(), 'POST', '/ask', JSON.stringify(body));
      expect([status, JSON.stringify(body)]).toEqual([400, JSON.stringify(body)]);
    }
    expect(engine.changes).toEqual([]);
    expect([...engine.containers.values()]).toEqual([foreign]);
  });
});

describe('containers that are not twins of the installation', () => {
  test.each([
    ['of another installation', { 'svc.installation': 'theirs', 'svc.instance': '0123456789abcdef', 'svc.twin': 'github' }],
    ['without labels', {}],
  ])('%s are not started, named, read, claimed or removed, whatever they are called', async (_, labels) => {
    const foreign = engine.add('svc-github-ses_1', labels);
    foreign.state = 'exited';
    await startAgent();
    const instance = '0123456789abcdef';
    for (const ask of ['start', 'name', 'lastLines'] as const) {
      await expect(client.ask({ ask, instance })).rejects.toThrow(/no twin|Nobody claimed/);
    }
    expect(await client.ask({ ask: 'claim', instance, twin: 'github', sessionId: 'ses_1' })).toBe(false);
    expect(await client.ask({ ask: 'discard', instance, twin: 'github' })).toBe(false);
    await client.ask({ ask: 'remove', instance });
    expect(await client.ask({ ask: 'containers' })).toEqual([]);
    expect(engine.changes).toEqual([]);
    expect([...engine.containers.values()]).toEqual([foreign]);
  });
});

describe('a twin that is launched', () => {
  const uid = process.getuid?.() === 0 ? 10_001 : process.getuid?.();
  const gid = process.getuid?.() === 0 ? 10_001 : process.getgid?.();

  test('has the one specification, and nothing else of the caller than its name, its owner and its token', async () => {
    await startAgent({ limits: { memoryMiB: 64, cpus: 0.5, pids: 20 } });
    const instance = newInstance();
    await launch(instance, OWNER);
    const [container] = [...engine.containers.values()];
    expect(container).toMatchObject({ name: 'svc-github-ses_1', state: 'running' });
    expect(container?.made).toEqual({
      name: 'svc-github-ses_1',
      Image: 'svc/twin-github:1',
      User: `${uid}:${gid}`,
      Hostname: 'github',
      Env: [
        'SVC_TWIN=github',
        'SVC_SOCKET=/data/twin.sock',
        'SVC_JOURNAL=/data/journal.jsonl',
        `SVC_CONTROL_TOKEN=${CONTROL_TOKEN}`,
      ],
      Labels: {
        'svc.installation': 'ours',
        'svc.instance': instance,
        'svc.twin': 'github',
        'svc.pool': 'cold',
        'svc.session': OWNER.sessionId,
        'svc.expires': OWNER.expiresAt,
      },
      Healthcheck: { Test: ['NONE'] },
      HostConfig: {
        NetworkMode: 'none',
        ReadonlyRootfs: true,
        CapDrop: ['ALL'],
        SecurityOpt: ['no-new-privileges'],
        Memory: 64 << 20,
        MemorySwap: 64 << 20,
        NanoCpus: 500_000_000,
        PidsLimit: 20,
        RestartPolicy: { Name: 'unless-stopped' },
        LogConfig: { Type: 'json-file', Config: { 'max-size': '1m', 'max-file': '2' } },
        Binds: [`/var/lib/engine/twins/instances/${instance}:/data`],
      },
    });
  });

  test("has a folder that others can pass through and not list, and claims are nobody else's to read", async () => {
    await startAgent();
    const instance = newInstance();
    await launch(instance, OWNER);
    const modeOf = (...path: string[]) => (statSync(join(directory(), ...path)).mode & 0o777).toString(8);
    expect([modeOf('instances'), modeOf('instances', instance), modeOf('claims'), modeOf('claims', `${instance}.json`)]).toEqual([
      '711',
      '711',
      '700',
      '600',
    ]);
    expect(statSync(join(directory(), 'instances', instance)).uid).toBe(uid);
  });

  test('is the only one with its folder', async () => {
    await startAgent();
    const instance = newInstance();
    await launch(instance, OWNER);
    await expect(launch(instance, { ...OWNER, sessionId: 'ses_2' })).rejects.toThrow(/somebody's already/);
    await expect(launch(instance)).rejects.toThrow(/already/);
    const unclaimed = newInstance();
    mkdirSync(join(directory(), 'instances', unclaimed));
    await expect(launch(unclaimed)).rejects.toThrow(/already/);
    expect(engine.containers.size).toBe(1);
  });

  test('is one of as many as the host may run', async () => {
    await startAgent({ mostTwins: 2 });
    const [first, second, third] = [newInstance(), newInstance(), newInstance()];
    await launch(first);
    await launch(second);
    await expect(launch(third, OWNER)).rejects.toThrow('This host runs 2 twins at most.');
    expect(await client.ask({ ask: 'claims' })).toEqual([]);
    await client.ask({ ask: 'remove', instance: first });
    await launch(third, OWNER);
  });

  test('goes to the first of two that claim it, is not discarded then, and leaves nothing when it is removed', async () => {
    await startAgent();
    const instance = newInstance();
    await launch(instance);
    const claim = (sessionId: string) => client.ask({ ask: 'claim', instance, twin: 'github', sessionId });
    expect((await Promise.all([claim('ses_1'), claim('ses_2')])).sort()).toEqual([false, true]);
    expect(await client.ask({ ask: 'discard', instance, twin: 'github' })).toBe(false);
    const [won] = await client.ask({ ask: 'claims' });
    await client.ask({ ask: 'name', instance });
    expect([...engine.containers.values()].map(({ name }) => name)).toEqual([`svc-github-${won?.sessionId}`]);
    await client.ask({ ask: 'remove', instance });
    expect(engine.containers.size).toBe(0);
    expect(await client.ask({ ask: 'claims' })).toEqual([]);
    expect(readdirSync(join(directory(), 'instances'))).toEqual([]);
  });

  test('is removed all the same when the engine finds its files in use at first', async () => {
    await startAgent();
    const instance = newInstance();
    await launch(instance);
    engine.heldUp = 2;
    await client.ask({ ask: 'remove', instance });
    expect(engine.containers.size).toBe(0);
  });

  // Docker 20.10 lists some for ever as "Removal In Progress", which it answers "No such container" of.
  test('is gone once the engine has removed it, also where it stays listed', async () => {
    await startAgent();
    const instance = newInstance();
    await launch(instance);
    engine.keepsListing = true;
    await client.ask({ ask: 'remove', instance });
    expect(engine.containers.size).toBe(0);
    expect(readdirSync(join(directory(), 'instances'))).toEqual([]);
  });
});

test('of what is there when an agent starts, a claimed twin that has ended is started, and one that somebody is about to start is left to them', async () => {
  await startAgent();
  const [ended, made] = [newInstance(), newInstance()];
  await launch(ended, OWNER);
  await launch(made, { ...OWNER, sessionId: 'ses_2' });
  await agent.close();
  const [first, second] = [...engine.containers.values()];
  first!.state = 'exited';
  second!.state = 'created';
  engine.changes.length = 0;
  await startAgent();
  const states = async () => (await client.ask({ ask: 'containers' })).map(({ state }) => state);
  while ((await states())[0] !== 'running') await new Promise(setImmediate);
  expect(await states()).toEqual(['running', 'created']);
  expect(engine.changes).toEqual([`POST /containers/${first!.id}/start`]);
});

test('a claimed twin that ends is started again and a waiting one is not; whoever listens hears of both', async () => {
  await startAgent();
  const [claimed, waiting] = [newInstance(), newInstance()];
  await launch(claimed, OWNER);
  await launch(waiting);
  const heard: AgentEvent[] = [];
  const both = Promise.withResolvers<void>();
  const listening = Promise.withResolvers<void>();
  const watch = new EventWatch({
    listen: (signal) => client.events(signal),
    onEvent: (event) => {
      heard.push(event as AgentEvent);
      if (heard.length === 2) both.resolve();
    },
    onListening: async () => listening.resolve(),
  });
  await listening.promise;
  engine.changes.length = 0;
  for (const container of engine.containers.values()) engine.end(container);
  await both.promise;
  expect(heard.map(({ event }) => event)).toEqual(['ended', 'ended']);
  const isClaimed = ({ made }: { made: { Labels: Record<string, string> } }) => made.Labels['svc.instance'] === claimed;
  const again = [...engine.containers.values()].find(isClaimed);
  while (again?.state !== 'running') await new Promise(setImmediate);
  expect(engine.changes).toEqual([`POST /containers/${again.id}/start`]);
  await watch.close();
});
