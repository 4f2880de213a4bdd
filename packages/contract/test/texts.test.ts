import { describe, expect, test } from '@jest/globals';
import { cutText, isLonger } from '../src/texts.ts';

describe('a text is cut', () => {
  test.each([
    ['abc', 3, 'abc'],
    ['abc', 2, 'ab'],
    ['a😀b', 2, 'a'],
    ['a😀b', 3, 'a😀'],
    ['😀', 1, ''],
    ['', 0, ''],
  ])('%s to %i: %s', (text, length, cut) => {
    expect(cutText(text, length)).toBe(cut);
    expect(cutText(text, length).isWellFormed()).toBe(true);
  });
});

test('a surrogate pair is one character', () => {
  expect(isLonger('😀'.repeat(5), 5)).toBe(false);
  expect(isLonger('😀'.repeat(5), 4)).toBe(true);
  expect(isLonger('abc', 3)).toBe(false);
  expect(isLonger('abcd', 3)).toBe(true);
});
