import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  createFleetRuntime,
  type FleetRuntime,
  listHosts,
  RuntimeUnavailable,
  setDraining,
  type TakenUp,
  type TwinAddress,
  useHostCredentials,
} from '@svc/platform';
import { isMirroring } from '@svc/platform/hosts';
import { startTestDatabase } from '@svc/platform/testing';
import { launchOf, newSession, standInState, standInWrite, whenBack } from '@svc/platform/testing/suites';
import { type MirroringHost, MirroringHosts } from './support/mirroring-hosts.ts';

const EXPIRES = new Date('2036-01-01T00:00:00.000Z');

let postgres: Awaited<ReturnType<typeof startTestDatabase>>;
let hosts: MirroringHosts;
let runtime: FleetRuntime;

async function begin(count: number, mirrors = true, warm: Record<string, number> = {}): Promise<void> {
  hosts = await MirroringHosts.start(postgres.connectionString, count, mirrors);
  useHostCredentials(await hosts.credentialsOf('control-plane'));
  runtime = createFleetRuntime({ database: hosts.database, secret: 's'.repeat(32), startTimeoutMs: 60_000, warm });
  await until(async () => (await listHosts(hosts.database)).filter((host) => !mirrors || isMirroring(host)).length === count);
}
beforeAll(async () => {
  postgres = await startTestDatabase();
});
afterAll(() => postgres.stop());
afterEach(async () => {
  await runtime.close();
  await hosts.stop();
  useHostCredentials(undefined);
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(20);
}

const placed = (session: string, twin = 'one') =>
  hosts.database
    .selectFrom('placements')
    .selectAll()
    .where('sandbox_id', '=', session)
    .where('twin', '=', twin)
    .executeTakeFirstOrThrow();
const hostOf = async (session: string, twin?: string): Promise<MirroringHost> =>
  hosts.called((await placed(session, twin)).host_id);
async function mirrorOf(session: string, twin?: string): Promise<MirroringHost> {
  await until(async () => {
    await runtime.lookAfter();
    return (await placed(session, twin)).mirror_host !== null;
  });
  return hosts.called((await placed(session, twin)).mirror_host as string);
}
const copyOf = async (session: string, on: MirroringHost, twin?: string): Promise<string> =>
  join(on.directory, 'mirrors', (await placed(session, twin)).instance, 'journal.jsonl');
/** Waits until a host has a copy with these words in it. */
async function untilCopied(session: string, on: MirroringHost, words: string, twin?: string): Promise<void> {
  const path = await copyOf(session, on, twin);
  await until(async () => existsSync(path) && readFileSync(path, 'utf8').includes(words));
}
async function started(twins = ['one']): Promise<{ session: string; addresses: TwinAddress[] }> {
  const session = newSession();
  const addresses = await runtime.start(twins.map((twin) => launchOf(session, twin, { twin })));
  return { session, addresses };
}
const settled = async (session: string): Promise<TakenUp> => {
  const taken = (await runtime.takeUpLost(session, EXPIRES))!;
  expect(await taken.settle(hosts.database)).toBe(true);
  return taken;
};

describe('hosts that keep copies of each other’s journals', () => {
  beforeEach(() => begin(3));

  test('have a twin of a lost one come back with all that was copied', async () => {
    const { session, addresses } = await started();
    await standInWrite(addresses[0]!, 'before');
    const [host, mirror] = [await hostOf(session), await mirrorOf(session)];
    expect(mirror).not.toBe(host);
    await untilCopied(session, mirror, 'before');
    const before = Date.now();
    await host.lose();
    expect(await runtime.lookAfter()).toMatchObject({
      failed: [],
      lost: [{ sessionId: session, reason: `The host of its one twin, ${host.name}, was lost.` }],
    });
    expect(await runtime.awaited()).toEqual([session]);
    const { addresses: now, recovered } = await settled(session);
    expect(await standInState(now[0]!)).toMatchObject({ session_id: session, seed: { twin: 'one' }, lines: ['before'] });
    expect(recovered).toEqual([{ twin: 'one', host: mirror.name, at: expect.any(String), calls: expect.any(Number) }]);
    expect(Date.parse(recovered[0]!.at)).toBeLessThanOrEqual(before + 1);
    await standInWrite(now[0]!, 'after');
    expect(await hostOf(session)).toBe(mirror);
    expect(await runtime.lookAfter()).toMatchObject({ failed: [], lost: [] });
    const counts = (await listHosts(hosts.database)).map(({ name, placed: count }) => [name, count]);
    expect(Object.fromEntries(counts)).toEqual({ 'worker-1': 0, 'worker-2': 0, 'worker-3': 0, [mirror.name]: 1 });
  });

  test('have the next copy on a third, and that one is as good', async () => {
    const { session, addresses } = await started();
    await standInWrite(addresses[0]!, 'first');
    const mirror = await mirrorOf(session);
    await untilCopied(session, mirror, 'first');
    await (await hostOf(session)).lose();
    const back = await settled(session);
    await standInWrite(back.addresses[0]!, 'second');
    const third = await mirrorOf(session);
    await untilCopied(session, third, 'second');
    await mirror.lose();
    const again = await settled(session);
    expect((await standInState(again.addresses[0]!)).lines).toEqual(['first', 'second']);
  });

  test.each([
    ['is lost', (mirror: MirroringHost) => mirror.lose(), true],
    [
      'is being emptied',
      async (mirror: MirroringHost) => void (await setDraining(hosts.database, await mirror.id(), true)),
      false,
    ],
  ])('choose anew who keeps a copy where that host %s', async (_why, happen, isGone) => {
    const { session, addresses } = await started();
    const mirror = await mirrorOf(session);
    await untilCopied(session, mirror, session);
    const old = await copyOf(session, mirror);
    await happen(mirror);
    await until(async () => (await mirrorOf(session)) !== mirror);
    await standInWrite(addresses[0]!, 'since');
    const next = await mirrorOf(session);
    expect(next).not.toBe(await hostOf(session));
    await untilCopied(session, next, 'since');
    await until(async () => isGone || !existsSync(old));
  });

  test('fail what has no copy, and what lost that too, as a whole', async () => {
    const { session } = await started(['one', 'two']);
    const host = await hostOf(session);
    const twin = (await placed(session, 'one')).host_id === (await host.id()) ? 'one' : 'two';
    const mirror = await mirrorOf(session, twin);
    await untilCopied(session, mirror, session, twin);
    await mirror.lose();
    await host.lose();
    const { failed, lost } = await runtime.lookAfter();
    expect(failed.map(({ sessionId }) => sessionId)).toEqual([session]);
    expect(lost).toEqual([]);
    await expect(runtime.takeUpLost(session, EXPIRES)).rejects.toBeInstanceOf(RuntimeUnavailable);
  });

  test('end the copy with the sandbox', async () => {
    const { session } = await started();
    const mirror = await mirrorOf(session);
    await untilCopied(session, mirror, session);
    const copy = await copyOf(session, mirror);
    await runtime.stop(session);
    await until(async () => !existsSync(copy));
  });

  test('end what came back too where its sandbox ended meanwhile', async () => {
    const { session } = await started();
    const mirror = await mirrorOf(session);
    await untilCopied(session, mirror, session);
    const { instance } = await placed(session);
    await (await hostOf(session)).lose();
    const taken = (await runtime.takeUpLost(session, EXPIRES))!;
    await runtime.stop(session);
    expect(await taken.settle(hosts.database)).toBe(false);
    await hosts.database
      .updateTable('hosts')
      .set({ checked_at: new Date(0) })
      .execute();
    await until(async () => {
      await runtime.lookAfter();
      return !existsSync(join(mirror.directory, 'instances', instance));
    });
  });

  test('have it come back once, whichever control plane is faster, and none ends it for that', async () => {
    const { session, addresses } = await started();
    await standInWrite(addresses[0]!, 'before');
    const mirror = await mirrorOf(session);
    await untilCopied(session, mirror, 'before');
    await (await hostOf(session)).lose();
    const other = createFleetRuntime({ database: hosts.database, secret: 's'.repeat(32), startTimeoutMs: 60_000 });
    const [one, two] = await Promise.all([runtime.takeUpLost(session, EXPIRES), other.takeUpLost(session, EXPIRES)]);
    expect(one!.addresses).toEqual(two!.addresses);
    // It is compared with what is placed there before it is.
    await hosts.database
      .updateTable('hosts')
      .set({ checked_at: new Date(0) })
      .execute();
    await other.lookAfter();
    await other.close();
    expect([await one!.settle(hosts.database), await two!.settle(hosts.database)]).toEqual([true, false]);
    expect(await runtime.takeUpLost(session, EXPIRES)).toBeUndefined();
    expect((await whenBack(one!.addresses[0]!)).lines).toEqual(['before']);
  });

  test('a lost one that comes back ends what it ran, and leaves what runs elsewhere since', async () => {
    const { session, addresses } = await started();
    await standInWrite(addresses[0]!, 'before');
    const [host, mirror] = [await hostOf(session), await mirrorOf(session)];
    await untilCopied(session, mirror, 'before');
    const { instance } = await placed(session);
    await host.lose();
    const taken = await settled(session);
    await host.start();
    await until(async () => !existsSync(join(host.directory, 'instances', instance, 'journal.jsonl')));
    await until(async () => (await listHosts(hosts.database)).every(({ lost_at }) => lost_at === null));
    expect((await standInState(taken.addresses[0]!)).lines).toEqual(['before']);
  });
});

test('hosts that keep none have what ran on a lost one fail', async () => {
  await begin(2, false);
  const { session } = await started();
  const host = await hostOf(session);
  await runtime.lookAfter();
  expect((await placed(session)).mirror_host).toBeNull();
  await host.lose();
  const { failed, lost } = await runtime.lookAfter();
  expect(failed).toEqual([{ sessionId: session, reason: `The host of its one twin, ${host.name}, was lost.` }]);
  expect(lost).toEqual([]);
  expect(await runtime.awaited()).toEqual([]);
  expect(existsSync(join(host.directory, 'mirrors'))).toBe(false);
});

test('a twin that waits on a host is given to one sandbox, which others find started', async () => {
  await begin(1, false, { one: 2 });
  const waiting = async () => (await listHosts(hosts.database))[0]?.waiting.one;
  await runtime.lookAfter();
  await until(async () => (await waiting()) === 2);
  const [first, second, third] = [await started(), await started(), await started()];
  expect(runtime.stats()).toMatchObject({ warmStarts: 2, coldStarts: 1 });
  for (const { session, addresses } of [first, second, third]) {
    await standInWrite(addresses[0]!, session);
    expect(await standInState(addresses[0]!)).toMatchObject({ session_id: session, seed: { twin: 'one' }, lines: [session] });
    expect(addresses[0]?.url.endsWith((await placed(session)).instance)).toBe(true);
  }
});
