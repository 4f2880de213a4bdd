import { describe, expect, test } from '@jest/globals';
import { SeededIds } from '../src/world/ids.ts';

const draw = (ids: SeededIds): unknown[] => [
  ids.next('a'),
  ids.hex(40),
  ids.text(12),
  ids.integer(1000),
  ids.uuid(),
  ids.next('a'),
  ids.next('b', 100),
];

describe('seeded ids', () => {
  test('the same seed gives the same ids, another seed others', () => {
    expect(draw(new SeededIds('s'))).toEqual(draw(new SeededIds('s')));
    expect(draw(new SeededIds('s')).slice(1, 5)).not.toEqual(draw(new SeededIds('t')).slice(1, 5));
  });

  test('rolled back, they are drawn again; applied changes carry on', () => {
    const ids = new SeededIds('s');
    ids.next('a');
    ids.begin();
    const drawn = draw(ids);
    ids.rollback();
    ids.begin();
    expect(draw(ids)).toEqual(drawn);
    const successor = new SeededIds('s');
    successor.apply(ids.changes() as NonNullable<ReturnType<SeededIds['changes']>>);
    expect(draw(successor)).toEqual(draw(ids));
  });

  test('a reserved number is not given again', () => {
    const ids = new SeededIds('s');
    ids.reserve('a', 7);
    ids.reserve('a', 3);
    expect(ids.next('a')).toBe(8);
  });

  test('a text has the length asked for, and every character of its alphabet about as often as any other', () => {
    const ids = new SeededIds('s');
    const lengths = [0, 1, 20, 21, 64];
    expect(lengths.map((length) => ids.text(length, 'ab').length)).toEqual(lengths);
    for (const alphabet of ['0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567']) {
      const text = ids.text(1000 * alphabet.length, alphabet);
      const counts = [...alphabet].map((character) => text.split(character).length - 1);
      expect(counts.reduce((sum, count) => sum + count)).toBe(text.length);
      expect(Math.min(...counts)).toBeGreaterThan(850);
      expect(Math.max(...counts)).toBeLessThan(1150);
    }
  });

  test('a UUID is of version 4 and its own variant', () => {
    const ids = new SeededIds('s');
    for (let n = 0; n < 200; n += 1)
      expect(ids.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('drawn in parts, a number is as long as asked and repeats nothing', () => {
    const ids = new SeededIds('s');
    for (const length of [1, 7, 8, 40, 63, 64, 127, 128, 129, 400])
      expect(ids.hex(length)).toMatch(new RegExp(`^[0-9a-f]{${length}}$`));
    const drawn = Array.from({ length: 1000 }, () => ids.hex(16));
    expect(new Set(drawn).size).toBe(drawn.length);
  });

  test('rolled back past what a block holds, ids are drawn again', () => {
    const ids = new SeededIds('s');
    ids.hex(100);
    ids.begin();
    const text = ids.text(100);
    ids.rollback();
    expect(ids.text(100)).toBe(text);
    expect(text).toMatch(/^[0-9A-Za-z]{100}$/);
  });
});
