import { describe, expect, test } from '@jest/globals';
import { github } from '../src/index.ts';
import type { GithubState } from '../src/world.ts';
import { faultsOf } from './invariants.ts';

const clock = { mode: 'logical', start: '2025-01-02T03:04:05Z' } as const;
const world = (seed: object) => github.initialState(seed, clock) as unknown as GithubState;
const repository = (fields: object) => ({ repositories: [{ owner: 'ada', name: 'engine', ...fields }] });
const pull = (fields: object) =>
  repository({ pull_requests: [{ title: 't', head: 'h', files: { 'a.txt': 'a\n' }, user: 'ada', ...fields }] });

const issuesOf = (seed: unknown) => {
  const parsed = github.parseSeed(seed);
  return parsed.ok ? [] : parsed.issues.map(({ path, code }) => ({ path, code }));
};

describe('a seed of few words builds', () => {
  test('reviews with threads, by default of comments', () => {
    const state = world(
      pull({ reviews: [{ user: 'grace', comments: [{ path: 'a.txt', line: 1, body: 'Hm', replies: [{ body: 'Yes' }] }] }] }),
    );
    expect(state.reviews.map(({ state: verdict, body }) => [verdict, body])).toEqual([
      ['COMMENTED', ''],
      ['COMMENTED', ''],
    ]);
    expect(state.review_comments).toMatchObject([
      { line: 1, side: 'RIGHT', position: 1, in_reply_to_id: null },
      { line: 1, in_reply_to_id: state.review_comments[0]?.id },
    ]);
    expect(faultsOf(state)).toEqual([]);
  });

  test('a comment on the file where the diff lacks the line', () => {
    const state = world(pull({ reviews: [{ user: 'grace', comments: [{ path: 'b.txt', line: 9, body: 'Hm' }] }] }));
    expect(state.review_comments).toMatchObject([{ subject_type: 'file', line: null }]);
  });

  test('statuses and check runs that succeed, on the head or the tip of a branch', () => {
    const state = world({
      repositories: [
        { ...pull({ statuses: [{}], check_runs: [{ name: 'build' }] }).repositories[0], statuses: [{ context: 'ci' }] },
      ],
    });
    const [head] = state.pull_requests;
    const main = state.refs.find(({ ref }) => ref === 'refs/heads/main');
    expect(state.commit_statuses.map(({ sha, context, state: verdict }) => [sha, context, verdict])).toEqual([
      [head?.head_sha, 'default', 'success'],
      [main?.object.sha, 'ci', 'success'],
    ]);
    expect(state.check_runs).toMatchObject([{ status: 'completed', conclusion: 'success', head_sha: head?.head_sha }]);
    expect(faultsOf(state)).toEqual([]);
  });

  test('tags, releases, stars, invitations, teams and sub-issues', () => {
    const state = world({
      users: [{ login: 'acme', type: 'Organization', teams: [{ name: 'All of us' }, { name: 'Core', members: ['lin'] }] }],
      repositories: [
        {
          ...{ owner: 'acme', name: 'web', tags: ['v0', { name: 'v1', message: 'One' }], stargazers: ['grace', 'Grace'] },
          releases: [{ tag_name: 'v1' }, { tag_name: 'v2' }, { tag_name: 'v3', draft: true }],
          ...{ invitations: ['lin'], issues: [{ title: 'Whole', sub_issues: [2] }, { title: 'Part' }] },
        },
      ],
    });
    const tags = state.refs.filter(({ ref }) => ref.startsWith('refs/tags/')).map(({ ref, object }) => [ref, object.type]);
    expect(tags).toEqual([
      ['refs/tags/v0', 'commit'],
      ['refs/tags/v1', 'tag'],
      ['refs/tags/v2', 'commit'],
    ]);
    expect([state.stars.length, state.invitations.length, state.sub_issues.length]).toEqual([1, 1, 1]);
    expect(state.teams.map(({ slug, member_ids }) => [slug, member_ids.length])).toEqual([
      ['all-of-us', 1],
      ['core', 1],
    ]);
    expect(faultsOf(state)).toEqual([]);
  });
});

describe('a seed is refused', () => {
  test.each<[string, object, object[]]>([
    [
      'with a tag of no branch',
      repository({ tags: [{ name: 'v1', target: 'nope' }] }),
      [{ path: 'tags[0].target', code: 'unknown_branch' }],
    ],
    ['with a tag twice', repository({ tags: ['v1', 'v1'] }), [{ path: 'tags[1]', code: 'duplicate' }]],
    ['with a tag that is none', repository({ tags: ['a..b'] }), [{ path: 'tags[0]', code: 'invalid_tag' }]],
    [
      'with two releases of a tag',
      repository({ releases: [{ tag_name: 'v1' }, { tag_name: 'v1' }] }),
      [{ path: 'releases[1].tag_name', code: 'duplicate' }],
    ],
    [
      'with an asset without content',
      repository({ releases: [{ tag_name: 'v1', assets: [{ name: 'a' }] }] }),
      [{ path: 'releases[0].assets[0].content', code: 'ambiguous_content' }],
    ],
    [
      'with a status of no branch',
      repository({ statuses: [{ branch: 'x' }] }),
      [{ path: 'statuses[0].branch', code: 'unknown_branch' }],
    ],
    [
      'with a part that is no issue',
      repository({ issues: [{ title: 't', sub_issues: [9] }] }),
      [{ path: 'issues[0].sub_issues[0]', code: 'unknown_issue' }],
    ],
    [
      'with parts in a circle',
      repository({
        issues: [
          { title: 't', sub_issues: [2] },
          { title: 'u', sub_issues: [1] },
        ],
      }),
      [{ path: 'issues[1].sub_issues[0]', code: 'circular' }],
    ],
    [
      'with an issue that waits for none',
      repository({ issues: [{ title: 't', blocked_by: [9] }] }),
      [{ path: 'issues[0].blocked_by[0]', code: 'unknown_issue' }],
    ],
    [
      'with an issue that waits for one twice',
      repository({ issues: [{ title: 't', blocked_by: [2, 2] }, { title: 'u' }] }),
      [{ path: 'issues[0].blocked_by[1]', code: 'duplicate' }],
    ],
    [
      'with issues that wait for each other',
      repository({
        issues: [
          { title: 't', blocked_by: [2] },
          { title: 'u', blocked_by: [1, 2] },
        ],
      }),
      [
        { path: 'issues[1].blocked_by[0]', code: 'circular' },
        { path: 'issues[1].blocked_by[1]', code: 'circular' },
      ],
    ],
    [
      'with an issue that waits for more than fifty',
      repository({
        issues: [
          { title: 't', blocked_by: Array.from({ length: 51 }, (_, at) => at + 2) },
          ...Array.from({ length: 51 }, () => ({ title: 'u' })),
        ],
      }),
      [{ path: 'issues[0].blocked_by[50]', code: 'too_many' }],
    ],
    ['with an invitation of the owner', repository({ invitations: ['ada'] }), [{ path: 'invitations[0]', code: 'duplicate' }]],
    [
      'with an author that approves',
      pull({ reviews: [{ user: 'ada', state: 'APPROVED' }] }),
      [{ path: 'pull_requests[0].reviews[0].user', code: 'own_review' }],
    ],
    [
      'with two pending reviews of one person',
      pull({
        reviews: [
          { user: 'b', state: 'PENDING' },
          { user: 'B', state: 'PENDING' },
        ],
      }),
      [{ path: 'pull_requests[0].reviews[1].state', code: 'duplicate' }],
    ],
    [
      'with an unknown reaction',
      repository({ issues: [{ title: 't', reactions: ['party'] }] }),
      [{ path: 'issues[0].reactions[0]', code: 'invalid_value' }],
    ],
  ])('%s', (_name, seed, expected) => {
    const under = expected.map((one) => ({ ...one, path: `repositories[0].${(one as { path: string }).path}` }));
    expect(issuesOf(seed)).toEqual(under);
  });

  test('with teams of a person, or two of one name', () => {
    expect(issuesOf({ users: [{ login: 'ada', teams: [{ name: 'A' }] }] })).toEqual([
      { path: 'users[0].teams', code: 'not_an_organization' },
    ]);
    const teams = [{ name: 'Core team' }, { name: 'core-team' }];
    expect(issuesOf({ users: [{ login: 'acme', type: 'Organization', teams }] })).toEqual([
      { path: 'users[0].teams[1].name', code: 'duplicate' },
    ]);
  });
});
