import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { refusal, type Served, serveGithub } from './served.ts';

let twin: Served;
beforeEach(async () => {
  twin = await serveGithub({
    users: [{ login: 'ada' }, { login: 'grace', email: 'grace@example.com' }],
    repositories: [
      {
        owner: 'ada',
        name: 'engine',
        files: { 'README.md': '# engine\n', 'src/a.ts': 'a\n' },
        branches: [
          { name: 'ahead', files: { 'src/b.ts': 'b\n' }, message: 'Add b', author: 'grace' },
          { name: 'aside', files: { 'README.md': '# Engine\n' }, message: 'Title' },
        ],
      },
      { owner: 'ada', name: 'empty', files: [] },
    ],
  });
});
afterEach(() => twin.close());

const engine = { owner: 'ada', repo: 'engine' };
const tip = async (branch: string) => (await twin.octokit.rest.git.getRef({ ...engine, ref: `heads/${branch}` })).data.object.sha;

describe('commits', () => {
  test('are listed newest first and filtered by branch, path and author', async () => {
    const list = async (filter: object) =>
      (await twin.octokit.rest.repos.listCommits({ ...engine, ...filter })).data.map(({ commit }) => commit.message);
    expect(await list({})).toEqual(['Initial commit']);
    expect(await list({ sha: 'ahead' })).toEqual(['Add b', 'Initial commit']);
    expect(await list({ sha: 'ahead', path: 'src/b.ts' })).toEqual(['Add b']);
    expect(await list({ sha: 'ahead', author: 'grace' })).toEqual(['Add b']);
    expect(await list({ sha: 'ahead', author: 'grace@example.com', per_page: 1, page: 2 })).toEqual([]);
    expect(await list({ until: '2001-01-01T00:00:00Z' })).toEqual([]);
  });

  test('one shows its files with their hunks, in several media types', async () => {
    const { data } = await twin.octokit.rest.repos.getCommit({ ...engine, ref: 'aside' });
    expect(data.stats).toEqual({ total: 2, additions: 1, deletions: 1 });
    expect(data.files).toMatchObject([{ filename: 'README.md', status: 'modified', patch: '@@ -1 +1 @@\n-# engine\n+# Engine' }]);
    const sha = await twin.octokit.rest.repos.getCommit({ ...engine, ref: 'aside', mediaType: { format: 'sha' } });
    expect(sha.data).toBe(data.sha);
    const diff = await twin.octokit.rest.repos.getCommit({ ...engine, ref: data.sha.slice(0, 8), mediaType: { format: 'diff' } });
    expect(diff.data).toMatch(
      /^diff --git a\/README.md b\/README.md\nindex [0-9a-f]{7}\.\.[0-9a-f]{7} 100644\n--- a\/README.md\n\+\+\+ b\/README.md\n@@/,
    );
  });

  test('an unknown one is 422, one of an empty repository 409', async () => {
    expect(await refusal(twin.octokit.rest.repos.getCommit({ ...engine, ref: 'nope' }))).toMatchObject({
      status: 422,
      body: { message: 'No commit found for SHA: nope' },
    });
    expect(await refusal(twin.octokit.rest.repos.listCommits({ owner: 'ada', repo: 'empty' }))).toMatchObject({
      status: 409,
      body: { message: 'Git Repository is empty.' },
    });
  });

  test.each([
    ['main...ahead', 'ahead', 1, 0, ['src/b.ts']],
    ['ahead...main', 'behind', 0, 1, []],
    ['aside...ahead', 'diverged', 1, 1, ['src/b.ts']],
    ['main...main', 'identical', 0, 0, []],
    ['main...ada:ahead', 'ahead', 1, 0, ['src/b.ts']],
  ])('compare %s is %s', async (basehead, status, ahead, behind, files) => {
    const { data } = await twin.octokit.rest.repos.compareCommitsWithBasehead({ ...engine, basehead });
    expect(data).toMatchObject({ status, ahead_by: ahead, behind_by: behind, total_commits: ahead });
    expect(data.files?.map(({ filename }) => filename)).toEqual(files);
  });
});

describe('branches and refs', () => {
  test('are listed by name, read, made, moved, renamed and removed', async () => {
    const { rest } = twin.octokit;
    const main = await tip('main');
    await rest.git.createRef({ ...engine, ref: 'refs/heads/feature/x', sha: main });
    expect((await rest.repos.listBranches(engine)).data.map(({ name }) => name)).toEqual(['ahead', 'aside', 'feature/x', 'main']);
    expect((await rest.repos.getBranch({ ...engine, branch: 'feature/x' })).data).toMatchObject({
      name: 'feature/x',
      protected: false,
    });
    const ahead = await tip('ahead');
    await rest.git.updateRef({ ...engine, ref: 'heads/feature/x', sha: ahead });
    expect(await tip('feature/x')).toBe(ahead);
    expect((await rest.git.listMatchingRefs({ ...engine, ref: 'heads/a' })).data.map(({ ref }) => ref)).toEqual([
      'refs/heads/ahead',
      'refs/heads/aside',
    ]);
    await rest.repos.renameBranch({ ...engine, branch: 'main', new_name: 'trunk' });
    expect((await rest.repos.get(engine)).data.default_branch).toBe('trunk');
    await rest.git.deleteRef({ ...engine, ref: 'heads/feature/x' });
    expect((await refusal(rest.repos.getBranch({ ...engine, branch: 'feature/x' }))).body).toMatchObject({
      message: 'Branch not found',
    });
  });

  test('refusals name their reason and change nothing', async () => {
    const { git } = twin.octokit.rest;
    const sha = await tip('main');
    const before = await twin.evidence('state');
    const cases: [Promise<unknown>, string][] = [
      [git.createRef({ ...engine, ref: 'refs/heads/main', sha }), 'Reference already exists'],
      [git.createRef({ ...engine, ref: 'refs/heads/n', sha: '0'.repeat(40) }), 'Object does not exist'],
      [git.createRef({ ...engine, ref: 'refs/heads/a..b', sha }), 'Reference name is not valid.'],
      [
        git.createRef({ ...engine, ref: 'refs/main', sha }),
        'Reference name must contain at least three slash-separated components.',
      ],
      [git.createRef({ ...engine, ref: 'main', sha }), "Reference name must start with 'refs/'."],
      [git.updateRef({ ...engine, ref: 'heads/ahead', sha }), 'Update is not a fast forward'],
      [git.updateRef({ ...engine, ref: 'heads/nope', sha }), 'Reference does not exist'],
      [git.deleteRef({ ...engine, ref: 'heads/nope' }), 'Reference does not exist'],
    ];
    for (const [call, message] of cases) expect(await refusal(call)).toMatchObject({ status: 422, body: { message } });
    expect(await twin.evidence('state')).toEqual(before);
    await git.updateRef({ ...engine, ref: 'heads/ahead', sha, force: true });
    expect(await tip('ahead')).toBe(sha);
  });
});

describe('git objects', () => {
  test('a commit made of blob, tree and commit is what the branch then shows', async () => {
    const { git, repos } = twin.octokit.rest;
    const main = await tip('main');
    const blob = (await git.createBlob({ ...engine, content: Buffer.from('new\n').toString('base64'), encoding: 'base64' })).data;
    const base = (await git.getCommit({ ...engine, commit_sha: main })).data;
    const tree = (
      await git.createTree({
        ...engine,
        base_tree: base.tree.sha,
        tree: [
          { path: 'src/new.ts', mode: '100644', type: 'blob', sha: blob.sha },
          { path: 'inline.txt', mode: '100644', type: 'blob', content: 'inline\n' },
          { path: 'README.md', mode: '100644', type: 'blob', sha: null },
        ],
      })
    ).data;
    const commit = (await git.createCommit({ ...engine, message: 'By hand', tree: tree.sha, parents: [main] })).data;
    await git.updateRef({ ...engine, ref: 'heads/main', sha: commit.sha });
    const listing = (await git.getTree({ ...engine, tree_sha: 'main', recursive: '1' })).data;
    expect(listing.tree.map(({ path, type }) => [path, type])).toEqual([
      ['inline.txt', 'blob'],
      ['src', 'tree'],
      ['src/a.ts', 'blob'],
      ['src/new.ts', 'blob'],
    ]);
    const { data } = await repos.getCommit({ ...engine, ref: 'main' });
    expect(data.files?.map(({ filename, status }) => [filename, status])).toEqual([
      ['README.md', 'removed'],
      ['inline.txt', 'added'],
      ['src/new.ts', 'added'],
    ]);
    expect((await git.getBlob({ ...engine, file_sha: blob.sha })).data).toMatchObject({ size: 4, content: 'bmV3Cg==\n' });
  });

  test('an annotated tag is an object of its own, and its ref shows in the list of tags', async () => {
    const { git, repos } = twin.octokit.rest;
    const main = await tip('main');
    const tag = (await git.createTag({ ...engine, tag: 'v1', message: 'First', object: main, type: 'commit' })).data;
    await git.createRef({ ...engine, ref: 'refs/tags/v1', sha: tag.sha });
    expect((await git.getTag({ ...engine, tag_sha: tag.sha })).data).toMatchObject({
      tag: 'v1',
      object: { sha: main, type: 'commit' },
    });
    expect((await repos.listTags(engine)).data.map(({ name, commit }) => [name, commit.sha])).toEqual([['v1', main]]);
    expect((await repos.getCommit({ ...engine, ref: 'v1' })).data.sha).toBe(main);
  });

  test('objects that are not there are refused', async () => {
    const { git } = twin.octokit.rest;
    const sha = '1'.repeat(40);
    expect((await refusal(git.getBlob({ ...engine, file_sha: sha }))).status).toBe(404);
    expect((await refusal(git.getTree({ ...engine, tree_sha: sha }))).status).toBe(404);
    expect(await refusal(git.createCommit({ ...engine, message: 'm', tree: sha }))).toMatchObject({
      status: 422,
      body: { message: 'Tree SHA does not exist' },
    });
    const blob = { path: 'a', mode: '100644', type: 'blob', sha } as const;
    expect((await refusal(git.createTree({ ...engine, tree: [blob] }))).body.message).toBe(`tree.sha ${sha} is not a valid blob`);
  });
});
