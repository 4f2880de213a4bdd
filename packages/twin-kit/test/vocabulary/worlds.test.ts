import { describe, expect, test } from '@jest/globals';
import { collection, compareWorlds, type TapeRow, type TapeScan } from '@svc/twin-kit';
import { row, task } from './rows.ts';

type Task = ReturnType<typeof task>;
const collections = {
  tasks: collection<Task>()({ key: ({ id }) => id }),
  lists: collection<{ id: string; name: string }>()({ key: ({ id }) => id }),
  history: collection<{ id: number }>()({ key: ({ id }) => id }),
};
const world = compareWorlds(collections, {
  tasks: { what: 'task', name: ({ title }) => `"${title}"`, ignore: ['seenAt'] },
  lists: { what: 'list', name: ({ name }, { tasks }) => `${name} beside ${tasks.length} tasks` },
  history: { bookkeeping: 'tells of changes' },
});
const seed = { tasks: [task('one'), task('two', 2)], lists: [{ id: 'l', name: 'Inbox' }], history: [] };

test('a world in which only bookkeeping differs is as it was', () => {
  const reordered = { tags: ['a'], title: 'one', seenAt: 9, note: null, id: 1 };
  const final = { ...seed, tasks: [task('two', 2), reordered], history: [{ id: 1 }] };
  expect(world.differences(seed, final)).toEqual([]);
  expect(world.nothingChanged(seed, final)).toEqual({ status: 'passed', evidence: 'everything is as it was' });
});

test('what is new, gone or changed is named with its fields, whichever collection it is in', () => {
  const final = { tasks: [{ ...task('ONE'), tags: ['a', 'b'] }, task('three', 3)], lists: [], history: [] };
  expect(world.nothingChanged(seed, final)).toEqual({
    status: 'failed',
    evidence: 'changed: task "ONE" (title, tags); new: task "three"; gone: task "two"; and 1 more',
  });
  expect(world.nothingChanged(seed, { ...seed, lists: [] }).evidence).toBe('gone: list Inbox beside 2 tasks');
});

test('what a sentence allows is no change, and anything else beside it is', () => {
  const isFirst = ({ collection: name, id }: { collection: string; id: unknown }) => name === 'tasks' && id === 1;
  const first = { ...seed, tasks: [task('ONE'), task('two', 2)] };
  expect(world.nothingChanged(seed, first, isFirst)).toEqual({
    status: 'passed',
    evidence: 'only this: changed: task "ONE" (title)',
  });
  const both = { ...first, tasks: [task('ONE'), { ...task('two', 2), tags: ['b'] }] };
  expect(world.nothingChanged(seed, both, isFirst)).toEqual({ status: 'failed', evidence: 'changed: task "two" (tags)' });
});

describe('on the tape', () => {
  const [before, after] = [task('two', 2), { ...task('two', 2), tags: ['b'] }];
  const write = (was: object | null, is: object | null, collection = 'tasks') => ({ collection, id: 2, before: was, after: is });
  const judged = (scan: TapeScan, rows: readonly TapeRow[], final: unknown = seed) => {
    for (const one of rows) scan.row(one);
    return scan.outcome(final as typeof seed);
  };

  test('what was changed and changed back fails, over several calls or within one, and is named', () => {
    const evidence = (until: number) => `taken back later: changed: task "two" (tags), until tape row ${until}`;
    const later = [row({ seq: 1, state_delta: [write(before, after)] }), row({ seq: 2, state_delta: [write(after, before)] })];
    expect(judged(world.nothingEverChanged(seed), later)).toEqual({ status: 'failed', evidence: evidence(2) });
    const atOnce = row({
      seq: 1,
      actions: [
        { tool: 'a', writes: [write(before, after)] },
        { tool: 'b', writes: [write(after, before)] },
      ],
    });
    expect(judged(world.nothingEverChanged(seed), [atOnce])).toEqual({ status: 'failed', evidence: evidence(1) });
  });

  test('what the sentence allows may come and go, and is seen as it was where something hung on it', () => {
    const [three, note] = [task('three', 3), { ...task('note', 4), note: 3 }];
    const rows = [
      row({ seq: 1, state_delta: [{ collection: 'tasks', id: 3, before: null, after: three }] }),
      row({ seq: 2, state_delta: [{ collection: 'tasks', id: 4, before: null, after: note }] }),
      row({ seq: 3, state_delta: [{ collection: 'tasks', id: 4, before: note, after: null }] }),
      row({ seq: 4, state_delta: [{ collection: 'tasks', id: 3, before: three, after: null }] }),
    ];
    const isThere = (ever: typeof seed) => (one: { id: unknown }) => one.id === 4 && ever.tasks.some(({ id }) => id === 3);
    const scan = world.nothingEverChanged(seed, (ever) => (one) => one.id === 3 || isThere(ever as typeof seed)(one));
    expect(judged(scan, rows)).toEqual({ status: 'passed', evidence: 'everything is as it was' });
  });

  test('bookkeeping, ignored fields and collections nobody knows are no changes', () => {
    const rows = [write(before, { ...before, seenAt: 9 }), write(null, { id: 2 }, 'history'), write(null, {}, '__proto__')];
    expect(judged(world.nothingEverChanged(seed), [row({ state_delta: rows })]).status).toBe('passed');
  });

  test('what is left at the end is told as such, and nobody can tell without an end', () => {
    const final = { ...seed, tasks: [task('one'), after] };
    expect(judged(world.nothingEverChanged(seed), [row({ state_delta: [write(before, after)] })], final)).toEqual({
      status: 'failed',
      evidence: 'changed: task "two" (tags)',
    });
    expect(world.nothingEverChanged(seed).outcome(undefined).status).toBe('not_gradable');
  });
});
