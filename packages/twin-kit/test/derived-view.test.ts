import { describe, expect, test } from '@jest/globals';
import { collection, view } from '@svc/twin-kit';
import { WorldStore } from '../src/world/store.ts';

interface Note {
  id: number;
  author: string;
  stars: number;
}

interface Author {
  name: string;
  notes: number;
  stars: number;
}

let made = 0;

const spec = {
  notes: collection<Note>()({ key: ({ id }) => id, indexes: { author: { group: ({ author }) => author } } }),
  authors: view<Author, Note>()({
    key: ({ name }) => name,
    indexes: { stars: { group: () => 'all', order: ({ stars, name }) => [stars, name] } },
    source: {
      collection: 'notes',
      index: 'author',
      make: (name, notes) => {
        made += 1;
        return { name: String(name), notes: notes.length, stars: notes.reduce((sum, { stars }) => sum + stars, 0) };
      },
    },
  }),
};

type Store = WorldStore<typeof spec>;

/** The view, put together anew of all notes. */
function plain({ world }: Store): Author[] {
  const authors = new Map<string, Author>();
  for (const { author, stars } of world.notes.values()) {
    const one = authors.get(author) ?? { name: author, notes: 0, stars: 0 };
    authors.set(author, { name: author, notes: one.notes + 1, stars: one.stars + stars });
  }
  return [...authors.values()].sort((left, right) => left.stars - right.stars || (left.name < right.name ? -1 : 1));
}

const shown = ({ world }: Store): readonly Author[] => world.authors.by.stars.page('all');

describe('a view', () => {
  test('is as its records make it after any sequence of random writes, rollbacks and looks', () => {
    const store = new WorldStore(spec);
    const { notes, authors } = store.world;
    let random = 11;
    const next = (bound: number): number => {
      random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
      return random % bound;
    };
    for (let turn = 0; turn < 2000; turn += 1) {
      try {
        store.transact(() => {
          for (let left = next(3); left >= 0; left -= 1) {
            const id = next(40);
            const note = { author: `a${next(6)}`, stars: next(5) };
            if (!notes.has(id)) notes.insert({ id, ...note });
            else if (next(2) === 0) notes.update(id, note);
            else notes.remove(id);
            if (next(10) === 0) expect(authors.size).toBe(plain(store).length);
          }
          if (next(4) === 0) throw new Error('rolled back');
        });
      } catch (error) {
        if ((error as Error).message !== 'rolled back') throw error;
      }
      if (next(3) === 0) expect(shown(store)).toEqual(plain(store));
    }
    expect(shown(store)).toEqual(plain(store));
    const [some] = shown(store);
    expect([authors.get(some?.name ?? ''), authors.has('nobody')]).toEqual([some, false]);
  });

  test('is made when it is read, and again only where something changed', () => {
    const store = new WorldStore(spec);
    const { notes, authors } = store.world;
    const before = made;
    store.transact(() => {
      for (let id = 0; id < 100; id += 1) notes.insert({ id, author: id % 2 === 0 ? 'ada' : 'ben', stars: 1 });
    });
    expect(made).toBe(before);
    expect([authors.size, made - before]).toEqual([2, 2]);
    const { version } = authors;
    expect([authors.get('ada'), authors.version, made - before]).toEqual([{ name: 'ada', notes: 50, stars: 50 }, version, 2]);
    store.transact(() => notes.update(0, { stars: 3 }));
    expect([authors.get('ada')?.stars, made - before, authors.version > version]).toEqual([52, 3, true]);
  });

  test('stands in no state and no change, and follows a copy and a replay, also of changes of when it was stored', () => {
    const store = new WorldStore(spec);
    const { changes } = store.transact(() => store.world.notes.insert({ id: 1, author: 'ada', stars: 2 }));
    expect([changes.map((change) => change.collection), Object.keys(store.state())]).toEqual([['notes'], ['notes']]);
    const replica = new WorldStore(spec);
    const stored = { name: 'ada', notes: 9, stars: 9 };
    replica.apply([...changes, { collection: 'authors', id: 'ada', before: null, after: stored }]);
    expect(shown(replica)).toEqual([{ name: 'ada', notes: 1, stars: 2 }]);
    const copy = store.copy();
    copy.transact(() => copy.world.notes.insert({ id: 2, author: 'ada', stars: 5 }));
    expect([shown(copy), shown(store)]).toEqual([[{ name: 'ada', notes: 2, stars: 7 }], [{ name: 'ada', notes: 1, stars: 2 }]]);
  });

  test('of an unknown collection is refused', () => {
    const { authors } = spec;
    expect(() => new WorldStore({ authors })).toThrow('the view authors is of an unknown collection: notes');
  });
});
