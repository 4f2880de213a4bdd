import type { EvaluationError } from '@svc/contract';
import { ERROR_REASONS, ERROR_TYPES } from '@svc/contract';
import { StorageUnavailable } from '@svc/platform';

/** The tape can't be had, now or later: the evaluation fails at once and the sandbox stays as it was. */
export class CaptureIncomplete extends Error {}

/** A twin doesn't answer as it should; it may be coming back from a crash, so the job is tried again. */
export class TwinUnreachable extends Error {}

/** What clients are told about a failed evaluation. Nothing of the cause gets out except what was written for them. */
export function evaluationError(error: unknown): EvaluationError {
  if (error instanceof CaptureIncomplete || error instanceof TwinUnreachable) {
    const { type, message } = ERROR_REASONS.capture_incomplete;
    const detail = error instanceof CaptureIncomplete ? error.message : message;
    return { type, message: detail, reason: 'capture_incomplete' };
  }
  if (error instanceof StorageUnavailable) {
    return { type: 'downstream_unavailable', message: 'Evidence storage is not reachable. Retry.' };
  }
  return { type: 'internal_error', message: ERROR_TYPES.internal_error.message };
}
