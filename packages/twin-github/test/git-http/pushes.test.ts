import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { inTheWhole, shareOf } from '@svc/twin-kit/testing/share';
import { type Served, serveGithub } from '../served.ts';
import { Git, remoteOf } from './git.ts';

const SEED = {
  viewer: 'mona',
  users: [{ login: 'mona', email: 'mona@example.com' }, { login: 'other' }],
  repositories: [
    {
      owner: 'mona',
      name: 'web',
      files: { 'a.txt': 'a\n' },
      issues: [
        { number: 1, title: 'Broken' },
        { number: 2, title: 'Also broken' },
      ],
      branches: [{ name: 'topic', files: { 'b.txt': 'b\n' } }],
      pull_requests: [{ number: 3, title: 'Topic', body: 'Closes #2', head: 'topic' }],
    },
    { owner: 'other', name: 'theirs', collaborators: [{ login: 'mona', permission: 'pull' as const }] },
    { owner: 'mona', name: 'old', archived: true },
    { owner: 'other', name: 'secret', private: true, collaborators: [] },
  ],
};

interface Row {
  method: string;
  path: string;
  tool: string | null;
  state_mutation: boolean;
  state_delta: { collection: string; id: string | number }[] | null;
  actions: { tool: string | null; refused?: boolean }[];
  request_headers: Record<string, string>;
}

let served: Served;
let git: Git;
let web: Git;
let count = 0;

beforeAll(async () => {
  served = await serveGithub(SEED);
  git = await Git.inNewFolder();
});
afterAll(async () => {
  await served.close();
  await git.remove();
});
const remote = (name: string) => remoteOf(served.url, served.token, name);

beforeEach(async () => {
  count += 1;
  await git.does('clone', '-q', remote('mona/web.git'), `web${count}`);
  web = git.in(`web${count}`);
});

async function commit(path: string, text: string | Buffer, message = `Write ${path}`): Promise<string> {
  await writeFile(join(web.folder, path), text);
  await web.does('add', '.');
  await web.does('commit', '-q', '-m', message);
  return web.does('rev-parse', 'HEAD');
}

const lastRow = async (): Promise<Row> => ((await served.evidence('events')) as Row[]).at(-1) as Row;
const branchNames = async () =>
  (await served.octokit.rest.repos.listBranches({ owner: 'mona', repo: 'web' })).data.map(({ name }) => name);

describe('a push', () => {
  test('stands on the tape as one call with what it wrote, and without the token', async () => {
    const sha = await commit('one.txt', '1\n');
    await web.does('push', '-q', 'origin', 'HEAD:refs/heads/one');
    const row = await lastRow();
    expect(row).toMatchObject({ method: 'POST', tool: 'git_push', state_mutation: true, actions: [{ tool: 'git_push' }] });
    expect(row.path).toMatch(/\/mona\/web\.git\/git-receive-pack$/);
    const written = row.state_delta?.map(({ collection }) => collection) ?? [];
    expect(written).toEqual(expect.arrayContaining(['blobs', 'commits', 'refs', 'trees']));
    expect(row.state_delta?.find(({ collection }) => collection === 'commits')?.id).toMatch(sha);
    expect(JSON.stringify(row)).not.toContain(served.token);
  });

  test('moves the head of a pull request, and merges it where its base reaches it', async () => {
    await web.does('switch', '-q', 'topic');
    const head = await commit('more.txt', 'more\n');
    await web.does('push', '-q', 'origin', 'topic');
    const pull = { owner: 'mona', repo: 'web', pull_number: 3 };
    expect((await served.octokit.rest.pulls.get(pull)).data.head.sha).toBe(head);
    expect(await web.does('ls-remote', 'origin', 'refs/pull/3/head')).toBe(`${head}\trefs/pull/3/head`);
    await web.does('switch', '-q', 'main');
    await web.does('merge', '-q', '--no-ff', '-m', 'Merge topic', 'topic');
    await web.does('push', '-q', 'origin', 'main');
    expect((await served.octokit.rest.pulls.get(pull)).data).toMatchObject({ merged: true, state: 'closed' });
    expect((await served.octokit.rest.issues.get({ owner: 'mona', repo: 'web', issue_number: 2 })).data.state).toBe('closed');
  });

  // https://docs.github.com/actions/writing-workflows/choosing-when-your-workflow-runs/events-that-trigger-workflows#pull_request
  inTheWhole(test)('shows a test merge of an open pull request that can be merged, and none of one that can not', async () => {
    const { pulls } = served.octokit.rest;
    const at = { owner: 'mona', repo: 'web' };
    const base = await web.does('rev-parse', 'HEAD');
    await web.does('switch', '-q', '-c', 'tried');
    const head = await commit('tried.txt', 'one\n');
    await web.does('push', '-q', 'origin', 'tried');
    const { data } = await pulls.create({ ...at, title: 'Try', head: 'tried', base: 'main' });
    const ref = `refs/pull/${data.number}/merge`;
    await web.does('fetch', '-q', 'origin', ref);
    expect(await web.does('log', '-1', '--format=%P %s', 'FETCH_HEAD')).toBe(`${base} ${head} Merge ${head} into ${base}`);
    expect(await web.does('show', 'FETCH_HEAD:tried.txt')).toBe('one');
    const { data: now } = await pulls.get({ ...at, pull_number: data.number });
    expect(await web.does('rev-parse', 'FETCH_HEAD')).toBe(now.merge_commit_sha);
    expect((await web.tries('fsck', '--full', '--strict', '--no-dangling')).err).toBe('');
    // Whoever pushes it has a commit like any other.
    await web.does('push', '-q', 'origin', 'FETCH_HEAD:refs/heads/merged');
    const { data: tree } = await served.octokit.rest.git.getTree({ ...at, tree_sha: 'merged' });
    expect(tree.tree.map(({ path }) => path)).toContain('tried.txt');
    await web.does('push', '-q', 'origin', ':merged');
    await web.does('switch', '-q', 'main');
    await commit('tried.txt', 'two\n');
    await web.does('push', '-q', 'origin', 'main');
    expect(await web.does('ls-remote', 'origin', `refs/pull/${data.number}/*`)).toBe(`${head}\trefs/pull/${data.number}/head`);
    await pulls.update({ ...at, pull_number: data.number, state: 'closed' });
  });

  // https://docs.github.com/issues/tracking-your-work-with-issues/using-issues/linking-a-pull-request-to-an-issue
  test('closes issues that its commits name, once they are on the default branch', async () => {
    const issue = { owner: 'mona', repo: 'web', issue_number: 1 };
    await commit('fixed.txt', 'x\n', 'Mend it\n\nFixes #1');
    await web.does('push', '-q', 'origin', 'HEAD:mend');
    expect((await served.octokit.rest.issues.get(issue)).data.state).toBe('open');
    await web.does('push', '-q', 'origin', 'HEAD:main');
    expect((await served.octokit.rest.issues.get(issue)).data.state).toBe('closed');
  });

  test('of tags brings both kinds, moved ones by force', async () => {
    await web.does('tag', 'light');
    await web.does('tag', '-a', '-m', 'Heavy', 'heavy');
    await web.does('push', '-q', 'origin', '--tags');
    expect(await web.does('ls-remote', '--tags', 'origin')).toContain('refs/tags/heavy^{}');
    const { data } = await served.octokit.rest.repos.listTags({ owner: 'mona', repo: 'web' });
    expect(data.map(({ name }) => name)).toEqual(expect.arrayContaining(['light', 'heavy']));
    await commit('tagged.txt', 't\n');
    await web.does('tag', '-f', 'light');
    expect((await web.tries('push', 'origin', 'light')).err).toContain('already exists');
    await web.does('push', '-q', '--force', 'origin', 'light');
    await web.does('push', '-q', '--delete', 'origin', 'light', 'heavy');
    expect(await web.does('ls-remote', '--tags', 'origin')).toBe('');
  });

  inTheWhole(test)('that goes backwards needs force, and with a lease the branch where it was seen', async () => {
    await commit('forced.txt', '1\n');
    await web.does('push', '-q', 'origin', 'HEAD:forced');
    await web.does('commit', '-q', '--amend', '-m', 'Other words');
    expect((await web.tries('push', 'origin', 'HEAD:forced')).err).toContain('non-fast-forward');
    await git.does('clone', '-q', '-b', 'forced', remote('mona/web'), `other${count}`);
    const other = git.in(`other${count}`);
    await other.does('commit', '-q', '--allow-empty', '-m', 'Meanwhile');
    await other.does('push', '-q', 'origin', 'forced');
    expect((await web.tries('push', '--force-with-lease', 'origin', 'HEAD:forced')).err).toContain('stale info');
    await web.does('fetch', '-q');
    await web.does('push', '-q', '--force-with-lease', 'origin', 'HEAD:forced');
    expect(await web.does('ls-remote', 'origin', 'refs/heads/forced')).toContain(await web.does('rev-parse', 'HEAD'));
  });

  test('that is atomic moves nothing where one ref is refused, another one all but that', async () => {
    await commit('atomic.txt', '1\n');
    const refs = ['HEAD:refs/heads/good', 'HEAD:refs/pull/3/head'];
    const all = await web.tries('push', '--atomic', 'origin', ...refs);
    expect(all.err).toContain('deny updating a hidden ref');
    expect(all.err).toContain('atomic push failure');
    expect(await branchNames()).not.toContain('good');
    const some = await web.tries('push', 'origin', ...refs);
    expect([some.code, some.err]).toEqual([1, expect.stringContaining('[new branch]')]);
    expect(await branchNames()).toContain('good');
  });

  inTheWhole(test)('takes branches away, but not the default one', async () => {
    await web.does('push', '-q', 'origin', 'HEAD:gone');
    await web.does('push', '-q', 'origin', ':gone');
    expect(await branchNames()).not.toContain('gone');
    expect((await web.tries('push', 'origin', ':main')).err).toContain('refusing to delete the current branch: refs/heads/main');
  });

  inTheWhole(test)('of a branch below another one is refused', async () => {
    const { err } = await web.tries('push', 'origin', 'HEAD:main/below');
    expect(err).toContain("'refs/heads/main' exists; cannot create 'refs/heads/main/below'");
  });

  // https://docs.github.com/repositories/working-with-files/managing-large-files/about-large-files-on-github
  inTheWhole(test)('of a file over 100 MB is refused with GH001, of one over 50 MB taken with a warning', async () => {
    await commit('large.bin', Buffer.alloc(101 << 20));
    const refused = await web.tries('push', 'origin', 'HEAD:large');
    expect(refused.err).toContain("File large.bin is 101.00 MB; this exceeds GitHub's file size limit of 100.00 MB");
    expect(refused.err).toContain('GH001: Large files detected.');
    expect(refused.err).toContain('pre-receive hook declined');
    await web.does('reset', '-q', '--hard', 'HEAD^');
    await mkdir(join(web.folder, '.github/workflows'), { recursive: true });
    await writeFile(
      join(web.folder, '.github/workflows/ci.yml'),
      'name: CI\non: push\njobs: { build: { steps: [{ run: make }] } }\n',
    );
    await commit('largish.bin', Buffer.alloc(51 << 20));
    expect((await web.tries('push', 'origin', 'HEAD:largish')).err).toContain('recommended maximum file size of 50.00 MB');
    expect(await branchNames()).toContain('largish');
    // What it brings is read from its pack.
    const { data } = await served.octokit.rest.actions.listWorkflowRunsForRepo({ owner: 'mona', repo: 'web' });
    expect(data.workflow_runs).toMatchObject([{ name: 'CI', head_branch: 'largish' }]);
    await web.does('push', '-q', 'origin', ':largish');
  });
});

describe('who may', () => {
  test.each([
    ['other/theirs', 'push', 'Permission to other/theirs.git denied to mona.'],
    ['mona/old', 'push', 'archived'],
    ['other/secret', 'fetch', 'Repository not found.'],
    ['mona/nothing', 'fetch', 'Repository not found.'],
    ['mona/web.wiki.git', 'fetch', 'Repository not found.'],
  ])('%s can not be asked for a %s: %s', async (name, verb, words) => {
    const args = verb === 'push' ? ['push', remote(name), 'HEAD:x'] : ['ls-remote', remote(name)];
    expect(await web.tries(...args)).toMatchObject({ code: expect.any(Number), err: expect.stringContaining(words) });
  });

  inTheWhole(test)('a public repository is read by who may not write it', async () => {
    expect(await web.does('ls-remote', remote('other/theirs'))).toContain('refs/heads/main');
  });

  test.each(shareOf(['x-access-token', 'any', 'mona'], 1))('%s may be the user before the token', async (user) => {
    const address = new URL(remote('mona/web'));
    address.username = user;
    expect(await git.does('ls-remote', address.href)).toContain('refs/heads/main');
  });

  test('no credential and a wrong one are refused as GitHub does', async () => {
    const address = `${served.url}/mona/web.git/info/refs?service=git-upload-pack`;
    const none = await fetch(address);
    expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="GitHub"']);
    const { err } = await git.tries('ls-remote', remoteOf(served.url, 'wrong', 'mona/web'));
    expect(err).toContain('Invalid username or token');
    expect(err).toContain('Authentication failed');
  });

  inTheWhole(test)('a header may carry the token too', async () => {
    const header = `http.extraHeader=Authorization: Bearer ${served.token}`;
    expect(await git.does('-c', header, 'ls-remote', `${served.url}/mona/web`)).toContain('refs/heads/main');
  });
});

describe('a clone', () => {
  test('may be shallow, and deepened', async () => {
    for (const text of ['1', '2', '3']) await commit('deep.txt', text);
    await web.does('push', '-q', 'origin', 'HEAD:deep');
    await git.does('clone', '-q', '--depth=2', '-b', 'deep', remote('mona/web'), `shallow${count}`);
    const shallow = git.in(`shallow${count}`);
    expect(await shallow.does('rev-list', '--count', 'HEAD')).toBe('2');
    await shallow.does('fetch', '-q', '--deepen=1');
    expect(await shallow.does('rev-list', '--count', 'HEAD')).toBe('3');
    await shallow.does('commit', '-q', '--allow-empty', '-m', 'From a shallow clone');
    await shallow.does('push', '-q', 'origin', 'deep');
    await shallow.does('fetch', '-q', '--unshallow');
    expect((await shallow.tries('fsck', '--full', '--strict')).err).toBe('');
  });

  inTheWhole(test)('may be without files until they are looked at', async () => {
    await git.does('clone', '-q', '--filter=blob:none', '--no-checkout', remote('mona/web'), `partial${count}`);
    const partial = git.in(`partial${count}`);
    const missing = await partial.does('rev-list', '--objects', '--missing=print', 'HEAD');
    expect(missing).toMatch(/^\?[0-9a-f]{40}$/m);
    await partial.does('checkout', '-q');
    expect(await partial.does('show', 'HEAD:a.txt')).toBe('a');
  });

  test('of an address out of an answer works as it is', async () => {
    const { data } = await served.octokit.rest.repos.get({ owner: 'mona', repo: 'web' });
    for (const address of [data.clone_url, data.html_url]) {
      const { pathname } = new URL(address);
      const { origin } = new URL(served.url);
      const remote = remoteOf(origin, served.token, pathname.slice(1));
      expect(await git.does('ls-remote', remote)).toContain('refs/heads/main');
    }
  });

  inTheWhole(test)('keeps what signatures and old clients put into objects, to the byte', async () => {
    await writeFile(
      join(web.folder, 'odd'),
      `tree ${await web.does('rev-parse', 'HEAD^{tree}')}\nparent ${await web.does('rev-parse', 'HEAD')}\nauthor Mona <m@x> 1 -0730\n` +
        'committer Mona <m@x> 2 +0000\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n abc\n -----END PGP SIGNATURE-----\nencoding ISO-8859-1\n\nOdd\n\n\n',
    );
    const sha = await web.does('hash-object', '-t', 'commit', '-w', 'odd');
    await web.does('push', '-q', 'origin', `${sha}:refs/heads/odd`);
    await git.does('clone', '-q', '-b', 'odd', remote('mona/web'), `odd${count}`);
    expect(await git.in(`odd${count}`).does('rev-parse', 'HEAD')).toBe(sha);
    expect((await git.in(`odd${count}`).tries('fsck', '--full')).err).toBe('');
    const { data } = await served.octokit.rest.git.getCommit({ owner: 'mona', repo: 'web', commit_sha: sha });
    expect(data).toMatchObject({ message: 'Odd', author: { date: '1970-01-01T00:00:01Z' } });
  });
});
