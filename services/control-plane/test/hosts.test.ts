import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { RuntimeUnavailable } from '@svc/platform';
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
  service.runtime.settled.splice(0);
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

describe('a sandbox that lost a twin of which there is a copy', () => {
  const RECOVERED = { twin: 'github', host: 'worker-2', at: '2026-03-14T09:59:58.000Z', calls: 12 };

  const loseForNow = async (sessionId: string): Promise<void> => {
    service.runtime.report.lost.push({ sessionId, reason: REASON });
    await service.controlPlane.sweep();
  };
  const stored = (id: string) =>
    service.database.selectFrom('sandboxes').select(['state', 'recovered']).where('id', '=', id).executeTakeFirstOrThrow();

  test('stays as it is, and is called and read where that has come back', async () => {
    const { session_id } = await account.client.sandboxes.create();
    service.runtime.comesBack = async () => [RECOVERED];
    await loseForNow(session_id);
    while ((await stored(session_id)).recovered === null) await delay(10);
    expect(await stored(session_id)).toEqual({ state: 'ready', recovered: [RECOVERED] });
    expect(await service.routes.find(session_id)).toMatchObject({
      state: 'open',
      twins: { github: 'host://10.0.0.9:7443/github' },
    });
    const twins = await service.database.selectFrom('sandbox_twins').select('url').where('sandbox_id', '=', session_id).execute();
    expect(twins).toEqual([{ url: 'host://10.0.0.9:7443/github' }]);
    expect((await account.client.usage()).sessions_used).toBe(1);
    expect(await account.client.sandboxes.get(session_id)).toMatchObject({ state: 'ready', recovered: [RECOVERED] });
    // A second loss adds to it.
    service.runtime.settled.splice(0);
    const again = { ...RECOVERED, host: 'worker-3', calls: 30 };
    service.runtime.comesBack = async () => [again];
    await loseForNow(session_id);
    while ((await stored(session_id)).recovered?.length === 1) await delay(10);
    expect((await stored(session_id)).recovered).toEqual([RECOVERED, again]);
    const { run_id, recovered } = await account.client.sandboxes.finalize(session_id, { ...finalizeBody, source: 'blob' });
    expect(recovered).toEqual([RECOVERED, again]);
    expect((await account.client.runs.get(run_id)).recovered).toEqual([RECOVERED, again]);
  });

  test('is failed where that can’t come back', async () => {
    const { session_id } = await account.client.sandboxes.create();
    service.runtime.comesBack = async () => {
      throw new RuntimeUnavailable('There is no copy of it.');
    };
    await loseForNow(session_id);
    while ((await stored(session_id)).state === 'ready') await delay(10);
    const answer = refusal(await call('POST', `/sandboxes/${session_id}/heartbeat`));
    expect(answer).toMatchObject({ status: 410, message: expect.stringContaining(REASON) });
    expect((await account.client.usage()).sessions_used).toBe(0);
  });

  test('is tried again for a minute where its next host doesn’t answer', async () => {
    const { session_id } = await account.client.sandboxes.create();
    let tries = 0;
    service.runtime.comesBack = async () => {
      tries += 1;
      throw new Error('The host’s agent could not be reached.');
    };
    while (tries < 2) await loseForNow(session_id);
    expect((await stored(session_id)).state).toBe('ready');
    service.clock.advance(61_000);
    while ((await stored(session_id)).state === 'ready') await loseForNow(session_id);
    expect((await stored(session_id)).state).toBe('failed');
  });

  test('and was closed meanwhile, stays closed', async () => {
    const { session_id } = await account.client.sandboxes.create();
    const came = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    service.runtime.comesBack = async () => {
      asked.resolve();
      await came.promise;
      return [RECOVERED];
    };
    await loseForNow(session_id);
    await asked.promise;
    service.runtime.report.failed.push({ sessionId: session_id, reason: REASON });
    await service.controlPlane.sweep();
    came.resolve();
    await service.restart();
    expect(await stored(session_id)).toEqual({ state: 'failed', recovered: null });
    expect((await service.routes.find(session_id))?.state).toBe('closed');
    expect(service.runtime.settled).not.toContain(session_id);
  });

  test('waits on while a control plane starts', async () => {
    const { session_id } = await account.client.sandboxes.create();
    service.runtime.waitingForHosts.push(session_id);
    service.runtime.lost.add(session_id);
    await service.restart();
    service.runtime.waitingForHosts.splice(0);
    expect((await stored(session_id)).state).toBe('ready');
    await service.restart();
    expect((await stored(session_id)).state).toBe('failed');
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
