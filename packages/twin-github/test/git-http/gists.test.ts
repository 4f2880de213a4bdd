// A gist is a repository of its own (https://docs.github.com/get-started/writing-on-github/editing-and-sharing-content-with-gists/forking-and-cloning-gists).
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { inTheWhole } from '@svc/twin-kit/testing/share';
import { refusal, type Served, serveGithub } from '../served.ts';
import { Git, remoteOf } from './git.ts';

const SEED = {
  viewer: 'mona',
  users: [
    { login: 'mona', email: 'mona@example.com' },
    { login: 'ben', email: 'ben@example.com' },
  ],
  gists: [
    { owner: 'mona', description: 'Notes', public: true, files: { 'notes.md': '# Notes\n', 'a.txt': 'one\n' } },
    { owner: 'ben', public: true, files: { 'b.txt': 'b\n' } },
  ],
};

let served: Served;
let git: Git;
let id: string;

beforeEach(async () => {
  served = await serveGithub(SEED);
  git = await Git.inNewFolder();
  id = (await gists().list()).data[0]?.id ?? '';
});
afterEach(async () => {
  await served.close();
  await git.remove();
});
const gists = () => served.octokit.rest.gists;
const remote = (name = `gist/${id}.git`) => remoteOf(served.url, served.token, name);
const shown = async (gist_id = id) => (await gists().get({ gist_id })).data;
const versions = async (gist_id = id) => (await gists().listCommits({ gist_id })).data.map(({ version }) => version);

async function cloned(name?: string): Promise<Git> {
  await git.does('clone', '-q', remote(name), 'notes');
  return git.in('notes');
}
const log = async (clone: Git) => (await clone.does('log', '--format=%H')).split('\n');

async function commit(clone: Git, files: Readonly<Record<string, string | Buffer>>, message = 'Write'): Promise<string> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(clone.folder, name), text);
  await clone.does('add', '-A');
  await clone.does('commit', '-q', '-m', message);
  return clone.does('rev-parse', 'HEAD');
}

describe('a gist', () => {
  test.each(['gist/ID', 'gist/ID.git', 'gist/mona/ID.git'])(
    'is cloned from %s with its files, and without a fault',
    async (name) => {
      const clone = await cloned(name.replace('ID', id));
      expect(await clone.does('ls-tree', '-r', '--name-only', 'HEAD')).toBe('a.txt\nnotes.md');
      expect(await clone.does('show', 'HEAD:notes.md')).toBe('# Notes');
      expect((await clone.tries('fsck', '--full', '--strict')).err).toBe('');
      expect(await log(clone)).toEqual(await versions());
    },
  );

  test('has what was edited by REST as commits of their authors', async () => {
    const clone = await cloned();
    await gists().update({
      gist_id: id,
      files: { 'a.txt': { content: 'two\n' }, 'notes.md': { filename: 'notes.txt' } } as never,
    });
    await clone.does('pull', '-q');
    expect(await clone.does('show', '--stat=80', '--format=%an <%ae>|%s', 'HEAD')).toMatch(/^mona <mona@example\.com>\|\n/);
    expect(await clone.does('ls-tree', '--name-only', 'HEAD')).toBe('a.txt\nnotes.txt');
    expect(await clone.does('show', 'HEAD:a.txt')).toBe('two');
    expect(await log(clone)).toEqual(await versions());
  });

  test('has what was pushed, and its history the commits', async () => {
    const clone = await cloned();
    await commit(clone, { 'a.txt': 'one\ntwo\n' }, 'Add two');
    await rm(join(clone.folder, 'notes.md'));
    const tip = await commit(clone, { 'c.sh': 'true\n', 'd.bin': Buffer.from([0xff, 0, 1]) }, 'Other files');
    await clone.does('push', '-q');
    const gist = await shown();
    expect(Object.keys(gist.files ?? {}).toSorted()).toEqual(['a.txt', 'c.sh', 'd.bin']);
    expect(gist.files?.['a.txt']).toMatchObject({ content: 'one\ntwo\n', encoding: 'utf-8' });
    expect(gist.files?.['d.bin']).toMatchObject({ content: '/wAB', encoding: 'base64', size: 3 });
    expect(await versions()).toEqual(await log(clone));
    const { data: commits } = await gists().listCommits({ gist_id: id });
    expect(commits.map(({ change_status, user }) => [change_status, user?.login])).toEqual([
      [{ total: 2, additions: 1, deletions: 1 }, 'mona'],
      [{ total: 1, additions: 1, deletions: 0 }, 'mona'],
      [{ total: 2, additions: 2, deletions: 0 }, 'mona'],
    ]);
    const { data: before } = await gists().getRevision({ gist_id: id, sha: commits[1]?.version ?? '' });
    expect(before.files?.['notes.md']).toMatchObject({ content: '# Notes\n' });
    expect(await clone.does('rev-parse', 'origin/main')).toBe(tip);
    await git.does('clone', '-q', remote(), 'again');
    expect(await log(git.in('again'))).toEqual(await log(clone));
  });

  inTheWhole(test)('keeps modes, and files without content, through an edit by REST', async () => {
    const clone = await cloned();
    await writeFile(join(clone.folder, 'run.sh'), 'true\n');
    await chmod(join(clone.folder, 'run.sh'), 0o755);
    await commit(clone, { empty: '', 'd.bin': Buffer.from([0xff]) });
    await clone.does('push', '-q');
    await gists().update({ gist_id: id, files: { 'a.txt': { content: 'two\n' } } });
    await clone.does('pull', '-q');
    expect(await clone.does('ls-tree', 'HEAD', 'run.sh')).toMatch(/^100755 blob /);
    expect(await clone.does('cat-file', '-s', 'HEAD:empty')).toBe('0');
    expect(await clone.does('cat-file', '-s', 'HEAD:d.bin')).toBe('1');
    expect((await clone.tries('fsck', '--full', '--strict')).err).toBe('');
  });

  inTheWhole(test)('is set back by a forced push, and keeps what was left behind under its id', async () => {
    const clone = await cloned();
    const left = await commit(clone, { 'a.txt': 'two\n' });
    await clone.does('push', '-q');
    await clone.does('reset', '-q', '--hard', 'HEAD~1');
    expect((await clone.tries('push')).err).toContain('non-fast-forward');
    await clone.does('push', '-q', '--force');
    expect((await shown()).files?.['a.txt']).toMatchObject({ content: 'one\n' });
    expect(await versions()).toHaveLength(1);
    expect((await gists().getRevision({ gist_id: id, sha: left })).data.files?.['a.txt']).toMatchObject({ content: 'two\n' });
  });

  inTheWhole(test)('has the merges of its history', async () => {
    const clone = await cloned();
    await clone.does('switch', '-q', '-c', 'side');
    await commit(clone, { 's.txt': 's\n' }, 'Side');
    await clone.does('switch', '-q', 'main');
    await commit(clone, { 'm.txt': 'm\n' }, 'Main');
    await clone.does('merge', '-q', '--no-edit', 'side');
    await clone.does('push', '-q');
    expect((await versions()).toSorted()).toEqual((await log(clone)).toSorted());
    expect(Object.keys((await shown()).files ?? {}).toSorted()).toEqual(['a.txt', 'm.txt', 'notes.md', 's.txt']);
  });

  test('is forked with its history, and the fork goes on alone', async () => {
    const [theirs] = (await gists().listForUser({ username: 'ben' })).data;
    const { data: fork } = await gists().fork({ gist_id: theirs?.id ?? '' });
    expect(await versions(fork.id)).toEqual(await versions(theirs?.id));
    const clone = await cloned(`gist/${fork.id}.git`);
    const tip = await commit(clone, { 'b.txt': 'mine\n' });
    await clone.does('push', '-q');
    expect((await versions(fork.id))[0]).toBe(tip);
    expect(await versions(theirs?.id)).toHaveLength(1);
    await gists().delete({ gist_id: fork.id ?? '' });
    expect((await clone.tries('fetch')).err).toContain('Repository not found.');
    expect(await versions(theirs?.id)).toHaveLength(1);
  });
});

describe('refused, with nothing changed, is', () => {
  let before: unknown;
  let clone: Git;

  beforeEach(async () => {
    clone = await cloned();
    before = await shown();
  });
  afterEach(async () => expect(await shown()).toEqual(before));

  const refused = async (...args: string[]) => {
    const { code, err } = await clone.tries('push', ...args);
    expect(code).toBe(1);
    return err;
  };

  test('a folder', async () => {
    await mkdir(join(clone.folder, 'foo'));
    await commit(clone, { 'foo/x.txt': 'x\n' });
    const err = await refused();
    expect(err).toContain('remote: Gist does not support directories.');
    expect(err).toContain('remote: These are the directories that are causing problems:');
    expect(err).toMatch(/remote: foo\s/);
    expect(err).toContain('[remote rejected] main -> main (pre-receive hook declined)');
  });

  test('another branch, a tag, and the end of the one branch', async () => {
    await commit(clone, { 'a.txt': 'two\n' });
    expect(await refused('origin', 'HEAD:refs/heads/other')).toContain('A gist has one branch here');
    expect(await refused('origin', 'HEAD:refs/tags/v1')).toContain('A gist has one branch here');
    expect(await refused('origin', ':main')).toContain('refusing to delete the current branch: refs/heads/main');
  });

  inTheWhole(test)('a gist without a file', async () => {
    await clone.does('rm', '-q', 'a.txt', 'notes.md');
    await clone.does('commit', '-q', '-m', 'Empty');
    expect(await refused()).toContain('A gist has a file at least');
  });

  inTheWhole(test)('what is too large', async () => {
    await commit(clone, { 'big.txt': 'x'.repeat(600 << 10) });
    expect(await refused()).toContain('512 KiB');
  });

  inTheWhole(test)('a submodule', async () => {
    await clone.does('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub`);
    await clone.does('commit', '-q', '-m', 'Sub');
    expect(await refused()).toContain('sub');
  });

  test("a push to somebody else's, and a clone by another owner's name", async () => {
    const theirs = (await gists().listForUser({ username: 'ben' })).data[0]?.id ?? '';
    await git.does('clone', '-q', remote(`gist/${theirs}.git`), 'theirs');
    await commit(git.in('theirs'), { 'b.txt': 'mine\n' });
    expect((await git.in('theirs').tries('push')).err).toContain(`Permission to ${theirs}.git denied to mona.`);
    expect((await git.tries('clone', remote(`gist/ben/${id}.git`), 'no')).err).toContain('Repository not found.');
    expect((await refusal(gists().get({ gist_id: 'no' }))).status).toBe(404);
  });
});
