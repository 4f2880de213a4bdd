import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Account, Installation, refusal } from './support/installation.ts';

let service: Installation;
let account: Account;

beforeAll(async () => {
  service = await Installation.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  account = await service.account();
});

const create = (body: object = {}) => service.post('/sandboxes', account.key, body);

describe('quota', () => {
  test('of 50 creates at once on a quota of 3, exactly 3 are admitted', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => create()));
    const refused = answers.filter(({ status }) => status === 402);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(refused).toHaveLength(47);
    for (const answer of refused) {
      expect(refusal(answer)).toEqual({
        status: 402,
        type: 'quota_exceeded',
        message: expect.any(String),
        details: {
          usage: expect.objectContaining({ sessions_used: 3, sessions_quota: 3, sessions_remaining: 0, plan_tier: 'free' }),
        },
      });
    }
    expect(await account.client.sandboxes.list()).toHaveLength(3);
  });

  test('a slot is free again as soon as a sandbox is stopped', async () => {
    const ids = [await create(), await create(), await create()].map(({ json }) => json.session_id as string);
    expect((await create()).status).toBe(402);
    const { details } = refusal(await service.request('DELETE', `/sandboxes/${ids[0]}`, { key: account.key }));
    await account.client.sandboxes.delete(ids[0]!, { confirm_discard: details.discard_token as string });
    expect((await create()).status).toBe(201);
  });

  test('a sandbox whose lifetime is over holds no slot, also before the reaper came', async () => {
    await Promise.all([create(), create(), create()]);
    service.clock.advance(30 * 60_000);
    expect((await create()).status).toBe(201);
    expect((await account.client.usage()).sessions_used).toBe(1);
  });

  test.each([
    ['free', 3],
    ['team', 20],
    ['enterprise', 200],
  ])('the plan %s sets how many sandboxes are open at once (%i), not how many twins one has', async (planTier, quota) => {
    const { client, key } = await service.account({ planTier });
    expect(await client.usage()).toMatchObject({ plan_tier: planTier, sessions_quota: quota });
    const answer = await service.post('/sandboxes', key, { twins: ['github', 'stripe', 'slack', 'linear'] });
    expect(refusal(answer)).toMatchObject({ status: 422, details: { error: 'too_many_twins' } });
  });

  test("one team's sandboxes don't count for another", async () => {
    await Promise.all([create(), create(), create()]);
    const other = await service.account();
    expect((await other.client.usage()).sessions_used).toBe(0);
  });
});

describe('a start that fails', () => {
  test('answers 503 and leaves nothing but a failed row', async () => {
    service.runtime.failing = true;
    const answer = await create({ twins: ['github', 'stripe'] });
    service.runtime.failing = false;
    expect(refusal(answer)).toEqual({
      status: 503,
      type: 'downstream_unavailable',
      message: 'The sandbox could not be started. Retry.',
      details: {},
    });
    const [row, ...rest] = await account.client.sandboxes.list();
    expect(row).toMatchObject({ state: 'failed', closed_at: service.clock.now().toISOString() });
    expect(rest).toEqual([]);
    expect(await service.routes.find(row!.id)).toBeUndefined();
    expect((await account.client.usage()).sessions_used).toBe(0);
  });

  test('does not answer for its idempotency key afterwards', async () => {
    const idempotency_key = randomUUID();
    service.runtime.failing = true;
    expect((await create({ idempotency_key })).status).toBe(503);
    service.runtime.failing = false;
    expect((await create({ idempotency_key })).status).toBe(201);
  });
});

describe('idempotency_key', () => {
  test('at the same instant, ten calls get one sandbox', async () => {
    const idempotency_key = randomUUID();
    let open = () => {};
    service.runtime.gate = new Promise((resolve) => {
      open = resolve;
    });
    const calls = Array.from({ length: 10 }, () => create({ idempotency_key }));
    open();
    const answers = await Promise.all(calls);
    service.runtime.gate = undefined;
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await account.client.usage()).sessions_used).toBe(1);
  });

  test('returns the first sandbox for 30 seconds, and a new one after', async () => {
    const idempotency_key = randomUUID();
    const first = (await create({ idempotency_key })).json.session_id;
    service.clock.advance(29_999);
    expect((await create({ idempotency_key })).json.session_id).toBe(first);
    service.clock.advance(1);
    expect((await create({ idempotency_key })).json.session_id).not.toBe(first);
  });

  test("is the team's own", async () => {
    const idempotency_key = randomUUID();
    const other = await service.account();
    const mine = (await create({ idempotency_key })).json.session_id;
    expect((await other.client.sandboxes.create({ idempotency_key })).session_id).not.toBe(mine);
  });

  test('a repeat needs no slot', async () => {
    const idempotency_key = randomUUID();
    const first = (await create({ idempotency_key })).json.session_id;
    await Promise.all([create(), create()]);
    expect((await create({ idempotency_key })).json.session_id).toBe(first);
  });
});
