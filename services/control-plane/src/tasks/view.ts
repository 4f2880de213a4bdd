import type { Task, TaskRow } from '@svc/contract';
import type { TaskTable } from '@svc/platform';
import type { Selectable } from 'kysely';
import { sha256Hex } from '../security/compare.ts';

type TaskRecord = Selectable<TaskTable>;

export const taskRow = (task: TaskRecord): TaskRow => ({
  id: task.id,
  name: task.name,
  task_hash: sha256Hex(task.markdown),
  created_at: task.created_at.toISOString(),
});

export const fullTask = (task: TaskRecord): Task => ({ ...taskRow(task), task_markdown: task.markdown });
