import { hash, timingSafeEqual } from 'node:crypto';

/**
 * The credential in an `Authorization` header, in any form official clients use: `Bearer t`, `token t` (GitHub),
 * a bare `t` (Linear), Basic with the token as user or password (Stripe, git). Basic may carry it in either place, so
 * there can be two candidates.
 */
export function credentialsIn(authorization: string | undefined): string[] {
  const header = authorization?.trim();
  if (!header) return [];
  const space = header.indexOf(' ');
  if (space < 0) return [header];
  const scheme = header.slice(0, space).toLowerCase();
  const value = header.slice(space + 1).trim();
  if (scheme !== 'basic') return value === '' ? [] : [value];
  const decoded = Buffer.from(value, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  const parts = colon < 0 ? [decoded] : [decoded.slice(0, colon), decoded.slice(colon + 1)];
  return parts.filter((part) => part !== '');
}

/** SHA-256 of a token, lower-case hex: the only form in which a twin keeps its token. */
export const tokenDigest = (token: string): string => hash('sha256', token);

/** Compares digests in constant time. */
export function sameDigest(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left, 'latin1'), Buffer.from(right, 'latin1')];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Tells a sandbox's token from others, in constant time. Once it was presented it is compared itself, which spares a digest a call. */
export class TokenMatcher {
  readonly #expected: Buffer;
  #known: Buffer | undefined;
  #secrets: readonly string[] = [];

  /** @param digest of the token, lower-case hex */
  constructor(digest: string) {
    this.#expected = Buffer.from(digest, 'hex');
  }

  /** The token, once it was presented: only its digest is kept. */
  get secrets(): readonly string[] {
    return this.#secrets;
  }

  matches(token: string): boolean {
    const presented = Buffer.from(token);
    if (this.#known) return presented.length === this.#known.length && timingSafeEqual(presented, this.#known);
    if (!timingSafeEqual(hash('sha256', token, 'buffer'), this.#expected)) return false;
    this.#known = presented;
    this.#secrets = [token];
    return true;
  }
}

/** What a caller presents: the credentials that its `Authorization` header may hold, and their SHA-256 digests. */
export interface Presented {
  readonly credentials: readonly string[];
  readonly digests: readonly Buffer[];
}

export function presentedIn(authorization: string | undefined): Presented {
  const credentials = credentialsIn(authorization);
  return { credentials, digests: credentials.map((token) => hash('sha256', token, 'buffer')) };
}

/**
 * @param digests of what the caller presents
 * @param sha256 lower-case hex of the token that is wanted; digests have one length, so comparing takes one time
 */
export function opens({ digests }: Pick<Presented, 'digests'>, sha256: string): boolean {
  const wanted = Buffer.from(sha256, 'hex');
  let open = false;
  for (const digest of digests) if (digest.length === wanted.length && timingSafeEqual(digest, wanted)) open = true;
  return open;
}
