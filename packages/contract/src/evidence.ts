import { z } from 'zod';
import { timestampSchema, twinIdSchema } from './ids.ts';
import { twinListSchema } from './seeds.ts';
import { worldSchema } from './worlds.ts';

/** GET /v1/runs/:id/trace */
export const downloadSchema = z.object({
  /** File name of the blob. */
  blob: z.string(),
  key: z.string(),
  /** Anyone holding it can read the blob until it expires. */
  url: z.url(),
  expires_in: z.int().min(1),
  expires_at: timestampSchema,
});
export type Download = z.infer<typeof downloadSchema>;

/** GET /v1/runs/:id/state */
export const stateDownloadSchema = downloadSchema.extend({
  /** Only for runs with more than one twin; holds exactly the readable ones. */
  per_twin: z.record(twinIdSchema, z.object({ key: z.string(), url: z.url() })).optional(),
});
export type StateDownload = z.infer<typeof stateDownloadSchema>;

/** What that answers, with a `step` and without. */
export const runStateSchema = z.union([stateDownloadSchema, worldSchema]);

/** A signed PUT and the key to hand to finalize. */
export const uploadSchema = z.object({ url: z.url(), key: z.string() });
export type Upload = z.infer<typeof uploadSchema>;

export const statePairSchema = z.object({ state_initial: uploadSchema, state_final: uploadSchema });

export const stateUploadRequestSchema = z
  .object({ twins: twinListSchema.optional() })
  .meta({ examples: [{ twins: ['github'] }] });
export type StateUploadRequest = z.infer<typeof stateUploadRequestSchema>;

export const stateUploadResponseSchema = statePairSchema.extend({
  per_twin: z.record(twinIdSchema, statePairSchema).optional(),
});
export type StateUploadResponse = z.infer<typeof stateUploadResponseSchema>;
