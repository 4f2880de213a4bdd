// What `gh project` changes: cli/cli, pkg/cmd/project (create, edit, close, copy, delete, field-create, field-delete, item-add, item-create, item-edit,
// item-archive, item-delete, link, mark-template), whose mutations these are. Inputs and payloads: npm @octokit/graphql-schema.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
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
      ...{ owner: 'acme', name: 'web', issues: [{ number: 1, title: 'One' }] },
      pull_requests: [{ number: 2, title: 'Mend', head: 'mend', files: { a: 'a' } }],
    },
    { owner: 'ada', name: 'mine' },
  ],
  projects: [
    {
      ...{ owner: 'acme', title: 'Roadmap', creator: 'ada' },
      fields: [
        'Notes',
        { name: 'Size', type: 'number' },
        { name: 'Due', type: 'date' },
        { name: 'Priority', options: ['Low', 'High'] },
      ],
      items: [{ draft: { title: 'Think', body: 'Hm', assignees: ['grace'] }, fields: { Priority: 'High', Notes: 'n' } }],
    },
    { owner: 'other', title: 'Theirs', public: true },
  ],
};

let twin: Served;
// biome-ignore lint/suspicious/noExplicitAny: each question has an answer of its own
const ask = (query: string, variables = {}): Promise<any> => twin.octokit.graphql(query, variables);
/** One mutation, with what is selected of its payload. */
const change = async (name: string, input: object, selection: string) => {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  return (await ask(`mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`, { input }))[name];
};
const SHOWN = `id title number closed public readme shortDescription template
  fields(first: 30) { nodes { ... on ProjectV2FieldCommon { id name dataType } ... on ProjectV2SingleSelectField { options { id name } } } }
  items(first: 30) { totalCount nodes { id content { __typename ... on DraftIssue { id title body assignees(first: 5) { nodes { login } } } ... on Issue { number } }
    fieldValues(first: 30) { nodes { ... on ProjectV2ItemFieldTextValue { text } ... on ProjectV2ItemFieldNumberValue { number }
      ... on ProjectV2ItemFieldDateValue { date } ... on ProjectV2ItemFieldSingleSelectValue { name } } } } }`;
const plan = async (number = 1) =>
  (await ask(`{ organization(login: "acme") { id projectV2(number: ${number}) { ${SHOWN} } } repository(owner: "acme", name: "web") {
    id issue(number: 1) { id } pullRequest(number: 2) { id } } viewer { id } }`)) as Record<string, never>;
type Named = { id: string; name: string; options?: { id: string; name: string }[] };

let project: { id: string; fields: { nodes: Named[] }; items: { nodes: { id: string; content: { id: string } }[] } };
let ids: { org: string; web: string; issue: string; pull: string; viewer: string };
beforeEach(async () => {
  twin = await serveGithub(seed, { mode: 'logical', start: '2026-01-10T00:00:00Z' });
  // biome-ignore lint/suspicious/noExplicitAny: see above
  const { organization, repository, viewer } = (await plan()) as any;
  project = organization.projectV2;
  ids = {
    org: organization.id,
    web: repository.id,
    issue: repository.issue.id,
    pull: repository.pullRequest.id,
    viewer: viewer.id,
  };
});
afterEach(() => twin.close());

const fieldNamed = (name: string): Named => project.fields.nodes.find((one) => one.name === name) as Named;
const draft = () => project.items.nodes[0] as { id: string; content: { id: string } };
const state = async () => (await twin.evidence('state')) as Record<string, Record<string, unknown>[]>;

describe('a project', () => {
  test('is made, edited, closed, copied and deleted', async () => {
    const { projectV2: made } = await change('createProjectV2', { ownerId: ids.org, title: 'New' }, `projectV2 { ${SHOWN} }`);
    expect(made).toMatchObject({ title: 'New', number: 2, closed: false, public: false, items: { totalCount: 0 } });
    expect(made.fields.nodes.map(({ name }: Named) => name)).toEqual(project.fields.nodes.slice(0, 10).map(({ name }) => name));
    const edit = { projectId: made.id, title: 'Newer', shortDescription: 'S', readme: '# R', closed: true, public: true };
    const { projectV2: edited } = await change('updateProjectV2', edit, `projectV2 { ${SHOWN} }`);
    expect(edited).toMatchObject({ title: 'Newer', shortDescription: 'S', readme: '# R', closed: true, public: true });
    const copy = { projectId: project.id, ownerId: ids.viewer, title: 'Copy', includeDraftIssues: true };
    const { projectV2: copied } = await change('copyProjectV2', copy, `projectV2 { ${SHOWN} }`);
    expect(copied).toMatchObject({ title: 'Copy', number: 1, items: { nodes: [{ content: { title: 'Think' } }] } });
    const texts = copied.items.nodes[0].fieldValues.nodes;
    expect(texts).toEqual(expect.arrayContaining([{ name: 'High' }, { text: 'n' }]));
    await change('deleteProjectV2', { projectId: copied.id }, 'projectV2 { title }');
    await expect(ask('{ viewer { projectV2(number: 1) { id } } }')).rejects.toThrow('Could not resolve to a ProjectV2');
    expect((await state()).project_items).toHaveLength(1);
  });

  test('is listed in a repository of its owner, and a template of an organisation', async () => {
    const link = { projectId: project.id, repositoryId: ids.web };
    await change('linkProjectV2ToRepository', link, 'repository { name }');
    const listed = async () =>
      (await ask('{ repository(owner: "acme", name: "web") { projectsV2(first: 5) { totalCount } } }')).repository.projectsV2;
    expect(await listed()).toEqual({ totalCount: 1 });
    await change('unlinkProjectV2FromRepository', link, 'repository { name }');
    expect(await listed()).toEqual({ totalCount: 0 });
    const { projectV2 } = await change('markProjectV2AsTemplate', { projectId: project.id }, 'projectV2 { template }');
    expect(projectV2).toEqual({ template: true });
    await change('unmarkProjectV2AsTemplate', { projectId: project.id }, 'projectV2 { template }');
    const { repository } = await ask('{ repository(owner: "ada", name: "mine") { id } }');
    await expect(
      change('linkProjectV2ToRepository', { ...link, repositoryId: repository.id }, 'repository { name }'),
    ).rejects.toThrow('same owner');
  });
});

test('fields are made and deleted, with their values', async () => {
  const options = ['Red', 'Blue'].map((name) => ({ name, color: 'GRAY', description: '' }));
  const input = { projectId: project.id, dataType: 'SINGLE_SELECT', name: 'Team', singleSelectOptions: options };
  const { projectV2Field } = await change(
    'createProjectV2Field',
    input,
    'projectV2Field { ... on ProjectV2SingleSelectField { id name options { id name } } }',
  );
  expect(projectV2Field).toMatchObject({ name: 'Team', options: [{ name: 'Red' }, { name: 'Blue' }] });
  await expect(change('createProjectV2Field', input, 'clientMutationId')).rejects.toThrow('Name has already been taken');
  const sprint = { projectId: project.id, dataType: 'ITERATION', name: 'Sprint' };
  const configuration = { startDate: '2026-02-02', duration: 7, iterations: [] };
  await change('createProjectV2Field', { ...sprint, iterationConfiguration: configuration }, 'clientMutationId');
  const made = (await state()).projects?.[0]?.fields as { name: string; iterations: { start_date: string }[] }[];
  expect(made.find(({ name }) => name === 'Sprint')?.iterations.map(({ start_date }) => start_date)).toEqual([
    ...['2026-02-02', '2026-02-09', '2026-02-16'],
  ]);
  await change('deleteProjectV2Field', { fieldId: fieldNamed('Notes').id }, 'projectV2Field { ... on ProjectV2Field { name } }');
  const [item] = (await state()).project_items as { values: object }[];
  expect(Object.keys(item?.values ?? {})).toHaveLength(1);
  await expect(change('deleteProjectV2Field', { fieldId: fieldNamed('Title').id }, 'clientMutationId')).rejects.toThrow(
    "can't be deleted",
  );
});

describe('items', () => {
  test('are added once, filled, cleared, put away and deleted', async () => {
    const add = async (contentId: string) =>
      (await change('addProjectV2ItemById', { projectId: project.id, contentId }, 'item { id type }')).item;
    const item = await add(ids.issue);
    expect([item.type, (await add(ids.pull)).type, (await add(ids.issue)).id]).toEqual(['ISSUE', 'PULL_REQUEST', item.id]);
    const at = { projectId: project.id, itemId: item.id };
    const high = fieldNamed('Priority').options?.[1]?.id;
    for (const [name, value] of [
      ['Notes', { text: 'So' }],
      ['Size', { number: 1.5 }],
      ['Due', { date: '2026-03-01' }],
      ['Priority', { singleSelectOptionId: high }],
    ] as const)
      await change('updateProjectV2ItemFieldValue', { ...at, fieldId: fieldNamed(name).id, value }, 'projectV2Item { id }');
    const values = async () =>
      (
        await ask(
          'query ($id: ID!) { node(id: $id) { ... on ProjectV2Item { isArchived notes: fieldValueByName(name: "Notes") { ... on ProjectV2ItemFieldTextValue { text } } size: fieldValueByName(name: "Size") { ... on ProjectV2ItemFieldNumberValue { number } } due: fieldValueByName(name: "Due") { ... on ProjectV2ItemFieldDateValue { date } } priority: fieldValueByName(name: "Priority") { ... on ProjectV2ItemFieldSingleSelectValue { name } } } } }',
          { id: item.id },
        )
      ).node;
    const filled = { notes: { text: 'So' }, size: { number: 1.5 }, due: { date: '2026-03-01' }, priority: { name: 'High' } };
    expect(await values()).toEqual({ ...filled, isArchived: false });
    await change('clearProjectV2ItemFieldValue', { ...at, fieldId: fieldNamed('Notes').id }, 'projectV2Item { id }');
    await change('archiveProjectV2Item', at, 'item { id }');
    expect(await values()).toEqual({ ...filled, notes: null, isArchived: true });
    await change('unarchiveProjectV2Item', at, 'item { id }');
    expect(await change('deleteProjectV2Item', at, 'deletedItemId')).toEqual({ deletedItemId: item.id });
    expect((await state()).project_items).toHaveLength(2);
  });

  test('are drafts that become issues', async () => {
    const made = { projectId: project.id, title: 'Draft', body: 'B', assigneeIds: [ids.viewer] };
    const { projectItem } = await change(
      'addProjectV2DraftIssue',
      made,
      'projectItem { id content { ... on DraftIssue { id title assignees(first: 5) { nodes { login } } } } }',
    );
    expect(projectItem.content).toMatchObject({ title: 'Draft', assignees: { nodes: [{ login: 'ada' }] } });
    const edit = { draftIssueId: projectItem.content.id, title: 'Edited' };
    expect(await change('updateProjectV2DraftIssue', edit, 'draftIssue { title body }')).toEqual({
      draftIssue: { title: 'Edited', body: 'B' },
    });
    const convert = { itemId: projectItem.id, repositoryId: ids.web };
    const { item } = await change(
      'convertProjectV2DraftIssueItemToIssue',
      convert,
      'item { id content { ... on Issue { number title } } }',
    );
    expect(item).toEqual({ id: projectItem.id, content: { number: 3, title: 'Edited' } });
  });
});

// In GitHub's words, as users of gh met them.
test.each<[string, () => Promise<unknown>, string]>([
  [
    'a text for a choice',
    () => value(fieldNamed('Priority').id, { text: 'High' }),
    'Did not receive a single select option Id to update a field of type single_select',
  ],
  [
    "another field's choice",
    () => value(fieldNamed('Priority').id, { singleSelectOptionId: '47fc9ee4' }),
    'The single select option Id does not belong to the field',
  ],
  ['a title', () => value(fieldNamed('Title').id, { text: 'x' }), 'The field of type title is currently not supported.'],
  ['no title', () => change('createProjectV2', { ownerId: ids.org, title: ' ' }, 'clientMutationId'), "Title can't be blank"],
  [
    'a project of others',
    async () => {
      const { organization } = await ask('{ organization(login: "other") { projectV2(number: 1) { id } } }');
      return change('updateProjectV2', { projectId: organization.projectV2.id, title: 'x' }, 'clientMutationId');
    },
    'ada does not have the correct permissions to execute `UpdateProjectV2`',
  ],
])('%s is refused', async (_what, call, message) => {
  const before = await state();
  await expect(call()).rejects.toThrow(message);
  expect(await state()).toEqual(before);
});

const value = (fieldId: string, given: object) =>
  change(
    'updateProjectV2ItemFieldValue',
    { projectId: project.id, itemId: draft().id, fieldId, value: given },
    'clientMutationId',
  );
