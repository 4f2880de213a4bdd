import type { RunOutcome, RunRow } from '@svc/contract';
import { sql } from 'kysely';
import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { invalidField } from '../../http/validate.ts';
import { isoOrNull } from '../../sandboxes/view.ts';
import type { Service } from '../../service.ts';

const COLUMNS = [
  'id',
  'sandbox_id',
  'task_name',
  'task_hash',
  'satisfaction_score',
  'group_id',
  'environment',
  'agent_model',
  'agent_version',
  'outcome',
  'created_at',
  'finished_at',
] as const;

/** Columns that are compared as a whole. */
const SAME = ['group_id', 'task_name', 'agent_version', 'agent_model', 'outcome'] as const;

export const listRuns: Handler<'listRuns'> = async ({ database }, { teamId, query }) => {
  let select = database
    .selectFrom('runs')
    .select(COLUMNS)
    .select(sql<RunRow['agent_usage']>`record->'agent_usage'`.as('agent_usage'))
    .where('team_id', '=', teamId);
  for (const name of SAME) if (query[name] !== undefined) select = select.where(name, '=', query[name]);
  if (query.min_score !== undefined) select = select.where('satisfaction_score', '>=', query.min_score);
  if (query.below_score !== undefined) select = select.where('satisfaction_score', '<', query.below_score);
  if (query.since !== undefined) select = select.where('created_at', '>=', new Date(query.since));
  if (query.until !== undefined) select = select.where('created_at', '<', new Date(query.until));
  if (query.after !== undefined) {
    const { created_at, id } = await lastOfPage(database, teamId, query.after);
    select = select.where(sql<boolean>`(created_at, id) < (${created_at}, ${id})`);
  }
  const runs = await select.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(query.limit).execute();
  const rows = runs.map(
    ({ sandbox_id, created_at, finished_at, outcome, ...run }): RunRow => ({
      ...run,
      outcome: outcome as RunOutcome,
      session_id: sandbox_id,
      created_at: created_at.toISOString(),
      finished_at: isoOrNull(finished_at),
    }),
  );
  return ok(rows);
};

/** @throws ServiceError 422 for unknown ids and other teams' alike */
async function lastOfPage(database: Service['database'], teamId: string, id: string) {
  const run = await database
    .selectFrom('runs')
    .select(['id', 'created_at'])
    .where('id', '=', id)
    .where('team_id', '=', teamId)
    .executeTakeFirst();
  if (!run) throw invalidField('after', 'is not a run of the team');
  return run;
}
