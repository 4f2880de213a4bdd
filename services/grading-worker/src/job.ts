import type { ParsedFinalizeRequest } from '@svc/contract';
import type { Database, EvaluationTable, SandboxTable } from '@svc/platform';
import type { Kysely, Selectable } from 'kysely';

export type SandboxRow = Selectable<SandboxTable>;

export interface Job {
  evaluation: Selectable<EvaluationTable>;
  request: ParsedFinalizeRequest;
  sandbox: SandboxRow;
}

/** Takes the evaluation up. @returns undefined when it has ended, or was taken back. */
export async function beginJob(database: Kysely<Database>, evaluationId: string): Promise<Job | undefined> {
  const evaluation = await database
    .updateTable('evaluations')
    .set({ status: 'running' })
    .where('id', '=', evaluationId)
    .where('status', 'in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst();
  if (!evaluation) return undefined;
  const sandbox = await findSandbox(database, evaluation.sandbox_id);
  return { evaluation, sandbox, request: evaluation.request as ParsedFinalizeRequest };
}

export const findSandbox = (database: Kysely<Database>, id: string): Promise<SandboxRow> =>
  database.selectFrom('sandboxes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
