import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { openDatabase } from '@svc/platform';
import { sql } from 'kysely';
import { toServiceError } from '../src/http/failure.ts';
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

describe('a database that refuses', () => {
  const me = () => service.request('GET', '/me', { key: account.key });

  test('the password, which is being rotated, is 503, and the API answers again once the two agree', async () => {
    const operator = openDatabase({ connectionString: service.databaseUrl, maxConnections: 1 });
    const run = (statement: string) => sql.raw(statement).execute(operator);
    try {
      await run("ALTER ROLE CURRENT_USER PASSWORD 'another'");
      await run(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename = current_user',
      );
      for (let count = 0; count < 3; count++) {
        expect(refusal(await me())).toMatchObject({ status: 503, type: 'downstream_unavailable' });
      }
    } finally {
      await run(`ALTER ROLE CURRENT_USER PASSWORD '${new URL(service.databaseUrl).password}'`);
      await operator.destroy();
    }
    expect((await me()).status).toBe(200);
  });

  // PostgreSQL, Appendix A: error codes.
  test.each(['08006', '28P01', '28000', '3D000', '40001', '40P01', '53300', '55P03', '57P01', '57P03', '58030', '25006'])(
    'with %s is 503',
    (code) => {
      expect(toServiceError(Object.assign(new Error('no'), { code }))).toMatchObject({
        status: 503,
        type: 'downstream_unavailable',
      });
    },
  );

  test.each(['23505', '42P01', '22P02'])('a statement, with %s, is a fault of ours', (code) => {
    expect(toServiceError(Object.assign(new Error('no'), { code }))).toMatchObject({ status: 500, type: 'internal_error' });
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
