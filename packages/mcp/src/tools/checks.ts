import {
  bindChecksRequestSchema,
  bindChecksResponseSchema,
  checkListSchema,
  renderChecksRequestSchema,
  renderChecksResponseSchema,
} from '@svc/contract';
import { z } from 'zod';
import { defineTool, READS } from '../tool.ts';

const twin = z.string().describe('Twin id, e.g. "github".');

export const listChecks = defineTool({
  name: 'list_checks',
  title: 'List what can be graded',
  description:
    'The checks that a twin declares: for each its id, the sentence template with slots, what it compares, whether it reads the final state or the tape, and its parameters with a valid example each.',
  input: z.strictObject({ twin }),
  output: checkListSchema,
  annotations: READS,
  run: ({ client }, input) => client.checks.list(input.twin),
});

export const renderChecks = defineTool({
  name: 'render_checks',
  title: 'Write criteria',
  description: `Renders check sentences: the texts to use, unchanged, as "code" criteria of finalize_task. All argument values are strings, numbers too.

Example: {"twin": "github", "items": [{"check": "github.issue-has-label", "args": {"repo": "acme/web", "issue": "1", "label": "bug"}}]}`,
  input: z.strictObject({ twin, items: renderChecksRequestSchema.shape.items.describe('One to a hundred sentences.') }),
  output: renderChecksResponseSchema,
  annotations: READS,
  run: ({ client }, input) => client.checks.render(input),
});

export const bindChecks = defineTool({
  name: 'bind_checks',
  title: 'Check that criteria can be graded',
  description:
    'Tells for each sentence which check it binds to: {check_id} will be graded; {check_id, corrupted: true, refused} has values that the check rejects: each with its parameter, what that takes and, where one is near, the suggestion that was probably meant; {check_id: null, nearest, suggestion} matches nothing: the closest templates, and where one is near the whole sentence that was probably meant, to use unchanged; "not_checked" means that the twin is unknown or declares nothing.',
  input: z.strictObject({ twin, texts: bindChecksRequestSchema.shape.texts.describe('One to a hundred sentences.') }),
  output: bindChecksResponseSchema,
  annotations: READS,
  run: ({ client }, input) => client.checks.bind(input),
});
