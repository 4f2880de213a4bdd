import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type Served, serveGithub } from './served.ts';

// How GitHub's own MCP server reads arguments (github/github-mcp-server: pkg/github/params.go and the file that a row names).

const at = { owner: 'acme', repo: 'web' };
let served: Served;
let client: Client;
async function connected(more: Record<string, string>): Promise<Client> {
  const one = new Client({ name: 'test', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${served.token}`, ...more } };
  await one.connect(new StreamableHTTPClientTransport(new URL(`${served.url}/mcp`), { requestInit }));
  return one;
}
beforeAll(async () => {
  served = await serveGithub({
    viewer: 'ada',
    users: [{ login: 'ada' }, { login: 'acme', type: 'Organization', members: ['ada'] }],
    repositories: [
      {
        owner: 'acme',
        name: 'web',
        labels: ['bug'],
        issues: [{ number: 1, title: 'One', labels: ['bug'], comments: [{ body: 'Hm' }] }],
      },
    ],
  });
  client = await connected({});
});
afterAll(async () => {
  await client.close();
  await served.close();
});

interface Answer {
  isError: boolean;
  text: string;
  row: { fidelity: string | null; state_mutation: boolean; ignored?: string[] };
}
async function call(name: string, args: Record<string, unknown>, by = client): Promise<Answer> {
  const { isError = false, content } = (await by.callTool({ name, arguments: args })) as {
    isError?: boolean;
    content: { text: string }[];
  };
  const rows = (await served.evidence('events')) as Answer['row'][];
  return { isError, text: content[0]?.text ?? '', row: rows.at(-1) as Answer['row'] };
}

const issue = { ...at, method: 'get', issue_number: 1 };
describe('is refused in the words of the server:', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['issue_read', {}, 'missing required parameter: method'],
    ['issue_read', { ...issue, owner: '' }, 'missing required parameter: owner'],
    ['issue_read', { ...issue, issue_number: 0 }, 'missing required parameter: issue_number'],
    ['issue_read', { ...issue, issue_number: 'x' }, 'parameter issue_number is not a valid number: invalid numeric value: x'],
    [
      'issue_read',
      { ...issue, issue_number: 1.5 },
      'parameter issue_number is not a valid number: non-integer numeric value: 1.5',
    ],
    ['issue_read', { ...issue, issue_number: null }, 'parameter issue_number is not a valid number: expected number, got <nil>'],
    ['issue_read', { ...issue, repo: 5 }, 'parameter repo is not of type string, is float64'],
    ['list_issues', { ...at, labels: 'bug' }, 'parameter labels could not be coerced to []string, is string'],
    ['list_issues', { ...at, labels: [1] }, 'parameter labels is not of type string, is float64'],
    ['list_issues', { ...at, perPage: 500 }, 'perPage value 500 exceeds maximum of 100'],
    [
      'create_or_update_file',
      { ...at, path: 'a', content: 'x', branch: 'main', message: '' },
      'missing required parameter: message',
    ],
    ['search_code', { query: '' }, 'missing required parameter: query'],
    // issues.go
    ['issue_write', { ...at, method: 'update', title: 'x' }, 'missing required parameter: issue_number'],
    [
      'issue_write',
      { ...at, method: 'update', issue_number: 1, state: 'closed', duplicate_of: 1 },
      "duplicate_of can only be used when state_reason is 'duplicate'",
    ],
    ['add_issue_comment', { ...at, issue_number: 1 }, 'at least one of body or reaction is required'],
    ['add_issue_comment', { ...at, issue_number: 1, body: 'x', comment_id: 1 }, 'comment_id cannot be combined with body'],
  ])('%s %j', async (name, args, text) => {
    const answer = await call(name, args);
    expect([answer.isError, answer.text, answer.row.state_mutation]).toEqual([true, text, false]);
  });
});

describe('a tool for one change', () => {
  const one = { ...at, issue_number: 1 };
  let granular: Client;
  beforeAll(async () => {
    granular = await connected({ 'x-mcp-features': 'issues_granular,pull_requests_granular' });
  });
  afterAll(() => granular.close());
  const door = (name: string, args: Record<string, unknown>): Promise<Answer> => call(name, args, granular);

  // pkg/github/issues_granular.go, pullrequests_granular.go
  test.each<[string, Record<string, unknown>, string | RegExp]>([
    ['update_issue_title', { ...one, title: '' }, 'missing required parameter: title'],
    ['update_issue_state', { ...one, state: 'closed', is_suggestion: true }, /doesn't model suggestions for issues/],
    ['update_issue_type', { ...one, issue_type: 'Bug', is_suggestion: true }, /doesn't model suggestions for issues/],
    ['update_issue_labels', { ...one, labels: [{ name: 'bug', is_suggestion: true }] }, /doesn't model suggestions for issues/],
    [
      'update_issue_state',
      { ...one, state: 'closed', duplicate_of: 1 },
      "duplicate_of can only be used when state_reason is 'duplicate'",
    ],
    ['reprioritize_sub_issue', { ...one, sub_issue_id: 1 }, 'either after_id or before_id must be specified'],
    ['request_pull_request_reviewers', { ...at, pullNumber: 1, reviewers: [] }, 'missing required parameter: reviewers'],
    ['resolve_review_thread', { threadID: 'x' }, "Could not resolve to a node with the global id of 'x'"],
  ])('%s %j is refused', async (name, args, words) => {
    const { isError, text, row } = await door(name, args);
    expect([isError, row.state_mutation]).toEqual([true, false]);
    expect(text).toMatch(words);
  });

  test('answers with an id and an address, and the tape names what is thought of it', async () => {
    const labels = [{ name: 'bug', confidence: 'HIGH', rationale: 'It says so' }];
    const { text, row } = await door('update_issue_labels', { ...one, labels });
    expect(JSON.parse(text)).toEqual({ id: expect.stringMatching(/^\d+$/), url: `${served.url}/acme/web/issues/1` });
    expect(row.ignored).toEqual(['labels.rationale', 'labels.confidence']);
    const reacted = JSON.parse((await door('add_issue_reaction', { ...one, content: 'rocket' })).text);
    expect(reacted.url).toBe(`${served.url}/repos/acme/web/issues/1/reactions/${reacted.id}`);
  });
});

describe('is taken as the server takes it:', () => {
  test.each<[string, Record<string, unknown>]>([
    ['issue_read', { ...issue, issue_number: '1' }],
    ['issue_read', { ...issue, method: 'get_comments', page: 0, perPage: 0 }],
    // The REST API cuts what is asked for to a hundred.
    ['issue_read', { ...issue, method: 'get_comments', perPage: 101 }],
    ['list_issues', { ...at, labels: null }],
  ])('%s %j', async (name, args) => {
    expect((await call(name, args)).isError).toBe(false);
  });

  test('a new issue is open whatever state is asked for, and the tape says so', async () => {
    const { text, row } = await call('issue_write', { ...at, method: 'create', title: 'New', state: 'closed' });
    expect([JSON.parse(text).state, row.ignored]).toEqual(['open', ['state']]);
  });

  test('an issue and a comment of it are reacted to, beside a comment or alone', async () => {
    const both = JSON.parse((await call('add_issue_comment', { ...at, issue_number: 1, body: 'Yes', reaction: 'heart' })).text);
    expect([both.comment.body, both.reaction.content]).toEqual(['Yes', 'heart']);
    const reacted = await call('add_issue_comment', { ...at, issue_number: 1, comment_id: both.comment.id, reaction: 'eyes' });
    expect(JSON.parse(reacted.text).content).toBe('eyes');
    const { data } = await served.octokit.rest.reactions.listForIssueComment({ ...at, comment_id: both.comment.id });
    expect(data.map(({ content }) => content)).toEqual(['eyes']);
  });
});

test('an argument that the tool does not have is named on the tape', async () => {
  expect((await call('issue_read', { ...issue, include_events: true })).row.ignored).toEqual(['include_events']);
});

test("a tool of GitHub's server that is not modelled is refused by name, another is unknown", async () => {
  const { isError, text, row } = await call('find_duplicate', { ...at });
  expect([isError, text, row.fidelity]).toEqual([
    true,
    "The GitHub twin doesn't model the tool find_duplicate. Nothing was read or changed.",
    'unsupported',
  ]);
  await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toThrow('Unknown tool: nothing');
});
