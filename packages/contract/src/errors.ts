import { z } from 'zod';
import { requestIdSchema } from './ids.ts';

/** Every error type of the service with the status and message it has unless the throw says otherwise. */
export const ERROR_TYPES = {
  validation_failed: { status: 422, message: 'The request is not valid.' },
  invalid_auth: { status: 401, message: 'The API key is not valid: a key counts only at the installation that made it.' },
  quota_exceeded: { status: 402, message: 'Too many sandboxes are open at once. Finalize or stop one, or raise the plan.' },
  revoked_key: { status: 403, message: 'The API key has been revoked.' },
  not_found: { status: 404, message: 'Not found.' },
  conflict: { status: 409, message: 'The current state does not allow this.' },
  session_expired: { status: 410, message: 'The sandbox is closed. Start a new one.' },
  internal_error: { status: 500, message: 'Something failed on our side. Retry once, then quote the request id.' },
  downstream_unavailable: { status: 503, message: 'A part of the service is not reachable. Retry.' },
} as const;

export type ErrorType = keyof typeof ERROR_TYPES;

/** `validation_failed` stands for three statuses: not JSON, too large, a field is wrong. */
export const VALIDATION_STATUSES = { malformed: 400, tooLarge: 413, invalid: 422 } as const;
export type ValidationStatus = (typeof VALIDATION_STATUSES)[keyof typeof VALIDATION_STATUSES];

/** Named failures in `details.error`, all 422 `validation_failed`. */
export const ERROR_NAMES = {
  invalid_seed: 'The seed was refused by the twin.',
  invalid_seed_envelope: 'With more than one twin the seed is an object keyed by the ids of those twins.',
  malformed_scenario_seed: 'The `## Seed State` block of the task could not be read.',
  unknown_twins: 'A twin id is not known.',
  too_many_twins: 'A sandbox holds at most three twins.',
  twin_snapshot_unavailable: 'A twin cannot be started in this deployment.',
  empty_criteria: 'At least one criterion is needed.',
  twin_pull_requires_sync: 'source "twin-pull" cannot be combined with "Prefer: respond-async".',
} as const;
export type ErrorName = keyof typeof ERROR_NAMES;

/** Named failures in `details.reason`, with the type they come under. */
export const ERROR_REASONS = {
  ungraded_session: {
    type: 'conflict',
    message: 'The sandbox has not been graded. Finalize it, or delete it with confirm_discard set to the discard_token.',
  },
  capture_incomplete: { type: 'conflict', message: 'The tape could not be read, so there is nothing to grade.' },
  evaluation_in_progress: { type: 'conflict', message: 'The sandbox is being graded.' },
  session_closed: { type: 'conflict', message: 'The sandbox is closed and takes no more evidence.' },
  authorization_pending: { type: 'conflict', message: 'The login has not been approved yet. Ask again after the interval.' },
  slow_down: { type: 'conflict', message: 'Asked too soon. Wait longer between two polls.' },
  access_denied: { type: 'conflict', message: 'The login was refused.' },
  expired_token: { type: 'conflict', message: 'The login took too long, or its key was handed out already. Start again.' },
  too_many_logins: {
    type: 'conflict',
    message: 'Too many logins from this address wait for approval. Decide on one, or try again in ten minutes.',
  },
  blob_absent: { type: 'not_found', message: 'The evidence was never stored, or is gone.' },
} as const;
export type ErrorReason = keyof typeof ERROR_REASONS;

export type ErrorDetails = Record<string, unknown>;

interface ServiceErrorOptions {
  message?: string;
  details?: ErrorDetails;
  /** Only for `validation_failed`. */
  status?: ValidationStatus;
  /** What went wrong underneath. Logged, never sent. */
  cause?: unknown;
}

/** A failure as clients see it; the only kind of error an operation throws on purpose. */
export class ServiceError extends Error {
  readonly type: ErrorType;
  readonly status: number;
  readonly details: ErrorDetails;

  constructor(type: ErrorType, options: ServiceErrorOptions = {}) {
    super(options.message ?? ERROR_TYPES[type].message, { cause: options.cause });
    this.name = 'ServiceError';
    this.type = type;
    this.status = options.status ?? ERROR_TYPES[type].status;
    this.details = options.details ?? {};
  }
}

/** A 422 with `details.error`. */
export function namedError(name: ErrorName, details: ErrorDetails = {}, message: string = ERROR_NAMES[name]): ServiceError {
  return new ServiceError('validation_failed', { message, details: { error: name, ...details } });
}

/** A failure with `details.reason`. */
export function reasonedError(
  reason: ErrorReason,
  details: ErrorDetails = {},
  options: { message?: string; cause?: unknown } = {},
): ServiceError {
  const { type, message } = ERROR_REASONS[reason];
  return new ServiceError(type, {
    message: options.message ?? message,
    details: { reason, ...details },
    cause: options.cause,
  });
}

export const errorEnvelopeSchema = z.object({
  error: z.object({
    type: z.enum(Object.keys(ERROR_TYPES) as [ErrorType, ...ErrorType[]]),
    message: z.string(),
    details: z.record(z.string(), z.unknown()),
    request_id: requestIdSchema,
  }),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>;

/** One fault of a body, query or seed. */
export const issueSchema = z.object({ path: z.string(), message: z.string(), code: z.string() });
export type Issue = z.infer<typeof issueSchema>;
