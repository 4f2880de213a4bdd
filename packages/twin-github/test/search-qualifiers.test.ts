import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { refusal, type Served, serveGithub } from './served.ts';

const file = (text: string) => ({ 'a.txt': text });
const pull = (number: number, more: object) => ({
  number,
  title: `Pull ${number}`,
  head: `b${number}`,
  files: file(`${number}\n`),
  ...more,
});
const seed = {
  viewer: 'ada',
  users: [
    { login: 'ada' },
    { login: 'ben' },
    { login: 'cleo' },
    { login: 'acme', type: 'Organization', members: ['ada', 'ben', 'cleo'], teams: [{ name: 'Core', members: ['ben'] }] },
  ],
  repositories: [
    {
      owner: 'acme',
      name: 'web',
      collaborators: [{ login: 'ada', permission: 'admin' }, 'ben', 'cleo'],
      files: { 'main.ts': 'export {};\n', 'README.md': 'A haystack with a needle' },
      topics: ['one', 'two'],
      stargazers: ['ben', 'cleo'],
      issues: [
        {
          number: 1,
          title: 'Broken',
          labels: ['good first issue'],
          reactions: ['+1', { content: 'heart', user: 'ben' }],
          sub_issues: [2],
          blocked_by: [2],
          comments: [{ body: 'Ask @acme/core' }],
        },
        { number: 2, title: 'Part' },
      ],
      pull_requests: [
        pull(3, { body: 'Fixes #1', reviews: [{ user: 'ben', state: 'APPROVED' }], statuses: [{ state: 'failure' }] }),
        pull(4, {
          reviews: [{ user: 'cleo', state: 'CHANGES_REQUESTED', body: 'No' }],
          requested_reviewers: ['ben'],
          statuses: [{ state: 'pending' }],
        }),
        pull(5, { requested_teams: ['core'], check_runs: [{ name: 'build', conclusion: 'success' }] }),
      ],
    },
    { owner: 'ada', name: 'tools', files: { 'x.py': 'x = 1\n' } },
  ],
};

let twin: Served;
beforeAll(async () => {
  twin = await serveGithub(seed);
});
afterAll(() => twin.close());

const issues = async (q: string) => {
  const { data } = await twin.octokit.rest.search.issuesAndPullRequests({ q: `repo:acme/web ${q}` });
  return data.items.map(({ number }) => number).sort();
};

// docs: "Searching issues and pull requests"; what these found before: nothing, or everything where they were negated (stablyai/orca#815).
describe('a documented qualifier of issues is heeded:', () => {
  test.each<[string, number[]]>([
    ['review:none', [5]],
    ['review:approved', [3]],
    ['review:changes_requested', [4]],
    ['review:required', []],
    ['is:pr -review:approved', [4, 5]],
    ['reviewed-by:ben', [3]],
    ['reviewed-by:@me', []],
    ['review-requested:ben', [4, 5]],
    ['user-review-requested:ben', [4]],
    ['team-review-requested:acme/core', [5]],
    ['status:failure', [3]],
    ['status:pending', [4]],
    ['status:success', [5]],
    ['reactions:>0', [1]],
    ['reactions:2', [1]],
    ['interactions:>=3', [1]],
    ['interactions:0', [2, 3, 4, 5]],
    ['team:acme/core', [1]],
    ['linked:pr', [1]],
    ['linked:issue', [3]],
    ['is:issue -linked:pr', [2]],
    ['has:label', [1]],
    ['no:label is:issue', [2]],
    ['has:sub-issue', [1]],
    ['no:parent-issue is:issue', [1]],
    ['parent-issue:acme/web#1', [2]],
    ['sub-issue:acme/web#2', [1]],
    ['is:blocked', [1]],
    ['is:blocking', [2]],
    ['is:issue -is:blocked', [2]],
    ['blocked-by:acme/web#2', [1]],
    ['blocking:acme/web#1', [2]],
    ['language:typescript is:issue', [1, 2]],
    ['language:python', []],
    ['is:queued', []],
    ['is:archived', []],
    ['created:2100..2101', []],
  ])('%s', async (q, found) => {
    expect(await issues(q)).toEqual(found);
  });

  test('a commit id finds the pull request that brings it', async () => {
    const { data } = await twin.octokit.rest.pulls.get({ owner: 'acme', repo: 'web', pull_number: 3 });
    expect(await issues(data.head.sha.slice(0, 8))).toEqual([3]);
  });

  test('an order by reactions', async () => {
    const { data } = await twin.octokit.rest.search.issuesAndPullRequests({
      q: 'repo:acme/web',
      sort: 'reactions',
      order: 'desc',
    });
    expect(data.items[0]?.number).toBe(1);
  });

  test('one on projects is refused, not taken for a word', async () => {
    const { status, json } = await twin.send('GET', '/search/issues?q=project:acme/1');
    expect([status, (json as { message: string }).message]).toEqual([
      501,
      expect.stringContaining('the search qualifier project:'),
    ]);
  });
});

// docs: "Searching for repositories", "Searching users", "Searching code"
describe('a documented qualifier of', () => {
  const repositories = async (q: string) =>
    (await twin.octokit.rest.search.repos({ q })).data.items.map(({ full_name }) => full_name);

  test.each<[string, string[]]>([
    ['stars:>1', ['acme/web']],
    ['stars:0', ['ada/tools']],
    ['topics:2', ['acme/web']],
    ['needle in:readme', ['acme/web']],
    ['needle', []],
    ['good-first-issues:>0', ['acme/web']],
    ['mirror:true', []],
    ['followers:0 org:acme', ['acme/web']],
  ])('repositories: %s', async (q, found) => {
    expect(await repositories(q)).toEqual(found);
  });

  test('repositories: forks stay out until they are asked for', async () => {
    await twin.octokit.rest.repos.createFork({ owner: 'acme', repo: 'web' });
    expect(await repositories('web')).toEqual(['acme/web']);
    expect(await repositories('web fork:true')).toEqual(['acme/web', 'ada/web']);
    expect(await repositories('web fork:only')).toEqual(['ada/web']);
    expect(await repositories('forks:1')).toEqual(['acme/web']);
    const code = async (q: string) =>
      (await twin.octokit.rest.search.code({ q })).data.items.map((hit) => hit.repository.full_name);
    expect(await code('haystack')).toEqual(['acme/web']);
    expect(await code('haystack fork:true')).toEqual(['acme/web', 'ada/web']);
  });

  test('people: the language of their repositories', async () => {
    const { data } = await twin.octokit.rest.search.users({ q: 'language:python' });
    expect(data.items.map(({ login }) => login)).toEqual(['ada']);
  });

  test.each(['/search/repositories?q=license:mit', '/search/repositories?q=-has:funding-file', '/search/users?q=is:sponsorable'])(
    'what is not modelled is refused: %s',
    async (path) => {
      expect((await twin.send('GET', path)).status).toBe(501);
    },
  );
});

describe('a date that is none is refused', () => {
  // PyGithub/PyGithub#853
  test.each([
    'issues?q=created:bogus',
    'issues?q=updated:>never',
    'issues?q=merged:1..x',
    'repositories?q=pushed:bogus',
    'users?q=created:bogus',
  ])('in a search: %s', async (path) => {
    const { status, json } = await twin.send('GET', `/search/${path}`);
    expect([status, json]).toMatchObject([
      422,
      {
        message: 'Validation Failed',
        errors: [
          {
            message: expect.stringContaining(
              'is not a recognized date/time format. Please provide an ISO 8601 date/time value, such as YYYY-MM-DD.',
            ),
            field: 'q',
            code: 'invalid',
          },
        ],
      },
    ]);
  });

  // lampepfl/bench#581
  test.each([
    '/repos/acme/web/commits?since=bogus',
    '/repos/acme/web/commits?until=bogus',
    '/repos/acme/web/issues?since=bogus',
    '/repos/acme/web/issues/comments?since=bogus',
    '/repos/acme/web/issues/1/comments?since=bogus',
    '/repos/acme/web/pulls/comments?since=bogus',
    '/issues?since=bogus',
    '/user/repos?before=bogus',
  ])('in a list: %s', async (path) => {
    const { status, json } = await twin.send('GET', path);
    const name = /(\w+)=bogus/.exec(path)?.[1];
    expect([status, (json as { message: string }).message]).toEqual([
      422,
      `The ${name} parameter needs to be in ISO 8601 format: YYYY-MM-DDTHH:MM:SSZ`,
    ]);
  });
});

test('a word that is no date of a search without dates stays a word', async () => {
  expect((await refusal(twin.octokit.rest.search.issuesAndPullRequests({ q: 'closed:tomorrow' }))).status).toBe(422);
  expect(await issues('tomorrow')).toEqual([]);
});
