import { z } from 'zod';
import { usageFiguresSchema } from './agent.ts';
import { runIdSchema } from './ids.ts';
import { MAX_LABEL_LENGTH } from './limits.ts';
import { runOutcomeSchema } from './outcomes.ts';

/** Trials read for one group; the newest count. */
export const MAX_GROUP_TRIALS = 5_000;
/** Of pass@k and pass^k. */
export const MAX_K = 100;

/** An estimate with its 95 % interval and how that was made. */
export const intervalSchema = z.object({ value: z.number(), low: z.number(), high: z.number(), method: z.string() });
export type IntervalReport = z.infer<typeof intervalSchema>;

const share = z.number().min(0).max(1);

/** What each of the trials' criteria came to. */
export const criterionRateSchema = z.object({
  id: z.string(),
  text: z.string(),
  /** Trials in which it was passed or failed; errored ones and those that skipped it are in neither. */
  graded: z.int().min(0),
  passed: z.int().min(0),
  pass_rate: intervalSchema.nullable(),
});

/** GET /v1/groups/:group_id */
export const groupSchema = z.object({
  group_id: z.string(),
  trials: z.int().min(0),
  passed: z.int().min(0),
  failed: z.int().min(0),
  /** Beside the others: they are in no mean and no rate. */
  errored: z.int().min(0),
  ungraded: z.int().min(0),
  /** Of the trials that passed or failed, 0 to 100. */
  mean_score: intervalSchema.nullable(),
  /** Passed of passed and failed. */
  pass_rate: intervalSchema.nullable(),
  /** By k: the chance that at least one of k trials passes. */
  pass_at_k: z.record(z.string(), share),
  /** By k: the chance that all of k trials pass. */
  pass_hat_k: z.record(z.string(), share),
  criteria: z.array(criterionRateSchema),
  /** What the agents' models used, as far as they told. */
  usage: usageFiguresSchema,
  agent_versions: z.array(z.string()),
  agent_models: z.array(z.string()),
  /** Whether there are more trials than were read. */
  truncated: z.boolean(),
});
export type Group = z.infer<typeof groupSchema>;

const label = z.string().max(MAX_LABEL_LENGTH);

export const groupQuerySchema = z.object({
  agent_version: label.optional(),
  agent_model: label.optional(),
  task_name: label.optional(),
});

/** One trial of each group on the same task. */
const trialSchema = z.object({ run_id: runIdSchema, outcome: runOutcomeSchema, score: z.number().nullable() });
export const trialPairSchema = z.object({ task_name: z.string().nullable(), first: trialSchema, second: trialSchema });
export type TrialPair = z.infer<typeof trialPairSchema>;

/** GET /v1/groups/:group_id/comparison */
export const comparisonSchema = z.object({
  first: groupSchema,
  second: groupSchema,
  /** The nth trial of a task beside the nth of the other group; a pair with an errored trial is left out of all below. */
  pairs: z.int().min(0),
  left_out: z.int().min(0),
  both_passed: z.int().min(0),
  only_first_passed: z.int().min(0),
  only_second_passed: z.int().min(0),
  neither_passed: z.int().min(0),
  /** Two-sided. */
  p_value: share,
  /** E.g. `McNemar, exact`. */
  test: z.string(),
  /** Mean of second score minus first score over the pairs. */
  score_difference: intervalSchema.nullable(),
  /** The pairs whose outcomes differ, at most so many as MAX_LISTED_PAIRS. */
  differing: z.array(trialPairSchema),
});
export type Comparison = z.infer<typeof comparisonSchema>;
export const MAX_LISTED_PAIRS = 200;

export const comparisonQuerySchema = groupQuerySchema.extend({ with: label });
