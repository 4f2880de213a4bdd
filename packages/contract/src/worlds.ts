import { z } from 'zod';
import { twinIdSchema } from './ids.ts';

/** So many calls of a sandbox, in the order of its tape; 0 are none, which is the seed. */
const stepTextSchema = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number, 0 or more')
  .transform(Number)
  .pipe(z.int().min(0));

/** GET /v1/sandboxes/:id/state */
export const sandboxStateQuerySchema = z.object({
  /** After so many calls of the sandbox, those of all its twins counted; left out: as it is now. */
  step: stepTextSchema.optional(),
  /** Whose world; left out: the primary twin's. */
  twin: twinIdSchema.optional(),
});

/** GET /v1/runs/:id/state: with a step the world after it, without one a download of the final state. */
export const runStateQuerySchema = sandboxStateQuerySchema.refine(({ step, twin }) => step !== undefined || twin === undefined, {
  path: ['twin'],
  message: 'needs a step beside it: without one all twins are answered',
});

/** A twin's world at a step of its sandbox. */
export const worldSchema = z.object({
  twin: twinIdSchema,
  /** Calls of the sandbox until then, those of its other twins counted. */
  step: z.int().min(0),
  /** How many of them were this twin's: the `seq` of its last row until then. */
  row: z.int().min(0),
  /** Its records by collection. */
  state: z.record(z.string(), z.array(z.unknown())),
});
export type World = z.infer<typeof worldSchema>;

export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** What differs between two worlds of a twin in one collection. */
export interface CollectionDiff {
  collection: string;
  added: { key: string; record: unknown }[];
  removed: { key: string; record: unknown }[];
  changed: { key: string; fields: FieldChange[] }[];
}
