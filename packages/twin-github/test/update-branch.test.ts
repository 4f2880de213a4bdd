// `gh pr update-branch --rebase` (cli/cli#8953); the arguments are those of GitHub's GraphQL schema (`PullRequestBranchUpdateMethod`).
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Served, serveGithub } from './served.ts';

const web = { owner: 'acme', repo: 'web' };
const seedOf = (more: object = {}) => ({
  viewer: 'ada',
  users: [{ login: 'ada' }, { login: 'grace', name: 'Grace' }, { login: 'acme', type: 'Organization' }],
  repositories: [
    {
      ...{ owner: 'acme', name: 'web', files: { 'a.txt': 'one\ntwo\nthree\n' } },
      collaborators: [{ login: 'ada', permission: 'admin' }, 'grace'],
      pull_requests: [{ number: 1, title: 'Say 2', head: 'two', user: 'grace', files: { 'a.txt': 'one\n2\nthree\n' } }],
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
const pullAt = async (pull_number = 1) => (await rest().pulls.get({ ...web, pull_number })).data;
const UPDATE =
  'mutation PullRequestUpdateBranch($input: UpdatePullRequestBranchInput!) { updatePullRequestBranch(input: $input) { pullRequest { headRefOid } } }';
const rebase = async (number = 1, more: object = {}) =>
  twin.octokit.graphql<object>(UPDATE, {
    input: { pullRequestId: (await pullAt(number)).node_id, updateMethod: 'REBASE', ...more },
  });
const put = async (place: { owner: string; repo: string }, path: string, text: string, branch: string) => {
  const { json } = await twin.send('GET', `/repos/${place.owner}/${place.repo}/contents/${path}?ref=${branch}`);
  const { sha } = json as { sha?: string };
  const content = Buffer.from(text).toString('base64');
  const input = { ...place, path, message: `Write ${path}`, content, branch, ...(sha !== undefined && { sha }) };
  await rest().repos.createOrUpdateFileContents(input);
};

describe('a branch that is rebased on its base', () => {
  test('has its own commits on top of it, by who wrote them, and no merge', async () => {
    await serve();
    await put(web, 'b.txt', 'b\n', 'two');
    await put(web, 'new.txt', 'new\n', 'main');
    const { data: base } = await rest().repos.getBranch({ ...web, branch: 'main' });
    const { data: before } = await rest().pulls.listCommits({ ...web, pull_number: 1 });
    await rebase();
    const { data: after } = await rest().pulls.listCommits({ ...web, pull_number: 1 });
    expect(after.map(({ commit }) => [commit.message, commit.author])).toEqual(
      before.map(({ commit }) => [commit.message, commit.author]),
    );
    expect([after[0]?.parents, after[1]?.parents]).toMatchObject([[{ sha: base.commit.sha }], [{ sha: after[0]?.sha }]]);
    expect(after.map(({ sha }) => sha)).not.toEqual(before.map(({ sha }) => sha));
    expect(await pullAt()).toMatchObject({ head: { sha: after[1]?.sha }, commits: 2, changed_files: 2, mergeable: true });
    const { data: events } = await rest().issues.listEvents({ ...web, issue_number: 1 });
    expect(events.map(({ event }) => event)).toEqual(['head_ref_force_pushed']);
  });

  test('is the one of a fork, too', async () => {
    await serve({
      collaborators: [{ login: 'ada', permission: 'pull' }, 'grace'],
      branches: [{ name: 'next', files: { n: 'n' } }],
    });
    const fork = { owner: 'ada', repo: 'web' };
    await rest().repos.createFork(web);
    await rest().git.createRef({ ...fork, ref: 'refs/heads/mine', sha: (await pullAt()).base.sha });
    await put(fork, 'mine.txt', 'mine\n', 'mine');
    const { data: pull } = await rest().pulls.create({ ...web, title: 'Mine', head: 'ada:mine', base: 'next' });
    await rebase(pull.number);
    const { data: tip } = await rest().repos.getBranch({ ...fork, branch: 'mine' });
    const { data: base } = await rest().repos.getBranch({ ...web, branch: 'next' });
    expect([(await pullAt(pull.number)).head.sha, tip.commit.parents[0]?.sha]).toEqual([tip.commit.sha, base.commit.sha]);
  });
});

describe('nothing moves where', () => {
  test.each<[string, () => Promise<unknown>, object, string]>([
    ['there is nothing new', async () => {}, {}, 'There are no new commits on the base branch.'],
    // rorkai/App-Store-Connect-CLI#2198
    ['it conflicts', () => put(web, 'a.txt', 'one\nzwei\nthree\n', 'main'), {}, 'merge conflict between base and head'],
    [
      'another head was meant',
      () => put(web, 'new.txt', 'new\n', 'main'),
      { expectedHeadOid: '0'.repeat(40) },
      "expected head sha didn't match current head ref.",
    ],
  ])('%s', async (_what, happens, more, message) => {
    await serve();
    await happens();
    const { head } = await pullAt();
    await expect(rebase(1, more)).rejects.toThrow(message);
    expect((await pullAt()).head.sha).toBe(head.sha);
  });

  test('the branch may not be forced', async () => {
    await serve({ branch_protections: [{ branch: 'two' }] });
    await put(web, 'new.txt', 'new\n', 'main');
    const { head } = await pullAt();
    await expect(rebase()).rejects.toThrow('Cannot force-push to this branch');
    expect((await pullAt()).head.sha).toBe(head.sha);
  });
});
