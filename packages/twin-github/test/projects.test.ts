// Projects (version 2) as GitHub's GraphQL API has them, and as `gh` asks for them: cli/cli, pkg/cmd/project/shared/queries/queries.go and api/query_builder.go.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { github } from '../src/index.ts';
import { type Served, serveGithub } from './served.ts';

const day = (at: number): string => `2026-01-0${at}T00:00:00Z`;
const STRANGE = '<img src=x onerror=alert(1)> "quoted" \u202e & 日本語';
const seed = {
  viewer: 'ada',
  users: [
    { login: 'ada' },
    { login: 'grace' },
    { login: 'acme', type: 'Organization', members: ['ada'], teams: [{ name: 'Core' }] },
    { login: 'other', type: 'Organization', members: ['grace'] },
  ],
  repositories: [
    {
      ...{ owner: 'acme', name: 'web', labels: ['bug'], milestones: [{ title: 'v1' }] },
      issues: [
        { number: 1, title: STRANGE, labels: ['bug'], assignees: ['ada'], milestone: 'v1' },
        { number: 2, title: 'Two' },
      ],
      pull_requests: [
        {
          ...{ number: 3, title: 'Mend', head: 'mend', user: 'grace', files: { a: 'a' } },
          ...{ requested_reviewers: ['ada'], requested_teams: ['Core'] },
        },
      ],
    },
    { owner: 'grace', name: 'secret', private: true, collaborators: [], issues: [{ number: 1, title: 'Secret' }] },
  ],
  projects: [
    {
      ...{ owner: 'acme', title: 'Roadmap', short_description: STRANGE, readme: '# It', repositories: ['acme/web'] },
      ...{ created_at: day(1), updated_at: day(2) },
      fields: [
        ...['Notes', { name: 'Size', type: 'number' }, { name: 'Due', type: 'date' }],
        {
          name: 'Sprint',
          iterations: [
            { title: 'One', start_date: '2025-12-01', duration: 7 },
            { title: 'Two', start_date: '2026-01-05', duration: 7 },
          ],
        },
        { name: 'Priority', options: ['Low', { name: 'High', color: 'RED', description: 'Now' }] },
      ],
      views: ['All', { name: 'Board', layout: 'board', filter: 'is:open' }],
      items: [
        {
          issue: 'acme/web#1',
          fields: { Status: 'In Progress', Notes: STRANGE, Size: 0.5, Due: '2026-02-28', Sprint: 'Two', Priority: 'High' },
        },
        { draft: { title: 'Think', body: 'It **is**', assignees: ['grace'] }, fields: { Status: 'Todo' } },
        { issue: 'acme/web#3' },
        { issue: 'acme/web#2', archived: true },
        { issue: 'grace/secret#1' },
      ],
    },
    { owner: 'acme', title: 'Done with', closed: true, public: true },
    { title: 'My own', template: true },
    { owner: 'other', title: 'Theirs' },
    { owner: 'other', title: 'Shown', public: true, number: 7 },
  ],
};

let twin: Served;
beforeAll(async () => {
  twin = await serveGithub(seed, { mode: 'logical', start: '2026-01-10T00:00:00Z' });
});
afterAll(() => twin.close());

// biome-ignore lint/suspicious/noExplicitAny: each question has an answer of its own
const ask = (query: string, variables = {}): Promise<any> => twin.octokit.graphql(query, variables);
const inPlan = async (selection: string) =>
  (await ask(`{ organization(login: "acme") { projectV2(number: 1) { ${selection} } } }`)).organization.projectV2;

describe('projects are listed', () => {
  test.each([
    ['organization(login: "acme")', '', ['Done with', 'Roadmap']],
    ['organization(login: "acme")', ', query: "is:open"', ['Roadmap']],
    ['organization(login: "acme")', ', query: "DONE is:closed"', ['Done with']],
    ['organization(login: "acme")', ', orderBy: { field: NUMBER, direction: ASC }', ['Roadmap', 'Done with']],
    ['organization(login: "acme")', ', minPermissionLevel: WRITE', ['Done with', 'Roadmap']],
    ['organization(login: "acme")', ', minPermissionLevel: ADMIN', ['Done with', 'Roadmap']],
    ['organization(login: "other")', '', ['Shown']],
    ['organization(login: "other")', ', minPermissionLevel: WRITE', []],
    ['viewer', '', ['My own']],
    ['repository(owner: "acme", name: "web")', '', ['Roadmap']],
  ])('of %s%s', async (owner, args, titles) => {
    const { of } = await ask(`{ of: ${owner} { projectsV2(first: 9${args}) { totalCount nodes { title } } } }`);
    expect(of.projectsV2).toEqual({ totalCount: titles.length, nodes: titles.map((title) => ({ title })) });
  });

  test('in pages, by cursors', async () => {
    const page = (after: string | null) =>
      ask(
        'query ($after: String) { organization(login: "acme") { projectsV2(first: 1, after: $after) { nodes { number } pageInfo { hasNextPage endCursor } } } }',
        { after },
      );
    const { projectsV2: first } = (await page(null)).organization;
    const { projectsV2: second } = (await page(first.pageInfo.endCursor)).organization;
    expect([first.nodes, second.nodes, first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([
      ...[[{ number: 2 }], [{ number: 1 }], true, false],
    ]);
  });

  test.each(['organization(login: "other") { projectV2(number: 1) { id } }', 'viewer { projectV2(number: 9) { id } }'])(
    'and one that is not there, or not to be seen, is not found: %s',
    async (query) => {
      const number = /number: (\d)/.exec(query)?.[1];
      await expect(ask(`{ ${query} }`)).rejects.toThrow(`Could not resolve to a ProjectV2 with the number ${number}.`);
    },
  );
});

/** As `gh project view` and `gh project item-list` put their question together. */
const FIELD = `field { __typename
  ... on ProjectV2Field { id name dataType }
  ... on ProjectV2IterationField { id name dataType configuration { iterations { startDate id } } }
  ... on ProjectV2SingleSelectField { id name dataType options { id name } } }`;
const GH_PROJECT = `number url shortDescription public closed title id readme
  items(first: 30) { pageInfo { endCursor hasNextPage } totalCount nodes { id
    content { __typename
      ... on DraftIssue { id body title }
      ... on PullRequest { body title number url repository { nameWithOwner } }
      ... on Issue { body title number url repository { nameWithOwner } } }
    fieldValues(first: 100) { nodes { __typename
      ... on ProjectV2ItemFieldDateValue { date ${FIELD} }
      ... on ProjectV2ItemFieldIterationValue { title startDate duration ${FIELD} iterationId }
      ... on ProjectV2ItemFieldLabelValue { labels(first: 10) { nodes { name } } ${FIELD} }
      ... on ProjectV2ItemFieldNumberValue { number ${FIELD} }
      ... on ProjectV2ItemFieldSingleSelectValue { name optionId ${FIELD} }
      ... on ProjectV2ItemFieldTextValue { text ${FIELD} }
      ... on ProjectV2ItemFieldMilestoneValue { milestone { title description dueOn } ${FIELD} }
      ... on ProjectV2ItemFieldRepositoryValue { repository { url } ${FIELD} }
      ... on ProjectV2ItemFieldUserValue { users(first: 10) { nodes { login } } ${FIELD} }
      ... on ProjectV2ItemFieldReviewerValue { reviewers(first: 10) { nodes { __typename ... on Team { name } ... on User { login } } } ${FIELD} } } } } }
  fields(first: 30) { totalCount nodes { __typename ... on ProjectV2FieldCommon { name dataType } } }
  owner { __typename ... on User { login } ... on Organization { login } }`;

test('a project shows what gh project view, field-list and item-list ask for', async () => {
  const plan = await inPlan(GH_PROJECT);
  expect(plan).toMatchObject({
    ...{ number: 1, shortDescription: STRANGE, public: false, closed: false, title: 'Roadmap', readme: '# It' },
    ...{ url: `${twin.url}/orgs/acme/projects/1`, owner: { __typename: 'Organization', login: 'acme' } },
  });
  expect(plan.fields.nodes.map(({ name }: { name: string }) => name)).toEqual([
    ...['Title', 'Assignees', 'Status', 'Labels', 'Linked pull requests', 'Milestone', 'Repository', 'Reviewers'],
    ...['Parent issue', 'Sub-issues progress', 'Notes', 'Size', 'Due', 'Sprint', 'Priority'],
  ]);
  const [issue, draft, pull, hidden] = plan.items.nodes;
  expect([plan.items.totalCount, hidden.content]).toEqual([4, null]);
  expect([issue.content.__typename, draft.content.title, pull.content.__typename]).toEqual(['Issue', 'Think', 'PullRequest']);
  const byName = (nodes: { field: { name: string } }[]) => Object.fromEntries(nodes.map((one) => [one.field.name, one]));
  expect(byName(issue.fieldValues.nodes)).toMatchObject({
    Title: { text: STRANGE },
    Assignees: { users: { nodes: [{ login: 'ada' }] } },
    Status: { name: 'In Progress', optionId: '47fc9ee4' },
    Labels: { labels: { nodes: [{ name: 'bug' }] } },
    Milestone: { milestone: { title: 'v1' } },
    Repository: { repository: { url: `${twin.url}/acme/web` } },
    Notes: { text: STRANGE },
    Size: { number: 0.5 },
    Due: { date: '2026-02-28' },
    Sprint: { title: 'Two', startDate: '2026-01-05', duration: 7 },
    Priority: { name: 'High', __typename: 'ProjectV2ItemFieldSingleSelectValue' },
  });
  expect(Object.keys(byName(draft.fieldValues.nodes))).toEqual(['Title', 'Assignees', 'Status']);
  expect(byName(pull.fieldValues.nodes)).toMatchObject({
    Reviewers: {
      reviewers: {
        nodes: [
          { __typename: 'User', login: 'ada' },
          { __typename: 'Team', name: 'Core' },
        ],
      },
    },
  });
});

test('an issue and a pull request show what gh issue view and pr view ask for', async () => {
  const items = `projectCards(first: 100) { totalCount nodes { project { name } column { name } } }
    projectItems(first: 100) { totalCount nodes { id project { id title }
      status: fieldValueByName(name: "Status") { ... on ProjectV2ItemFieldSingleSelectValue { optionId name } } } }`;
  const { repository } = await ask(`{ repository(owner: "acme", name: "web") {
    issue(number: 1) { ${items} } two: issue(number: 2) { kept: projectItems(first: 1, includeArchived: false) { totalCount } ${items} } pullRequest(number: 3) { ${items} } } }`);
  const { id } = await inPlan('id');
  const item = { id: expect.any(String), project: { id, title: 'Roadmap' } };
  const cards = { totalCount: 0, nodes: [] };
  expect(repository).toEqual({
    issue: {
      ...{ projectCards: cards },
      projectItems: { totalCount: 1, nodes: [{ ...item, status: { optionId: '47fc9ee4', name: 'In Progress' } }] },
    },
    two: {
      ...{ kept: { totalCount: 0 }, projectCards: cards, projectItems: { totalCount: 1, nodes: [{ ...item, status: null }] } },
    },
    pullRequest: { projectCards: cards, projectItems: { totalCount: 1, nodes: [{ ...item, status: null }] } },
  });
});

test('everything with an id is found by it', async () => {
  const { id, fields, items, views } =
    await inPlan(`id fields(first: 20) { nodes { __typename ... on ProjectV2FieldCommon { id } } }
    items(first: 9) { nodes { __typename id content { __typename ... on DraftIssue { id } } } } views(first: 9) { nodes { __typename id } }`);
  const drafts = items.nodes.map(({ content }: { content: unknown }) => content).filter((one: { id?: string } | null) => one?.id);
  const all = [{ __typename: 'ProjectV2', id }, ...fields.nodes, ...items.nodes, ...views.nodes, ...drafts];
  const found = await ask('query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }', { ids: all.map((one) => one.id) });
  expect(found.nodes).toEqual(all.map((one) => ({ __typename: one.__typename, id: one.id })));
});

test('iterations that are over stand apart, and an item of what nobody sees is redacted', async () => {
  const plan = await inPlan(`field(name: "sprint") { ... on ProjectV2IterationField { configuration {
    startDay iterations { title } completedIterations { title } } } } view(number: 2) { name layout filter } items(last: 1) { nodes { type } }`);
  expect(plan).toEqual({
    field: { configuration: { startDay: 1, iterations: [{ title: 'Two' }], completedIterations: [{ title: 'One' }] } },
    view: { name: 'Board', layout: 'BOARD_LAYOUT', filter: 'is:open' },
    items: { nodes: [{ type: 'REDACTED' }] },
  });
});

test.each(['updateProjectV2ItemPosition', 'deleteProjectV2Workflow', 'updateProjectV2Field'])(
  '%s is refused by name',
  async (name) => {
    const inputs: Readonly<Record<string, string>> = {
      updateProjectV2ItemPosition: 'projectId: "x", itemId: "x"',
      deleteProjectV2Workflow: 'workflowId: "x"',
      updateProjectV2Field: 'fieldId: "x", name: "x"',
    };
    const before = await twin.evidence('state');
    await expect(ask(`mutation { ${name}(input: { ${inputs[name]} }) { clientMutationId } }`)).rejects.toThrow(
      `doesn't model Mutation.${name}`,
    );
    const rows = (await twin.evidence('events')) as { fidelity: string }[];
    expect([rows.at(-1)?.fidelity, await twin.evidence('state')]).toEqual(['unsupported', before]);
  },
);

describe('a seed with projects', () => {
  const issuesOf = (project: object) => {
    const parsed = github.parseSeed({ ...seed, projects: [{ title: 'x', ...project }] });
    return parsed.ok ? [] : parsed.issues.map(({ path, code }) => [path, code]);
  };
  test.each<[object, string, string]>([
    [{ repositories: ['acme/none'] }, 'projects[0].repositories[0]', 'unknown_repository'],
    [{ items: [{ issue: 'acme/web#9' }] }, 'projects[0].items[0].issue', 'unknown_issue'],
    [{ items: [{}] }, 'projects[0].items[0]', 'ambiguous_item'],
    [{ items: [{ issue: 'acme/web#1' }, { issue: 'ACME/web#1' }] }, 'projects[0].items[1].issue', 'duplicate'],
    [{ items: [{ draft: 'x', fields: { Status: 'None' } }] }, 'projects[0].items[0].fields.Status', 'invalid_value'],
    [{ items: [{ draft: 'x', fields: { Labels: 'bug' } }] }, 'projects[0].items[0].fields.Labels', 'unknown_field'],
    [{ fields: ['Labels'] }, 'projects[0].fields[0]', 'duplicate'],
    [{ fields: [{ name: 'x', type: 'text', options: ['a'] }] }, 'projects[0].fields[0]', 'ambiguous_field'],
    [{ fields: ['Status'] }, 'projects[0].fields[0]', 'ambiguous_field'],
  ])('%j is refused where it is wrong', (project, path, code) => {
    expect(issuesOf(project)).toEqual([[path, code]]);
  });

  test('two of a number are refused, where one names the viewer and the other nobody', () => {
    const projects = [
      { title: 'x', number: 1 },
      { title: 'y', number: 1, owner: 'ada' },
    ];
    expect(github.parseSeed({ ...seed, projects })).toMatchObject({ ok: false });
  });
});

test('an issue that is deleted stands in no project, and a repository that is deleted is listed by none', async () => {
  const own = await serveGithub(seed);
  try {
    await own.octokit.rest.repos.delete({ owner: 'acme', repo: 'web' });
    const state = (await own.evidence('state')) as {
      projects: { repository_ids: number[] }[];
      project_items: { issue_id: number | null }[];
      issues: { id: number }[];
    };
    const left = new Set(state.issues.map(({ id }) => id));
    expect(state.project_items.filter(({ issue_id }) => issue_id !== null && !left.has(issue_id))).toEqual([]);
    expect(state.projects.flatMap(({ repository_ids }) => repository_ids)).toEqual([]);
  } finally {
    await own.close();
  }
});
