import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Database, type EmbeddedPostgres, listHosts, migrate, openDatabase, setDraining } from '@svc/platform';
import {
  beat,
  chooseMirrors,
  displace,
  isMirroring,
  markLost,
  mirrorBeat,
  mirroredOn,
  moveToMirror,
  place,
  placementsOf,
} from '@svc/platform/hosts';
import { startTestDatabase } from '@svc/platform/testing';
import { type Kysely, sql } from 'kysely';

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

const register = async (id: string, { mostTwins = 10, twins = ['github'], mirrors = true } = {}): Promise<void> => {
  const said = { id, name: `name of ${id}`, address: `${id}.test:7443`, port: 7443, waiting: {}, ready: true };
  await beat(db, { ...said, twins, mostTwins });
  if (mirrors) await mirrorBeat(db, id, 0);
};
const since = (id: string, column: 'beat_at' | 'mirrors_at', seconds: number) =>
  db
    .updateTable('hosts')
    .set({ [column]: sql<Date>`now() - ${seconds} * interval '1 second'` })
    .where('id', '=', id)
    .execute();
const lose = async (id: string): Promise<void> => {
  await since(id, 'beat_at', 26);
  await markLost(db);
};
let instances = 0;
/** A twin on this host. */
const placedOn = async (host: string, sessionId: string): Promise<void> => {
  instances += 1;
  const others = (await listHosts(db)).map(({ id }) => id).filter((id) => id !== host);
  const instance = instances.toString(16).padStart(16, '0');
  expect((await place(db, { sessionId, twin: 'github', instance, except: others }))?.id).toBe(host);
};
const placement = async (sessionId: string) => (await placementsOf(db, [sessionId]))[0]!;
const choose = () => chooseMirrors(db, 500);
const mirrorOf = async (sessionId: string): Promise<string | undefined> => {
  await choose();
  return (await placement(sessionId)).mirror?.id;
};
const counts = async () => Object.fromEntries((await listHosts(db)).map(({ id, placed }) => [id, placed]));

describe('who keeps a copy', () => {
  test('is another host that keeps some, and each is told what it sends and keeps', async () => {
    await register('a');
    await register('b');
    await placedOn('a', 'ses_1');
    expect(await mirrorOf('ses_1')).toBe('b');
    const { instance } = await placement('ses_1');
    expect(await mirrorBeat(db, 'a', 1_200)).toEqual({ sends: new Map([[instance, 'b.test:7443']]), keeps: new Set() });
    expect(await mirrorBeat(db, 'b', 0)).toEqual({ sends: new Map(), keeps: new Set([instance]) });
    expect(await mirroredOn(db, 'b')).toEqual([{ sessionId: 'ses_1', twin: 'github' }]);
    expect((await listHosts(db)).map(({ mirror_lag_ms }) => mirror_lag_ms)).toEqual([1_200, 0]);
  });

  test('is chosen once, and many are shared by what each host takes', async () => {
    await register('a', { mostTwins: 1_000 });
    await register('small', { mostTwins: 100 });
    await register('large', { mostTwins: 900 });
    for (let n = 0; n < 60; n += 1) await placedOn('a', `ses_${n}`);
    await choose();
    const ids = Array.from({ length: 60 }, (_, n) => `ses_${n}`);
    const first = await placementsOf(db, ids);
    const large = first.filter(({ mirror }) => mirror?.id === 'large').length;
    expect(large).toBeGreaterThan(30);
    expect(first.every(({ mirror }) => mirror)).toBe(true);
    await choose();
    const mirrors = async () => (await placementsOf(db, ids)).map(({ sessionId, mirror }) => [sessionId, mirror?.id]).toSorted();
    expect(await mirrors()).toEqual(first.map(({ sessionId, mirror }) => [sessionId, mirror?.id]).toSorted());
  });

  test.each([
    ['keeps none', () => register('b', { mirrors: false })],
    ['kept some once', () => register('b').then(() => since('b', 'mirrors_at', 26))],
    ['has no image of it', () => register('b', { twins: ['slack'] })],
    ['is silent', () => register('b').then(() => since('b', 'beat_at', 13))],
    ['is lost', () => register('b').then(() => lose('b'))],
    ['is being emptied', () => register('b').then(() => setDraining(db, 'b', true))],
  ])('is no host that %s', async (_why, make) => {
    await register('a');
    await make();
    await placedOn('a', 'ses_1');
    expect(await mirrorOf('ses_1')).toBeUndefined();
  });

  test('is nobody for a host that sends none', async () => {
    await register('a', { mirrors: false });
    await register('b');
    await placedOn('a', 'ses_1');
    expect(await mirrorOf('ses_1')).toBeUndefined();
    expect((await listHosts(db)).map(isMirroring)).toEqual([false, true]);
  });

  test.each([
    ['is lost', () => lose('b')],
    ['is being emptied', () => setDraining(db, 'b', true)],
    ['keeps none any more', () => since('b', 'mirrors_at', 26)],
    ['is forgotten', () => db.deleteFrom('hosts').where('id', '=', 'b').execute()],
  ])('is chosen anew where that %s, and stays as it was where nobody else does', async (_why, happen) => {
    await register('a');
    await register('b');
    await placedOn('a', 'ses_1');
    expect(await mirrorOf('ses_1')).toBe('b');
    await happen();
    await choose();
    const kept = () => db.selectFrom('placements').select('mirror_host').executeTakeFirst();
    expect(await kept()).toEqual({ mirror_host: 'b' });
    await register('c');
    expect(await mirrorOf('ses_1')).toBe('c');
  });
});

describe('a twin of a lost host', () => {
  const lost = async () => {
    await register('a');
    await register('b');
    await placedOn('a', 'ses_1');
    await choose();
    await lose('a');
    return placement('ses_1');
  };

  test('keeps who has its copy, and is moved there once', async () => {
    const before = await lost();
    await register('c');
    await choose();
    expect(await placement('ses_1')).toMatchObject({
      host: { id: 'a', lost: true },
      mirror: { id: 'b', address: 'b.test:7443' },
    });
    expect(await Promise.all([moveToMirror(db, before), moveToMirror(db, before)])).toEqual(
      expect.arrayContaining([true, false]),
    );
    expect(await placement('ses_1')).toMatchObject({
      host: { id: 'b', lost: false },
      mirror: undefined,
      instance: before.instance,
    });
    expect(await counts()).toEqual({ a: 0, b: 1, c: 0 });
  });

  test('that was given up isn’t moved any more', async () => {
    const before = await lost();
    await displace(db, before);
    expect(await moveToMirror(db, before)).toBe(false);
    expect(await counts()).toEqual({ a: 0, b: 0 });
  });

  test('is told without a copy once who had that is lost too', async () => {
    await lost();
    await lose('b');
    expect((await placement('ses_1')).mirror).toBeUndefined();
  });
});
