// Tools of the toolset `projects`. Inputs: github/github-mcp-server, pkg/github/__toolsnaps__ (projects_get, projects_list, projects_write). Answers and
// refusals: pkg/github/projects.go, projects_batch.go, projects_resolver.go and minimal_types.go.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { nodeId } from '../src/node-id.ts';
import { openapi } from './openapi.ts';
import { type Served, serveGithub } from './served.ts';

const seed = {
  viewer: 'ada',
  users: [
    { login: 'ada' },
    { login: 'grace' },
    { login: 'acme', type: 'Organization', members: ['ada'] },
    { login: 'other', type: 'Organization', members: ['grace'] },
  ],
  repositories: [
    {
      ...{ owner: 'acme', name: 'web', labels: ['bug'], milestones: [{ title: 'v1' }] },
      issues: [
        { number: 1, title: 'Login fails', labels: ['bug'], assignees: ['ada'], milestone: 'v1', comments: [{ body: 'Hm' }] },
        { number: 4, title: 'Dark mode' },
        { number: 5, title: 'Elsewhere' },
      ],
      pull_requests: [{ number: 2, title: 'Mend', head: 'mend', files: { a: 'a' }, draft: true }],
    },
    { owner: 'grace', name: 'secret', private: true, collaborators: [], issues: [{ number: 1, title: 'Secret' }] },
  ],
  projects: [
    {
      ...{ owner: 'acme', title: 'Roadmap', readme: '# It', creator: 'ada', created_at: '2026-01-01T00:00:00Z' },
      fields: [
        ...['Notes', { name: 'Size', type: 'number' }, { name: 'Due', type: 'date' }],
        { name: 'Sprint', iterations: [{ title: 'One', start_date: '2026-01-05', duration: 7 }] },
        { name: 'Priority', options: ['Low', { name: 'High', color: 'RED' }] },
      ],
      views: ['All', { name: 'Board', layout: 'board', filter: 'is:open', fields: ['Notes', 'Title'] }],
      items: [
        {
          issue: 'acme/web#1',
          fields: { Notes: 'n', Size: 3, Due: '2026-02-28', Sprint: 'One', Priority: 'High', Status: 'Todo' },
        },
        { draft: { title: 'Think', assignees: ['grace'] }, fields: { Size: 8 } },
        { issue: 'acme/web#2', fields: { Size: 0 } },
        { issue: 'acme/web#4', archived: true },
        { issue: 'grace/secret#1' },
      ],
      status_updates: [
        { body: 'Off we go', status: 'ON_TRACK', start_date: '2026-01-01', created_at: '2026-01-02T00:00:00Z' },
        { body: 'Late', status: 'AT_RISK', target_date: '2026-03-01', created_at: '2026-01-03T00:00:00Z', creator: 'grace' },
      ],
    },
    { owner: 'acme', title: 'Done with', closed: true, public: true },
    { owner: 'other', title: 'Theirs', public: true },
    { owner: 'other', title: 'Hidden' },
  ],
};

let twin: Served;
let client: Client;
beforeEach(async () => {
  twin = await serveGithub(seed, { mode: 'logical', start: '2026-01-10T00:00:00Z' });
  client = new Client({ name: 'test', version: '1.0.0' });
  const headers = { authorization: `Bearer ${twin.token}`, 'x-mcp-toolsets': 'projects' };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${twin.url}/mcp`), { requestInit: { headers } }));
});
afterEach(async () => {
  await client.close();
  await twin.close();
});

type Answer = { content: { text: string }[]; isError?: boolean };
const project = { owner: 'acme', owner_type: 'org', project_number: 1 };
const ask = async (name: string, args: object): Promise<Answer> =>
  (await client.callTool({ name, arguments: { ...project, ...args } })) as unknown as Answer;
const text = async (name: string, args: object): Promise<string> => {
  const { content, isError } = await ask(name, args);
  expect({ isError, content }).not.toHaveProperty('isError', true);
  return content[0]?.text ?? '';
};
// biome-ignore lint/suspicious/noExplicitAny: tools answer JSON of many shapes
const value = async (name: string, args: object): Promise<any> => JSON.parse(await text(name, args));
const list = (method: string, args = {}) => value('projects_list', { method, ...args });
const get = (method: string, args = {}) => value('projects_get', { method, ...args });
const write = (method: string, args = {}) => value('projects_write', { method, ...args });

interface World {
  projects: { id: number; owner_id: number; title: string; fields: { id: number; name: string }[]; views: { id: number }[] }[];
  project_items: { id: number; project_id: number }[];
  project_status_updates: { id: number }[];
}
const world = async (): Promise<World> => (await twin.evidence('state')) as World;
const fieldId = async (name: string): Promise<number> =>
  (await world()).projects[0]?.fields.find((one) => one.name === name)?.id as number;
const itemId = async (at: number): Promise<number> => (await world()).project_items[at]?.id as number;

describe('takes what is published:', () => {
  const place = ['method', 'owner', 'owner_type', 'project_number'];
  test.each<[string, string[], string[]]>([
    ['projects_list', [...place, 'after', 'before', 'field_names', 'fields', 'per_page', 'query'], ['method', 'owner']],
    ['projects_get', [...place, 'field_id', 'field_names', 'fields', 'item_id', 'status_update_id', 'view_id'], ['method']],
    [
      'projects_write',
      [
        ...[...place, 'body', 'field_name', 'filter', 'issue_number', 'item_id', 'item_owner', 'item_repo', 'item_type', 'items'],
        ...['iteration_duration', 'iterations', 'layout', 'name', 'pull_request_number', 'start_date', 'status', 'target_date'],
        ...['title', 'updated_field', 'view_id', 'visible_field_names', 'visible_fields'],
      ],
      ['method', 'owner'],
    ],
  ])('%s', async (name, properties, required) => {
    const { tools } = await client.listTools();
    const { inputSchema, annotations } = tools.find((one) => one.name === name) ?? {};
    expect(Object.keys(inputSchema?.properties ?? {}).sort()).toEqual(properties.sort());
    expect(inputSchema?.required?.toSorted()).toEqual(required);
    expect(annotations?.readOnlyHint).toBe(name !== 'projects_write');
  });
});

describe('projects_list', () => {
  test('lists projects that are seen, the last first, by words and state, and says of which type the owner is', async () => {
    const all = await list('list_projects', { owner_type: undefined });
    expect(all.projects.map((one: { title: string; owner_type: string }) => [one.title, one.owner_type])).toEqual([
      ['Done with', 'org'],
      ['Roadmap', 'org'],
    ]);
    expect(all.note).toMatch(/^Results include both user and org projects\./);
    expect(all.pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: false });
    const open = await list('list_projects', { query: 'road is:open' });
    expect([open.projects.length, open.note]).toEqual([1, undefined]);
    expect((await list('list_projects', { owner: 'OTHER' })).projects.map((one: { title: string }) => one.title)).toEqual([
      'Theirs',
    ]);
  });

  test('lists fields as the REST API has them', async () => {
    const first = await list('list_project_fields', { per_page: 10 });
    const { fields, pageInfo } = await list('list_project_fields', { per_page: 10, after: first.pageInfo.nextCursor });
    expect(fields.map(({ name }: { name: string }) => name)).toEqual(['Notes', 'Size', 'Due', 'Sprint', 'Priority']);
    expect(pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: true, prevCursor: expect.any(String) });
    const back = await list('list_project_fields', { per_page: 1, before: pageInfo.prevCursor });
    expect(back.fields).toEqual(first.fields.slice(-1));
    const all = [...first.fields, ...fields];
    expect((await openapi()).fault('GET', '/orgs/acme/projectsV2/1/fields', 200, all)).toBeUndefined();
    expect(fields[3].configuration).toMatchObject({ duration: 7, start_day: 1, iterations: [{ title: { raw: 'One' } }] });
  });

  test('lists items in their order with what they have in the fields that are named', async () => {
    const { items } = await list('list_project_items');
    expect(items.map((one: { content_type: string }) => one.content_type)).toEqual([
      ...['Issue', 'DraftIssue', 'PullRequest', 'Issue'],
    ]);
    expect(items[0]).toMatchObject({
      content: {
        ...{ number: 1, title: 'Login fails', repository: 'acme/web', author: 'ada', assignees: ['ada'] },
        ...{ labels: ['bug'], milestone: 'v1', comments: 1, state: 'open' },
      },
      fields: [{ name: 'Title', data_type: 'title', value: 'Login fails' }],
      creator: 'ada',
    });
    expect(items[2].content).toMatchObject({ number: 2, draft: true, html_url: expect.stringMatching(/\/pull\/2$/) });
    // Nothing is told of what the viewer doesn't see.
    expect([items[3].content, items[3].fields]).toEqual([undefined, [expect.not.objectContaining({ value: expect.anything() })]]);
    const names = ['Notes', 'size', 'Due', 'Sprint', 'Priority', 'Labels', 'Assignees', 'Repository', 'Milestone'];
    const shown = await list('list_project_items', { field_names: names });
    expect(shown.items[0].fields.map((one: { value: unknown }) => one.value)).toEqual([
      ...['n', 3, '2026-02-28', { id: expect.any(String), title: 'One', start_date: '2026-01-05', duration: 7 }],
      ...[{ id: expect.any(String), name: 'High', color: 'RED' }, ['bug'], ['ada'], 'acme/web', 'v1'],
    ]);
    expect(shown.items[2].fields[1]).toMatchObject({ name: 'Size', value: 0 });
    const byId = await list('list_project_items', { fields: [String(await fieldId('Size'))] });
    expect(byId.items[1].fields).toEqual([{ id: await fieldId('Size'), name: 'Size', data_type: 'number', value: 8 }]);
  });

  // https://docs.github.com/issues/planning-and-tracking-with-projects/customizing-views-in-your-project/filtering-projects
  test.each<[string, string[]]>([
    ['login', ['Login fails']],
    ['"Login fails"', ['Login fails']],
    ['-login is:open', ['Think', 'Mend']],
    ['is:issue', ['Login fails']],
    ['is:pr', ['Mend']],
    ['is:draft', ['Think', 'Mend']],
    ['is:pr,issue is:open', ['Login fails', 'Mend']],
    ['is:closed', []],
    ['status:todo', ['Login fails']],
    ['priority:low,high', ['Login fails']],
    ['no:priority is:draft', ['Think', 'Mend']],
    ['has:notes', ['Login fails']],
    ['label:bug assignee:@me', ['Login fails']],
    ['assignee:grace', ['Think']],
    ['repo:acme/web milestone:v1', ['Login fails']],
    ['size:>3', ['Think']],
    ['size:>=3', ['Login fails', 'Think']],
    ['size:0..3', ['Login fails', 'Mend']],
    ['due:<2026-03-01', ['Login fails']],
    ['sprint:One', ['Login fails']],
  ])('keeps of the items what the query %s asks for', async (query, titles) => {
    const { items } = await list('list_project_items', { query });
    expect(items.map((one: { content: { title: string } }) => one.content?.title)).toEqual(titles);
  });

  test('lists views and status updates with the cursors of GraphQL', async () => {
    const { views, pageInfo } = await list('list_project_views', { per_page: 1 });
    expect(views).toMatchObject([{ number: 1, name: 'All', layout: 'table', filter: '', visible_fields: expect.any(Array) }]);
    const second = await list('list_project_views', { per_page: 1, after: pageInfo.nextCursor });
    expect(second.views).toMatchObject([{ name: 'Board', visible_fields: [await fieldId('Notes'), await fieldId('Title')] }]);
    expect((await list('list_project_views', { per_page: 1, before: second.pageInfo.prevCursor })).views).toEqual(views);
    const { statusUpdates } = await list('list_project_status_updates');
    expect(statusUpdates).toEqual([
      {
        ...{ id: expect.stringMatching(/^PVTSU_/), body: 'Late', status: 'AT_RISK', target_date: '2026-03-01' },
        ...{ created_at: '2026-01-03T00:00:00Z', creator: { login: 'grace' } },
      },
      {
        ...{ id: expect.any(String), body: 'Off we go', status: 'ON_TRACK', start_date: '2026-01-01' },
        ...{ created_at: '2026-01-02T00:00:00Z', creator: { login: 'ada' } },
      },
    ]);
  });
});

describe('projects_get', () => {
  test('shows a project, with the time that Go has for none', async () => {
    const shown = await get('get_project', { owner_type: undefined });
    expect(shown).toMatchObject({
      ...{ number: 1, title: 'Roadmap', description: '# It', short_description: '', public: false },
      ...{ closed_at: '0001-01-01T00:00:00Z', deleted_at: '0001-01-01T00:00:00Z', owner: { login: 'acme' } },
    });
    expect(shown.node_id).toMatch(/^PVT_/);
  });

  test('shows a field, an item, a view and a status update as lists have them', async () => {
    const [{ fields }, { items }] = [await list('list_project_fields'), await list('list_project_items')];
    const [{ views }, { statusUpdates }] = [await list('list_project_views'), await list('list_project_status_updates')];
    expect(await get('get_project_field', { field_id: fields[2].id })).toEqual(fields[2]);
    expect(await get('get_project_item', { item_id: String(items[1].id) })).toEqual(items[1]);
    expect((await get('get_project_item', { item_id: items[1].id, field_names: ['Size'] })).fields).toMatchObject([{ value: 8 }]);
    const nodes = { owner: undefined, project_number: undefined };
    expect(await get('get_project_view', { ...nodes, view_id: views[1].id })).toEqual(views[1]);
    expect(await get('get_project_status_update', { ...nodes, status_update_id: statusUpdates[1].id })).toEqual(statusUpdates[1]);
  });
});

describe('projects_write', () => {
  test('makes a project, with an issue and a pull request in it', async () => {
    const made = await write('create_project', { title: 'New', project_number: undefined });
    expect(made).toEqual({
      id: expect.stringMatching(/^PVT_/),
      number: 3,
      title: 'New',
      url: `${twin.url}/orgs/acme/projects/3`,
    });
    const to = { project_number: 3, item_owner: 'acme', item_repo: 'web' };
    const added = await write('add_project_item', { ...to, item_type: 'issue', issue_number: 4 });
    expect(added.message).toBe('Successfully added issue acme/web#4 to project acme/3');
    expect(added.full_database_id).toBe(String(added.item_id));
    expect(await write('add_project_item', { ...to, item_type: 'issue', issue_number: 4 })).toEqual(added);
    await write('add_project_item', { ...to, item_type: 'pull_request', pull_request_number: 2 });
    const { items } = await list('list_project_items', { project_number: 3 });
    expect(items.map((one: { content: { number: number } }) => one.content.number)).toEqual([4, 2]);
    expect(await text('projects_write', { project_number: 3, method: 'delete_project_item', item_id: added.item_id })).toBe(
      'project item successfully deleted',
    );
    expect((await list('list_project_items', { project_number: 3 })).items).toHaveLength(1);
  });

  test.each<[string, unknown, unknown]>([
    ['Notes', 'Now', 'Now'],
    ['size', 0.5, 0.5],
    ['Due', '2026-04-01', '2026-04-01'],
    ['Priority', 'low', expect.objectContaining({ name: 'Low' })],
    ['Status', '98236657', expect.objectContaining({ name: 'Done' })],
    ['Notes', null, undefined],
  ])('sets %s to %j by the issue', async (name, given, shown) => {
    const of = { item_owner: 'acme', item_repo: 'web', issue_number: 1, updated_field: { name, value: given } };
    const item = await write('update_project_item', of);
    expect((await get('get_project_item', { item_id: item.id, field_names: [name] })).fields[0].value).toEqual(shown);
  });

  test('sets one value for many items, each told in its own way, and tells of each what became of it', async () => {
    const [draft, pull] = [await itemId(1), await itemId(2)];
    const [{ id = 0 } = {}] = (await world()).projects;
    const items = [
      { item_owner: 'acme', item_repo: 'web', issue_number: 1 },
      { item_id: draft },
      { node_id: nodeId('PVTI', id, pull) },
      { item_id: draft },
      { item_owner: 'acme', item_repo: 'web', issue_number: 5 },
      { item_id: 1 },
      {},
    ];
    const { results, ...counts } = await write('update_project_items', {
      items,
      updated_field: { name: 'Priority', value: 'Low' },
    });
    expect(counts).toEqual({ total: 7, succeeded: 3, failed: 4, unknown: 0 });
    expect(results.map((one: { status: string; error?: { code: string } }) => one.error?.code ?? one.status)).toEqual([
      ...[
        'succeeded',
        'succeeded',
        'succeeded',
        'duplicate_target',
        'item_not_in_project',
        'resolution_failed',
        'invalid_item_ref',
      ],
    ]);
    expect(results[4].error.hint).toMatch(/add it first via add_project_item$/);
    const { items: shown } = await list('list_project_items', { query: 'priority:low' });
    expect(shown).toHaveLength(3);
    const priority = await fieldId('Priority');
    await write('update_project_items', { items: items.slice(0, 2), updated_field: { id: priority, value: null } });
    expect((await list('list_project_items', { query: 'priority:low' })).items).toHaveLength(1);
  });

  test('makes, changes and deletes views', async () => {
    const names = ['Status', 'Title'];
    const made = await write('create_project_view', {
      name: 'Mine',
      layout: 'board',
      filter: 'is:open',
      visible_field_names: names,
    });
    expect(made).toMatchObject({ number: 3, name: 'Mine', layout: 'board', filter: 'is:open' });
    expect(made.visible_fields).toEqual([await fieldId('Status'), await fieldId('Title')]);
    const of = { view_id: made.id };
    expect(await write('update_project_view', { ...of, filter: null })).toEqual({ ...made, filter: '' });
    const notes = String(await fieldId('Notes'));
    expect(await write('update_project_view', { ...of, name: 'Ours', visible_fields: [notes] })).toMatchObject({
      ...{ name: 'Ours', layout: 'board', visible_fields: [Number(notes)] },
    });
    const usual = await write('update_project_view', { ...of, visible_fields: [] });
    expect(usual.visible_fields).toHaveLength(3);
    expect(await write('update_project_view', { ...of, layout: 'roadmap' })).toMatchObject({
      layout: 'roadmap',
      visible_fields: [],
    });
    expect(await write('delete_project_view', of)).toEqual({ deleted_view_id: made.id });
    expect((await list('list_project_views')).views.map((one: { name: string }) => one.name)).toEqual(['All', 'Board']);
  });

  test('tells how a project stands, and adds a field of iterations', async () => {
    const said = await write('create_project_status_update', { body: 'Done', status: 'COMPLETE', target_date: '2026-02-01' });
    expect(said).toMatchObject({ body: 'Done', status: 'COMPLETE', target_date: '2026-02-01', creator: { login: 'ada' } });
    expect((await list('list_project_status_updates', { per_page: 1 })).statusUpdates).toEqual([said]);
    const made = await write('create_iteration_field', { field_name: 'Cycle', iteration_duration: 14, start_date: '2026-02-02' });
    expect(made).toEqual({
      ...{ id: expect.stringMatching(/^PVTIF_/), name: 'Cycle' },
      configuration: {
        iterations: ['2026-02-02', '2026-02-16', '2026-03-02'].map((start_date, at) => ({
          ...{ id: expect.any(String), title: `Iteration ${at + 1}`, start_date, duration: 14 },
        })),
      },
    });
    const own = [{ title: 'Only', start_date: '2026-02-02', duration: 3 }];
    const other = await write('create_iteration_field', {
      ...{ field_name: 'Other', iteration_duration: 14, start_date: '2026-02-02', iterations: own },
    });
    expect(other.configuration.iterations).toEqual([{ id: expect.any(String), ...own[0] }]);
  });
});

describe('is refused, and changes nothing:', () => {
  const item = { item_owner: 'acme', item_repo: 'web', issue_number: 1 };
  const field = (name: string, given: unknown) => ({
    ...item,
    method: 'update_project_item',
    updated_field: { name, value: given },
  });
  test.each<[string, object, string | RegExp]>([
    [
      'projects_list',
      { method: 'list_projects', owner: 'nobody', owner_type: undefined },
      "failed to list projects for owner 'nobody': not found as user or organization",
    ],
    ['projects_list', { method: 'list_projects', owner_type: 'user' }, 'Not Found'],
    ['projects_list', { method: 'list_project_fields', project_number: undefined }, 'missing required parameter: project_number'],
    [
      'projects_list',
      { method: 'list_project_items', fields: ['1'], field_names: ['Notes'] },
      "provide either 'fields' or 'field_names', not both",
    ],
    [
      'projects_list',
      { method: 'list_project_items', field_names: ['Riddle'] },
      /^\{"error":"field_not_found","name":"Riddle","candidates":\[\{"name":"Title","data_type":"TITLE"\}.*"no project field named \\"Riddle\\" on project acme#1"\}$/,
    ],
    [
      'projects_list',
      { method: 'list_project_items', fields: ['x'] },
      /^parameter fields: failed to convert element 0 \(x\) to int64: /,
    ],
    ['projects_list', { method: 'list_project_items', query: 'riddle:x' }, /doesn't model the qualifier riddle/],
    ['projects_list', { method: 'list_project_items', query: 'is:constructor' }, /doesn't model the qualifier is:constructor/],
    ['projects_list', { method: 'list_project_views', after: 'x', before: 'y' }, "provide either 'after' or 'before', not both"],
    ['projects_list', { method: 'list_project_views', after: 'x' }, /^failed to list project views: `x` does not appear to be/],
    ['projects_get', { method: 'get_project', project_number: 9 }, 'Not Found'],
    ['projects_get', { method: 'get_project', owner: 'other', project_number: 2 }, 'Not Found'],
    [
      'projects_get',
      { method: 'get_project', owner: 'nobody', owner_type: undefined },
      'could not determine owner type for nobody with project 1: owner is neither a user nor an org with this project',
    ],
    ['projects_get', { method: 'get_project_field' }, 'missing required parameter: field_id'],
    ['projects_get', { method: 'get_project_field', field_id: 1 }, 'Not Found'],
    ['projects_get', { method: 'get_project_item', item_id: 1 }, 'Not Found'],
    ['projects_get', { method: 'get_project_view' }, 'missing required parameter: view_id'],
    ['projects_get', { method: 'get_project_view', view_id: nodeId('U', 1001) }, /^failed to get project view: node is not a/],
    [
      'projects_get',
      { method: 'get_project_status_update', status_update_id: 'x' },
      "failed to get project status update: Could not resolve to a node with the global id of 'x'",
    ],
    [
      'projects_write',
      { method: 'create_project', title: 'x', owner_type: undefined },
      'owner_type is required for create_project',
    ],
    ['projects_write', { method: 'create_project' }, 'missing required parameter: title'],
    [
      'projects_write',
      { method: 'create_project', title: 'x', owner: 'other' },
      'Resource not accessible by personal access token',
    ],
    [
      'projects_write',
      { ...item, method: 'add_project_item', owner: 'other', item_type: 'issue' },
      'Resource not accessible by personal access token',
    ],
    [
      'projects_write',
      { ...item, method: 'add_project_item', item_type: 'pull_request' },
      "pull_request_number is required when item_type is 'pull_request'",
    ],
    [
      'projects_write',
      { ...item, method: 'add_project_item', item_type: 'issue', issue_number: 2 },
      'failed to resolve issue: failed to resolve issue acme/web#2: Could not resolve to an Issue with the number of 2.',
    ],
    [
      'projects_write',
      { method: 'add_project_item', item_type: 'issue', item_owner: 'grace', item_repo: 'secret', issue_number: 1 },
      "failed to resolve issue: failed to resolve issue grace/secret#1: Could not resolve to a Repository with the name 'grace/secret'.",
    ],
    [
      'projects_write',
      { method: 'update_project_item', updated_field: { name: 'x', value: 1 } },
      /^update_project_item requires either/,
    ],
    ['projects_write', { ...item, method: 'update_project_item' }, 'missing required parameter: updated_field'],
    [
      'projects_write',
      { ...item, method: 'update_project_item', updated_field: { id: 1, name: 'x', value: 1 } },
      'updated_field must set either id or name, not both',
    ],
    [
      'projects_write',
      { ...item, method: 'update_project_item', updated_field: { name: 'Notes' } },
      'updated_field.value is required',
    ],
    ['projects_write', field('Notes', 1), 'field "Notes" is TEXT; value must be a string'],
    ['projects_write', field('Size', '1'), 'field "Size" is NUMBER; value must be a number'],
    ['projects_write', field('Due', '2026-02-30'), 'field "Due" is DATE; value "2026-02-30" is not in YYYY-MM-DD format'],
    [
      'projects_write',
      field('Priority', 'Riddle'),
      /^\{"error":"option_not_found","name":"Riddle","candidates":\[\{"name":"Low"\}/,
    ],
    ['projects_write', field('Sprint', 'Riddle'), 'The iteration Id does not belong to the field'],
    ['projects_write', field('Title', 'x'), 'The field of type title is currently not supported.'],
    [
      'projects_write',
      { method: 'update_project_items', items: [], updated_field: { name: 'Notes', value: 'x' } },
      'items must contain at least one entry',
    ],
    [
      'projects_write',
      { method: 'update_project_items', items: Array(51).fill({ item_id: 1 }), updated_field: { name: 'Notes', value: 'x' } },
      'items exceeds maximum of 50 entries per call (got 51)',
    ],
    [
      'projects_write',
      { method: 'update_project_items', items: [{ item_id: 1 }], updated_field: { name: 'Notes', value: 'x' } },
      /^\{"failed":1,"results":\[\{"index":0,.*"succeeded":0,"total":1,"unknown":0\}$/,
    ],
    ['projects_write', { method: 'delete_project_item', item_id: 1 }, 'Not Found'],
    ['projects_write', { method: 'create_project_view', name: ' ', layout: 'table' }, 'name must not be empty'],
    ['projects_write', { method: 'create_project_view', name: 'x' }, 'missing required parameter: layout'],
    [
      'projects_write',
      { method: 'create_project_view', name: 'x', layout: 'roadmap', visible_field_names: ['Title'] },
      'visible fields are not supported for roadmap views',
    ],
    [
      'projects_write',
      { method: 'create_project_view', name: 'x', layout: 'table', visible_field_names: ['Title', 'title'] },
      'project field "Title" is included more than once',
    ],
    [
      'projects_write',
      { method: 'create_project_view', name: 'x', layout: 'table', visible_fields: ['1'] },
      'project field database ID 1 was not found on project acme#1',
    ],
    ['projects_write', { method: 'update_project_view', view_id: 'x' }, /^update_project_view requires at least one of name, /],
    [
      'projects_write',
      { method: 'update_project_view', view_id: 'x', name: 'y' },
      /^failed to update project view: node is not a/,
    ],
    ['projects_write', { method: 'delete_project_view' }, 'missing required parameter: view_id'],
    [
      'projects_write',
      { method: 'create_project_status_update', start_date: 'x' },
      'invalid start_date "x": must be YYYY-MM-DD format',
    ],
    [
      'projects_write',
      { method: 'create_iteration_field', field_name: 'Sprint', iteration_duration: 7, start_date: '2026-01-05' },
      /^Validation Failed/,
    ],
  ])('%s %j', async (name, args, words) => {
    const before = await twin.evidence('state');
    const { isError, content } = await ask(name, args);
    expect(isError).toBe(true);
    if (typeof words === 'string') expect(content[0]?.text).toBe(words);
    else expect(content[0]?.text).toMatch(words);
    expect(await twin.evidence('state')).toEqual(before);
  });

  test('a view of another project', async () => {
    const other = (await world()).projects.find(({ title }) => title === 'Done with');
    const view_id = nodeId('PVTV', other?.owner_id ?? 0, other?.id ?? 0, other?.views[0]?.id ?? 0);
    const { isError, content } = await ask('projects_write', { method: 'delete_project_view', view_id });
    expect([isError, content[0]?.text]).toEqual([
      true,
      'failed to delete project view: project view does not belong to the requested project',
    ]);
  });
});

describe('GraphQL', () => {
  // biome-ignore lint/suspicious/noExplicitAny: each question has an answer of its own
  const asked = (query: string, variables = {}): Promise<any> => twin.octokit.graphql(query, variables);
  const shown = 'id body bodyHTML status startDate targetDate createdAt updatedAt creator { login } project { number }';

  test('tells the same status updates, makes, changes and deletes them', async () => {
    const { organization } = await asked(`{ organization(login: "acme") { projectV2(number: 1) { id
      statusUpdates(first: 5) { totalCount nodes { ${shown} } }
      first: statusUpdates(first: 1, orderBy: { field: CREATED_AT, direction: ASC }) { nodes { body } } } } }`);
    const { id, statusUpdates, first } = organization.projectV2;
    expect(statusUpdates).toMatchObject({
      totalCount: 2,
      nodes: [{ body: 'Late', bodyHTML: expect.stringContaining('Late'), status: 'AT_RISK', targetDate: '2026-03-01' }, {}],
    });
    expect(first.nodes).toEqual([{ body: 'Off we go' }]);
    const change = async (name: string, input: object, selection: string) => {
      const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
      return (await asked(`mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`, { input }))[name];
    };
    const made = await change('createProjectV2StatusUpdate', { projectId: id, body: 'B' }, `statusUpdate { ${shown} }`);
    expect(made.statusUpdate).toMatchObject({ body: 'B', status: null, project: { number: 1 }, creator: { login: 'ada' } });
    const of = { statusUpdateId: made.statusUpdate.id };
    const given = { ...of, body: null, status: 'COMPLETE' };
    expect((await change('updateProjectV2StatusUpdate', given, `statusUpdate { ${shown} }`)).statusUpdate).toMatchObject({
      ...{ body: null, bodyHTML: null, status: 'COMPLETE' },
    });
    expect(await change('deleteProjectV2StatusUpdate', of, 'deletedStatusUpdateId projectV2 { id }')).toEqual({
      ...{ deletedStatusUpdateId: made.statusUpdate.id, projectV2: { id } },
    });
    await change('deleteProjectV2', { projectId: id }, 'projectV2 { id }');
    expect((await world()).project_status_updates).toEqual([]);
  });

  test('tells what views show, and a deleted field is shown by none', async () => {
    const views = async () =>
      (
        await asked(`{ organization(login: "acme") { projectV2(number: 1) { views(first: 5) { nodes { name
        fields(first: 9) { nodes { ... on ProjectV2FieldCommon { name } } } } } } } }`)
      ).organization.projectV2.views.nodes.map((view: { fields: { nodes: { name: string }[] } }) =>
        view.fields.nodes.map(({ name }) => name),
      );
    expect(await views()).toEqual([
      ['Title', 'Assignees', 'Status'],
      ['Notes', 'Title'],
    ]);
    const [{ id = 0, owner_id = 0 } = {}] = (await world()).projects;
    const notes = nodeId('PVTF', owner_id, id, await fieldId('Notes'));
    await asked('mutation ($id: ID!) { deleteProjectV2Field(input: { fieldId: $id }) { clientMutationId } }', { id: notes });
    expect((await views())[1]).toEqual(['Title']);
  });
});
