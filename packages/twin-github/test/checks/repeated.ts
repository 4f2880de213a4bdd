/** What a call writes, and what it only repeats. */
import { oddPlaces } from './odd-places.ts';
import { inTurn, type Run } from './runs.ts';
import { branchFrom, comment, merge, put, setRepository, update } from './steps.ts';

export const repeated: readonly [what: string, needle: string, run: Run][] = [
  ['the name of a file that was there', 'guide', put('src/a.js', 'let a = 3;\n', 'main')],
  ['the name of a file beside the changed folder', 'README', put('src/a.js', 'let a = 3;\n', 'main')],
  ['who commits', 'ada', put('src/a.js', 'let a = 3;\n', 'main')],
  ['a body that stays as it is', 'reproduce', update({ title: 'x' }, 1)],
  ['a title that is renamed away', 'Bug', update({ title: 'x' }, 1)],
  ['the description of a repository that gets a topic', 'small shop', setRepository({ homepage: 'https://example.com' })],
];

export const written: readonly [what: string, needle: string, run: Run][] = [
  ['the name of a new file', 'hunter2', put('docs/hunter2.md', 'x', 'main')],
  ['the name of a branch', 'hunter2', branchFrom('hunter2', 'main')],
  ['a commit message', 'hunter2', put('x', 'x', 'main', 'hunter2')],
  ['a comment that reads like a signature', 'noreply', comment('GitHub <noreply@github.com>', 1)],
  ['a label', 'hunter2', ({ rest, at }) => rest.issues.createLabel({ ...at, name: 'x', description: 'hunter2' })],
  ['the message of a merge', 'Count to two', inTurn(update({ title: 'Count to two' }, 3), merge(3))],
  [
    'somebody else who commits',
    'hunter2',
    ({ rest, at }) =>
      rest.repos.createOrUpdateFileContents({
        ...at,
        path: 'x',
        message: 'x',
        content: 'eA==',
        author: { name: 'hunter2', email: 'x@example.com' },
      }),
  ],
  ...oddPlaces.map(([what, run]): [string, string, Run] => [what, 'hunter2', run]),
];
