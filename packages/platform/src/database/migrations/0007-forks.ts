import type { Kysely } from 'kysely';

/** A fork names the sandbox whose world it began with, and after how many calls. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sandboxes').addColumn('parent', 'jsonb').execute();
}
