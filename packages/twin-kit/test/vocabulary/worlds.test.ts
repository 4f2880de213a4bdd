import { expect, test } from '@jest/globals';
import { collection, compareWorlds } from '@svc/twin-kit';
import { task } from './rows.ts';

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
