import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ERROR_TYPES, type ErrorEnvelope, type ErrorType } from '@svc/contract';
import { finalAnswer } from '@svc/contract/final-answers';

const newRequestId = (): string => `req_${randomBytes(13).toString('hex')}`;

/** What the proxy answers in the service's own name. */
export interface ServiceAnswer {
  status: number;
  body: string;
  /** Header fields beside those of every such answer, names and values in turn. */
  fields?: readonly string[];
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

const GIT = /\/(?:info\/refs\?service=git-(?:upload|receive)-pack|git-(?:upload|receive)-pack)$/;

/**
 * Git asks without a credential first, and shows its own once it is asked for one (gitprotocol-http, "Authentication"): at every address of a
 * repository, so that nobody learns whether there is a sandbox.
 */
export const asksLikeGit = ({ url = '', headers }: IncomingMessage): boolean =>
  headers.authorization === undefined && GIT.test(url);

/** @returns what such a call is answered with */
export const askForCredential = (): ServiceAnswer => ({
  ...serviceAnswer('invalid_auth', { message: "Git needs the sandbox's token as password, with any user." }),
  fields: ['www-authenticate', 'Basic realm="Sandbox"'],
});

export function answer(response: ServerResponse, { status, body, fields = [] }: ServiceAnswer): void {
  response.writeHead(status, [
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(Buffer.byteLength(body)),
    'cache-control',
    'no-store',
    ...fields,
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
