import { z } from 'zod';
import { twinIdSchema } from './ids.ts';
import { MAX_CHECK_ITEMS, MAX_LABEL_LENGTH, MAX_SCENARIO_TEXT_LENGTH } from './limits.ts';

export const checkParamSchema = z.object({
  name: z.string(),
  /** Regular expression that a value matches, whole. */
  pattern: z.string(),
  example: z.string(),
  description: z.string(),
});

export const checkSchema = z.object({
  id: z.string(),
  template: z.string(),
  description: z.string(),
  /** The comparison, in words. */
  compares: z.string(),
  substrate: z.enum(['final_state', 'seed_and_final_state', 'tape', 'final_answer']),
  params: z.array(checkParamSchema),
});
export type CheckDescription = z.infer<typeof checkSchema>;

/** GET /v1/checks */
export const listChecksQuerySchema = z.object({ twin: twinIdSchema });
export const checkListSchema = z.object({ twin: twinIdSchema, digest: z.string(), checks: z.array(checkSchema) });
export type CheckList = z.infer<typeof checkListSchema>;

/** POST /v1/checks/render */
export const renderChecksRequestSchema = z
  .object({
    twin: twinIdSchema,
    items: z
      .array(z.object({ check: z.string().max(MAX_LABEL_LENGTH), args: z.record(z.string(), z.string()) }))
      .min(1)
      .max(MAX_CHECK_ITEMS),
  })
  .meta({ examples: [{ twin: 'github', items: [{ check: 'github.issue-exists', args: { issue: '1' } }] }] });
export type RenderChecksRequest = z.infer<typeof renderChecksRequestSchema>;
export const renderChecksResponseSchema = z.object({ twin: twinIdSchema, lines: z.array(z.string()) });
export type RenderChecksResponse = z.infer<typeof renderChecksResponseSchema>;

/** POST /v1/checks/bind */
export const bindChecksRequestSchema = z
  .object({ twin: twinIdSchema, texts: z.array(z.string().max(MAX_SCENARIO_TEXT_LENGTH)).min(1).max(MAX_CHECK_ITEMS) })
  .meta({ examples: [{ twin: 'github', texts: ['Issue #1 exists.'] }] });
export type BindChecksRequest = z.infer<typeof bindChecksRequestSchema>;

/** The twin isn't known or declares nothing. */
export const NOT_CHECKED = 'not_checked';
/** A value that a check refuses of its slot, with what that takes and, where one is nearly the same, the value that was probably meant. */
export const refusedValueSchema = z.object({
  param: z.string(),
  value: z.string(),
  pattern: z.string(),
  example: z.string(),
  suggestion: z.string().optional(),
});
export const bindResultSchema = z.union([
  z.literal(NOT_CHECKED),
  z.strictObject({ check_id: z.string() }),
  z.strictObject({ check_id: z.string(), corrupted: z.literal(true), refused: z.array(refusedValueSchema).optional() }),
  z.strictObject({
    check_id: z.null(),
    nearest: z.array(z.object({ id: z.string(), template: z.string() })),
    /** The sentence that was probably meant, with the text's own values. */
    suggestion: z.string().optional(),
  }),
]);
export type BindResult = z.infer<typeof bindResultSchema>;
export const bindChecksResponseSchema = z.object({ twin: twinIdSchema, results: z.array(bindResultSchema) });
export type BindChecksResponse = z.infer<typeof bindChecksResponseSchema>;
