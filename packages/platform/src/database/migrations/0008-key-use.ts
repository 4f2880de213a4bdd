import type { Kysely } from 'kysely';

/** When a key was used last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('api_keys').addColumn('last_used_at', 'timestamptz').execute();
}
