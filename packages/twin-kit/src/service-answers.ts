import type { ServerResponse } from 'node:http';
import { finalAnswer } from '@svc/contract/final-answers';

const STATUS = {
  not_found: 404,
  session_expired: 410,
  internal_error: 500,
  downstream_unavailable: 503,
  invalid_auth: 401,
  validation_failed: 422,
} as const;

export type ServiceRefusal = keyof typeof STATUS;
export type Refusal = readonly [type: ServiceRefusal, message: string];

interface JsonAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

function textAnswer(status: number, text: string): JsonAnswer {
  return { status, headers: { 'content-type': JSON_TYPE, 'content-length': String(Buffer.byteLength(text)) }, text };
}

const jsonAnswer = (status: number, body: unknown): JsonAnswer => textAnswer(status, JSON.stringify(body));

function sendAnswer(response: ServerResponse, { status, headers, text }: JsonAnswer): void {
  response.writeHead(status, headers);
  response.end(text);
}

export const sendJson = (response: ServerResponse, status: number, body: unknown): void =>
  sendAnswer(response, jsonAnswer(status, body));

/** Sends what is JSON already. */
export const sendText = (response: ServerResponse, status: number, text: string): void =>
  sendAnswer(response, textAnswer(status, text));

/**
 * What a twin says in the service's own name, in the envelope of the spec's "Errors": never inside the vendor's surface.
 *
 * @param userAgent of an agent's call
 */
export function serviceAnswer(type: ServiceRefusal, message: string, userAgent?: string): JsonAnswer {
  const final = finalAnswer(userAgent, type, message);
  if (final) return jsonAnswer(final.status, final.body);
  return jsonAnswer(STATUS[type], { error: { type, message, details: {}, request_id: 'req_twin' } });
}

/** Sends that. */
export const serviceError = (response: ServerResponse, type: ServiceRefusal, message: string, userAgent?: string): void =>
  sendAnswer(response, serviceAnswer(type, message, userAgent));
