import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { TapeRow } from '@svc/twin-kit';
import { type Served, serveGithub } from './served.ts';

const engine = { owner: 'ada', repo: 'engine' };

let twin: Served;
beforeEach(async () => {
  twin = await serveGithub({
    users: [{ login: 'ada' }],
    repositories: [
      {
        owner: 'ada',
        name: 'engine',
        files: { 'a.txt': 'one\n' },
        branches: [{ name: 'fix', files: { 'a.txt': 'two\n' } }],
        issues: [{ number: 1, title: 'Line one is wrong' }],
      },
    ],
  });
});
afterEach(() => twin.close());

const last = async () => ((await twin.evidence('events')) as TapeRow[]).at(-1) as TapeRow;
const written = (row: TapeRow) => [...new Set(row.state_delta?.map(({ collection }) => collection))];
const rest = () => twin.octokit.rest;
const pull = () => rest().pulls.create({ ...engine, title: 'Fix', body: 'Closes #1', head: 'fix', base: 'main' });

test('a merge that closes an issue is one action', async () => {
  const { number } = (await pull()).data;
  await rest().pulls.merge({ ...engine, pull_number: number });
  expect((await last()).actions).toEqual([{ tool: 'merge_pull_request' }]);
  const closed = (await last()).state_delta?.filter(({ collection }) => collection === 'issues').map(({ after }) => after);
  expect(closed).toContainEqual(expect.objectContaining({ number: 1, state: 'closed' }));
});

test('a review with comments is one action', async () => {
  const { number } = (await pull()).data;
  const comments = [{ path: 'a.txt', line: 1, body: 'Two?' }];
  await rest().pulls.createReview({ ...engine, pull_number: number, event: 'COMMENT', body: 'See below', comments });
  expect((await last()).actions).toEqual([{ tool: 'create_pull_request_review' }]);
  expect(written(await last())).toEqual(expect.arrayContaining(['reviews', 'review_comments']));
});

test('a file that is put into a branch is one action, with its commit', async () => {
  await rest().repos.createOrUpdateFileContents({
    ...engine,
    path: 'b.txt',
    message: 'Add b',
    content: Buffer.from('b').toString('base64'),
  });
  expect((await last()).actions).toEqual([{ tool: 'create_or_update_file' }]);
});

test('a refusal is told with the action that was refused', async () => {
  await expect(rest().issues.create({ ...engine, title: '' })).rejects.toThrow();
  expect((await last()).actions).toEqual([{ tool: 'create_issue', refused: true }]);
});
