import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  type Database,
  type EmbeddedPostgres,
  forgetHost,
  listHosts,
  migrate,
  openDatabase,
  setDraining,
  stateOf,
} from '@svc/platform';
import {
  type Beat,
  beat,
  displace,
  lostPlacements,
  markLost,
  noteInstance,
  place,
  placedSessions,
  placementsOf,
  rejoin,
  takeHostToCheck,
} from '@svc/platform/hosts';
import { startTestDatabase } from '@svc/platform/testing';
import { type Kysely, sql } from 'kysely';
import { LossWatch } from '../src/runtime/fleet/loss-watch.ts';

let server: EmbeddedPostgres;
let db: Kysely<Database>;

beforeAll(async () => {
  server = await startTestDatabase();
  db = openDatabase(server);
  await migrate(db);
});
afterAll(async () => {
  await db?.destroy();
  await server?.stop();
});
beforeEach(async () => {
  await db.deleteFrom('placements').execute();
  await db.deleteFrom('hosts').execute();
});

const said = (id: string, given: Partial<Beat> = {}): Beat => ({
  id,
  name: `name of ${id}`,
  address: `${id}.test:7443`,
  port: 7443,
  twins: ['github', 'slack'],
  mostTwins: 10,
  waiting: {},
  ready: true,
  ...given,
});
const register = (id: string, given: Partial<Beat> = {}) => beat(db, said(id, given));
const silentFor = (id: string, seconds: number) =>
  db
    .updateTable('hosts')
    .set({ beat_at: sql<Date>`now() - ${seconds} * interval '1 second'` })
    .where('id', '=', id)
    .execute();

let instances = 0;
const placed = (sessionId: string, twin = 'github', except: string[] = []) => {
  instances += 1;
  return place(db, { sessionId, twin, instance: instances.toString(16).padStart(16, '0'), except });
};
const host = async (id: string) => (await listHosts(db)).find((one) => one.id === id)!;

describe('a twin is placed', () => {
  test('on the host with the least load for its size', async () => {
    await register('small', { mostTwins: 2 });
    await register('large', { mostTwins: 8 });
    const names: string[] = [];
    for (let n = 0; n < 10; n += 1) names.push((await placed(`ses_${n}`))!.id);
    expect(names.filter((id) => id === 'small')).toHaveLength(2);
    expect(names.slice(0, 5).filter((id) => id === 'small')).toHaveLength(1);
    expect((await host('large')).placed).toBe(8);
    expect(await placed('ses_more')).toBeUndefined();
  });

  test('first on one where its kind waits, as often as some wait', async () => {
    await register('idle');
    await register('warm', { waiting: { github: 2, slack: 1 } });
    await placed('ses_0', 'slack');
    const [first, second, third] = [await placed('ses_1'), await placed('ses_2'), await placed('ses_3')];
    expect([first, second].map((one) => [one!.id, one!.warm])).toEqual([
      ['warm', true],
      ['warm', true],
    ]);
    expect(third).toMatchObject({ id: 'idle', warm: false });
    expect((await host('warm')).waiting).toEqual({ github: 0, slack: 0 });
  });

  test('on no host for more twins than it runs, those that wait for others included', async () => {
    await register('full', { mostTwins: 3, waiting: { slack: 2 } });
    expect(await placed('ses_1', 'github')).toMatchObject({ warm: false });
    expect(await placed('ses_2', 'github')).toBeUndefined();
    expect(await placed('ses_3', 'slack')).toMatchObject({ warm: true });
  });

  test.each([
    ['is draining', (id: string) => setDraining(db, id, true)],
    ['was silent', (id: string) => silentFor(id, 13)],
    ['has an engine that does not answer', (id: string) => register(id, { ready: false })],
    ['lacks an image of it', (id: string) => register(id, { twins: ['slack'] })],
    [
      'is lost',
      (id: string) =>
        silentFor(id, 26)
          .then(() => markLost(db))
          .then(() => register(id)),
    ],
  ])('on no host that %s', async (_why, make) => {
    await register('bad');
    await register('good', { mostTwins: 1 });
    await make('bad');
    expect((await placed('ses_1'))?.id).toBe('good');
    expect(await placed('ses_2')).toBeUndefined();
  });

  test('on another host than those that said no', async () => {
    await register('first', { waiting: { github: 1 } });
    await register('second');
    expect((await placed('ses_1', 'github', ['first']))?.id).toBe('second');
    expect(await placed('ses_2', 'github', ['first', 'second'])).toBeUndefined();
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'by many control planes at once: every place is given, and none twice (round %i)',
    async () => {
      for (const id of ['a', 'b', 'c']) await register(id, { mostTwins: 20 });
      const others = Array.from({ length: 3 }, () => openDatabase(server));
      const wishes = Array.from({ length: 80 }, (_, n) =>
        place(others[n % 3]!, { sessionId: `ses_${n}`, twin: 'github', instance: n.toString(16).padStart(16, '0'), except: [] }),
      );
      const given = (await Promise.all(wishes)).filter((one) => one !== undefined);
      await Promise.all(others.map((other) => other.destroy()));
      expect(given).toHaveLength(60);
      const counts = await sql<{ host_id: string; count: number }>`
      select host_id, count(*)::int as count from placements group by 1 order by 1`.execute(db);
      expect(counts.rows).toEqual(['a', 'b', 'c'].map((host_id) => ({ host_id, count: 20 })));
      expect((await listHosts(db)).map((one) => one.placed)).toEqual([20, 20, 20]);
    },
  );

  test('on different hosts where several are asked for at once, as often as they are', async () => {
    const ids = ['a', 'b', 'c'];
    for (const id of ids) await register(id, { mostTwins: 100 });
    for (let round = 0; round < 60; round += 1) {
      const given = await Promise.all(ids.map((_, at) => placed(`ses_${round}_${at}`)));
      expect([round, ...given.map((one) => one?.id).sort()]).toEqual([round, ...ids]);
    }
  });
});

describe('what is placed', () => {
  test('is known by sandbox, under the name that it got, until it is displaced, once', async () => {
    await register('a');
    await placed('ses_1', 'github');
    await placed('ses_1', 'slack');
    await noteInstance(db, { sessionId: 'ses_1', twin: 'slack', instance: 'f'.repeat(16) });
    const known = await placementsOf(db, ['ses_1', 'ses_2']);
    expect(known.find(({ twin }) => twin === 'slack')).toMatchObject({
      instance: 'f'.repeat(16),
      host: { id: 'a', address: 'a.test:7443', lost: false },
    });
    expect(await placedSessions(db)).toEqual(['ses_1']);
    await Promise.all([0, 1, 2].map(() => displace(db, { sessionId: 'ses_1', twin: 'slack' })));
    expect((await host('a')).placed).toBe(1);
    await displace(db, { sessionId: 'ses_1', twin: 'github' });
    expect((await host('a')).placed).toBe(0);
    expect(await placedSessions(db)).toEqual([]);
  });
});

describe('a host', () => {
  test('says where it is reached, else is reached where the database sees it', async () => {
    await register('named');
    await register('seen', { address: undefined, port: 7000 });
    expect((await host('named')).address).toBe('named.test:7443');
    expect((await host('seen')).address).toBe('127.0.0.1:7000');
  });

  test('that was silent for 25 s is lost, and what is placed there with it', async () => {
    await register('a');
    await register('b');
    await placed('ses_1', 'github', ['b']);
    await silentFor('a', 24);
    expect(await markLost(db)).toEqual([]);
    await silentFor('a', 25.5);
    expect((await markLost(db)).map(({ id }) => id)).toEqual(['a']);
    expect(await markLost(db)).toEqual([]);
    expect((await lostPlacements(db, 10)).map(({ sessionId }) => sessionId)).toEqual(['ses_1']);
    expect(stateOf(await host('a'))).toBe('lost');
  });

  test('whose agent said that it ends is given nothing, and is lost 45 s later unless it is back', async () => {
    await register('a');
    await register('a', { leaves: true });
    expect(stateOf(await host('a'))).toBe('unready');
    expect(await placed('ses_1')).toBeUndefined();
    const later = (seconds: number) =>
      db
        .updateTable('hosts')
        .set({ beat_at: sql<Date>`beat_at - ${seconds} * interval '1 second'` })
        .execute();
    await later(40);
    expect(await markLost(db)).toEqual([]);
    await register('a');
    expect(await placed('ses_1')).toMatchObject({ id: 'a' });
    await register('a', { leaves: true });
    await later(45.5);
    expect((await markLost(db)).map(({ id }) => id)).toEqual(['a']);
  });

  test('that was lost is told so until nothing is placed there, and is itself again then', async () => {
    await register('a');
    await placed('ses_1');
    await silentFor('a', 30);
    await markLost(db);
    expect(await register('a')).toEqual({ draining: false, lost: true });
    expect(await rejoin(db, 'a')).toBe(false);
    await displace(db, { sessionId: 'ses_1', twin: 'github' });
    expect(await rejoin(db, 'a')).toBe(true);
    expect(await register('a')).toEqual({ draining: false, lost: false });
    expect(await placed('ses_2')).toMatchObject({ id: 'a' });
  });

  test('that is drained is empty in the end, stays so over a restart, and takes sandboxes again when resumed', async () => {
    await register('a');
    await placed('ses_1');
    expect(await setDraining(db, 'a', true)).toBe(true);
    expect(stateOf(await host('a'))).toBe('draining');
    await displace(db, { sessionId: 'ses_1', twin: 'github' });
    expect(await register('a')).toEqual({ draining: true, lost: false });
    expect(stateOf(await host('a'))).toBe('drained');
    await setDraining(db, 'a', false);
    expect(await placed('ses_2')).toMatchObject({ id: 'a' });
    expect(await setDraining(db, 'nobody', true)).toBe(false);
  });

  test('is forgotten only where it is lost and nothing is placed there', async () => {
    await register('a');
    await placed('ses_1');
    expect(await forgetHost(db, 'a')).toBe(false);
    await silentFor('a', 30);
    await markLost(db);
    expect(await forgetHost(db, 'a')).toBe(false);
    await displace(db, { sessionId: 'ses_1', twin: 'github' });
    expect(await forgetHost(db, 'a')).toBe(true);
    expect(await listHosts(db)).toEqual([]);
  });

  test('is looked at by one control plane at a time, and at once where its address is a new one', async () => {
    await register('a');
    await register('b');
    const taken = await Promise.all([0, 1, 2].map(() => takeHostToCheck(db, 15_000)));
    expect(taken.flatMap((one) => (one ? [one.id] : [])).sort()).toEqual(['a', 'b']);
    expect(await takeHostToCheck(db, 15_000)).toBeUndefined();
    await register('a');
    expect(await takeHostToCheck(db, 15_000)).toBeUndefined();
    await register('a', { address: 'elsewhere.test:7443' });
    expect(await takeHostToCheck(db, 15_000)).toMatchObject({ id: 'a', address: 'elsewhere.test:7443' });
  });
});

test('an agent needs no more of the database than docs/scale.md gives it', async () => {
  await sql`create role svc_agent login password 'x'`.execute(db);
  await sql`grant select, insert, update on hosts to svc_agent`.execute(db);
  await sql`grant select on placements to svc_agent`.execute(db);
  const url = new URL(server.connectionString);
  url.username = 'svc_agent';
  url.password = 'x';
  const own = openDatabase({ connectionString: url.href });
  try {
    expect(await beat(own, said('a'))).toEqual({ draining: false, lost: false });
    expect(await rejoin(own, 'a')).toBe(true);
    await expect(own.selectFrom('sandboxes').select('id').execute()).rejects.toThrow(/permission denied/);
  } finally {
    await own.destroy();
  }
});

describe('whether silence means anything', () => {
  test('only to who has heard of the database for as long as hosts are waited for, without a gap', () => {
    let now = 0;
    const watch = new LossWatch(() => now);
    const after = (ms: number) => {
      now += ms;
      return watch.reached();
    };
    expect([after(0), after(12_000), after(12_000), after(1_000)]).toEqual([false, false, false, true]);
    expect([after(13_000), after(12_000), after(12_000), after(1_000)]).toEqual([false, false, false, true]);
  });
});
