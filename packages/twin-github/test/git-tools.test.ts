import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { github } from '../src/index.ts';
import { type Served, serveGithub } from './served.ts';

const at = { owner: 'ada', repo: 'engine' };
const seed = {
  users: [{ login: 'ada', email: 'ada@example.com' }, { login: 'grace' }],
  repositories: [
    {
      ...{ owner: 'ada', name: 'engine' },
      collaborators: ['grace'],
      files: { 'README.md': '# engine\n', 'src/a.ts': 'export const needle = 1;\n', 'src/b.py': 'other = 1\n' },
      branches: [{ name: 'fix', files: { 'src/a.ts': 'export const needle = 2;\n' } }],
      issues: [{ number: 1, title: 'Wrong' }],
      pull_requests: [
        { number: 2, title: 'Seeded', head: 'seeded', files: { 'c.txt': 'c\n' }, comments: [{ user: 'grace', body: 'nice' }] },
      ],
    },
  ],
};
const clock = { mode: 'logical', start: '2025-01-02T03:04:05Z' } as const;

let twin: Served;
let client: Client;
beforeEach(async () => {
  twin = await serveGithub(seed, clock);
  client = new Client({ name: 'test', version: '1.0.0' });
  const headers = { authorization: `Bearer ${twin.token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${twin.url}/mcp`), { requestInit: { headers } }));
});
afterEach(async () => {
  await client.close();
  await twin.close();
});

interface ToolText {
  content: { type: string; text: string }[];
  isError?: boolean;
}
const call = async (name: string, args: Record<string, unknown>): Promise<ToolText> =>
  (await client.callTool({ name, arguments: args })) as unknown as ToolText;
// biome-ignore lint/suspicious/noExplicitAny: tools answer JSON of many shapes
const value = async (name: string, args: Record<string, unknown>): Promise<any> => {
  const result = await call(name, args);
  expect(result).not.toHaveProperty('isError', true);
  return JSON.parse(result.content[0]?.text ?? 'null');
};

interface Row {
  tool: string | null;
  state_mutation: boolean;
}
const stamped = async (served: Served): Promise<Row[]> =>
  ((await served.evidence('events')) as Row[]).filter(({ tool }) => tool !== null);

test('the twin lists 35 tools', async () => {
  // docs/decisions.md: the spec's number
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(35);
  expect(tools.map(({ name }) => name)).toContain('get_issue');
});

const base64 = (text: string) => Buffer.from(text).toString('base64');
type Rest = Served['octokit']['rest'];

describe('a tool leaves the world and the stamp that its route leaves:', () => {
  test.each<[string, Record<string, unknown>, (rest: Rest) => Promise<unknown>]>([
    [
      'create_repository',
      { name: 'new', private: false, autoInit: true },
      (rest) => rest.repos.createForAuthenticatedUser({ name: 'new', auto_init: true }),
    ],
    [
      'create_or_update_file',
      { ...at, path: 'n.txt', content: 'n\n', message: 'm', branch: 'main' },
      (rest) =>
        rest.repos.createOrUpdateFileContents({ ...at, path: 'n.txt', content: base64('n\n'), message: 'm', branch: 'main' }),
    ],
    [
      'create_pull_request',
      { ...at, title: 'Fix', head: 'fix', base: 'main', body: 'Fixes #1' },
      (rest) => rest.pulls.create({ ...at, title: 'Fix', head: 'fix', base: 'main', body: 'Fixes #1' }),
    ],
    [
      'update_pull_request',
      { ...at, pullNumber: 2, title: 'New' },
      (rest) => rest.pulls.update({ ...at, pull_number: 2, title: 'New' }),
    ],
    [
      'merge_pull_request',
      { ...at, pullNumber: 2, merge_method: 'squash' },
      (rest) => rest.pulls.merge({ ...at, pull_number: 2, merge_method: 'squash' }),
    ],
  ])('%s', async (name, args, route) => {
    await value(name, args);
    const other = await serveGithub(seed, clock);
    try {
      await route(other.octokit.rest);
      expect(await twin.evidence('state')).toEqual(await other.evidence('state'));
      expect((await stamped(twin)).at(-1)).toMatchObject({ tool: name, state_mutation: true });
      expect((await stamped(other)).at(-1)).toMatchObject({ tool: name, state_mutation: true });
    } finally {
      await other.close();
    }
  });

  test('create_branch and delete_file', async () => {
    const { rest } = twin.octokit;
    await value('create_branch', { ...at, branch: 'topic', from_branch: 'fix' });
    const [topic, fix] = await Promise.all(['topic', 'fix'].map((branch) => rest.git.getRef({ ...at, ref: `heads/${branch}` })));
    expect(topic?.data.object.sha).toBe(fix?.data.object.sha);
    await value('delete_file', { ...at, path: 'src/b.py', message: 'Remove', branch: 'topic' });
    expect(await value('get_file_contents', { ...at, path: 'src', ref: 'refs/heads/topic', fields: ['name'] })).toEqual([
      { name: 'a.ts' },
    ]);
    expect((await stamped(twin)).filter(({ state_mutation }) => state_mutation).map(({ tool }) => tool)).toEqual([
      'create_branch',
      'delete_file',
    ]);
  });

  test('push_files makes one commit', async () => {
    const files = [
      { path: 'x/1.txt', content: '1' },
      { path: 'x/2.txt', content: '2' },
    ];
    const commit = await value('push_files', { ...at, branch: 'main', message: 'Two files', files });
    const { data } = await twin.octokit.rest.repos.getCommit({ ...at, ref: 'main' });
    expect([data.sha, data.files?.map(({ filename }) => filename)]).toEqual([commit.sha, ['x/1.txt', 'x/2.txt']]);
  });
});

describe('reading tools', () => {
  test('a file comes as text, a directory as entries', async () => {
    expect(await value('get_file_contents', { ...at, path: 'src/a.ts' })).toMatchObject({
      content: 'export const needle = 1;\n',
      encoding: 'utf-8',
    });
    expect(await value('get_file_contents', { ...at, fields: ['path'] })).toEqual([{ path: 'README.md' }, { path: 'src' }]);
  });

  test('commits with as much detail as is asked for', async () => {
    expect(await value('list_commits', { ...at, sha: 'fix', fields: ['sha'] })).toHaveLength(2);
    const none = await value('get_commit', { ...at, sha: 'fix', detail: 'none' });
    expect(none).not.toHaveProperty('files');
    const stats = await value('get_commit', { ...at, sha: 'fix' });
    expect(stats.files[0]).not.toHaveProperty('patch');
    const full = await value('get_commit', { ...at, sha: 'fix', detail: 'full_patch' });
    expect(full.files[0].patch).toContain('+export const needle = 2;');
  });

  test('branches, tags and collaborators', async () => {
    expect((await value('list_branches', at)).map(({ name }: { name: string }) => name)).toEqual(['fix', 'main', 'seeded']);
    expect(await value('list_tags', at)).toEqual([]);
    expect((await value('list_repository_collaborators', at)).map(({ login }: { login: string }) => login)).toEqual([
      'ada',
      'grace',
    ]);
  });

  test('a pull request by every method that is modelled', async () => {
    const read = (method: string) => value('pull_request_read', { ...at, method, pullNumber: 2 });
    expect(await read('get')).toMatchObject({ number: 2, mergeable: true });
    expect((await call('pull_request_read', { ...at, method: 'get_diff', pullNumber: 2 })).content[0]?.text).toContain('+c');
    expect(await read('get_files')).toMatchObject([{ filename: 'c.txt' }]);
    expect(await read('get_commits')).toHaveLength(1);
    expect(await read('get_comments')).toMatchObject([{ body: 'nice' }]);
    expect(await value('list_pull_requests', { ...at, fields: ['number'] })).toEqual([{ number: 2 }]);
  });

  test('code is found by text, path and language', async () => {
    const paths = async (query: string) =>
      (await value('search_code', { query })).items.map(({ path }: { path: string }) => path);
    expect(await paths('needle repo:ada/engine')).toEqual(['src/a.ts']);
    expect(await paths('language:python')).toEqual(['src/b.py']);
    expect(await paths('filename:readme')).toEqual(['README.md']);
    expect(await paths('nothing-of-this')).toEqual([]);
    const { data } = await twin.octokit.rest.search.code({ q: 'needle in:file' });
    expect([data.total_count, data.items[0]?.name]).toEqual([1, 'a.ts']);
  });
});

describe('refused tools', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['get_file_contents', { ...at, path: 'nope' }, 'Not Found'],
    ['create_branch', { ...at, branch: 'fix' }, 'Reference already exists'],
    ['create_or_update_file', { ...at, path: 'README.md', content: 'x', message: 'm', branch: 'main' }, "wasn't supplied"],
    ['merge_pull_request', { ...at, pullNumber: 99 }, 'Not Found'],
    ['pull_request_review_write', { ...at, method: 'create', pullNumber: 2, event: 'APPROVE' }, 'approve your own'],
    ['pull_request_review_write', { ...at, method: 'submit_pending', pullNumber: 2, event: 'COMMENT' }, 'No pending review'],
    ['add_reply_to_pull_request_comment', { ...at, commentId: 1 }, 'body or reaction is required'],
  ])('%s %j says why and changes nothing', async (name, args, message) => {
    const before = await twin.evidence('state');
    const result = await call(name, args);
    expect(result.isError).toBe(true);
    expect(result.content[0]?.text).toContain(message);
    expect(await twin.evidence('state')).toEqual(before);
    expect((await stamped(twin)).at(-1)?.state_mutation).toBe(false);
  });
});

describe('branches that follow each other', () => {
  test('a branch is merged into another once, and conflicts are 409', async () => {
    const { repos } = twin.octokit.rest;
    const merged = await repos.merge({ ...at, base: 'main', head: 'fix' });
    expect([merged.status, merged.data.parents?.length]).toEqual([201, 2]);
    expect((await repos.merge({ ...at, base: 'main', head: 'fix' })).status).toBe(204);
    await value('push_files', { ...at, branch: 'seeded', message: 'm', files: [{ path: 'src/a.ts', content: 'clash\n' }] });
    await expect(repos.merge({ ...at, base: 'main', head: 'seeded' })).rejects.toMatchObject({ status: 409 });
    await expect(repos.merge({ ...at, base: 'main', head: 'nope' })).rejects.toMatchObject({ status: 404 });
  });

  test("a pull request's branch takes in its base", async () => {
    const { repos, pulls } = twin.octokit.rest;
    const nothing = pulls.updateBranch({ ...at, pull_number: 2 });
    await expect(nothing).rejects.toMatchObject({ status: 422 });
    await repos.merge({ ...at, base: 'main', head: 'fix' });
    expect((await pulls.updateBranch({ ...at, pull_number: 2 })).status).toBe(202);
    const { data } = await pulls.get({ ...at, pull_number: 2 });
    expect([data.commits, data.changed_files, data.mergeable]).toEqual([2, 1, true]);
  });

  test('reviewers are asked and unasked; the author and strangers are 422', async () => {
    const { pulls } = twin.octokit.rest;
    const target = { ...at, pull_number: 2 };
    const asked = await pulls.requestReviewers({ ...target, reviewers: ['grace'] });
    expect(asked.data.requested_reviewers?.map(({ login }) => login)).toEqual(['grace']);
    expect((await pulls.listRequestedReviewers(target)).data.users.map(({ login }) => login)).toEqual(['grace']);
    await expect(pulls.requestReviewers({ ...target, reviewers: ['ada'] })).rejects.toMatchObject({ status: 422 });
    await expect(pulls.requestReviewers({ ...target, reviewers: ['nobody'] })).rejects.toMatchObject({ status: 422 });
    const left = await pulls.removeRequestedReviewers({ ...target, reviewers: ['grace'] });
    expect(left.data.requested_reviewers).toEqual([]);
  });
});

test('every operation has an id and an action of its own resource, and its page in the documentation', () => {
  // What isn't in GitHub's description: the root directory, older addresses that are still served, git's own, and pages of the web site.
  const undocumented = github.definition.operations.filter(({ docs }) => docs === undefined).map(({ id }) => id);
  expect(undocumented.filter((id) => !id.startsWith('web/'))).toEqual([
    'repos/get-by-id',
    'repos/update-by-id',
    'repos/delete-by-id',
    'repos/get-content-root',
    'git/list-refs',
    'git/get-refs-named',
    'git-http/refs',
    'git-http/upload-pack',
    'git-http/receive-pack',
    ...['gist', 'owned-gist'].flatMap((one) => ['refs', 'upload-pack', 'receive-pack'].map((name) => `git-http/${one}-${name}`)),
    'repos/download-tarball-archive-root',
    'repos/download-zipball-archive-root',
    'repos/list-statuses',
    'teams/get-by-id',
    'teams/list-members-by-id',
    'gists/update-by-post',
    'teams/get-membership-for-user-by-id',
    'teams/list-repos-by-id',
  ]);
});
