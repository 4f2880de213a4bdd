import type { CreateSandboxResponse } from '@svc/contract';
import type { KnownCaller } from '../security/known-callers.ts';
import type { TeamIdentity } from '../security/team-identity.ts';
import type { Service } from '../service.ts';
import { admitAll, type SandboxPlan } from './admit.ts';
import { createdSandboxes } from './created.ts';
import { type Allowed, type Heritage, provisionAll, roomOf, untilStarted } from './provision.ts';
import { startAtOnce } from './start-at-once.ts';
import { quotaOf } from './usage.ts';

export interface Start {
  plan: SandboxPlan;
  count: number;
  /** What forks begin with. */
  heritage?: Heritage;
  /** Who asks, where that is still to be confirmed. */
  known?: KnownCaller;
}

/**
 * Has sandboxes of one plan admitted and started: all of them or none. A repeated idempotency key gets those that its first call started.
 *
 * @returns what whoever started them is told of each
 */
export async function startSandboxes(service: Service, team: TeamIdentity, start: Start): Promise<CreateSandboxResponse[]> {
  const { plan, count, heritage, known } = start;
  const allowed: Allowed = { webhookPorts: plan.webhookPorts, room: roomOf(service, team) };
  const beginning = { faults: plan.faults, ...(heritage && { heritage }) };
  if (mayStartAtOnce(service, team, start))
    return startAtOnce(service, team, { plan, count, allowed, beginning, ...(known && { known }) });
  if (known) throw new Error('nothing here confirms who asks');
  const { sandboxes, fresh } = await service.metrics.timed('admit', () => admitAll(service, team, plan, count));
  if (fresh) await provisionAll(service, sandboxes, allowed, beginning);
  else await Promise.all(sandboxes.map((sandbox) => untilStarted(service, sandbox)));
  return createdSandboxes(service, sandboxes);
}

/** Calls with one key have to find each other, and a team without slots left is refused before anything starts. */
const mayStartAtOnce = (service: Service, team: TeamIdentity, { plan, count }: Start): boolean =>
  service.runtime.startsAtOnce === true && plan.idempotencyKey === null && team.openSandboxes + count <= quotaOf(service, team);
