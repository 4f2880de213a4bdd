import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('device_codes').addColumn('client_address', 'text').execute();
}
