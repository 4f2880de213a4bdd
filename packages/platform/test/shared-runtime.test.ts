import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, test } from '@jest/globals';
import {
  createProcessRuntime,
  createSharedRuntime,
  type SandboxRuntime,
  type SharedRuntimeOptions,
  type TwinLaunch,
} from '@svc/platform';
import {
  describeSandboxRuntime,
  hostRuntime,
  launchOf,
  newSession,
  standInState,
  standInWrite,
  whenBack,
} from '@svc/platform/testing/suites';

const entry = join(import.meta.dirname, 'processes/stand-in-twin.ts');
const host = join(import.meta.dirname, 'processes/shared-runtime-host.ts');

const hostRecord = (dataDir: string, twin: string) => join(dataDir, 'processes', `${twin}.json`);
const pidOf = (dataDir: string, twin: string) =>
  (JSON.parse(readFileSync(hostRecord(dataDir, twin), 'utf8')) as { pid: number }).pid;

const alive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** The command line of a process; empty for one that has ended. */
const commandOf = (pid: number): string =>
  existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '';

async function killTwin(dataDir: string, twin: string): Promise<void> {
  // One that has come back answers a moment before its process is written down.
  while (!alive(pidOf(dataDir, twin))) await delay(5);
  process.kill(pidOf(dataDir, twin), 'SIGKILL');
}

describeSandboxRuntime('of processes that sandboxes share', async () => {
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
    killTwin: (_session, twin) => killTwin(dataDir, twin),
    stop: async () => {
      await hosted.runtime.close();
      await hosted.kill();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
});

describe('the runtime of shared processes', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-runtime-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  async function withRuntime(options: Partial<SharedRuntimeOptions>, body: (runtime: SandboxRuntime) => Promise<void>) {
    const runtime = createSharedRuntime({ dataDir, entry, ...options });
    try {
      await body(runtime);
    } finally {
      await runtime.close();
    }
  }

  test('puts all sandboxes of a twin into one process, each with a control token of its own', () =>
    withRuntime({}, async (runtime) => {
      const sessions = [newSession(), newSession(), newSession()];
      const started = await Promise.all(sessions.map((session) => runtime.start([launchOf(session, 'one')])));
      expect(new Set(started.map(([address]) => address!.url)).size).toBe(1);
      expect(new Set(started.map(([address]) => address!.controlToken)).size).toBe(3);
      await Promise.all(sessions.map((session) => runtime.stop(session)));
      expect(readdirSync(join(dataDir, 'sandboxes'))).toEqual([]);
    }));

  test('says where the twins of a sandbox will be once their processes run, and before that nothing', () =>
    withRuntime({}, async (runtime) => {
      const [first, second] = [newSession(), newSession()];
      expect(runtime.addressesOf?.(first, ['one'])).toBeUndefined();
      expect(await runtime.start([launchOf(first, 'one')])).toEqual(runtime.addressesOf?.(first, ['one']));
      expect(runtime.addressesOf?.(second, ['one', 'two'])).toBeUndefined();
      const told = runtime.addressesOf?.(second, ['one']);
      expect(await runtime.start([launchOf(second, 'one')])).toEqual(told);
      await Promise.all([first, second].map((session) => runtime.stop(session)));
    }));

  describe('that knows what the journal of a session begins with', () => {
    const firstLinesOf = ({ sessionId, seed, clock }: TwinLaunch) =>
      seed === undefined ? Buffer.from(`${JSON.stringify({ session_id: sessionId, clock })}\n`) : undefined;
    const journalOf = (session: string, twin: string) => join(dataDir, 'sandboxes', session, `${twin}.jsonl`);
    const refusal = /the stand-in has no world/;

    test('asks no process that runs, whose twin takes the session up from there, also after a kill', () =>
      withRuntime({ firstLinesOf }, async (runtime) => {
        // Until it runs it is asked, and this twin refuses whatever it is asked for.
        await expect(runtime.start([launchOf(newSession(), 'refusing')])).rejects.toThrow(refusal);
        const session = newSession();
        const [address] = await runtime.start([launchOf(session, 'refusing')]);
        expect([address]).toEqual(runtime.addressesOf?.(session, ['refusing']));
        expect(statSync(journalOf(session, 'refusing')).mode & 0o777).toBe(0o600);
        await standInWrite(address!, 'kept', session);
        await killTwin(dataDir, 'refusing');
        expect(await whenBack(address!, session)).toMatchObject({ session_id: session, lines: ['kept'] });
        await runtime.stop(session);
        expect(existsSync(journalOf(session, 'refusing'))).toBe(false);
        expect(await runtime.list()).not.toContain(session);
      }));

    test('asks for what it knows no such beginning of, and for what the disk has no room left for', () =>
      withRuntime({ firstLinesOf }, async (runtime) => {
        await expect(runtime.start([launchOf(newSession(), 'refusing')])).rejects.toThrow(refusal);
        await expect(runtime.start([launchOf(newSession(), 'refusing', { n: 1 })])).rejects.toThrow(refusal);
        const room = { journalBytes: 1 << 20, worldBytes: 1 << 20, diskReserveBytes: Number.MAX_SAFE_INTEGER };
        await expect(runtime.start([{ ...launchOf(newSession(), 'refusing'), room }])).rejects.toThrow(refusal);
        expect(readdirSync(join(dataDir, 'sandboxes'))).toEqual([]);
      }));

    test('has such sessions back after a crash of its own', async () => {
      const session = newSession();
      await withRuntime({ firstLinesOf }, async (runtime) => {
        await runtime.start([launchOf(newSession(), 'one')]);
        await runtime.start([launchOf(session, 'one')]);
      });
      await withRuntime({ firstLinesOf }, async (runtime) => {
        const [address] = (await runtime.recover([session])).get(session) ?? [];
        expect([address]).toEqual(runtime.addressesOf?.(session, ['one']));
        expect(await standInState(address!, session)).toMatchObject({ session_id: session, lines: [] });
        for (const id of await runtime.list()) await runtime.stop(id);
      });
    });
  });

  test('starts ahead the processes that it is told to', () =>
    withRuntime({ ahead: ['ahead'] }, async () => {
      while (!existsSync(hostRecord(dataDir, 'ahead'))) await delay(5);
      expect(alive(pidOf(dataDir, 'ahead'))).toBe(true);
    }));

  test('a process that is killed comes back at its address with all its sandboxes, and its owner hears why', async () => {
    const restarts: string[] = [];
    await withRuntime({ onRestart: (twin, reason) => restarts.push(`${twin} ${reason}`) }, async (runtime) => {
      const sessions = Array.from({ length: 5 }, newSession);
      const started = await Promise.all(sessions.map((session) => runtime.start([launchOf(session, 'one')])));
      const [[address]] = started as [[{ twin: string; url: string; controlToken: string }]];
      for (const session of sessions) await standInWrite(address, `of ${session}`, session);
      await killTwin(dataDir, 'one');
      for (const session of sessions) {
        expect(await whenBack(address, session)).toMatchObject({ session_id: session, lines: [`of ${session}`] });
      }
      while (restarts.length === 0) await delay(5);
      expect(restarts).toEqual(['one ended with SIGKILL']);
      const during = newSession();
      await killTwin(dataDir, 'one');
      await runtime.start([launchOf(during, 'one')]);
      await killTwin(dataDir, 'one');
      await Promise.all([...sessions, during].map((session) => runtime.stop(session)));
      expect(readdirSync(join(dataDir, 'sandboxes'))).toEqual([]);
    });
  });

  test('the records with the control tokens are readable by their owner only', () =>
    withRuntime({}, async (runtime) => {
      const session = newSession();
      await runtime.start([launchOf(session, 'one')]);
      const records = [hostRecord(dataDir, 'one'), join(dataDir, 'sandboxes', session, 'session.json')];
      expect(records.map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600]);
      await runtime.stop(session);
    }));

  test('sandboxes that had processes of their own come back in shared ones, and the other way round', async () => {
    const session = newSession();
    const isolated = createProcessRuntime({ dataDir, entry, warm: { one: 1 } });
    await isolated.warmed();
    const [address] = await isolated.start([launchOf(session, 'one', { n: 1 })]);
    await standInWrite(address!, 'kept', session);
    await isolated.close();
    const recovered = async (runtime: SandboxRuntime) => {
      const [back] = (await runtime.recover([session])).get(session)!;
      return standInState(back!, session);
    };
    const whole = { session_id: session, seed: { n: 1 }, lines: ['kept'] };
    await withRuntime({}, async (runtime) => expect(await recovered(runtime)).toMatchObject(whole));
    expect(readdirSync(join(dataDir, 'warm'))).toEqual([]);
    const again = createProcessRuntime({ dataDir, entry });
    expect(await recovered(again)).toMatchObject(whole);
    await again.stop(session);
    await again.close();
  });

  test('ends processes that outlived the one that started them', async () => {
    const session = newSession();
    const hosted = await hostRuntime(host, { dataDir, entry });
    await hosted.runtime.start([launchOf(session, 'one')]);
    const pid = pidOf(dataDir, 'one');
    // Stopped, it doesn't hear that its parent is gone.
    process.kill(pid, 'SIGSTOP');
    await hosted.kill();
    expect(commandOf(pid)).toContain('stand-in-twin');
    await withRuntime({}, async (runtime) => {
      await runtime.stop(session);
      expect(commandOf(pid)).toBe('');
    });
  });
});
