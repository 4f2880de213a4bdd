import { hash, timingSafeEqual } from 'node:crypto';

/**
 * The tokens that an `Authorization` header may hold, in the ways official clients send them: `Bearer t`, `token t`
 * (GitHub), `t` alone (Linear), Basic with the token as user or as password (Stripe, git).
 */
export function tokensIn(authorization: string | undefined): string[] {
  const header = authorization?.trim() ?? '';
  const space = header.indexOf(' ');
  if (space < 0) return header === '' ? [] : [header];
  const value = header.slice(space + 1).trim();
  if (header.slice(0, space).toLowerCase() !== 'basic') return [value];
  const pair = Buffer.from(value, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  const parts = colon < 0 ? [pair] : [pair.slice(0, colon), pair.slice(colon + 1)];
  return parts.filter((part) => part !== '');
}

/** SHA-256 digests of those tokens. */
export const digestsIn = (authorization: string | undefined): Buffer[] =>
  tokensIn(authorization).map((token) => hash('sha256', token, 'buffer'));

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
