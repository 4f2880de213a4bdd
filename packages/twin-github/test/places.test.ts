import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { refusal, type Served, serveGithub } from './served.ts';

// Deployments, environments, gists, teams, memberships, notifications and subscriptions, as GitHub's REST API has them.

const web = { owner: 'acme', repo: 'web' };
let twin: Served;
let rest: Served['octokit']['rest'];

beforeAll(async () => {
  twin = await serveGithub({
    viewer: 'ada',
    users: [
      { login: 'ada' },
      { login: 'ben' },
      { login: 'cy' },
      {
        login: 'acme',
        type: 'Organization',
        members: [{ login: 'ada', role: 'admin' }, 'ben'],
        teams: [{ name: 'Core', members: ['ben'] }],
      },
    ],
    repositories: [
      {
        owner: 'acme',
        name: 'web',
        private: true,
        collaborators: [{ login: 'ada', permission: 'admin' }, 'cy'],
        files: { 'a.txt': 'one\n' },
        branches: [{ name: 'side', files: { 'b.txt': 'b\n' } }],
        issues: [{ number: 1, title: 'One', comments: [{ user: 'ben', body: '@ada?' }] }],
        environments: ['staging', { name: 'live', wait_timer: 5, reviewers: ['ben'], prevent_self_review: true }],
        notifications: [{ number: 1, reason: 'mention' }],
        teams: [{ name: 'Core', permission: 'triage' }],
      },
    ],
    gists: [{ owner: 'ben', public: true, files: { 'x.md': '# X\n' } }],
  });
  ({ rest } = twin.octokit);
});
afterAll(() => twin.close());

describe('a deployment', () => {
  test('is made of a ref, in an environment that is made with it, and tells how it goes', async () => {
    const first = await rest.repos.createDeployment({ ...web, ref: 'main', required_contexts: [] });
    if (first.status !== 201) throw new Error('was not made');
    expect(first.data).toMatchObject({ ref: 'main', task: 'deploy', environment: 'production', production_environment: true });
    const target = { ...web, deployment_id: first.data.id };
    const done = await rest.repos.createDeploymentStatus({ ...target, state: 'success', log_url: 'https://ci.example.com/1' });
    expect(done.data).toMatchObject({ state: 'success', target_url: 'https://ci.example.com/1', environment: 'production' });
    expect((await rest.repos.getDeploymentStatus({ ...target, status_id: done.data.id })).data).toEqual(done.data);
    const second = await rest.repos.createDeployment({
      ...web,
      ref: 'main',
      required_contexts: [],
      payload: { a: 1 },
      description: null,
    });
    if (second.status !== 201) throw new Error('was not made');
    await rest.repos.createDeploymentStatus({ ...web, deployment_id: second.data.id, state: 'success' });
    const { data: states } = await rest.repos.listDeploymentStatuses(target);
    expect(states.map(({ state }) => state)).toEqual(['inactive', 'success']);
    expect((await rest.repos.listDeployments({ ...web, environment: 'production' })).data.map(({ id }) => id)).toEqual([
      second.data.id,
      first.data.id,
    ]);
    expect((await rest.repos.getDeployment(target)).data.id).toBe(first.data.id);
    expect((await refusal(rest.repos.deleteDeployment({ ...web, deployment_id: second.data.id }))).status).toBe(422);
    await rest.repos.deleteDeployment(target);
    expect((await refusal(rest.repos.getDeployment(target))).status).toBe(404);
    const { data } = await rest.repos.getAllEnvironments(web);
    expect(data.environments?.map(({ name }) => name)).toEqual(['live', 'production', 'staging']);
  });

  test('waits for its contexts, and gets what it lacks of the default branch', async () => {
    const { data: ref } = await rest.git.getRef({ ...web, ref: 'heads/main' });
    await rest.repos.createCommitStatus({ ...web, sha: ref.object.sha, state: 'failure', context: 'ci' });
    expect((await refusal(rest.repos.createDeployment({ ...web, ref: 'main' }))).status).toBe(409);
    await rest.repos.createOrUpdateFileContents({ ...web, path: 'c.txt', message: 'C', content: 'Yw==' });
    const merged = await rest.repos.createDeployment({ ...web, ref: 'side' });
    expect([merged.status, merged.data]).toEqual([202, { message: 'Auto-merged main into side on deployment.' }]);
    expect((await refusal(rest.repos.createDeployment({ ...web, ref: 'nowhere' }))).status).toBe(422);
  });

  test('goes to environments with rules and policies', async () => {
    expect((await rest.repos.getEnvironment({ ...web, environment_name: 'live' })).data.protection_rules).toMatchObject([
      { type: 'wait_timer', wait_timer: 5 },
      { type: 'required_reviewers', prevent_self_review: true, reviewers: [{ type: 'User', reviewer: { login: 'ben' } }] },
    ]);
    const live = { ...web, environment_name: 'live' };
    const custom = { protected_branches: false, custom_branch_policies: true };
    await rest.repos.createOrUpdateEnvironment({ ...live, wait_timer: 1, deployment_branch_policy: custom });
    const { data: policy } = await rest.repos.createDeploymentBranchPolicy({ ...live, name: 'release/*' });
    const target = { ...live, branch_policy_id: policy.id as number };
    expect((await rest.repos.updateDeploymentBranchPolicy({ ...target, name: 'main' })).data.name).toBe('main');
    expect((await rest.repos.getDeploymentBranchPolicy(target)).data.type).toBe('branch');
    expect((await rest.repos.listDeploymentBranchPolicies(live)).data.total_count).toBe(1);
    await rest.repos.deleteDeploymentBranchPolicy(target);
    await rest.repos.deleteAnEnvironment(live);
    expect((await refusal(rest.repos.getEnvironment(live))).status).toBe(404);
  });
});

describe('a gist', () => {
  test("takes files by names that every object's parts have", async () => {
    const { data: made } = await rest.gists.create({ files: { constructor: { content: 'one\n' } } });
    const gist_id = made.id as string;
    expect(Object.values(made.files ?? {}).map((file) => file?.content)).toEqual(['one\n']);
    await rest.gists.update({ gist_id, files: { valueOf: { content: 'two\n' } } as never });
    const { data: changed } = await rest.gists.get({ gist_id });
    expect(Object.keys(changed.files ?? {})).toEqual(['constructor', 'valueOf']);
    await rest.repos.createOrUpdateFileContents({
      ...{ owner: 'acme', repo: 'web', path: 'x.constructor', message: 'Add it' },
      content: Buffer.from('one\n').toString('base64'),
    });
    expect((await rest.repos.listLanguages({ owner: 'acme', repo: 'web' })).data).toEqual({});
    await rest.gists.delete({ gist_id });
  });

  test('is made, changed, read as it was, starred and taken away', async () => {
    const { data: made } = await rest.gists.create({ files: { 'a.txt': { content: 'one\n' } }, description: 'First' });
    const id = { gist_id: made.id as string };
    expect(made).toMatchObject({ public: false, files: { 'a.txt': { content: 'one\n', size: 4, truncated: false } } });
    const { data: changed } = await rest.gists.update({
      ...id,
      files: { 'a.txt': { filename: 'b.txt', content: 'two\n' }, 'c.txt': { content: 'c\n' } },
    });
    expect(Object.keys(changed.files ?? {})).toEqual(['b.txt', 'c.txt']);
    const { data: revisions } = await rest.gists.listCommits(id);
    expect(revisions.map(({ change_status }) => change_status)).toEqual([
      { total: 3, additions: 2, deletions: 1 },
      { total: 1, additions: 1, deletions: 0 },
    ]);
    const { data: old } = await rest.gists.getRevision({ ...id, sha: revisions[1]?.version as string });
    expect(Object.keys(old.files ?? {})).toEqual(['a.txt']);
    expect((await refusal(rest.gists.checkIsStarred(id))).status).toBe(404);
    await rest.gists.star(id);
    expect((await rest.gists.checkIsStarred(id)).status).toBe(204);
    expect((await rest.gists.listStarred()).data.map((one) => one.id)).toEqual([made.id]);
    await rest.gists.unstar(id);
    expect((await rest.gists.list()).data.map((one) => one.id)).toEqual([made.id]);
    await rest.gists.delete(id);
    expect((await refusal(rest.gists.get(id))).status).toBe(404);
  });

  test("of somebody else's is forked and commented on, and not changed", async () => {
    const [theirs] = (await rest.gists.listForUser({ username: 'ben' })).data;
    const id = { gist_id: theirs?.id as string };
    expect((await rest.gists.listPublic()).data).toHaveLength(1);
    expect((await refusal(rest.gists.update({ ...id, description: 'Mine' }))).status).toBe(404);
    const { data: fork } = await rest.gists.fork(id);
    expect((await rest.gists.get({ gist_id: fork.id as string })).data.fork_of?.id).toBe(theirs?.id);
    expect((await rest.gists.listForks(id)).data).toHaveLength(1);
    const { data: comment } = await rest.gists.createComment({ ...id, body: 'Nice' });
    const target = { ...id, comment_id: comment.id };
    expect((await rest.gists.updateComment({ ...target, body: 'Nicer' })).data.body).toBe('Nicer');
    expect((await rest.gists.getComment(target)).data.author_association).toBe('NONE');
    expect((await rest.gists.listComments(id)).data).toHaveLength(1);
    await rest.gists.deleteComment(target);
    expect((await refusal(rest.gists.create({ files: {} }))).status).toBe(422);
  });
});

describe('a team', () => {
  test('gives its members what it may do', async () => {
    const level = async () => (await rest.repos.getCollaboratorPermissionLevel({ ...web, username: 'ben' })).data.role_name;
    const core = { org: 'acme', team_slug: 'core' };
    expect(await level()).toBe('triage');
    await rest.teams.addOrUpdateRepoPermissionsInOrg({ ...core, ...web, permission: 'maintain' });
    expect(await level()).toBe('maintain');
    expect((await rest.repos.listTeams(web)).data).toMatchObject([{ slug: 'core', permission: 'maintain' }]);
    expect((await rest.teams.listReposInOrg(core)).data).toMatchObject([{ full_name: 'acme/web', role_name: 'maintain' }]);
    expect((await rest.teams.checkPermissionsForRepoInOrg({ ...core, ...web })).status).toBe(204);
    await rest.teams.removeRepoInOrg({ ...core, ...web });
    expect(await level()).toBe('none');
  });

  test('is made, renamed, joined, left and taken away', async () => {
    const { data: made } = await rest.teams.create({ org: 'acme', name: 'Site Crew', maintainers: ['ben'] });
    expect(made).toMatchObject({ slug: 'site-crew', privacy: 'secret', members_count: 2 });
    const { data: renamed } = await rest.teams.updateInOrg({
      org: 'acme',
      team_slug: 'site-crew',
      name: 'Crew',
      privacy: 'closed',
    });
    const crew = { org: 'acme', team_slug: renamed.slug };
    expect((await refusal(rest.teams.create({ org: 'acme', name: 'crew' }))).status).toBe(422);
    expect((await rest.teams.listForAuthenticatedUser()).data.map(({ slug }) => slug)).toEqual(['crew']);
    expect((await rest.teams.listChildInOrg(crew)).data).toEqual([]);
    const cy = { ...crew, username: 'cy' };
    expect((await rest.teams.addOrUpdateMembershipForUserInOrg({ ...cy, role: 'maintainer' })).data.role).toBe('maintainer');
    expect((await rest.teams.getMembershipForUserInOrg(cy)).data.state).toBe('active');
    await rest.teams.removeMembershipForUserInOrg(cy);
    expect((await refusal(rest.teams.getMembershipForUserInOrg(cy))).status).toBe(404);
    await rest.teams.deleteInOrg(crew);
  });

  test('stands in an organisation whose members come and go', async () => {
    const org = { org: 'acme' };
    expect((await rest.orgs.update({ ...org, description: 'We make things' })).data.description).toBe('We make things');
    expect((await rest.orgs.setMembershipForUser({ ...org, username: 'cy', role: 'admin' })).data.role).toBe('admin');
    expect((await rest.orgs.checkPublicMembershipForUser({ ...org, username: 'cy' })).status).toBe(204);
    await rest.orgs.removeMembershipForUser({ ...org, username: 'cy' });
    expect((await refusal(rest.orgs.removeMember({ ...org, username: 'cy' }))).status).toBe(404);
    expect((await refusal(rest.orgs.removeMember({ ...org, username: 'ada' }))).body.message).toBe(
      'You must have at least one organization owner.',
    );
    expect((await rest.orgs.listMembershipsForAuthenticatedUser()).data).toMatchObject([{ role: 'admin' }]);
    expect((await rest.orgs.updateMembershipForAuthenticatedUser({ ...org, state: 'active' })).data.state).toBe('active');
    expect((await rest.orgs.listOutsideCollaborators(org)).data).toEqual([]);
  });
});

describe('the inbox', () => {
  test('has threads that are read, done and subscribed to', async () => {
    const [thread] = (await rest.activity.listNotificationsForAuthenticatedUser()).data;
    expect(thread).toMatchObject({ unread: true, reason: 'mention', subject: { title: 'One', type: 'Issue' } });
    const id = { thread_id: Number(thread?.id) };
    expect((await rest.activity.listRepoNotificationsForAuthenticatedUser(web)).data).toHaveLength(1);
    expect((await rest.activity.markThreadAsRead(id)).status).toBe(205);
    expect((await rest.activity.listNotificationsForAuthenticatedUser()).data).toEqual([]);
    expect((await rest.activity.listNotificationsForAuthenticatedUser({ all: true })).data).toHaveLength(1);
    await rest.activity.markRepoNotificationsAsRead(web);
    await rest.activity.markNotificationsAsRead();
    expect((await rest.activity.getThread(id)).data.unread).toBe(false);
    expect((await rest.activity.getThreadSubscriptionForAuthenticatedUser(id)).data.reason).toBe('mention');
    expect((await rest.activity.setThreadSubscription({ ...id, ignored: true })).data.ignored).toBe(true);
    await rest.activity.deleteThreadSubscription(id);
    await rest.activity.markThreadAsDone(id);
    expect((await refusal(rest.activity.getThread(id))).status).toBe(404);
  });

  test('is filled by repositories that are watched', async () => {
    expect((await refusal(rest.activity.getRepoSubscription(web))).status).toBe(404);
    expect((await rest.activity.setRepoSubscription({ ...web, subscribed: true })).data.subscribed).toBe(true);
    expect((await rest.activity.listWatchersForRepo(web)).data.map(({ login }) => login)).toEqual(['ada']);
    expect((await rest.activity.listWatchedReposForAuthenticatedUser()).data).toHaveLength(1);
    expect((await rest.activity.listReposWatchedByUser({ username: 'ada' })).data).toHaveLength(1);
    await rest.activity.deleteRepoSubscription(web);
    expect((await rest.activity.listWatchersForRepo(web)).data).toEqual([]);
  });
});
