import { expect, test } from '@jest/globals';
import type { Key } from '../src/world/collection.ts';
import { SeededIds } from '../src/world/ids.ts';
import { SlotTable } from '../src/world/stored-collection.ts';

interface Item {
  key: Key;
  sequence: number;
}

/** A key of few, so that they come again. */
function someKey(random: SeededIds): Key {
  const at = random.integer(60);
  const kinds = [at, 2 ** 40 + at, `cus_${at.toString(36)}`, random.text(2, 'ab'), ''] as const;
  return kinds[random.integer(kinds.length)] as Key;
}

/** Adds, deletes and takes deletions back, as a world and its transactions do. */
function walk(random: SeededIds, steps: number): void {
  const table = new SlotTable<Item>();
  const map = new Map<Key, Item>();
  const removed: Item[] = [];
  for (let sequence = 0; sequence < steps; sequence += 1) {
    const key = someKey(random);
    const known = map.get(key);
    expect(table.get(key)).toBe(known);
    const back = random.integer(4) === 0 ? removed.pop() : undefined;
    if (back && !map.has(back.key)) {
      map.set(back.key, back);
      table.add(back);
    } else if (known && random.integer(2) === 0) {
      map.delete(key);
      table.delete(known);
      removed.push(known);
    } else if (!known) {
      const item = { key, sequence };
      map.set(key, item);
      table.add(item);
    }
    expect(table.size).toBe(map.size);
  }
  expect([...table.values()]).toEqual([...map.values()].sort((left, right) => left.sequence - right.sequence));
  for (const [key, item] of map) expect(table.get(key)).toBe(item);
}

test('holds what a map holds, in the order of sequences', () => {
  for (let round = 0; round < 40; round += 1) walk(new SeededIds(`walk ${round}`), 1 + round * 6);
});

const filled = (count: number): SlotTable<Item> => {
  const table = new SlotTable<Item>();
  for (let sequence = 0; sequence < count; sequence += 1) table.add({ key: `k${sequence}`, sequence });
  return table;
};

test.each([4, 9, 100])('of %d items each comes once while others come and go', (count) => {
  const table = filled(count);
  const seen: Key[] = [];
  for (const item of table.values()) {
    seen.push(item.key);
    table.delete(item);
    if (seen.length <= count)
      for (let more = 0; more < 3; more += 1) table.add({ key: `${item.key}+${more}`, sequence: count + seen.length * 3 + more });
  }
  expect(seen.slice(0, count)).toEqual(Array.from({ length: count }, (_, at) => `k${at}`));
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toHaveLength(count * 4);
  expect(table.size).toBe(0);
});

test('keys alike in their beginning, or far apart, are found among 50,000', () => {
  const table = filled(50_000);
  const numbers = new SlotTable<Item>();
  for (let sequence = 0; sequence < 50_000; sequence += 1) numbers.add({ key: sequence * 2 ** 20, sequence });
  for (let at = 0; at < 50_000; at += 97) {
    expect(table.get(`k${at}`)?.sequence).toBe(at);
    expect(numbers.get(at * 2 ** 20)?.sequence).toBe(at);
    expect(numbers.get(at * 2 ** 20 + 1)).toBeUndefined();
  }
  expect(table.get('k50000')).toBeUndefined();
});
