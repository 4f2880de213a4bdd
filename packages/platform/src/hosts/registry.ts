import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database, HostTable } from '../database/schema.ts';

export type HostRecord = Selectable<HostTable>;

/** What an agent says of its host. */
export interface Beat {
  id: string;
  name: string;
  /** Where others reach it; left out: the address that PostgreSQL sees it at. */
  address?: string | undefined;
  port: number;
  twins: readonly string[];
  mostTwins: number;
  waiting: Readonly<Record<string, number>>;
  /** Whether its engine answers. */
  ready: boolean;
  /** The agent ends, in order, and is to be started again. */
  leaves?: boolean;
}

/** Between two beats of an agent, in milliseconds. */
export const BEAT_EVERY_MS = 3_000;
/** A host that was silent for this long gets nothing new, in milliseconds. */
export const QUIET_AFTER_MS = 12_000;
/** One that was silent for this long is lost: an agent that ended has been started again by then, also by an orchestrator on a busy host. In milliseconds. */
export const LOST_AFTER_MS = 25_000;
/** One whose agent said that it ends is waited for so much longer: an engine that starts again lets all its containers end first. In milliseconds. */
const LEAVES_MS = 20_000;

export const milliseconds = (count: number) => sql`${count} * interval '1 millisecond'`;

/** Writes down what an agent says. @returns what its host is taken for */
export async function beat(database: Kysely<Database>, said: Beat): Promise<{ draining: boolean; lost: boolean }> {
  const { id, name, address, port, twins, mostTwins, waiting, ready, leaves = false } = said;
  const { rows } = await sql<{ draining: boolean; lost: boolean }>`
    insert into hosts (id, name, address, twins, most_twins, waiting, ready, beat_at, registered_at)
    values (${id}, ${name}, coalesce(${address ?? null}::text, ${ownAddress} || ':' || ${port}::int), ${[...twins]}::text[],
      ${mostTwins}, ${JSON.stringify(waiting)}::jsonb, ${ready && !leaves}, now() + ${milliseconds(leaves ? LEAVES_MS : 0)}, now())
    on conflict (id) do update set name = excluded.name, address = excluded.address, twins = excluded.twins,
      most_twins = excluded.most_twins, waiting = excluded.waiting, ready = excluded.ready, beat_at = excluded.beat_at,
      checked_at = case when hosts.address = excluded.address then hosts.checked_at else 'epoch' end
    returning draining, lost_at is not null as lost, ${withoutFlush}
  `.execute(database);
  const { draining: isDraining, lost: isLost } = rows[0] as { draining: boolean; lost: boolean };
  return { draining: isDraining, lost: isLost };
}

/** A crash of the server may lose it: what is said again in seconds, or what a flush follows before anybody is answered. */
const withoutFlush = sql`set_config('synchronous_commit', 'off', true)`;

/** Of the process that asks, as the server sees it. */
const ownAddress = sql`
  case family(inet_client_addr()) when 6 then '[' || host(inet_client_addr()) || ']' else host(inet_client_addr()) end`;

/** A host that was lost is one again, once nothing that it ran is thought to be there. @returns false until then */
export async function rejoin(database: Kysely<Database>, id: string): Promise<boolean> {
  const result = await database
    .updateTable('hosts')
    .set({ lost_at: null })
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('placements').select('host_id').whereRef('placements.host_id', '=', 'hosts.id'))),
    )
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export interface Wish {
  sessionId: string;
  twin: string;
  /** What the twin is to be called where it is started for the sandbox. */
  instance: string;
  /** Hosts that have said no. */
  except: readonly string[];
}

/** The host that a twin was given to. */
export interface Placed {
  id: string;
  name: string;
  address: string;
  /** One of the kind waits there, unless somebody takes it first. */
  warm: boolean;
}

/** Tries in a row to find a host that nobody else is being given; then the turn of the best one is waited for. */
const IMPATIENT_TRIES = 2;

/**
 * Gives a twin to the host that is best for it: one where its kind waits, else the least loaded. One statement, so that no two control planes
 * give a host more than it takes; a host that another statement is at work on, or has given one since this one looked, is passed over at
 * first: what is asked for at once goes to several. It reaches the disk with the row that says that the sandbox is ready: without that
 * one, what was started belongs to nobody, and is found when the host is compared.
 *
 * @returns undefined where none has room
 */
export async function place(database: Kysely<Database>, wish: Wish): Promise<Placed | undefined> {
  for (let tries = 0; ; tries += 1) {
    const isImpatient = tries < IMPATIENT_TRIES;
    const { rows } = await placing(wish, isImpatient).execute(database);
    const [found] = rows;
    if (found?.id) return { id: found.id, name: found.name, address: found.address, warm: found.warm };
    if (!found && !isImpatient) return undefined;
  }
}

/** The host that was chosen, which wasn't given one (all else is null) if others filled it meanwhile. */
type Choice = { chosen: string } & (Placed | { id: null });

/**
 * Waits for at most one row of `hosts`, and holds no other one meanwhile, so that no two of these wait for each other: the patient one
 * chooses without a lock and looks again at what it waited for, the impatient one locks only what is free.
 */
const placing = (wish: Wish, isImpatient: boolean) => sql<Choice>`
  with seen as materialized (
    select id, placed as had, waiting as waited, placed::float / most_twins as load from hosts
  ), chosen as materialized (
    select hosts.id, ${waits(wish)} as warm from hosts join seen on seen.id = hosts.id
    where ${takes(wish)} ${isImpatient ? sql`and placed = had and waiting = waited` : sql``}
    order by ${waits(wish)} desc, seen.load, random()
    limit 1 ${isImpatient ? sql`for update of hosts skip locked` : sql``}
  ), given as (
    update hosts set placed = placed + 1, waiting = case when chosen.warm
      then jsonb_set(waiting, array[${wish.twin}]::text[], to_jsonb((waiting ->> ${wish.twin}::text)::int - 1)) else waiting end
    from chosen where hosts.id = chosen.id and (${waits(wish)}) = chosen.warm and ${takes(wish)}
    returning hosts.id, name, address, warm
  ), noted as (
    insert into placements (sandbox_id, twin, host_id, instance, placed_at)
    select ${wish.sessionId}::text, ${wish.twin}::text, id, ${wish.instance}::text, now() from given
  )
  select chosen.id as chosen, given.id, name, address, given.warm, ${withoutFlush} from chosen left join given on true`;

/** One of the wished kind waits on the host. */
const waits = ({ twin }: Wish) => sql`coalesce((waiting ->> ${twin}::text)::int, 0) > 0`;

/** The host may be given one. */
const takes = (wish: Wish) => sql`
  lost_at is null and not draining and ready and beat_at > now() - ${milliseconds(QUIET_AFTER_MS)}
  and ${wish.twin}::text = any(twins) and hosts.id <> all(${[...wish.except]}::text[])
  and (${waits(wish)} or placed + (select coalesce(sum(value::int), 0) from jsonb_each_text(waiting)) < most_twins)`;

/** A waiting twin was taken, which has a name already. */
export async function noteInstance(
  database: Kysely<Database>,
  { sessionId, twin, instance }: Pick<Wish, 'sessionId' | 'twin' | 'instance'>,
): Promise<void> {
  await database
    .updateTable('placements')
    .set({ instance })
    .where('sandbox_id', '=', sessionId)
    .where('twin', '=', twin)
    .returning(withoutFlush.as('set'))
    .execute();
}

/** A twin is no longer where it was placed. */
export async function displace(database: Kysely<Database>, { sessionId, twin }: Pick<Wish, 'sessionId' | 'twin'>): Promise<void> {
  await database
    .with('gone', (query) =>
      query.deleteFrom('placements').where('sandbox_id', '=', sessionId).where('twin', '=', twin).returning('host_id'),
    )
    .updateTable('hosts')
    .from('gone')
    .set((update) => ({ placed: update('placed', '-', 1) }))
    .whereRef('hosts.id', '=', 'gone.host_id')
    .execute();
}

export interface Placement {
  sessionId: string;
  twin: string;
  instance: string;
  host: PlacementHost & { lost: boolean };
  /** The host that keeps a copy of its journal, unless that is lost itself. */
  mirror: PlacementHost | undefined;
  placedAt: Date;
}

type PlacementHost = Pick<HostRecord, 'id' | 'name' | 'address'>;

const placements = (database: Kysely<Database>) =>
  database
    .selectFrom('placements')
    .innerJoin('hosts', 'hosts.id', 'placements.host_id')
    .leftJoin('hosts as kept', (join) => join.onRef('kept.id', '=', 'placements.mirror_host').on('kept.lost_at', 'is', null))
    .select(['sandbox_id', 'twin', 'instance', 'host_id', 'hosts.name', 'hosts.address', 'hosts.lost_at', 'placed_at'])
    .select(['kept.id as kept_id', 'kept.name as kept_name', 'kept.address as kept_address']);

const asPlacement = (row: Awaited<ReturnType<ReturnType<typeof placements>['execute']>>[number]): Placement => ({
  sessionId: row.sandbox_id,
  twin: row.twin,
  instance: row.instance,
  host: { id: row.host_id, name: row.name, address: row.address, lost: row.lost_at !== null },
  mirror:
    row.kept_id === null ? undefined : { id: row.kept_id, name: row.kept_name as string, address: row.kept_address as string },
  placedAt: row.placed_at,
});

export async function placementsOf(database: Kysely<Database>, sessionIds: readonly string[]): Promise<Placement[]> {
  const ids = sql<string[]>`${[...sessionIds]}::text[]`;
  const rows = await placements(database).where(sql<boolean>`placements.sandbox_id = any(${ids})`).execute();
  return rows.map(asPlacement);
}

export async function placementsOn(database: Kysely<Database>, hostId: string): Promise<Placement[]> {
  return (await placements(database).where('host_id', '=', hostId).execute()).map(asPlacement);
}

/** Where a lost host was given something. */
export async function lostPlacements(database: Kysely<Database>, most: number): Promise<Placement[]> {
  // What can't come back is done first: it waits for nothing.
  const lost = placements(database).where('hosts.lost_at', 'is not', null).orderBy(sql`mirror_host is not null`);
  return (await lost.limit(most).execute()).map(asPlacement);
}

export async function placedSessions(database: Kysely<Database>): Promise<string[]> {
  const rows = await database.selectFrom('placements').select('sandbox_id').distinct().execute();
  return rows.map(({ sandbox_id }) => sandbox_id);
}

/** Takes hosts that have been silent for too long for lost. @returns them */
export async function markLost(database: Kysely<Database>): Promise<HostRecord[]> {
  return database
    .updateTable('hosts')
    .set({ lost_at: sql<Date>`now()` })
    .where('lost_at', 'is', null)
    .where(sql<boolean>`beat_at <= now() - ${milliseconds(LOST_AFTER_MS)}`)
    .returningAll()
    .execute();
}

/** Of hosts that nobody has compared with what is placed on them for so long, the one that it is longest for: the caller does it now. */
export async function takeHostToCheck(database: Kysely<Database>, everyMs: number): Promise<HostRecord | undefined> {
  const { rows } = await sql<HostRecord>`
    update hosts set checked_at = now() where id = (
      select id from hosts where lost_at is null and checked_at <= now() - ${milliseconds(everyMs)}
        and beat_at > now() - ${milliseconds(QUIET_AFTER_MS)}
      order by checked_at limit 1 for update skip locked)
    returning *`.execute(database);
  return rows[0];
}

export async function listHosts(database: Kysely<Database>): Promise<HostRecord[]> {
  return database.selectFrom('hosts').selectAll().orderBy('name').orderBy('id').execute();
}

export type HostState = 'active' | 'draining' | 'drained' | 'unready' | 'lost';

/** What operators are told. */
export function stateOf({ lost_at, draining, placed, ready }: HostRecord): HostState {
  if (lost_at) return 'lost';
  if (draining) return placed === 0 ? 'drained' : 'draining';
  return ready ? 'active' : 'unready';
}

/** @returns false where there is no such host */
export async function setDraining(database: Kysely<Database>, id: string, draining: boolean): Promise<boolean> {
  const result = await database.updateTable('hosts').set({ draining }).where('id', '=', id).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Forgets a host that is lost and that nothing is placed on. @returns false for any other */
export async function forgetHost(database: Kysely<Database>, id: string): Promise<boolean> {
  const result = await database
    .deleteFrom('hosts')
    .where('id', '=', id)
    .where('lost_at', 'is not', null)
    .where('placed', '=', 0)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
