import { SMALL_BODY_LIMIT_BYTES } from '@svc/contract';
import type { Request } from 'express';
import { readBody } from '../http/read-body.ts';

/** The fields of a form that was posted. */
export const readForm = async (request: Request): Promise<URLSearchParams> =>
  new URLSearchParams((await readBody(request, SMALL_BODY_LIMIT_BYTES)).toString('utf8'));

/**
 * Another site must not sign its visitor in as somebody of its choice. Our pages send no referrer, and then browsers name no
 * origin either: only what they say in `Sec-Fetch-Site` counts.
 */
export function isOtherSites({ headers }: Request): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}
