import { expect, test } from '@jest/globals';
import { readFields } from '../src/fields.ts';

// https://www.rfc-editor.org/rfc/rfc9110#section-5.5
test('a value has no white space around it', () => {
  expect(readFields('a: \t x y\t \r\nB:\r\nc:  \r\nd:\u00a0e\u00a0')).toEqual([
    'a',
    'x y',
    'B',
    '',
    'c',
    '',
    'd',
    '\u00a0e\u00a0',
  ]);
});

test.each(['a: x\u0001', 'a : x', ' a: x', ': x', 'a'])('%j is no field', (line) => expect(readFields(line)).toBeUndefined());

test('a row of spaces takes no more time than its length', () => {
  const spaces = ' '.repeat(200_000);
  const before = process.cpuUsage();
  expect(readFields(`a:${spaces}\u0001`)).toBeUndefined();
  expect(readFields(`a: b${spaces}c`)).toEqual(['a', `b${spaces}c`]);
  // In microseconds; a look from each space takes half a minute.
  expect(process.cpuUsage(before).user).toBeLessThan(500_000);
});
