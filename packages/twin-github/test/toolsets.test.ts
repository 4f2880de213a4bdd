import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type Served, serveGithub } from './served.ts';

// GitHub's remote MCP server offers toolsets by headers: github/github-mcp-server, docs/remote-server.md.

const at = { owner: 'acme', repo: 'web' };
const CI =
  'name: CI\non: { push: , workflow_dispatch: { inputs: { note: { default: x } } } }\njobs: { build: { steps: [{ run: make }] }, test: { needs: build, steps: [{ run: make test }] } }\n';
const SEED = {
  viewer: 'ada',
  users: [{ login: 'ada' }, { login: 'acme', type: 'Organization', members: [{ login: 'ada', role: 'admin' }] }],
  repositories: [
    {
      owner: 'acme',
      name: 'web',
      files: { '.github/workflows/ci.yml': CI },
      workflow_runs: [
        { workflow: 'ci.yml', jobs: { build: 'success' }, artifacts: [{ name: 'report', files: { 'a.txt': 'a' } }] },
        {
          workflow: 'ci.yml',
          jobs: { build: 'success', test: { conclusion: 'failure', log: ['3 tests failed', 'see above'] } },
          conclusion: 'failure',
        },
      ],
    },
  ],
};

let twin: Served;
let clients: Client[];
beforeEach(async () => {
  twin = await serveGithub(SEED, { mode: 'logical', start: '2026-01-02T03:04:05Z' });
  clients = [];
});
afterEach(async () => {
  for (const client of clients) await client.close();
  await twin.close();
});

async function connected(more: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const headers = { authorization: `Bearer ${twin.token}`, ...more };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${twin.url}/mcp`), { requestInit: { headers } }));
  clients.push(client);
  return client;
}
const names = async (headers: Record<string, string>) =>
  (await (await connected(headers)).listTools()).tools.map(({ name }) => name);

type Answer = { content: { text: string }[]; isError?: boolean };
const ask = async (client: Client, name: string, args: object) =>
  (await client.callTool({ name, arguments: { ...at, ...args } })) as unknown as Answer;

const FURTHER = [
  ...['get_team_members', 'get_teams', 'get_repository_tree', 'search_orgs'],
  ...['dismiss_notification', 'get_notification_details', 'list_notifications', 'manage_notification_subscription'],
  ...['manage_repository_notification_subscription', 'mark_all_notifications_read'],
  ...[
    'list_issue_types',
    'sub_issue_write',
    'fork_repository',
    'get_latest_release',
    'get_release_by_tag',
    'get_tag',
    'list_releases',
    'search_commits',
  ],
  ...['create_gist', 'get_gist', 'list_gists', 'update_gist'],
  ...['get_discussion', 'get_discussion_comments', 'list_discussion_categories', 'list_discussions'],
  ...['get_code_scanning_alert', 'list_code_scanning_alerts', 'get_dependabot_alert', 'list_dependabot_alerts'],
  ...['get_secret_scanning_alert', 'list_secret_scanning_alerts'],
  ...['get_global_security_advisory', 'list_global_security_advisories'],
  ...['list_org_repository_security_advisories', 'list_repository_security_advisories'],
  ...['projects_get', 'projects_list', 'projects_write'],
  ...['list_starred_repositories', 'star_repository', 'unstar_repository'],
];
const ACTIONS = ['actions_get', 'actions_list', 'actions_run_trigger', 'get_job_logs'];

describe('a caller is offered', () => {
  test('the usual 35 tools, and further ones where their set is asked for', async () => {
    const usual = await names({});
    expect(usual).toHaveLength(35);
    expect(usual).not.toContain('actions_list');
    expect((await names({ 'x-mcp-toolsets': 'default' })).sort()).toEqual([...usual].sort());
    expect((await names({ 'x-mcp-toolsets': 'default, actions' })).sort()).toEqual([...usual, ...ACTIONS].sort());
    expect((await names({ 'x-mcp-toolsets': 'all' })).sort()).toEqual([...usual, ...ACTIONS, ...FURTHER].sort());
  });

  test('more of a usual set where it is named itself', async () => {
    const repos = await names({ 'x-mcp-toolsets': 'repos' });
    expect(repos).toEqual(expect.arrayContaining(['list_commits', 'list_releases', 'search_commits']));
    expect(repos).not.toContain('get_me');
    expect(await names({ 'x-mcp-toolsets': 'constructor', 'x-mcp-tools': 'get_me' })).toEqual(['get_me']);
    expect((await names({ 'x-mcp-toolsets': 'git,orgs' })).sort()).toEqual(['get_repository_tree', 'search_orgs']);
  });

  test('the sets that are named alone, and single tools beside them', async () => {
    expect((await names({ 'x-mcp-toolsets': 'actions' })).sort()).toEqual(ACTIONS);
    expect((await names({ 'x-mcp-toolsets': 'actions', 'x-mcp-tools': 'get_me' })).sort()).toEqual([...ACTIONS, 'get_me'].sort());
    expect(await names({ 'x-mcp-tools': 'get_me' })).toEqual(['get_me']);
  });

  test('what only reads, where it asks for that', async () => {
    expect((await names({ 'x-mcp-toolsets': 'actions', 'x-mcp-readonly': 'true' })).sort()).toEqual(
      ACTIONS.filter((name) => name !== 'actions_run_trigger'),
    );
  });

  // docs/feature-flags.md of github/github-mcp-server
  test('one tool for each change, in place of those that have many, where a feature is asked for', async () => {
    const usual = await names({});
    const granular = await names({ 'x-mcp-features': 'issues_granular, pull_requests_granular, other' });
    const gone = ['issue_write', 'add_comment_to_pending_review', 'pull_request_review_write', 'update_pull_request'];
    expect(usual.filter((name) => !granular.includes(name)).sort()).toEqual(gone.sort());
    expect(granular.filter((name) => !usual.includes(name))).toHaveLength(24);
    const issues = await names({ 'x-mcp-toolsets': 'issues', 'x-mcp-features': 'issues_granular' });
    expect(issues).toEqual(expect.arrayContaining(['issue_read', 'update_issue_title', 'add_sub_issue']));
    expect(issues).not.toContain('sub_issue_write');
    expect(issues).not.toContain('update_pull_request_title');
    expect(await names({ 'x-mcp-tools': 'update_issue_title' })).toEqual([]);
    expect(await names({ 'x-mcp-tools': 'update_issue_title', 'x-mcp-features': 'issues_granular' })).toEqual([
      'update_issue_title',
    ]);
  });

  test('the tools of dependencies, beside the others, where their feature is asked for', async () => {
    const [usual, more] = [await names({}), await names({ 'x-mcp-features': 'issue_dependencies' })];
    expect(more.filter((name) => !usual.includes(name)).sort()).toEqual(['issue_dependency_read', 'issue_dependency_write']);
    expect(usual.filter((name) => !more.includes(name))).toEqual([]);
    expect(await names({ 'x-mcp-tools': 'issue_dependency_read' })).toEqual([]);
  });

  test('nothing else: a call of another tool is refused and changes nothing', async () => {
    const before = await twin.evidence('state');
    const answer = await ask(await connected({}), 'actions_run_trigger', { method: 'cancel_workflow_run', run_id: 29_000_002 });
    expect(answer).toMatchObject({
      isError: true,
      content: [{ text: 'The tool actions_run_trigger is none of those that this connection has asked for.' }],
    });
    expect(await twin.evidence('state')).toEqual(before);
  });
});

describe('the toolset actions', () => {
  let client: Client;
  beforeEach(async () => {
    client = await connected({ 'x-mcp-toolsets': 'actions' });
  });
  // biome-ignore lint/suspicious/noExplicitAny: tools answer JSON of many shapes
  const value = async (name: string, args: object): Promise<any> => {
    const answer = await ask(client, name, args);
    expect(answer.isError).not.toBe(true);
    return JSON.parse(answer.content[0]?.text ?? 'null');
  };
  const rest = () => twin.octokit.rest.actions;
  // The client also asks for a stream, which is another row.
  const stamped = async () =>
    ((await twin.evidence('events')) as { tool: string | null }[]).findLast(({ tool }) => tool !== null)?.tool;

  test.each<[object, string, () => Promise<unknown>]>([
    [{ method: 'list_workflows' }, 'list_workflows', async () => (await rest().listRepoWorkflows(at)).data],
    [{ method: 'list_workflow_runs' }, 'list_workflow_runs', async () => (await rest().listWorkflowRunsForRepo(at)).data],
    [
      { method: 'list_workflow_runs', resource_id: 'ci.yml', workflow_runs_filter: { branch: 'none' } },
      'list_workflow_runs',
      async () => ({ total_count: 0, workflow_runs: [] }),
    ],
    [
      { method: 'list_workflow_jobs', resource_id: '29000002' },
      'list_workflow_jobs',
      async () => (await rest().listJobsForWorkflowRun({ ...at, run_id: 29_000_002 })).data,
    ],
    [
      { method: 'list_workflow_run_artifacts', resource_id: '29000001' },
      'list_artifacts',
      async () => (await rest().listWorkflowRunArtifacts({ ...at, run_id: 29_000_001 })).data,
    ],
  ])('actions_list %j answers what REST does', async (args, action, route) => {
    const listed = await value('actions_list', args);
    expect(await stamped()).toBe(action);
    expect(listed).toEqual(JSON.parse(JSON.stringify(await route())));
  });

  test('pages of a list', async () => {
    const page = await value('actions_list', { method: 'list_workflow_runs', per_page: 1, page: 2 });
    expect([page.total_count, page.workflow_runs.map(({ id }: { id: number }) => id)]).toEqual([2, [29_000_001]]);
  });

  test('actions_get shows workflows, runs, jobs and usage, and where artifacts and logs are', async () => {
    expect(await value('actions_get', { method: 'get_workflow', resource_id: 'ci.yml' })).toMatchObject({ name: 'CI' });
    expect(await value('actions_get', { method: 'get_workflow_run', resource_id: '29000002' })).toMatchObject({
      conclusion: 'failure',
    });
    const { jobs } = (await rest().listJobsForWorkflowRun({ ...at, run_id: 29_000_002 })).data;
    const id = String(jobs[1]?.id);
    expect(await value('actions_get', { method: 'get_workflow_job', resource_id: id })).toMatchObject({ name: 'test' });
    expect(await value('actions_get', { method: 'get_workflow_run_usage', resource_id: '29000001' })).toHaveProperty(
      'run_duration_ms',
    );
    const { artifacts } = (await rest().listArtifactsForRepo(at)).data;
    const download = await value('actions_get', {
      method: 'download_workflow_run_artifact',
      resource_id: String(artifacts[0]?.id),
    });
    expect((await fetch(download.download_url)).headers.get('content-type')).toBe('application/zip');
    const logs = await value('actions_get', { method: 'get_workflow_run_logs_url', resource_id: '29000001' });
    expect((await fetch(logs.logs_url)).status).toBe(200);
  });

  test('get_job_logs gives the end of the log of a failed job, or an address', async () => {
    const failed = await value('get_job_logs', { run_id: 29_000_002, failed_only: true, return_content: true, tail_lines: 2 });
    expect(failed).toMatchObject({
      total_jobs: 2,
      failed_jobs: 1,
      logs: [{ job_name: 'test', original_length: expect.any(Number) }],
    });
    expect(failed.logs[0].logs_content.split('\n')).toHaveLength(2);
    const whole = await value('get_job_logs', { job_id: failed.logs[0].job_id, return_content: true });
    expect(whole.logs_content).toContain('3 tests failed');
    const led = await value('get_job_logs', { job_id: failed.logs[0].job_id });
    expect(await (await fetch(led.logs_url)).text()).toContain('3 tests failed');
  });

  test('actions_run_trigger runs, runs again, cancels and deletes logs', async () => {
    await value('actions_run_trigger', { method: 'run_workflow', workflow_id: 'ci.yml', ref: 'main', inputs: { note: 'hi' } });
    expect(await stamped()).toBe('run_workflow');
    const [run] = (await rest().listWorkflowRunsForRepo({ ...at, event: 'workflow_dispatch' })).data.workflow_runs;
    await value('actions_run_trigger', { method: 'cancel_workflow_run', run_id: run?.id });
    expect((await rest().getWorkflowRun({ ...at, run_id: run?.id as number })).data.conclusion).toBe('cancelled');
    await value('actions_run_trigger', { method: 'rerun_failed_jobs', run_id: 29_000_002 });
    expect((await rest().getWorkflowRun({ ...at, run_id: 29_000_002 })).data.run_attempt).toBe(2);
    await value('actions_run_trigger', { method: 'delete_workflow_run_logs', run_id: 29_000_001 });
    expect(await ask(client, 'get_job_logs', { job_id: 13_000_001 })).toMatchObject({ isError: true });
  });

  test.each<[string, object, string]>([
    ['actions_list', { method: 'list_workflow_jobs' }, 'missing required parameter for method list_workflow_jobs: resource_id'],
    [
      'actions_get',
      { method: 'get_workflow_run', resource_id: 'ci.yml' },
      'invalid resource_id, must be an integer for method get_workflow_run',
    ],
    ['actions_run_trigger', { method: 'run_workflow', ref: 'main' }, 'workflow_id is required for run_workflow action'],
    ['actions_run_trigger', { method: 'run_workflow', workflow_id: 'ci.yml' }, 'ref is required for run_workflow action'],
    ['actions_run_trigger', { method: 'cancel_workflow_run' }, 'missing required parameter: run_id'],
    ['get_job_logs', { failed_only: true }, 'run_id is required when failed_only is true'],
    ['get_job_logs', {}, 'job_id is required when failed_only is false'],
  ])('%s %j is refused', async (name, args, text) => {
    expect(await ask(client, name, args)).toMatchObject({ isError: true, content: [{ text }] });
  });
});

describe('the toolsets gists and stargazers', () => {
  let client: Client;
  beforeEach(async () => {
    client = await connected({ 'x-mcp-toolsets': 'gists,stargazers' });
  });
  const text = async (name: string, args: object) => {
    const answer = await ask(client, name, args);
    expect(answer.isError).not.toBe(true);
    return answer.content[0]?.text ?? '';
  };

  test('make, change, show and list gists as REST does', async () => {
    const { gists } = twin.octokit.rest;
    const made = JSON.parse(await text('create_gist', { filename: 'a.md', content: '# A', description: 'Notes' }));
    expect((await gists.get({ gist_id: made.id })).data).toMatchObject({ public: false, description: 'Notes' });
    await text('update_gist', { gist_id: made.id, filename: 'b.md', content: '# B' });
    const shown = JSON.parse(await text('get_gist', { gist_id: made.id }));
    expect(Object.keys(shown.files)).toEqual(['a.md', 'b.md']);
    expect(shown).toEqual(JSON.parse(JSON.stringify((await gists.get({ gist_id: made.id })).data)));
    expect(JSON.parse(await text('list_gists', { perPage: 1 })).map(({ id }: { id: string }) => id)).toEqual([made.id]);
    expect(JSON.parse(await text('list_gists', { since: '2030-01-01T00:00:00Z' }))).toEqual([]);
    expect(JSON.parse(await text('list_gists', { username: 'acme' }))).toEqual([]);
  });

  test('star, list and take back', async () => {
    expect(await text('star_repository', {})).toBe('Successfully starred repository acme/web');
    const starred = async (args: object) =>
      JSON.parse(await text('list_starred_repositories', args)).map((one: { full_name: string }) => one.full_name);
    expect([await starred({}), await starred({ username: 'ada', sort: 'updated' }), await starred({ page: 2 })]).toEqual([
      ['acme/web'],
      ['acme/web'],
      [],
    ]);
    await text('unstar_repository', {});
    expect(await starred({})).toEqual([]);
    expect(await ask(client, 'star_repository', { repo: 'none' })).toMatchObject({ isError: true });
  });
});
