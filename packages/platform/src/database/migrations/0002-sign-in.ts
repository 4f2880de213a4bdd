import { type CreateTableBuilder, type Kysely, sql } from 'kysely';

// JavaScript dates carry milliseconds.
const timestamp = sql`timestamptz(3)`;

const withLife = <T extends string, C extends string>(table: CreateTableBuilder<T, C>) =>
  table.addColumn('created_at', timestamp, (c) => c.notNull()).addColumn('expires_at', timestamp, (c) => c.notNull());

export async function up(db: Kysely<unknown>): Promise<void> {
  await withLife(db.schema.createTable('sign_in_links').addColumn('token_sha256', 'text', (c) => c.primaryKey()))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('used_at', timestamp)
    .execute();

  await withLife(db.schema.createTable('web_sessions').addColumn('token_sha256', 'text', (c) => c.primaryKey()))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('failed_codes', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('failed_since', timestamp)
    .execute();

  await withLife(db.schema.createTable('device_codes').addColumn('device_code_sha256', 'text', (c) => c.primaryKey()))
    .addColumn('user_code', 'text', (c) => c.notNull().unique())
    .addColumn('client_name', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('pending', 'approved', 'denied', 'redeemed')`))
    .addColumn('user_id', 'text', (c) => c.references('users.id'))
    .addColumn('interval_seconds', 'integer', (c) => c.notNull())
    .addColumn('last_polled_at', timestamp)
    .execute();
}
