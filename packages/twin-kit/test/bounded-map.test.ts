import { expect, test } from '@jest/globals';
import { BoundedMap } from '@svc/twin-kit';

const kept = <V>(map: BoundedMap<string, V>, keys: string): string =>
  [...keys].filter((key) => map.get(key) !== undefined).join('');

test('holds so many, and what was put in first goes first', () => {
  const map = new BoundedMap<string, number>(3);
  for (const key of 'abcd') map.set(key, 1);
  expect(kept(map, 'abcd')).toBe('bcd');
  // What is put in anew is the newest.
  map.set('b', 2);
  map.set('e', 1);
  expect(kept(map, 'abcde')).toBe('bde');
  expect(map.get('b')).toBe(2);
});

test('holds as much as its values may weigh together, and what came last however much it is', () => {
  const map = new BoundedMap<string, string>(4, (value) => value.length);
  map.set('a', 'xx');
  map.set('b', 'xx');
  map.set('c', 'x');
  expect(kept(map, 'abc')).toBe('bc');
  map.set('b', 'xxx');
  expect(kept(map, 'abc')).toBe('bc');
  map.set('d', 'xxxxxxxxx');
  expect(kept(map, 'abcd')).toBe('d');
  map.set('e', 'x');
  expect(kept(map, 'abcde')).toBe('e');
});

test('what is taken out makes room', () => {
  const map = new BoundedMap<string, undefined>(2);
  map.set('a', undefined);
  expect(map.delete('a')).toBe(true);
  expect(map.delete('a')).toBe(false);
  map.set('b', undefined);
  map.set('c', undefined);
  expect(map.size).toBe(2);
  map.clear();
  map.set('d', undefined);
  expect(map.size).toBe(1);
});
