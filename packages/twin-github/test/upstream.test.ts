import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Served, serveGithub } from './served.ts';

// https://docs.github.com/rest/branches/branches#sync-a-fork-branch-with-the-upstream-repository

let twin: Served;
beforeAll(async () => {
  twin = await serveGithub({
    viewer: 'ada',
    users: [{ login: 'ada' }, { login: 'acme', type: 'Organization', members: [{ login: 'ada', role: 'admin' }] }],
    repositories: [{ owner: 'acme', name: 'web', files: { 'a.txt': 'a\n' } }],
  });
  await twin.octokit.rest.repos.createFork({ owner: 'acme', repo: 'web' });
});
afterAll(() => twin.close());

const upstream = { owner: 'acme', repo: 'web' };
const fork = { owner: 'ada', repo: 'web' };

const write = async (where: typeof fork, path: string, text: string): Promise<void> => {
  const { repos } = twin.octokit.rest;
  const known = await repos.getContent({ ...where, path }).catch(() => undefined);
  const sha = known && 'sha' in known.data ? known.data.sha : undefined;
  const content = Buffer.from(text).toString('base64');
  await repos.createOrUpdateFileContents({ ...where, path, message: `Write ${path}`, content, ...(sha && { sha }) });
};

const sync = (branch = 'main', where = fork) =>
  twin.octokit.rest.repos.mergeUpstream({ ...where, branch }).then(
    ({ status, data }) => ({ status, ...data }),
    ({ status, message }: { status: number; message: string }) => ({ status, message }),
  );
const head = async (where: typeof fork) => (await twin.octokit.rest.repos.getBranch({ ...where, branch: 'main' })).data.commit;

describe('a fork that is synced', () => {
  test('is left alone where it has everything', async () => {
    expect(await sync()).toEqual({
      ...{ status: 200, merge_type: 'none', base_branch: 'acme:main' },
      message: 'This branch is not behind the upstream acme:main.',
    });
  });

  test('goes forwards where it has nothing of its own', async () => {
    await write(upstream, 'b.txt', 'b\n');
    expect(await sync()).toEqual({
      ...{ status: 200, merge_type: 'fast-forward', base_branch: 'acme:main' },
      message: 'Successfully fetched and fast-forwarded from upstream acme:main.',
    });
    expect((await head(fork)).sha).toBe((await head(upstream)).sha);
  });

  test('gets a merge commit where both went on', async () => {
    await write(upstream, 'c.txt', 'c\n');
    await write(fork, 'd.txt', 'd\n');
    const parents = [(await head(fork)).sha, (await head(upstream)).sha];
    expect(await sync()).toMatchObject({ status: 200, merge_type: 'merge' });
    const merged = await head(fork);
    expect(merged.parents.map(({ sha }) => sha)).toEqual(parents);
    expect(merged.commit.message).toBe("Merge branch 'acme:main' into main");
  });

  test('is left as it is where both wrote the same lines', async () => {
    await write(upstream, 'a.txt', 'theirs\n');
    await write(fork, 'a.txt', 'ours\n');
    const before = await head(fork);
    expect(await sync()).toMatchObject({ status: 409, message: expect.stringContaining('merge conflict') });
    expect((await head(fork)).sha).toBe(before.sha);
  });
});

test('what is no fork, and a branch that only one of them has, are refused', async () => {
  expect(await sync('main', upstream)).toMatchObject({ status: 422 });
  expect(await sync('nothing')).toMatchObject({ status: 404 });
  const { git } = twin.octokit.rest;
  await git.createRef({ ...fork, ref: 'refs/heads/mine', sha: (await head(fork)).sha });
  expect(await sync('mine')).toMatchObject({ status: 422 });
});
