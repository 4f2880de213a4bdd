import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { taskRow } from '../../tasks/view.ts';

export const listTasks: Handler<'listTasks'> = async ({ database }, { teamId, query }) => {
  const tasks = await database
    .selectFrom('tasks')
    .selectAll()
    .where('team_id', '=', teamId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit)
    .execute();
  return ok(tasks.map(taskRow));
};
