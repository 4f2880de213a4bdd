import { expect, test } from '@jest/globals';
import { since, until } from '../src/times.ts';

test('a day lasts from its midnight here to the next', () => {
  expect(since('2026-03-14')).toBe(new Date(2026, 2, 14).toISOString());
  expect(until('2026-12-31')).toBe(new Date(2027, 0, 1).toISOString());
});

test('a time is taken as it is', () => {
  expect(since('2026-03-14T10:00:00+02:00')).toBe('2026-03-14T08:00:00.000Z');
  expect(until('2026-03-14T10:00Z')).toBe('2026-03-14T10:00:00.000Z');
});

test.each([
  '',
  'yesterday',
  '2026-3-14',
  '2026-02-30',
  '2026-13-01',
  '2026-03-14T10:00:00',
  '2026-03-14T25:00:00Z',
  '14.03.2026',
])('%p is neither', (value) => {
  for (const read of [since, until]) expect(() => read(value)).toThrow('A day, as 2026-03-14, or a time with its zone');
});
