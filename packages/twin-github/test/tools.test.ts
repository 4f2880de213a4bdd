import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type Served, serveGithub } from './served.ts';

const at = { owner: 'acme', repo: 'web' };
const seed = {
  viewer: 'ada',
  users: [{ login: 'ada' }, { login: 'ben' }, { login: 'acme', type: 'Organization' }],
  repositories: [
    {
      owner: 'acme',
      name: 'web',
      collaborators: [{ login: 'ada', permission: 'admin' }, 'ben'],
      issues: [
        { number: 1, title: 'Login fails', labels: ['bug'], comments: [{ user: 'ben', body: 'me too' }] },
        { number: 2, title: 'Dark mode' },
        { number: 3, title: 'Old', state: 'closed' },
      ],
      pull_requests: [{ number: 4, title: 'Fix login', head: 'fix', files: { a: 'a' } }],
    },
  ],
};

interface ToolText {
  content: { type: string; text: string }[];
  isError?: boolean;
}

let twin: Served;
let client: Client;
beforeEach(async () => {
  twin = await serveGithub(seed);
  client = new Client({ name: 'test', version: '1.0.0' });
  const headers = { authorization: `Bearer ${twin.token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${twin.url}/mcp`), { requestInit: { headers } }));
});
afterEach(async () => {
  await client.close();
  await twin.close();
});

const call = async (name: string, args: Record<string, unknown> = {}): Promise<ToolText> =>
  (await client.callTool({ name, arguments: args })) as unknown as ToolText;
// biome-ignore lint/suspicious/noExplicitAny: tools answer JSON of many shapes
const value = async (name: string, args: Record<string, unknown> = {}): Promise<any> => {
  const result = await call(name, args);
  expect(result.isError).not.toBe(true);
  return JSON.parse(result.content[0]?.text ?? 'null');
};

interface Row {
  tool: string | null;
  state_mutation: boolean;
}
const lastCall = async (): Promise<Row | undefined> =>
  ((await twin.evidence('events')) as Row[]).filter(({ tool }) => tool !== null).at(-1);

describe('a tool does and stamps the same action as its route:', () => {
  test.each<[string, Record<string, unknown>, string, boolean]>([
    ['get_me', {}, 'get_me', false],
    ['get_issue', { ...at, issue_number: 1 }, 'get_issue', false],
    ['issue_read', { ...at, method: 'get', issue_number: 1 }, 'get_issue', false],
    ['issue_read', { ...at, method: 'get_comments', issue_number: 1 }, 'list_issue_comments', false],
    ['issue_read', { ...at, method: 'get_labels', issue_number: 1 }, 'list_issue_labels', false],
    ['list_issues', at, 'list_issues', false],
    ['search_issues', { query: 'login' }, 'search_issues', false],
    ['search_users', { query: 'ben' }, 'search_users', false],
    ['search_repositories', { query: 'web' }, 'search_repositories', false],
    ['get_label', { ...at, name: 'bug' }, 'get_label', false],
    ['list_label', at, 'list_labels', false],
    ['issue_write', { ...at, method: 'create', title: 'New' }, 'create_issue', true],
    ['issue_write', { ...at, method: 'update', issue_number: 1, state: 'closed' }, 'update_issue', true],
    ['create_issue', { ...at, title: 'New' }, 'create_issue', true],
    ['issue_write', { ...at, method: 'update', issue_number: 1, title: 'Changed' }, 'update_issue', true],
    ['add_issue_comment', { ...at, issue_number: 1, body: 'hi' }, 'add_issue_comment', true],
    ['label_write', { ...at, method: 'create', name: 'x', color: '000000' }, 'create_label', true],
    ['label_write', { ...at, method: 'update', name: 'bug', new_name: 'defect' }, 'update_label', true],
    ['label_write', { ...at, method: 'delete', name: 'bug' }, 'delete_label', true],
  ])('%s %j', async (name, args, action, mutates) => {
    await value(name, args);
    expect(await lastCall()).toMatchObject({ tool: action, state_mutation: mutates });
  });
});

describe('a tool answers', () => {
  test('an issue as the REST API shows it', async () => {
    const { data } = await twin.octokit.rest.issues.get({ ...at, issue_number: 1 });
    expect(await value('issue_read', { ...at, method: 'get', issue_number: 1 })).toEqual(data);
  });

  test('issues without pull requests, page by page', async () => {
    const first = await value('list_issues', { ...at, perPage: 2, fields: ['number'] });
    expect(first).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } });
    const second = await value('list_issues', { ...at, perPage: 2, fields: ['number'], after: first.pageInfo.endCursor });
    expect(second.pageInfo.hasNextPage).toBe(false);
    expect([...first.issues, ...second.issues].map(({ number }) => number).sort()).toEqual([1, 2, 3]);
    expect((await value('list_issues', { ...at, state: 'CLOSED' })).issues).toMatchObject([{ number: 3 }]);
  });

  test('a search inside the scope that was asked for, whatever the query says', async () => {
    const found = await value('search_issues', { query: 'login) OR is:pr OR (x', ...at });
    expect(found.items.every((item: { pull_request?: unknown }) => item.pull_request === undefined)).toBe(true);
    expect((await value('search_pull_requests', { query: 'login' })).items).toMatchObject([{ number: 4 }]);
  });

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['get_issue', { ...at, issue_number: 99 }, /Not Found/],
    ['issue_write', { ...at, method: 'create' }, /"title\\*" wasn't supplied/],
    ['issue_write', { ...at, method: 'update', title: 'x' }, /issue_number/],
    ['create_issue', { ...at, title: 'x', milestone: 99 }, /Validation Failed/],
    ['create_issue', { ...at }, /title/],
    ['label_write', { ...at, method: 'create', name: 'x' }, /color/],
  ])('%s %j with an error and changes nothing', async (name, args, message) => {
    const before = await twin.evidence('state');
    const result = await call(name, args);
    expect(result.isError).toBe(true);
    expect(result.content[0]?.text).toMatch(message);
    expect(await twin.evidence('state')).toEqual(before);
  });
});
