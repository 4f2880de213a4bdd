import { describe, expect, test } from '@jest/globals';
import { duration, roughly } from '../src/parts/duration.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('how long something took', () => {
  test.each([
    [0, '0 ms'],
    [999.4, '999 ms'],
    [999.6, '1.0 s'],
    [59_940, '59.9 s'],
    [59_970, '1 min 0 s'],
    [29 * MINUTE + 59_700, '30 min 0 s'],
    [HOUR - 400, '1 h 0 min'],
    [HOUR + 59 * MINUTE + 59_000, '2 h 0 min'],
    [25 * HOUR, '25 h 0 min'],
  ])('%d ms are %s', (ms, words) => {
    expect(duration(ms)).toBe(words);
  });
});

describe('how long something is past', () => {
  test.each([
    [-5, '0 s'],
    [59_999, '59 s'],
    [HOUR - 1, '59 min'],
    [HOUR, '1 h 0 min'],
    [50 * HOUR, '2 d 2 h'],
  ])('%d ms are %s', (ms, words) => {
    expect(roughly(ms)).toBe(words);
  });
});
