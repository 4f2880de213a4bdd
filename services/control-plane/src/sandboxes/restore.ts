import { sql } from 'kysely';
import type { Service } from '../service.ts';
import { eachAtOnce } from './each.ts';
import { publishRoute, type RoutedTwin } from './provision.ts';
import type { SandboxRecord } from './view.ts';

/** Younger evaluations are being enqueued by the call that made them, in milliseconds. */
const BEING_ENQUEUED_MS = 10_000;
/** Rows read at a time. */
const ROUND_SIZE = 500;

/** Publishes the route of an open sandbox. One that was closed meanwhile must not stay open to its agent. */
export async function publishWhileOpen(service: Service, sandbox: SandboxRecord, twins: readonly RoutedTwin[]): Promise<void> {
  await publishRoute(service, sandbox, twins);
  const row = await service.database.selectFrom('sandboxes').select('closed_at').where('id', '=', sandbox.id).executeTakeFirst();
  if (row?.closed_at !== null) await service.routes.markClosed(sandbox.id);
}

/** Puts back the routes of open sandboxes that a route table which lost its memory lacks. */
export async function restoreRoutes(service: Service): Promise<void> {
  const open = await routed(service).select('id').execute();
  const missing = await service.routes.missing(open.map(({ id }) => id));
  for (let at = 0; at < missing.length; at += ROUND_SIZE) {
    const ids = missing.slice(at, at + ROUND_SIZE);
    const lacking = await routed(service).selectAll().where(sql<boolean>`id = any(${ids}::text[])`).execute();
    await eachAtOnce(lacking, (sandbox) => restoreRoute(service, sandbox));
  }
}

/** Their rows hold their seeds: they are read for those only that need them. */
const routed = ({ database }: Service) =>
  database.selectFrom('sandboxes').where('state', 'in', ['ready', 'running']).where('self_reported', '=', false);

async function restoreRoute(service: Service, sandbox: SandboxRecord): Promise<void> {
  const twins = await service.database
    .selectFrom('sandbox_twins')
    .select(['twin', 'url'])
    .where('sandbox_id', '=', sandbox.id)
    .execute();
  if (twins.length === sandbox.twins.length) await publishWhileOpen(service, sandbox, twins);
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
