import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { refusal, type Served, serveGithub } from './served.ts';

// https://docs.github.com/rest/actions/permissions, /rest/actions/cache, /rest/repos/autolinks, /rest/repos/repos#list-repository-activities;
// answers are held against the OpenAPI description by the served client.

const web = { owner: 'acme', repo: 'web' };
const CI = 'on: [push, workflow_dispatch]\njobs: { build: { steps: [{ run: make }] } }\n';
const seed = {
  viewer: 'ada',
  users: [{ login: 'ada' }, { login: 'acme', type: 'Organization', members: [{ login: 'ada', role: 'admin' }] }],
  repositories: [
    {
      ...{ owner: 'acme', name: 'web', files: { 'a.txt': 'one\n', '.github/workflows/ci.yml': CI } },
      collaborators: [{ login: 'ada', permission: 'admin' }, 'ben'],
      pull_requests: [{ number: 1, title: 'Fix', head: 'fix', user: 'ben', files: { 'b.txt': 'two\n' } }],
      actions_caches: [
        { key: 'npm-1', size_in_bytes: 10, created_at: '2025-01-01T00:00:00Z', last_accessed_at: '2025-01-05T00:00:00Z' },
        { key: 'npm-2', size_in_bytes: 30, created_at: '2025-01-02T00:00:00Z' },
        { key: 'go-1', branch: 'fix', size_in_bytes: 20, created_at: '2025-01-03T00:00:00Z' },
      ],
      autolinks: [{ key_prefix: 'OPS-', url_template: 'https://ops.example/<num>', is_alphanumeric: false }],
    },
    { owner: 'acme', name: 'other', actions_caches: [{ key: 'x', size_in_bytes: 5 }] },
    { owner: 'ada', name: 'own' },
  ],
};

let twin: Served;
beforeEach(async () => {
  twin = await serveGithub(seed);
});
afterEach(() => twin.close());

const put = (path: string, text: string) =>
  twin.octokit.rest.repos.createOrUpdateFileContents({
    ...{ ...web, path, message: `Write ${path}` },
    content: Buffer.from(text).toString('base64'),
  });
const runs = async () => (await twin.octokit.rest.actions.listWorkflowRunsForRepo(web)).data.total_count;

describe('permissions of Actions', () => {
  test('are those of a repository nobody has changed, and hold once they are', async () => {
    const { actions } = twin.octokit.rest;
    const { data } = await actions.getGithubActionsPermissionsRepository(web);
    expect(data).toEqual({ enabled: true, allowed_actions: 'all', sha_pinning_required: false });
    await put('c.txt', 'c');
    expect(await runs()).toBe(1);
    await actions.setGithubActionsPermissionsRepository({ ...web, enabled: false });
    expect((await actions.getGithubActionsPermissionsRepository(web)).data).toEqual({ enabled: false });
    await put('d.txt', 'd');
    const dispatched = actions.createWorkflowDispatch({ ...web, workflow_id: 'ci.yml', ref: 'main' });
    expect((await refusal(dispatched)).status).toBe(422);
    expect(await runs()).toBe(1);
    await actions.setGithubActionsPermissionsRepository({ ...web, enabled: true });
    await put('e.txt', 'e');
    expect(await runs()).toBe(2);
  });

  test('name actions where some are selected, and nowhere else', async () => {
    const { actions } = twin.octokit.rest;
    expect((await refusal(actions.getAllowedActionsRepository(web))).status).toBe(409);
    expect((await refusal(actions.setAllowedActionsRepository({ ...web, verified_allowed: true }))).status).toBe(409);
    await actions.setGithubActionsPermissionsRepository({ ...web, enabled: true, allowed_actions: 'selected' });
    await actions.setAllowedActionsRepository({ ...web, verified_allowed: true, patterns_allowed: ['acme/*'] });
    const { data } = await actions.getAllowedActionsRepository(web);
    expect(data).toEqual({ github_owned_allowed: true, verified_allowed: true, patterns_allowed: ['acme/*'] });
    const { selected_actions_url: url } = (await actions.getGithubActionsPermissionsRepository(web)).data;
    expect((await twin.octokit.request(`GET ${url}`)).data).toEqual(data);
  });

  test('say what the token of a workflow may, and whose workflows may use these', async () => {
    const { actions } = twin.octokit.rest;
    await actions.setGithubActionsDefaultWorkflowPermissionsRepository({ ...web, default_workflow_permissions: 'write' });
    expect((await actions.getGithubActionsDefaultWorkflowPermissionsRepository(web)).data).toEqual({
      default_workflow_permissions: 'write',
      can_approve_pull_request_reviews: false,
    });
    await actions.setWorkflowAccessToRepository({ ...web, access_level: 'organization' });
    expect((await actions.getWorkflowAccessToRepository(web)).data).toEqual({ access_level: 'organization' });
  });

  test('of an organisation choose its repositories', async () => {
    const { actions, repos } = twin.octokit.rest;
    const org = 'acme';
    expect((await refusal(actions.listSelectedRepositoriesEnabledGithubActionsOrganization({ org }))).status).toBe(409);
    await actions.setGithubActionsPermissionsOrganization({ org, enabled_repositories: 'selected' });
    await put('c.txt', 'c');
    expect(await runs()).toBe(0);
    const { data: repository } = await repos.get(web);
    const { data: foreign } = await repos.get({ owner: 'ada', repo: 'own' });
    const choose = (ids: number[]) =>
      actions.setSelectedRepositoriesEnabledGithubActionsOrganization({ org, selected_repository_ids: ids });
    expect((await refusal(choose([foreign.id]))).status).toBe(422);
    await actions.enableSelectedRepositoryGithubActionsOrganization({ org, repository_id: repository.id });
    const listed = async () =>
      (await actions.listSelectedRepositoriesEnabledGithubActionsOrganization({ org })).data.repositories.map(({ id }) => id);
    expect(await listed()).toEqual([repository.id]);
    await put('d.txt', 'd');
    expect(await runs()).toBe(1);
    await actions.disableSelectedRepositoryGithubActionsOrganization({ org, repository_id: repository.id });
    expect(await listed()).toEqual([]);
    await choose([repository.id]);
    expect((await actions.getGithubActionsPermissionsOrganization({ org })).data).toMatchObject({
      enabled_repositories: 'selected',
      allowed_actions: 'all',
      selected_repositories_url: expect.stringContaining('/orgs/acme/actions/permissions/repositories'),
    });
    await actions.setGithubActionsPermissionsOrganization({ org, enabled_repositories: 'all', allowed_actions: 'selected' });
    await actions.setAllowedActionsOrganization({ org, github_owned_allowed: false });
    expect((await actions.getAllowedActionsOrganization({ org })).data.github_owned_allowed).toBe(false);
    await actions.setGithubActionsDefaultWorkflowPermissionsOrganization({ org, can_approve_pull_request_reviews: true });
    const { data } = await actions.getGithubActionsDefaultWorkflowPermissionsOrganization({ org });
    expect(data.can_approve_pull_request_reviews).toBe(true);
    await repos.delete(web);
    await actions.setGithubActionsPermissionsOrganization({ org, enabled_repositories: 'selected' });
    expect(await listed()).toEqual([]);
  });
});

describe('caches', () => {
  test('are listed by their last use, by a part of their key, and counted', async () => {
    const { actions } = twin.octokit.rest;
    const keys = async (more: object = {}) =>
      (await actions.getActionsCacheList({ ...web, ...more })).data.actions_caches.map(({ key }) => key);
    expect(await keys()).toEqual(['npm-1', 'go-1', 'npm-2']);
    expect(await keys({ key: 'npm-' })).toEqual(['npm-1', 'npm-2']);
    expect(await keys({ ref: 'refs/heads/fix' })).toEqual(['go-1']);
    expect(await keys({ sort: 'size_in_bytes', direction: 'asc' })).toEqual(['npm-1', 'go-1', 'npm-2']);
    const usage = { full_name: 'acme/web', active_caches_count: 3, active_caches_size_in_bytes: 60 };
    expect((await actions.getActionsCacheUsage(web)).data).toEqual(usage);
    expect((await actions.getActionsCacheUsageForOrg({ org: 'acme' })).data).toEqual({
      total_active_caches_count: 4,
      total_active_caches_size_in_bytes: 65,
    });
    const { data } = await actions.getActionsCacheUsageByRepoForOrg({ org: 'acme' });
    expect(data.repository_cache_usages[0]).toEqual(usage);
    expect(data.total_count).toBe(2);
  });

  test('are deleted by a whole key or by their id', async () => {
    const { actions } = twin.octokit.rest;
    expect((await refusal(actions.deleteActionsCacheByKey({ ...web, key: 'npm-' }))).status).toBe(404);
    const { data } = await actions.deleteActionsCacheByKey({ ...web, key: 'npm-1' });
    expect(data.actions_caches.map(({ key }) => key)).toEqual(['npm-1']);
    const { data: left } = await actions.getActionsCacheList(web);
    const id = left.actions_caches[0]?.id as number;
    await actions.deleteActionsCacheById({ ...web, cache_id: id });
    expect((await refusal(actions.deleteActionsCacheById({ ...web, cache_id: id }))).status).toBe(404);
    expect((await actions.getActionsCacheUsage(web)).data.active_caches_count).toBe(1);
  });
});

test('a repository and an organisation have no runners of their own', async () => {
  const { actions } = twin.octokit.rest;
  expect((await actions.listSelfHostedRunnersForRepo(web)).data).toEqual({ total_count: 0, runners: [] });
  expect((await actions.listSelfHostedRunnersForOrg({ org: 'acme' })).data).toEqual({ total_count: 0, runners: [] });
  expect((await refusal(actions.getSelfHostedRunnerForRepo({ ...web, runner_id: 1 }))).status).toBe(404);
  expect((await refusal(actions.getSelfHostedRunnerForOrg({ org: 'acme', runner_id: 1 }))).status).toBe(404);
});

test('autolinks have an address with a number in it and a prefix of their own', async () => {
  const { repos } = twin.octokit.rest;
  const make = (key_prefix: string, url_template: string) => repos.createAutolink({ ...web, key_prefix, url_template });
  for (const [prefix, template, field] of [
    ['ops-', 'https://ops.example/<num>', 'key_prefix'],
    ['', 'https://x.example/<num>', 'key_prefix'],
    ['X-', 'https://x.example/', 'url_template'],
    ['X-', '<num>', 'url_template'],
  ] as const) {
    const { status, body } = await refusal(make(prefix, template));
    expect([status, body.errors]).toEqual([422, [expect.objectContaining({ field })]]);
  }
  const { data: made } = await make('TICKET-', 'https://t.example/<num>');
  expect(made).toMatchObject({ key_prefix: 'TICKET-', is_alphanumeric: true });
  const target = { ...web, autolink_id: made.id };
  expect((await repos.getAutolink(target)).data).toEqual(made);
  expect((await repos.listAutolinks(web)).data.map(({ key_prefix }) => key_prefix)).toEqual(['OPS-', 'TICKET-']);
  await repos.deleteAutolink(target);
  expect((await refusal(repos.getAutolink(target))).status).toBe(404);
});

test('activity tells what became of each branch, the last first, between cursors', async () => {
  const { repos, git, pulls } = twin.octokit.rest;
  const { data: tip } = await git.getRef({ ...web, ref: 'heads/main' });
  await git.createRef({ ...web, ref: 'refs/heads/topic', sha: tip.object.sha });
  await put('c.txt', 'c');
  const { data: moved } = await git.getRef({ ...web, ref: 'heads/main' });
  await git.updateRef({ ...web, ref: 'heads/topic', sha: moved.object.sha });
  await git.updateRef({ ...web, ref: 'heads/topic', sha: tip.object.sha, force: true });
  await git.createRef({ ...web, ref: 'refs/tags/v1', sha: tip.object.sha });
  await pulls.merge({ ...web, pull_number: 1 });
  await git.deleteRef({ ...web, ref: 'heads/topic' });
  const { data: all } = await repos.listActivities(web);
  expect(all.map(({ activity_type, ref }) => [activity_type, ref])).toEqual([
    ['branch_deletion', 'refs/heads/topic'],
    ['pr_merge', 'refs/heads/main'],
    ['force_push', 'refs/heads/topic'],
    ['push', 'refs/heads/topic'],
    ['push', 'refs/heads/main'],
    ['branch_creation', 'refs/heads/topic'],
  ]);
  expect(all[2]).toMatchObject({ before: moved.object.sha, after: tip.object.sha, actor: { login: 'ada' } });
  expect(all[0]?.after).toBe('0'.repeat(40));
  const ids = async (more: object) => (await repos.listActivities({ ...web, ...more })).data.map(({ id }) => id);
  const every = all.map(({ id }) => id);
  expect(await twin.octokit.paginate(repos.listActivities, { ...web, per_page: 4 })).toEqual(all);
  expect(await ids({ direction: 'asc' })).toEqual(every.toReversed());
  expect(await ids({ ref: 'main' })).toEqual([every[1], every[4]]);
  expect(await ids({ activity_type: 'force_push' })).toEqual([every[2]]);
  expect(await ids({ actor: 'ben' })).toEqual([]);
  expect(await ids({ time_period: 'day', actor: 'ADA' })).toEqual(every);
  expect((await twin.send('GET', '/repos/acme/web/activity?activity_type=nothing')).status).toBe(422);
});
