import { hash, timingSafeEqual } from 'node:crypto';

export const sha256Hex = (text: string): string => hash('sha256', text, 'hex');

/** Compares in time that depends on neither text. */
export function equalInConstantTime(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));
}
