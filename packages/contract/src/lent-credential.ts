import { createHmac, timingSafeEqual } from 'node:crypto';

/** Hexadecimal digits of a proof: 128 bits. */
const PROOF_LENGTH = 32;
/** What no signed address begins with, as their proofs have the same key. */
const PURPOSE = 'credential ';

/** @param sha256 lower-case hex of the sandbox's token */
const proofOf = (credential: string, sha256: string): string =>
  createHmac('sha256', Buffer.from(sha256, 'hex')).update(PURPOSE).update(credential).digest('hex').slice(0, PROOF_LENGTH);

/**
 * Makes a credential that a twin gives out (the token of an app's installation) one that the proxy knows, by a proof at its end. Twin and
 * proxy both hold the digest of the sandbox's token, which is the key. The proxy lets its calls pass; who calls and what it may do, and
 * until when, is the twin's to say.
 */
export const lend = (credential: string, sha256: string): string => credential + proofOf(credential, sha256);

/** Did the twin of a sandbox give this credential out? In constant time for those of one length. */
export function isLent(credential: string, sha256: string): boolean {
  if (credential.length <= PROOF_LENGTH) return false;
  const presented = Buffer.from(credential.slice(-PROOF_LENGTH));
  const wanted = Buffer.from(proofOf(credential.slice(0, -PROOF_LENGTH), sha256));
  return presented.length === wanted.length && timingSafeEqual(presented, wanted);
}
