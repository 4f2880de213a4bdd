import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { linear } from '../src/index.ts';
import { type Served, serveLinear } from './served.ts';
import { full } from './worlds.ts';

const CLOCK = { mode: 'logical' } as const;

let twin: Served;
beforeEach(async () => {
  twin = await serveLinear(full, CLOCK);
});
afterEach(() => twin.close());

// biome-ignore lint/suspicious/noExplicitAny: tools answer JSON of many shapes
const value = async (name: string, args: object = {}): Promise<any> => {
  const { value: answer, error } = await twin.tool(name, args as Record<string, unknown>);
  expect(error).toBeUndefined();
  return answer;
};

describe('the official MCP client', () => {
  test('lists the tools and calls one', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const headers = { authorization: `Bearer ${twin.token}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${twin.url}/mcp`), { requestInit: { headers } }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(linear.definition.tools.map(({ name }) => name).sort());
    const { content } = (await client.callTool({ name: 'get_issue', arguments: { id: 'ENG-1' } })) as {
      content: { text: string }[];
    };
    expect(JSON.parse(content[0]?.text ?? '')).toMatchObject({ id: 'ENG-1', status: 'Todo', assignee: 'Ben Okafor' });
    await client.close();
  });
});

describe('a tool', () => {
  test('pages, keeps the fields that were asked for, and filters', async () => {
    const first = await value('list_issues', { limit: 2, fields: ['title'], orderBy: 'createdAt' });
    expect(first).toEqual({
      issues: [
        { id: 'DES-1', title: 'New logo' },
        { id: 'ENG-4', title: 'Old news' },
      ],
      hasNextPage: true,
      cursor: expect.any(String),
    });
    const second = await value('list_issues', { limit: 5, fields: ['title'], orderBy: 'createdAt', cursor: first.cursor });
    expect([second.issues.map(({ id }: { id: string }) => id), second.hasNextPage]).toEqual([['ENG-3', 'ENG-2', 'ENG-1'], false]);
    const found = await value('list_issues', {
      team: 'engineering',
      state: 'unstarted',
      assignee: 'ben',
      label: 'bug',
      query: 'LOGIN',
    });
    expect(found.issues.map(({ id }: { id: string }) => id)).toEqual(['ENG-1']);
  });

  test('relates issues both ways and takes relations away', async () => {
    await value('save_issue', { id: 'ENG-2', blockedBy: ['ENG-1'], relatedTo: ['ENG-3'] });
    expect((await value('get_issue', { id: 'ENG-2', includeRelations: true })).relations).toMatchObject({
      blockedBy: [{ id: 'ENG-1', title: 'Login fails' }],
      relatedTo: [{ id: 'ENG-3', title: 'Dark mode' }],
    });
    await value('save_issue', { id: 'ENG-3', removeRelatedTo: ['ENG-2'] });
    expect((await value('get_issue', { id: 'ENG-2', includeRelations: true })).relations.relatedTo).toEqual([]);
  });

  test('edits a description in place', async () => {
    const patch = [
      { op: 'replace', old_string: 'plus', new_string: 'minus' },
      { op: 'append', text: '!' },
      { op: 'insert_before', anchor: 'sign', text: 'or two ' },
    ];
    expect((await value('save_issue', { id: 'ENG-1', patch })).description).toBe('With a minus or two sign!');
    expect(
      (await twin.tool('save_issue', { id: 'ENG-1', title: 'x', patch: [{ op: 'replace', old_string: 'nope', new_string: '' }] }))
        .error,
    ).toMatch(/isn't in the content/);
    expect((await value('get_issue', { id: 'ENG-1' })).title).toBe('Login fails');
  });

  test.each<[string, object, RegExp]>([
    ['get_issue', { id: 'ENG-99' }, /Could not find referenced Issue/],
    ['get_issue', {}, /id/],
    ['get_issue', { id: 'ENG-1', colour: 'red' }, /colour/],
    ['save_issue', { title: 'No team' }, /team is required/],
    ['save_issue', { id: 'ENG-1', state: 'Nope' }, /Could not find referenced WorkflowState/],
    ['save_issue', { id: 'ENG-1', addReleases: ['r'] }, /doesn't model save_issue\.addReleases/],
    ['save_comment', { body: 'x' }, /A comment needs/],
    ['list_issues', { limit: 900 }, /limit/],
    ['merge_diff', { urlOrId: 'x' }, /doesn't model the tool merge_diff/],
    ['nothing', {}, /Unknown tool/],
    // As of the fields that GraphQL's mutations take: TimelessDate and Int.
    ['save_issue', { id: 'ENG-1', dueDate: '2026-02-31' }, /dueDate must be an ISO 8601 date/],
    ['save_issue', { id: 'ENG-1', estimate: 2.5 }, /estimate must be an integer/],
    ['save_issue', { id: 'ENG-1', priority: 1.5 }, /priority must be an integer/],
    ['save_project', { name: 'P', addTeams: ['Engineering'], targetDate: '2026-02-31' }, /targetDate must be an ISO 8601 date/],
  ])('%s %j is refused and changes nothing', async (name, args, message) => {
    const before = await twin.state();
    expect((await twin.tool(name, args as Record<string, unknown>)).error).toMatch(message);
    expect(await twin.state()).toEqual(before);
  });
});
