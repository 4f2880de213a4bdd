import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Database, type EmbeddedPostgres, migrate, openDatabase } from '@svc/platform';
import { startTestDatabase } from '@svc/platform/testing';
import { type Kysely, sql } from 'kysely';

let server: EmbeddedPostgres;
let db: Kysely<Database>;

beforeAll(async () => {
  server = await startTestDatabase();
  db = openDatabase(server);
  const other = openDatabase(server);
  // Two services that start at once.
  await Promise.all([migrate(db), migrate(other)]);
  await other.destroy();
  await db
    .insertInto('teams')
    .values({
      id: 'team_1',
      slug: 'one',
      plan_tier: 'free',
      quota: null,
      lifetime_ms: 90 * 24 * 3600 * 1000,
      idle_ms: null,
      created_at: at,
    })
    .execute();
});
afterAll(async () => {
  await db?.destroy();
  await server?.stop();
});

const at = new Date('2026-01-02T03:04:05.678Z');

const sandbox = (id: string, overrides = {}) => ({
  id,
  team_id: 'team_1',
  state: 'ready' as const,
  twins: ['github', 'slack'],
  seeds: JSON.stringify({ zulu: { b: 1, a: 2 }, alpha: {} }),
  clock: JSON.stringify({ mode: 'wall' as const }),
  task_markdown: null,
  task_id: null,
  task_name: null,
  group_id: null,
  agent_version: null,
  idempotency_key: null,
  created_at: at,
  expires_at: at,
  last_activity_at: at,
  idle_ms: 1_800_000,
  ...overrides,
});

const evaluation = (id: string, sandboxId: string) => ({
  id,
  sandbox_id: sandboxId,
  team_id: 'team_1',
  run_id: `run_${id}`,
  status: 'queued' as const,
  asynchronous: false,
  request: '{}',
  created_at: at,
});

describe('the schema', () => {
  test('migrating again changes nothing', async () => {
    await migrate(db);
    expect(await db.selectFrom('teams').select('id').execute()).toEqual([{ id: 'team_1' }]);
  });

  test('reads back what was written: millisecond times, big numbers, arrays, and keys in their order', async () => {
    await db.insertInto('sandboxes').values(sandbox('ses_kept')).execute();
    const row = await db.selectFrom('sandboxes').selectAll().where('id', '=', 'ses_kept').executeTakeFirstOrThrow();
    expect(row).toMatchObject({ created_at: at, twins: ['github', 'slack'], idle_ms: 1_800_000, self_reported: false });
    expect(JSON.stringify(row.seeds)).toBe('{"zulu":{"b":1,"a":2},"alpha":{}}');
    const team = await db.selectFrom('teams').selectAll().executeTakeFirstOrThrow();
    expect(team).toMatchObject({ lifetime_ms: 7_776_000_000, open_sandboxes: 0 });
  });

  // PostgreSQL: appendix A, error codes: 23514 check_violation, 23505 unique_violation, 23503 foreign_key_violation.
  test('refuses a state outside the six', async () => {
    await expect(
      db
        .insertInto('sandboxes')
        .values(sandbox('ses_odd', { state: 'paused' }))
        .execute(),
    ).rejects.toMatchObject({
      code: '23514',
    });
  });

  test('refuses a sandbox of a team that does not exist', async () => {
    await expect(
      db
        .insertInto('sandboxes')
        .values(sandbox('ses_none', { team_id: 'team_2' }))
        .execute(),
    ).rejects.toMatchObject({
      code: '23503',
    });
  });

  test('refuses a second evaluation of one sandbox', async () => {
    await db.insertInto('sandboxes').values(sandbox('ses_graded')).execute();
    await db.insertInto('evaluations').values(evaluation('evl_1', 'ses_graded')).execute();
    await expect(db.insertInto('evaluations').values(evaluation('evl_2', 'ses_graded')).execute()).rejects.toMatchObject({
      code: '23505',
    });
  });

  test('refuses a count of open sandboxes below zero', async () => {
    await expect(db.updateTable('teams').set({ open_sandboxes: -1 }).execute()).rejects.toMatchObject({ code: '23514' });
  });
});

describe('a broken connection', () => {
  test('is replaced: the pool answers again after the server ended its connections', async () => {
    const other = openDatabase(server);
    await other.selectFrom('teams').select('id').execute();
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()`.execute(
      db,
    );
    // A query may still meet the connection that is ending; it is out of the pool after its socket has closed.
    const ask = () => other.selectFrom('teams').select('id').execute();
    const answers = await ask().catch(() => ask().catch(() => ask()));
    expect(answers).toEqual([{ id: 'team_1' }]);
    await other.destroy();
  });
});

test('statements that are planned once a connection answer as others do, also after their table got a column', async () => {
  const prepared = openDatabase({ ...server, prepare: true, maxConnections: 1 });
  try {
    const slugOf = (id: string) => prepared.selectFrom('teams').select('slug').where('id', '=', id).executeTakeFirst();
    const wholeOf = (id: string) => prepared.selectFrom('teams').selectAll().where('id', '=', id).executeTakeFirst();
    expect([await slugOf('team_1'), await slugOf('nobody'), (await wholeOf('team_1'))?.slug]).toEqual([
      { slug: 'one' },
      undefined,
      'one',
    ]);
    const names = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(prepared);
    expect(names.rows.map(({ statement }) => statement)).toEqual(['select "slug" from "teams" where "id" = $1']);
    await sql`alter table teams add column note text`.execute(db);
    expect([await slugOf('team_1'), (await wholeOf('team_1'))?.slug]).toEqual([{ slug: 'one' }, 'one']);
    await expect(
      prepared
        .selectFrom('teams')
        .select('slug')
        .where('id', '=', null as never)
        .execute(),
    ).resolves.toEqual([]);
  } finally {
    await sql`alter table teams drop column if exists note`.execute(db);
    await prepared.destroy();
  }
});

test('a process whose host is gone in the middle of a transaction holds its locks for 15 s, not for hours', async () => {
  const limits = Array.from({ length: 3 }, () =>
    sql<{ idle_in_transaction_session_timeout: string }>`show idle_in_transaction_session_timeout`.execute(db),
  );
  for (const { rows } of await Promise.all(limits)) expect(rows).toEqual([{ idle_in_transaction_session_timeout: '15s' }]);
});
