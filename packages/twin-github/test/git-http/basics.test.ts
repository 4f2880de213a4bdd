import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Served, serveGithub } from '../served.ts';
import { Git, remoteOf } from './git.ts';

const SEED = {
  users: [{ login: 'mona', email: 'mona@example.com' }],
  repositories: [
    {
      owner: 'mona',
      name: 'web',
      files: { 'README.md': '# web\n', 'src/a.js': 'let a = 1;\n' },
      tags: ['v1', { name: 'v2', message: 'Two' }],
    },
    { owner: 'mona', name: 'empty', files: {} },
  ],
};

// Git's own client against the twin: https://git-scm.com/docs/gitprotocol-http
describe.each(['0', '1', '2'])('git with protocol version %s', (version) => {
  let served: Served;
  let git: Git;

  beforeAll(async () => {
    served = await serveGithub(SEED);
    git = await Git.inNewFolder([`protocol.version=${version}`]);
  });
  afterAll(async () => {
    await served.close();
    await git.remove();
  });
  const remote = (name: string) => remoteOf(served.url, served.token, name);

  const commit = async (repository: Git, path: string, text: string, message = `Write ${path}`) => {
    await writeFile(join(repository.folder, path), text);
    await repository.does('add', '.');
    await repository.does('commit', '-q', '-m', message);
    return repository.does('rev-parse', 'HEAD');
  };

  test('clones what the seed has, with tags and without a fault', async () => {
    await git.does('clone', '-q', remote('mona/web.git'), 'web');
    const web = git.in('web');
    expect(await web.does('show', 'HEAD:src/a.js')).toBe('let a = 1;');
    expect(await web.does('tag')).toBe('v1\nv2');
    expect(await web.does('cat-file', '-t', 'v2')).toBe('tag');
    expect((await web.tries('fsck', '--full', '--strict')).err).toBe('');
  });

  test('pushes a branch, which REST then has with the same id', async () => {
    const web = git.in('web');
    await web.does('switch', '-q', '-c', 'fix');
    const sha = await commit(web, 'src/b.js', 'let b = 2;\n', 'Add b');
    const { err } = await web.tries('push', 'origin', 'fix');
    expect(err).toContain("Create a pull request for 'fix' on GitHub by visiting:");
    const { data } = await served.octokit.rest.repos.getBranch({ owner: 'mona', repo: 'web', branch: 'fix' });
    expect(data.commit).toMatchObject({ sha, commit: { message: 'Add b' } });
  });

  test('fetches what REST wrote meanwhile', async () => {
    const web = git.in('web');
    const content = Buffer.from('c\n').toString('base64');
    const { data } = await served.octokit.rest.repos.createOrUpdateFileContents({
      owner: 'mona',
      repo: 'web',
      path: 'c.txt',
      message: 'Add c',
      content,
      branch: 'main',
    });
    await web.does('fetch', '-q', 'origin');
    expect(await web.does('rev-parse', 'origin/main')).toBe(data.commit.sha);
    expect(await web.does('show', 'origin/main:c.txt')).toBe('c');
  });

  test('pushes the first branch into an empty repository', async () => {
    await git.does('clone', '-q', remote('mona/empty'), 'empty');
    const sha = await commit(git.in('empty'), 'a.txt', 'a\n');
    await git.in('empty').does('push', '-q', 'origin', 'HEAD:trunk');
    const { data } = await served.octokit.rest.repos.get({ owner: 'mona', repo: 'empty' });
    expect(data.default_branch).toBe('trunk');
    await git.does('clone', '-q', remote('mona/empty'), 'again');
    expect(await git.in('again').does('rev-parse', 'HEAD')).toBe(sha);
  });
});
