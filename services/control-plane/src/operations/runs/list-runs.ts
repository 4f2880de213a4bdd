import type { RunOutcome, RunRow } from '@svc/contract';
import { sql } from 'kysely';
import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { isoOrNull } from '../../sandboxes/view.ts';

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

export const listRuns: Handler<'listRuns'> = async ({ database }, { teamId, query }) => {
  let select = database
    .selectFrom('runs')
    .select(COLUMNS)
    .select(sql<RunRow['agent_usage']>`record->'agent_usage'`.as('agent_usage'))
    .where('team_id', '=', teamId);
  if (query.group_id !== undefined) select = select.where('group_id', '=', query.group_id);
  if (query.task_name !== undefined) select = select.where('task_name', '=', query.task_name);
  for (const name of ['agent_version', 'agent_model', 'outcome'] as const)
    if (query[name] !== undefined) select = select.where(name, '=', query[name]);
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
