import { createHmac, timingSafeEqual } from 'node:crypto';
import { assertBlobKey, InvalidBlobKey } from './keys.ts';

/** Below the control plane's base address; the key follows. */
const BLOBS_PATH = '/v1/blobs/';

export type SignedGrant = { key: string; expires: number } & (
  | { method: 'GET' }
  | { method: 'PUT'; maxBytes: number; once: string }
);

export type SignedUrlRefusal = 'invalid' | 'expired' | 'used' | 'absent' | 'too_large';

/** Why a request to a signed URL is refused. */
export class SignedUrlRefused extends Error {
  readonly reason: SignedUrlRefusal;

  constructor(reason: SignedUrlRefusal, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** @returns the path and query of the URL that carries the grant. */
export function signGrant(grant: SignedGrant, signingKey: Buffer): string {
  const query = new URLSearchParams({ expires: `${grant.expires}` });
  if (grant.method === 'PUT') {
    query.set('max', `${grant.maxBytes}`);
    query.set('once', grant.once);
  }
  query.set('signature', signature(grant, signingKey).toString('hex'));
  return `${BLOBS_PATH}${grant.key}?${query}`;
}

/**
 * Reads the grant out of a request. HEAD passes with a URL for GET.
 *
 * @param target path and query as requested, or the whole URL.
 * @param now milliseconds since 1970
 * @throws SignedUrlRefused
 */
export function readGrant(method: string, target: string, signingKey: Buffer, now: number): SignedGrant {
  const grant = parseGrant(method === 'HEAD' ? 'GET' : method, target);
  const given = Buffer.from(grant?.signature ?? '', 'hex');
  const expected = grant && signature(grant.grant, signingKey);
  if (!expected || given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new SignedUrlRefused('invalid', `This URL does not allow ${method}: its signature is missing or does not match.`);
  }
  if (grant.grant.expires * 1000 <= now) throw new SignedUrlRefused('expired', 'This URL has expired.');
  return grant.grant;
}

function parseGrant(method: string, target: string): { grant: SignedGrant; signature: string } | undefined {
  const { pathname, searchParams } = new URL(target, 'http://localhost');
  const at = pathname.indexOf(BLOBS_PATH);
  if (at < 0) return undefined;
  const key = pathname.slice(at + BLOBS_PATH.length);
  try {
    assertBlobKey(key);
  } catch (error) {
    if (error instanceof InvalidBlobKey) return undefined;
    throw error;
  }
  const expires = Number(searchParams.get('expires'));
  const signed = searchParams.get('signature') ?? '';
  if (method === 'GET') return { grant: { method, key, expires }, signature: signed };
  if (method !== 'PUT') return undefined;
  const once = searchParams.get('once') ?? '';
  return { grant: { method, key, expires, maxBytes: Number(searchParams.get('max')), once }, signature: signed };
}

// Fields are separated by line ends, which none of them can hold: no two grants sign the same bytes.
function signature(grant: SignedGrant, signingKey: Buffer): Buffer {
  const limits = grant.method === 'PUT' ? [`${grant.maxBytes}`, grant.once] : [];
  const fields = [grant.method, grant.key, `${grant.expires}`, ...limits];
  return createHmac('sha256', signingKey).update(fields.join('\n')).digest();
}
