import { describe, expect, test } from '@jest/globals';
import { isoTime, timeWriter } from '../src/time.ts';

/** Times around every edge there is: of a second, a minute, a day, a year with five digits, 1970 and what a `Date` can hold. */
const EDGES = [
  0,
  1,
  999,
  1_000,
  59_999,
  60_000,
  -1,
  -60_000,
  -60_001,
  Date.parse('1969-12-31T23:59:59.999Z'),
  Date.parse('2026-01-01T00:00:00.000Z'),
  Date.parse('2026-02-28T23:59:59.999Z'),
  Date.parse('2028-02-29T00:00:00.007Z'),
  Date.parse('9999-12-31T23:59:59.999Z'),
  Date.parse('+010000-01-01T00:00:00.000Z'),
  8.64e15,
  -8.64e15,
];

describe('a time as text', () => {
  test('is what a Date writes, in whatever order times come', () => {
    for (const at of [...EDGES, ...EDGES.toReversed(), ...EDGES.map((edge) => Math.max(edge - 61_001, -8.64e15))])
      expect(isoTime(at)).toBe(new Date(at).toISOString());
  });

  test('is refused where there is no such time, and right again afterwards', () => {
    for (const at of [Number.NaN, Number.POSITIVE_INFINITY, 8.65e15]) {
      expect(() => isoTime(at)).toThrow(RangeError);
      expect(isoTime(1_767_225_601_234)).toBe('2026-01-01T00:00:01.234Z');
    }
  });

  test('writes a minute once', () => {
    const minutes: number[] = [];
    const write = timeWriter(
      (at) => String(minutes.push(at)),
      (minute, second, millisecond) => `${minute}|${second}|${millisecond}`,
    );
    expect([0, 1_005, 1_005, 59_999, 60_000, 61_000].map(write)).toEqual([
      '1|00|000',
      '1|01|005',
      '1|01|005',
      '1|59|999',
      '2|00|000',
      '2|01|000',
    ]);
    expect(minutes).toEqual([0, 60_000]);
  });
});
