import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Served, serveGithub } from './served.ts';

let twin: Served;
beforeAll(async () => {
  twin = await serveGithub({
    viewer: 'ada',
    users: [{ login: 'ada' }, { login: 'ben' }],
    repositories: [
      {
        owner: 'ada',
        name: 'web',
        labels: ['bug', 'docs'],
        milestones: [{ title: 'v1' }],
        files: { 'a.txt': 'a\n' },
        issues: [{ number: 1, title: 'One', comments: [{ body: 'Hm' }] }],
        pull_requests: [
          {
            number: 2,
            title: 'Two',
            user: 'ben',
            head: 'fix',
            files: { 'a.txt': 'b\n' },
            reviews: [{ user: 'ada', body: 'Well' }],
          },
        ],
        releases: [{ tag_name: 'v0' }],
      },
    ],
  });
});
afterAll(() => twin.close());

const repo = '/repos/ada/web';
interface Sent {
  status: number;
  body: { id?: number; object?: { sha: string }; message?: string; errors?: (string | { message?: string })[] };
}
async function send(method: string, path: string, body?: unknown): Promise<Sent> {
  const { status, json } = await twin.send(method, path, body);
  return { status, body: json as Sent['body'] };
}

const head = async (): Promise<string> => (await send('GET', `${repo}/git/ref/heads/main`)).body.object?.sha as string;
const first = async (path: string): Promise<number> =>
  ((await send('GET', path)).body as unknown as { id: number }[])[0]?.id as number;

/** The request that has a text of this many characters in one field. */
type Request = (text: string) => Promise<[method: string, path: string, body: unknown]>;

const schema = "GitHub's REST description, `maxLength`";
const limits: [field: string, most: number, source: string, request: Request][] = [
  ['issue title', 256, 'dead-claudia/github-limits', async (title) => ['POST', `${repo}/issues`, { title }]],
  ['issue title, changed', 256, 'party_foul PR#122', async (title) => ['PATCH', `${repo}/issues/1`, { title }]],
  ['issue body', 65_536, 'dead-claudia/github-limits', async (body) => ['POST', `${repo}/issues`, { title: 'x', body }]],
  ['pull request title', 256, 'dead-claudia/github-limits', async (title) => ['PATCH', `${repo}/pulls/2`, { title }]],
  ['pull request body', 65_536, 'dead-claudia/github-limits', async (body) => ['PATCH', `${repo}/pulls/2`, { body }]],
  ['comment', 65_536, 'dead-claudia/github-limits', async (body) => ['POST', `${repo}/issues/1/comments`, { body }]],
  [
    'comment, changed',
    65_536,
    'dead-claudia/github-limits',
    async (body) => ['PATCH', `${repo}/issues/comments/${await first(`${repo}/issues/1/comments`)}`, { body }],
  ],
  ['commit comment', 65_536, 'as all comments', async (body) => ['POST', `${repo}/commits/${await head()}/comments`, { body }]],
  ['review', 65_536, 'as all comments', async (body) => ['POST', `${repo}/pulls/2/reviews`, { event: 'COMMENT', body }]],
  [
    'review, changed',
    65_536,
    'as all comments',
    async (body) => ['PUT', `${repo}/pulls/2/reviews/${await first(`${repo}/pulls/2/reviews`)}`, { body }],
  ],
  [
    'review comment',
    65_536,
    'as all comments',
    async (body) => [
      'POST',
      `${repo}/pulls/2/comments`,
      {
        body,
        path: 'a.txt',
        line: 1,
        side: 'RIGHT',
        commit_id: (await send('GET', `${repo}/git/ref/heads/fix`)).body.object?.sha,
      },
    ],
  ],
  [
    'comment of a review',
    65_536,
    'as all comments',
    async (body) => [
      'POST',
      `${repo}/pulls/2/reviews`,
      { event: 'COMMENT', body: 'x', comments: [{ path: 'a.txt', line: 1, body }] },
    ],
  ],
  ['label name', 50, 'labels of octokit issues', async (name) => ['PATCH', `${repo}/labels/bug`, { new_name: name }]],
  [
    'label description',
    100,
    'docs: create a label, "Must be 100 characters or fewer"',
    async (description) => ['PATCH', `${repo}/labels/docs`, { description }],
  ],
  ['repository description', 350, 'docs: repositories', async (description) => ['PATCH', repo, { description }]],
  [
    'description of a new repository',
    350,
    'docs: repositories',
    async (description) => ['POST', '/user/repos', { name: `new-${description.length}`, description }],
  ],
  ['repository name', 100, 'dead-claudia/github-limits', async (name) => ['POST', '/user/repos', { name }]],
  [
    'release body',
    125_000,
    'softprops/action-gh-release#374',
    async (body) => ['POST', `${repo}/releases`, { tag_name: 'v9', body }],
  ],
  [
    'release body, changed',
    125_000,
    'scikit-build/github-release PR#65',
    async (body) => ['PATCH', `${repo}/releases/${await first(`${repo}/releases`)}`, { body }],
  ],
  [
    'status description',
    140,
    'zalando/zappr#378',
    async (description) => ['POST', `${repo}/statuses/${await head()}`, { state: 'success', description }],
  ],
  [
    'status context',
    255,
    'runatlantis/atlantis#2506',
    async (context) => ['POST', `${repo}/statuses/${await head()}`, { state: 'success', context }],
  ],
  ...(['summary', 'text'] as const).map((field): (typeof limits)[number] => [
    `check run ${field}`,
    65_535,
    schema,
    async (text) => [
      'POST',
      `${repo}/check-runs`,
      { name: 'build', head_sha: await head(), output: { title: 'x', summary: 'x', [field]: text } },
    ],
  ]),
  [
    'annotation title',
    255,
    'docs: create a check run, "The maximum size is 255 characters"',
    async (title) => [
      'POST',
      `${repo}/check-runs`,
      {
        name: 'build',
        head_sha: await head(),
        output: {
          title: 'x',
          summary: 'x',
          annotations: [{ path: 'a.txt', start_line: 1, end_line: 1, annotation_level: 'notice', message: 'x', title }],
        },
      },
    ],
  ],
];

describe('takes so many characters and refuses one more in', () => {
  test.each(limits)('%s: %i (%s)', async (field, most, _source, request) => {
    const long = await send(...(await request('x'.repeat(most + 1))));
    expect([field, long.status]).toEqual([field, 422]);
    const words = [
      long.body.message,
      ...(long.body.errors ?? []).map((one) => (typeof one === 'string' ? one : one.message)),
    ].join(' ');
    expect(words).toMatch(
      new RegExp(`(too long \\(maximum is ${most} characters\\)|Only ${most} characters are allowed; ${most + 1})`),
    );
    const fits = await send(...(await request('x'.repeat(most))));
    expect({ field, answer: fits.status < 300 ? 'taken' : fits }).toEqual({ field, answer: 'taken' });
  });

  test('characters, of which a surrogate pair is one', async () => {
    expect((await send('POST', `${repo}/issues`, { title: '😀'.repeat(256) })).status).toBe(201);
    expect((await send('POST', `${repo}/issues`, { title: '😀'.repeat(257) })).status).toBe(422);
  });
});

/** https://github.com/alvarosanchez/paperclip-github-plugin/pull/37: issues of GitHub hold NUL. */
test('NUL is kept in texts, and refused in names of git', async () => {
  const made = await send('POST', `${repo}/issues`, { title: 'a\0b', body: 'c\0d' });
  expect(made).toMatchObject({ status: 201, body: { title: 'a\0b', body: 'c\0d' } });
  const sha = await head();
  for (const ref of ['refs/heads/a\0b', 'refs/tags/\0'])
    expect((await send('POST', `${repo}/git/refs`, { ref, sha })).status).toBe(422);
  expect((await send('PUT', `${repo}/contents/a%00b`, { message: 'x', content: '' })).status).toBe(422);
});
