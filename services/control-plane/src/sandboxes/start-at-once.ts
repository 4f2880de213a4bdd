import { admitRunning, type RunningSandboxes } from '@svc/platform';
import type { TeamIdentity } from '../security/team-identity.ts';
import type { Service } from '../service.ts';
import { asRow, expireDue, quotaExceeded, recordOf, type SandboxPlan } from './admit.ts';
import { release } from './close.ts';
import { type Allowed, abandon, type Beginning, launchesOf, notStarted, publishRoute, sealed } from './provision.ts';
import { quotaOf } from './usage.ts';
import type { SandboxRecord } from './view.ts';

interface AtOnce {
  plan: SandboxPlan;
  count: number;
  allowed: Allowed;
  beginning: Beginning;
}

type Twins = RunningSandboxes['twins'];

/**
 * Starts sandboxes in processes that run already, and then takes their slots and writes them down, in one statement: what is written
 * down runs. Until then nobody has heard of them, and what a crash leaves of them is an orphan.
 *
 * @throws ServiceError `quota_exceeded`, or 503; nothing runs then
 */
export async function startAtOnce(service: Service, team: TeamIdentity, start: AtOnce): Promise<SandboxRecord[]> {
  const sandboxes = Array.from({ length: start.count }, () => recordOf(service, team, start.plan, 'ready'));
  for (const { id } of sandboxes) service.starting.add(id);
  try {
    const twins = await bringUp(service, sandboxes, start);
    if (await admitted(service, team, sandboxes, twins)) return sandboxes;
    await giveUp(service, sandboxes);
    throw await quotaExceeded(service, team);
  } finally {
    for (const { id } of sandboxes) service.starting.delete(id);
  }
}

/** Starts all of them and opens their routes. @throws ServiceError 503 when one can't come up; what is left then are rows that say so */
async function bringUp(service: Service, sandboxes: readonly SandboxRecord[], start: AtOnce): Promise<Twins> {
  const starts = await service.metrics.timed('twins', () =>
    Promise.allSettled(sandboxes.map((sandbox) => bringUpOne(service, sandbox, start))),
  );
  const failed = starts.find((one) => one.status === 'rejected');
  if (!failed) return starts.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  await giveUp(service, sandboxes);
  const at = service.clock.now();
  const rows = sandboxes.map((sandbox) => asRow({ ...sandbox, state: 'failed', ready_at: null, closed_at: at }));
  await service.database.insertInto('sandboxes').values(rows).execute();
  throw notStarted(failed.reason);
}

/** Makes unreachable what nobody heard of, and has it removed. */
async function giveUp(service: Service, sandboxes: readonly SandboxRecord[]): Promise<void> {
  await Promise.all(sandboxes.map(({ id }) => service.routes.remove(id)));
  await Promise.all(sandboxes.map(({ id }) => release(service, id)));
}

async function bringUpOne(service: Service, sandbox: SandboxRecord, { allowed, beginning }: AtOnce): Promise<Twins> {
  const addresses = await service.runtime.start(await launchesOf(service, sandbox, allowed, beginning));
  await publishRoute(service, sandbox, addresses);
  return sealed(service, sandbox.id, addresses);
}

/** @returns false where the team has too few slots left. @throws ServiceError 503 when nobody can say what is written down */
async function admitted(
  service: Service,
  team: TeamIdentity,
  sandboxes: readonly SandboxRecord[],
  twins: Twins,
): Promise<boolean> {
  const running = { teamId: team.id, quota: quotaOf(service, team), sandboxes, twins };
  const admit = () => service.metrics.timed('admit', () => admitRunning(service.database, running));
  try {
    // What ran out since the reaper's last round still holds its slot.
    return (await admit()) || ((await expireDue(service, team.id)) && (await admit()));
  } catch (cause) {
    await Promise.all(sandboxes.map(({ id }) => abandon(service, id)));
    throw notStarted(cause);
  }
}
