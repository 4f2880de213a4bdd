import { type CreateTableBuilder, type Kysely, sql } from 'kysely';

// JavaScript dates carry milliseconds: the column keeps exactly those, so that a value read back equals the one written.
const timestamp = sql`timestamptz(3)`;

const oneOf = (column: string, values: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} in (${sql.join(values.map((value) => sql.lit(value)))})`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await createTeams(db);
  await createTasks(db);
  await createSandboxes(db);
  await createEvaluations(db);
  await createRuns(db);
}

const withTeam = <T extends string, C extends string>(table: CreateTableBuilder<T, C>) =>
  table.addColumn('team_id', 'text', (c) => c.notNull().references('teams.id'));

async function createTeams(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('teams')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('plan_tier', 'text', (c) => c.notNull())
    .addColumn('quota', 'integer', (c) => c.check(sql`quota >= 0`))
    .addColumn('lifetime_ms', 'bigint', (c) => c.check(sql`lifetime_ms > 0`))
    .addColumn('idle_ms', 'bigint', (c) => c.check(sql`idle_ms > 0`))
    .addColumn('open_sandboxes', 'integer', (c) => c.notNull().defaultTo(0).check(sql`open_sandboxes >= 0`))
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .execute();

  await withTeam(db.schema.createTable('users').addColumn('id', 'text', (c) => c.primaryKey()))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addUniqueConstraint('users_team_email', ['team_id', 'email'])
    .execute();

  await withTeam(db.schema.createTable('api_keys').addColumn('id', 'text', (c) => c.primaryKey()))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('secret_sha256', 'text', (c) => c.notNull())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('revoked_at', timestamp)
    .execute();
  await db.schema.createIndex('api_keys_team').on('api_keys').column('team_id').execute();
}

async function createTasks(db: Kysely<unknown>): Promise<void> {
  await withTeam(db.schema.createTable('tasks').addColumn('id', 'text', (c) => c.primaryKey()))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('markdown', 'text', (c) => c.notNull())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('tasks_newest').on('tasks').columns(['team_id', 'created_at desc', 'id desc']).execute();
}

async function createSandboxes(db: Kysely<unknown>): Promise<void> {
  await withTeam(db.schema.createTable('sandboxes').addColumn('id', 'text', (c) => c.primaryKey()))
    .addColumn('state', 'text', (c) =>
      c.notNull().check(oneOf('state', ['provisioning', 'ready', 'running', 'done', 'expired', 'failed'])),
    )
    .addColumn('twins', sql`text[]`, (c) => c.notNull())
    // json, not jsonb: jsonb sorts keys, and the order of keys is part of the document that seeds ids.
    .addColumn('seeds', 'json', (c) => c.notNull())
    .addColumn('clock', 'json', (c) => c.notNull())
    .addColumn('task_markdown', 'text')
    .addColumn('task_id', 'text', (c) => c.references('tasks.id'))
    .addColumn('task_name', 'text')
    .addColumn('group_id', 'text')
    .addColumn('agent_version', 'text')
    .addColumn('idempotency_key', 'text')
    .addColumn('self_reported', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('ready_at', timestamp)
    .addColumn('expires_at', timestamp, (c) => c.notNull())
    .addColumn('last_request_at', timestamp)
    .addColumn('last_activity_at', timestamp, (c) => c.notNull())
    .addColumn('idle_ms', 'bigint', (c) => c.notNull())
    .addColumn('closed_at', timestamp)
    .execute();
  await db.schema.createIndex('sandboxes_newest').on('sandboxes').columns(['team_id', 'created_at desc', 'id desc']).execute();
  await sql`create index sandboxes_idempotency on sandboxes (team_id, idempotency_key, created_at)
    where idempotency_key is not null`.execute(db);
  await sql`create index sandboxes_open on sandboxes (expires_at)
    where state in ('provisioning', 'ready', 'running')`.execute(db);

  await db.schema
    .createTable('sandbox_twins')
    .addColumn('sandbox_id', 'text', (c) => c.notNull().references('sandboxes.id').onDelete('cascade'))
    .addColumn('twin', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('control_token_sealed', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('sandbox_twins_pkey', ['sandbox_id', 'twin'])
    .execute();
}

async function createEvaluations(db: Kysely<unknown>): Promise<void> {
  await withTeam(db.schema.createTable('evaluations').addColumn('id', 'text', (c) => c.primaryKey()))
    .addColumn('sandbox_id', 'text', (c) => c.notNull().unique().references('sandboxes.id'))
    // No foreign key: the id is handed out when grading is asked for, the run is written when it is done.
    .addColumn('run_id', 'text', (c) => c.notNull().unique())
    .addColumn('status', 'text', (c) => c.notNull().check(oneOf('status', ['queued', 'running', 'completed', 'failed'])))
    .addColumn('asynchronous', 'boolean', (c) => c.notNull())
    .addColumn('request', 'json', (c) => c.notNull())
    .addColumn('result', 'json')
    .addColumn('error', 'json')
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('finished_at', timestamp)
    .execute();
  await sql`create index evaluations_unfinished on evaluations (created_at)
    where status in ('queued', 'running')`.execute(db);
}

async function createRuns(db: Kysely<unknown>): Promise<void> {
  await withTeam(db.schema.createTable('runs').addColumn('id', 'text', (c) => c.primaryKey()))
    .addColumn('sandbox_id', 'text', (c) => c.notNull().unique().references('sandboxes.id'))
    .addColumn('task_name', 'text')
    .addColumn('task_hash', 'text')
    .addColumn('group_id', 'text')
    .addColumn('environment', 'text', (c) => c.notNull())
    .addColumn('agent_model', 'text', (c) => c.notNull())
    .addColumn('agent_sdk', 'text')
    .addColumn('agent_version', 'text')
    .addColumn('provenance', 'text', (c) => c.notNull())
    .addColumn('satisfaction_score', 'double precision')
    .addColumn('record', 'json', (c) => c.notNull())
    .addColumn('trace_s3_key', 'text')
    .addColumn('state_s3_key', 'text')
    .addColumn('state_keys', 'json', (c) => c.notNull())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('finished_at', timestamp)
    .execute();
  const newest = ['created_at desc', 'id desc'];
  const index = (name: string, columns: string[]) =>
    db.schema
      .createIndex(name)
      .on('runs')
      .columns([...columns, ...newest]);
  await index('runs_newest', ['team_id']).execute();
  await index('runs_by_group', ['team_id', 'group_id']).execute();
  await index('runs_by_task', ['team_id', 'task_name']).execute();
}
