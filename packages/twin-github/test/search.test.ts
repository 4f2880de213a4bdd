import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { refusal, type Served, serveGithub } from './served.ts';

const seed = {
  viewer: 'ada',
  users: [{ login: 'ada', name: 'Ada Lovelace', location: 'London' }, { login: 'ben' }, { login: 'acme', type: 'Organization' }],
  repositories: [
    {
      owner: 'acme',
      name: 'web',
      description: 'A shop',
      topics: ['shop'],
      collaborators: [{ login: 'ada', permission: 'admin' }, 'ben'],
      milestones: [{ title: 'Next release' }],
      issues: [
        {
          number: 1,
          title: 'Login fails on Safari',
          labels: ['bug', 'good first issue'],
          assignees: ['ben'],
          user: 'ben',
          created_at: '2026-01-01T00:00:00Z',
        },
        {
          number: 2,
          title: 'Dark mode',
          body: 'The login page is too bright',
          milestone: 'Next release',
          created_at: '2026-01-02T00:00:00Z',
        },
        {
          number: 3,
          title: 'Crash at start',
          state: 'closed',
          state_reason: 'not_planned',
          labels: ['bug'],
          created_at: '2026-01-03T00:00:00Z',
          comments: [{ user: 'ben', body: 'Same as the login fails one, @ada' }, { body: 'yes' }],
        },
      ],
      pull_requests: [{ number: 4, title: 'Fix login', head: 'fix', files: { a: 'a' }, created_at: '2026-01-04T00:00:00Z' }],
    },
    { owner: 'ada', name: 'tools', issues: [{ title: 'Login script', created_at: '2026-01-05T00:00:00Z' }] },
    { owner: 'ben', name: 'secret', private: true, collaborators: [], issues: [{ title: 'Login to the vault' }] },
  ],
};

let twin: Served;
beforeAll(async () => {
  twin = await serveGithub(seed);
});
afterAll(() => twin.close());

const search = async (q: string, more: { sort?: 'created' | 'comments'; order?: 'asc' | 'desc' } = {}) => {
  const { data } = await twin.octokit.rest.search.issuesAndPullRequests({ q, ...more });
  expect(data.total_count).toBe(data.items.length);
  return data.items.map((item) => `${item.repository_url.split('/').at(-1)}#${item.number}`);
};

// docs: "Searching issues and pull requests"
describe('a search for issues', () => {
  test.each<[string, string[]]>([
    ['repo:acme/web is:issue', ['web#3', 'web#2', 'web#1']],
    ['is:pr', ['web#4']],
    ['is:open repo:acme/web', ['web#4', 'web#2', 'web#1']],
    ['repo:acme/web state:closed', ['web#3']],
    ['repo:acme/web repo:ada/tools is:open is:issue', ['tools#1', 'web#2', 'web#1']],
    ['user:ada', ['tools#1']],
    ['org:acme label:bug', ['web#3', 'web#1']],
    ['label:bug,"good first issue" is:open', ['web#1']],
    ['label:bug label:"good first issue"', ['web#1']],
    ['repo:acme/web is:issue -label:bug', ['web#2']],
    ['author:ben', ['web#1']],
    ['author:@me is:issue repo:acme/web', ['web#3', 'web#2']],
    ['assignee:ben', ['web#1']],
    ['repo:acme/web is:issue no:assignee', ['web#3', 'web#2']],
    ['repo:acme/web no:label is:issue', ['web#2']],
    ['milestone:"Next release"', ['web#2']],
    ['mentions:ada', ['web#3']],
    ['commenter:ben', ['web#3']],
    ['involves:ben', ['web#3', 'web#1']],
    ['reason:"not planned"', ['web#3']],
    ['created:2026-01-02..2026-01-03', ['web#3', 'web#2']],
    ['created:>2026-01-03', ['tools#1', 'web#4']],
    ['comments:>=2', ['web#3']],
    ['head:fix', ['web#4']],
    // words: titles first, then the newest; the private repository stays unseen
    ['login', ['tools#1', 'web#4', 'web#1', 'web#3', 'web#2']],
    ['login in:title', ['tools#1', 'web#4', 'web#1']],
    ['login in:body', ['web#2']],
    ['login in:comments', ['web#3']],
    ['"login fails"', ['web#1', 'web#3']],
    ['login NOT safari repo:acme/web is:issue', ['web#3', 'web#2']],
    ['safari OR dark', ['web#2', 'web#1']],
    ['repo:acme/web (safari OR dark) -label:bug', ['web#2']],
    ['crashes', ['web#3']],
    ['is:issue ) weird ( "unclosed', []],
    ['nothing-has-this:at-all', []],
  ])('%s', async (q, expected) => {
    expect(await search(q)).toEqual(expected);
  });

  test('in an asked order', async () => {
    expect(await search('repo:acme/web', { sort: 'created', order: 'asc' })).toEqual(['web#1', 'web#2', 'web#3', 'web#4']);
    expect((await search('repo:acme/web', { sort: 'comments' }))[0]).toBe('web#3');
    expect(await search('repo:acme/web sort:created-asc')).toEqual(['web#1', 'web#2', 'web#3', 'web#4']);
  });

  test('is paged by its links', async () => {
    const { data, headers } = await twin.octokit.rest.search.issuesAndPullRequests({ q: 'repo:acme/web', per_page: 3 });
    expect([data.total_count, data.items.length]).toEqual([4, 3]);
    expect(headers.link).toContain('page=2>; rel="next"');
  });

  test.each<[string, Record<string, string | number>, Record<string, unknown>]>([
    ['without a query', {}, { message: 'Validation Failed', errors: [{ resource: 'Search', field: 'q', code: 'missing' }] }],
    [
      'in a repository that is not there',
      { q: 'repo:acme/nope' },
      { errors: [{ resource: 'Search', field: 'q', code: 'invalid' }] },
    ],
    [
      'in a repository that is hidden',
      { q: 'repo:ben/secret' },
      { errors: [{ resource: 'Search', field: 'q', code: 'invalid' }] },
    ],
    [
      'past the thousandth result',
      { q: 'x', per_page: 100, page: 11 },
      { message: 'Only the first 1000 search results are available' },
    ],
  ])('%s is refused', async (_name, query, expected) => {
    const { status, body } = await refusal(twin.octokit.request('GET /search/issues', query as { q: string }));
    expect(status).toBe(422);
    expect(body).toMatchObject(expected);
  });
});

test('repositories are found by name, topic and owner, hidden ones are not', async () => {
  const { rest } = twin.octokit;
  const names = async (q: string) => (await rest.search.repos({ q })).data.items.map((item) => item.full_name);
  expect(await names('web')).toEqual(['acme/web']);
  expect(await names('topic:shop')).toEqual(['acme/web']);
  expect(await names('user:ada')).toEqual(['ada/tools']);
  expect(await names('secret')).toEqual([]);
});

test('users are found by login, name and place', async () => {
  const { rest } = twin.octokit;
  const logins = async (q: string) => (await rest.search.users({ q })).data.items.map((item) => item.login);
  expect(await logins('lovelace')).toEqual(['ada']);
  expect(await logins('location:london')).toEqual(['ada']);
  expect(await logins('type:org')).toEqual(['acme']);
});

test('labels are found in their repository', async () => {
  const { data: repository } = await twin.octokit.request('GET /search/repositories', { q: 'web' });
  const { data } = await twin.octokit.rest.search.labels({ repository_id: repository.items[0]?.id ?? 0, q: 'first' });
  expect(data.items.map(({ name }) => name)).toEqual(['good first issue']);
});

test('users show themselves, and the viewer more of itself', async () => {
  const { rest } = twin.octokit;
  const me = await rest.users.getAuthenticated();
  expect(me.data).toMatchObject({ login: 'ada', name: 'Ada Lovelace', total_private_repos: 0, public_repos: 1 });
  expect((await rest.users.getByUsername({ username: 'BEN' })).data).toMatchObject({ login: 'ben', type: 'User' });
  expect((await refusal(rest.users.getByUsername({ username: 'nobody' }))).status).toBe(404);
  const { data, headers } = await rest.users.list({ per_page: 2 });
  expect(data.map(({ login }) => login)).toEqual(['ada', 'ben']);
  expect(headers.link).toContain(`since=${data[1]?.id}>; rel="next"`);
});

test('the root, the rate limit and the small things answer', async () => {
  const { rest } = twin.octokit;
  expect((await rest.meta.root()).data.user_url).toBe(`${twin.url}/users/{user}`);
  const { data } = await rest.rateLimit.get();
  expect(data.resources.core).toMatchObject({ limit: 5000, remaining: 5000, used: 0 });
  expect((await rest.meta.getZen()).data).toMatch(/\w/);
  expect((await rest.meta.getAllVersions()).data).toContain('2022-11-28');
  expect((await rest.meta.getOctocat()).status).toBe(200);
});
