import { type Kysely, sql } from 'kysely';

const timestamp = sql`timestamptz(3)`;

/** The hosts that twins run on, which of them each twin was given to, and why a sandbox failed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('hosts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('twins', sql`text[]`, (c) => c.notNull())
    .addColumn('most_twins', 'integer', (c) => c.notNull().check(sql`most_twins > 0`))
    .addColumn('placed', 'integer', (c) => c.notNull().defaultTo(0).check(sql`placed >= 0`))
    .addColumn('waiting', 'jsonb', (c) => c.notNull().defaultTo(sql`'{}'::jsonb`))
    .addColumn('ready', 'boolean', (c) => c.notNull())
    .addColumn('draining', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('lost_at', timestamp)
    .addColumn('beat_at', timestamp, (c) => c.notNull())
    .addColumn('checked_at', timestamp, (c) => c.notNull().defaultTo(sql`'epoch'`))
    .addColumn('registered_at', timestamp, (c) => c.notNull())
    .execute();

  // Not tied to sandboxes: what was placed is known until it is removed, whatever became of the sandbox.
  await db.schema
    .createTable('placements')
    .addColumn('sandbox_id', 'text', (c) => c.notNull())
    .addColumn('twin', 'text', (c) => c.notNull())
    .addColumn('host_id', 'text', (c) => c.notNull().references('hosts.id'))
    .addColumn('instance', 'text', (c) => c.notNull())
    .addColumn('placed_at', timestamp, (c) => c.notNull())
    .addPrimaryKeyConstraint('placements_pkey', ['sandbox_id', 'twin'])
    .execute();
  await db.schema.createIndex('placements_host').on('placements').column('host_id').execute();

  await db.schema.alterTable('sandboxes').addColumn('failure', 'text').execute();
}
