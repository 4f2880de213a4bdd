import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, test } from '@jest/globals';
import { createProcessRuntime, type ProcessRuntime, type ProcessRuntimeOptions, RuntimeUnavailable } from '@svc/platform';
import { describeSandboxRuntime, hostRuntime, launchOf, newSession, standInState, whenBack } from '@svc/platform/testing/suites';

const entry = join(import.meta.dirname, 'processes/stand-in-twin.ts');
const host = join(import.meta.dirname, 'processes/runtime-host.ts');

interface TwinRecord {
  twin: string;
  pid: number;
  journal: string;
}

const recordOf = (dataDir: string, session: string) => join(dataDir, 'sandboxes', session, 'session.json');
const twinsOf = (dataDir: string, session: string) =>
  (JSON.parse(readFileSync(recordOf(dataDir, session), 'utf8')) as { twins: TwinRecord[] }).twins;

const alive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describeSandboxRuntime('of child processes', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-runtime-'));
  const options = { dataDir, entry, startTimeoutMs: 10_000 };
  let hosted = await hostRuntime(host, options);
  return {
    runtime: hosted.runtime,
    crash: async () => {
      await hosted.kill();
      hosted = await hostRuntime(host, options);
      return hosted.runtime;
    },
    killTwin: async (session, twin) => {
      const pidOf = () => twinsOf(dataDir, session).find((record) => record.twin === twin)!.pid;
      // One that has come back answers a moment before its process is written down.
      while (!alive(pidOf())) await delay(5);
      process.kill(pidOf(), 'SIGKILL');
    },
    stop: async () => {
      await hosted.runtime.close();
      await hosted.kill();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
});

describe('the process runtime', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-runtime-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  async function withRuntime(options: Partial<ProcessRuntimeOptions>, body: (runtime: ProcessRuntime) => Promise<void>) {
    const runtime = createProcessRuntime({ dataDir, entry, ...options });
    try {
      await body(runtime);
    } finally {
      await runtime.close();
    }
  }

  test('a twin process inherits nothing of the environment but where programs are, and where compiled code is kept', () =>
    withRuntime({}, async (runtime) => {
      const session = newSession();
      const [address] = await runtime.start([launchOf(session, 'one')]);
      expect(await (await fetch(`${address!.url}/environment`)).json()).toEqual([
        'PATH',
        ...(getCompileCacheDir() === undefined ? [] : ['NODE_COMPILE_CACHE']),
        'SVC_EXIT_WITH_PARENT',
      ]);
      await runtime.stop(session);
    }));

  test('the record with the control tokens is readable by its owner only', () =>
    withRuntime({}, async (runtime) => {
      const session = newSession();
      await runtime.start([launchOf(session, 'one')]);
      expect(statSync(recordOf(dataDir, session)).mode & 0o777).toBe(0o600);
      await runtime.stop(session);
    }));

  test('a waiting twin is given to the sandbox that asks for it, comes back when killed, and goes with its sandbox', () =>
    withRuntime({ warm: { one: 1 } }, async (runtime) => {
      await runtime.warmed();
      const session = newSession();
      const [address] = await runtime.start([launchOf(session, 'one', { n: 2 })]);
      const [record] = twinsOf(dataDir, session);
      expect(record!.journal.startsWith(join(dataDir, 'warm'))).toBe(true);
      process.kill(record!.pid, 'SIGKILL');
      expect(await whenBack(address!)).toMatchObject({ session_id: session, seed: { n: 2 } });
      await runtime.stop(session);
      await runtime.warmed();
      expect(readdirSync(join(dataDir, 'warm'))).toHaveLength(1);
    }));

  test('sandboxes of a closed runtime are brought back by the next one, those with once waiting twins too', async () => {
    const session = newSession();
    await withRuntime({ warm: { one: 1 } }, async (runtime) => {
      await runtime.warmed();
      await runtime.start([launchOf(session, 'one', { n: 3 }), launchOf(session, 'two')]);
    });
    const pids = twinsOf(dataDir, session).map(({ pid }) => pid);
    expect(pids.filter(alive)).toEqual([]);
    await withRuntime({}, async (runtime) => {
      const [first] = (await runtime.recover([session])).get(session)!;
      expect(await standInState(first!)).toMatchObject({ session_id: session, seed: { n: 3 } });
      await runtime.stop(session);
      expect(readdirSync(join(dataDir, 'warm'))).toEqual([]);
    });
  });

  test('a twin that keeps ending is given up, and its owner hears why', async () => {
    const givenUp = Promise.withResolvers<[string, Error]>();
    const onGivenUp = (session: string, error: Error) => givenUp.resolve([session, error]);
    await withRuntime({ crashesPerMinute: 2, onGivenUp }, async (runtime) => {
      const session = newSession();
      const [address] = await runtime.start([launchOf(session, 'one')]);
      await fetch(`${address!.url}/doom`, { method: 'POST' }).catch(() => {});
      const [told, error] = await givenUp.promise;
      expect(told).toBe(session);
      expect(error.message).toMatch(/keeps ending and was given up.*not valid JSON/s);
      await runtime.stop(session);
    });
  });

  test('a closed runtime starts nothing', async () => {
    const runtime = createProcessRuntime({ dataDir, entry });
    await runtime.close();
    await expect(runtime.start([launchOf(newSession(), 'one')])).rejects.toThrow('The service is shutting down.');
  });

  test('a session that runs is not started twice, and goes on', () =>
    withRuntime({}, async (runtime) => {
      const session = newSession();
      const [address] = await runtime.start([launchOf(session, 'one')]);
      await expect(runtime.start([launchOf(session, 'one')])).rejects.toBeInstanceOf(RuntimeUnavailable);
      expect(await standInState(address!)).toMatchObject({ session_id: session });
      await runtime.stop(session);
    }));
});
