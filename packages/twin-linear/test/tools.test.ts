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

/** Each tool with the GraphQL that does the same; ids are filled in from the world. */
const siblings: [tool: string, args: object, query: string][] = [
  ['get_issue', { id: 'ENG-1' }, '{ issue(id: "ENG-1") { id } }'],
  ['list_issues', {}, '{ issues { nodes { id } } }'],
  ['list_issue_statuses', { team: 'ENG' }, '{ workflowStates { nodes { id } } }'],
  ['get_issue_status', { id: 'x', name: 'Todo', team: 'ENG' }, '{ workflowState(id: "$Todo") { id } }'],
  ['list_issue_labels', {}, '{ issueLabels { nodes { id } } }'],
  ['get_attachment', { id: '$Trace' }, '{ attachment(id: "$Trace") { id } }'],
  ['list_comments', { issueId: 'ENG-1' }, '{ comments { nodes { id } } }'],
  ['list_cycles', { teamId: 'ENG' }, '{ cycles { nodes { id } } }'],
  ['get_document', { id: '$Spring plan' }, '{ document(id: "$Spring plan") { id } }'],
  ['list_documents', {}, '{ documents { nodes { id } } }'],
  ['list_projects', {}, '{ projects { nodes { id } } }'],
  ['get_project', { query: 'Spring release' }, '{ project(id: "$Spring release") { id } }'],
  ['list_project_labels', {}, '{ projectLabels { nodes { id } } }'],
  ['list_milestones', { project: 'Spring release' }, '{ projectMilestones { nodes { id } } }'],
  ['get_milestone', { project: 'Spring release', query: 'Alpha' }, '{ projectMilestone(id: "$Alpha") { id } }'],
  ['list_teams', {}, '{ teams { nodes { id } } }'],
  ['get_team', { query: 'Engineering' }, '{ team(id: "ENG") { id } }'],
  ['list_users', {}, '{ users { nodes { id } } }'],
  ['get_user', { query: 'me' }, '{ user(id: "me") { id } }'],
  ['get_workspace', {}, '{ organization { id } }'],
  ['list_initiatives', {}, '{ initiatives { nodes { id } } }'],
  ['get_initiative', { query: 'Win Europe' }, '{ initiative(id: "$Win Europe") { id } }'],
  ['list_initiative_labels', {}, '{ initiativeLabels { nodes { id } } }'],
  ['get_status_updates', { type: 'project' }, '{ projectUpdates { nodes { id } } }'],
  ['get_status_updates', { type: 'initiative', id: '$Slow' }, '{ initiativeUpdate(id: "$Slow") { id } }'],
  [
    'save_issue',
    { team: 'ENG', title: 'New', priority: 1, labels: ['Bug'] },
    'mutation { issueCreate(input: { teamId: "$Engineering", title: "New", priority: 1, labelIds: ["$Bug"] }) { success } }',
  ],
  [
    'save_issue',
    { id: 'ENG-1', state: 'Done', assignee: 'me' },
    'mutation { issueUpdate(id: "ENG-1", input: { stateId: "$Done", assigneeId: "$Ada Field" }) { success } }',
  ],
  [
    'create_issue_label',
    { name: 'Docs', color: '#112233' },
    'mutation { issueLabelCreate(input: { name: "Docs", color: "#112233", isGroup: false }) { success } }',
  ],
  ['delete_attachment', { id: '$Trace' }, 'mutation { attachmentDelete(id: "$Trace") { success } }'],
  [
    'save_comment',
    { issueId: 'ENG-1', body: 'Hi' },
    'mutation { commentCreate(input: { issueId: "ENG-1", body: "Hi" }) { success } }',
  ],
  ['save_comment', { id: '$Mine', body: 'Ours' }, 'mutation { commentUpdate(id: "$Mine", input: { body: "Ours" }) { success } }'],
  ['delete_comment', { id: '$Mine' }, 'mutation { commentDelete(id: "$Mine") { success } }'],
  [
    'save_document',
    { title: 'Doc', project: 'Spring release' },
    'mutation { documentCreate(input: { title: "Doc", projectId: "$Spring release" }) { success } }',
  ],
  [
    'save_document',
    { id: '$Notes', content: 'x' },
    'mutation { documentUpdate(id: "$Notes", input: { content: "x" }) { success } }',
  ],
  [
    'save_project',
    { name: 'Winter', addTeams: ['ENG'] },
    'mutation { projectCreate(input: { name: "Winter", teamIds: ["$Engineering"] }) { success } }',
  ],
  [
    'save_project',
    { id: 'Spring release', summary: 'x', lead: 'ben' },
    'mutation { projectUpdate(id: "$Spring release", input: { description: "x", leadId: "$Ben Okafor" }) { success } }',
  ],
  [
    'save_milestone',
    { project: 'Spring release', name: 'RC' },
    'mutation { projectMilestoneCreate(input: { projectId: "$Spring release", name: "RC" }) { success } }',
  ],
  [
    'save_milestone',
    { project: 'Spring release', id: 'Beta', targetDate: null },
    'mutation { projectMilestoneUpdate(id: "$Beta", input: { targetDate: null }) { success } }',
  ],
  ['save_initiative', { name: 'Asia' }, 'mutation { initiativeCreate(input: { name: "Asia" }) { success } }'],
  [
    'save_initiative',
    { id: 'Win Europe', status: 'Completed' },
    'mutation { initiativeUpdate(id: "$Win Europe", input: { status: Completed }) { success } }',
  ],
  [
    'create_initiative_label',
    { name: 'Bold' },
    'mutation { initiativeLabelCreate(input: { name: "Bold", isGroup: false }) { success } }',
  ],
  [
    'save_status_update',
    { type: 'project', project: 'Spring release', body: 'x', health: 'atRisk' },
    'mutation { projectUpdateCreate(input: { projectId: "$Spring release", body: "x", health: atRisk }) { success } }',
  ],
  [
    'save_status_update',
    { type: 'initiative', id: '$Slow', body: 'x' },
    'mutation { initiativeUpdateUpdate(id: "$Slow", input: { body: "x" }) { success } }',
  ],
  [
    'delete_status_update',
    { type: 'project', id: '$All well' },
    'mutation { projectUpdateArchive(id: "$All well") { success } }',
  ],
];

/** Puts the ids of named records in the place of `$name`. */
function resolved(text: string, world: Record<string, Record<string, unknown>[]>): string {
  return text.replaceAll(/\$([A-Z][A-Za-z ]*)/g, (_match, name: string) => {
    for (const records of Object.values(world)) {
      const found = records.find((one) => [one.name, one.title, one.body].includes(name));
      if (found) return found.id as string;
    }
    throw new Error(`nothing is called ${name}`);
  });
}

describe('a tool does and stamps the same as its GraphQL sibling:', () => {
  test.each(siblings)('%s %j', async (name, args, query) => {
    const world = (await twin.state()) as never;
    await value(name, JSON.parse(resolved(JSON.stringify(args), world)));
    const other = await serveLinear(full, CLOCK);
    try {
      await other.data(resolved(query, world));
      const [[byTool], [byQuery]] = [await twin.rows(), await other.rows()];
      expect([byTool?.tool, byTool?.state_mutation]).toEqual([byQuery?.tool, byQuery?.state_mutation]);
      expect(await twin.state()).toEqual(await other.state());
    } finally {
      await other.close();
    }
  });

  test('and every tool is among them', () => {
    expect([...new Set(siblings.map(([name]) => name))].sort()).toEqual(linear.definition.tools.map(({ name }) => name).sort());
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
    ['merge_diff', { urlOrId: 'x' }, /Unknown tool/],
  ])('%s %j is refused and changes nothing', async (name, args, message) => {
    const before = await twin.state();
    expect((await twin.tool(name, args as Record<string, unknown>)).error).toMatch(message);
    expect(await twin.state()).toEqual(before);
  });
});
