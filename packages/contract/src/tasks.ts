import { z } from 'zod';
import { taskIdSchema, timestampSchema } from './ids.ts';
import { MAX_SCENARIO_NAME_LENGTH } from './limits.ts';
import { listLimitSchema } from './sandboxes.ts';

/** POST /v1/tasks: stores a task for later sandboxes (`task_id`). */
export const createTaskRequestSchema = z
  .object({
    /** Base64 of UTF-8 markdown, as in POST /v1/sandboxes. */
    task_source: z.string().min(1),
    /** By default the title of the markdown. */
    name: z.string().min(1).max(MAX_SCENARIO_NAME_LENGTH).optional(),
  })
  .meta({ examples: [{ task_source: 'IyBUcmlhZ2U=', name: 'Triage' }] });
export type CreateTaskRequest = z.infer<typeof createTaskRequestSchema>;

/** A row of GET /v1/tasks */
export const taskRowSchema = z.object({
  id: taskIdSchema,
  name: z.string(),
  /** SHA-256 of the markdown, lower-case hex; equals `task_hash` of its runs. */
  task_hash: z.string(),
  created_at: timestampSchema,
});
export type TaskRow = z.infer<typeof taskRowSchema>;

/** GET /v1/tasks/:id and 201 of POST /v1/tasks */
export const taskSchema = taskRowSchema.extend({ task_markdown: z.string() });
export type Task = z.infer<typeof taskSchema>;

export const listTasksQuerySchema = z.object({ limit: listLimitSchema });
