// https://docs.github.com/pull-requests/collaborating-with-pull-requests/incorporating-changes-from-a-pull-request/reverting-a-pull-request
// The document is gh's (cli/cli, pkg/cmd/pr/revert), names and words those of GitHub's own reverts, as in https://github.com/elifesciences/elife-bot/pull/244.
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Served, serveGithub } from './served.ts';

const web = { owner: 'acme', repo: 'web' };
const seedOf = (more: object = {}) => ({
  viewer: 'ada',
  users: [{ login: 'ada' }, { login: 'grace' }, { login: 'acme', type: 'Organization' }],
  repositories: [
    {
      ...{ owner: 'acme', name: 'web', files: { 'a.txt': 'one\ntwo\nthree\n', 'b.txt': 'b\n' } },
      collaborators: [{ login: 'ada', permission: 'admin' }, 'grace'],
      pull_requests: [
        { number: 1, title: 'Say 2', head: 'two', user: 'grace', files: { 'a.txt': 'one\n2\nthree\n', 'c.txt': 'c\n' } },
        { number: 2, title: 'Merged', head: 'merged', user: 'grace', files: { 'b.txt': null }, merged: true },
        { number: 3, title: 'Closed', head: 'closed', user: 'grace', files: { 'd.txt': 'd\n' }, state: 'closed' },
      ],
      ...more,
    },
  ],
});

let twin: Served;
const serve = async (more: object = {}) => {
  twin = await serveGithub(seedOf(more), { mode: 'logical', start: '2026-01-02T03:04:05Z' });
};
afterEach(() => twin.close());

const rest = () => twin.octokit.rest;
const REVERT =
  'mutation PullRequestRevert($input: RevertPullRequestInput!) { revertPullRequest(input: $input) { pullRequest { id number } revertPullRequest { id number title url isDraft body headRefName baseRefName } } }';
interface Reverted {
  revertPullRequest: { pullRequest: { number: number }; revertPullRequest: { number: number; title: string } };
}
const revert = async (pull_number: number, more: object = {}) => {
  const { data } = await rest().pulls.get({ ...web, pull_number });
  const input = { pullRequestId: data.node_id, ...more };
  return (await twin.octokit.graphql<Reverted>(REVERT, { input })).revertPullRequest;
};
const merge = (pull_number: number, merge_method: 'merge' | 'squash' | 'rebase' = 'merge') =>
  rest().pulls.merge({ ...web, pull_number, merge_method });
const put = async (path: string, text: string, branch = 'main') => {
  const known = (await twin.send('GET', `/repos/acme/web/contents/${path}?ref=${branch}`)).json as { sha?: string };
  const content = Buffer.from(text).toString('base64');
  await rest().repos.createOrUpdateFileContents({
    ...{ ...web, path, message: `Write ${path}`, content, branch, ...(known.sha !== undefined && { sha: known.sha }) },
  });
};
const textAt = async (path: string, ref: string) => {
  const { status, json } = await twin.send('GET', `/repos/acme/web/contents/${path}?ref=${ref}`);
  return status === 200 ? Buffer.from((json as { content: string }).content, 'base64').toString() : undefined;
};

describe('a merged pull request', () => {
  test.each(['merge', 'squash', 'rebase'] as const)('is taken back by another one, however it was merged: %s', async (method) => {
    await serve();
    await put('e.txt', 'e\n', 'two');
    await merge(1, method);
    const { data: before } = await rest().repos.getBranch({ ...web, branch: 'main' });
    expect(await revert(1, { title: '', body: '', draft: false })).toMatchObject({
      pullRequest: { number: 1 },
      revertPullRequest: {
        ...{ number: 4, title: 'Revert "Say 2"', body: 'Reverts acme/web#1', isDraft: false },
        ...{ headRefName: 'revert-1-two', baseRefName: 'main', url: `${twin.url}/acme/web/pull/4` },
      },
    });
    const files = await Promise.all(['a.txt', 'c.txt', 'e.txt', 'b.txt'].map((path) => textAt(path, 'revert-1-two')));
    expect(files).toEqual(['one\ntwo\nthree\n', undefined, undefined, undefined]);
    const { data: commits } = await rest().pulls.listCommits({ ...web, pull_number: 4 });
    const ends = commits.map(({ commit }) => commit.message);
    const [tip] = [before.commit];
    if (method === 'rebase')
      expect(ends.map((message) => message.split('\n')[0])).toEqual(['Revert "Write e.txt"', 'Revert "Say 2"']);
    else
      expect(ends).toEqual([
        method === 'squash'
          ? `Revert "Say 2 (#1)"\n\nThis reverts commit ${tip.sha}.`
          : `Revert "Merge pull request #1 from acme/two"\n\nThis reverts commit ${tip.sha}, reversing\nchanges made to ${tip.parents[0]?.sha}.`,
      ]);
    await merge(4);
    expect(await textAt('a.txt', 'main')).toBe('one\ntwo\nthree\n');
  });

  test('of a seed is taken back, and that again', async () => {
    await serve();
    const { revertPullRequest: first } = await revert(2);
    expect(first).toMatchObject({ number: 4, headRefName: 'revert-2-merged' });
    await merge(4);
    expect(await textAt('b.txt', 'main')).toBe('b\n');
    expect((await revert(4)).revertPullRequest).toMatchObject({
      ...{ number: 5, title: 'Revert "Revert "Merged""', headRefName: 'revert-4-revert-2-merged' },
    });
    await merge(5);
    expect(await textAt('b.txt', 'main')).toBeUndefined();
  });

  test('is taken back beside what came since, in words that are given, as a draft, more than once', async () => {
    await serve();
    await merge(1);
    await put('b.txt', 'new\n');
    const words = { title: 'Undo it', body: 'It broke', draft: true };
    const { revertPullRequest: made } = await revert(1, words);
    expect(made).toMatchObject({ title: 'Undo it', body: 'It broke', isDraft: true });
    expect([await textAt('a.txt', 'revert-1-two'), await textAt('b.txt', 'revert-1-two')]).toEqual([
      'one\ntwo\nthree\n',
      'new\n',
    ]);
    expect((await revert(1)).revertPullRequest).toMatchObject({ headRefName: 'revert-1-two-1' });
    const rows = (await twin.evidence('events')) as { tool: string }[];
    expect(rows.filter(({ tool }) => tool === 'revert_pull_request')).toHaveLength(2);
  });

  test('has its title cut where the quotation would be too long', async () => {
    await serve();
    await rest().pulls.update({ ...web, pull_number: 1, title: 'x'.repeat(256) });
    await merge(1);
    expect((await revert(1)).revertPullRequest.title).toBe(`Revert "${'x'.repeat(247)}"`);
  });
});

describe('nothing is opened for', () => {
  const CANNOT = "couldn't be reverted automatically";
  const pulls = async () => (await rest().pulls.list({ ...web, state: 'all' })).data.length;
  const branches = async () => (await rest().repos.listBranches(web)).data.length;

  test.each<[string, () => Promise<unknown>, number, string]>([
    ['one that is open', async () => {}, 1, 'has not been merged'],
    ['one that was closed without', async () => {}, 3, 'has not been merged'],
    [
      'what conflicts with what came since',
      async () => {
        await merge(1);
        await put('a.txt', 'one\nzwei\nthree\n');
      },
      1,
      CANNOT,
    ],
    [
      'what was taken back before',
      async () => {
        await merge(1);
        await revert(1);
        await merge(4);
      },
      1,
      CANNOT,
    ],
  ])('%s', async (_what, happens, number, message) => {
    await serve();
    await happens();
    const before = [await pulls(), await branches()];
    await expect(revert(number)).rejects.toThrow(message);
    expect([await pulls(), await branches()]).toEqual(before);
  });

  test('somebody who can not write', async () => {
    await serve({ collaborators: [{ login: 'ada', permission: 'triage' }, 'grace'] });
    await expect(revert(2)).rejects.toThrow('ada does not have the correct permissions to execute `RevertPullRequest`');
    expect(await pulls()).toBe(3);
  });

  test('a title that is too long', async () => {
    await serve();
    await expect(revert(2, { title: 'x'.repeat(257) })).rejects.toThrow('too long');
    expect(await pulls()).toBe(3);
  });
});
