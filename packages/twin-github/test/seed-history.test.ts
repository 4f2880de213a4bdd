import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { objectSha } from '../src/git/objects.ts';
import { github } from '../src/index.ts';
import type { ObjectType } from '../src/world.ts';
import { serveGithub } from './served.ts';

const printed = (type: ObjectType, content: Buffer, sha = objectSha(type, content)) =>
  Buffer.concat([Buffer.from(`${sha} ${type} ${content.length}\n`), content, Buffer.from('\n')]);
const packed = (...objects: Buffer[]) => brotliCompressSync(Buffer.concat(objects)).toString('base64');

const blob = Buffer.from('a\n');
const treeOf = (name: string) => Buffer.concat([Buffer.from(`100644 ${name}\0`), Buffer.from(objectSha('blob', blob), 'hex')]);
const tree = treeOf('a.txt');
const commitOf = (treeSha: string, parents = '') =>
  Buffer.from(
    `tree ${treeSha}\n${parents}author Grace <grace@example.com> 1700000000 +0130\ncommitter Grace <grace@example.com> 1700000000 +0130\n\nBegin\n`,
  );
const commit = commitOf(objectSha('tree', tree));
const id = objectSha('commit', commit);
const whole = packed(printed('commit', commit), printed('tree', tree), printed('blob', blob));

const seedOf = (history: object, more: object = {}) => ({
  viewer: 'ada',
  users: [{ login: 'ada' }, { login: 'grace', email: 'grace@example.com' }],
  repositories: [{ owner: 'ada', name: 'web', history, ...more }],
});

describe('a history in a seed', () => {
  test('is what the repository has, with its people, and the rest of the seed goes on from it', async () => {
    const history = { branches: { main: id, old: id }, tags: { v1: id }, objects: whole };
    const more = {
      branches: [{ name: 'topic', from: 'old', files: { 'b.txt': 'b\n' } }],
      pull_requests: [{ title: 'Topic', head: 'topic', base: 'main' }],
      tags: [{ name: 'v2', target: 'old' }],
      releases: [{ tag_name: 'v1' }],
    };
    const twin = await serveGithub(seedOf(history, more));
    try {
      const { repos, pulls } = twin.octokit.rest;
      const at = { owner: 'ada', repo: 'web' };
      const { data } = await repos.getCommit({ ...at, ref: 'main' });
      expect(data).toMatchObject({
        sha: id,
        author: { login: 'grace' },
        commit: { author: { name: 'Grace', date: '2023-11-14T22:13:20Z' } },
      });
      expect((await repos.listCommits(at)).data).toHaveLength(1);
      expect((await repos.listTags(at)).data.map(({ name }) => name)).toEqual(['v2', 'v1']);
      expect((await pulls.listCommits({ ...at, pull_number: 1 })).data).toHaveLength(1);
    } finally {
      await twin.close();
    }
  });

  test('goes on with one commit where files are given too', async () => {
    const twin = await serveGithub(seedOf({ branches: { main: id }, objects: whole }, { files: { 'a.txt': 'other\n' } }));
    try {
      const { data } = await twin.octokit.rest.repos.listCommits({ owner: 'ada', repo: 'web' });
      expect(data.map(({ sha, parents }) => [sha === id, parents.map((parent) => parent.sha)])).toEqual([
        [false, [id]],
        [true, []],
      ]);
    } finally {
      await twin.close();
    }
  });

  test('has workflows, whose runs the seed may tell of', async () => {
    const file = Buffer.from('name: CI\non: push\njobs: { build: { steps: [{ run: make }] } }\n');
    const entry = (mode: string, name: string, type: ObjectType, content: Buffer) =>
      Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(objectSha(type, content), 'hex')]);
    const workflows = entry('100644', 'ci.yml', 'blob', file);
    const folder = entry('40000', 'workflows', 'tree', workflows);
    const root = entry('40000', '.github', 'tree', folder);
    const first = commitOf(objectSha('tree', root));
    const trees = [root, folder, workflows].map((content) => printed('tree', content));
    const objects = packed(printed('commit', first), ...trees, printed('blob', file));
    const history = { branches: { main: objectSha('commit', first) }, objects };
    expect(github.parseSeed(seedOf(history, { workflow_runs: [{ workflow: 'none.yml' }] }))).toMatchObject({
      ok: false,
      issues: [{ path: 'repositories[0].workflow_runs[0].workflow', message: 'there is no file .github/workflows/none.yml' }],
    });
    const twin = await serveGithub(seedOf(history, { workflow_runs: [{ workflow: 'ci.yml', conclusion: 'failure' }] }));
    try {
      const { data } = await twin.octokit.rest.actions.listWorkflowRunsForRepo({ owner: 'ada', repo: 'web' });
      expect(data.workflow_runs).toMatchObject([{ name: 'CI', display_title: 'Begin', conclusion: 'failure' }]);
    } finally {
      await twin.close();
    }
  });

  const without = packed(printed('commit', commit), printed('tree', tree));
  test.each<[string, object, string, string, object?]>([
    [
      'no brotli',
      { branches: { main: id }, objects: 'aGVsbG8=' },
      'history.objects',
      'the objects are not compressed with brotli',
    ],
    [
      'no objects of git',
      { branches: { main: id }, objects: packed(Buffer.from('hello')) },
      'history.objects',
      'not what git cat-file --batch prints',
    ],
    [
      'an object under another id',
      { branches: { main: id }, objects: packed(printed('blob', blob, id)) },
      'history.objects',
      'another content than its id says',
    ],
    [
      'an object missing',
      { branches: { main: id }, objects: without },
      'history.objects',
      `names blob ${objectSha('blob', blob)}`,
    ],
    [
      'a branch of nothing',
      { branches: { main: 'f'.repeat(40) }, objects: whole },
      'history.branches.main',
      'is not among the objects',
    ],
    [
      'a branch of a file',
      { branches: { main: objectSha('blob', blob) }, objects: whole },
      'history.branches.main',
      'is not among the objects',
    ],
    [
      'a tag of nothing',
      { branches: { main: id }, tags: { v1: 'f'.repeat(40) }, objects: whole },
      'history.tags.v1',
      'is not among the objects',
    ],
    [
      'no default branch',
      { branches: { other: id }, objects: whole },
      'history.branches',
      'the default branch main is not in the history',
    ],
    [
      'a folder .git',
      {
        branches: { main: id },
        objects: packed(printed('tree', treeOf('.git')), printed('blob', blob), printed('commit', commit), printed('tree', tree)),
      },
      'history.objects',
      'which git refuses',
    ],
    [
      'more than a seed takes',
      { branches: { main: id }, objects: packed(Buffer.alloc(17 << 20)) },
      'history.objects',
      'more than 16 MiB',
    ],
    [
      'a branch that is declared again',
      { branches: { main: id, old: id }, objects: whole },
      'branches[0].name',
      'branch old is declared twice',
      { branches: [{ name: 'old' }] },
    ],
    [
      'a tag that is declared again',
      { branches: { main: id }, tags: { v1: id }, objects: whole },
      'tags[0]',
      'tag v1 is declared twice',
      { tags: ['v1'] },
    ],
  ])('with %s is refused', (_name, history, path, message, more = {}) => {
    const result = github.parseSeed(seedOf(history, more));
    expect(result).toMatchObject({
      ok: false,
      issues: [{ path: `repositories[0].${path}`, message: expect.stringContaining(message) }],
    });
  });
});
