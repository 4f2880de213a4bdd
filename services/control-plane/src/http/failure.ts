import { type ErrorEnvelope, ServiceError } from '@svc/contract';
import { RuntimeUnavailable, StorageUnavailable } from '@svc/platform';
import { ClientGone } from './read-body.ts';

/**
 * PostgreSQL's classes of errors that say nothing of the call and pass without it: connection exceptions, refused logins (a password that is
 * being rotated), a database that isn't there yet, rollbacks for concurrency's sake, insufficient resources, locks, operator intervention,
 * and the system's own faults; then writes to a server that only reads (docs: Appendix A, error codes).
 */
const SQLSTATE_AWAY = /^((08|28|3D|40|53|55|57|58)\w{3}|25006)$/;
const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH']);
/** What node-postgres says without a code: a connection that broke, a pool that gave none in time, a login that it could not make. */
const DATABASE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|SASL:)/;
/** What ioredis throws where Redis is away, restarts, is full or refuses the login (`ReplyError` is whatever Redis itself refuses). */
const REDIS_ERRORS = new Set(['ReplyError', 'AbortError', 'MaxRetriesPerRequestError', 'ClusterAllFailedError']);
const REDIS_MESSAGES = /^(Connection is closed|Stream isn't writeable|Command timed out|Redis could not be reached)/;

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
  const { code, message, name } = (thrown ?? {}) as { code?: unknown; message?: unknown; name?: unknown };
  if (typeof message === 'string' && (DATABASE_MESSAGES.test(message) || REDIS_MESSAGES.test(message))) return true;
  if (typeof name === 'string' && REDIS_ERRORS.has(name)) return true;
  return typeof code === 'string' && (NETWORK_CODES.has(code) || SQLSTATE_AWAY.test(code));
}

export const toEnvelope = (error: ServiceError, requestId: string): ErrorEnvelope => ({
  error: { type: error.type, message: error.message, details: error.details, request_id: requestId },
});
