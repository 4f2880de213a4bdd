import type { Duplex } from 'node:stream';
import { ServiceError, VALIDATION_STATUSES } from '@svc/contract';
import { newId } from '../ids.ts';
import type { Service } from '../service.ts';
import { toEnvelope } from './failure.ts';

/** Answers what node's own parser refuses: it never becomes a request. For a server's `clientError` event. */
export type MalformedHandler = (error: NodeJS.ErrnoException, socket: Duplex) => void;

const MESSAGES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The headers are too large.',
  HPE_INVALID_METHOD: 'The method is not known.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
};

export function createMalformedHandler({ clock, log }: Pick<Service, 'clock' | 'log'>): MalformedHandler {
  return (error, socket) => {
    // The client is gone, or has part of an answer already.
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const requestId = newId('request', clock.now());
    const message = MESSAGES[error.code ?? ''] ?? 'The request is not HTTP.';
    const refusal = new ServiceError('validation_failed', { status: VALIDATION_STATUSES.malformed, message });
    const body = JSON.stringify(toEnvelope(refusal, requestId));
    const head = [
      'HTTP/1.1 400 Bad Request',
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
    log.info({ request_id: requestId, status: refusal.status, code: error.code }, 'malformed request');
  };
}
