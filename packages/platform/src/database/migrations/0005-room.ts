import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('teams')
    .addColumn('journal_mib', 'integer', (column) => column.check(sql`journal_mib > 0`))
    .addColumn('world_mib', 'integer', (column) => column.check(sql`world_mib > 0`))
    .execute();
}
