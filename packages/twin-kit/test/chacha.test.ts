import { describe, expect, test } from '@jest/globals';
import { ChaCha8 } from '../src/world/chacha.ts';

const hex = (words: Int32Array): string => Buffer.from(words.buffer, words.byteOffset, words.byteLength).toString('hex');

// draft-strombergson-chacha-test-vectors-01, "TC1: All zero key and IV", 8 rounds, key of 256 bits.
const FIRST =
  '3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e' +
  '984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42';
const SECOND = 'd2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b';

describe('the stream of ChaCha8', () => {
  test('is the published one for a key of zeros', () => {
    const stream = new ChaCha8(Buffer.alloc(32));
    expect(hex(stream.block(0))).toBe(FIRST);
    expect(hex(stream.block(1))).toMatch(new RegExp(`^${SECOND}`));
  });

  test('has any block by its number, in any order', () => {
    const stream = new ChaCha8(Buffer.alloc(32));
    const ninth = hex(stream.block(9));
    stream.block(3);
    expect(hex(stream.block(9))).toBe(ninth);
    expect(hex(stream.block(0))).toBe(FIRST);
  });

  test('is another under another key', () => {
    expect(hex(new ChaCha8(Buffer.alloc(32, 1)).block(0))).not.toBe(FIRST);
  });
});
