import { hash, timingSafeEqual } from 'node:crypto';
import { credentialsIn } from '@svc/plain-http';

/** SHA-256 digests of the tokens that an `Authorization` header may hold. */
export const digestsIn = (authorization: string | undefined): Buffer[] =>
  credentialsIn(authorization).map((token) => hash('sha256', token, 'buffer'));

/**
 * @param presented digests of what the caller presents
 * @param sha256 lower-case hex of the token that is wanted; digests have one length, so comparing takes one time
 */
export function opens(presented: readonly Buffer[], sha256: string): boolean {
  const wanted = Buffer.from(sha256, 'hex');
  let open = false;
  for (const digest of presented) if (digest.length === wanted.length && timingSafeEqual(digest, wanted)) open = true;
  return open;
}
