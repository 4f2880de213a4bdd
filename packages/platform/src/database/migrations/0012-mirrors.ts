import { type Kysely, sql } from 'kysely';

const timestamp = sql`timestamptz(3)`;

/** Which host keeps a copy of a twin's journal, whose hosts keep such, and what came back from one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('hosts').addColumn('mirrors_at', timestamp).addColumn('mirror_lag_ms', 'integer').execute();
  // Not tied to hosts: one that keeps copies only may be forgotten.
  await db.schema.alterTable('placements').addColumn('mirror_host', 'text').execute();
  await sql`create index placements_mirror_host on placements (mirror_host) where mirror_host is not null`.execute(db);
  await db.schema.alterTable('sandboxes').addColumn('recovered', 'jsonb').execute();
}
