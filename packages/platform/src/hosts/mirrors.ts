import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { type HostRecord, LOST_AFTER_MS, milliseconds, type Placement, QUIET_AFTER_MS } from './registry.ts';

/** What one host has to do with copies of journals. */
export interface MirrorDuties {
  /** Instances that run here, and the address of the host that keeps a copy of each. */
  sends: Map<string, string>;
  /** Instances of other hosts that a copy is kept of here. */
  keeps: Set<string>;
}

/** An agent says that its host sends and keeps copies, and how far the worst of those that it sends is behind. @returns what it is to do */
export async function mirrorBeat(database: Kysely<Database>, id: string, lagMs: number): Promise<MirrorDuties> {
  await database
    .updateTable('hosts')
    .set({ mirrors_at: sql<Date>`now()`, mirror_lag_ms: lagMs })
    .where('id', '=', id)
    .returning(sql`set_config('synchronous_commit', 'off', true)`.as('set'))
    .execute();
  const rows = await database
    .selectFrom('placements')
    .innerJoin('hosts as own', 'own.id', 'placements.host_id')
    .leftJoin('hosts as kept', 'kept.id', 'placements.mirror_host')
    .select(['instance', 'host_id', 'mirror_host', 'own.lost_at as own_lost', 'kept.lost_at as kept_lost', 'kept.address'])
    .where('mirror_host', 'is not', null)
    .where((row) => row.or([row('host_id', '=', id), row('mirror_host', '=', id)]))
    .execute();
  const sent = rows.filter((row) => row.host_id === id && row.own_lost === null && row.kept_lost === null && row.address);
  return {
    sends: new Map(sent.map(({ instance, address }) => [instance, address as string])),
    keeps: new Set(rows.filter(({ mirror_host }) => mirror_host === id).map(({ instance }) => instance)),
  };
}

/** Whether a host sends and keeps copies now. */
export const isMirroring = ({ mirrors_at: at, beat_at: beatAt, lost_at: lostAt }: HostRecord): boolean =>
  lostAt === null && at !== null && beatAt.getTime() - at.getTime() < LOST_AFTER_MS;

const mirroring = (host: 'own' | 'kept' | 'taker') =>
  sql<boolean>`${sql.ref(`${host}.mirrors_at`)} > now() - ${milliseconds(LOST_AFTER_MS)}`;

/**
 * Gives the twins of hosts that send copies another host to keep theirs: those that have none, and those whose host is lost, is being emptied or
 * keeps none any more. By chance, the more often the more a host takes, so that what a lost one ran comes back on many.
 */
export async function chooseMirrors(database: Kysely<Database>, most: number): Promise<void> {
  await sql`
    with due as materialized (
      select placements.sandbox_id, placements.twin, placements.host_id from placements
      join hosts own on own.id = placements.host_id and own.lost_at is null and ${mirroring('own')}
      left join hosts kept on kept.id = placements.mirror_host
      where kept.id is null or kept.lost_at is not null or kept.draining or not coalesce(${mirroring('kept')}, false)
      limit ${most} for update of placements skip locked
    ), chosen as materialized (
      select due.sandbox_id, due.twin, given.id from due cross join lateral (
        select taker.id from hosts taker
        where taker.id <> due.host_id and due.twin = any(taker.twins) and taker.lost_at is null and not taker.draining and taker.ready
          and taker.beat_at > now() - ${milliseconds(QUIET_AFTER_MS)} and ${mirroring('taker')}
        order by -ln(1 - random()) / taker.most_twins limit 1
      ) given
    )
    update placements set mirror_host = chosen.id from chosen
    where placements.sandbox_id = chosen.sandbox_id and placements.twin = chosen.twin`.execute(database);
}

/** A twin of a lost host runs on the one that kept its copy. In one statement. @returns false where it was moved or given up already */
export async function moveToMirror(
  database: Kysely<Database> | Transaction<Database>,
  { sessionId, twin, host, mirror }: Placement,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with moved as (
      update placements set host_id = mirror_host, mirror_host = null, placed_at = now()
      where sandbox_id = ${sessionId} and twin = ${twin} and host_id = ${host.id} and mirror_host = ${mirror?.id ?? null}
      returning host_id
    )
    update hosts set placed = placed + case when hosts.id = moved.host_id then 1 else -1 end
    from moved where hosts.id in (moved.host_id, ${host.id}) returning hosts.id`.execute(database);
  return rows.length > 0;
}

/** The instances that a host keeps copies of, or did until they were taken up there. */
export async function mirroredOn(database: Kysely<Database>, hostId: string): Promise<Pick<Placement, 'sessionId' | 'twin'>[]> {
  const rows = await database.selectFrom('placements').select(['sandbox_id', 'twin']).where('mirror_host', '=', hostId).execute();
  return rows.map(({ sandbox_id, twin }) => ({ sessionId: sandbox_id, twin }));
}
