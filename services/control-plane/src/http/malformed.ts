import type { RequestListener, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { ServiceError, VALIDATION_STATUSES } from '@svc/contract';
import { answerHalfClosed } from '@svc/plain-http';
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

const UNKNOWN_METHOD = Object.assign(new Error('a tunnel was asked for'), { code: 'HPE_INVALID_METHOD' });

/** Answers by an envelope of ours what node's server would answer by itself, or not at all. */
export function answerEverything(server: Server, api: { app: RequestListener; refuseMalformed: MalformedHandler }): void {
  server.on('clientError', api.refuseMalformed);
  server.on('connect', (_request, socket) => {
    // Node leaves it without a listener: a client that resets it would end the process.
    socket.on('error', () => socket.destroy());
    api.refuseMalformed(UNKNOWN_METHOD, socket);
  });
  // An expectation that isn't known may be passed over (RFC 9110, 10.1.1).
  server.on('checkExpectation', api.app);
  answerHalfClosed(server);
}

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
