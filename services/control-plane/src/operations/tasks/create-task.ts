import { created } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { newId } from '../../ids.ts';
import { decodeTaskSource, readTask } from '../../tasks/source.ts';
import { fullTask } from '../../tasks/view.ts';

const UNTITLED = 'Untitled task';

export const createTask: Handler<'createTask'> = async ({ clock, database }, { teamId, body }) => {
  const markdown = decodeTaskSource(body.task_source);
  const at = clock.now();
  // Read now, so that a seed that can't be read is found here and not when the first sandbox starts.
  const { name: title } = readTask(markdown);
  const name = body.name ?? title ?? UNTITLED;
  const task = { id: newId('task', at), team_id: teamId, name, markdown, created_at: at };
  await database.insertInto('tasks').values(task).execute();
  return created(fullTask(task));
};
