import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createFleetRuntime,
  type FleetRuntime,
  type FleetRuntimeOptions,
  HOST_ROLES,
  listHosts,
  RuntimeUnavailable,
  readHostCredentials,
  setDraining,
  stateOf,
  useHostCredentials,
} from '@svc/platform';
import { markLost } from '@svc/platform/hosts';
import {
  describeSandboxRuntime,
  hostRuntime,
  launchOf,
  newSession,
  standInState,
  standInWrite,
  whenBack,
} from '@svc/platform/testing/suites';
import Docker from 'dockerode';
import { until } from '../fleet/wait.ts';
import { type Host, type Hosts, startHosts } from './support/hosts.ts';
import { buildStandInImage, STAND_IN_IMAGE } from './support/stand-in-image.ts';

const SECRET = 's'.repeat(32);
const WAIT_MS = 20_000;
const script = join(import.meta.dirname, 'support/fleet-runtime-host.ts');
const directory = mkdtempSync(join(tmpdir(), 'svc-hosts-'));

beforeAll(buildStandInImage);
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  await new Docker().getImage(STAND_IN_IMAGE).remove({ force: true });
});

let suites = 0;
async function hostsAs(role: (typeof HOST_ROLES)[keyof typeof HOST_ROLES], count = 3): Promise<Hosts> {
  suites += 1;
  const hosts = await startHosts(count, join(directory, `${suites}`));
  useHostCredentials(await readHostCredentials(hosts.certificates, role));
  await until('all hosts to be registered', WAIT_MS, async () => (await listHosts(hosts.database)).length === count);
  return hosts;
}

const containersOf = async ({ all }: Hosts) => (await Promise.all(all.map((host) => host.containers()))).flat();

describeSandboxRuntime('of many hosts', async () => {
  const hosts = await hostsAs(HOST_ROLES.caller);
  const { databaseUrl, certificates } = hosts;
  const options = { databaseUrl, certificates, secret: SECRET, startTimeoutMs: 3_000 };
  let hosted = await hostRuntime(script, options);
  return {
    runtime: hosted.runtime,
    crash: async () => {
      await hosted.kill();
      hosted = await hostRuntime(script, options);
      return hosted.runtime;
    },
    killTwin: async (session, twin) => {
      const found = await Promise.all(hosts.all.map((host) => host.containerOf(session, twin)));
      await found.find((container) => container !== undefined)!.kill();
    },
    stop: async () => {
      await hosted.runtime.close();
      await hosted.kill();
      await hosts.stop();
      expect(await containersOf(hosts)).toEqual([]);
    },
  };
});

describe('the runtime of many hosts', () => {
  interface Fleet {
    hosts: Hosts;
    runtime: FleetRuntime;
    /** Another control plane. */
    beside(options?: Partial<FleetRuntimeOptions>): FleetRuntime;
    hostOf(session: string, twin?: string): Promise<Host>;
    state(host: Host): Promise<string>;
  }

  async function withFleet(given: Partial<FleetRuntimeOptions>, body: (fleet: Fleet) => Promise<void>, count = 3): Promise<void> {
    const hosts = await hostsAs(HOST_ROLES.controlPlane, count);
    const runtimes: FleetRuntime[] = [];
    const beside = (options = given): FleetRuntime => {
      const runtime = createFleetRuntime({ database: hosts.database, secret: SECRET, startTimeoutMs: 10_000, ...options });
      runtimes.push(runtime);
      return runtime;
    };
    const runtime = beside();
    await runtime.lookAfter();
    const known = async (host: Host) => (await listHosts(hosts.database)).find(({ name }) => name === host.name)!;
    const hostOf = async (session: string, twin = 'one'): Promise<Host> => {
      const row = await hosts.database
        .selectFrom('placements')
        .innerJoin('hosts', 'hosts.id', 'placements.host_id')
        .select('name')
        .where('sandbox_id', '=', session)
        .where('twin', '=', twin)
        .executeTakeFirstOrThrow();
      return hosts.all.find(({ name }) => name === row.name)!;
    };
    try {
      await body({ hosts, runtime, beside, hostOf, state: async (host) => stateOf(await known(host)) });
    } finally {
      for (const session of await runtime.list()) await runtime.stop(session);
      await hosts.database.updateTable('hosts').set({ draining: true }).execute();
      await until('nothing to be left', WAIT_MS, async () => (await containersOf(hosts)).length === 0);
      for (const one of runtimes) await one.close();
      await hosts.stop();
    }
  }

  /** Has a host that says nothing any more be lost now. */
  async function loseNow({ database }: Hosts, host: Host): Promise<void> {
    await host.fallSilent();
    await database
      .updateTable('hosts')
      .set({ beat_at: new Date(Date.now() - 60_000) })
      .where('id', '=', await host.id())
      .execute();
    expect((await markLost(database)).map(({ name }) => name)).toEqual([host.name]);
  }

  test('spreads the twins of sandboxes over its hosts, and control planes side by side know each other’s', () =>
    withFleet({}, async ({ runtime, beside, hostOf, hosts }) => {
      const session = newSession();
      const addresses = await runtime.start(['one', 'two', 'three'].map((twin) => launchOf(session, twin, { twin })));
      const names = await Promise.all(['one', 'two', 'three'].map(async (twin) => (await hostOf(session, twin)).name));
      expect(new Set(names)).toEqual(new Set(hosts.all.map(({ name }) => name)));
      const states = await Promise.all(addresses.map((address) => standInState(address, session)));
      expect(states.map(({ seed }) => seed)).toEqual(['one', 'two', 'three'].map((twin) => ({ twin })));
      const other = beside();
      expect(await other.list()).toEqual([session]);
      const recovered = (await other.recover([session])).get(session)!;
      expect(new Set(recovered.map(({ url }) => url))).toEqual(new Set(addresses.map(({ url }) => url)));
      await other.stop(session);
      expect(await containersOf(hosts)).toEqual([]);
    }));

  test('gives a waiting twin of any host to one sandbox only, and each host puts another in its place', () =>
    withFleet({ warm: { one: 1 } }, async ({ runtime, beside, hosts }) => {
      const waiting = async () =>
        (await listHosts(hosts.database)).map((host) => host.waiting.one ?? 0).reduce((sum, count) => sum + count, 0);
      await until('one to wait on each host', WAIT_MS, async () => (await waiting()) === 3);
      const other = beside();
      const sessions = Array.from({ length: 5 }, newSession);
      const start = (session: string, n: number) =>
        (n % 2 === 0 ? runtime : other).start([launchOf(session, 'one', { session })]);
      const started = (await Promise.all(sessions.map(start))).flat();
      expect(new Set(started.map(({ url }) => url)).size).toBe(5);
      const owners = await Promise.all(started.map(async (address) => (await standInState(address)).session_id));
      expect(owners).toEqual(sessions);
      expect(runtime.stats().warmStarts + other.stats().warmStarts).toBe(3);
      expect(runtime.stats().coldStarts + other.stats().coldStarts).toBe(2);
      await until('one to wait on each host again', WAIT_MS, async () => (await waiting()) === 3);
      expect(await containersOf(hosts)).toHaveLength(8);
    }));

  test('moves on where a host says no, and says why where all do', () =>
    withFleet({}, async ({ runtime, hosts, hostOf, state }) => {
      const [first, second, third] = hosts.all as [Host, Host, Host];
      await first.leave();
      await second.leave();
      expect([await state(first), await state(second)]).toEqual(['active', 'active']);
      const sessions = Array.from({ length: 3 }, newSession);
      await Promise.all(sessions.map((session) => runtime.start([launchOf(session, 'one')])));
      for (const session of sessions) expect(await hostOf(session)).toBe(third);
      await third.leave();
      const starting = runtime.start([launchOf(newSession(), 'one')]);
      await expect(starting).rejects.toBeInstanceOf(RuntimeUnavailable);
      await expect(starting).rejects.toThrow(/agent could not be reached/);
      for (const host of hosts.all) await host.start(hosts);
    }));

  test('gives nothing to a draining host, which ends empty, with none waiting', () =>
    withFleet({ warm: { one: 1 } }, async ({ runtime, hosts, hostOf, state }) => {
      await until('one to wait on each host', WAIT_MS, async () => (await containersOf(hosts)).length === 3);
      const session = newSession();
      await runtime.start([launchOf(session, 'one')]);
      const host = await hostOf(session);
      await setDraining(hosts.database, await host.id(), true);
      expect(await state(host)).toBe('draining');
      const more = Array.from({ length: 6 }, newSession);
      await Promise.all(more.map((one) => runtime.start([launchOf(one, 'one')])));
      for (const one of more) expect(await hostOf(one)).not.toBe(host);
      await until('only its sandbox to be left', WAIT_MS, async () => (await host.containers()).length === 1);
      await runtime.stop(session);
      expect(await state(host)).toBe('drained');
      expect(await host.containers()).toEqual([]);
      await setDraining(hosts.database, await host.id(), false);
      await until('one to wait again', WAIT_MS, async () => (await host.containers()).length === 1);
    }));

  test('reports the sandboxes of a lost host only, forgets them without it, and it ends them when it is back', () =>
    withFleet({}, async ({ runtime, hosts, hostOf, state }) => {
      const [session, other] = [newSession(), newSession()];
      await runtime.start([launchOf(session, 'one')]);
      const host = await hostOf(session);
      const [address] = await runtime.start([launchOf(other, 'one')]);
      expect(await hostOf(other)).not.toBe(host);
      await loseNow(hosts, host);
      const reason = `The host of its one twin, ${host.name}, was lost.`;
      expect((await runtime.lookAfter()).failed).toEqual([{ sessionId: session, reason }]);
      expect([...(await runtime.recover([session, other])).keys()]).toEqual([other]);
      await runtime.stop(session);
      expect(await host.containers()).toHaveLength(1);
      expect((await runtime.lookAfter()).failed).toEqual([]);
      expect((await standInState(address!, other)).session_id).toBe(other);
      await host.leave();
      await host.start(hosts);
      await until('what was given up to be gone', WAIT_MS, async () => (await host.containers()).length === 0);
      await until('the host to be one again', WAIT_MS, async () => (await state(host)) === 'active');
    }));

  test('an agent that is away for a while costs nobody a write, and a killed twin is back on the host it was on', () =>
    withFleet({}, async ({ runtime, hosts, hostOf }) => {
      const session = newSession();
      const [address] = await runtime.start([launchOf(session, 'one')]);
      await standInWrite(address!, 'before', session);
      const host = await hostOf(session);
      await host.leave();
      expect([...(await runtime.recover([session])).keys()]).toEqual([session]);
      await host.start(hosts);
      await standInWrite(address!, 'after', session);
      await (await host.containerOf(session, 'one'))!.kill();
      expect(await whenBack(address!, session)).toMatchObject({ lines: ['before', 'after'] });
    }));

  test('what runs on a host and is placed nowhere is ended, and what is placed and gone is reported', () =>
    withFleet({}, async ({ runtime, hosts, hostOf }) => {
      const [orphan, gone] = [newSession(), newSession()];
      await runtime.start([launchOf(orphan, 'one')]);
      const host = await hostOf(orphan);
      await hosts.database.deleteFrom('placements').where('sandbox_id', '=', orphan).execute();
      await runtime.start([launchOf(gone, 'two')]);
      const other = await hostOf(gone, 'two');
      await (await other.containerOf(gone, 'two'))!.remove({ force: true });
      await hosts.database
        .updateTable('placements')
        .set({ placed_at: new Date(Date.now() - 120_000) })
        .execute();
      await hosts.database
        .updateTable('hosts')
        .set({ checked_at: new Date(0) })
        .execute();
      await until('it to be reported', WAIT_MS, async () => {
        const { failed } = await runtime.lookAfter();
        return failed.some(({ sessionId, reason }) => sessionId === gone && /two twin is gone from the host/.test(reason));
      });
      await until('the orphan to be gone', WAIT_MS, async () => (await host.containerOf(orphan, 'one')) === undefined);
    }));

  test('says where twins are reached once their agent is reached elsewhere', () =>
    withFleet({}, async ({ runtime, hosts, hostOf }) => {
      const session = newSession();
      const [address] = await runtime.start([launchOf(session, 'one')]);
      const host = await hostOf(session);
      await host.leave();
      await host.start(hosts, { port: 0 });
      const url = await until('the new address', WAIT_MS, async () => {
        const { moved } = await runtime.lookAfter();
        return moved.find((one) => one.sessionId === session && one.url !== address!.url)?.url;
      });
      expect((await standInState({ ...address!, url }, session)).session_id).toBe(session);
    }));
});
