import { CompiledQuery, type Selectable } from 'kysely';
import type { Connection, StoredTwin } from './lifecycle.ts';
import type { SandboxTable, TeamTable } from './schema.ts';

/** Sandboxes of one team, as they are to be written down. */
export interface NewSandboxes {
  teamId: string;
  /** How many sandboxes the team may have open. */
  quota: number;
  /** Whole rows, with documents as they are. */
  sandboxes: readonly Selectable<SandboxTable>[];
  /** Where those twins are reached that run already. */
  twins: readonly StoredTwin[];
  /** What was known beforehand of who asks, and has to be so still: that the key opens the team, and what the team may. */
  believed?: {
    apiKeyId: string;
    team: Pick<Selectable<TeamTable>, (typeof BELIEVED)[number]>;
  };
}

const BELIEVED = ['plan_tier', 'quota', 'lifetime_ms', 'idle_ms', 'journal_mib', 'world_mib'] as const;

/** All that a sandbox's row has. */
const COLUMNS = Object.keys({
  id: true,
  team_id: true,
  state: true,
  twins: true,
  seeds: true,
  clock: true,
  task_markdown: true,
  task_id: true,
  task_name: true,
  group_id: true,
  agent_version: true,
  idempotency_key: true,
  parent: true,
  self_reported: true,
  created_at: true,
  ready_at: true,
  expires_at: true,
  last_request_at: true,
  last_activity_at: true,
  idle_ms: true,
  closed_at: true,
  failure: true,
  recovered: true,
} satisfies Record<keyof SandboxTable, true>);

// As json and not jsonb: the order of a seed's keys is part of it.
const statement = (stillSo: string): string => `
  with reserved as (
    update teams set open_sandboxes = open_sandboxes + $1::int
    where id = $2 and open_sandboxes <= $3::int ${stillSo}
    returning id, open_sandboxes
  ), started as (
    insert into sandboxes (${COLUMNS.join()})
    select ${COLUMNS.map((name) => `told.${name}`).join()}
    from reserved, json_populate_recordset(null::sandboxes, $4::json) as told
  ), reached as (
    insert into sandbox_twins (sandbox_id, twin, url, control_token_sealed)
    select told.sandbox_id, told.twin, told.url, told.control_token_sealed
    from reserved, json_populate_recordset(null::sandbox_twins, $5::json) as told
  )
  select open_sandboxes from reserved`;

// Written once: to have them made of their parts takes as long as to carry them out.
const FOR_ANYBODY = statement('');
const FOR_THE_BELIEVED = statement(
  `${BELIEVED.map((name, at) => `and ${name} is not distinct from $${at + 7}`).join(' ')}
  and exists (select from api_keys where api_keys.id = $6 and api_keys.team_id = teams.id and revoked_at is null)`,
);

/**
 * Takes a slot each and writes the rows of sandboxes and of where their twins are reached, in one statement: all of that or nothing, and the
 * team's row, which all of its calls wait for, is held no longer.
 *
 * @returns how many sandboxes the team has open then; undefined where it has too few slots left, or what was believed isn't so
 */
export async function admitSandboxes(
  database: Connection,
  { teamId, quota, sandboxes, twins, believed }: NewSandboxes,
): Promise<number | undefined> {
  const { length: count } = sandboxes;
  const told = [count, teamId, quota - count, JSON.stringify(sandboxes), JSON.stringify(twins)];
  const query = believed
    ? CompiledQuery.raw(FOR_THE_BELIEVED, [...told, believed.apiKeyId, ...BELIEVED.map((name) => believed.team[name])])
    : CompiledQuery.raw(FOR_ANYBODY, told);
  const { rows } = await database.executeQuery<{ open_sandboxes: number }>(query as CompiledQuery<{ open_sandboxes: number }>);
  return rows[0]?.open_sandboxes;
}
