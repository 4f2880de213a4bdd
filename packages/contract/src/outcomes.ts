import { z } from 'zod';
import { timestampSchema, twinIdSchema } from './ids.ts';

/**
 * How a trial came out.
 *
 * - `passed`: everything was graded, and the score reached the threshold.
 * - `failed`: it was graded, and fell short.
 * - `errored`: the trial didn't happen as it should: the agent ended with an error, was stopped, or made no call. It passes
 *   nothing and counts neither for nor against the agent.
 * - `ungraded`: no criteria were declared.
 */
export const runOutcomeSchema = z.enum(['passed', 'failed', 'errored', 'ungraded']);
export type RunOutcome = z.infer<typeof runOutcomeSchema>;

/** Calls of one kind that a twin answered with its "not modelled". */
export const unsupportedCallSchema = z.object({
  twin: twinIdSchema,
  /** Method and path below the session, or the name of what was asked for, e.g. `GET /repos/{owner}/{repo}/pages`. */
  call: z.string(),
  count: z.int().min(1),
  /** `seq` of the first such row on the twin's tape. */
  first_row: z.int().min(1),
});
export type UnsupportedCall = z.infer<typeof unsupportedCallSchema>;

/** Faults of one kind that calls met because whoever started the sandbox asked for them: nothing that the agent did. */
export const injectedFaultSchema = z.object({
  twin: twinIdSchema,
  /** E.g. `rate_limit`. */
  kind: z.string(),
  count: z.int().min(1),
  /** `seq` of the first such row on the twin's tape. */
  first_row: z.int().min(1),
});
export type InjectedFault = z.infer<typeof injectedFaultSchema>;

/** A twin whose host was lost, and that went on elsewhere from a copy of its journal. */
export const recoveredTwinSchema = z.object({
  twin: twinIdSchema,
  /** What operators call the host that it went on on. */
  host: z.string(),
  /** When the copy was last known to be whole: calls after that may be missing, those that were answered too. */
  at: timestampSchema,
  /** Calls that the copy has. */
  calls: z.int().min(0),
});
export type RecoveredTwin = z.infer<typeof recoveredTwinSchema>;
