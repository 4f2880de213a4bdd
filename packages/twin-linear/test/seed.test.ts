import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { linear } from '../src/index.ts';
import { type Served, serveLinear } from './served.ts';
import { full } from './worlds.ts';

const CLOCK = { mode: 'logical', start: '2026-03-01T12:00:00.000Z' } as const;
// biome-ignore lint/suspicious/noExplicitAny: records of many types
const built = (seed: unknown): Record<string, any[]> => linear.initialState(seed, CLOCK) as never;

let twin: Served | undefined;
afterEach(async () => {
  await twin?.close();
  twin = undefined;
});

describe('the default world (spec, "Seed")', () => {
  test('has four issues on one team, one a state, with a comment on each of the first three', async () => {
    twin = await serveLinear();
    const { teams, issues } = await twin.data(`{
      teams { nodes { key } }
      issues { nodes { identifier team { key } state { name } comments { nodes { body } } } }
    }`);
    expect(teams.nodes).toEqual([{ key: 'ENG' }]);
    // The list begins with what the specification names first, and numbers rise with the time of creation.
    const told = issues.nodes.map(
      (issue: { identifier: string; team: { key: string }; state: { name: string }; comments: { nodes: unknown[] } }) => [
        issue.identifier,
        issue.team.key,
        issue.state.name,
        issue.comments.nodes.length,
      ],
    );
    expect(told).toEqual([
      ['ENG-4', 'ENG', 'Backlog', 1],
      ['ENG-3', 'ENG', 'Todo', 1],
      ['ENG-2', 'ENG', 'In Progress', 1],
      ['ENG-1', 'ENG', 'Done', 0],
    ]);
  });
});

describe('a seed', () => {
  test('replaces the default world', async () => {
    twin = await serveLinear({ issues: [{ title: 'Only' }] });
    const { issues, viewer } = await twin.data(
      '{ issues { nodes { title identifier state { name } } } viewer { displayName admin } }',
    );
    expect(issues.nodes).toEqual([{ title: 'Only', identifier: 'ENG-1', state: { name: 'Backlog' } }]);
    expect(viewer).toEqual({ displayName: 'test', admin: true });
  });

  test('that is empty makes a workspace with one user and one team', () => {
    const world = built({});
    expect([world.users?.length, world.teams?.length, world.workflowStates?.length, world.issues]).toEqual([1, 1, 6, []]);
    expect(world.projectStatuses?.map(({ type }) => type)).toEqual([
      'backlog',
      'planned',
      'started',
      'paused',
      'completed',
      'canceled',
    ]);
  });

  test('has a place for every collection', () => {
    const world = built(full);
    const empty = Object.entries(world).filter(([, records]) => records.length === 0);
    // What only calls bring about.
    expect(empty.map(([name]) => name)).toEqual(['issueHistory', 'projectRelations']);
  });

  test('derives keys, numbers, dates and links', () => {
    const world = built({
      teams: [{ name: 'Customer Care' }, { name: 'Customs' }],
      projects: [{ name: 'P' }],
      issues: [
        { title: 'A', number: 2 },
        { title: 'B', project: 'P' },
        { title: 'C' },
        { title: 'D', team: 'Customs', state: 'Done' },
      ],
    });
    expect(world.teams?.map(({ key }) => key)).toEqual(['CUS', 'CUS2']);
    expect(world.issues?.map(({ identifier }) => identifier)).toEqual(['CUS-2', 'CUS-1', 'CUS-3', 'CUS2-1']);
    expect(world.issues?.map(({ createdAt }) => createdAt)).toEqual([
      '2026-03-01T11:56:00.000Z',
      '2026-03-01T11:57:00.000Z',
      '2026-03-01T11:58:00.000Z',
      '2026-03-01T11:59:00.000Z',
    ]);
    expect(world.issues?.[3]).toMatchObject({ completedAt: '2026-03-01T11:59:00.000Z', startedAt: '2026-03-01T11:59:00.000Z' });
    expect(world.projects?.[0]?.teamIds).toEqual([world.teams?.[0]?.id]);
  });

  test('as the README shows it is taken', () => {
    const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
    const seed = JSON.parse(/```json\n([\s\S]*?)```/.exec(readme)?.[1] ?? '{}');
    expect(linear.parseSeed(seed)).toMatchObject({ ok: true });
    expect(built(seed).issues?.map(({ identifier }) => identifier)).toEqual(['ENG-1', 'ENG-2']);
  });

  test('goes on counting where the seed stopped', async () => {
    twin = await serveLinear({ issues: [{ title: 'A', number: 41 }] });
    const team = (await twin.client.teams()).nodes[0]?.id as string;
    expect((await (await twin.client.createIssue({ teamId: team, title: 'B' })).issue)?.identifier).toBe('ENG-42');
  });

  test('builds the same world every time, and another one another', () => {
    expect(built(full)).toEqual(built(structuredClone(full)));
    expect(built({ issues: [{ title: 'A' }] }).issues?.[0]?.id).not.toBe(built({ issues: [{ title: 'B' }] }).issues?.[0]?.id);
  });
});

describe('a seed is refused for', () => {
  test.each<[string, object, { path: string; code: string }]>([
    ['an unknown collection', { tickets: [] }, { path: '', code: 'unrecognized_keys' }],
    [
      'an unknown key of an issue',
      { issues: [{ title: 'A', status: 'Todo' }] },
      { path: 'issues[0]', code: 'unrecognized_keys' },
    ],
    [
      'an unknown key deep down',
      { issues: [{ title: 'A', comments: [{ text: 'x' }] }] },
      { path: 'issues[0].comments[0].body', code: 'invalid_type' },
    ],
    [
      'an unknown key of a state',
      { teams: [{ name: 'T', states: [{ name: 'S', type: 'started', colour: 'x' }] }] },
      { path: 'teams[0].states[0]', code: 'unrecognized_keys' },
    ],
    ['a missing title', { issues: [{}] }, { path: 'issues[0].title', code: 'invalid_type' }],
    ['a priority out of range', { issues: [{ title: 'A', priority: 9 }] }, { path: 'issues[0].priority', code: 'too_big' }],
    [
      'a state the team lacks',
      { issues: [{ title: 'A', state: 'Nope' }] },
      { path: 'issues[0].state', code: 'unknown_reference' },
    ],
    ['a user it lacks', { issues: [{ title: 'A', assignee: 'zoe' }] }, { path: 'issues[0].assignee', code: 'unknown_reference' }],
    ['a team it lacks', { issues: [{ title: 'A', team: 'OPS' }] }, { path: 'issues[0].team', code: 'unknown_reference' }],
    ['a label it lacks', { issues: [{ title: 'A', labels: ['x'] }] }, { path: 'issues[0].labels[0]', code: 'unknown_reference' }],
    [
      'a label of another team',
      { ...full, issues: [{ title: 'A', labels: ['Pixel'] }], favorites: [], notifications: [] },
      { path: 'issues[0].labels[0]', code: 'unknown_reference' },
    ],
    [
      'a relation to nothing',
      { issues: [{ title: 'A', relations: [{ type: 'blocks', issue: 'ENG-9' }] }] },
      { path: 'issues[0].relations[0].issue', code: 'unknown_reference' },
    ],
    [
      'parents in a circle',
      {
        issues: [
          { title: 'A', parent: 'ENG-2' },
          { title: 'B', parent: 'ENG-1' },
        ],
      },
      { path: 'issues[0].parent', code: 'circular' },
    ],
    [
      'a number twice',
      {
        issues: [
          { title: 'A', number: 1 },
          { title: 'B', number: 1 },
        ],
      },
      { path: 'issues[1].number', code: 'duplicate' },
    ],
    [
      'a display name twice',
      {
        users: [
          { name: 'A', displayName: 'x' },
          { name: 'B', displayName: 'X' },
        ],
      },
      { path: 'users[1].displayName', code: 'duplicate' },
    ],
    [
      'a team key twice',
      {
        teams: [
          { name: 'A', key: 'X' },
          { name: 'B', key: 'X' },
        ],
      },
      { path: 'teams[1].key', code: 'duplicate' },
    ],
    [
      'an id twice',
      {
        issues: [
          { title: 'A', id: '11111111-1111-4111-8111-111111111111' },
          { title: 'B', id: '11111111-1111-4111-8111-111111111111' },
        ],
      },
      { path: 'issues[1].id', code: 'duplicate' },
    ],
    [
      'a project of other teams',
      {
        teams: [
          { name: 'A', key: 'A' },
          { name: 'B', key: 'B' },
        ],
        projects: [{ name: 'P', teams: ['B'] }],
        issues: [{ title: 'T', project: 'P' }],
      },
      { path: 'issues[0].project', code: 'team_mismatch' },
    ],
    [
      'a cycle that ends before it starts',
      { teams: [{ name: 'A', cycles: [{ startsAt: '2026-02-01T00:00:00Z', endsAt: '2026-01-01T00:00:00Z' }] }] },
      { path: 'teams[0].cycles[0].endsAt', code: 'invalid_dates' },
    ],
  ])('%s', (_what, seed, issue) => {
    const result = linear.parseSeed(seed);
    expect(result.ok).toBe(false);
    expect(result.ok ? [] : result.issues).toContainEqual({ ...issue, message: expect.any(String) });
  });
});
