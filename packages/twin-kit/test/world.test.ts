import { describe, expect, test } from '@jest/globals';
import { collection } from '@svc/twin-kit';
import { WorldStore } from '../src/world/store.ts';

interface Row {
  id: number;
  group: string;
  rank: number;
  tags?: string[];
}

const spec = {
  rows: collection<Row>()({
    key: (row) => row.id,
    indexes: {
      group: { group: (row) => row.group, order: (row) => [row.rank] },
      tag: { group: (row) => row.tags },
    },
  }),
};

const newStore = () => new WorldStore(spec);
type Store = ReturnType<typeof newStore>;
const ids = (rows: readonly Row[]): number[] => rows.map((row) => row.id);
const row = (id: number, rank: number, more: Partial<Row> = {}): Row => ({ id, group: 'g', rank, ...more });

describe('indexes', () => {
  test('a group is sorted by its order, and ties keep the order of insertion', () => {
    const { world, transact } = bind(newStore());
    transact(() => [row(1, 2), row(2, 1), row(3, 2), row(4, 1)].map((record) => world.rows.insert(record)));
    expect(ids(world.rows.by.group.page('g'))).toEqual([2, 4, 1, 3]);
    expect(ids(world.rows.by.group.page('g', { reverse: true, offset: 1, limit: 2 }))).toEqual([1, 4]);
    expect(ids(world.rows.by.group.page('g', { offset: 9 }))).toEqual([]);
    expect(world.rows.by.group.count('g')).toBe(4);
  });

  test('follow updates and removals, and hold a record in each of its groups', () => {
    const { world, transact } = bind(newStore());
    transact(() => {
      world.rows.insert(row(1, 1, { tags: ['a', 'b', 'a'] }));
      world.rows.insert(row(2, 2, { tags: ['b'] }));
    });
    expect(ids(world.rows.by.tag.page('b'))).toEqual([1, 2]);
    transact(() => {
      world.rows.update(1, { rank: 3, tags: ['c'] });
      world.rows.remove(2);
    });
    expect([ids(world.rows.by.group.page('g')), world.rows.by.tag.count('a'), ids(world.rows.by.tag.page('c'))]).toEqual([
      [1],
      0,
      [1],
    ]);
  });

  test('agree with a plain sort after any sequence of random writes, rollbacks and copies', () => {
    let { store, world, transact } = bind(newStore());
    const left: { world: typeof world; rows: Row[] }[] = [];
    let random = 7;
    const next = (bound: number): number => {
      random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
      return random % bound;
    };
    const model = new Map<number, Row>();
    for (let step = 1; step <= 2000; step += 1) {
      if (next(40) === 0) {
        // What was copied stays as it is, whatever is done to the copy, and whether its indexes were asked before or not.
        if (next(2) === 0) expectLike(world, [...model.values()]);
        left.push({ world, rows: [...model.values()] });
        ({ store, world, transact } = bind(store.copy()));
      }
      const abandoned = next(4) === 0;
      const draft = new Map(model);
      const work = () => {
        const existing = [...draft.keys()];
        const key = existing[next(Math.max(1, existing.length))];
        const kind = next(3);
        if (kind === 0 || key === undefined) {
          const fresh = row(step, next(20), { tags: ['a', 'b', 'c'].slice(next(3)) });
          draft.set(step, fresh);
          world.rows.insert({ ...fresh });
        } else if (kind === 1) {
          // Some of these change nothing, some what one index sorts by, some what another groups by.
          const current = draft.get(key) as Row;
          const patch = { rank: next(2) === 0 ? current.rank : next(20), tags: ['a', 'b', 'c'].slice(next(3)) };
          draft.set(key, { ...current, ...patch });
          world.rows.update(key, patch);
        } else {
          draft.delete(key);
          world.rows.remove(key);
        }
        if (abandoned) throw new Error('abandoned');
      };
      try {
        transact(work);
        model.clear();
        for (const [key, value] of draft) model.set(key, value);
      } catch (error) {
        expect((error as Error).message).toBe('abandoned');
      }
    }
    expect(left.length).toBeGreaterThan(20);
    for (const one of [...left, { world, rows: [...model.values()] }]) expectLike(one.world, one.rows);
  });
});

describe('a group of thousands', () => {
  const COUNT = 4000;
  /** Every number below COUNT once, in no order. */
  const scattered = Array.from({ length: COUNT }, (_, at) => (at * 2731 + 17) % COUNT);
  const filled = () => {
    const bound = bind(newStore());
    bound.transact(() => scattered.map((rank, at) => bound.world.rows.insert(row(at, rank))));
    return bound;
  };
  const ranks = (rows: readonly Row[]): number[] => rows.map(({ rank }) => rank);

  test('is in order, and cut where a page is asked for', () => {
    const { group: byGroup } = filled().world.rows.by;
    const sorted = Array.from({ length: COUNT }, (_, rank) => rank);
    expect([byGroup.count('g'), byGroup.first('g')?.rank]).toEqual([COUNT, 0]);
    expect(ranks(byGroup.page('g'))).toEqual(sorted);
    expect(ranks(byGroup.page('g', { reverse: true }))).toEqual(sorted.toReversed());
    for (let offset = 0; offset <= COUNT + 100; offset += 97) {
      for (const limit of [0, 1, 30, 1500]) {
        expect(ranks(byGroup.page('g', { offset, limit }))).toEqual(sorted.slice(offset, offset + limit));
        expect(ranks(byGroup.page('g', { offset, limit, reverse: true }))).toEqual(
          sorted.toReversed().slice(offset, offset + limit),
        );
      }
    }
  });

  test('stays in order while its records move and go, and is empty in the end', () => {
    const { world, transact } = filled();
    const { group: byGroup } = world.rows.by;
    transact(() => {
      for (let id = 0; id < COUNT; id += 2) world.rows.update(id, { rank: COUNT + (scattered[id] as number) });
      for (let id = 1; id < COUNT; id += 4) world.rows.remove(id);
    });
    const left = scattered.flatMap((rank, id) => (id % 2 === 0 ? [COUNT + rank] : id % 4 === 1 ? [] : [rank]));
    expect(ranks(byGroup.page('g'))).toEqual(left.toSorted((one, other) => one - other));
    expect(() =>
      transact(() => {
        for (let id = 0; id < COUNT; id += 2) world.rows.remove(id);
        throw new Error('abandoned');
      }),
    ).toThrow('abandoned');
    expect(ranks(byGroup.page('g'))).toEqual(left.toSorted((one, other) => one - other));
    transact(() => [...world.rows.values()].map(({ id }) => world.rows.remove(id)));
    expect([byGroup.count('g'), byGroup.first('g'), byGroup.page('g')]).toEqual([0, undefined, []]);
  });
});

describe('transactions', () => {
  test('an error undoes everything, the place of removed records included', () => {
    const { store, world, transact } = bind(newStore());
    transact(() => [1, 2, 3].map((id) => world.rows.insert(row(id, id))));
    const before = JSON.stringify(store.state());
    expect(() =>
      transact(() => {
        world.rows.remove(1);
        world.rows.update(2, { rank: 9 });
        world.rows.insert(row(4, 4));
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(JSON.stringify(store.state())).toBe(before);
  });

  test('changes name each record once, with its first and last form, and drop what ended where it began', () => {
    const { world, transact } = bind(newStore());
    transact(() => world.rows.insert(row(1, 1)));
    const { changes } = transact(() => {
      world.rows.update(1, { rank: 2 });
      world.rows.update(1, { rank: 3 });
      world.rows.insert(row(2, 2));
      world.rows.remove(2);
    });
    expect(changes).toEqual([{ collection: 'rows', id: 1, before: row(1, 1), after: row(1, 3) }]);
    expect(transact(() => world.rows.update(1, { rank: 3 })).changes).toEqual([]);
  });

  test('an update that says what is there already changes nothing', () => {
    const { world, transact } = bind(newStore());
    transact(() => world.rows.insert(row(1, 1)));
    const [record, { version }] = [world.rows.get(1), world.rows];
    expect(transact(() => world.rows.update(1, { rank: 1 })).changes).toEqual([]);
    expect([world.rows.get(1), world.rows.version]).toEqual([record, version]);
    expect(world.rows.get(1)).toBe(record);
  });

  test('replayed changes build the same state, fields that went away included', () => {
    const { store, world, transact } = bind(newStore());
    const replica = newStore();
    const apply = (work: () => unknown): void => replica.apply(JSON.parse(JSON.stringify(transact(work).changes)));
    apply(() => world.rows.insert(row(1, 1, { tags: ['a'] })));
    apply(() => world.rows.update(1, { tags: undefined } as unknown as Partial<Row>));
    apply(() => world.rows.insert(row(2, 1)));
    expect(JSON.stringify(replica.state())).toBe(JSON.stringify(store.state()));
  });

  test('writes outside a transaction, to taken or unknown keys, and to a record itself are refused', () => {
    const { world, transact } = bind(newStore());
    expect(() => world.rows.insert(row(1, 1))).toThrow('only inside a transaction');
    transact(() => world.rows.insert(row(1, 1)));
    expect(() => transact(() => world.rows.insert(row(1, 1)))).toThrow('is taken');
    expect(() => transact(() => world.rows.update(7, {}))).toThrow('no record has the key 7');
    expect(() => transact(() => world.rows.update(1, { id: 2 }))).toThrow("a record's key can't change");
    expect(() => {
      (world.rows.get(1) as Row).rank = 5;
    }).toThrow(TypeError);
  });
});

function bind(store: WorldStore<typeof spec>) {
  return { store, world: store.world, transact: <R>(work: () => R) => store.transact(work) };
}

/** The world holds these, and its indexes sort them. */
function expectLike(world: Store['world'], rows: readonly Row[]): void {
  const sorted = rows.toSorted((one, other) => one.rank - other.rank || one.id - other.id);
  expect(ids(world.rows.by.group.page('g'))).toEqual(ids(sorted));
  const byId = rows.toSorted((one, other) => one.id - other.id);
  expect(ids(world.rows.by.tag.page('a'))).toEqual(ids(byId.filter(({ tags }) => tags?.includes('a'))));
  expect(ids([...world.rows.values()])).toEqual(ids(byId));
  for (const one of rows) expect(world.rows.get(one.id)).toEqual(one);
}
