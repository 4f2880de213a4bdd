import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { github } from '../src/index.ts';
import type { GithubState } from '../src/world.ts';

const clock = { mode: 'logical', start: '2025-01-02T03:04:05Z' } as const;
const build = (seed: unknown) => github.initialState(seed, clock) as unknown as GithubState;
const issuesOf = (seed: unknown) => {
  const result = github.parseSeed(seed);
  return result.ok ? [] : result.issues;
};
const repository = (fields: object = {}) => ({
  users: [{ login: 'ada', type: 'User' }],
  repositories: [{ owner: 'ada', name: 'engine', default_branch: 'main', ...fields }],
});

describe('the default world', () => {
  // Spec, "Default worlds": one repository with one open, labelled, unassigned issue #1 without comments.
  test('has one repository with one open, labelled, unassigned issue without comments', () => {
    const world = build(undefined);
    expect(world.repositories).toHaveLength(1);
    expect(world.issues.map(({ number, state, assignee_ids, comments }) => ({ number, state, assignee_ids, comments }))).toEqual([
      { number: 1, state: 'open', assignee_ids: [], comments: 0 },
    ]);
    expect(world.issues[0]?.label_ids).toHaveLength(1);
    expect(world.comments).toEqual([]);
    expect(world.pull_requests).toEqual([]);
  });

  test('has the labels that GitHub gives a new repository', () => {
    // docs: "Managing labels", about default labels
    expect(build(undefined).labels.map(({ name }) => name)).toEqual([
      'bug',
      'documentation',
      'duplicate',
      'enhancement',
      'good first issue',
      'help wanted',
      'invalid',
      'question',
      'wontfix',
    ]);
  });
});

describe('a seed of few words', () => {
  test('of the shape of the spec builds', () => {
    const world = build(repository({ issues: [{ number: 7, title: 'Jams', state: 'open' }] }));
    expect(world.issues[0]).toMatchObject({ number: 7, title: 'Jams', state: 'open', body: null, comments: 0 });
    expect(world.users.map(({ login }) => login)).toEqual(['ada']);
    expect(world.settings[0]?.viewer_id).toBe(world.users[0]?.id);
  });

  test('an empty object builds an empty world with a viewer', () => {
    const world = build({});
    expect(world.repositories).toEqual([]);
    expect(world.users.map(({ login }) => login)).toEqual(['octocat']);
  });

  test('unknown keys are dropped at every level', () => {
    const seed = repository({ isues: [{ title: 'lost' }], issues: [{ title: 'kept', colour: 'red' }] });
    expect(github.parseSeed({ ...seed, usrs: [] })).toMatchObject({ ok: true });
    const world = build({ ...seed, usrs: [{ login: 'lost' }] });
    expect(world.issues.map(({ title }) => title)).toEqual(['kept']);
    expect(JSON.stringify(world)).not.toContain('lost');
  });

  test('whoever is mentioned and not declared is made as a User', () => {
    const world = build({
      repositories: [
        {
          owner: 'acme',
          name: 'web',
          collaborators: ['grace'],
          issues: [{ title: 't', user: 'mary', assignees: ['joan'], comments: [{ user: 'kay', body: 'c' }] }],
        },
      ],
    });
    expect(world.users.map(({ login, type }) => [login, type])).toEqual(
      ['octocat', 'acme', 'grace', 'mary', 'joan', 'kay'].map((login) => [login, 'User']),
    );
  });

  test('labels that an issue names and nobody declared are made in grey', () => {
    const world = build(repository({ labels: ['bug'], issues: [{ title: 't', labels: ['bug', 'P1', { name: 'p1' }] }] }));
    expect(world.labels.map(({ name, color, default: isDefault }) => [name, color, isDefault])).toEqual([
      ['bug', 'd73a4a', true],
      ['P1', 'ededed', false],
    ]);
    expect(world.issues[0]?.label_ids).toEqual(world.labels.map(({ id }) => id));
  });

  test('numbers are given where none is declared, and go on above the declared ones', () => {
    const world = build(
      repository({
        issues: [{ title: 'a' }, { title: 'b', number: 1 }, { title: 'c' }],
        pull_requests: [{ title: 'p', head: 'fix', files: { 'a.txt': 'a' } }],
      }),
    );
    expect(world.issues.map(({ title, number }) => [title, number])).toEqual([
      ['b', 1],
      ['a', 2],
      ['c', 3],
      ['p', 4],
    ]);
  });

  test('a repository without files has a README, one with an empty list has no branch', () => {
    expect(build(repository()).refs.map(({ ref }) => ref)).toEqual(['refs/heads/main']);
    expect(build(repository({ files: [] })).refs).toEqual([]);
  });
});

describe('a whole seed', () => {
  const seed = {
    viewer: 'ada',
    users: [
      { login: 'ada', name: 'Ada', email: 'ada@example.com' },
      { login: 'acme', type: 'Organization', members: [{ login: 'ada', role: 'admin' }, 'grace'] },
    ],
    repositories: [
      {
        owner: 'acme',
        name: 'web',
        private: true,
        description: 'A web',
        topics: ['web'],
        default_branch: 'trunk',
        created_at: '2024-01-01T00:00:00+01:00',
        collaborators: [{ login: 'grace', permission: 'triage' }],
        milestones: [{ title: 'v1', due_on: '2024-06-01T00:00:00Z' }],
        files: [
          { path: 'README.md', content: '# web\n' },
          { path: 'bin/run', content: '#!/bin/sh\n', executable: true },
          { path: 'logo.png', content_base64: 'iVBORw0KGgo=' },
        ],
        branches: [{ name: 'fix/typo', files: { 'README.md': '# Web\n', 'bin/run': null } }],
        issues: [
          {
            number: 3,
            title: 'Closed one',
            state: 'closed',
            state_reason: 'not_planned',
            milestone: 'v1',
            assignees: ['grace'],
            created_at: '2024-02-01T00:00:00Z',
            comments: [{ user: 'grace', body: 'no', created_at: '2024-02-02T00:00:00Z' }],
          },
        ],
        pull_requests: [
          { number: 4, title: 'Fix typo', head: 'fix/typo', draft: true, milestone: 1 },
          { number: 5, title: 'Add docs', head: 'docs', files: { 'docs/a.md': 'a\n' }, merged: true },
        ],
      },
    ],
  };

  test('lands with every field', () => {
    const world = build(seed);
    expect(world.repositories[0]).toMatchObject({
      full_name: 'acme/web',
      private: true,
      topics: ['web'],
      default_branch: 'trunk',
    });
    expect(world.repositories[0]?.created_at).toBe('2023-12-31T23:00:00Z');
    expect(world.memberships.map(({ role }) => role)).toEqual(['admin', 'member']);
    expect(world.collaborators.map(({ permission }) => permission)).toEqual(['triage']);
    expect(world.refs.map(({ ref }) => ref)).toEqual(['refs/heads/trunk', 'refs/heads/fix/typo', 'refs/heads/docs']);
    expect(world.issues.find(({ number }) => number === 3)).toMatchObject({
      state_reason: 'not_planned',
      milestone_id: world.milestones[0]?.id,
      comments: 1,
      updated_at: '2024-02-02T00:00:00Z',
      closed_at: '2024-02-02T00:00:00Z',
    });
    expect(world.blobs.find(({ encoding }) => encoding === 'base64')?.content).toBe('iVBORw0KGgo=');
  });

  test('a merged pull request is merged into its base', () => {
    const world = build(seed);
    const merged = world.pull_requests.find(({ number }) => number === 5);
    const base = world.refs.find(({ ref }) => ref === 'refs/heads/trunk');
    expect(merged?.merge_commit_sha).toBe(base?.object.sha);
    expect(world.commits.find(({ sha }) => sha === base?.object.sha)?.parents).toEqual([merged?.base_sha, merged?.head_sha]);
  });

  test('builds the same world every time', () => {
    expect(build(seed)).toEqual(build(seed));
  });
});

test('the seed in the README builds the world that it describes', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const seed: unknown = JSON.parse(/```json\n(.*?)```/s.exec(readme)?.[1] ?? '');
  expect(issuesOf(seed)).toEqual([]);
  const world = build(seed);
  expect(world.pull_requests.map(({ number, head_ref, base_ref }) => [number, head_ref, base_ref])).toEqual([[2, 'fix', 'main']]);
});

describe('a seed is refused', () => {
  const pull = { title: 't', head: 'h', files: { a: 'a' } };
  test.each<[string, unknown, { path: string; code: string }[]]>([
    ['that is no object', [], [{ path: '', code: 'invalid_type' }]],
    ['without an owner', { repositories: [{ name: 'x' }] }, [{ path: 'repositories[0].owner', code: 'invalid_type' }]],
    ['with an impossible login', { users: [{ login: 'a b' }] }, [{ path: 'users[0].login', code: 'invalid_format' }]],
    [
      'with an unknown account type',
      { users: [{ login: 'a', type: 'Robot' }] },
      [{ path: 'users[0].type', code: 'invalid_value' }],
    ],
    ['with a login twice', { users: [{ login: 'a' }, { login: 'A' }] }, [{ path: 'users[1].login', code: 'duplicate' }]],
    [
      'with members of a person',
      { users: [{ login: 'a', members: ['b'] }] },
      [{ path: 'users[0].members', code: 'not_an_organization' }],
    ],
    [
      'with an organisation as the viewer',
      { viewer: 'a', users: [{ login: 'a', type: 'Organization' }] },
      [{ path: 'viewer', code: 'not_a_user' }],
    ],
    [
      'with a repository twice',
      {
        repositories: [
          { owner: 'a', name: 'x' },
          { owner: 'A', name: 'X' },
        ],
      },
      [{ path: 'repositories[1].name', code: 'duplicate' }],
    ],
    [
      'with an untitled issue',
      repository({ issues: [{ number: 1 }] }),
      [{ path: 'repositories[0].issues[0].title', code: 'invalid_type' }],
    ],
    [
      'with an unknown state',
      repository({ issues: [{ title: 't', state: 'done' }] }),
      [{ path: 'repositories[0].issues[0].state', code: 'invalid_value' }],
    ],
    [
      'with a number twice',
      repository({ issues: [{ title: 't', number: 2 }], pull_requests: [{ ...pull, number: 2 }] }),
      [{ path: 'repositories[0].pull_requests[0].number', code: 'duplicate' }],
    ],
    [
      'with an unknown milestone',
      repository({ issues: [{ title: 't' }, { title: 't', milestone: 'v9' }] }),
      [{ path: 'repositories[0].issues[1].milestone', code: 'unknown_milestone' }],
    ],
    [
      'with a label twice',
      repository({ labels: ['a', { name: 'A' }] }),
      [{ path: 'repositories[0].labels[1]', code: 'duplicate' }],
    ],
    [
      'with a path that leaves the repository',
      repository({ files: [{ path: '../x', content: '' }] }),
      [{ path: 'repositories[0].files[0].path', code: 'invalid_path' }],
    ],
    [
      'with a file where a directory is',
      repository({ files: { a: '', 'a/b': '' } }),
      [{ path: 'repositories[0].files.a/b', code: 'path_conflict' }],
    ],
    [
      'with a branch from nowhere',
      repository({ branches: [{ name: 'b', from: 'nope' }] }),
      [{ path: 'repositories[0].branches[0].from', code: 'unknown_branch' }],
    ],
    [
      'with a pull request from nowhere',
      repository({ pull_requests: [{ title: 't', head: 'nope' }] }),
      [{ path: 'repositories[0].pull_requests[0].head', code: 'unknown_branch' }],
    ],
    [
      'with a pull request into itself',
      repository({ pull_requests: [{ title: 't', head: 'main' }] }),
      [{ path: 'repositories[0].pull_requests[0].head', code: 'same_branch' }],
    ],
    [
      'with a date that is none',
      repository({ created_at: 'yesterday' }),
      [{ path: 'repositories[0].created_at', code: 'invalid_format' }],
    ],
    [
      'with base64 that is none',
      repository({ files: [{ path: 'a', content_base64: '*' }] }),
      [{ path: 'repositories[0].files[0].content_base64', code: 'invalid_format' }],
    ],
    [
      'with a nameless label',
      repository({ labels: [{ color: 'ff0000' }] }),
      [{ path: 'repositories[0].labels[0].name', code: 'invalid_type' }],
    ],
    ['with a label that is a number', repository({ labels: [5] }), [{ path: 'repositories[0].labels[0]', code: 'invalid_type' }]],
    [
      'with a file without a path',
      repository({ files: [{ content: '' }] }),
      [{ path: 'repositories[0].files[0].path', code: 'invalid_type' }],
    ],
    [
      'with a file that is a number',
      repository({ files: { a: 1 } }),
      [{ path: 'repositories[0].files.a', code: 'invalid_type' }],
    ],
    [
      'with an unknown permission',
      repository({ collaborators: [{ login: 'b', permission: 'god' }] }),
      [{ path: 'repositories[0].collaborators[0].permission', code: 'invalid_value' }],
    ],
  ])('%s', (_name, seed, expected) => {
    expect(issuesOf(seed).map(({ path, code }) => ({ path, code }))).toEqual(expected);
  });

  test('with a message that says what is wrong', () => {
    expect(issuesOf(repository({ issues: [{ title: 't', milestone: 'v9' }] }))).toEqual([
      {
        path: 'repositories[0].issues[0].milestone',
        message: 'milestone "v9" is not among the repository\'s milestones',
        code: 'unknown_milestone',
      },
    ]);
  });
});
