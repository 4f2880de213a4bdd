import type { ParsedForkSandboxRequest } from '@svc/contract';
import type { SandboxParent } from '@svc/platform';
import type { Service } from '../service.ts';
import { cutAt } from '../worlds/cut.ts';
import { twinsOf } from '../worlds/twins.ts';
import type { SandboxPlan } from './admit.ts';
import { receivers } from './plan.ts';
import type { Heritage } from './provision.ts';
import type { SandboxRecord } from './view.ts';

export interface ForkPlan {
  plan: SandboxPlan;
  heritage: Heritage;
}

/** What forks of an open sandbox begin with. @throws ServiceError 422 for a step that its tape doesn't reach */
export async function planFork(service: Service, from: SandboxRecord, body: ParsedForkSandboxRequest): Promise<ForkPlan> {
  const twins = await twinsOf(service, from);
  const cut = await cutAt(from, twins, body.at, 'at');
  const rowsOf = (twin: string): number => cut.get(twin) ?? 0;
  const parent: SandboxParent = {
    session_id: from.id,
    step: body.at,
    rows: Object.fromEntries(from.twins.map((twin) => [twin, rowsOf(twin)])),
  };
  const heritage = twins.map((address) => {
    return [address.twin, { sessionId: from.id, from: address, rows: rowsOf(address.twin) }] as const;
  });
  return { heritage: new Map(heritage), plan: planOf(service, from, body, parent) };
}

const planOf = (service: Service, from: SandboxRecord, body: ParsedForkSandboxRequest, parent: SandboxParent): SandboxPlan => ({
  twins: from.twins,
  worlds: from.seeds,
  clock: from.clock,
  task: { id: from.task_id, markdown: from.task_markdown, name: from.task_name },
  groupId: body.group_id ?? null,
  agentVersion: body.agent_version ?? from.agent_version,
  // A key of a create is another one.
  idempotencyKey: body.idempotency_key === undefined ? null : `fork/${from.id}/${body.idempotency_key}`,
  webhookPorts: receivers(service, body.webhook_ports ?? []),
  faults: new Map(),
  parent,
  selfReported: false,
});
