import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Served, serveGithub } from './served.ts';

// How GitHub takes what every call has: its path, the media type that it asks for, and a repository's name.
let twin: Served;
beforeAll(async () => {
  twin = await serveGithub({
    viewer: 'ada',
    users: [{ login: 'ada', type: 'User' }],
    repositories: [
      { owner: 'ada', name: 'web', issues: [{ number: 1, title: 'First' }] },
      { owner: 'zoe', name: 'hers', collaborators: [{ login: 'ada', permission: 'pull' }] },
    ],
  });
});
afterAll(() => twin.close());

const get = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}): Promise<Response> =>
  fetch(twin.url + path, { redirect: 'manual', ...init, headers: { authorization: `Bearer ${twin.token}`, ...headers } });
const message = async (answer: Response): Promise<string> => ((await answer.json()) as { message: string }).message;

// https://github.com/actions/github-script/issues/394, elyra-ai/elyra PR 1363 of empty parts; a folder's is recorded in npm @octokit/fixtures, get-content
test.each([
  ['/repos/ada/web/issues/', 404],
  ['/repos/ada/web/', 404],
  ['/user/', 404],
  ['//repos/ada/web', 404],
  ['/repos/ada//web', 404],
  ['/repos/ada/web/contents/', 200],
  ['/', 200],
])('a path with a slash at its end, or an empty part, is another one: %s %i', async (path, status) => {
  expect((await get(path)).status).toBe(status);
});

// In the words that users of octokit.net were told for application/octet-stream
describe('a media type that is not JSON', () => {
  test.each(['application/xml', 'application/octet-stream', 'text/html'])('%s is not served', async (accept) => {
    const answer = await get('/repos/ada/web', { accept });
    expect([answer.status, await answer.json()]).toEqual([
      415,
      {
        message: `Unsupported 'Accept' header: '${accept}'. Must accept 'application/json'.`,
        documentation_url: 'https://docs.github.com/v3/media',
        status: '415',
      },
    ]);
  });

  test.each(['*/*', 'text/html, */*;q=0.8', 'application/vnd.github+json', 'application/json', 'application/vnd.github.v3.raw'])(
    '%s is',
    async (accept) => {
      expect((await get('/repos/ada/web', { accept })).status).toBe(200);
    },
  );
});

test('scripts of pages may read the headers that clients need', async () => {
  const exposed = (await get('/repos/ada/web', { origin: 'https://example.com' })).headers.get('access-control-expose-headers');
  expect(exposed?.split(', ')).toEqual(expect.arrayContaining(['ETag', 'Link', 'Retry-After', 'X-RateLimit-Remaining']));
});

// sd's README, PostHog's GithubSource: "Must have push access …" for each of them
test.each([
  ['/repos/zoe/hers/collaborators', 'Must have push access to view repository collaborators.'],
  ['/repos/zoe/hers/collaborators/ada', 'Must have push access to view repository collaborators.'],
  ['/repos/zoe/hers/collaborators/ada/permission', 'Must have push access to view collaborator permission.'],
])('who reads only is told so: %s', async (path, words) => {
  const answer = await get(path);
  expect([answer.status, await message(answer)]).toEqual([403, words]);
});

describe('a search', () => {
  const operators = (count: number) => Array.from({ length: count + 1 }, (_, n) => `w${n}`).join(' OR ');

  // https://docs.github.com/rest/search/search#limitations-on-query-length; the words were observed in recordings of clients
  test('has five operators at most', async () => {
    expect((await get(`/search/issues?q=${encodeURIComponent(operators(5))}`)).status).toBe(200);
    const answer = await get(`/search/issues?q=${encodeURIComponent(operators(6))}`);
    const { errors } = (await answer.json()) as { errors: { message: string }[] };
    expect([answer.status, errors[0]?.message]).toEqual([422, 'More than five AND / OR / NOT operators were used.']);
  });

  test('for labels names a repository', async () => {
    expect((await get('/search/labels?q=bug')).status).toBe(422);
  });
});

// Recorded: npm @octokit/fixtures, rename-repository
describe('a repository that was renamed', () => {
  let id = 0;
  beforeAll(async () => {
    const made = await twin.octokit.rest.repos.createForAuthenticatedUser({ name: 'before' });
    id = made.data.id;
    await twin.octokit.rest.repos.update({ owner: 'ada', repo: 'before', name: 'after' });
  });

  test.each([
    ['GET', 301],
    ['PATCH', 307],
  ])('is led on by %s: %i', async (method, status) => {
    const init = method === 'GET' ? { method } : { method, body: '{}' };
    const answer = await get('/repos/ada/before', {}, init);
    const url = `${twin.url}/repositories/${id}`;
    expect([answer.status, answer.headers.get('location'), await answer.json()]).toEqual([
      status,
      url,
      {
        message: 'Moved Permanently',
        url,
        documentation_url: 'https://docs.github.com/v3/#http-redirects',
        status: String(status),
      },
    ]);
  });

  test('is found by its old name by clients that follow', async () => {
    const { data } = await twin.octokit.rest.repos.get({ owner: 'ada', repo: 'before' });
    expect(data.full_name).toBe('ada/after');
    expect((await twin.octokit.rest.issues.listForRepo({ owner: 'ada', repo: 'before' })).status).toBe(200);
  });

  // node-gh/gh#579
  test.each([
    ['/repos/ada/before/issues?state=closed&labels=a%20b', '/repos/ada/after/issues?state=closed&labels=a%20b'],
    ['/repos/ada/before?x=1', 'by id'],
    ['/ada/before/raw/main/docs/a.md', '/ada/after/raw/main/docs/a.md'],
  ])('leads on from %s to %s', async (from, to) => {
    const answer = await get(from);
    const path = to === 'by id' ? `/repositories/${id}?x=1` : to;
    expect([answer.status, answer.headers.get('location')]).toEqual([301, twin.url + path]);
  });

  test('is changed by its id', async () => {
    const answer = await get(`/repositories/${id}`, {}, { method: 'PATCH', body: '{"description":"By id"}' });
    expect([answer.status, ((await answer.json()) as { description: string }).description]).toEqual([200, 'By id']);
  });

  test('and whose old name another one took is not what that name finds', async () => {
    await twin.octokit.rest.repos.createForAuthenticatedUser({ name: 'before' });
    const { data } = await twin.octokit.rest.repos.get({ owner: 'ada', repo: 'before' });
    expect(data.full_name).toBe('ada/before');
  });

  test('nothing leads to one that is gone', async () => {
    await get(`/repositories/${id}`, {}, { method: 'DELETE' });
    expect([(await get(`/repositories/${id}`)).status, (await get('/repos/ada/never')).status]).toEqual([404, 404]);
  });
});

// docs.github.com, "Using CORS and JSONP to make cross-origin requests": "This is what the CORS preflight request looks like"
test('a page of another origin is told what it may send, whatever the path', async () => {
  for (const path of ['/', '/repos/ada/web', '/graphql']) {
    const answer = await get(path, { origin: 'https://example.com' }, { method: 'OPTIONS' });
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-methods')).toBe('GET, POST, PATCH, PUT, DELETE');
    expect(answer.headers.get('access-control-allow-headers')).toMatch(/^Authorization, Content-Type, If-Match/);
    expect(answer.headers.get('access-control-max-age')).toBe('86400');
  }
});

// In the words of the validator that GitHub's recorded answers are from: rubygem json_schema, validator.rb.
test.each([
  ['PATCH', '/repos/ada/web/issues/1', { state: 'bogus' }, 'bogus is not a member of ["open", "closed"].'],
  ['PUT', '/repos/ada/web/contents/a', { message: '', content: '' }, 'At least 1 character is required; only 0 were supplied.'],
])('%s %s %j is told what is not a member, and what is too short', async (method, path, body, words) => {
  const answer = await get(path, {}, { method, body: JSON.stringify(body) });
  expect([answer.status, await message(answer)]).toEqual([422, `Invalid request.\n\n${words}`]);
});

// Answers of GitHub's that terraform-provider-github and others quote: 422, `no_merge_method`
test('a repository allows one way to merge at least, and a day is one of a calendar', async () => {
  const none = { allow_merge_commit: false, allow_squash_merge: false, allow_rebase_merge: false };
  for (const [method, path, body] of [
    ['PATCH', '/repos/ada/web', none],
    ['POST', '/user/repos', { name: 'none', ...none }],
  ] as const) {
    const answer = await get(path, {}, { method, body: JSON.stringify(body) });
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { errors: [{ message: 'Sorry, you need to allow at least one merge strategy. (no_merge_method)' }] },
    ]);
  }
  const due = { title: 'Leap', due_on: '2026-02-31T00:00:00Z' };
  expect((await get('/repos/ada/web/milestones', {}, { method: 'POST', body: JSON.stringify(due) })).status).toBe(422);
  expect((await get('/repos/ada/web/commits?since=2026-02-31T00:00:00Z')).status).toBe(422);
});
