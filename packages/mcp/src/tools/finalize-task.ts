import {
  type Criterion,
  criterionSchema,
  cutText,
  type FinalizeResult,
  finalizeRequestSchema,
  finalizeResultSchema,
  MAX_CRITERIA,
  MAX_SCENARIO_NAME_LENGTH,
  MAX_SCENARIO_TEXT_LENGTH,
  type Sandbox,
} from '@svc/contract';
import { z } from 'zod';
import { ToolFailure } from '../failure.ts';
import { read, type TaskDocument } from '../tasks.ts';
import { defineTool } from '../tool.ts';

const { stop_reason, exit_code, duration_ms, agent_model, agent_sdk, agent_version } = finalizeRequestSchema.shape;

export const finalizeTask = defineTool({
  name: 'finalize_task',
  title: 'Grade a run',
  description: `Grades the run of a sandbox and closes it. Tape and final state are pulled off the live twins, so nothing is uploaded; at least one twin must have been called. Without \`criteria\` those of the task ("## Success Criteria") are graded. A "code" criterion must be a rendered check sentence exactly, else it is unmatched and leaves the score; one that the seed already satisfies is skipped unless always_scored. "model" criteria are commented on and never scored. Calling it again answers with the same run.

Example: {"session_id": "ses_…", "criteria": [{"id": "c1", "kind": "code", "text": "Issue #1 in acme/web has the label \\"bug\\"."}]}`,
  input: z.strictObject({
    session_id: z.string().describe('The sandbox (ses_…).'),
    criteria: z.array(criterionSchema).min(1).max(MAX_CRITERIA).optional().describe("By default the task's own."),
    agent_model: agent_model.default('not stated').describe('The model that worked; informational.'),
    stop_reason: stop_reason.default('finished').describe('Why the agent stopped.'),
    exit_code: exit_code.default(0).describe("The agent's exit code."),
    duration_ms: duration_ms.optional().describe('How long the agent ran; by default until its last call.'),
    agent_sdk: agent_sdk,
    agent_version: agent_version,
  }),
  output: finalizeResultSchema.extend({ next_steps: z.array(z.string()) }),
  annotations: { readOnlyHint: false, idempotentHint: true },
  async run({ client, readTask }, { session_id, criteria, ...input }, signal) {
    const sandbox = await client.sandboxes.get(session_id);
    const task = taskOf(sandbox, (markdown) => read(readTask, markdown), criteria === undefined);
    const result = await client.sandboxes.finalize(
      session_id,
      {
        ...input,
        source: 'twin-pull',
        criteria: criteria ?? criteriaOf(task),
        duration_ms: input.duration_ms ?? untilLastCall(sandbox),
        ...contextOf(task),
      },
      signal,
    );
    return { ...result, next_steps: nextSteps(result) };
  },
});

/** The sandbox's task. One that can't be read only matters where its criteria are needed. */
function taskOf(
  { task_markdown }: Sandbox,
  readIt: (markdown: string) => TaskDocument,
  needed: boolean,
): TaskDocument | undefined {
  if (task_markdown === null) return undefined;
  try {
    return readIt(task_markdown);
  } catch (error) {
    if (needed) throw error;
    return undefined;
  }
}

function criteriaOf(task: TaskDocument | undefined): Criterion[] {
  if (task?.criteria.length) return [...task.criteria];
  throw new ToolFailure(
    'There is nothing to grade against: no criteria were given, and the sandbox has no task with any.',
    'Pass `criteria`; list_checks shows what can be graded and render_checks makes the sentences.',
  );
}

function untilLastCall({ created_at, last_request_at }: Sandbox): number {
  return last_request_at === null ? 0 : Math.max(0, Date.parse(last_request_at) - Date.parse(created_at));
}

const shortened = (text: string | null | undefined, most: number): string | undefined =>
  typeof text === 'string' ? cutText(text, most) : undefined;

/** What the narrator is told of the task. */
const contextOf = (task: TaskDocument | undefined) => ({
  scenario_name: shortened(task?.title, MAX_SCENARIO_NAME_LENGTH),
  scenario_prompt: shortened(task?.prompt, MAX_SCENARIO_TEXT_LENGTH),
  expected_behavior: shortened(task?.expectedBehavior, MAX_SCENARIO_TEXT_LENGTH),
});

function nextSteps({ run_id, criteria_results }: FinalizeResult): string[] {
  const unmatched = criteria_results.filter(({ status }) => status === 'unmatched').length;
  return [
    `get_report {"run_id": "${run_id}"} explains the score; get_tape and get_state with the run_id show the evidence.`,
    ...(unmatched > 0
      ? [
          `${unmatched} criteria bound to no check and were left out of the score: bind_checks suggests the sentences that were probably meant.`,
        ]
      : []),
  ];
}
