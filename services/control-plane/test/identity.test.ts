import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ERROR_TYPES } from '@svc/contract';
import { revokeApiKey } from '../src/index.ts';
import { type Account, finalizeBody, Installation, refusal } from './support/installation.ts';

let service: Installation;
let account: Account;

beforeAll(async () => {
  service = await Installation.start();
  account = await service.account({ slug: 'acme', planTier: 'team' });
});
afterAll(() => service.stop());

describe('GET /v1/me', () => {
  test('names user, team and key', async () => {
    expect(await account.client.me()).toEqual({
      user: { id: account.userId, email: 'acme@example.test' },
      team: { id: account.teamId, slug: 'acme', plan_tier: 'team' },
      api_key: { id: account.keyId, name: 'ci' },
    });
  });
});

describe('GET /v1/usage', () => {
  test('counts open sandboxes against the plan, in the calendar month', async () => {
    await account.client.sandboxes.create();
    expect(await account.client.usage()).toEqual({
      period_start: '2026-03-01T00:00:00.000Z',
      period_end: '2026-04-01T00:00:00.000Z',
      sessions_used: 1,
      sessions_quota: 20,
      sessions_remaining: 19,
      plan_tier: 'team',
    });
  });

  test('a quota of the team wins over the plan, and remaining never falls below zero', async () => {
    const { client, teamId } = await service.account({ quota: 2 });
    await client.sandboxes.create();
    await client.sandboxes.create();
    await service.database.updateTable('teams').set({ quota: 1 }).where('id', '=', teamId).execute();
    expect(await client.usage()).toMatchObject({ sessions_used: 2, sessions_quota: 1, sessions_remaining: 0 });
  });

  test('counts what is open now, not what was started: both spellings and local captures alike', async () => {
    const { client, key } = await service.account({ quota: 3 });
    const first = await client.sandboxes.create();
    await service.post('/sessions', key, {});
    await client.evalSessions.create();
    expect(await client.usage()).toMatchObject({ sessions_used: 3, sessions_remaining: 0 });
    await client.sandboxes.finalize(first.session_id, finalizeBody);
    expect(await client.usage()).toMatchObject({ sessions_used: 2, sessions_remaining: 1 });
  });
});

describe('authentication', () => {
  const invalid = { status: 401, type: 'invalid_auth', message: ERROR_TYPES.invalid_auth.message, details: {} };

  test.each<[string, (key: string) => string]>([
    ['a malformed key', () => 'Bearer svc_short'],
    ['an unknown id', (key) => `Bearer ${key.replace(/^svc_[^_]+/, 'svc_0000000000000000')}`],
    ['a wrong secret', (key) => `Bearer ${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`],
    ['a NUL in the key', (key) => `Bearer ${key}%00`],
  ])('%s is 401 invalid_auth, always the same answer', async (_case, authorization) => {
    const answer = await service.request('GET', '/me', { headers: { authorization: authorization(account.key) } });
    expect(refusal(answer)).toEqual(invalid);
  });

  test.each<[string, Record<string, string>, string]>([
    ['no key', {}, 'No API key was sent. Send it as "Authorization: Bearer svc_…"; `svc up` prints'],
    ['a key in another header', { 'x-api-key': 'svc_a_b' }, 'No API key was sent. Send it as "Authorization: Bearer svc_…"'],
    [
      'another scheme',
      { authorization: 'Basic abc' },
      'The Authorization header holds no bearer. Send it as "Authorization: Bearer',
    ],
    ['a key without its scheme', { authorization: 'svc_aaaaaaaa_b' }, 'The Authorization header holds no bearer.'],
  ])('%s is 401 invalid_auth and says how to send one', async (_case, headers, message) => {
    const answer = await service.request('GET', '/me', { headers });
    expect(refusal(answer)).toEqual({ ...invalid, message: expect.stringContaining(message) });
  });

  test('an agent token is no API key', async () => {
    const { agent_token } = await account.client.sandboxes.create();
    expect(refusal(await service.request('GET', '/me', { key: agent_token }))).toEqual(invalid);
  });

  test('a revoked key is 403 revoked_key, and 401 with a wrong secret', async () => {
    const revoked = await service.account();
    expect(await revokeApiKey(service.database, revoked.keyId)).toBe(true);
    expect(await revokeApiKey(service.database, revoked.keyId)).toBe(false);
    const answer = await service.request('GET', '/me', { key: revoked.key });
    expect(refusal(answer)).toEqual({ status: 403, type: 'revoked_key', message: 'The API key has been revoked.', details: {} });
    expect((await service.request('GET', '/me', { key: `${revoked.key}x` })).status).toBe(401);
  });

  test('the secret of a key is stored only as its hash', async () => {
    const row = await service.database
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', account.keyId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(account.key.split('_')[2]);
  });
});
