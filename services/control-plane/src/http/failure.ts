import { type ErrorEnvelope, ServiceError } from '@svc/contract';
import { RuntimeUnavailable, StorageUnavailable } from '@svc/platform';
import { ClientGone } from './read-body.ts';

/** PostgreSQL: connection exceptions, insufficient resources, operator intervention (docs: Appendix A, error codes). */
const SQLSTATE_AWAY = /^(08|53|57)\w{3}$/;
const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH']);

/** Turns whatever was thrown into what a client may see. */
export function toServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (thrown instanceof StorageUnavailable || thrown instanceof RuntimeUnavailable || isConnectionFailure(thrown)) {
    return new ServiceError('downstream_unavailable', { cause: thrown });
  }
  // A path whose percent-encoding is broken names nothing.
  if (thrown instanceof URIError) return new ServiceError('not_found', { cause: thrown });
  return new ServiceError('internal_error', { cause: thrown });
}

export const isClientGone = (thrown: unknown): boolean => thrown instanceof ClientGone;

function isConnectionFailure(thrown: unknown): boolean {
  const { code, message } = (thrown ?? {}) as { code?: unknown; message?: unknown };
  // node-postgres gives this one no code.
  if (typeof message === 'string' && message.startsWith('Connection terminated')) return true;
  return typeof code === 'string' && (NETWORK_CODES.has(code) || SQLSTATE_AWAY.test(code));
}

export const toEnvelope = (error: ServiceError, requestId: string): ErrorEnvelope => ({
  error: { type: error.type, message: error.message, details: error.details, request_id: requestId },
});
