import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { refusal, type Served, serveGithub } from './served.ts';

const lines = (...changes: [number, string][]) => {
  const all = Array.from({ length: 12 }, (_, at) => `line ${at + 1}`);
  for (const [at, text] of changes) all[at - 1] = text;
  return `${all.join('\n')}\n`;
};

let twin: Served;
beforeEach(async () => {
  twin = await serveGithub({
    users: [{ login: 'ada', name: 'Ada', email: 'ada@example.com' }, { login: 'grace' }],
    repositories: [
      {
        owner: 'ada',
        name: 'engine',
        files: { 'a.txt': lines(), 'b.txt': 'b\n' },
        branches: [
          { name: 'fix', files: { 'a.txt': lines([2, 'two']) }, message: 'Correct line two\n\nIt was wrong.' },
          { name: 'clash', files: { 'a.txt': lines([2, 'zwei']) } },
          { name: 'level' },
        ],
        issues: [{ number: 1, title: 'Line two is wrong' }],
        pull_requests: [
          { number: 2, title: 'Seeded', head: 'seeded', files: { 'c.txt': 'c\n' }, user: 'grace', labels: ['bug'] },
          { number: 3, title: 'Old', head: 'old', files: { 'd.txt': 'd\n' }, merged: true },
        ],
      },
      { owner: 'acme', name: 'readable', collaborators: [] },
    ],
  });
});
afterEach(() => twin.close());

const engine = { owner: 'ada', repo: 'engine' };
const create = (fields: object = {}) =>
  twin.octokit.rest.pulls.create({
    ...engine,
    title: 'Correct line two',
    head: 'fix',
    base: 'main',
    body: 'Closes #1',
    ...fields,
  });

describe('reading pull requests', () => {
  test('lists by state, head and base, newest first', async () => {
    const list = async (filter: object) =>
      (await twin.octokit.rest.pulls.list({ ...engine, ...filter })).data.map(({ number }) => number);
    expect(await list({})).toEqual([2]);
    expect(await list({ state: 'closed' })).toEqual([3]);
    expect(await list({ state: 'all' })).toEqual([3, 2]);
    expect(await list({ state: 'all', direction: 'asc', per_page: 1, page: 2 })).toEqual([3]);
    expect(await list({ head: 'ada:seeded' })).toEqual([2]);
    expect(await list({ head: 'grace:seeded' })).toEqual([]);
    expect(await list({ base: 'nope' })).toEqual([]);
    expect(await list({ state: 'all', sort: 'updated', direction: 'desc' })).toHaveLength(2);
  });

  test('one shows its size and that it can be merged; issues list it too', async () => {
    const { data } = await twin.octokit.rest.pulls.get({ ...engine, pull_number: 2 });
    expect(data).toMatchObject({
      title: 'Seeded',
      user: { login: 'grace' },
      head: { label: 'ada:seeded' },
      base: { ref: 'main' },
      merged: false,
      mergeable: true,
      mergeable_state: 'clean',
      commits: 1,
      additions: 1,
      deletions: 0,
      changed_files: 1,
    });
    const issues = await twin.octokit.rest.issues.listForRepo({ ...engine, state: 'open' });
    expect(issues.data.map(({ number, pull_request }) => [number, pull_request !== undefined])).toEqual([
      [2, true],
      [1, false],
    ]);
  });

  test('its commits, files and diff', async () => {
    const target = { ...engine, pull_number: 2 };
    expect((await twin.octokit.rest.pulls.listCommits(target)).data.map(({ commit }) => commit.message)).toEqual(['Seeded']);
    expect((await twin.octokit.rest.pulls.listFiles(target)).data).toMatchObject([
      { filename: 'c.txt', status: 'added', patch: '@@ -0,0 +1 @@\n+c' },
    ]);
    const diff = await twin.octokit.rest.pulls.get({ ...target, mediaType: { format: 'diff' } });
    expect(diff.data).toMatch(
      /^diff --git a\/c.txt b\/c.txt\nnew file mode 100644\nindex 0000000\.\.[0-9a-f]{7}\n--- \/dev\/null\n\+\+\+ b\/c.txt\n/,
    );
  });

  test('whether it is merged', async () => {
    expect((await twin.octokit.rest.pulls.checkIfMerged({ ...engine, pull_number: 3 })).status).toBe(204);
    expect((await refusal(twin.octokit.rest.pulls.checkIfMerged({ ...engine, pull_number: 2 }))).status).toBe(404);
    expect((await refusal(twin.octokit.rest.pulls.get({ ...engine, pull_number: 1 }))).status).toBe(404);
  });
});

describe('opening pull requests', () => {
  test('takes the next number and the branches as they stand', async () => {
    const { data, status } = await create();
    expect(status).toBe(201);
    expect(data).toMatchObject({ number: 4, state: 'open', user: { login: 'ada' }, commits: 1, additions: 1, deletions: 1 });
  });

  test.each<[string, object, object]>([
    ['a missing head', { head: 'nope' }, { errors: [{ resource: 'PullRequest', field: 'head', code: 'invalid' }] }],
    ['a missing base', { base: 'nope' }, { errors: [{ resource: 'PullRequest', field: 'base', code: 'invalid' }] }],
    ['a head of someone else', { head: 'grace:fix' }, { errors: [{ resource: 'PullRequest', field: 'head', code: 'invalid' }] }],
    [
      'nothing between the branches',
      { head: 'level' },
      { errors: [{ resource: 'PullRequest', code: 'custom', message: 'No commits between main and level' }] },
    ],
    [
      'a pull request that is there',
      { head: 'seeded' },
      { errors: [{ resource: 'PullRequest', code: 'custom', message: 'A pull request already exists for ada:seeded.' }] },
    ],
    ['no title', { title: undefined }, { errors: [{ resource: 'PullRequest', code: 'missing_field', field: 'title' }] }],
  ])('%s is 422 and changes nothing', async (_name, fields, body) => {
    const before = await twin.evidence('state');
    expect(await refusal(create(fields))).toMatchObject({ status: 422, body: { message: 'Validation Failed', ...body } });
    expect(await twin.evidence('state')).toEqual(before);
  });

  test('without push rights is 403', async () => {
    expect((await refusal(create({ owner: 'acme', repo: 'readable' }))).status).toBe(403);
  });
});

describe('changing pull requests', () => {
  test('title, state and base; closed ones open again while their branch is there', async () => {
    const target = { ...engine, pull_number: 2 };
    const { pulls, git } = twin.octokit.rest;
    const changed = await pulls.update({ ...target, title: 'New title', body: '', state: 'closed', base: 'level' });
    expect(changed.data).toMatchObject({
      title: 'New title',
      body: null,
      state: 'closed',
      base: { ref: 'level' },
      mergeable: null,
    });
    expect((await pulls.update({ ...target, state: 'open' })).data.state).toBe('open');
    await git.deleteRef({ ...engine, ref: 'heads/seeded' });
    expect((await pulls.get(target)).data.state).toBe('closed');
    expect((await refusal(pulls.update({ ...target, state: 'open' }))).status).toBe(422);
    expect((await refusal(pulls.update({ ...engine, pull_number: 3, state: 'open' }))).status).toBe(422);
    expect((await refusal(pulls.update({ ...target, base: 'nope' }))).status).toBe(422);
  });

  test('a push to the head moves the pull request', async () => {
    await twin.octokit.rest.repos.createOrUpdateFileContents({
      ...engine,
      path: 'e.txt',
      message: 'More',
      content: '',
      branch: 'seeded',
    });
    const { data } = await twin.octokit.rest.pulls.get({ ...engine, pull_number: 2 });
    expect([data.commits, data.changed_files]).toEqual([2, 2]);
    const { object } = (await twin.octokit.rest.git.getRef({ ...engine, ref: 'heads/seeded' })).data;
    expect(data.head.sha).toBe(object.sha);
  });
});

describe('merging pull requests', () => {
  const merge = async (method: 'merge' | 'squash' | 'rebase') => {
    const { number } = (await create()).data;
    // The base goes on meanwhile, in the same file and far from the change.
    const { data: file } = await twin.octokit.rest.repos.getContent({ ...engine, path: 'a.txt' });
    await twin.octokit.rest.repos.createOrUpdateFileContents({
      ...engine,
      path: 'a.txt',
      message: 'Last line',
      content: Buffer.from(lines([12, 'twelve'])).toString('base64'),
      sha: (file as { sha: string }).sha,
    });
    const { data } = await twin.octokit.rest.pulls.merge({ ...engine, pull_number: number, merge_method: method });
    expect(data).toMatchObject({ merged: true, message: 'Pull Request successfully merged' });
    const { data: commit } = await twin.octokit.rest.repos.getCommit({ ...engine, ref: 'main' });
    expect(commit.sha).toBe(data.sha);
    const content = await twin.octokit.rest.repos.getContent({ ...engine, path: 'a.txt', mediaType: { format: 'raw' } });
    expect(content.data).toBe(lines([2, 'two'], [12, 'twelve']));
    return { number, commit };
  };

  test('merge makes a commit of both parents, closes the pull request and the issue it names', async () => {
    const { number, commit } = await merge('merge');
    expect(commit.parents).toHaveLength(2);
    expect(commit.commit.message).toBe(`Merge pull request #${number} from ada/fix\n\nCorrect line two`);
    const { data } = await twin.octokit.rest.pulls.get({ ...engine, pull_number: number });
    expect(data).toMatchObject({
      state: 'closed',
      merged: true,
      merged_by: { login: 'ada' },
      merge_commit_sha: commit.sha,
      commits: 1,
    });
    expect((await twin.octokit.rest.issues.get({ ...engine, issue_number: 1 })).data.state).toBe('closed');
    const associated = await twin.octokit.rest.repos.listPullRequestsAssociatedWithCommit({ ...engine, commit_sha: commit.sha });
    expect(associated.data.map((pull) => pull.number)).toEqual([number]);
  });

  test('squash makes one commit of one parent', async () => {
    const { number, commit } = await merge('squash');
    expect(commit.parents).toHaveLength(1);
    expect(commit.commit.message).toBe(`Correct line two (#${number})\n\nIt was wrong.`);
  });

  test('rebase puts the commits on top with their own messages', async () => {
    const { commit } = await merge('rebase');
    expect(commit.parents).toHaveLength(1);
    expect(commit.commit.message).toBe('Correct line two\n\nIt was wrong.');
  });

  test('a conflict shows in mergeable and is 405', async () => {
    const { number } = (await create({ head: 'clash' })).data;
    const first = (await create()).data.number;
    await twin.octokit.rest.pulls.merge({ ...engine, pull_number: first });
    const { data } = await twin.octokit.rest.pulls.get({ ...engine, pull_number: number });
    expect([data.mergeable, data.mergeable_state]).toEqual([false, 'dirty']);
    const before = await twin.evidence('state');
    for (const merge_method of ['merge', 'squash', 'rebase'] as const) {
      expect((await refusal(twin.octokit.rest.pulls.merge({ ...engine, pull_number: number, merge_method }))).status).toBe(405);
    }
    expect(await twin.evidence('state')).toEqual(before);
  });

  test.each<[string, object, number, string]>([
    ['another head than named', { sha: '0'.repeat(40) }, 409, 'Head branch was modified. Review and try the merge again.'],
    ['a merged one', { pull_number: 3 }, 405, 'Pull Request is not mergeable'],
    ['an unknown one', { pull_number: 99 }, 404, 'Not Found'],
  ])('%s is refused', async (_name, fields, status, message) => {
    const { pulls } = twin.octokit.rest;
    expect(await refusal(pulls.merge({ ...engine, pull_number: 2, ...fields }))).toMatchObject({ status, body: { message } });
  });

  test('a method that the repository forbids is 405, and a branch goes where it says so', async () => {
    const { pulls, repos } = twin.octokit.rest;
    await repos.update({ ...engine, allow_squash_merge: false, delete_branch_on_merge: true });
    const squash = pulls.merge({ ...engine, pull_number: 2, merge_method: 'squash' });
    expect(await refusal(squash)).toMatchObject({
      status: 405,
      body: { message: 'Squash merges are not allowed on this repository.' },
    });
    await pulls.merge({ ...engine, pull_number: 2 });
    expect((await refusal(repos.getBranch({ ...engine, branch: 'seeded' }))).status).toBe(404);
  });
});
