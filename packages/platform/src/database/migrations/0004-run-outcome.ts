import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('runs').addColumn('outcome', 'text').execute();
  // Runs that were graded before outcomes were told apart.
  await sql`update runs set outcome = case
    when satisfaction_score is null then 'ungraded'
    when satisfaction_score = 100 then 'passed'
    else 'failed' end`.execute(db);
  await db.schema
    .alterTable('runs')
    .alterColumn('outcome', (column) => column.setNotNull())
    .execute();
}
