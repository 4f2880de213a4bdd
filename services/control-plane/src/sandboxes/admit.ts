import { IDEMPOTENCY_WINDOW_MS, ServiceError } from '@svc/contract';
import { admitSandboxes, type Database, type SandboxParent, type SandboxTable } from '@svc/platform';
import { type Insertable, sql, type Transaction } from 'kysely';
import { newId } from '../ids.ts';
import type { TeamIdentity } from '../security/team-identity.ts';
import type { Worlds } from '../seeds/worlds.ts';
import type { Service } from '../service.ts';
import { closeUngraded } from './close.ts';
import type { FaultsByTwin } from './faults.ts';
import { quotaOf, usageOf } from './usage.ts';
import type { SandboxRecord } from './view.ts';

/** A sandbox that has passed every check and only needs a slot. */
export interface SandboxPlan {
  twins: string[];
  worlds: Worlds;
  clock: { mode: 'wall' } | { mode: 'logical'; start?: string };
  task: { id: string | null; markdown: string | null; name: string | null };
  groupId: string | null;
  agentVersion: string | null;
  idempotencyKey: string | null;
  webhookPorts: readonly number[];
  faults: FaultsByTwin;
  /** Where a fork begins; null for a sandbox that begins with its seeds. */
  parent: SandboxParent | null;
  /** A session of the local evaluate command, without twins. */
  selfReported: boolean;
}

export interface Admission {
  sandbox: SandboxRecord;
  /** False for a repeated idempotency key: the sandbox is being started, or was, by the first call. */
  fresh: boolean;
}

export interface Admissions {
  sandboxes: SandboxRecord[];
  fresh: boolean;
}

/** The row of a sandbox of this plan, as it is in one of the states that it begins in. */
export function recordOf(service: Service, team: TeamIdentity, plan: SandboxPlan, state: BeginningState): SandboxRecord {
  const at = service.clock.now();
  return {
    id: newId('sandbox', at),
    team_id: team.id,
    state,
    twins: plan.twins,
    seeds: plan.worlds,
    clock: plan.clock,
    task_markdown: plan.task.markdown,
    task_id: plan.task.id,
    task_name: plan.task.name,
    group_id: plan.groupId,
    agent_version: plan.agentVersion,
    idempotency_key: plan.idempotencyKey,
    parent: plan.parent,
    self_reported: plan.selfReported,
    created_at: at,
    ready_at: state === 'ready' ? at : null,
    expires_at: new Date(at.getTime() + (team.lifetimeMs ?? service.config.lifetimeMs)),
    last_request_at: null,
    last_activity_at: at,
    idle_ms: team.idleMs ?? service.config.idleMs,
    closed_at: null,
    failure: null,
    recovered: null,
  };
}

/** What a sandbox begins in. */
type BeginningState = Extract<SandboxRecord['state'], 'provisioning' | 'ready'>;

/** As it is written. */
export const asRow = ({ seeds, clock, parent, recovered, ...record }: SandboxRecord): Insertable<SandboxTable> => ({
  ...record,
  seeds: JSON.stringify(seeds),
  clock: JSON.stringify(clock),
  parent: parent && JSON.stringify(parent),
  recovered: recovered && JSON.stringify(recovered),
});

/** Reserves a slot and writes the sandbox's row, together or not at all. @throws ServiceError `quota_exceeded`. */
export async function admit(service: Service, team: TeamIdentity, plan: SandboxPlan): Promise<Admission> {
  const { sandboxes, fresh } = await admitAll(service, team, plan, 1);
  return { sandbox: sandboxes[0] as SandboxRecord, fresh };
}

/** The same for several of one plan: all of them or none. */
export async function admitAll(service: Service, team: TeamIdentity, plan: SandboxPlan, count: number): Promise<Admissions> {
  const first = await tryAdmit(service, team, plan, count);
  if (first) return first;
  // What ran out since the reaper's last round still holds its slot.
  const freed = await expireDue(service, team.id);
  const second = freed ? await tryAdmit(service, team, plan, count) : undefined;
  if (second) return second;
  throw await quotaExceeded(service, team);
}

export const quotaExceeded = async (service: Service, team: TeamIdentity): Promise<ServiceError> =>
  new ServiceError('quota_exceeded', { details: { usage: await usageOf(service, team) } });

async function tryAdmit(service: Service, team: TeamIdentity, plan: SandboxPlan, count: number): Promise<Admissions | undefined> {
  const state = plan.selfReported ? 'ready' : 'provisioning';
  const sandboxes = Array.from({ length: count }, () => recordOf(service, team, plan, state));
  const fresh = async (database: Service['database']): Promise<Admissions | undefined> => {
    const open = await admitSandboxes(database, { teamId: team.id, quota: quotaOf(service, team), sandboxes, twins: [] });
    return open === undefined ? undefined : { sandboxes, fresh: true };
  };
  const { idempotencyKey } = plan;
  if (!idempotencyKey) return fresh(service.database);
  return service.database.transaction().execute(async (trx) => {
    const repeated = await findRepeated(service, trx, team.id, idempotencyKey);
    return repeated.length > 0 ? { sandboxes: repeated, fresh: false } : fresh(trx);
  });
}

/** Calls with one key take turns here, so that two at the same instant find each other. */
async function findRepeated(
  { clock }: Service,
  trx: Transaction<Database>,
  teamId: string,
  key: string,
): Promise<SandboxRecord[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${teamId}/${key}`}, 0))`.execute(trx);
  return trx
    .selectFrom('sandboxes')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('idempotency_key', '=', key)
    .where('created_at', '>', new Date(clock.now().getTime() - IDEMPOTENCY_WINDOW_MS))
    .where('state', '!=', 'failed')
    .orderBy('id')
    .execute();
}

/** Closes what of a team's sandboxes ran out. @returns whether that made room */
export async function expireDue(service: Service, teamId: string): Promise<boolean> {
  const due = await service.database
    .selectFrom('sandboxes')
    .select('id')
    .where('team_id', '=', teamId)
    .where('state', 'in', ['provisioning', 'ready', 'running'])
    .where('expires_at', '<=', service.clock.now())
    .execute();
  const outcomes = await Promise.all(due.map(({ id }) => closeUngraded(service, id, 'expired')));
  return outcomes.includes('closed');
}
