import type { ClockRequest, ParsedCreateSandboxRequest, Seed } from '@svc/contract';
import { invalidField } from '../http/validate.ts';
import { checkWorlds, loadAll, requireFewEnough, requireKnown, splitSeed } from '../seeds/worlds.ts';
import type { Service } from '../service.ts';
import { decodeTaskSource, readTask, taskName } from '../tasks/source.ts';
import type { SandboxPlan } from './admit.ts';
import { readFaults } from './faults.ts';

type TaskRequest = { task_source?: string | undefined; task_id?: string | undefined };

/** Everything that can be found wrong with a request before anything is reserved. @throws ServiceError 422. */
export async function planSandbox(service: Service, teamId: string, body: ParsedCreateSandboxRequest): Promise<SandboxPlan> {
  if (body.replay_of !== undefined) return planReplay(service, teamId, body, body.replay_of);
  requireFewEnough(body.twins);
  requireKnown(service.twins, body.twins);
  const loaded = await loadAll(service.twins, body.twins);
  const { task, seed } = await findTask(service, teamId, body, body.seed);
  const worlds = splitSeed(body.twins, seed);
  checkWorlds(loaded, worlds);
  return {
    twins: body.twins,
    worlds,
    clock: clockOf(body.clock),
    task,
    groupId: body.group_id ?? null,
    agentVersion: body.agent_version ?? null,
    idempotencyKey: body.idempotency_key ?? null,
    webhookPorts: receivers(service, body.webhook_ports ?? []),
    faults: await readFaults(loaded, body.faults ?? []),
    parent: null,
    selfReported: false,
  };
}

/** Begins as the sandbox of a run did. @throws ServiceError 422 for a run that isn't the team's, or wasn't made here */
async function planReplay(
  service: Service,
  teamId: string,
  body: ParsedCreateSandboxRequest,
  runId: string,
): Promise<SandboxPlan> {
  const sandbox = await service.database
    .selectFrom('runs')
    .innerJoin('sandboxes', 'sandboxes.id', 'runs.sandbox_id')
    .selectAll('sandboxes')
    .where('runs.id', '=', runId)
    .where('runs.team_id', '=', teamId)
    .executeTakeFirst();
  if (!sandbox) throw invalidField('replay_of', 'names no run');
  if (sandbox.self_reported)
    throw invalidField('replay_of', 'names a run whose evidence was captured elsewhere: its seed is not known');
  checkWorlds(await loadAll(service.twins, sandbox.twins), sandbox.seeds);
  return {
    twins: sandbox.twins,
    worlds: sandbox.seeds,
    clock: sandbox.clock,
    task: { id: sandbox.task_id, markdown: sandbox.task_markdown, name: sandbox.task_name },
    groupId: body.group_id ?? null,
    agentVersion: body.agent_version ?? null,
    idempotencyKey: body.idempotency_key ?? null,
    webhookPorts: receivers(service, body.webhook_ports ?? []),
    faults: new Map(),
    parent: null,
    selfReported: false,
  };
}

/** @throws ServiceError 422 for a port of the service itself: agents decide what its twins send, and when. */
export function receivers({ config }: Service, ports: readonly number[]): readonly number[] {
  const at = ports.findIndex((port) => config.ownPorts.includes(port));
  if (at >= 0) throw invalidField(`webhook_ports[${at}]`, 'is a port of the service itself');
  return [...new Set([...config.webhookPorts, ...ports])];
}

/** The task and the world to start from: an explicit seed wins over the task's own, which isn't read then. */
export async function findTask(
  service: Service,
  teamId: string,
  request: TaskRequest,
  explicit: Seed | undefined,
): Promise<{ task: SandboxPlan['task']; seed: Seed | undefined }> {
  if (request.task_source !== undefined && request.task_id !== undefined) {
    throw invalidField('task_id', 'provide at most one of task_source and task_id');
  }
  const stored = request.task_id === undefined ? undefined : await loadTask(service, teamId, request.task_id);
  const markdown = stored?.markdown ?? (request.task_source === undefined ? null : decodeTaskSource(request.task_source));
  if (markdown === null) return { task: { id: null, markdown, name: null }, seed: explicit };
  const read = explicit ? { name: taskName(markdown), seed: explicit } : readTask(markdown);
  return { task: { id: stored?.id ?? null, markdown, name: stored?.name ?? read.name }, seed: read.seed };
}

async function loadTask({ database }: Service, teamId: string, id: string) {
  const task = await database
    .selectFrom('tasks')
    .select(['id', 'name', 'markdown'])
    .where('id', '=', id)
    .where('team_id', '=', teamId)
    .executeTakeFirst();
  if (!task) throw invalidField('task_id', 'names no stored task');
  return task;
}

function clockOf(clock: ClockRequest | undefined): SandboxPlan['clock'] {
  if (clock === undefined) return { mode: 'wall' };
  if (typeof clock === 'string') return { mode: clock };
  if (clock.mode === 'wall') return clock;
  return { mode: 'logical', ...(clock.start !== undefined && { start: clock.start }) };
}
