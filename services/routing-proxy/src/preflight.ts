import type { IncomingMessage, ServerResponse } from 'node:http';
import { corsPreflights } from '@svc/twins/preflights';
import { locate } from './gate.ts';

const NO_CONTENT = 204;

/**
 * A browser asks before it lets a page call, and shows no credential then (the Fetch standard, "CORS-preflight fetch"). The answer is the vendor's,
 * of each session the same, whether it is there or not, and no twin hears of it.
 *
 * @param request one with the method OPTIONS
 * @returns undefined for what is no such question, and where the vendor lets no page call
 */
export function allowedToPages(request: IncomingMessage): Readonly<Record<string, string>> | undefined {
  const { headers } = request;
  if (headers.origin === undefined || headers['access-control-request-method'] === undefined) return undefined;
  // Who shows a credential is let through to the twin, which tapes what it answers.
  if (headers.authorization !== undefined) return undefined;
  return preflightOf(request)?.(headers['access-control-request-headers']);
}

/**
 * Lets a page read what the proxy answers in the service's own name, as it may read what the vendor answers (the Fetch standard, "CORS check").
 *
 * @returns names and values of header fields in turn
 */
export const readableByPages = (request: IncomingMessage): readonly string[] =>
  request.headers.origin !== undefined && preflightOf(request) ? ['access-control-allow-origin', '*'] : [];

/** Undefined where the vendor lets no page call. */
function preflightOf({ url, headers }: IncomingMessage) {
  const location = locate(url ?? '', headers.host);
  return location && Object.hasOwn(corsPreflights, location.twin) ? corsPreflights[location.twin] : undefined;
}

export function answerPreflight(response: ServerResponse, allowed: Readonly<Record<string, string>>): void {
  response.writeHead(NO_CONTENT, allowed);
  response.end();
}
