import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { diffFile, diffTrees } from '../../src/git/diff.ts';
import { commitsBetween, historyOf, isAncestor, mergeBase } from '../../src/git/history.ts';
import { mergeTrees } from '../../src/git/merge.ts';
import { Overlay } from '../../src/git/overlay.ts';
import { entryAt, filesOf, updateTree, walkTree } from '../../src/git/tree.ts';

type Files = Record<string, string>;

let store: Overlay;
let directory: string;

beforeEach(() => {
  store = new Overlay();
  directory = mkdtempSync(join(tmpdir(), 'twin-github-tree-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: directory, encoding: 'utf8' });

const treeOf = (files: Files) =>
  updateTree(
    store,
    undefined,
    Object.entries(files).map(([path, text]) => ({
      path,
      entry: { mode: '100644', type: 'blob', sha: store.writeBlob(Buffer.from(text)) },
    })),
  );
const filesIn = (tree: string): Files =>
  Object.fromEntries([...filesOf(store, tree)].map((file) => [file.path, store.bytes(file.sha)?.toString() ?? '']));

let clock = Date.parse('2024-01-01T00:00:00Z');
const commit = (tree: string, parents: string[] = [], message = 'm') => {
  clock += 1000;
  const signature = { name: 'a', email: 'a@b', date: new Date(clock).toISOString(), offset: '+0000' };
  return store.writeCommit({ tree, parents, author: signature, committer: signature, message });
};

const numbered = (...changes: [number, string][]) => {
  const lines = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`);
  for (const [at, text] of changes) lines[at - 1] = text;
  return `${lines.join('\n')}\n`;
};

describe('reading trees', () => {
  test('a path finds its entry, a missing one nothing', () => {
    const tree = treeOf({ 'src/a/b.ts': 'x', 'src/c.ts': 'y' });
    expect(entryAt(store, tree, 'src/a/b.ts')?.type).toBe('blob');
    expect(entryAt(store, tree, 'src/a')?.type).toBe('tree');
    expect(entryAt(store, tree, 'src/nope')).toBeUndefined();
    expect(entryAt(store, tree, 'src/c.ts/below')).toBeUndefined();
  });

  test('a recursive listing names directories before what they hold', () => {
    const tree = treeOf({ 'a.txt': '', 'src/deep/b.ts': '', 'src/c.ts': '' });
    expect([...walkTree(store, tree)].map((entry) => entry.path)).toEqual([
      'a.txt',
      'src',
      'src/c.ts',
      'src/deep',
      'src/deep/b.ts',
    ]);
  });
});

describe('differences', () => {
  // `git diff -M --no-index` is the truth for statuses and hunks.
  const asGit = (before: Files, after: Files) => {
    for (const [side, files] of [
      ['a', before],
      ['b', after],
    ] as const) {
      for (const [path, text] of Object.entries(files)) {
        const target = join(directory, side, path);
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, text);
      }
    }
    try {
      return git('diff', '-M', '--no-index', '--no-prefix', '--inter-hunk-context=0', 'a', 'b');
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  };
  const hunksOf = (output: string) =>
    output
      .split('\n')
      .slice(output.split('\n').findIndex((line) => line.startsWith('@@')))
      // Git adds the enclosing function after the second @@.
      .map((line) => line.replace(/^(@@ .*? @@).*$/, '$1'))
      .join('\n')
      .trimEnd();

  test.each([
    ['lines changed far apart', numbered(), numbered([2, 'two'], [18, 'eighteen'])],
    ['the last line end taken away', 'a\nb\n', 'a\nb'],
    ['a file filled', '', 'a\nb\n'],
    ['a single line replaced', 'a\n', 'b\n'],
    ['a line inserted at the start', numbered(), `zero\n${numbered()}`],
  ])('%s: the hunks are those of git diff', (_name, old, fresh) => {
    const before = treeOf({ 'f.txt': old });
    const after = treeOf({ 'f.txt': fresh });
    const [change] = diffTrees(store, before, after);
    expect(diffFile(store, change!).patch).toBe(hunksOf(asGit({ 'f.txt': old }, { 'f.txt': fresh })));
  });

  test('files are added, removed, modified and renamed', () => {
    const before = treeOf({ 'keep.txt': 'k', 'old/name.ts': numbered(), 'gone.txt': 'g', 'edit.txt': '1\n' });
    const after = treeOf({ 'keep.txt': 'k', 'new/name.ts': numbered([3, 'three']), 'edit.txt': '2\n', 'more.txt': 'm' });
    expect(diffTrees(store, before, after).map(({ status, path, previous_path }) => [status, path, previous_path])).toEqual([
      ['modified', 'edit.txt', undefined],
      ['removed', 'gone.txt', undefined],
      ['added', 'more.txt', undefined],
      ['renamed', 'new/name.ts', 'old/name.ts'],
    ]);
  });

  test('a file that becomes a directory is a removal and an addition', () => {
    const changes = diffTrees(store, treeOf({ x: 'file' }), treeOf({ 'x/y': 'other content' }));
    expect(changes.map(({ status, path }) => [status, path])).toEqual([
      ['removed', 'x'],
      ['added', 'x/y'],
    ]);
  });

  test('binary files have no patch', () => {
    const [change] = diffTrees(store, treeOf({ f: 'a\0b' }), treeOf({ f: 'a\0c' }));
    expect(diffFile(store, change!)).toEqual({ additions: 0, deletions: 0 });
  });
});

describe('history', () => {
  test('is newest first with children before parents, through merges', () => {
    const root = commit(treeOf({ a: '1' }));
    const left = commit(treeOf({ a: '2' }), [root]);
    const right = commit(treeOf({ a: '3' }), [root]);
    const merge = commit(treeOf({ a: '4' }), [left, right]);
    expect(historyOf(store, merge)).toEqual([merge, right, left, root]);
    expect(historyOf(store, commit(treeOf({ a: '5' }), [merge]))).toHaveLength(5);
    expect(mergeBase(store, left, right)).toBe(root);
    expect(commitsBetween(store, left, merge)).toEqual([merge, right]);
    expect(isAncestor(store, root, merge)).toBe(true);
    expect(isAncestor(store, merge, root)).toBe(false);
  });

  test('unrelated commits have no merge base', () => {
    expect(mergeBase(store, commit(treeOf({ a: '1' })), commit(treeOf({ b: '1' })))).toBeUndefined();
  });
});

describe('merging trees', () => {
  test('changes in different files and far apart in one file are both taken', () => {
    const base = treeOf({ a: numbered(), b: 'b', 'd/e': 'e' });
    const ours = treeOf({ a: numbered([2, 'ours']), b: 'b', 'd/e': 'e', n: 'new' });
    const theirs = treeOf({ a: numbered([18, 'theirs']), 'd/e': 'E' });
    const merged = mergeTrees(store, base, ours, theirs);
    expect('tree' in merged && filesIn(merged.tree)).toEqual({ a: numbered([2, 'ours'], [18, 'theirs']), 'd/e': 'E', n: 'new' });
  });

  test.each<[string, Files, Files, string]>([
    ['the same line changed in two ways', { a: numbered([2, 'ours']) }, { a: numbered([2, 'theirs']) }, 'a'],
    ['a file changed here and removed there', { a: numbered([2, 'ours']) }, {}, 'a'],
    ['a file added in two ways', { a: numbered(), 'd/n': '1' }, { a: numbered(), 'd/n': '2' }, 'd/n'],
  ])('%s is a conflict', (_name, ours, theirs, path) => {
    expect(mergeTrees(store, treeOf({ a: numbered() }), treeOf(ours), treeOf(theirs))).toEqual({ conflicts: [path] });
  });

  test('the same change on both sides is no conflict', () => {
    const both = treeOf({ a: numbered([2, 'both']) });
    expect(mergeTrees(store, treeOf({ a: numbered() }), both, both)).toEqual({ tree: both });
  });
});
