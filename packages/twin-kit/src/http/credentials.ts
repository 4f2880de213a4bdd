import { hash, timingSafeEqual } from 'node:crypto';

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
