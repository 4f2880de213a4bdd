import { randomText } from '../ids.ts';
import { sha256Hex } from '../security/compare.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 43 characters of 62 carry 256 bits. */
const LENGTH = 43;

/** A secret that its holder presents, and the hash that is kept of it. With so many bits a plain hash can't be reversed. */
export function mintToken(): { token: string; sha256: string } {
  const token = randomText(LENGTH, ALPHABET);
  return { token, sha256: sha256Hex(token) };
}
