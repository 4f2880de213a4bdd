import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ERROR_TYPES, type ErrorEnvelope, type ErrorType } from '@svc/contract';
import { finalAnswer } from '@svc/contract/final-answers';

const newRequestId = (): string => `req_${randomBytes(13).toString('hex')}`;

/** What the proxy answers in the service's own name. */
export interface ServiceAnswer {
  status: number;
  body: string;
}

const MESSAGES: Partial<Record<ErrorType, string>> = {
  // Spec, "Authentication": the same words for an unknown sandbox and for a wrong bearer.
  not_found: 'No twin pod exists for this session.',
  downstream_unavailable: 'The twin is not reachable. Retry.',
  validation_failed: 'The request is not valid HTTP.',
};

export function serviceAnswer(
  type: ErrorType,
  options: { status?: number; message?: string; userAgent?: string | undefined } = {},
): ServiceAnswer {
  const message = options.message ?? MESSAGES[type] ?? ERROR_TYPES[type].message;
  const final = finalAnswer(options.userAgent, type, message);
  if (final) return { status: final.status, body: JSON.stringify(final.body) };
  const envelope: ErrorEnvelope = { error: { type, message, details: {}, request_id: newRequestId() } };
  return { status: options.status ?? ERROR_TYPES[type].status, body: JSON.stringify(envelope) };
}

export function answer(response: ServerResponse, { status, body }: ServiceAnswer): void {
  response.writeHead(status, [
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(Buffer.byteLength(body)),
    'cache-control',
    'no-store',
  ]);
  response.end(body);
}

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  404: 'Not Found',
  408: 'Request Timeout',
  410: 'Gone',
  413: 'Content Too Large',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
};

/** Answers on a socket that no `ServerResponse` stands for, and ends it. @param method of the request, where it is known */
export function answerSocket(socket: Socket, { status, body }: ServiceAnswer, method?: string): void {
  if (!socket.writable) return void socket.destroy();
  socket.end(
    `HTTP/1.1 ${status} ${REASONS[status] ?? 'Error'}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${method === 'HEAD' ? '' : body}`,
  );
}
