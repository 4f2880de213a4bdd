import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Served, serveGithub } from './served.ts';

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f/${String(at).padStart(3, '0')}.txt`, `${at}\n`]));
const seed = {
  viewer: 'ada',
  users: [
    { login: 'ada' },
    { login: 'ben' },
    { login: 'acme', type: 'Organization', members: [{ login: 'ada', role: 'admin' }, 'ben'], teams: [{ name: 'Core' }] },
  ],
  repositories: [
    {
      owner: 'acme',
      watchers: ['ada'],
      name: 'web',
      collaborators: [{ login: 'ada', permission: 'admin' }, 'ben'],
      labels: ['area/ui', 'bug'],
      milestones: [{ title: 'v1' }],
      branches: [
        { name: 'feature/x', files: { 'x.txt': 'x\n' } },
        { name: 'large', files: many(350) },
      ],
      issues: [{ number: 1, title: 'One', labels: ['area/ui'], milestone: 'v1', comments: [{ body: 'Hm' }], reactions: ['+1'] }],
      pull_requests: [
        {
          number: 2,
          title: 'Two',
          head: 'feature/x',
          reviews: [{ user: 'ben', state: 'APPROVED' }],
          requested_teams: ['core'],
          check_runs: [{ name: 'build' }],
          statuses: [{}],
        },
      ],
      tags: ['v1'],
      releases: [{ tag_name: 'v1', assets: [{ name: 'a.txt', content: 'a' }] }],
    },
  ],
};

let twin: Served;
beforeAll(async () => {
  twin = await serveGithub(seed);
});
afterAll(() => twin.close());

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(path.startsWith('http') ? path : twin.url + path, {
    headers: { authorization: `Bearer ${twin.token}`, ...headers },
  });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text: await response.text(),
    headers: response.headers,
  };
};

const repo = '/repos/acme/web';

describe('a slash in a part of a path may be escaped or not:', () => {
  // GitHub's own clients escape it.
  test.each([
    ['/compare/main...feature/x', '/compare/main...feature%2Fx'],
    ['/branches/feature/x', '/branches/feature%2Fx'],
    ['/git/ref/heads/feature/x', '/git/ref/heads%2Ffeature%2Fx'],
    ['/git/matching-refs/heads/feature', '/git/matching-refs/heads%2Ffeature'],
    ['/contents/f/001.txt?ref=large', '/contents/f%2F001.txt?ref=large'],
    ['/commits/feature/x', '/commits/feature%2Fx'],
    ['/commits/feature/x/status', '/commits/feature%2Fx/status'],
    ['/commits/feature/x/check-runs', '/commits/feature%2Fx/check-runs'],
    ['/git/trees/feature/x', '/git/trees/feature%2Fx'],
    ['/labels/area%2Fui', '/labels/area%2fui'],
  ])('%s', async (plain, escaped) => {
    const [one, other] = [await get(repo + plain), await get(repo + escaped)];
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(other.text).toBe(one.text);
  });
});

// PyGithub/PyGithub#3014: the older addresses of refs are served, though the description leaves them out.
test('refs are listed, and found by their whole name or its beginning', async () => {
  const names = async (path: string) => {
    const found = JSON.parse((await get(`${repo}/git/refs${path}`)).text) as { ref: string } | { ref: string }[];
    return Array.isArray(found) ? found.map(({ ref }) => ref) : found.ref;
  };
  expect(await names('')).toEqual(['refs/heads/feature/x', 'refs/heads/large', 'refs/heads/main', 'refs/tags/v1']);
  expect(await names('?per_page=1&page=2')).toEqual(['refs/heads/large']);
  expect(await names('/heads/main')).toBe('refs/heads/main');
  expect(await names('/heads/fea')).toEqual(['refs/heads/feature/x']);
  expect((await get(`${repo}/git/refs/heads/nope`)).status).toBe(404);
});

describe('texts of a pull request, a commit and a comparison are served where their addresses lead:', () => {
  // sourcebot-dev/sourcebot#1352, PyGithub/PyGithub#2083
  test('diff_url and patch_url', async () => {
    const pull = JSON.parse((await get(`${repo}/pulls/2`)).text);
    const compared = JSON.parse((await get(`${repo}/compare/main...feature%2Fx`)).text);
    for (const address of [pull.diff_url, compared.diff_url]) {
      expect(await get(address)).toMatchObject({
        status: 200,
        type: 'text/plain; charset=utf-8',
        text: expect.stringMatching(/^diff --git a\/x.txt/),
      });
    }
    for (const address of [pull.patch_url, compared.patch_url, `${compared.commits[0].html_url}.patch`]) {
      expect(await get(address)).toMatchObject({ status: 200, text: expect.stringMatching(/^From [0-9a-f]{40} /) });
    }
  });

  test('the media type patch of a comparison', async () => {
    const { text } = await get(`${repo}/compare/main...feature%2Fx`, { accept: 'application/vnd.github.patch' });
    expect(text).toMatch(/^From [0-9a-f]{40} /);
  });

  test('what is not there is not found', async () => {
    for (const path of ['/acme/web/pull/99.diff', '/acme/web/commit/abc.patch', '/acme/nope', '/nobody', '/acme/nope/issues/1'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });
});

/** What GitHub's own API has no answer to a GET for. */
const GONE = /\/(?:downloads|hub|authorizations|merges|branches\/main\/protection)$/;

test('every address in an answer is served, or is a page', async () => {
  const starts = [
    '',
    '/user',
    '/users/ben',
    '/orgs/acme',
    '/orgs/acme/teams',
    repo,
    `${repo}/issues/1`,
    `${repo}/issues`,
    `${repo}/pulls/2`,
    `${repo}/pulls/2/reviews`,
    `${repo}/pulls/2/files`,
    `${repo}/pulls/2/commits`,
    `${repo}/issues/1/comments`,
    `${repo}/issues/2/timeline`,
    `${repo}/releases`,
    `${repo}/contents/`,
    `${repo}/contents/README.md`,
    `${repo}/branches/main`,
    `${repo}/tags`,
    `${repo}/labels`,
    `${repo}/milestones`,
    `${repo}/git/refs`,
    `${repo}/commits/main`,
    `${repo}/commits/feature%2Fx/check-runs`,
    `${repo}/commits/feature%2Fx/status`,
    `${repo}/compare/main...feature%2Fx`,
    '/search/issues?q=is:open',
  ];
  const seen = new Set<string>();
  for (const start of starts) {
    const { text } = await get(start || '/');
    for (const [address] of text.matchAll(/https?:\/\/[^"\\]+/g)) if (!address.includes('{')) seen.add(address);
  }
  const strays: string[] = [];
  for (const address of seen) {
    if (GONE.test(address) || !address.startsWith(twin.url) || /\/$|\.\.\.$/.test(address)) continue;
    const { status } = await get(address);
    // Who doesn't watch a repository has no subscription to it, and an organisation's webhooks are its owners' (docs: 404).
    if (status === 404 && /\/subscription$|\/orgs\/\w+\/hooks$/.test(address)) continue;
    if (status >= 400) strays.push(`${status} ${address}`);
  }
  expect(seen.size).toBeGreaterThan(120);
  expect(strays).toEqual([]);
});

test.each([['GET', '/acme/web.git/HEAD']])('%s %s is named as not modelled', async (method, path) => {
  const { status, json } = await twin.send(method, path, method === 'POST' ? {} : undefined).catch(async () => {
    const response = await fetch(twin.url + path, {
      method,
      headers: { authorization: `Bearer ${twin.token}` },
      ...(method === 'POST' && { body: '{}' }),
    });
    return { status: response.status, json: await response.json() };
  });
  expect([status, json]).toMatchObject([501, { message: expect.stringContaining("doesn't model") }]);
  const rows = (await twin.evidence('events')) as { fidelity: string | null }[];
  expect(rows.at(-1)?.fidelity).toBe('unsupported');
});

test('a refusal names one page of the documentation', async () => {
  const { json } = await twin.send('GET', '/app/installations');
  expect((json as { documentation_url: string }).documentation_url).toBe(
    'https://docs.github.com/rest/apps/apps#list-installations-for-the-authenticated-app',
  );
});

describe('pages', () => {
  // github/rest-api-description#3551
  test('a comparison lists its files on the first page', async () => {
    const files = async (query: string) => JSON.parse((await get(`${repo}/compare/main...large${query}`)).text).files.length;
    expect([await files(''), await files('?page=2')]).toEqual([300, 0]);
  });

  // PyGithub/PyGithub#1745
  test('a commit of 350 files has two pages', async () => {
    const first = await get(`${repo}/commits/large`);
    expect(JSON.parse(first.text)).toMatchObject({ stats: { additions: 350 }, files: { length: 300 } });
    expect(first.headers.get('link')).toContain('page=2>; rel="next"');
    expect(JSON.parse((await get(`${repo}/commits/large?page=2`)).text).files).toHaveLength(50);
  });

  // liorocks/Pagination#13; that numbers past 32 bits are no other pages is said in docs/decisions.md.
  test('past the last one there is nothing, however far', async () => {
    for (const page of ['99', '2147483648', '4294967297']) {
      expect([page, (await get(`${repo}/issues?page=${page}`)).text]).toEqual([page, '[]']);
    }
  });
});
