import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Account, finalizeBody, Installation, refusal } from './support/installation.ts';

const MINUTE = 60_000;
let service: Installation;
let account: Account;

beforeAll(async () => {
  service = await Installation.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  account = await service.account({ planTier: 'team' });
});

const create = async () => (await account.client.sandboxes.create()).session_id;
const stateOf = async (id: string) => (await account.client.sandboxes.get(id)).state;
const heartbeat = (id: string) => service.request('POST', `/sandboxes/${id}/heartbeat`, { key: account.key });

/** As the database has it, without the look that closes what is due. */
const storedState = async (id: string) =>
  (await service.database.selectFrom('sandboxes').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

/** Keeps the idle clock away for `minutes`. */
async function keepBusy(id: string, minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 10) {
    service.clock.advance(Math.min(10, minutes - passed) * MINUTE);
    if (passed + 10 < minutes) expect((await heartbeat(id)).status).toBe(204);
  }
}

describe('lifetime', () => {
  test('30 minutes after create a sandbox is closed, whatever happened in between', async () => {
    const id = await create();
    await keepBusy(id, 20);
    expect((await heartbeat(id)).status).toBe(204);
    service.clock.advance(10 * MINUTE - 1);
    expect(await stateOf(id)).toBe('ready');
    service.clock.advance(1);
    expect(await account.client.sandboxes.get(id)).toMatchObject({
      state: 'expired',
      closed_at: service.clock.now().toISOString(),
    });
    expect((await account.client.usage()).sessions_used).toBe(0);
  });

  test('the reaper closes it without anyone asking and removes its twins', async () => {
    const id = await create();
    service.clock.advance(30 * MINUTE);
    await service.controlPlane.sweep();
    expect(await storedState(id)).toBe('expired');
    expect((await service.routes.find(id))?.state).toBe('closed');
    await service.controlPlane.sweep();
    expect(service.runtime.running.has(id)).toBe(false);
    expect(await service.database.selectFrom('sandbox_twins').select('twin').where('sandbox_id', '=', id).execute()).toEqual([]);
  });

  test('a running reaper needs no more than 5 seconds', async () => {
    const quick = await Installation.start({ reaperIntervalMs: 20 });
    try {
      const { client } = await quick.account();
      const { session_id } = await client.sandboxes.create();
      quick.clock.advance(30 * MINUTE);
      const closed = async () =>
        (await quick.database.selectFrom('sandboxes').select('state').where('id', '=', session_id).executeTakeFirstOrThrow())
          .state === 'expired';
      const deadline = Date.now() + 5000;
      while (!(await closed()) && Date.now() < deadline);
      expect(await closed()).toBe(true);
    } finally {
      await quick.stop();
    }
  });

  test('a team override counts instead', async () => {
    const short = await service.account({ lifetimeMs: 45_000 });
    const { session_id, expires_at } = await short.client.sandboxes.create();
    expect(expires_at).toBe(new Date(service.clock.now().getTime() + 45_000).toISOString());
    service.clock.advance(45_000);
    expect((await short.client.sandboxes.get(session_id)).state).toBe('expired');
  });
});

describe('idle', () => {
  const quiet = () => service.account({ planTier: 'team', lifetimeMs: 24 * 60 * MINUTE });

  test('30 minutes without a call or heartbeat close a sandbox', async () => {
    account = await quiet();
    const id = await create();
    service.clock.advance(30 * MINUTE - 1);
    expect(await stateOf(id)).toBe('ready');
    service.clock.advance(1);
    await service.controlPlane.sweep();
    expect(await storedState(id)).toBe('expired');
  });

  test('a heartbeat starts the 30 minutes again', async () => {
    account = await quiet();
    const id = await create();
    service.clock.advance(29 * MINUTE);
    expect((await heartbeat(id)).status).toBe(204);
    service.clock.advance(30 * MINUTE - 1);
    expect(await stateOf(id)).toBe('ready');
    service.clock.advance(1);
    expect(await stateOf(id)).toBe('expired');
  });

  test('so does a call through a twin, also one that no round of the reaper has seen yet', async () => {
    account = await quiet();
    const id = await create();
    service.clock.advance(29 * MINUTE);
    service.activity.touch(id, service.clock.now().getTime());
    service.clock.advance(2 * MINUTE);
    await service.controlPlane.sweep();
    expect(await storedState(id)).toBe('running');
    service.clock.advance(28 * MINUTE);
    expect(await stateOf(id)).toBe('expired');
  });

  test('a team override counts instead', async () => {
    const short = await service.account({ idleMs: 30_000 });
    const { session_id } = await short.client.sandboxes.create();
    service.clock.advance(30_000);
    expect((await short.client.sandboxes.get(session_id)).state).toBe('expired');
  });
});

describe('a closed sandbox', () => {
  test('answers 410 session_expired to heartbeat, delete and finalize from blobs', async () => {
    const id = await create();
    service.clock.advance(30 * MINUTE);
    const answers = [
      await heartbeat(id),
      await service.request('DELETE', `/sandboxes/${id}`, { key: account.key }),
      await service.post(`/sandboxes/${id}/finalize`, account.key, { ...finalizeBody, source: 'blob' }),
    ];
    for (const answer of answers) {
      expect(refusal(answer)).toEqual({ status: 410, type: 'session_expired', message: expect.any(String), details: {} });
    }
  });

  test('is 409 capture_incomplete for a twin-pull', async () => {
    const id = await create();
    service.clock.advance(30 * MINUTE);
    expect(refusal(await service.post(`/sandboxes/${id}/finalize`, account.key, finalizeBody))).toMatchObject({
      status: 409,
      type: 'conflict',
      details: { reason: 'capture_incomplete' },
    });
  });

  test('can still be read', async () => {
    const id = await create();
    service.clock.advance(30 * MINUTE);
    expect(await account.client.sandboxes.get(id)).toMatchObject({ state: 'expired', agent_token: null });
    expect((await account.client.sandboxes.list({ state: 'expired' })).map((row) => row.id)).toEqual([id]);
  });
});
