import { expect, test } from '@jest/globals';
import type { State, WorldSpec } from '@svc/twin-kit';
import { github } from '../src/index.ts';
import { inTurn, type Run, record } from './checks/runs.ts';
import { merge, setRepository, update } from './checks/steps.ts';

/** What a fact is at the end of a run. */
async function read(id: string, args: Record<string, string>, run: Run): Promise<readonly string[]> {
  const fact = github.facts.find((one) => one.id === `github.${id}`)!;
  const { seed, final } = await record(run);
  return fact.read({ repo: 'acme/web', ...args }, final as State<WorldSpec>, seed as State<WorldSpec>);
}

test('titles are those at the end, of issues and pull requests by their numbers, also after a rename of the repository', async () => {
  const run = inTurn(update({ title: 'Worse' }, 1), setRepository({ name: 'site' }));
  expect(await read('issue-title', { issue: '1' }, run)).toEqual(['Worse']);
  expect(await read('pull-request-title', { pull: '3' }, run)).toEqual(['Fix']);
  expect(await read('issue-title', { issue: '3' }, run)).toEqual([]);
  expect(await read('issue-title', { issue: '1', repo: 'acme/none' }, run)).toEqual([]);
});

test('people are told by login, and by name where they have one', async () => {
  expect(await read('issue-assignee', { issue: '1' }, update({ assignees: ['ben', 'cyd'] }, 1))).toEqual([
    'ben',
    'cyd',
    'Cyd Ray',
  ]);
  expect(await read('pull-request-author', { pull: '5' }, merge(5))).toEqual(['dee']);
});

test('a merge commit is told by its id, whole or short, and there is none before the merge', async () => {
  const [whole, short] = await read('merge-commit', { pull: '3' }, merge(3));
  expect(whole).toMatch(/^[0-9a-f]{40}$/);
  expect(short).toBe(whole?.slice(0, 7));
  expect(await read('merge-commit', { pull: '5' }, merge(3))).toEqual([]);
});

test('the last release is the one that was published last; drafts are none', async () => {
  const release =
    (tag_name: string, draft = false): Run =>
    ({ rest, at }) =>
      rest.repos.createRelease({ ...at, tag_name, draft });
  expect(await read('last-release', {}, release('v2', true))).toEqual(['v0']);
  expect(await read('last-release', {}, release('v1'))).toEqual(['v1']);
});
