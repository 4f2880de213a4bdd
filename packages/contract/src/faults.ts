import { z } from 'zod';
import { twinIdSchema } from './ids.ts';

/** Faults that a sandbox may have at a time. */
export const MAX_FAULTS = 50;
/** The longest that an answer may be held back, in milliseconds: less than the proxy waits for a twin. */
export const MAX_FAULT_DELAY_MS = 60_000;
/** The longest wait that a limit may ask of a client, in seconds. */
export const MAX_RETRY_AFTER_SECONDS = 3_600;
/** How many writes a stale list may miss. */
export const MAX_STALE_WRITES = 100;
const MAX_NAME_LENGTH = 200;
const MAX_PATTERN_LENGTH = 500;
const MAX_NTH = 1_000_000;
const MAX_NTH_LISTED = 100;

const nth = z.int().min(1).max(MAX_NTH);

const fields = z.strictObject({
  /** The twin; may be left out where the sandbox has one. */
  twin: twinIdSchema.optional(),
  /** What goes wrong, by its name in the twin's catalogue, e.g. `rate_limit` or `lost_after_write`. */
  kind: z.string().min(1).max(MAX_NAME_LENGTH),
  /** Only calls of this operation, by the vendor's id, e.g. `issues/create`; of a GraphQL document one that names the field. */
  operation: z.string().min(1).max(MAX_NAME_LENGTH).optional(),
  /** Only calls of this action, by its name on the tape, e.g. `create_issue`, or of this MCP tool. */
  tool: z.string().min(1).max(MAX_NAME_LENGTH).optional(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  /** Only calls of this path below the twin's URL: `*` stands for anything within a part, a last `/**` for any parts. */
  path: z.string().regex(/^\//, 'begins with a slash').max(MAX_PATTERN_LENGTH).optional(),
  /** Only the so-manieth of these calls, counted from 1. */
  nth: z.union([nth, z.array(nth).min(1).max(MAX_NTH_LISTED)]).optional(),
  /** Only this share of these calls, drawn from the seed: equal worlds and calls draw alike. */
  share: z.number().min(0).max(1).optional(),
  /** What a limit tells clients to wait, in seconds. */
  retry_after: z.int().min(0).max(MAX_RETRY_AFTER_SECONDS).optional(),
  /** The status of a `server_error`. */
  status: z.int().min(400).max(599).optional(),
  /** How long a `slow` answer is held back, in milliseconds. */
  delay_ms: z.int().min(1).max(MAX_FAULT_DELAY_MS).optional(),
  /** How many writes a `stale_list` misses; 1 where it is left out. */
  writes: z.int().min(1).max(MAX_STALE_WRITES).optional(),
});

/** Which calls fail, and how. Without `nth` and `share` every call that the rest selects. */
export const faultSchema = fields.refine(({ nth: which, share }) => which === undefined || share === undefined, {
  path: ['share'],
  error: 'stands beside nth: a fault has one of the two',
});
export type Fault = z.infer<typeof faultSchema>;

export const faultListSchema = z.array(faultSchema).max(MAX_FAULTS);

/** A fault with what came of it so far. */
export const standingFaultSchema = fields.extend({
  twin: twinIdSchema,
  /** Calls that it selects, and those of them that failed. */
  matched: z.int().min(0),
  injected: z.int().min(0),
});
export type StandingFault = z.infer<typeof standingFaultSchema>;

/** PUT /v1/sandboxes/:id/faults: takes the place of all that stood, and counts anew. */
export const setFaultsRequestSchema = z
  .object({ faults: faultListSchema })
  .meta({ examples: [{ faults: [{ twin: 'stripe', tool: 'create_refund', nth: 1, kind: 'lost_after_write' }] }] });
export type SetFaultsRequest = z.input<typeof setFaultsRequestSchema>;

/** 200 of GET and PUT /v1/sandboxes/:id/faults */
export const faultsSchema = z.object({ faults: z.array(standingFaultSchema) });
export type Faults = z.infer<typeof faultsSchema>;
