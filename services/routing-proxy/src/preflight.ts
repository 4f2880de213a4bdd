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
  const { url, headers } = request;
  if (headers.origin === undefined || headers['access-control-request-method'] === undefined) return undefined;
  // Who shows a credential is let through to the twin, which tapes what it answers.
  if (headers.authorization !== undefined) return undefined;
  const location = locate(url ?? '', headers.host);
  if (!location || !Object.hasOwn(corsPreflights, location.twin)) return undefined;
  return corsPreflights[location.twin]?.(headers['access-control-request-headers']);
}

export function answerPreflight(response: ServerResponse, allowed: Readonly<Record<string, string>>): void {
  response.writeHead(NO_CONTENT, allowed);
  response.end();
}
