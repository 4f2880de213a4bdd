import { listRunsQuerySchema, runRecordSchema, runRowSchema } from '@svc/contract';
import { z } from 'zod';
import { limitField } from '../limit.ts';
import { defineTool, READS } from '../tool.ts';

const run_id = z.string().describe('The run (run_…).');
const { group_id, task_name } = listRunsQuerySchema.shape;

export const listRuns = defineTool({
  name: 'list_runs',
  title: 'List runs',
  description: "Lists the team's graded runs, newest first: score, task, group, agent model and times.",
  input: z.strictObject({
    group_id: group_id.describe('Only runs of this group.'),
    task_name: task_name.describe('Only runs of the task with this name.'),
    limit: limitField('runs'),
  }),
  output: z.object({ runs: z.array(runRowSchema) }),
  annotations: READS,
  run: async ({ client }, input) => ({ runs: await client.runs.list(input) }),
});

const { steps, lanes } = runRecordSchema.shape;

export const getRun = defineTool({
  name: 'get_run',
  title: 'Read a run',
  description:
    'Reads a run: score, the verdict on every criterion with the reason that names its evidence, what graded it, and the narrator\'s prose where there is any. The calls grouped by step and lane come only with "steps": true, as there may be thousands.',
  input: z.strictObject({ run_id, steps: z.boolean().default(false).describe('With `steps` and `lanes`.') }),
  output: runRecordSchema.omit({ steps: true, lanes: true }).extend({
    steps: steps.optional(),
    lanes: lanes.optional(),
    step_count: z.int().min(0),
  }),
  annotations: READS,
  async run({ client }, input) {
    const run = await client.runs.get(input.run_id);
    const { steps, lanes, ...rest } = run;
    return { ...rest, step_count: steps.length, ...(input.steps && { steps, lanes }) };
  },
});

export const getReport = defineTool({
  name: 'get_report',
  title: 'Read the report of a run',
  description:
    'The report of a run as markdown: the score with its denominator, every criterion with status and reason, the models, the twin runtime and a link to the dashboard.',
  input: z.strictObject({ run_id }),
  output: z.object({ run_id: z.string(), markdown: z.string() }),
  annotations: READS,
  run: async ({ client }, input) => ({ run_id: input.run_id, markdown: await client.runs.report(input.run_id) }),
  text: ({ markdown }) => markdown,
});
