import { z } from 'zod';
import { timestampSchema } from './ids.ts';
import { MAX_LABEL_LENGTH } from './limits.ts';

/** Models of one run. */
export const MAX_AGENT_MODELS = 20;
export const MAX_TRANSCRIPT_ENTRIES = 200;
/** Of one entry, in characters. */
export const MAX_TRANSCRIPT_TEXT_LENGTH = 4_000;
/** Of all entries as JSON; a finalize has other texts beside them. */
export const MAX_TRANSCRIPT_BYTES = 48 * 1024;
const MAX_COST_USD = 1_000_000;

const label = z.string().max(MAX_LABEL_LENGTH);
const count = z.int().min(0).nullable().default(null);

/** What the agent's models used, as the agent tells it; null where it doesn't. Nothing of it is measured or graded. */
export const agentUsageSchema = z.object({
  models: z.array(label.min(1)).max(MAX_AGENT_MODELS).default([]),
  /** Answers of a model. */
  turns: count,
  input_tokens: count,
  output_tokens: count,
  cost_usd: z.number().min(0).max(MAX_COST_USD).nullable().default(null),
});
/** As sent. */
export type AgentUsage = z.input<typeof agentUsageSchema>;
export type ToldUsage = z.output<typeof agentUsageSchema>;

export const transcriptEntrySchema = z.object({
  /** What a model said, a call of a tool, what the agent printed, or how much was left out for its length. */
  kind: z.enum(['model', 'tool', 'output', 'left_out']),
  /** Of the model or the tool. */
  name: label.nullable().default(null),
  at: timestampSchema.nullable().default(null),
  text: z.string().max(MAX_TRANSCRIPT_TEXT_LENGTH),
  input_tokens: count,
  output_tokens: count,
  failed: z.boolean().default(false),
});
/** As sent. */
export type TranscriptEntry = z.input<typeof transcriptEntrySchema>;
export type ToldEntry = z.output<typeof transcriptEntrySchema>;

/** In the order of time. */
export const transcriptSchema = z.array(transcriptEntrySchema).max(MAX_TRANSCRIPT_ENTRIES);

/** Of the trials that passed or failed and told it. */
const figureSchema = z.object({ trials: z.int().min(1), mean: z.number(), total: z.number() }).nullable();
export const usageFiguresSchema = z.object({
  turns: figureSchema,
  input_tokens: figureSchema,
  output_tokens: figureSchema,
  cost_usd: figureSchema,
});
export type UsageFigures = z.infer<typeof usageFiguresSchema>;
