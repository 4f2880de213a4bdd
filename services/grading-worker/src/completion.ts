import type { EvaluationError } from '@svc/contract';
import { closeSandbox, type Database, type RunTable } from '@svc/platform';
import type { Insertable, Kysely } from 'kysely';
import { CaptureIncomplete } from './failures.ts';

/**
 * Writes the run, completes the evaluation and closes the sandbox, all or nothing and once: of two workers that hold the
 * same job, the one that comes second changes nothing.
 *
 * @returns false for the second one. @throws CaptureIncomplete when the sandbox was closed meanwhile.
 */
export async function complete(
  database: Kysely<Database>,
  evaluationId: string,
  run: Insertable<RunTable>,
  at: Date,
): Promise<boolean> {
  return database.transaction().execute(async (trx) => {
    // Sandbox before evaluation, the order in which the control plane takes these locks.
    await trx.selectFrom('sandboxes').select('id').where('id', '=', run.sandbox_id).forUpdate().execute();
    const completed = await trx
      .updateTable('evaluations')
      .set({ status: 'completed', finished_at: at })
      .where('id', '=', evaluationId)
      .where('status', '=', 'running')
      .executeTakeFirst();
    if (completed.numUpdatedRows === 0n) return false;
    // Evidence that is graded again belongs to a sandbox that was closed long ago.
    if (!run.regraded_from && !(await closeSandbox(trx, { id: run.sandbox_id, to: 'done', at }))) {
      throw new CaptureIncomplete('The sandbox was closed before it was graded.');
    }
    await trx.insertInto('runs').values(run).execute();
    return true;
  });
}

/** @returns false when the evaluation has ended already. */
export async function fail(database: Kysely<Database>, evaluationId: string, error: EvaluationError, at: Date): Promise<boolean> {
  const result = await database
    .updateTable('evaluations')
    .set({ status: 'failed', error: JSON.stringify(error), finished_at: at })
    .where('id', '=', evaluationId)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
