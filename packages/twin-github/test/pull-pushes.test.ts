import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { refusal, type Served, serveGithub } from './served.ts';

const at = { owner: 'ada', repo: 'engine' };
const pull = { ...at, pull_number: 2 };
const COUNT = 5;

let twin: Served;
beforeEach(async () => {
  twin = await serveGithub({
    users: [{ login: 'ada' }],
    repositories: [
      {
        ...{ owner: 'ada', name: 'engine' },
        branches: [{ name: 'next' }],
        issues: [{ number: 1, title: 'Wrong' }],
        pull_requests: [
          { number: 2, title: 'Repair', body: 'Fixes #1', head: 'repair', files: { 'a.txt': 'a\n' } },
          ...Array.from({ length: COUNT }, (_, at) => ({
            ...{
              title: `Change ${at}`,
              head: `change-${at}`,
              base: at % 2 === 0 ? 'main' : 'next',
              files: { [`${at}.txt`]: 'x\n' },
            },
            ...{ created_at: `2024-01-0${at + 1}T00:00:00Z`, updated_at: `2024-02-0${COUNT - at}T00:00:00Z` },
          })),
        ],
      },
    ],
  });
});
afterEach(() => twin.close());

describe('a push that brings commits into the base', () => {
  test('merges their pull request and closes what it fixes', async () => {
    const { git, pulls, issues } = twin.octokit.rest;
    const { sha } = (await pulls.get(pull)).data.head;
    await git.updateRef({ ...at, ref: 'heads/main', sha });
    expect((await pulls.get(pull)).data).toMatchObject({
      state: 'closed',
      merged: true,
      merge_commit_sha: sha,
      changed_files: 1,
    });
    expect((await issues.get({ ...at, issue_number: 1 })).data.state).toBe('closed');
    const events = (await issues.listEvents({ ...at, issue_number: 2 })).data.map(({ event }) => event);
    expect(events).toEqual(['merged', 'closed']);
    expect((await refusal(pulls.update({ ...pull, state: 'open' }))).status).toBe(422);
  });

  test('through a merged branch does so too, and leaves the others open', async () => {
    const { repos, pulls } = twin.octokit.rest;
    await repos.merge({ ...at, base: 'main', head: 'repair' });
    expect((await pulls.get(pull)).data.merged).toBe(true);
    expect((await pulls.list({ ...at, state: 'open' })).data).toHaveLength(COUNT);
  });
});

describe('a closed pull request', () => {
  test('opens again at its branch as it is now, while the branches are there', async () => {
    const { repos, pulls, git, issues } = twin.octokit.rest;
    await pulls.update({ ...pull, state: 'closed' });
    await repos.createOrUpdateFileContents({ ...at, path: 'b.txt', message: 'b', branch: 'repair', content: 'Yg==' });
    await issues.update({ ...at, issue_number: 2, state: 'open' });
    expect((await pulls.get(pull)).data).toMatchObject({ state: 'open', changed_files: 2 });
    await git.deleteRef({ ...at, ref: 'heads/repair' });
    expect((await pulls.get(pull)).data.state).toBe('closed');
    const { body } = await refusal(issues.update({ ...at, issue_number: 2, state: 'open' }));
    expect(body.errors).toMatchObject([{ message: 'state cannot be changed. The repair branch has been deleted.' }]);
  });
});

// Verbatim where it is handled by making a new pull request (git.test.js of repo-file-sync-action's forks, and others).
test('a closed pull request whose branch was begun anew stays closed; one that was put back may open', async () => {
  const { pulls, git } = twin.octokit.rest;
  const { data: was } = await pulls.get(pull);
  const { data: main } = await git.getRef({ ...at, ref: 'heads/main' });
  await git.deleteRef({ ...at, ref: 'heads/repair' });
  await git.createRef({ ...at, ref: 'refs/heads/repair', sha: main.object.sha });
  const again = await refusal(pulls.update({ ...pull, state: 'open' }));
  expect([again.status, again.body.errors]).toMatchObject([
    422,
    [{ field: 'state', message: 'state cannot be changed. The repair branch was force-pushed or recreated.' }],
  ]);
  await git.updateRef({ ...at, ref: 'heads/repair', sha: was.head.sha, force: true });
  expect((await pulls.update({ ...pull, state: 'open' })).data.state).toBe('open');
});

describe('pages of pull requests', () => {
  const numbers = async (query: object) => {
    const { data, headers } = await twin.octokit.rest.pulls.list({ ...at, state: 'all', ...query });
    return { titles: data.map(({ title }) => title), last: /page=(\d+)>; rel="last"/.exec(headers.link ?? '')?.[1] };
  };

  test.each<[string, object, string[], string | undefined]>([
    ['of a base, newest first', { base: 'next', per_page: 1 }, ['Change 3'], '2'],
    [
      'of a base by their change',
      { base: 'main', sort: 'updated', direction: 'asc', per_page: 2 },
      ['Change 4', 'Change 2'],
      '2',
    ],
    [
      'of a base by their change, the second',
      { base: 'main', sort: 'updated', direction: 'asc', per_page: 2, page: 2 },
      ['Change 0', 'Repair'],
      undefined,
    ],
    ['by their change', { sort: 'updated', direction: 'desc', per_page: 2 }, ['Repair', 'Change 0'], '3'],
    ['of a head', { head: 'ada:change-1' }, ['Change 1'], undefined],
    ['of a head into another base', { head: 'ada:change-1', base: 'main' }, [], undefined],
    ['of a head of nobody', { head: 'nobody:change-1' }, [], undefined],
    ['by comments', { sort: 'popularity', base: 'next' }, ['Change 1', 'Change 3'], undefined],
  ])('%s', async (_what, query, titles, last) => {
    const page = await numbers(query);
    expect(page.titles).toEqual(titles);
    if (last !== undefined) expect(page.last).toBe(last);
  });
});
