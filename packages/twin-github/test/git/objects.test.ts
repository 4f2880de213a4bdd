import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parseZonedTime } from '../../src/git/objects.ts';
import { Overlay } from '../../src/git/overlay.ts';
import { updateTree } from '../../src/git/tree.ts';
import type { TreeEntry } from '../../src/world.ts';

// The truth here is the git program itself.
let directory: string;
const git = (args: readonly string[], input: Buffer | string = '', env: Record<string, string> = {}) =>
  execFileSync('git', args, { cwd: directory, input, env: { ...process.env, ...env }, encoding: 'utf8' }).trim();

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'twin-github-git-'));
  git(['init', '-q', '-b', 'main']);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const author = { name: 'Ada Lovelace', email: 'ada@example.com', date: '2024-02-03T04:05:06Z', offset: '+0200' };
const committer = { name: 'GitHub', email: 'noreply@github.com', date: '2024-02-03T05:00:00Z', offset: '+0000' };
const identity = {
  GIT_AUTHOR_NAME: author.name,
  GIT_AUTHOR_EMAIL: author.email,
  GIT_AUTHOR_DATE: `${Date.parse(author.date) / 1000} ${author.offset}`,
  GIT_COMMITTER_NAME: committer.name,
  GIT_COMMITTER_EMAIL: committer.email,
  GIT_COMMITTER_DATE: `${Date.parse(committer.date) / 1000} ${committer.offset}`,
};

describe('object ids', () => {
  test.each([
    ['text', Buffer.from('# Hello\n')],
    ['nothing', Buffer.alloc(0)],
    ['text beyond ASCII', Buffer.from('Grüße 🌍\r\n')],
    ['bytes that are no text', Buffer.from([0, 255, 128, 10, 13, 0])],
  ])('a blob of %s has the id of git hash-object', (_name, bytes) => {
    expect(new Overlay().writeBlob(bytes)).toBe(git(['hash-object', '-w', '--stdin'], bytes));
  });

  test('a tree has the id of git mktree whatever order its entries came in', () => {
    const store = new Overlay();
    const blob = store.writeBlob(Buffer.from('x'));
    const inner = store.writeTree([{ path: 'z', mode: '100755', type: 'blob', sha: blob }]);
    const entries: TreeEntry[] = [
      { path: 'lib.ts', mode: '100644', type: 'blob', sha: blob },
      { path: 'lib', mode: '040000', type: 'tree', sha: inner },
      { path: 'lib-a', mode: '120000', type: 'blob', sha: blob },
      { path: 'Ärger', mode: '100644', type: 'blob', sha: blob },
      { path: 'A', mode: '100644', type: 'blob', sha: blob },
    ];
    git(['hash-object', '-w', '--stdin'], 'x');
    git(['mktree'], `100755 blob ${blob}\tz\n`);
    const listing = entries.map(({ mode, type, sha, path }) => `${mode} ${type} ${sha}\t${path}\0`).join('');
    expect(store.writeTree(entries)).toBe(git(['mktree', '-z'], listing));
  });

  test('a commit has the id of git commit-tree with the same people and times', () => {
    const tree = git(['mktree'], '');
    const root = git(['commit-tree', tree], 'first', identity);
    const store = new Overlay();
    expect(store.writeCommit({ tree, parents: [], author, committer, message: 'first' })).toBe(
      git(['commit-tree', tree], 'first', identity),
    );
    const message = 'second\n\nWith a body, ümlaut\n';
    expect(store.writeCommit({ tree, parents: [root], author, committer, message })).toBe(
      git(['commit-tree', tree, '-p', root], message, identity),
    );
  });

  test('a tree changed by paths equals what git write-tree makes of the same index', () => {
    const store = new Overlay();
    const put = (path: string, text: string) => ({
      path,
      entry: { mode: '100644', type: 'blob', sha: store.writeBlob(Buffer.from(text)) } as const,
    });
    const first = updateTree(store, undefined, [put('a.txt', '1'), put('src/deep/b.txt', '2'), put('src/c.txt', '3')]);
    const second = updateTree(store, first, [
      put('src/c.txt', '4'),
      { path: 'src/deep/b.txt', entry: null },
      put('docs/new.md', '5'),
      { path: 'not/there', entry: null },
    ]);
    for (const [path, text] of [
      ['a.txt', '1'],
      ['src/c.txt', '4'],
      ['docs/new.md', '5'],
    ] as const) {
      const sha = git(['hash-object', '-w', '--stdin'], text);
      git(['update-index', '--add', '--cacheinfo', `100644,${sha},${path}`]);
    }
    expect(second).toBe(git(['write-tree']));
  });
});

describe('times with a zone', () => {
  test('keep the offset git hashes', () => {
    expect(parseZonedTime('2024-02-03T06:05:06+02:00')).toEqual({ date: '2024-02-03T04:05:06Z', offset: '+0200' });
    expect(parseZonedTime('2024-02-03T06:05:06Z')).toEqual({ date: '2024-02-03T06:05:06Z', offset: '+0000' });
  });

  test.each(['yesterday', '2024-02-03', '2024-13-03T06:05:06Z', ''])('%p is none', (text) => {
    expect(parseZonedTime(text)).toBeUndefined();
  });
});
