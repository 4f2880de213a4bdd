import type { SampleCall, Sibling } from '@svc/twin-kit/testing';
import { nodeId } from '../src/node-id.ts';
import type { GithubState } from '../src/world.ts';
import { advisories, repository } from './alerts-seed.ts';

/** A repository with workflows and their runs; for the toolset `actions`. */
const CI = `on: { push: , workflow_dispatch: { inputs: { note: { default: x } } } }
jobs: { build: { steps: [{ run: make }] }, test: { needs: build, steps: [{ run: make test }] } }
`;
const FILE = 'ci.yml';
export const workflowsSeed = {
  ...{ owner: 'acme', name: 'ops', stargazers: ['ada'], watchers: ['ada'] },
  issues: [
    { number: 1, title: 'Page fails' },
    { number: 2, title: 'Page is slow' },
  ],
  notifications: [{ number: 1 }, { number: 2, reason: 'mention' }],
  tags: [{ name: 'v1.0', message: 'First' }],
  releases: [{ tag_name: 'v1.0' }, { tag_name: 'v1.1' }],
  collaborators: [{ login: 'ada', permission: 'admin' }],
  files: { [`.github/workflows/${FILE}`]: CI },
  workflow_runs: [
    { workflow: FILE, jobs: { build: 'success' }, artifacts: [{ name: 'out', files: { 'a.txt': 'a' } }] },
    { workflow: FILE, jobs: { test: { conclusion: 'failure', log: ['3 tests failed', 'see above'] } }, conclusion: 'failure' },
  ],
};
export const gistsSeed = [
  { files: { 'a.txt': 'a' } },
  { owner: 'grace', public: true, files: { 'b.txt': 'b' } },
  { owner: 'grace', public: true, files: { 'c.txt': 'c' } },
];

/** A discussion with two comments, of another order than they were made. */
export const discussionsSeed = [
  {
    ...{ number: 20, title: 'How?', category: 'Q&A', user: 'grace', updated_at: '2024-05-01T00:00:00Z' },
    comments: [{ user: 'ada', body: 'So', answer: true, replies: [{ user: 'grace', body: 'Ah' }] }, { body: 'Or so' }],
  },
  { number: 21, title: 'Idea', category: 'Ideas', created_at: '2023-05-01T00:00:00Z', updated_at: '2024-06-01T00:00:00Z' },
];

const at = { owner: 'acme', repo: 'ops' };
const actions = '/repos/acme/ops/actions';
const get = (path: string): SampleCall => ({ method: 'GET', path });

/** Of the world that is at hand: a run as the seed declares them, its first job, its artifact, and the viewer's gist. */
const runOf = (state: unknown, place: number): number => (state as GithubState).workflow_runs?.[place]?.id as number;
const jobOf = (state: unknown, place: number): number =>
  (state as GithubState).workflow_jobs?.find(({ run_id }) => run_id === runOf(state, place))?.id as number;
const artifactOf = (state: unknown): number => (state as GithubState).artifacts?.[0]?.id as number;
const gistOf = (state: unknown): string => (state as GithubState).gists?.[0]?.id as string;

const [PASSED, FAILED] = [0, 1];

/** A method of a tool that is told a run. */
const listOfRun = (method: string, path: string): Sibling => [
  'actions_list',
  (state) => ({ ...at, method, resource_id: String(runOf(state, PASSED)) }),
  (state) => get(`${actions}/runs/${runOf(state, PASSED)}/${path}`),
];
const ofRun = (method: string, path: string): Sibling => [
  'actions_get',
  (state) => ({ ...at, method, resource_id: String(runOf(state, PASSED)) }),
  (state) => get(`${actions}/runs/${runOf(state, PASSED)}${path}`),
];
const onRun = (method: string, place: number, path: string, verb = 'POST'): Sibling => [
  'actions_run_trigger',
  (state) => ({ ...at, method, run_id: runOf(state, place) }),
  (state) => ({ method: verb, path: `${actions}/runs/${runOf(state, place)}/${path}` }),
];

/** The tools of toolsets that are asked for by name, each with the call of the REST API that does the same. */
export const toolsetSiblings: readonly Sibling[] = [
  ['actions_list', { ...at, method: 'list_workflows' }, get(`${actions}/workflows`)],
  [
    'actions_list',
    { ...at, method: 'list_workflow_runs', resource_id: FILE, workflow_runs_filter: { branch: 'main' } },
    get(`${actions}/workflows/${FILE}/runs?branch=main`),
  ],
  listOfRun('list_workflow_jobs', 'jobs'),
  listOfRun('list_workflow_run_artifacts', 'artifacts'),
  ['actions_get', { ...at, method: 'get_workflow', resource_id: FILE }, get(`${actions}/workflows/${FILE}`)],
  ofRun('get_workflow_run', ''),
  ofRun('get_workflow_run_usage', '/timing'),
  ofRun('get_workflow_run_logs_url', '/logs'),
  [
    'actions_get',
    (state) => ({ ...at, method: 'get_workflow_job', resource_id: String(jobOf(state, PASSED)) }),
    (state) => get(`${actions}/jobs/${jobOf(state, PASSED)}`),
  ],
  [
    'actions_get',
    (state) => ({ ...at, method: 'download_workflow_run_artifact', resource_id: String(artifactOf(state)) }),
    (state) => get(`${actions}/artifacts/${artifactOf(state)}/zip`),
  ],
  [
    'actions_run_trigger',
    { ...at, method: 'run_workflow', workflow_id: FILE, ref: 'main', inputs: { note: 'y' } },
    { method: 'POST', path: `${actions}/workflows/${FILE}/dispatches`, body: { ref: 'main', inputs: { note: 'y' } } },
  ],
  onRun('rerun_workflow_run', PASSED, 'rerun'),
  onRun('rerun_failed_jobs', FAILED, 'rerun-failed-jobs'),
  onRun('delete_workflow_run_logs', PASSED, 'logs', 'DELETE'),
  [
    'get_job_logs',
    (state) => ({ ...at, job_id: jobOf(state, FAILED), return_content: true, tail_lines: 1 }),
    (state) => get(`${actions}/jobs/${jobOf(state, FAILED)}/logs`),
  ],

  ['list_gists', {}, get('/gists')],
  ['get_gist', (state) => ({ gist_id: gistOf(state) }), (state) => get(`/gists/${gistOf(state)}`)],
  [
    'create_gist',
    { description: 'New', filename: 'n.txt', content: 'n', public: true },
    { method: 'POST', path: '/gists', body: { description: 'New', public: true, files: { 'n.txt': { content: 'n' } } } },
  ],
  [
    'update_gist',
    (state) => ({ gist_id: gistOf(state), description: 'Other', filename: 'n.txt', content: 'n' }),
    (state) => ({
      ...{ method: 'PATCH', path: `/gists/${gistOf(state)}` },
      body: { description: 'Other', files: { 'n.txt': { content: 'n' } } },
    }),
  ],

  ['list_starred_repositories', {}, get('/user/starred')],
  ['star_repository', { owner: 'acme', repo: 'web' }, { method: 'PUT', path: '/user/starred/acme/web' }],
  ['unstar_repository', at, { method: 'DELETE', path: '/user/starred/acme/ops' }],
];

const graphql = (selection: string): SampleCall => ({
  method: 'POST',
  path: '/graphql',
  body: { query: `{ repository(owner: "acme", name: "web") { ${selection} } }` },
});
const web = { owner: 'acme', repo: 'web' };

/** The REST API has no discussions: the GraphQL API has. */
export const discussionSiblings: readonly Sibling[] = [
  ['list_discussions', web, graphql('discussions(first: 30) { nodes { number } }')],
  ['get_discussion', { ...web, discussionNumber: 20 }, graphql('discussion(number: 20) { title }')],
  ['list_discussion_categories', web, graphql('discussionCategories(first: 25) { nodes { id name } }')],
];

/** Of the world that is at hand: a notification, and an annotated tag. */
const threadOf = (state: unknown): number => (state as GithubState).notifications?.[0]?.id as number;
const tagOf = (state: unknown): string => (state as GithubState).tags?.[0]?.sha as string;

/** What the toolsets `notifications`, `git` and `orgs` have, and more of `repos` and `context`. */
export const furtherSiblings: readonly Sibling[] = [
  ['list_issue_types', { owner: 'acme' }, get('/orgs/acme/issue-types')],
  ['list_issue_types', { owner: 'acme', repo: 'web' }, get('/repos/acme/web/issue-types')],
  ['list_notifications', { owner: 'acme', repo: 'ops' }, get('/repos/acme/ops/notifications')],
  ['list_notifications', { filter: 'only_participating' }, get('/notifications?participating=true')],
  [
    'get_notification_details',
    (state) => ({ notificationID: String(threadOf(state)) }),
    (state) => get(`/notifications/threads/${threadOf(state)}`),
  ],
  ['mark_all_notifications_read', {}, { method: 'PUT', path: '/notifications' }],
  [
    'dismiss_notification',
    (state) => ({ threadID: String(threadOf(state)), state: 'read' }),
    (state) => ({ method: 'PATCH', path: `/notifications/threads/${threadOf(state)}` }),
  ],
  [
    'dismiss_notification',
    (state) => ({ threadID: String(threadOf(state)), state: 'done' }),
    (state) => ({ method: 'DELETE', path: `/notifications/threads/${threadOf(state)}` }),
  ],
  [
    'manage_notification_subscription',
    (state) => ({ notificationID: String(threadOf(state)), action: 'ignore' }),
    (state) => ({ method: 'PUT', path: `/notifications/threads/${threadOf(state)}/subscription`, body: { ignored: true } }),
  ],
  [
    'manage_repository_notification_subscription',
    { ...at, action: 'ignore' },
    { method: 'PUT', path: '/repos/acme/ops/subscription', body: { ignored: true } },
  ],
  [
    'manage_repository_notification_subscription',
    { ...at, action: 'delete' },
    { method: 'DELETE', path: '/repos/acme/ops/subscription' },
  ],
  ['list_releases', at, get('/repos/acme/ops/releases')],
  ['get_latest_release', at, get('/repos/acme/ops/releases/latest')],
  ['get_release_by_tag', { ...at, tag: 'v1.0' }, get('/repos/acme/ops/releases/tags/v1.0')],
  ['get_tag', { ...at, tag: 'v1.0' }, (state) => get(`/repos/acme/ops/git/tags/${tagOf(state)}`)],
  ['fork_repository', at, { method: 'POST', path: '/repos/acme/ops/forks' }],
  ['get_repository_tree', { ...at, recursive: true }, get('/repos/acme/ops/git/trees/main?recursive=1')],
  ['search_commits', { query: 'initial' }, get('/search/commits?q=initial')],
  ['search_orgs', { query: 'a' }, get('/search/users?q=type:org+a')],
  ['get_teams', {}, get('/user/teams')],
  ['get_team_members', { org: 'acme', team_slug: 'core' }, get('/orgs/acme/teams/core/members')],
];

/** More of their calls, for arguments that make no difference in those. */
export const toolsetCalls: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['list_gists', { username: 'grace' }],
  ['list_starred_repositories', {}],
  ['list_notifications', { filter: 'include_read_notifications' }],
  ['list_discussions', web],
  ['list_discussions', { ...web, orderBy: 'CREATED_AT', direction: 'ASC' }],
  ['get_discussion_comments', { ...web, discussionNumber: 20 }],
  ['get_discussion', { ...web, discussionNumber: 20 }],
  ['list_discussion_categories', web],
  ['list_code_scanning_alerts', { owner: 'acme', repo: 'alerted', state: 'closed' }],
  ['list_secret_scanning_alerts', { owner: 'acme', repo: 'alerted' }],
  ['list_dependabot_alerts', { owner: 'acme', repo: 'alerted' }],
  ['list_global_security_advisories', {}],
  ['list_repository_security_advisories', { owner: 'acme', repo: 'alerted' }],
  ['list_org_repository_security_advisories', { org: 'area' }],
];

/** A repository with alerts of every kind, and what they are about; for the toolsets of security. */
const alerted = { owner: 'acme', repo: 'alerted' };
const drafts = [
  { ghsa_id: 'GHSA-cccc-cccc-cccc', summary: 'One', state: 'published', created_at: '2024-01-02T00:00:00Z' },
  {
    ghsa_id: 'GHSA-ffff-ffff-ffff',
    summary: 'Two',
    state: 'published',
    created_at: '2024-01-01T00:00:00Z',
    updated_at: '2024-02-01T00:00:00Z',
  },
];
export const alertsSeed = {
  ...{ ...repository, name: alerted.repo, collaborators: [{ login: 'ada', permission: 'push' }] },
  security_advisories: drafts,
};
/** Of an organisation that the viewer owns. */
export const ownedSeed = {
  ...{ owner: 'area', name: 'shop' },
  security_advisories: [
    { ghsa_id: 'GHSA-gggg-gggg-gggg', summary: 'Three', created_at: '2024-01-02T00:00:00Z' },
    {
      ghsa_id: 'GHSA-hhhh-hhhh-hhhh',
      summary: 'Four',
      state: 'closed',
      created_at: '2024-01-01T00:00:00Z',
      updated_at: '2024-02-01T00:00:00Z',
    },
  ],
};
export const advisoriesSeed = advisories;
const alerts = '/repos/acme/alerted';

/** The toolsets `code_security`, `secret_protection`, `dependabot` and `security_advisories`. */
export const alertSiblings: readonly Sibling[] = [
  ['list_code_scanning_alerts', alerted, get(`${alerts}/code-scanning/alerts?state=open`)],
  ['get_code_scanning_alert', { ...alerted, alertNumber: 1 }, get(`${alerts}/code-scanning/alerts/1`)],
  ['list_secret_scanning_alerts', alerted, get(`${alerts}/secret-scanning/alerts`)],
  ['get_secret_scanning_alert', { ...alerted, alertNumber: 1 }, get(`${alerts}/secret-scanning/alerts/1`)],
  ['list_dependabot_alerts', alerted, get(`${alerts}/dependabot/alerts?state=open`)],
  ['get_dependabot_alert', { ...alerted, alertNumber: 1 }, get(`${alerts}/dependabot/alerts/1`)],
  ['list_global_security_advisories', {}, get('/advisories')],
  ['list_repository_security_advisories', alerted, get(`${alerts}/security-advisories`)],
  ['list_org_repository_security_advisories', { org: 'area' }, get('/orgs/area/security-advisories')],
  ['get_global_security_advisory', { ghsaId: 'GHSA-2222-3333-4444' }, get('/advisories/GHSA-2222-3333-4444')],
];

/** Two projects with what can be listed, read and changed in them; for the toolset `projects`. */
export const projectsSeed = [
  {
    ...{ owner: 'acme', title: 'Roadmap', creator: 'ada', public: true },
    fields: ['Notes', { name: 'Priority', options: ['Low', 'High'] }],
    views: ['All', { name: 'Board', layout: 'board', filter: 'is:open' }],
    items: [
      { issue: 'acme/web#1', fields: { Notes: 'n', Status: 'Todo' } },
      { draft: 'Think', fields: { Notes: 'm', Priority: 'High' } },
    ],
    status_updates: [
      { body: 'Off we go', status: 'ON_TRACK' },
      { body: 'Still', status: 'AT_RISK' },
    ],
  },
  { owner: 'acme', title: 'Closed', creator: 'ada', closed: true },
];
const project = { owner: 'acme', owner_type: 'org', project_number: 1 };

const projectOf = (state: unknown) => (state as GithubState).projects[0] as GithubState['projects'][number];
const itemOf = (state: unknown, at: number) => (state as GithubState).project_items[at] as GithubState['project_items'][number];
const fieldOf = (state: unknown, name: string): number => projectOf(state).fields.find((one) => one.name === name)?.id ?? 0;
const projectNode = (state: unknown): string => nodeId('PVT', projectOf(state).owner_id, projectOf(state).id);
const itemNode = (state: unknown, at: number): string => nodeId('PVTI', projectOf(state).id, itemOf(state, at).id);
const issueNode = (state: unknown, number: number): string => {
  const issue = (state as GithubState).issues.find((one) => one.number === number);
  return nodeId('I', issue?.repository_id ?? 0, issue?.id ?? 0);
};
const mutation = (name: string, input: object, selection: string): SampleCall => ({
  method: 'POST',
  path: '/graphql',
  body: {
    query: `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${selection} } }`,
    variables: { input },
  },
});

/** What the toolset `projects` writes, which the GraphQL API writes too. */
export const projectSiblings: readonly Sibling[] = [
  [
    'projects_write',
    { method: 'create_project', owner: 'acme', owner_type: 'org', title: 'New' },
    (state) => mutation('createProjectV2', { ownerId: nodeId('O', projectOf(state).owner_id), title: 'New' }, 'projectV2 { id }'),
  ],
  [
    'projects_write',
    { ...project, method: 'add_project_item', item_type: 'issue', item_owner: 'acme', item_repo: 'web', issue_number: 5 },
    (state) => mutation('addProjectV2ItemById', { projectId: projectNode(state), contentId: issueNode(state, 5) }, 'item { id }'),
  ],
  [
    'projects_write',
    (state) => ({
      ...{ ...project, method: 'update_project_item', item_id: itemOf(state, 0).id },
      updated_field: { name: 'Notes', value: 'Other' },
    }),
    (state) => {
      const fieldId = nodeId('PVTF', projectOf(state).owner_id, projectOf(state).id, fieldOf(state, 'Notes'));
      const input = { projectId: projectNode(state), itemId: itemNode(state, 0), fieldId, value: { text: 'Other' } };
      return mutation('updateProjectV2ItemFieldValue', input, 'projectV2Item { id }');
    },
  ],
  [
    'projects_write',
    (state) => ({ ...project, method: 'delete_project_item', item_id: itemOf(state, 1).id }),
    (state) => mutation('deleteProjectV2Item', { projectId: projectNode(state), itemId: itemNode(state, 1) }, 'deletedItemId'),
  ],
  [
    'projects_write',
    { ...project, method: 'create_project_status_update', body: 'Late', status: 'OFF_TRACK', start_date: '2025-01-01' },
    (state) =>
      mutation(
        'createProjectV2StatusUpdate',
        { projectId: projectNode(state), body: 'Late', status: 'OFF_TRACK', startDate: '2025-01-01' },
        'statusUpdate { id }',
      ),
  ],
  [
    'projects_write',
    { ...project, method: 'create_iteration_field', field_name: 'Sprint', iteration_duration: 7, start_date: '2025-01-06' },
    (state) =>
      mutation(
        'createProjectV2Field',
        {
          ...{ projectId: projectNode(state), dataType: 'ITERATION', name: 'Sprint' },
          iterationConfiguration: { duration: 7, startDate: '2025-01-06', iterations: [] },
        },
        'projectV2Field { __typename }',
      ),
  ],
];

const ONLY_TOOLS = 'GraphQL alone, where it is a part of the project';
const NO_VIEWS = 'the published schema has no mutations of views';
/** What no call of another surface does by itself. */
export const withoutProjectSibling: Readonly<Record<string, string>> = {
  'projects_list: list_projects': ONLY_TOOLS,
  'projects_list: list_project_fields': ONLY_TOOLS,
  'projects_list: list_project_items': ONLY_TOOLS,
  'projects_list: list_project_status_updates': ONLY_TOOLS,
  'projects_list: list_project_views': ONLY_TOOLS,
  'projects_get: get_project': ONLY_TOOLS,
  'projects_get: get_project_field': ONLY_TOOLS,
  'projects_get: get_project_item': ONLY_TOOLS,
  'projects_get: get_project_status_update': ONLY_TOOLS,
  'projects_get: get_project_view': ONLY_TOOLS,
  'projects_write: update_project_items': 'one mutation for each item',
  'projects_write: create_project_view': NO_VIEWS,
  'projects_write: update_project_view': NO_VIEWS,
  'projects_write: delete_project_view': NO_VIEWS,
};

type Call = readonly [string, Readonly<Record<string, unknown>> | ((state: unknown) => Readonly<Record<string, unknown>>)];
const viewNode = (state: unknown, at: number): string =>
  nodeId('PVTV', projectOf(state).owner_id, projectOf(state).id, projectOf(state).views[at]?.id ?? 0);

/** Calls of them that have no sibling, or in which other arguments make a difference. */
export const projectCalls: readonly Call[] = [
  ['projects_list', { method: 'list_projects', owner: 'acme', owner_type: 'org', query: 'road is:open' }],
  ['projects_list', { method: 'list_projects', owner: 'acme' }],
  ['projects_list', { ...project, method: 'list_project_fields', per_page: 2 }],
  ['projects_list', { ...project, method: 'list_project_items', query: 'notes:n' }],
  ['projects_list', (state) => ({ ...project, method: 'list_project_items', fields: [String(fieldOf(state, 'Notes'))] })],
  ['projects_list', { ...project, method: 'list_project_items', field_names: ['Notes'], per_page: 1 }],
  ['projects_list', { ...project, method: 'list_project_status_updates', per_page: 1 }],
  ['projects_list', { ...project, method: 'list_project_views' }],
  ['projects_get', { ...project, method: 'get_project' }],
  ['projects_get', (state) => ({ ...project, method: 'get_project_field', field_id: fieldOf(state, 'Notes') })],
  ['projects_get', (state) => ({ ...project, method: 'get_project_item', item_id: itemOf(state, 0).id, field_names: ['Notes'] })],
  [
    'projects_get',
    (state) => ({
      ...{ ...project, method: 'get_project_item', item_id: itemOf(state, 0).id },
      fields: [String(fieldOf(state, 'Notes'))],
    }),
  ],
  ['projects_get', (state) => ({ ...project, method: 'get_project_view', view_id: viewNode(state, 0) })],
  [
    'projects_get',
    (state) => ({
      method: 'get_project_status_update',
      status_update_id: nodeId('PVTSU', projectOf(state).id, (state as GithubState).project_status_updates[0]?.id ?? 0),
    }),
  ],
  [
    'projects_write',
    (state) => ({
      ...{ ...project, method: 'update_project_items', items: [{ item_id: itemOf(state, 0).id }] },
      updated_field: { name: 'Priority', value: 'Low' },
    }),
  ],
  [
    'projects_write',
    {
      ...{ ...project, method: 'update_project_item', item_owner: 'acme', item_repo: 'web', issue_number: 1 },
      updated_field: { name: 'Priority', value: 'Low' },
    },
  ],
  [
    'projects_write',
    {
      ...project,
      method: 'create_project_view',
      name: 'New',
      layout: 'board',
      filter: 'is:open',
      visible_field_names: ['Notes'],
    },
  ],
  [
    'projects_write',
    (state) => ({
      ...project,
      method: 'create_project_view',
      name: 'New',
      layout: 'table',
      visible_fields: [String(fieldOf(state, 'Notes'))],
    }),
  ],
  ['projects_write', (state) => ({ ...project, method: 'update_project_view', view_id: viewNode(state, 0), name: 'Newer' })],
  ['projects_write', (state) => ({ ...project, method: 'delete_project_view', view_id: viewNode(state, 0) })],
  ['projects_write', { ...project, method: 'create_project_status_update', body: 'b', target_date: '2025-02-01' }],
  [
    'projects_write',
    {
      ...project,
      method: 'add_project_item',
      item_type: 'pull_request',
      item_owner: 'acme',
      item_repo: 'web',
      pull_request_number: 2,
    },
  ],
  [
    'projects_write',
    {
      ...{ ...project, method: 'create_iteration_field', field_name: 'Sprint', iteration_duration: 7, start_date: '2025-01-06' },
      iterations: [{ title: 'One', start_date: '2025-01-06', duration: 7 }],
    },
  ],
];
