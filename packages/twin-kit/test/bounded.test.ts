import { expect, test } from '@jest/globals';
import { bounded, isOver, TooLong } from '../src/time.ts';
import { collection } from '../src/world/collection.ts';
import { WorldStore } from '../src/world/store.ts';

interface Note {
  id: number;
}
const spec = { notes: collection<Note>()({ key: (note) => note.id, indexes: { all: { group: () => 'all' } } }) };

/** A processor that works a millisecond whenever somebody looks. */
function clock(): () => { user: number; system: number } {
  let user = 0;
  return () => {
    user += 1_000;
    return { user, system: 0 };
  };
}

function filled(): WorldStore<typeof spec> {
  const store = new WorldStore(spec);
  store.transact(() => {
    for (let id = 1; id <= 100; id += 1) store.world.notes.insert({ id });
  });
  return store;
}

test.each([
  ['gets', ({ notes }: WorldStore<typeof spec>['world']) => notes.get(1)],
  ['pages', ({ notes }: WorldStore<typeof spec>['world']) => notes.by.all.page('all', { limit: 1 })],
  ['whole lists', ({ notes }: WorldStore<typeof spec>['world']) => [...notes.values()]],
  ['firsts', ({ notes }: WorldStore<typeof spec>['world']) => notes.by.all.first('all')],
])('endless %s are ended, and what was written is undone', (_what, look) => {
  const store = filled();
  const endless = () =>
    store.transact(() => {
      store.world.notes.insert({ id: 101 });
      for (;;) look(store.world);
    });
  expect(() => bounded(5, clock(), endless)).toThrow(TooLong);
  expect(store.world.notes.size).toBe(100);
  // Nothing of it is left for the next one.
  expect(bounded(5, clock(), () => store.world.notes.get(100))).toEqual({ id: 100 });
});

test('who passes over the error gets it again with each further step, and the whole is none the less too long', () => {
  const { world } = filled();
  let passed = 0;
  const stubborn = () => {
    for (let at = 0; at < 10_000; at += 1) {
      try {
        world.notes.get(1);
      } catch {
        passed += 1;
      }
    }
    expect(isOver()).toBe(true);
  };
  expect(() => bounded(5, clock(), stubborn)).toThrow(TooLong);
  expect(passed).toBeGreaterThan(10_000 - 8 * 256);
});

test('without a bound nothing ends', () => {
  const { world } = filled();
  for (let at = 0; at < 10_000; at += 1) world.notes.get(1);
  expect(isOver()).toBe(false);
});
