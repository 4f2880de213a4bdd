import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Git, remoteOf } from './git-http/git.ts';
import { refusal, type Served, serveGithub } from './served.ts';

// https://docs.github.com/rest/repos/repos#transfer-a-repository
// https://docs.github.com/repositories/creating-and-managing-repositories/transferring-a-repository

const web = { owner: 'acme', repo: 'web' };
const SEED = {
  viewer: 'ada',
  users: [
    { login: 'ada', email: 'ada@example.com' },
    { login: 'ben' },
    { login: 'cy' },
    {
      login: 'acme',
      type: 'Organization',
      members: [{ login: 'ada', role: 'admin' }, 'cy'],
      teams: [{ name: 'Core', members: ['cy'] }],
      secrets: [{ name: 'SHARED', repositories: ['web'] }],
    },
    { login: 'umbrella', type: 'Organization', members: ['ada'], teams: [{ name: 'Ops' }] },
    { login: 'closed', type: 'Organization', members: ['ben'] },
  ],
  repositories: [
    {
      ...{ owner: 'acme', name: 'web', private: true, teams: ['Core'], files: { 'a.txt': 'a\n' } },
      collaborators: [{ login: 'ada', permission: 'admin' }, 'ben'],
      issues: [{ number: 1, title: 'One', assignees: ['ben', 'cy'] }],
      pull_requests: [{ number: 2, title: 'Two', head: 'fix', files: { 'b.txt': 'b' }, requested_teams: ['core'] }],
      branch_protections: [{ restrictions: { users: ['ben'], teams: ['core'], apps: [] } }],
    },
    { owner: 'umbrella', name: 'taken' },
    { owner: 'ada', name: 'own' },
  ],
};

let twin: Served;
let rest: Served['octokit']['rest'];
beforeEach(async () => {
  twin = await serveGithub(SEED, { mode: 'logical', start: '2026-01-02T03:04:05Z' });
  rest = twin.octokit.rest;
});
afterEach(() => twin.close());

const transfer = (more: object, at = web) => rest.repos.transfer({ ...at, new_owner: 'umbrella', ...more });

describe('a repository given to an organisation', () => {
  test('is answered as it was, and stands under its new name, to which the former one leads', async () => {
    const { status, data } = await transfer({ new_name: 'site' });
    expect([status, data.full_name]).toEqual([202, 'acme/web']);
    expect((await rest.repos.get({ owner: 'umbrella', repo: 'site' })).data.owner.login).toBe('umbrella');
    expect((await rest.repos.get(web)).data.full_name).toBe('umbrella/site');
    expect((await rest.repos.listForOrg({ org: 'acme' })).data).toEqual([]);
    const git = await Git.inNewFolder();
    try {
      await git.does('clone', '-q', remoteOf(twin.url, twin.token, 'umbrella/site'), 'site');
      expect(await git.in('site').does('show', 'HEAD:a.txt')).toBe('a');
    } finally {
      await git.remove();
    }
  });

  test("leaves the former one's teams, secrets and members behind", async () => {
    await transfer({});
    const at = { owner: 'umbrella', repo: 'web' };
    expect((await rest.repos.listTeams(at)).data).toEqual([]);
    expect((await rest.pulls.listRequestedReviewers({ ...at, pull_number: 2 })).data.teams).toEqual([]);
    expect((await rest.issues.get({ ...at, issue_number: 1 })).data.assignees?.map(({ login }) => login)).toEqual(['ben']);
    const { data } = await rest.repos.getAccessRestrictions({ ...at, branch: 'main' });
    expect([data.users.map(({ login }) => login), data.teams]).toEqual([['ben'], []]);
    expect((await rest.actions.listSelectedReposForOrgSecret({ org: 'acme', secret_name: 'SHARED' })).data.total_count).toBe(0);
  });

  test('is open to the teams that are named, and to those of nobody else', async () => {
    const { data: teams } = await rest.teams.list({ org: 'umbrella' });
    const { data: others } = await rest.teams.list({ org: 'acme' });
    expect((await refusal(transfer({ team_ids: [others[0]?.id] }))).status).toBe(422);
    await transfer({ team_ids: [teams[0]?.id] });
    const { data } = await rest.repos.listTeams({ owner: 'umbrella', repo: 'web' });
    expect(data.map(({ slug, permission }) => [slug, permission])).toEqual([['ops', 'push']]);
  });

  test('keeps who owned it at work on it', async () => {
    await transfer({}, { owner: 'ada', repo: 'own' });
    const { data } = await rest.repos.getCollaboratorPermissionLevel({ owner: 'umbrella', repo: 'own', username: 'ada' });
    expect(data.permission).toBe('admin');
  });
});

describe('a repository given to a person', () => {
  test('is theirs at once where it is the viewer, without lists of who may push', async () => {
    await transfer({ new_owner: 'ada' });
    const at = { owner: 'ada', repo: 'web' };
    expect((await rest.repos.get(at)).data.owner.login).toBe('ada');
    expect((await rest.repos.getBranchProtection({ ...at, branch: 'main' })).data.restrictions).toBeUndefined();
  });

  test('stays where it is as long as somebody else has not accepted it', async () => {
    const before = await twin.evidence('state');
    expect((await transfer({ new_owner: 'ben' })).status).toBe(202);
    expect(await twin.evidence('state')).toEqual(before);
  });
});

describe('refused, and nothing changed, is a transfer', () => {
  test.each<[string, object, object, number]>([
    ['to nobody', { new_owner: 'nobody' }, web, 422],
    ['to who has it', { new_owner: 'acme' }, web, 422],
    ['to an organisation that the viewer is not in', { new_owner: 'closed' }, web, 422],
    ['to a name that is taken', { new_name: 'taken' }, web, 422],
    ['of what is not there', {}, { owner: 'acme', repo: 'none' }, 404],
  ])('%s', async (_what, more, at, status) => {
    const before = await twin.evidence('state');
    expect((await refusal(transfer(more, at as typeof web))).status).toBe(status);
    expect(await twin.evidence('state')).toEqual(before);
  });

  test('to the owner of a fork of it', async () => {
    await rest.repos.createFork({ ...web, organization: 'umbrella', name: 'forked' });
    expect((await refusal(transfer({}))).status).toBe(422);
  });

  test('by who does not administer it', async () => {
    await twin.close();
    twin = await serveGithub({ ...SEED, viewer: 'ben' });
    expect((await refusal(twin.octokit.rest.repos.transfer({ ...web, new_owner: 'closed' }))).status).toBe(403);
  });
});
