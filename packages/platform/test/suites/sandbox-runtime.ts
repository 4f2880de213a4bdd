import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  connectionTo,
  RuntimeUnavailable,
  type SandboxRuntime,
  type TwinAddress,
  type TwinLaunch,
  twinEndpoint,
} from '@svc/platform';

/**
 * The runtime is run on stand-in twins. Each answers `GET /stand-in` with its session, seed and written lines, and on
 * `POST /stand-in` writes a line. The twin `silent` never listens, `broken` ends at once saying why, `refusing` refuses every world.
 */
export interface SandboxRuntimeUnderTest {
  runtime: SandboxRuntime;
  /** Ends the runtime as a crash of its process would: nothing is tidied up. @returns one on the same data. */
  crash(): Promise<SandboxRuntime>;
  /** Kills a twin's process or container from outside. */
  killTwin(sessionId: string, twin: string): Promise<void>;
  stop(): Promise<void>;
}

export interface StandInState {
  session_id: string;
  seed: unknown;
  clock: unknown;
  lines: string[];
}

const CONNECT_MS = 10_000;

/** A call to a stand-in, over whatever it listens on. @returns the body of the answer */
export function standIn({ url }: TwinAddress, method: 'GET' | 'POST', path: string, body?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { method, createConnection: connectionTo(url, CONNECT_MS) };
    const outgoing = request(new URL(path, twinEndpoint(url).origin), options, (answer) => text(answer).then(resolve, reject));
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

/** @param session which one, where several may share the process */
export const standInState = async (address: TwinAddress, session = 'any'): Promise<StandInState> =>
  JSON.parse(await standIn(address, 'GET', `/s/${session}/stand-in`)) as StandInState;
export const standInWrite = (address: TwinAddress, line: string, session = 'any'): Promise<string> =>
  standIn(address, 'POST', `/s/${session}/stand-in`, line);

/** Asks until there is an answer: a twin that was killed is back when it answers. */
export async function whenBack(address: TwinAddress, session?: string): Promise<StandInState> {
  for (;;) {
    const state = await standInState(address, session).catch(() => undefined);
    if (state) return state;
    await new Promise(setImmediate);
  }
}

export const newSession = (): string => `ses_${randomBytes(6).toString('hex')}`;

export const launchOf = (sessionId: string, twin: string, seed?: unknown): TwinLaunch => ({
  sessionId,
  twin,
  seed,
  clock: { mode: 'wall' },
  tokenSha256: 'b'.repeat(64),
  expiresAt: new Date(Date.now() + 60_000),
});

const reachable = (address: TwinAddress, session: string) =>
  standInState(address, session).then(
    (state) => state.session_id === session,
    () => false,
  );

/** What every sandbox runtime does. */
export function describeSandboxRuntime(name: string, start: () => Promise<SandboxRuntimeUnderTest>): void {
  describe(`the sandbox runtime ${name}`, () => {
    let running: SandboxRuntimeUnderTest;
    beforeAll(async () => {
      running = await start();
    });
    afterAll(() => running?.stop());

    test('starts every twin of a sandbox with its world, in the order asked for', async () => {
      const session = newSession();
      const launches = [
        launchOf(session, 'one', { users: [1] }),
        { ...launchOf(session, 'two'), clock: { mode: 'logical' as const } },
      ];
      const addresses = await running.runtime.start(launches);
      expect(addresses.map(({ twin }) => twin)).toEqual(['one', 'two']);
      expect(await Promise.all(addresses.map((address) => standInState(address, session)))).toEqual([
        { session_id: session, seed: { users: [1] }, clock: { mode: 'wall' }, lines: [] },
        { session_id: session, clock: { mode: 'logical' }, lines: [] },
      ]);
      expect(new Set(addresses.map(({ controlToken }) => controlToken)).size).toBe(2);
      expect(await running.runtime.list()).toContain(session);
      await running.runtime.stop(session);
    });

    test('starts a fork with what the twin of another session has until a row, which that need not outlive', async () => {
      const { runtime } = running;
      const [parent, fork] = [newSession(), newSession()];
      const [from] = (await runtime.start([launchOf(parent, 'one', { users: [1] })])) as [TwinAddress];
      for (const line of ['first', 'second', 'third']) await standInWrite(from, line, parent);
      const launch = { ...launchOf(fork, 'one'), inherits: { sessionId: parent, from, rows: 2 } };
      const [address] = (await runtime.start([launch])) as [TwinAddress];
      await runtime.stop(parent);
      expect(await standInState(address, fork)).toMatchObject({ session_id: fork, lines: ['first', 'second'] });
      await runtime.stop(fork);
    });

    test.each(['broken', 'refusing'])('starts none when one twin is %s, and says why', async (twin) => {
      const session = newSession();
      const starting = running.runtime.start([launchOf(session, 'one'), launchOf(session, twin)]);
      await expect(starting).rejects.toBeInstanceOf(RuntimeUnavailable);
      await expect(starting).rejects.toThrow(/the stand-in has no world/);
      expect(await running.runtime.list()).not.toContain(session);
    });

    test('starts none when one twin does not listen in time', async () => {
      const session = newSession();
      const starting = running.runtime.start([launchOf(session, 'one'), launchOf(session, 'silent')]);
      await expect(starting).rejects.toBeInstanceOf(RuntimeUnavailable);
      await expect(starting).rejects.toThrow(/was not up within/);
      expect(await running.runtime.list()).not.toContain(session);
    });

    test('a stopped sandbox is unreachable and nothing of it is kept', async () => {
      const session = newSession();
      const [address] = await running.runtime.start([launchOf(session, 'one')]);
      await running.runtime.stop(session);
      expect(await reachable(address!, session)).toBe(false);
      expect(await running.runtime.list()).not.toContain(session);
      expect(await running.runtime.recover([session])).toEqual(new Map());
    });

    test('stopping an unknown session is no error', async () => {
      await running.runtime.stop('ses_unknown');
      await running.runtime.stop('../..');
    });

    test('a sandbox that is stopped while it starts does not come up', async () => {
      const session = newSession();
      const starting = running.runtime.start([launchOf(session, 'one'), launchOf(session, 'silent')]);
      const refused = expect(starting).rejects.toBeInstanceOf(RuntimeUnavailable);
      await running.runtime.stop(session);
      await refused;
      expect(await running.runtime.list()).not.toContain(session);
    });

    test('a killed twin comes back at its address with what it had acknowledged', async () => {
      const session = newSession();
      const [address] = await running.runtime.start([launchOf(session, 'one', { n: 1 })]);
      await standInWrite(address!, 'kept', session);
      await running.killTwin(session, 'one');
      expect(await whenBack(address!, session)).toMatchObject({ session_id: session, seed: { n: 1 }, lines: ['kept'] });
      await running.killTwin(session, 'one');
      await whenBack(address!, session);
      await running.runtime.stop(session);
      expect(await reachable(address!, session)).toBe(false);
    });

    test('sandboxes are brought back after the process that ran them died, and others are not', async () => {
      const [session, other] = [newSession(), newSession()];
      const addresses = await running.runtime.start([launchOf(session, 'one'), launchOf(session, 'two')]);
      await running.runtime.start([launchOf(other, 'one')]);
      await standInWrite(addresses[0]!, 'before', session);

      running.runtime = await running.crash();
      const recovered = await running.runtime.recover([session, 'ses_never']);
      expect([...recovered.keys()]).toEqual([session]);
      const back = recovered.get(session)!.sort((a, b) => a.twin.localeCompare(b.twin));
      expect(back.map(({ twin, controlToken }) => [twin, controlToken])).toEqual(
        addresses.map(({ twin, controlToken }) => [twin, controlToken]),
      );
      expect(await standInState(back[0]!, session)).toMatchObject({ session_id: session, lines: ['before'] });
      expect(await running.runtime.list()).toContain(other);
      await running.runtime.stop(session);
      await running.runtime.stop(other);
      expect(await running.runtime.list()).not.toContain(other);
    });
  });
}
