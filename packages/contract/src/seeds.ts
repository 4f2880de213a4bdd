import { z } from 'zod';
import { twinIdSchema } from './ids.ts';

/** A world. Flat for one twin, an envelope keyed by twin id for more; the twins' own parsers read it. */
export const seedSchema = z.record(z.string(), z.unknown());
export type Seed = z.infer<typeof seedSchema>;

export const twinListSchema = z
  .array(twinIdSchema)
  .min(1)
  .max(100)
  .refine((twins) => new Set(twins).size === twins.length, 'names a twin twice');

/** POST /v1/seeds/validate */
export const validateSeedRequestSchema = z
  .object({ twins: twinListSchema, seed: seedSchema })
  .meta({ examples: [{ twins: ['github'], seed: { repositories: [] } }] });
export type ValidateSeedRequest = z.infer<typeof validateSeedRequestSchema>;

export const validateSeedResponseSchema = z.object({
  valid: z.literal(true),
  /** Twins whose parser ran and accepted. */
  checked: z.array(twinIdSchema),
  /** Twins without a parser here. */
  unchecked: z.array(twinIdSchema),
  /** Fields that a parser knows nothing of, or that mean nothing beside others, and are dropped, with the name that was probably meant; absent where there are none. */
  dropped: z.array(z.object({ twin: twinIdSchema, path: z.string(), suggestion: z.string().optional() })).optional(),
});
export type ValidateSeedResponse = z.infer<typeof validateSeedResponseSchema>;
