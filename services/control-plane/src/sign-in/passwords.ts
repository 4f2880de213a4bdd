import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** One of the costs that OWASP's Password Storage Cheat Sheet gives for scrypt: 32 MiB, three times. */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 2 ** 20 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const SCHEME = 'scrypt';

export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 200;

/** What a password lacks, as a sentence. @returns undefined for a good one */
export function passwordFault(password: string, email: string): string | undefined {
  const { length } = [...password];
  if (length < PASSWORD_MIN || length > PASSWORD_MAX) {
    return `A password has ${PASSWORD_MIN} to ${PASSWORD_MAX} characters.`;
  }
  if (new Set(password).size < 5) return 'This password repeats a few characters only.';
  return password.toLowerCase().includes(email.toLowerCase()) ? 'The password must not hold the e-mail address.' : undefined;
}

/** What is kept of a password: scheme, salt and hash. Unicode spellings of one text are one password (NIST SP 800-63B, section 5.1.1.2). */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password.normalize('NFKC'), salt, HASH_BYTES, COST);
  return [SCHEME, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** @param kept undefined where there is no such user: that takes as long, and is false */
export async function isPassword(password: string, kept: string | undefined): Promise<boolean> {
  const [scheme, salt = '', hash = ''] = (kept ?? '').split('$');
  const known = scheme === SCHEME;
  const given = await derive(password.normalize('NFKC'), Buffer.from(known ? salt : 'nobody', 'base64url'), HASH_BYTES, COST);
  const expected = Buffer.from(hash, 'base64url');
  return known && expected.length === given.length && timingSafeEqual(given, expected);
}
