import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { changeTeam, revokeApiKey } from '@svc/control-plane';
import { closeServer, listen } from '@svc/platform/lifecycle';
import { type Account, Installation, refusal } from './support/installation.ts';

let service: Installation;
let account: Account;
let slug = '';
let teams = 0;

beforeAll(async () => {
  service = await Installation.start();
  service.runtime.startsAtOnce = true;
});
afterAll(() => service.stop());
const create = (body: object = {}) => service.post('/sandboxes', account.key, body);
/** Where a twin with an empty tape says how it is. */
async function emptyTwin(): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer(({ headers }, response) => {
    const [session_id] = /ses_\w+$/.exec(String(headers['x-svc-control'])) ?? [];
    response.end(JSON.stringify({ status: 'ok', session_id, rows: 0 }));
  });
  const port = await listen(server, 0, '127.0.0.1');
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => closeServer(server, 0) };
}

const open = async () => (await account.client.usage()).sessions_used;

describe.each([
  ['afterwards', false],
  ['meanwhile', true],
])('a caller who has created a sandbox before, with sandboxes that are written down %s,', (_when, tellsAhead) => {
  beforeEach(async () => {
    teams += 1;
    slug = `known-${teams}`;
    account = await service.account({ slug });
    service.runtime.tellsAhead = tellsAhead;
    expect((await create()).status).toBe(201);
  });

  test('creates the next ones up to the quota, and again when there is room', async () => {
    expect([(await create()).status, (await create()).status, (await create()).status]).toEqual([201, 201, 402]);
    service.clock.advance(31 * 60_000);
    expect([(await create()).status, (await create()).status, (await create()).status]).toEqual([201, 201, 201]);
    expect([(await create()).status, await open()]).toEqual([402, 3]);
  });

  test('is refused as soon as its key is revoked, whatever it asks for, and nothing is left of that', async () => {
    await revokeApiKey(service.database, account.keyId);
    const { length } = service.runtime.launches;
    for (const body of [{}, { twins: ['nothing'] }, { twins: 7 }, { idempotency_key: 'once' }]) {
      expect(refusal(await create(body))).toMatchObject({ status: 403, type: 'revoked_key' });
    }
    // Waits for what is removed in the background.
    await service.restart();
    for (const { sessionId } of service.runtime.launches.slice(length)) {
      expect([await service.routes.find(sessionId), service.runtime.running.has(sessionId)]).toEqual([undefined, false]);
    }
    const { open_sandboxes: slots } = await service.database
      .selectFrom('teams')
      .innerJoin('api_keys', 'api_keys.team_id', 'teams.id')
      .select('open_sandboxes')
      .where('api_keys.id', '=', account.keyId)
      .executeTakeFirstOrThrow();
    expect(slots).toBe(1);
  });

  test('has what its team may have now', async () => {
    const at = service.clock.now().getTime();
    const lifetimeOf = async () => Date.parse((await create()).json.expires_at) - at;
    await changeTeam(service.database, slug, { lifetimeMs: 120_000 });
    expect(await lifetimeOf()).toBe(120_000);
    await changeTeam(service.database, slug, { lifetimeMs: null, quota: 4, worldMib: 3 });
    expect(await lifetimeOf()).toBe(30 * 60_000);
    expect(service.runtime.launches.at(-1)?.room?.worldBytes).toBe(3 << 20);
    expect([(await create()).status, (await create()).status]).toEqual([201, 402]);
    await changeTeam(service.database, slug, { quota: 5 });
    expect((await create()).status).toBe(201);
  });

  test('forks its sandboxes, and no more once its key is revoked, whose attempt leaves nothing', async () => {
    await using twin = await emptyTwin();
    service.runtime.twinsAt = twin.url;
    await changeTeam(service.database, slug, { quota: 9 });
    const { json } = await create();
    const fork = () => service.post(`/sandboxes/${json.session_id}/forks`, account.key, { at: 0 });
    expect((await fork()).status).toBe(201);
    expect((await service.post(`/sandboxes/${json.session_id}/forks`, account.key, { at: 1 })).status).toBe(422);
    const { length } = service.runtime.launches;
    await revokeApiKey(service.database, account.keyId);
    expect(refusal(await fork())).toMatchObject({ status: 403, type: 'revoked_key' });
    await service.restart();
    for (const { sessionId } of service.runtime.launches.slice(length)) {
      expect([await service.routes.find(sessionId), service.runtime.running.has(sessionId)]).toEqual([undefined, false]);
    }
    const written = await service.database.selectFrom('sandboxes').select('id').where('team_id', '=', account.teamId).execute();
    expect(written).toHaveLength(3);
  });

  test('gets one answer, and leaves one row, where a sandbox fails to start', async () => {
    service.runtime.failing = true;
    const answer = await create();
    service.runtime.failing = false;
    expect(answer.status).toBe(503);
    expect((await account.client.sandboxes.list()).map(({ state }) => state).sort()).toEqual(['failed', 'ready']);
    expect(await open()).toBe(1);
  });

  test('is told what is wrong with a body', async () => {
    expect(refusal(await create({ twins: ['nothing'] }))).toMatchObject({ status: 422 });
    expect((await service.request('POST', '/sandboxes', { key: account.key, body: 'x'.repeat(5 << 20) })).status).toBe(413);
    expect((await create()).status).toBe(201);
  });
});
