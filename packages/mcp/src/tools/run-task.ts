import {
  agentVersionSchema,
  clockSchema,
  createSandboxResponseSchema,
  criterionSchema,
  faultListSchema,
  groupIdSchema,
  seedSchema,
  twinListSchema,
} from '@svc/contract';
import { z } from 'zod';
import { chooseTwins, findTask, type TaskDocument } from '../tasks.ts';
import { defineTool } from '../tool.ts';

const taskSchema = z.object({
  title: z.string().nullable(),
  prompt: z.string().nullable().describe('What to give to the agent under test.'),
  setup: z.string().nullable(),
  criteria: z.array(criterionSchema).describe('What finalize_task grades unless it is given others.'),
});

export const runTask = defineTool({
  name: 'run_task',
  title: 'Start a sandbox for a task',
  description: `Starts a sandbox: one to three digital twins of GitHub, Stripe, Slack, Gmail or Linear, with a world of their own, open for 30 minutes. The twins are those of the task's own list (\`twins\` in its "## Config" block); \`twins\` names them where the task has no list or there is no task. Answers the twins' addresses, the agent_token that opens them, and what to do next. Costs one slot of the team's open sandboxes until it is finalized or stopped, and no grading.

Example: {"twins": ["github"], "seed": {"repositories": [{"owner": "acme", "name": "web", "issues": [{"number": 1, "title": "Broken", "state": "open"}]}]}}`,
  input: z.strictObject({
    twins: twinListSchema.optional().describe('Twin ids, the primary one first. By default those of the task, else ["github"].'),
    task_markdown: z
      .string()
      .optional()
      .describe('The task as markdown: "## Prompt", "## Success Criteria", "## Seed State", "## Config".'),
    task_id: z.string().optional().describe('A stored task (tsk_…), instead of task_markdown.'),
    task_source: z.string().optional().describe('Base64 of the markdown, instead of task_markdown.'),
    seed: seedSchema
      .optional()
      .describe('The starting world; replaces the one of the task. Flat for one twin, keyed by twin id for several.'),
    group_id: groupIdSchema.optional().describe('Tags sandboxes as trials of one thing.'),
    agent_version: agentVersionSchema.optional().describe('Label of the agent under test, kept with the run.'),
    idempotency_key: z.uuidv4().optional().describe('A repeat within 30 seconds answers the same sandbox.'),
    clock: clockSchema.optional().describe('"logical" makes times repeatable; by default the wall clock.'),
    faults: faultListSchema.optional().describe("Which calls of the agent fail, and how; by default those of the task's Config."),
  }),
  output: createSandboxResponseSchema.extend({
    twins: z.array(z.string()),
    task: taskSchema.nullable(),
    next_steps: z.array(z.string()),
  }),
  annotations: { readOnlyHint: false },
  async run(toolbox, { task_markdown, ...input }) {
    const task = await findTask(toolbox, { ...input, task_markdown });
    const twins = chooseTwins(input.twins, task);
    const source = task_markdown === undefined ? {} : { task_source: Buffer.from(task_markdown).toString('base64') };
    const clock = input.clock ?? task?.config.clock;
    const faults = input.faults ?? task?.config.faults;
    const sandbox = await toolbox.client.sandboxes.create({ ...input, ...source, twins, clock, faults });
    return { ...sandbox, twins, task: task ? taskOf(task) : null, next_steps: nextSteps(sandbox, task) };
  },
});

const taskOf = ({ title, prompt, setup, criteria }: TaskDocument) => ({ title, prompt, setup, criteria: [...criteria] });

function nextSteps({ session_id, expires_at }: { session_id: string; expires_at: string }, task: TaskDocument | undefined) {
  const criteria = task?.criteria.length
    ? `the ${task.criteria.length} criteria of the task are graded unless you pass others`
    : 'pass criteria; list_checks shows what can be graded and render_checks makes the sentences';
  return [
    'Do the task, or let the agent under test do it: call each twin at its api_url (the vendor\'s own routes below it) or connect to its mcp_url, always with the header "Authorization: Bearer <agent_token>". The agent gets the agent_token only, never the API key.',
    `Watch it with get_tape and get_state, {"session_id": "${session_id}"}.`,
    `Then call finalize_task before ${expires_at}: ${criteria}. To throw the sandbox away instead, call stop_sandbox.`,
  ];
}
