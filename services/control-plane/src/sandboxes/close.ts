import { ERROR_REASONS } from '@svc/contract';
import { type ClosedState, closeSandbox, type Database } from '@svc/platform';
import { sql, type Transaction } from 'kysely';
import type { Service } from '../service.ts';

/** Unfinished evaluations older than this no longer keep a sandbox from expiring, in milliseconds. */
const EVALUATION_GRACE_MS = 10 * 60 * 1000;

export type CloseOutcome = 'closed' | 'not_open' | 'being_graded';

/** Closes a sandbox that isn't being graded, tells the proxies, and lets its twins be removed. */
export async function closeUngraded(service: Service, id: string, to: Exclude<ClosedState, 'done'>): Promise<CloseOutcome> {
  const outcome = await service.database.transaction().execute(async (trx): Promise<CloseOutcome> => {
    // The lock is the one that a finalize takes before it adds its evaluation, so the two can't pass each other.
    await trx.selectFrom('sandboxes').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
    if (await isBeingGraded(service, trx, id)) return 'being_graded';
    return (await closeSandbox(trx, { id, to, at: service.clock.now() })) ? 'closed' : 'not_open';
  });
  if (outcome === 'closed') await release(service, id);
  return outcome;
}

/** Closes a sandbox whose twins are gone for good, and ends what was to be graded of them: nobody can read them any more. */
export async function closeFailed(service: Service, id: string, failure: string): Promise<void> {
  const at = service.clock.now();
  await service.database.transaction().execute(async (trx) => {
    await trx.selectFrom('sandboxes').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
    const { type } = ERROR_REASONS.capture_incomplete;
    await trx
      .updateTable('evaluations')
      .set({
        status: 'failed',
        error: JSON.stringify({ type, message: failure, reason: 'capture_incomplete' }),
        finished_at: at,
      })
      .where('sandbox_id', '=', id)
      .where('regrade_of', 'is', null)
      .where('status', 'in', ['queued', 'running'])
      .where(sql<boolean>`request ->> 'source' = 'twin-pull'`)
      .execute();
    await closeSandbox(trx, { id, to: 'failed', at, failure });
  });
  await release(service, id);
}

async function isBeingGraded({ clock }: Service, trx: Transaction<Database>, id: string): Promise<boolean> {
  const evaluation = await trx
    .selectFrom('evaluations')
    .select('id')
    .where('sandbox_id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .where('created_at', '>', new Date(clock.now().getTime() - EVALUATION_GRACE_MS))
    .executeTakeFirst();
  return evaluation !== undefined;
}

/** Makes a closed sandbox unreachable at once and removes its twins without keeping the caller waiting. */
export async function release(service: Service, id: string): Promise<void> {
  try {
    await service.routes.markClosed(id);
  } catch (error) {
    service.log.warn({ err: error, session: id }, 'the route could not be closed; the reaper will try again');
  }
  service.background.run(`remove the twins of ${id}`, () => removeTwins(service, id));
}

/** A closed sandbox's rows in `sandbox_twins` are the list of what is still to remove: they go last. */
export async function removeTwins({ database, routes, runtime }: Service, id: string): Promise<void> {
  await runtime.stop(id);
  await routes.markClosed(id);
  await database.deleteFrom('sandbox_twins').where('sandbox_id', '=', id).execute();
}
