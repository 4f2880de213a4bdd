import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { GithubState } from '../src/world.ts';
import { refusal, type Served, serveGithub } from './served.ts';

let twin: Served;
beforeEach(async () => {
  twin = await serveGithub({
    users: [{ login: 'ada', name: 'Ada', email: 'ada@example.com' }],
    repositories: [
      {
        owner: 'ada',
        name: 'engine',
        files: [
          { path: 'README.md', content: '# engine\n' },
          { path: 'docs/readme.txt', content: 'docs\n' },
          { path: 'src/a.ts', content: 'export const a = 1;\n' },
          { path: 'logo.png', content_base64: 'iVBORw0KGgo=' },
        ],
        branches: [{ name: 'feature/x', files: { 'src/a.ts': 'export const a = 2;\n' } }],
        issues: [{ title: 'Wrong a' }, { title: 'Other' }],
      },
      { owner: 'ada', name: 'empty', files: [] },
      { owner: 'other', name: 'public', collaborators: [] },
    ],
  });
});
afterEach(() => twin.close());

const engine = { owner: 'ada', repo: 'engine' };
const base64 = (text: string) => Buffer.from(text).toString('base64');
const hashObject = (text: string) => execFileSync('git', ['hash-object', '--stdin'], { input: text, encoding: 'utf8' }).trim();

describe('reading contents', () => {
  test('a file has the id of git hash-object and its bytes', async () => {
    const { data } = await twin.octokit.rest.repos.getContent({ ...engine, path: 'src/a.ts' });
    expect(data).toMatchObject({
      type: 'file',
      path: 'src/a.ts',
      size: 20,
      encoding: 'base64',
      sha: hashObject('export const a = 1;\n'),
    });
    expect(Buffer.from((data as { content: string }).content, 'base64').toString()).toBe('export const a = 1;\n');
  });

  test('a directory lists its entries, the root too', async () => {
    const { data } = await twin.octokit.rest.repos.getContent({ ...engine, path: '' });
    expect((data as { name: string; type: string }[]).map(({ name, type }) => [name, type])).toEqual([
      ['README.md', 'file'],
      ['docs', 'dir'],
      ['logo.png', 'file'],
      ['src', 'dir'],
    ]);
  });

  test('a branch with a slash, a raw file, and the README of a directory', async () => {
    const raw = await twin.octokit.rest.repos.getContent({
      ...engine,
      path: 'src/a.ts',
      ref: 'feature/x',
      mediaType: { format: 'raw' },
    });
    expect(raw.data).toBe('export const a = 2;\n');
    expect((await twin.octokit.rest.repos.getReadme(engine)).data.path).toBe('README.md');
    expect((await twin.octokit.rest.repos.getReadmeInDirectory({ ...engine, dir: 'docs' })).data.path).toBe('docs/readme.txt');
  });

  test('download_url leads to the bytes, without a credential', async () => {
    const { data } = await twin.octokit.rest.repos.getContent({ ...engine, path: 'logo.png', ref: 'feature/x' });
    const response = await fetch((data as { download_url: string }).download_url);
    expect(Buffer.from(await response.arrayBuffer()).toString('base64')).toBe('iVBORw0KGgo=');
  });

  // https://docs.github.com/rest/repos/contents#get-repository-content: "an upper limit of 1,000 files for a directory"
  test('a directory lists its first 1,000 files', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 1001 }, (_, at) => [`d/${String(at).padStart(4, '0')}.txt`, String(at)]),
    );
    const large = await serveGithub({
      users: [{ login: 'ada', type: 'User' }],
      repositories: [{ owner: 'ada', name: 'engine', default_branch: 'main', files }],
    });
    try {
      const { data } = await large.octokit.rest.repos.getContent({ ...engine, path: 'd' });
      const names = (data as { name: string }[]).map(({ name }) => name);
      expect([names.length, names[0], names.at(-1)]).toEqual([1000, '0000.txt', '0999.txt']);
    } finally {
      await large.close();
    }
  });

  test('a token in a file is not on the tape of its download', async () => {
    const content = Buffer.from(`token=${twin.token}`).toString('base64');
    const { data } = await twin.octokit.rest.repos.createOrUpdateFileContents({
      ...engine,
      path: '.env',
      message: 'Add it',
      content,
    });
    expect(await (await fetch(data.content?.download_url as string)).text()).toBe(`token=${twin.token}`);
    const rows = (await twin.evidence('events')) as object[];
    expect(rows.at(-1)).toMatchObject({ status: 200, response_body: 'token=[REDACTED]' });
    expect(JSON.stringify(rows)).not.toContain(twin.token);
  });

  test.each([
    ['a missing path', { ...engine, path: 'nope' }, 'Not Found'],
    ['a missing ref', { ...engine, path: 'README.md', ref: 'nope' }, 'No commit found for the ref nope'],
    ['an empty repository', { owner: 'ada', repo: 'empty', path: 'README.md' }, 'This repository is empty.'],
  ])('%s is 404', async (_name, parameters, message) => {
    expect(await refusal(twin.octokit.rest.repos.getContent(parameters))).toMatchObject({ status: 404, body: { message } });
  });
});

describe('writing contents', () => {
  const put = (parameters: object) =>
    twin.octokit.rest.repos.createOrUpdateFileContents({
      ...engine,
      path: 'src/a.ts',
      message: 'm',
      content: base64('new\n'),
      ...parameters,
    });

  test('a new file is 201, its change with the right sha 200, and the commits are on the branch', async () => {
    const made = await put({ path: 'src/deep/new.ts', message: 'Add new' });
    expect(made.status).toBe(201);
    const sha = made.data.content?.sha as string;
    expect(sha).toBe(hashObject('new\n'));
    const changed = await put({ path: 'src/deep/new.ts', message: 'Change new', content: base64('newer\n'), sha });
    expect(changed.status).toBe(200);
    const { data } = await twin.octokit.rest.repos.listCommits({ ...engine, path: 'src/deep' });
    expect(data.map(({ commit, author }) => [commit.message, commit.author?.email, author?.login])).toEqual([
      ['Change new', 'ada@example.com', 'ada'],
      ['Add new', 'ada@example.com', 'ada'],
    ]);
  });

  test('the commit has the id that git gives the same commit', async () => {
    const author = { name: 'B', email: 'b@example.com', date: '2024-02-03T04:05:06+02:00' };
    const { data } = await put({ path: 'n', message: 'Signed', author });
    const { tree, parents } = (await twin.octokit.rest.git.getCommit({ ...engine, commit_sha: data.commit.sha as string })).data;
    const who = 'B <b@example.com> 1706925906 +0200';
    const text = `tree ${tree.sha}\nparent ${parents[0]?.sha}\nauthor ${who}\ncommitter ${who}\n\nSigned`;
    const sha = execFileSync('git', ['hash-object', '-t', 'commit', '--stdin'], { input: text, encoding: 'utf8' }).trim();
    expect(data.commit.sha).toBe(sha);
  });

  test('the first file of an empty repository begins its default branch', async () => {
    await put({ repo: 'empty', path: 'README.md' });
    const { data } = await twin.octokit.rest.repos.listBranches({ owner: 'ada', repo: 'empty' });
    expect(data.map(({ name }) => name)).toEqual(['main']);
  });

  test('a deletion takes the file and the directory that it empties', async () => {
    const { data } = await twin.octokit.rest.repos.getContent({ ...engine, path: 'docs/readme.txt' });
    const { sha } = data as { sha: string };
    await twin.octokit.rest.repos.deleteFile({ ...engine, path: 'docs/readme.txt', message: 'Remove', sha });
    expect((await refusal(twin.octokit.rest.repos.getContent({ ...engine, path: 'docs' }))).status).toBe(404);
  });

  test('a commit on the default branch that says so closes its issue', async () => {
    await put({ path: 'fix.ts', message: 'Correct a\n\nFixes #1' });
    expect((await twin.octokit.rest.issues.get({ ...engine, issue_number: 1 })).data).toMatchObject({
      state: 'closed',
      state_reason: 'completed',
    });
    await put({ path: 'fix2.ts', message: 'Fixes #2', branch: 'feature/x' });
    expect((await twin.octokit.rest.issues.get({ ...engine, issue_number: 2 })).data.state).toBe('open');
  });

  test.each<[string, object, number, string]>([
    ['no sha for a file that is there', {}, 422, 'Invalid request.\n\n"sha" wasn\'t supplied.'],
    ['another sha', { sha: '0'.repeat(40) }, 409, `src/a.ts does not match ${'0'.repeat(40)}`],
    ['content that is no base64', { path: 'n', content: '***' }, 422, 'content is not valid Base64'],
    ['a branch that is not there', { path: 'n', branch: 'nope' }, 404, 'Branch nope not found'],
    ['a path out of the repository', { path: 'a/../../b' }, 422, 'path contains a malformed path component'],
    ['a path below a file', { path: 'README.md/x' }, 422, 'README.md is a file, not a directory'],
    ['a directory', { path: 'src' }, 422, 'src is a directory'],
    ['no message', { path: 'n', message: undefined }, 422, 'Invalid request.\n\n"message" wasn\'t supplied.'],
    ['no rights', { owner: 'other', repo: 'public', path: 'n' }, 403, 'Resource not accessible by personal access token'],
  ])('%s is refused and changes nothing', async (_name, parameters, status, message) => {
    const before = await twin.evidence('state');
    expect(await refusal(put(parameters))).toMatchObject({ status, body: { message, status: String(status) } });
    expect(await twin.evidence('state')).toEqual(before);
    const events = (await twin.evidence('events')) as { state_mutation: boolean; state_delta: unknown; tool: string }[];
    expect(events.at(-1)).toMatchObject({ state_mutation: false, state_delta: null, tool: 'create_or_update_file' });
  });

  test('pushes move pushed_at and updated_at', async () => {
    const clocked = await serveGithub(undefined, { mode: 'logical', start: '2025-01-01T00:00:00Z' });
    const where = { owner: 'acme', repo: 'storefront' };
    const before = (await clocked.octokit.rest.repos.get(where)).data;
    await clocked.octokit.rest.repos.createOrUpdateFileContents({ ...where, path: 'n', message: 'm', content: '' });
    const after = (await clocked.octokit.rest.repos.get(where)).data;
    expect([before.pushed_at < after.pushed_at, before.updated_at < after.updated_at]).toEqual([true, true]);
    const state = (await clocked.evidence('state')) as GithubState;
    expect(state.blobs.find(({ size }) => size === 0)?.sha).toBe(hashObject(''));
    await clocked.close();
  });
});
