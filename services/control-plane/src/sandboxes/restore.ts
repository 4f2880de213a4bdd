import type { Service } from '../service.ts';
import { publishRoute, type RoutedTwin } from './provision.ts';
import type { SandboxRecord } from './view.ts';

/** Younger evaluations are being enqueued by the call that made them, in milliseconds. */
const BEING_ENQUEUED_MS = 10_000;

/** Publishes the route of an open sandbox. One that was closed meanwhile must not stay open to its agent. */
export async function publishWhileOpen(service: Service, sandbox: SandboxRecord, twins: readonly RoutedTwin[]): Promise<void> {
  await publishRoute(service, sandbox, twins);
  const row = await service.database.selectFrom('sandboxes').select('closed_at').where('id', '=', sandbox.id).executeTakeFirst();
  if (row?.closed_at !== null) await service.routes.markClosed(sandbox.id);
}

/** Puts back the routes of open sandboxes that a route table which lost its memory lacks. */
export async function restoreRoutes(service: Service): Promise<void> {
  const open = await service.database
    .selectFrom('sandboxes')
    .selectAll()
    .where('state', 'in', ['ready', 'running'])
    .where('self_reported', '=', false)
    .execute();
  for (const sandbox of open) {
    if (await service.routes.find(sandbox.id)) continue;
    const twins = await service.database
      .selectFrom('sandbox_twins')
      .select(['twin', 'url'])
      .where('sandbox_id', '=', sandbox.id)
      .execute();
    if (twins.length === sandbox.twins.length) await publishWhileOpen(service, sandbox, twins);
  }
}

/** Enqueues evaluations that a queue which lost its memory lacks; for those that it has this does nothing. */
export async function resumeEvaluations(service: Service, olderThanMs = BEING_ENQUEUED_MS): Promise<void> {
  const unfinished = await service.database
    .selectFrom('evaluations')
    .select('id')
    .where('status', 'in', ['queued', 'running'])
    .where('created_at', '<=', new Date(service.clock.now().getTime() - olderThanMs))
    .execute();
  for (const { id } of unfinished) await service.queue.enqueue({ evaluationId: id });
}
