import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CreateSandboxResponse } from '@svc/contract';
import { admitSandboxes, type NewSandboxes, type StoredTwin } from '@svc/platform';
import type { KnownCaller } from '../security/known-callers.ts';
import { type TeamIdentity, teamColumns } from '../security/team-identity.ts';
import type { Service } from '../service.ts';
import { asRow, expireDue, quotaExceeded, recordOf, type SandboxPlan } from './admit.ts';
import { release } from './close.ts';
import { createdSandboxes } from './created.ts';
import { type Allowed, abandon, type Beginning, launchesOf, notStarted, publishRoute, sealed } from './provision.ts';
import { quotaOf } from './usage.ts';
import type { SandboxRecord } from './view.ts';

interface AtOnce {
  plan: SandboxPlan;
  count: number;
  allowed: Allowed;
  beginning: Beginning;
  /** Who asks, where the statement is to confirm it. */
  known?: KnownCaller;
}

type Twins = NewSandboxes['twins'];

/**
 * Starts sandboxes in processes that run already, and takes their slots and writes them down, in one statement: meanwhile, where it is known
 * beforehand where their twins will be, and else afterwards. Nobody has heard of them before both is done. What a crash in between leaves
 * is an orphan, or a row whose sandbox can't be brought back and is closed.
 *
 * @throws ServiceError `quota_exceeded`, or 503; nothing runs then
 */
export async function startAtOnce(service: Service, team: TeamIdentity, start: AtOnce): Promise<CreateSandboxResponse[]> {
  const sandboxes = Array.from({ length: start.count }, () => recordOf(service, team, start.plan, 'ready'));
  for (const { id } of sandboxes) service.starting.add(id);
  try {
    const twins = twinsAhead(service, sandboxes);
    if (!twins) return await createdSandboxes(service, await startThenAdmit(service, team, sandboxes, start));
    const admitting = settled(admitted(service, team, { sandboxes, twins, known: start.known }));
    // The statement leaves in the turn that it was made in: while the database works there is time for the rest.
    await nextTurn();
    const [starts, answers, admission] = await Promise.all([
      bringUpAll(service, sandboxes, start),
      settled(createdSandboxes(service, sandboxes)),
      admitting,
    ]);
    if (admission.status === 'rejected') return await leave(service, sandboxes, admission.reason);
    if (!admission.value) return await refuse(service, team, sandboxes);
    const failed = [answers, ...starts].find((one) => one.status === 'rejected');
    if (failed) return await leave(service, sandboxes, failed.reason);
    for (const [at, one] of starts.entries())
      if (one.status === 'fulfilled') await publishRoute(service, sandboxes[at] as SandboxRecord, one.value);
    return (answers as PromiseFulfilledResult<CreateSandboxResponse[]>).value;
  } finally {
    for (const { id } of sandboxes) service.starting.delete(id);
  }
}

/** What is to be written down of twins that aren't there yet. */
function twinsAhead({ runtime, sealer }: Service, sandboxes: readonly SandboxRecord[]): Twins | undefined {
  const twins: StoredTwin[] = [];
  for (const { id, twins: names } of sandboxes) {
    const addresses = runtime.addressesOf?.(id, names);
    if (!addresses) return undefined;
    twins.push(...sealed({ sealer }, id, addresses));
  }
  return twins;
}

async function startThenAdmit(
  service: Service,
  team: TeamIdentity,
  sandboxes: readonly SandboxRecord[],
  start: AtOnce,
): Promise<SandboxRecord[]> {
  const starts = await bringUpAll(service, sandboxes, start);
  const twins: StoredTwin[] = [];
  for (const [at, one] of starts.entries()) {
    const sandbox = sandboxes[at] as SandboxRecord;
    if (one.status === 'rejected') return failBeforeAdmission(service, sandboxes, one.reason, start.known);
    await publishRoute(service, sandbox, one.value);
    twins.push(...sealed(service, sandbox.id, one.value));
  }
  const admission = await settled(admitted(service, team, { sandboxes, twins, known: start.known }));
  if (admission.status === 'rejected') return leave(service, sandboxes, admission.reason);
  return admission.value ? [...sandboxes] : refuse(service, team, sandboxes);
}

const bringUpAll = (service: Service, sandboxes: readonly SandboxRecord[], { allowed, beginning }: AtOnce) =>
  service.metrics.timed('twins', () =>
    Promise.allSettled(sandboxes.map((sandbox) => service.runtime.start(launchesOf(service, sandbox, allowed, beginning)))),
  );

const settled = async <T>(work: Promise<T>): Promise<PromiseSettledResult<T>> => {
  const [result] = await Promise.allSettled([work]);
  return result;
};

/** Takes away what has no row yet, and leaves rows that say so, unless nobody has confirmed who asks. @throws ServiceError 503 */
async function failBeforeAdmission(
  service: Service,
  sandboxes: readonly SandboxRecord[],
  reason: unknown,
  known: KnownCaller | undefined,
): Promise<never> {
  await giveUp(service, sandboxes);
  if (known) throw notStarted(reason);
  const at = service.clock.now();
  const rows = sandboxes.map((sandbox) => asRow({ ...sandbox, state: 'failed', ready_at: null, closed_at: at }));
  await service.database.insertInto('sandboxes').values(rows).execute();
  throw notStarted(reason);
}

/** Makes unreachable what nobody heard of, and has it removed. */
async function giveUp(service: Service, sandboxes: readonly SandboxRecord[]): Promise<void> {
  await Promise.all(sandboxes.map(({ id }) => service.routes.remove(id)));
  await Promise.all(sandboxes.map(({ id }) => release(service, id)));
}

/** @throws ServiceError `quota_exceeded` */
async function refuse(service: Service, team: TeamIdentity, sandboxes: readonly SandboxRecord[]): Promise<never> {
  await giveUp(service, sandboxes);
  throw await quotaExceeded(service, team);
}

/** Closes what may be written down and isn't all there. @throws ServiceError 503 */
async function leave(service: Service, sandboxes: readonly SandboxRecord[], reason: unknown): Promise<never> {
  const ids = sandboxes.map(({ id }) => id);
  await Promise.all(ids.map((id) => abandon(service, id)));
  await service.database.updateTable('sandboxes').set({ ready_at: null }).where('id', 'in', ids).execute();
  throw notStarted(reason);
}

/** @returns false where the team has too few slots left, or the caller is not confirmed. @throws where nobody can say what is written down */
async function admitted(
  service: Service,
  team: TeamIdentity,
  { known, ...started }: Pick<NewSandboxes, 'sandboxes' | 'twins'> & { known: KnownCaller | undefined },
): Promise<boolean> {
  const believed = known && { apiKeyId: known.principal.apiKey.id, team: teamColumns(team) };
  const running = { teamId: team.id, quota: quotaOf(service, team), ...started, ...(believed && { believed }) };
  const admit = async (): Promise<boolean> => {
    const open = await service.metrics.timed('admit', () => admitSandboxes(service.database, running));
    if (open === undefined) return false;
    if (known) known.isConfirmed = true;
    // Of a caller that is known: the next one is refused by it before anything starts.
    team.openSandboxes = Math.max(team.openSandboxes, open);
    return true;
  };
  // What ran out since the reaper's last round still holds its slot.
  return (await admit()) || (!known && (await expireDue(service, team.id)) && (await admit()));
}
