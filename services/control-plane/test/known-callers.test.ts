import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { changeTeam, revokeApiKey } from '@svc/control-plane';
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
