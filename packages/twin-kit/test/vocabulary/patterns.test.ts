import { expect, test } from '@jest/globals';
import { compilePattern } from '@svc/twin-kit/patterns';

test.each([
  ['a class and a count', 'ENG-\\d{2,}', 'see ENG-12', 'see ENG-1'],
  ['case ignored', '(?i)refund', 'ReFund', 'fund'],
  ['alternatives', '^(yes|no)$', 'no', 'not'],
  ['a word as a whole', '\\bdone\\b', 'is done.', 'undone'],
  ['letters of any script', '\\p{Lu}é', 'Éé', 'éé'],
])('%s', (_what, source, hit, miss) => {
  const test = compilePattern(source);
  expect([test(hit), test(miss)]).toEqual([true, false]);
});

test('no pattern makes it slow that a backtracking engine would never be done with', () => {
  expect(compilePattern('^(a+)+$')(`${'a'.repeat(20_000)}b`)).toBe(false);
});

test.each(['(', 'a{2,1}', '(?=a)', '(a)\\1', '(a{1000}){1000}'])('%s is refused', (source) => {
  expect(() => compilePattern(source)).toThrow();
});
