import { z } from 'zod';
import { timestampSchema } from './ids.ts';

/** GET /v1/me */
export const identitySchema = z.object({
  user: z.object({ id: z.string(), email: z.string() }),
  team: z.object({ id: z.string(), slug: z.string(), plan_tier: z.string() }),
  api_key: z.object({ id: z.string(), name: z.string() }),
});
export type Identity = z.infer<typeof identitySchema>;

/** GET /v1/usage, and `details.usage` of `quota_exceeded`. */
export const usageSchema = z.object({
  period_start: timestampSchema,
  period_end: timestampSchema,
  /** Sandboxes open right now. */
  sessions_used: z.int().min(0),
  sessions_quota: z.int().min(0),
  /** Never below zero. */
  sessions_remaining: z.int().min(0),
  plan_tier: z.string(),
});
export type Usage = z.infer<typeof usageSchema>;
