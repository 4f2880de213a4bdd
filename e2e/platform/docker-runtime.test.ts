import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { HostAgentOptions } from '@svc/host-agent';
import {
  AgentClient,
  type ContainerRuntime,
  createContainerRuntime,
  doorsHere,
  HOST_ROLES,
  RuntimeUnavailable,
  readHostCredentials,
  useHostCredentials,
} from '@svc/platform';
import {
  describeSandboxRuntime,
  hostRuntime,
  launchOf,
  newSession,
  type SandboxRuntimeUnderTest,
  standIn,
  standInState,
  standInWrite,
  whenBack,
} from '@svc/platform/testing/suites';
import Docker from 'dockerode';
import { until } from '../fleet/wait.ts';
import { agentSocket, hostAgent, listenToHosts, startAgent } from './support/agent.ts';
import { createRuntime, type RuntimeSettings } from './support/runtime.ts';
import { buildStandInImage, STAND_IN_IMAGE } from './support/stand-in-image.ts';

const docker = new Docker();
const host = join(import.meta.dirname, 'support/docker-runtime-host.ts');
const directory = mkdtempSync(join(tmpdir(), 'svc-twins-'));

beforeAll(buildStandInImage);
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  await docker.getImage(STAND_IN_IMAGE).remove({ force: true });
});

const containersOf = (installation: string) =>
  docker.listContainers({ all: true, filters: { label: [`svc.installation=${installation}`] } });

async function containerOf(installation: string, sessionId: string, twin: string): Promise<Docker.Container> {
  const found = (await containersOf(installation)).find(({ Names }) => Names.includes(`/svc-${twin}-${sessionId}`));
  return docker.getContainer(found!.Id);
}

const newOptions = () => {
  const installation = `test-${randomBytes(4).toString('hex')}`;
  return { installation, directory: join(directory, installation), secret: 's'.repeat(32), startTimeoutMs: 3_000 };
};

describeSandboxRuntime('of containers', () => runtimeOn(false));
describeSandboxRuntime('of containers on another host', () => runtimeOn(true));

async function runtimeOn(isElsewhere: boolean): Promise<SandboxRuntimeUnderTest> {
  const settings = newOptions();
  const agent = await startAgent(settings);
  const options: RuntimeSettings = { ...settings, ...(isElsewhere && { elsewhere: await listenToHosts(agent, settings) }) };
  const { elsewhere } = options;
  useHostCredentials(elsewhere && (await readHostCredentials(elsewhere.certificates, HOST_ROLES.caller)));
  let hosted = await hostRuntime(host, options);
  return {
    runtime: hosted.runtime,
    crash: async () => {
      await hosted.kill();
      hosted = await hostRuntime(host, options);
      return hosted.runtime;
    },
    killTwin: async (session, twin) => {
      await (await containerOf(options.installation, session, twin)).kill();
    },
    stop: async () => {
      await hosted.runtime.close();
      await hosted.kill();
      await agent.close();
      expect(await containersOf(options.installation)).toEqual([]);
    },
  };
}

describe('the container runtime', () => {
  async function withRuntime(
    given: Partial<RuntimeSettings & HostAgentOptions>,
    body: (runtime: ContainerRuntime, options: ReturnType<typeof newOptions>) => Promise<void>,
  ) {
    const options = { ...newOptions(), ...given } as ReturnType<typeof newOptions> & typeof given;
    // The runtime alone is told of what was given up: it hears that from the agent.
    const { onGivenUp: _, ...settings } = options;
    const agent = await startAgent(settings);
    const runtime = createRuntime(options);
    try {
      await body(runtime, options);
    } finally {
      for (const session of await runtime.list()) await stopped(runtime, session);
      await runtime.close();
      await agent.close();
      expect(await containersOf(options.installation)).toEqual([]);
    }
  }

  /** An engine that has much else to do takes longer to remove a container than an agent waits for it: it is asked again. */
  async function stopped(runtime: ContainerRuntime, session: string): Promise<void> {
    await runtime.stop(session).catch((error: Error) => {
      if (!/could not be removed/.test(error.message)) throw error;
      return stopped(runtime, session);
    });
  }

  /** Runs a script inside a twin's container, with the same node. */
  async function inside(container: Docker.Container, script: string): Promise<string> {
    const exec = await container.exec({ Cmd: ['/node', '-e', script], AttachStdout: true, AttachStderr: true, Tty: true });
    const stream = await exec.start({ Tty: true });
    let output = '';
    for await (const chunk of stream) output += String(chunk);
    return output.trim();
  }

  test('a twin reaches nothing: not the host, not another twin, no name and no address', () =>
    withRuntime({}, async (runtime, { installation }) => {
      const listener = createServer((_request, response) => response.end('host')).listen(0, '0.0.0.0');
      await new Promise((resolve) => listener.once('listening', resolve));
      const { port } = listener.address() as { port: number };
      const session = newSession();
      await runtime.start([launchOf(session, 'one'), launchOf(session, 'two')]);
      const container = await containerOf(installation, session, 'one');
      const script = `
        const addresses = Object.values(require('os').networkInterfaces()).flat().map(({ address }) => address);
        const tries = ['172.17.0.1:${port}', 'host.docker.internal:${port}', '1.1.1.1:80', 'two:80', 'control-plane:8080'];
        const fs = require('fs');
        const visible = fs.readdirSync('/data').sort();
        const writable = ['/', '/tmp', '/etc', '/data'].filter((path) => { try { fs.writeFileSync(path + '/probe', ''); fs.rmSync(path + '/probe'); return true; } catch { return false; } });
        Promise.all(tries.map((to) => fetch('http://' + to, { signal: AbortSignal.timeout(2000) }).then(() => to, () => 'unreachable')))
          .then((reached) => console.log(JSON.stringify({ addresses, reached, visible, writable, uid: process.getuid() })));`;
      const { addresses, reached, visible, writable, uid } = JSON.parse(await inside(container, script));
      listener.close();
      expect(addresses.filter((address: string) => address !== '127.0.0.1' && address !== '::1')).toEqual([]);
      expect(new Set(reached)).toEqual(new Set(['unreachable']));
      expect(visible).toEqual(['journal.jsonl', 'twin.sock']);
      expect(writable).toEqual(['/data']);
      expect(uid).not.toBe(0);
    }));

  test('a container is limited, confined and labelled', () =>
    withRuntime({ limits: { memoryMiB: 128, cpus: 0.5, pids: 40 } }, async (runtime, { installation }) => {
      const session = newSession();
      const launch = launchOf(session, 'one');
      await runtime.start([launch]);
      const { HostConfig, Config } = await (await containerOf(installation, session, 'one')).inspect();
      expect(HostConfig).toMatchObject({
        Memory: 128 << 20,
        NanoCpus: 500_000_000,
        PidsLimit: 40,
        NetworkMode: 'none',
        ReadonlyRootfs: true,
        CapDrop: ['ALL'],
        SecurityOpt: ['no-new-privileges'],
        Privileged: false,
      });
      expect(Config.Labels).toMatchObject({
        'svc.installation': installation,
        'svc.session': session,
        'svc.twin': 'one',
        'svc.expires': launch.expiresAt.toISOString(),
      });
    }));

  test('a waiting container is given to one sandbox only, comes back when killed, and is replaced', () =>
    withRuntime({ warm: { one: 1 } }, async (runtime, { installation }) => {
      await runtime.warmed();
      const [before] = await containersOf(installation);
      const sessions = [newSession(), newSession(), newSession()];
      const started = await Promise.all(sessions.map((session) => runtime.start([launchOf(session, 'one', { session })])));
      const states = await Promise.all(started.map(([address]) => standInState(address!)));
      expect(states.map(({ session_id }) => session_id)).toEqual(sessions);
      expect(new Set(started.map(([address]) => address!.url)).size).toBe(3);
      expect(runtime.stats()).toMatchObject({ warmStarts: 1, coldStarts: 2 });
      const first = docker.getContainer(before!.Id);
      const owner = await until('the container to be named after its sandbox', 5_000, async () => {
        const { Name } = await first.inspect();
        return sessions.find((session) => Name === `/svc-one-${session}`);
      });
      await first.kill();
      const address = started[sessions.indexOf(owner)]![0]!;
      expect(await whenBack(address)).toMatchObject({ session_id: owner });
      await runtime.warmed();
      expect(runtime.stats().waiting).toEqual({ one: 1 });
      expect(await containersOf(installation)).toHaveLength(4);
    }));

  test('a warm start takes a fraction of a cold one', () =>
    withRuntime({ warm: { one: 3 } }, async (runtime) => {
      await runtime.warmed();
      const timed = async (twin: string) => {
        const from = performance.now();
        await runtime.start([launchOf(newSession(), twin)]);
        return performance.now() - from;
      };
      const quicker = async (twin: string) => Math.min(await timed(twin), await timed(twin));
      expect(await quicker('one')).toBeLessThan((await quicker('two')) / 3);
    }));

  test('what waits is taken over by the next control plane, and removed when that one closes', async () => {
    const options = { ...newOptions(), warm: { one: 1 } };
    const agent = await startAgent(options);
    const first = await hostRuntime(host, options);
    let waiting: Docker.ContainerInfo[] = [];
    while (waiting.length === 0) waiting = await containersOf(options.installation);
    await first.kill();
    const second = createRuntime(options);
    await second.warmed();
    expect(await containersOf(options.installation)).toHaveLength(1);
    await second.close();
    await agent.close();
    expect(await containersOf(options.installation)).toEqual([]);
    expect(readdirSync(join(options.directory, 'instances'))).toEqual([]);
    expect(readdirSync(join(options.directory, 'claims'))).toEqual([]);
  });

  test('of two control planes side by side each waiting twin is given once, and the one that goes takes nothing of the other', async () => {
    const options = { ...newOptions(), warm: { one: 2 }, startTimeoutMs: 20_000 };
    const agent = await startAgent(options);
    const first = createRuntime(options);
    await first.warmed();
    const second = createRuntime(options);
    await second.warmed();
    const sessions = Array.from({ length: 6 }, newSession);
    const start = (session: string, n: number) => (n % 2 === 0 ? first : second).start([launchOf(session, 'one', { session })]);
    const started = (await Promise.all(sessions.map(start))).flat();
    expect(new Set(started.map(({ url }) => url)).size).toBe(sessions.length);
    const owners = async () =>
      (await Promise.all(started.map((address) => standInState(address)))).map(({ session_id }) => session_id);
    expect(await owners()).toEqual(sessions);
    await first.close();
    expect(await owners()).toEqual(sessions);
    await until('as many to wait as are wanted', 10_000, async () => {
      await second.warmed();
      return (await containersOf(options.installation)).length === sessions.length + 2;
    });
    const { warmStarts } = second.stats();
    const last = newSession();
    await second.start([launchOf(last, 'one')]);
    expect(second.stats().warmStarts).toBe(warmStarts + 1);
    for (const session of [...sessions, last]) await second.stop(session);
    await second.close();
    await agent.close();
    expect(await containersOf(options.installation)).toEqual([]);
  });

  test('sandboxes and waiting twins whose folders are gone are known at once not to come back, and nothing of them stays', async () => {
    const options = { ...newOptions(), warm: { one: 2 }, startTimeoutMs: 20_000 };
    const before = await startAgent(options);
    const first = await hostRuntime(host, options);
    const sessions = [newSession(), newSession(), newSession()];
    for (const session of sessions) await first.runtime.start([launchOf(session, 'one')]);
    await until('the twins to run and to wait', 20_000, async () => (await containersOf(options.installation)).length === 5);
    await first.kill();
    await before.close();
    rmSync(options.directory, { recursive: true });
    const from = performance.now();
    const agent = await startAgent(options);
    const second = createRuntime(options);
    expect(await second.recover(sessions)).toEqual(new Map());
    expect(performance.now() - from).toBeLessThan(3_000);
    await second.warmed();
    expect(performance.now() - from).toBeLessThan(15_000);
    expect(await containersOf(options.installation)).toHaveLength(2);
    await second.close();
    await agent.close();
    expect(await containersOf(options.installation)).toEqual([]);
  });

  test('twins that hang are waited for side by side', async () => {
    const options = { ...newOptions(), warm: { one: 3 }, startTimeoutMs: 4_000 };
    const agent = await startAgent(options);
    const first = await hostRuntime(host, options);
    const sessions = [newSession(), newSession()];
    for (const session of sessions) await first.runtime.start([launchOf(session, 'two'), launchOf(session, 'three')]);
    await until('the twins to run and to wait', 20_000, async () => (await containersOf(options.installation)).length === 7);
    await first.kill();
    const hanging = (await containersOf(options.installation)).filter(({ Labels }) => Labels['svc.twin'] !== 'three');
    await Promise.all(hanging.map(({ Id }) => docker.getContainer(Id).pause()));
    const from = performance.now();
    const second = createRuntime(options);
    expect(await second.recover(sessions)).toEqual(new Map());
    expect(performance.now() - from).toBeLessThan(2 * options.startTimeoutMs);
    await second.warmed();
    expect(performance.now() - from).toBeLessThan(3 * options.startTimeoutMs);
    for (const session of sessions) await second.stop(session);
    await second.close();
    await agent.close();
    expect(await containersOf(options.installation)).toEqual([]);
  });

  test('open sandboxes outlive the runtime that started them', async () => {
    const options = newOptions();
    const agent = await startAgent(options);
    const session = newSession();
    const first = createRuntime(options);
    const [address] = await first.start([launchOf(session, 'one', { n: 1 })]);
    await first.close();
    expect(await standInState(address!)).toMatchObject({ session_id: session });
    const second = createRuntime(options);
    expect([...(await second.recover([session])).keys()]).toEqual([session]);
    await second.stop(session);
    await second.close();
    await agent.close();
    expect(await containersOf(options.installation)).toEqual([]);
  });

  test('a twin that keeps ending is given up, and its owner hears why', async () => {
    const givenUp = Promise.withResolvers<[string, Error]>();
    const onGivenUp = (session: string, error: Error) => givenUp.resolve([session, error]);
    await withRuntime({ crashesPerMinute: 2, onGivenUp }, async (runtime) => {
      const session = newSession();
      const [address] = await runtime.start([launchOf(session, 'one')]);
      await standIn(address!, 'POST', '/doom').catch(() => {});
      const [told, error] = await givenUp.promise;
      expect(told).toBe(session);
      expect(error.message).toMatch(/keeps ending and was given up.*not valid JSON/s);
    });
  });

  test('an image that is not there is an unavailable runtime that says which, and nothing stays', () =>
    withRuntime({ image: (twin) => `svc-absent-${twin}:test` }, async (runtime, { directory: folder }) => {
      const session = newSession();
      const starting = runtime.start([launchOf(session, 'one')]);
      await expect(starting).rejects.toBeInstanceOf(RuntimeUnavailable);
      await expect(starting).rejects.toThrow(/svc-absent-one:test/);
      expect(await runtime.list()).toEqual([]);
      expect(readdirSync(join(folder, 'instances'))).toEqual([]);
    }));

  test('an engine that does not answer is an unavailable runtime, told in time, and what was claimed is given up later', async () => {
    const socketPath = join(directory, 'slow.sock');
    const slow = createServer(() => {}).listen(socketPath);
    await new Promise((resolve) => slow.once('listening', resolve));
    const options = newOptions();
    const agent = await startAgent({ ...options, engineSocket: socketPath, engineTimeoutMs: 300 });
    const runtime = createRuntime(options);
    const session = newSession();
    const from = performance.now();
    const starting = runtime.start([launchOf(session, 'one')]);
    await expect(starting).rejects.toBeInstanceOf(RuntimeUnavailable);
    await expect(starting).rejects.toThrow(/did not answer within 300 ms/);
    expect(performance.now() - from).toBeLessThan(3_000);
    // Still listed, so that the reaper stops it again and again until the engine obeys.
    expect(await runtime.list()).toEqual([session]);
    await runtime.close();
    await agent.close();
    slow.closeAllConnections();
    slow.close();
  });

  test('an engine that is not there is an unavailable runtime, and recovery does not take it for empty', async () => {
    const options = newOptions();
    const agent = await startAgent({ ...options, engineSocket: join(directory, 'no.sock') });
    const runtime = createRuntime(options);
    const session = newSession();
    await expect(runtime.start([launchOf(session, 'one')])).rejects.toBeInstanceOf(RuntimeUnavailable);
    await expect(runtime.recover([session])).rejects.toBeInstanceOf(RuntimeUnavailable);
    await runtime.close();
    await agent.close();
  });

  test('so is an agent that is not there', async () => {
    const options = newOptions();
    const host = new AgentClient(agentSocket(options), { awayMs: 500 });
    const runtime = createContainerRuntime({ ...options, host, doors: doorsHere(options.directory) });
    const session = newSession();
    const starting = runtime.start([launchOf(session, 'one')]);
    await expect(starting).rejects.toBeInstanceOf(RuntimeUnavailable);
    await expect(starting).rejects.toThrow(/agent could not be reached/);
    await expect(runtime.recover([session])).rejects.toBeInstanceOf(RuntimeUnavailable);
    await expect(runtime.stop(session)).rejects.toThrow(/agent could not be reached/);
    await runtime.close();
  });

  test('an agent that is killed loses nothing: twins are called on, killed ones come back, and creates wait for the next agent', async () => {
    const options = newOptions();
    const first = await hostAgent(options);
    const runtime = createRuntime(options);
    const session = newSession();
    const [kept, killed] = await runtime.start([launchOf(session, 'one', { n: 1 }), launchOf(session, 'two', { n: 2 })]);
    await standInWrite(killed!, 'kept');
    await first.kill();
    expect(await standInState(kept!)).toMatchObject({ session_id: session, seed: { n: 1 } });
    // Through the engine, so that its restart policy doesn't start it again: the next agent does.
    await (await containerOf(options.installation, session, 'two')).kill();
    const other = newSession();
    const starting = runtime.start([launchOf(other, 'one', { n: 3 })]);
    const second = await hostAgent(options);
    const [started] = await starting;
    expect(await standInState(started!)).toMatchObject({ session_id: other, seed: { n: 3 } });
    expect(await whenBack(killed!)).toMatchObject({ session_id: session, seed: { n: 2 }, lines: ['kept'] });
    expect((await runtime.list()).sort()).toEqual([session, other].sort());
    for (const one of [session, other]) await runtime.stop(one);
    await runtime.close();
    await second.kill();
    expect(await containersOf(options.installation)).toEqual([]);
  });

  test('a create whose agent is killed under it is an unavailable runtime, and nothing of it stays', async () => {
    const options = newOptions();
    const first = await hostAgent(options);
    const runtime = createRuntime(options);
    const session = newSession();
    const starting = runtime.start([launchOf(session, 'one'), launchOf(session, 'silent')]);
    await until('the create to be under way', 5_000, async () => (await containersOf(options.installation)).length > 0);
    await first.kill();
    const failed = expect(starting).rejects.toBeInstanceOf(RuntimeUnavailable);
    const second = await hostAgent(options);
    await failed;
    // What the engine was still making when its maker died is found by the next one's rounds, and the reaper stops what is listed again and again.
    await until('nothing to be left', 60_000, async () => {
      for (const left of await runtime.list()) await runtime.stop(left);
      return (await containersOf(options.installation)).length === 0;
    });
    expect(await runtime.list()).toEqual([]);
    await runtime.close();
    await second.kill();
  });
});
