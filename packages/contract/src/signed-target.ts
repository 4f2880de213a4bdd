import { createHmac, timingSafeEqual } from 'node:crypto';

/** The last parameter of a signed address. */
export const SIGNATURE_PARAMETER = 'svc_signature';

const MARK = new RegExp(`^(.+)[?&]${SIGNATURE_PARAMETER}=([A-Za-z0-9_-]{43})$`, 's');

/** @param sha256 lower-case hex of the sandbox's token */
const signatureOf = (target: string, sha256: string): string =>
  createHmac('sha256', Buffer.from(sha256, 'hex')).update(target).digest('base64url');

/**
 * Signs an address that a vendor hands out to be called without a credential, such as one to upload to. Twin and proxy both
 * hold the digest of the sandbox's token, which is the key: the signature opens this address only, and tells nothing of the
 * token.
 *
 * @param target path and query as the proxy's clients write them, `/<twin>/s/<session_id>/…`
 * @param sha256 lower-case hex of the sandbox's token
 * @returns what to append to the address, and the signature alone
 */
export function signTarget(target: string, sha256: string): { suffix: string; signature: string } {
  const signature = signatureOf(target, sha256);
  return { suffix: `${target.includes('?') ? '&' : '?'}${SIGNATURE_PARAMETER}=${signature}`, signature };
}

const LAST = new RegExp(`(?:^|&)${SIGNATURE_PARAMETER}=[^&]*$`);

/** A query without the signature at its end. */
export function unsignedQuery(query: string): string {
  return query.replace(LAST, '');
}

/** Tells whether an address carries its own signature, in constant time for those that carry any. */
export function isSignedTarget(target: string, sha256: string): boolean {
  const [, signed, signature] = MARK.exec(target) ?? [];
  if (signed === undefined || signature === undefined) return false;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(signed, sha256)));
}
