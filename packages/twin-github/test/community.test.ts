import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { refusal, type Served, serveGithub } from './served.ts';

const at = { owner: 'acme', repo: 'web' };
let twin: Served;
beforeEach(async () => {
  twin = await serveGithub({
    viewer: 'ada',
    users: [
      { login: 'ada' },
      { login: 'grace' },
      {
        ...{ login: 'acme', type: 'Organization', name: 'Acme', bio: 'Makes all' },
        members: [{ login: 'ada', role: 'admin' }, 'grace'],
        teams: [{ name: 'Core Team', members: ['grace'], maintainers: ['ada'] }],
      },
    ],
    repositories: [
      {
        ...{ owner: 'acme', name: 'web' },
        collaborators: [{ login: 'ada', permission: 'admin' }, 'lin'],
        stargazers: ['grace'],
        issues: [
          { number: 1, title: 'Whole', sub_issues: [3, 2], comments: [{ body: 'Hm', reactions: ['eyes'] }] },
          { number: 2, title: 'Part two', state: 'closed', assignees: ['lin'] },
          { number: 3, title: 'Part three', reactions: [{ content: 'heart', user: 'grace' }] },
        ],
      },
      { owner: 'grace', name: 'tool', files: { 'a.txt': 'a\n' }, collaborators: [], invitations: ['ada'] },
    ],
  });
});
afterEach(() => twin.close());

describe('reactions', () => {
  test('are given once each, counted and taken back', async () => {
    const { reactions, issues } = twin.octokit.rest;
    const issue = { ...at, issue_number: 3 };
    const first = await reactions.createForIssue({ ...issue, content: 'heart' });
    const again = await reactions.createForIssue({ ...issue, content: 'heart' });
    expect([first.status, again.status, again.data.id]).toEqual([201, 200, first.data.id]);
    await reactions.createForIssue({ ...issue, content: '+1' });
    expect((await issues.get(issue)).data.reactions).toMatchObject({ total_count: 3, heart: 2, '+1': 1 });
    expect((await reactions.listForIssue({ ...issue, content: 'heart' })).data.map(({ user }) => user?.login)).toEqual([
      'grace',
      'ada',
    ]);
    const [foreign] = (await reactions.listForIssue(issue)).data;
    expect((await refusal(reactions.deleteForIssue({ ...issue, reaction_id: foreign?.id ?? 0 }))).status).toBe(403);
    expect((await reactions.deleteForIssue({ ...issue, reaction_id: first.data.id })).status).toBe(204);
    expect((await issues.get(issue)).data.reactions?.total_count).toBe(2);
  });

  test('to comments go with them', async () => {
    const { reactions, issues } = twin.octokit.rest;
    const [comment] = (await issues.listComments({ ...at, issue_number: 1 })).data;
    const target = { ...at, comment_id: comment?.id ?? 0 };
    expect(comment?.reactions).toMatchObject({ total_count: 1, eyes: 1 });
    expect((await reactions.listForIssueComment(target)).data).toHaveLength(1);
    await issues.deleteComment(target);
    expect((await twin.evidence('state')) as { reactions: unknown[] }).toMatchObject({ reactions: [{ content: 'heart' }] });
  });

  test('of another kind are 422', async () => {
    const wrong = 'party' as 'heart';
    expect((await refusal(twin.octokit.rest.reactions.createForIssue({ ...at, issue_number: 3, content: wrong }))).status).toBe(
      422,
    );
  });
});

describe('sub-issues', () => {
  const parent = { ...at, issue_number: 1 };
  const titles = async () => (await twin.octokit.rest.issues.listSubIssues(parent)).data.map(({ title }) => title);
  const idOf = async (issue_number: number) => (await twin.octokit.rest.issues.get({ ...at, issue_number })).data.id;

  test('stand in their order, and the parent counts the closed ones', async () => {
    const { issues } = twin.octokit.rest;
    expect(await titles()).toEqual(['Part three', 'Part two']);
    expect((await issues.get(parent)).data.sub_issues_summary).toEqual({ total: 2, completed: 1, percent_completed: 50 });
    expect((await issues.getParent({ ...at, issue_number: 3 })).data.number).toBe(1);
    await issues.reprioritizeSubIssue({ ...parent, sub_issue_id: await idOf(3), after_id: await idOf(2) });
    expect(await titles()).toEqual(['Part two', 'Part three']);
    await issues.update({ ...at, issue_number: 3, state: 'closed' });
    expect((await issues.listForRepo({ ...at, state: 'all' })).data.at(-1)?.sub_issues_summary?.percent_completed).toBe(100);
  });

  test('are added and removed; no issue has two parents or contains itself', async () => {
    const { issues } = twin.octokit.rest;
    const { data: fourth } = await issues.create({ ...at, title: 'Part four' });
    expect((await issues.addSubIssue({ ...parent, sub_issue_id: fourth.id })).data.sub_issues_summary?.total).toBe(3);
    const elsewhere = { ...at, issue_number: 2, sub_issue_id: fourth.id };
    expect((await refusal(issues.addSubIssue(elsewhere))).body.errors).toMatchObject([
      { message: 'Sub issue may only have one parent' },
    ]);
    expect((await issues.addSubIssue({ ...elsewhere, replace_parent: true })).status).toBe(201);
    const circle = issues.addSubIssue({ ...at, issue_number: fourth.number, sub_issue_id: await idOf(1) });
    expect((await refusal(circle)).status).toBe(422);
    await issues.removeSubIssue({ ...parent, sub_issue_id: await idOf(3) });
    expect(await titles()).toEqual(['Part two']);
    expect((await refusal(issues.removeSubIssue({ ...parent, sub_issue_id: await idOf(3) }))).status).toBe(404);
  });
});

describe('stars', () => {
  test('are given, found and taken', async () => {
    const { activity, repos } = twin.octokit.rest;
    expect((await refusal(activity.checkRepoIsStarredByAuthenticatedUser(at))).status).toBe(404);
    await activity.starRepoForAuthenticatedUser(at);
    expect((await activity.checkRepoIsStarredByAuthenticatedUser(at)).status).toBe(204);
    expect((await repos.get(at)).data.stargazers_count).toBe(2);
    expect((await activity.listStargazersForRepo(at)).data).toMatchObject([{ login: 'grace' }, { login: 'ada' }]);
    expect((await activity.listReposStarredByAuthenticatedUser()).data).toMatchObject([{ full_name: 'acme/web' }]);
    await activity.unstarRepoForAuthenticatedUser(at);
    expect((await activity.listReposStarredByAuthenticatedUser()).data).toEqual([]);
    expect((await activity.listReposStarredByUser({ username: 'grace' })).data).toMatchObject([{ full_name: 'acme/web' }]);
  });
});

describe('commit comments', () => {
  test('are written, counted, changed and deleted', async () => {
    const { repos } = twin.octokit.rest;
    const { sha } = (await repos.getBranch({ ...at, branch: 'main' })).data.commit;
    const { data } = await repos.createCommitComment({ ...at, commit_sha: sha, body: 'Nice', path: 'README.md', position: 1 });
    const target = { ...at, comment_id: data.id };
    expect(data).toMatchObject({ commit_id: sha, path: 'README.md', position: 1, line: null });
    expect((await repos.getCommit({ ...at, ref: 'main' })).data.commit.comment_count).toBe(1);
    expect((await repos.updateCommitComment({ ...target, body: 'Very nice' })).data.body).toBe('Very nice');
    expect((await repos.listCommentsForCommit({ ...at, commit_sha: sha })).data).toHaveLength(1);
    expect((await repos.listCommitCommentsForRepo(at)).data).toHaveLength(1);
    await twin.octokit.rest.reactions.createForCommitComment({ ...target, content: 'rocket' });
    expect((await repos.deleteCommitComment(target)).status).toBe(204);
    expect((await refusal(repos.getCommitComment(target))).status).toBe(404);
    expect((await refusal(repos.createCommitComment({ ...at, commit_sha: sha, body: ' ' }))).status).toBe(422);
  });
});

describe('access', () => {
  test('a member of the organisation is let in at once, others by an invitation', async () => {
    const { repos } = twin.octokit.rest;
    expect((await repos.addCollaborator({ ...at, username: 'grace', permission: 'triage' })).status).toBe(204);
    expect((await repos.addCollaborator({ ...at, username: 'lin', permission: 'admin' })).status).toBe(204);
    await repos.removeCollaborator({ ...at, username: 'lin' });
    expect((await twin.octokit.rest.issues.get({ ...at, issue_number: 2 })).data.assignees).toEqual([]);
    const invited = await repos.addCollaborator({ ...at, username: 'lin' });
    expect([invited.status, invited.data]).toMatchObject([201, { permissions: 'write', invitee: { login: 'lin' } }]);
    expect((await refusal(repos.checkCollaborator({ ...at, username: 'lin' }))).status).toBe(404);
    const invitation = { ...at, invitation_id: invited.data.id };
    expect((await repos.updateInvitation({ ...invitation, permissions: 'read' })).data.permissions).toBe('read');
    expect((await repos.listInvitations(at)).data).toHaveLength(1);
    await repos.deleteInvitation(invitation);
    expect((await repos.listInvitations(at)).data).toEqual([]);
  });

  test('an own invitation is accepted', async () => {
    const { repos } = twin.octokit.rest;
    const tool = { owner: 'grace', repo: 'tool' };
    const [invitation] = (await repos.listInvitationsForAuthenticatedUser()).data;
    await repos.acceptInvitationForAuthenticatedUser({ invitation_id: invitation?.id ?? 0 });
    expect((await repos.get(tool)).data.permissions).toMatchObject({ push: true, admin: false });
    expect((await refusal(repos.addCollaborator({ ...tool, username: 'lin' }))).status).toBe(403);
    expect((await refusal(repos.acceptInvitationForAuthenticatedUser({ invitation_id: invitation?.id ?? 0 }))).status).toBe(404);
  });

  test.each<[string, string, object]>([
    ['an unknown person', 'nobody-here', { status: 404 }],
    ['the owner', 'acme', { status: 422 }],
  ])('is not given to %s', async (_what, username, expected) => {
    expect(await refusal(twin.octokit.rest.repos.addCollaborator({ ...at, username }))).toMatchObject(expected);
  });
});

describe('organisations and teams', () => {
  test('are read with their members', async () => {
    const { orgs, teams } = twin.octokit.rest;
    expect((await orgs.get({ org: 'acme' })).data).toMatchObject({
      login: 'acme',
      name: 'Acme',
      description: 'Makes all',
      public_repos: 1,
    });
    expect((await refusal(orgs.get({ org: 'ada' }))).status).toBe(404);
    expect((await orgs.listMembers({ org: 'acme' })).data.map(({ login }) => login)).toEqual(['ada', 'grace']);
    expect((await orgs.listMembers({ org: 'acme', role: 'admin' })).data).toHaveLength(1);
    expect((await orgs.checkMembershipForUser({ org: 'acme', username: 'grace' })).status).toBe(204);
    expect((await refusal(orgs.checkMembershipForUser({ org: 'acme', username: 'lin' }))).status).toBe(404);
    expect((await orgs.getMembershipForAuthenticatedUser({ org: 'acme' })).data).toMatchObject({
      role: 'admin',
      state: 'active',
    });
    expect((await orgs.getMembershipForUser({ org: 'acme', username: 'grace' })).data.role).toBe('member');
    expect((await orgs.listForAuthenticatedUser()).data).toMatchObject([{ login: 'acme' }]);
    expect((await orgs.listForUser({ username: 'grace' })).data).toMatchObject([{ login: 'acme' }]);
    expect((await orgs.list()).data).toMatchObject([{ login: 'acme' }]);
    const team = { org: 'acme', team_slug: 'core-team' };
    expect((await teams.list({ org: 'acme' })).data).toMatchObject([{ name: 'Core Team', slug: 'core-team' }]);
    expect((await teams.getByName(team)).data).toMatchObject({ members_count: 2, organization: { login: 'acme' } });
    expect((await teams.listMembersInOrg({ ...team, role: 'maintainer' })).data).toMatchObject([{ login: 'ada' }]);
  });
});

describe('forks', () => {
  const parent = { owner: 'grace', repo: 'tool' };
  const fork = { owner: 'ada', repo: 'tool' };

  test('bring the branches along, and are made once', async () => {
    const { repos } = twin.octokit.rest;
    const { data, status } = await repos.createFork(parent);
    expect([status, data]).toMatchObject([202, { full_name: 'ada/tool', fork: true, parent: { full_name: 'grace/tool' } }]);
    expect((await repos.createFork(parent)).data.id).toBe(data.id);
    expect((await repos.listForks(parent)).data).toMatchObject([{ full_name: 'ada/tool' }]);
    expect((await repos.get(parent)).data.forks_count).toBe(1);
    expect((await repos.getContent({ ...fork, path: 'a.txt' })).status).toBe(200);
    expect((await refusal(repos.createFork(fork))).status).toBe(403);
  });

  test('send pull requests to where they come from, without rights there', async () => {
    const { repos, pulls, git } = twin.octokit.rest;
    await repos.createFork(parent);
    const { data: main } = await git.getRef({ ...fork, ref: 'heads/main' });
    await git.createRef({ ...fork, ref: 'refs/heads/change', sha: main.object.sha });
    const write = (path: string) =>
      repos.createOrUpdateFileContents({ ...fork, path, message: path, branch: 'change', content: 'Yg==' });
    await write('b.txt');
    const { data: pull } = await pulls.create({ ...parent, title: 'Add b', head: 'ada:change', base: 'main' });
    expect(pull).toMatchObject({ head: { label: 'ada:change', repo: { full_name: 'ada/tool' } }, changed_files: 1 });
    await write('c.txt');
    const target = { ...parent, pull_number: pull.number };
    expect((await pulls.listFiles(target)).data.map(({ filename }) => filename)).toEqual(['b.txt', 'c.txt']);
    expect((await pulls.list({ ...parent, head: 'ada:change' })).data).toHaveLength(1);
    expect((await refusal(pulls.merge(target))).status).toBe(403);
    await repos.delete(fork);
    // GitHub answers null for the repository that is gone, which its description doesn't foresee.
    const headers = { authorization: `Bearer ${twin.token}` };
    const answer = await fetch(`${twin.url}/repos/grace/tool/pulls/${pull.number}`, { headers });
    expect(await answer.json()).toMatchObject({ state: 'closed', head: { repo: null } });
  });
});
