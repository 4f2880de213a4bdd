import type { ServerResponse } from 'node:http';

const STATUS = {
  not_found: 404,
  session_expired: 410,
  internal_error: 500,
  downstream_unavailable: 503,
  invalid_auth: 401,
  validation_failed: 422,
} as const;

export type ServiceRefusal = keyof typeof STATUS;

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

/** What a twin says in the service's own name, in the envelope of the spec's "Errors": never inside the vendor's surface. */
export function serviceAnswer(
  type: ServiceRefusal,
  message: string,
  details: Record<string, unknown> = {},
): { status: number; headers: Record<string, string>; text: string } {
  const text = JSON.stringify({ error: { type, message, details, request_id: 'req_twin' } });
  const length = String(Buffer.byteLength(text));
  return {
    status: STATUS[type],
    headers: { 'content-type': 'application/json; charset=utf-8', 'content-length': length },
    text,
  };
}

/** Sends that. */
export function serviceError(
  response: ServerResponse,
  type: ServiceRefusal,
  message: string,
  details: Record<string, unknown> = {},
): void {
  const { status, headers, text } = serviceAnswer(type, message, details);
  response.writeHead(status, headers);
  response.end(text);
}
