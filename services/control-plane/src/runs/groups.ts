import { MAX_GROUP_TRIALS, type RunOutcome, ServiceError } from '@svc/contract';
import { groupFigures, type Trial } from '@svc/grading';
import { sql } from 'kysely';
import type { Service } from '../service.ts';

export interface GroupFilter {
  agent_version?: string | undefined;
  agent_model?: string | undefined;
  task_name?: string | undefined;
}

/** The trials of a group, oldest first, and their figures. @throws ServiceError `not_found` for a group that the team doesn't have */
export async function readGroup({ database }: Service, teamId: string, groupId: string, filter: GroupFilter) {
  let select = database
    .selectFrom('runs')
    .select(['id', 'task_name', 'outcome', 'satisfaction_score', 'agent_version', 'agent_model'])
    .select(sql<Trial['criteria']>`record->'criteria_results'`.as('criteria'))
    // A run that was graded before there was one has none, or the JSON null.
    .select(sql<Trial['usage']>`record->'agent_usage'`.as('usage'))
    .where('team_id', '=', teamId)
    .where('group_id', '=', groupId)
    .where('regraded_from', 'is', null);
  for (const name of ['agent_version', 'agent_model', 'task_name'] as const)
    if (filter[name] !== undefined) select = select.where(name, '=', filter[name]);
  const rows = await select
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_GROUP_TRIALS + 1)
    .execute();
  if (rows.length === 0 && !(await exists(database, teamId, groupId)))
    throw new ServiceError('not_found', { message: 'There is no such group.' });
  const trials = rows
    .slice(0, MAX_GROUP_TRIALS)
    .toReversed()
    .map(
      ({ id, outcome, satisfaction_score, ...row }): Trial => ({
        ...row,
        run_id: id,
        outcome: outcome as RunOutcome,
        score: satisfaction_score,
      }),
    );
  return { trials, figures: groupFigures(groupId, trials, rows.length > MAX_GROUP_TRIALS) };
}

async function exists(database: Service['database'], teamId: string, groupId: string): Promise<boolean> {
  const run = await database
    .selectFrom('runs')
    .select('id')
    .where('team_id', '=', teamId)
    .where('group_id', '=', groupId)
    .limit(1)
    .executeTakeFirst();
  return run !== undefined;
}
