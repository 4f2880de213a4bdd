import { z } from 'zod';
import { twinIdSchema } from './ids.ts';
import { MAX_LABEL_LENGTH, MAX_SCENARIO_TEXT_LENGTH } from './limits.ts';

export const criterionKindSchema = z.enum(['code', 'model']);
export type CriterionKind = z.infer<typeof criterionKindSchema>;

/** One statement to grade. */
export const criterionSchema = z.object({
  id: z.string().min(1).max(MAX_LABEL_LENGTH),
  /** For `code`: a rendered check sentence, exactly. */
  text: z.string().min(1).max(MAX_SCENARIO_TEXT_LENGTH),
  kind: criterionKindSchema,
  /** Where it is graded; by default the primary twin. */
  twin: twinIdSchema.optional(),
  /** Grade even what the seed already satisfies. */
  always_scored: z.boolean().optional(),
});
export type Criterion = z.infer<typeof criterionSchema>;

/**
 * - `passed`, `failed`: in the score.
 * - `skipped`: already true in the seed.
 * - `unmatched`: a `code` text that binds to no check.
 * - `model`: commented on, never scored.
 * - `not_gradable`: bound, but the evidence it needs is missing or can't be read.
 */
export const criterionStatusSchema = z.enum(['passed', 'failed', 'skipped', 'unmatched', 'model', 'not_gradable']);
export type CriterionStatus = z.infer<typeof criterionStatusSchema>;

/** The `reason` of a criterion that the seed already satisfied. */
export const ALREADY_TRUE_IN_SEED = 'already_true_in_seed';

/** The verdict on one criterion. */
export const criterionResultSchema = z.object({
  id: z.string(),
  text: z.string(),
  kind: criterionKindSchema,
  twin: twinIdSchema.nullable(),
  /** The check it was bound to. */
  check_id: z.string().nullable(),
  status: criterionStatusSchema,
  passed: z.boolean(),
  /** True for everything outside the denominator: `skipped`, `unmatched`, `model`, `not_gradable`. */
  skipped: z.boolean(),
  /** True where the sentence held before the agent did anything, and was graded all the same. */
  already_true: z.boolean().default(false),
  /** Names the evidence: the object, the value found, the tape row; or why there is no verdict. */
  reason: z.string(),
});
export type CriterionResult = z.infer<typeof criterionResultSchema>;

/** Counts over the criteria; `passed + failed` is the score's denominator. */
export const criteriaBreakdownSchema = z.object({
  total: z.int().min(0),
  passed: z.int().min(0),
  failed: z.int().min(0),
  skipped: z.int().min(0),
  unmatched: z.int().min(0),
  model: z.int().min(0),
  not_gradable: z.int().min(0),
  denominator: z.int().min(0),
});
export type CriteriaBreakdown = z.infer<typeof criteriaBreakdownSchema>;
