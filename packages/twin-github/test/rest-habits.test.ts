import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Served, serveGithub } from './served.ts';

// What xmo-odoo/dummy_central, a stand-in for GitHub, holds against itself and against GitHub: its folder `tests`.

let twin: Served;
let web: string;
let tip: string;
let tree: string;
let blob: string;

// biome-ignore lint/suspicious/noExplicitAny: answers are JSON of many shapes
const call = async (method: string, path: string, body?: object): Promise<{ status: number; json: any }> => {
  const { status, json } = await twin.send(method, path, body);
  return { status, json };
};
const refused = async (method: string, path: string, body?: object) => {
  const { status, json } = await call(method, path, body);
  return { status, message: json.message, ...(json.errors && { errors: json.errors }) };
};

beforeAll(async () => {
  twin = await serveGithub({
    viewer: 'ada',
    users: [{ login: 'ada' }, { login: 'ben' }],
    repositories: [
      {
        owner: 'ada',
        name: 'web',
        files: { 'README.md': '# web\n' },
        branches: [
          { name: 'fix', from: 'main', files: { 'a.txt': 'a' } },
          { name: 'other', from: 'main', files: { 'b.txt': 'b' } },
        ],
        issues: [
          { title: 'One', body: 'Text' },
          { title: 'Spoken of', comments: [{ user: 'ben', body: 'Mine' }] },
          { title: 'Written', user: 'ben' },
        ],
      },
    ],
  });
  web = '/repos/ada/web';
  tip = (await call('GET', `${web}/git/ref/heads/main`)).json.object.sha;
  tree = (await call('GET', `${web}/git/commits/${tip}`)).json.tree.sha;
  blob = (await call('POST', `${web}/git/blobs`, { content: 'text' })).json.sha;
});
afterAll(() => twin.close());

describe('an empty body is none (issues/test_create.py, pulls/pulls/test_create_a_pull_request.py):', () => {
  test('of issues', async () => {
    expect((await call('POST', `${web}/issues`, { title: 'Two', body: '' })).json.body).toBeNull();
    expect((await call('PATCH', `${web}/issues/1`, { body: '' })).json.body).toBeNull();
  });

  test('of pull requests, whose title null leaves as it is', async () => {
    const { json: pull } = await call('POST', `${web}/pulls`, { title: 'Fix', body: '', head: 'fix', base: 'main' });
    expect(pull.body).toBeNull();
    const path = `${web}/pulls/${pull.number}`;
    expect((await call('PATCH', path, { body: 'Text', title: null })).json).toMatchObject({ body: 'Text', title: 'Fix' });
    expect((await call('PATCH', path, { body: '' })).json.body).toBeNull();
    const errors = [{ resource: 'PullRequest', code: 'missing_field', field: 'title' }];
    expect(await refused('PATCH', path, { title: '' })).toEqual({ status: 422, message: 'Validation Failed', errors });
    const again = [{ value: pull.number, resource: 'PullRequest', field: 'issue', code: 'invalid' }];
    expect(await refused('POST', `${web}/pulls`, { issue: pull.number, head: 'other', base: 'main' })).toEqual({
      status: 422,
      message: 'The specified issue is already attached to a pull request.',
      errors: again,
    });
  });
});

test('a pull request is refused for its base, then its head, and an issue that is not there by its number', async () => {
  const invalid = (field: string) => ({ resource: 'PullRequest', field, code: 'invalid' });
  expect(await refused('POST', `${web}/pulls`, { title: 'x', base: 'nope', head: 'neither' })).toEqual({
    status: 422,
    message: 'Validation Failed',
    errors: [invalid('base'), invalid('head')],
  });
  expect(await refused('POST', `${web}/pulls`, { issue: 9999, base: 'main', head: 'other' })).toEqual({
    status: 422,
    message: 'The specified issue does not exist.',
    errors: [{ value: 9999, ...invalid('issue') }],
  });
});

describe('a ref is refused in GitHub’s words (git/refs/test_create_a_reference.py, test_update_a_reference.py):', () => {
  test.each([
    ['refs/heads/nonsense', 'Reference update failed'],
    ['refs/nonsense', 'Reference name must contain at least three slash-separated components.'],
    ['others/nonsense', "Reference name must start with 'refs/'."],
  ])('%s of a blob', async (ref, message) => {
    expect(await refused('POST', `${web}/git/refs`, { ref, sha: blob })).toEqual({ status: 422, message });
  });

  test('a branch moved to a tree', async () => {
    expect(await refused('PATCH', `${web}/git/refs/heads/fix`, { sha: tree })).toEqual({
      status: 422,
      message: 'Object is not a commit',
    });
  });
});

/** webhooks/test_webhooks.py */
test('a hook listens to pushes where no event is named, and is told of its events as a whole, or of what is taken away and added', async () => {
  const config = { url: 'https://example.org/hook' };
  const { json: hook } = await call('POST', `${web}/hooks`, { name: 'web', config, events: [] });
  expect(hook.events).toEqual(['push']);
  const changed = async (body: object) => (await call('PATCH', `${web}/hooks/${hook.id}`, body)).json.events;
  expect(await changed({ events: ['issues'], add_events: ['status'], remove_events: ['issues'] })).toEqual(['issues']);
  expect(await changed({ events: [] })).toEqual(['issues']);
  expect(await changed({ add_events: ['status'], remove_events: ['status'] })).toEqual(['issues', 'status']);
  expect(await changed({ add_events: ['status'], remove_events: ['status'] })).toEqual(['issues', 'status']);
  expect(await changed({ remove_events: ['issues', 'status'] })).toEqual([]);
  expect(await refused('POST', `${web}/hooks`, { name: 'other', config })).toEqual({
    status: 422,
    message: 'Validation Failed',
    errors: [{ value: 'other', resource: 'Hook', field: 'name', code: 'invalid' }],
  });
});

/** issues/test_assignees.py, and GitHub's page on assigning issues */
test('who wrote an issue or commented on it is assigned to it, and nobody else from outside', async () => {
  const assigned = async (number: number, login: string) => {
    const { json } = await call('POST', `${web}/issues/${number}/assignees`, { assignees: [login] });
    return json.assignees.map((one: { login: string }) => one.login);
  };
  expect(await assigned(1, 'ben')).toEqual([]);
  expect(await assigned(2, 'ben')).toEqual(['ben']);
  expect(await assigned(3, 'ben')).toEqual(['ben']);
  expect((await call('PATCH', `${web}/issues/3`, { assignees: ['ben'] })).json.assignees).toMatchObject([{ login: 'ben' }]);
  const check = async (number: number) => (await twin.send('GET', `${web}/issues/${number}/assignees/ben`)).status;
  expect([await check(1), await check(2), await check(3)]).toEqual([404, 204, 204]);
  expect((await call('PATCH', `${web}/issues/1`, { assignees: ['ben'] })).status).toBe(422);
});

/** git/refs/test_get_a_reference.py */
describe('a status', () => {
  const invalid = { resource: 'Status', code: 'custom', field: 'state', message: 'state is not included in the list' };
  test.each([
    [{ state: 'invalid' }, invalid],
    [{}, invalid],
    [
      { state: 'success', context: '' },
      { resource: 'Status', code: 'missing_field', field: 'context' },
    ],
  ])('of %j is refused field by field', async (body, error) => {
    expect(await refused('POST', `${web}/statuses/${tip}`, body)).toEqual({
      status: 422,
      message: 'Validation Failed',
      errors: [error],
    });
  });

  test('of what is no commit is refused for that alone', async () => {
    expect(await refused('POST', `${web}/statuses/${blob}`, {})).toEqual({
      status: 422,
      message: `No commit found for SHA: ${blob}`,
    });
  });
});

/** git/trees/test_create_a_tree.py */
test.each([
  ['a path from the root', { path: '/foo', mode: '100644', type: 'blob', content: '' }, 'tree.path cannot start with a slash'],
  ['a mode that git has not', { path: 'foo', mode: '100664', type: 'blob', content: '' }, 'Must supply a valid tree.mode'],
  ['a folder with content', { path: 'foo', mode: '040000', type: 'blob', content: '' }, 'A subdirectory may not have content'],
  [
    'neither content nor object',
    { path: 'foo', mode: '100644', type: 'blob', content: null },
    'Must supply either tree.sha or tree.content. Request will be rejected if both are present.',
  ],
])('a tree is refused for %s', async (_what, entry, message) => {
  expect(await refused('POST', `${web}/git/trees`, { tree: [entry] })).toEqual({ status: 422, message });
});

/** git/blobs/test_create_a_blob.py */
test.each(['', 'latin1', 'utf-8'])('a blob whose encoding is %j is text', async (encoding) => {
  const plain = await call('POST', `${web}/git/blobs`, { content: 'Blòb' });
  expect((await call('POST', `${web}/git/blobs`, { content: 'Blòb', encoding })).json.sha).toBe(plain.json.sha);
});

describe('rulesets (repos/rulesets/test_rulesets.py)', () => {
  const ruleset = (include: string[], more: object = {}) => ({
    name: `For ${include}`,
    target: 'branch',
    enforcement: 'disabled',
    conditions: { ref_name: { include, exclude: ['refs/heads/staging.*'] } },
    rules: [{ type: 'creation' }, { type: 'update' }],
    ...more,
  });

  test.each(['~MAGIC', 'main', 'heads/main', '*/main', '*main', 'refs/*', 'refs/*/main', 'refs/tags/v*'])(
    'take no pattern %s for branches',
    async (pattern) => {
      expect(await refused('POST', `${web}/rulesets`, ruleset([pattern]))).toEqual({
        status: 422,
        message: 'Validation Failed',
        errors: [`Invalid target patterns: '${pattern}'`],
      });
    },
  );

  test.each(['refs/heads/some', 'refs/heads/staging.*', 'refs/heads/*', '~DEFAULT_BRANCH'])('take %s', async (pattern) => {
    expect((await call('POST', `${web}/rulesets`, ruleset([pattern]))).status).toBe(201);
  });

  test('forbid branches, their moves and files in the words of each operation', async () => {
    const { json } = await call('POST', `${web}/rulesets`, ruleset(['~ALL'], { enforcement: 'active' }));
    const message = 'Repository rule violations found\n\nCannot update this protected ref.\n\n';
    expect(await refused('POST', `${web}/git/refs`, { ref: 'refs/heads/new', sha: tip })).toEqual({
      status: 422,
      message: 'Reference update failed',
    });
    expect((await call('POST', `${web}/git/refs`, { ref: 'refs/heads/staging.main', sha: tip })).status).toBe(201);
    const { json: commit } = await call('POST', `${web}/git/commits`, { message: 'Next', tree, parents: [tip] });
    expect(await refused('PATCH', `${web}/git/refs/heads/main`, { sha: commit.sha })).toEqual({ status: 422, message });
    const file = { message: 'Add', content: 'eA==', branch: 'main' };
    const written = await call('PUT', `${web}/contents/new.txt`, file);
    expect(written).toMatchObject({ status: 409, json: { message, metadata: {}, status: '409' } });
    await call('DELETE', `${web}/rulesets/${json.id}`);
  });
});
