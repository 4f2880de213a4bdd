import { ServiceError, taskIdSchema } from '@svc/contract';
import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { fullTask } from '../../tasks/view.ts';

export const getTask: Handler<'getTask'> = async ({ database }, { teamId, id }) => {
  const task = taskIdSchema.safeParse(id).success
    ? await database.selectFrom('tasks').selectAll().where('id', '=', id).where('team_id', '=', teamId).executeTakeFirst()
    : undefined;
  if (!task) throw new ServiceError('not_found', { message: 'There is no such task.' });
  return ok(fullTask(task));
};
