import { type ClockRequest, type Criterion, DEFAULT_TWINS, type Fault } from '@svc/contract';
import { ToolFailure } from './failure.ts';
import type { Toolbox } from './tool.ts';

/** What the tools read of a task's markdown. */
export interface TaskDocument {
  title: string | null;
  prompt: string | null;
  setup: string | null;
  expectedBehavior: string | null;
  criteria: readonly Criterion[];
  config: { twins?: readonly string[]; clock?: ClockRequest; faults?: Fault[] };
}

/** Reads a task. @throws Error whose message names the line and what is wrong with it. */
export type ReadTask = (markdown: string) => TaskDocument;

/** The three ways to name a task. */
export interface TaskChoice {
  task_markdown?: string | undefined;
  task_source?: string | undefined;
  task_id?: string | undefined;
}

/** The chosen task, read; undefined without one. @throws ToolFailure for more than one, or one that can't be read */
export async function findTask({ client, readTask }: Toolbox, choice: TaskChoice): Promise<TaskDocument | undefined> {
  const { task_markdown, task_source, task_id } = choice;
  const given = Object.entries({ task_markdown, task_source, task_id }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  if (given.length > 1) {
    throw new ToolFailure(`A sandbox has one task, but ${given.join(' and ')} were given.`, 'Pass one of them.');
  }
  if (task_id !== undefined) return read(readTask, (await client.tasks.get(task_id)).task_markdown);
  if (task_source !== undefined) return read(readTask, Buffer.from(task_source, 'base64').toString('utf8'));
  return task_markdown === undefined ? undefined : read(readTask, task_markdown);
}

export function read(readTask: ReadTask, markdown: string): TaskDocument {
  try {
    return readTask(markdown);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ToolFailure(`The task can't be read. ${reason}`, 'Mend that line of the task and call again.', { cause });
  }
}

/** The twins of a run: the task's own list; the given ones where it has none. */
export function chooseTwins(given: readonly string[] | undefined, task: TaskDocument | undefined): string[] {
  const own = task?.config.twins;
  if (!own) return [...(given ?? DEFAULT_TWINS)];
  if (given && given.join() !== own.join()) {
    throw new ToolFailure(
      `The task names its own twins, ${own.join(', ')}, but ${given.join(', ')} were asked for.`,
      'Leave `twins` out, or change the list in the task\'s "## Config".',
    );
  }
  return [...own];
}
