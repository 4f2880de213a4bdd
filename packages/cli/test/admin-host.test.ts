import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type Database, type EmbeddedPostgres, migrate, openDatabase } from '@svc/platform';
import { beat, markLost, place } from '@svc/platform/hosts';
import { startTestDatabase } from '@svc/platform/testing';
import { eachTime, inTheWhole } from '@svc/twin-kit/testing/share';
import type { Kysely } from 'kysely';
import { svc } from './support.ts';

jest.setTimeout(120_000);

let server: EmbeddedPostgres;
let database: Kysely<Database>;

beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server);
  await migrate(database);
});
afterAll(async () => {
  await database?.destroy();
  await server?.stop();
});
beforeEach(async () => {
  await database.deleteFrom('placements').execute();
  await database.deleteFrom('hosts').execute();
});

const register = (id: string, name: string) =>
  beat(database, {
    ...{ id, name, address: `${name}:7443`, port: 7443, twins: ['github'] },
    ...{ mostTwins: 100, waiting: { github: 2 }, ready: true },
  });
const host = (...args: string[]) => svc(['admin', 'host', ...args], { env: { DATABASE_URL: server.connectionString } });
const states = async () =>
  (JSON.parse((await host('list', '--json')).stdout) as { name: string; state: string }[]).map(({ name, state }) => [
    name,
    state,
  ]);

describe('svc admin host', () => {
  eachTime(test)('lists hosts with what is on them', async () => {
    expect((await host('list')).stdout).toBe('No hosts: all twins run beside the control plane.\n');
    await register('host_1', 'worker-1');
    await place(database, { sessionId: 'ses_1', twin: 'github', instance: '0'.repeat(16), except: [] });
    const { code, stdout } = await host('list');
    expect(code).toBe(0);
    expect(stdout).toMatch(/ID +NAME +STATE +TWINS +WAITING +ADDRESS +HEARD\n/);
    expect(stdout).toMatch(/host_1 +worker-1 +active +1\/100 +github=1 +worker-1:7443 +20/);
  });

  eachTime(test)('drains and resumes one, by name or id', async () => {
    await register('host_1', 'worker-1');
    await register('host_2', 'worker-2');
    await place(database, { sessionId: 'ses_1', twin: 'github', instance: '0'.repeat(16), except: ['host_2'] });
    expect((await host('drain', 'worker-1')).stdout).toBe(
      'worker-1 takes no more sandboxes. 1 twins run on it until their sandboxes end.\n',
    );
    expect((await host('drain', 'host_2')).stdout).toBe('worker-2 takes no more sandboxes. It is empty.\n');
    expect(await states()).toEqual([
      ['worker-1', 'draining'],
      ['worker-2', 'drained'],
    ]);
    expect((await host('resume', 'worker-1')).stdout).toBe('worker-1 takes sandboxes again.\n');
    expect(await states()).toContainEqual(['worker-1', 'active']);
  });

  inTheWhole(test)('forgets a lost one only', async () => {
    await register('host_1', 'worker-1');
    const refused = await host('forget', 'worker-1');
    expect([refused.code, refused.stderr]).toEqual([5, expect.stringContaining('is not lost')]);
    await database
      .updateTable('hosts')
      .set({ beat_at: new Date(Date.now() - 60_000) })
      .execute();
    await markLost(database);
    expect(await states()).toEqual([['worker-1', 'lost']]);
    expect((await host('forget', 'worker-1')).stdout).toBe('Forgot worker-1.\n');
    expect(await states()).toEqual([]);
  });

  inTheWhole(test)('knows no host of another name, and asks for the id where two have one', async () => {
    await register('host_1', 'worker');
    await register('host_2', 'worker');
    const nobody = await host('drain', 'nobody');
    expect([nobody.code, nobody.stderr]).toEqual([5, expect.stringContaining('There is no host "nobody"')]);
    const either = await host('drain', 'worker');
    expect([either.code, either.stderr]).toEqual([5, expect.stringContaining('2 hosts are called "worker"')]);
    expect(await states()).toEqual([
      ['worker', 'active'],
      ['worker', 'active'],
    ]);
  });
});
