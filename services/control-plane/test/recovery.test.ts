import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Account, finalizeBody, Installation, refusal } from './support/installation.ts';

let service: Installation;
let account: Account;

beforeAll(async () => {
  service = await Installation.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  account = await service.account({ planTier: 'team' });
});

const stored = (id: string) =>
  service.database.selectFrom('sandboxes').select('state').where('id', '=', id).executeTakeFirstOrThrow();

describe('after a restart', () => {
  test('open sandboxes are reachable again, with the same token', async () => {
    const { session_id, agent_token } = await account.client.sandboxes.create();
    const before = await service.routes.find(session_id);
    await service.routes.remove(session_id);
    await service.restart();
    expect(await service.routes.find(session_id)).toEqual(before);
    expect((await account.client.sandboxes.get(session_id)).agent_token).toBe(agent_token);
  });

  test('a sandbox whose twins are lost is failed and gives its slot back', async () => {
    const { session_id } = await account.client.sandboxes.create();
    service.runtime.lost.add(session_id);
    await service.restart();
    expect(await account.client.sandboxes.get(session_id)).toMatchObject({ state: 'failed', closed_at: expect.any(String) });
    expect((await account.client.usage()).sessions_used).toBe(0);
  });

  test('what ran out meanwhile is expired', async () => {
    const { session_id } = await account.client.sandboxes.create();
    service.clock.advance(30 * 60_000);
    await service.restart();
    expect(await stored(session_id)).toEqual({ state: 'expired' });
    expect(service.runtime.running.has(session_id)).toBe(false);
  });

  test('a start that was under way is failed and gives its slot back', async () => {
    const { session_id } = await account.client.sandboxes.create();
    await service.database.updateTable('sandboxes').set({ state: 'provisioning' }).where('id', '=', session_id).execute();
    await service.restart();
    expect(await stored(session_id)).toEqual({ state: 'failed' });
    expect((await account.client.usage()).sessions_used).toBe(0);
    expect(service.runtime.running.has(session_id)).toBe(false);
  });

  test('a start that is younger than this process is its own', async () => {
    const { session_id } = await account.client.sandboxes.create();
    const created_at = new Date(service.clock.now().getTime() + 1);
    const changed = { state: 'provisioning', created_at } as const;
    await service.database.updateTable('sandboxes').set(changed).where('id', '=', session_id).execute();
    await service.restart();
    expect(await stored(session_id)).toEqual({ state: 'provisioning' });
  });

  test('where other control planes work, a start is theirs until it was silent for 30 s', async () => {
    const { session_id } = await account.client.sandboxes.create();
    await service.database.updateTable('sandboxes').set({ state: 'provisioning' }).where('id', '=', session_id).execute();
    await service.restart({ soleInstance: false });
    await service.controlPlane.sweep();
    expect(await stored(session_id)).toEqual({ state: 'provisioning' });
    service.clock.advance(30_000);
    await service.controlPlane.sweep();
    expect(await stored(session_id)).toEqual({ state: 'failed' });
    expect((await account.client.usage()).sessions_used).toBe(0);
  });

  test('twins without an open sandbox are stopped', async () => {
    service.runtime.running.set('ses_00000000000000000000orphan', []);
    await service.restart();
    expect(service.runtime.running.has('ses_00000000000000000000orphan')).toBe(false);
  });

  test('an evaluation that was queued is handed to the workers again', async () => {
    const { session_id } = await account.client.sandboxes.create();
    service.worker.mode = 'hold';
    await account.client.sandboxes.finalizeAsync(session_id, { ...finalizeBody, source: 'blob' });
    const [job] = service.worker.jobs.slice(-1);
    service.worker.mode = 'grade';
    await service.restart();
    await service.worker.settle();
    expect(service.worker.jobs.at(-1)).toEqual(job);
    expect(await account.client.sandboxes.evaluation(session_id)).toMatchObject({ status: 'completed' });
  });

  test('a sandbox that was graded but not yet torn down loses its twins', async () => {
    const { session_id } = await account.client.sandboxes.create();
    await account.client.sandboxes.finalizeAsync(session_id, { ...finalizeBody, source: 'blob' });
    await service.worker.settle();
    expect(service.runtime.running.has(session_id)).toBe(true);
    await service.controlPlane.sweep();
    expect(service.runtime.running.has(session_id)).toBe(false);
    expect((await service.routes.find(session_id))?.state).toBe('closed');
  });
});

test('a database that is away is 503', async () => {
  await service.stopDatabase();
  expect(refusal(await service.request('GET', '/me', { key: account.key }))).toEqual({
    status: 503,
    type: 'downstream_unavailable',
    message: 'A part of the service is not reachable. Retry.',
    details: {},
  });
});
