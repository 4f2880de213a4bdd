import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Account, finalizeBody, Installation, refusal } from './support/installation.ts';

const REASON = 'The host of its github twin, worker-3, was lost.';

let service: Installation;
let account: Account;

beforeAll(async () => {
  service = await Installation.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  account = await service.account({ planTier: 'team' });
  service.worker.mode = 'grade';
});

const lose = async (sessionId: string): Promise<void> => {
  service.runtime.report.failed.push({ sessionId, reason: REASON });
  await service.controlPlane.sweep();
};
const call = (method: string, path: string, body?: object) =>
  service.request(method, path, {
    key: account.key,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });

test('a host that doesn’t answer when twins are to be removed keeps no other sandbox from running out', async () => {
  await service.restart({ reaperIntervalMs: 10 });
  const removing = Promise.withResolvers<void>();
  service.runtime.removalGate = removing.promise;
  const runsOut = (id: string) =>
    service.database.updateTable('sandboxes').set({ expires_at: service.clock.now() }).where('id', '=', id).execute();
  const stored = (id: string) =>
    service.database.selectFrom('sandboxes').select('state').where('id', '=', id).executeTakeFirstOrThrow();
  const asked = (id: string) => service.runtime.removals.filter((one) => one === id).length;
  try {
    const [first, other] = [await account.client.sandboxes.create(), await account.client.sandboxes.create()];
    await runsOut(first.session_id);
    // By who closed it, and by who removes what is left.
    while (asked(first.session_id) < 2) await delay(10);
    await runsOut(other.session_id);
    // Not asked of the API, which would end what ran out by itself.
    while ((await stored(other.session_id)).state !== 'expired') await delay(10);
    expect(service.runtime.running.has(first.session_id)).toBe(true);
  } finally {
    service.runtime.removalGate = undefined;
    removing.resolve();
    await service.restart();
  }
});

describe('a sandbox whose host was lost', () => {
  test('is failed in one round, gives its slot back, and its twins are forgotten', async () => {
    const { session_id } = await account.client.sandboxes.create();
    await lose(session_id);
    expect(await account.client.sandboxes.get(session_id)).toMatchObject({ state: 'failed', closed_at: expect.any(String) });
    expect((await account.client.usage()).sessions_used).toBe(0);
    expect((await service.routes.find(session_id))?.state).toBe('closed');
    await service.controlPlane.sweep();
    expect(service.runtime.running.has(session_id)).toBe(false);
  });

  test.each([
    ['a heartbeat', 410, 'POST', '/heartbeat', undefined],
    ['a look at its state', 410, 'GET', '/state?twin=github', undefined],
    ['a delete', 410, 'DELETE', '', undefined],
    ['a finalize of uploads', 410, 'POST', '/finalize', { ...finalizeBody, source: 'blob' }],
    ['a finalize of its twins', 409, 'POST', '/finalize', { ...finalizeBody, source: 'twin-pull' }],
  ])('says so to %s', async (_what, status, method, path, body) => {
    const { session_id } = await account.client.sandboxes.create();
    await lose(session_id);
    const answer = refusal(await call(method, `/sandboxes/${session_id}${path}`, body));
    expect(answer).toMatchObject({ status, message: expect.stringContaining(REASON) });
  });

  test('has what was being graded of its twins end with that, for who waits for it too', async () => {
    const { session_id } = await account.client.sandboxes.create();
    service.worker.mode = 'hold';
    const jobs = service.worker.jobs.length;
    const waiting = call('POST', `/sandboxes/${session_id}/finalize`, { ...finalizeBody, source: 'twin-pull' });
    while (service.worker.jobs.length === jobs) await delay(10);
    await lose(session_id);
    expect(refusal(await waiting)).toMatchObject({
      status: 409,
      message: REASON,
      details: { reason: 'capture_incomplete' },
    });
    const ended = await service.database
      .selectFrom('evaluations')
      .select(['status', 'error'])
      .where('sandbox_id', '=', session_id)
      .executeTakeFirst();
    expect(ended).toMatchObject({ status: 'failed', error: { message: REASON, reason: 'capture_incomplete' } });
    expect((await account.client.usage()).sessions_used).toBe(0);
  });

  test('that was graded already keeps its run', async () => {
    const { session_id } = await account.client.sandboxes.create();
    await account.client.sandboxes.finalizeAsync(session_id, { ...finalizeBody, source: 'blob' });
    await service.worker.settle();
    await lose(session_id);
    expect(await account.client.sandboxes.get(session_id)).toMatchObject({ state: 'done' });
    expect(await account.client.sandboxes.evaluation(session_id)).toMatchObject({ status: 'completed' });
    expect((await account.client.usage()).sessions_used).toBe(0);
  });
});

describe('a sandbox whose host is reached elsewhere', () => {
  const moveTo = async (sessionId: string, url: string): Promise<void> => {
    service.runtime.report.moved.push({ sessionId, twin: 'github', url });
    await service.controlPlane.sweep();
  };

  test('is found there by whoever calls it, and by who reads it', async () => {
    const { session_id } = await account.client.sandboxes.create();
    await moveTo(session_id, 'host://10.0.0.9:7443/0123456789abcdef');
    expect((await service.routes.find(session_id))?.twins).toEqual({ github: 'host://10.0.0.9:7443/0123456789abcdef' });
    const stored = await service.database
      .selectFrom('sandbox_twins')
      .select('url')
      .where('sandbox_id', '=', session_id)
      .execute();
    expect(stored).toEqual([{ url: 'host://10.0.0.9:7443/0123456789abcdef' }]);
  });

  test('and was closed meanwhile, stays closed', async () => {
    const { session_id } = await account.client.sandboxes.create();
    await service.database
      .updateTable('sandboxes')
      .set({ state: 'expired', closed_at: service.clock.now() })
      .where('id', '=', session_id)
      .execute();
    await service.routes.markClosed(session_id);
    await moveTo(session_id, 'host://10.0.0.9:7443/0123456789abcdef');
    expect((await service.routes.find(session_id))?.state).toBe('closed');
  });
});
