import { type Kysely, sql } from 'kysely';

/** A sandbox is graded once; its evidence may be graded again, as a run of its own that names the first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('evaluations').addColumn('regrade_of', 'text').execute();
  await db.schema.alterTable('runs').addColumn('regraded_from', 'text').execute();
  await sql`alter table evaluations drop constraint evaluations_sandbox_id_key`.execute(db);
  await sql`alter table runs drop constraint runs_sandbox_id_key`.execute(db);
  await sql`create unique index evaluations_of_sandbox on evaluations (sandbox_id) where regrade_of is null`.execute(db);
  await sql`create unique index runs_of_sandbox on runs (sandbox_id) where regraded_from is null`.execute(db);
}
