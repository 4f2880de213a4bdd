// https://docs.github.com/rest/interactions/repos, /orgs and /user; every answer is held against GitHub's description (served.ts).
import { afterEach, describe, expect, test } from '@jest/globals';
import { refusal, type Served, serveGithub } from './served.ts';

const web = { owner: 'acme', repo: 'web' };
const START = '2026-01-02T03:00:00Z';

/** dan is nobody's collaborator, eve wrote a commit, ben is a member, cy a collaborator; newt's account is an hour old. */
const seedFor = (viewer: string, more: object = {}, owner: object = {}) => ({
  viewer,
  users: [
    ...['ada', 'ben', 'cy', 'dan', 'eve'].map((login) => ({ login, created_at: '2020-01-01T00:00:00Z' })),
    { login: 'newt', created_at: '2026-01-02T02:00:00Z' },
    { login: 'acme', type: 'Organization', members: [{ login: 'ada', role: 'admin' }, 'ben'], ...owner },
  ],
  repositories: [
    {
      ...{ owner: 'acme', name: 'web', files: { 'a.txt': 'a\n' } },
      collaborators: [
        { login: 'ada', permission: 'admin' },
        { login: 'cy', permission: 'pull' },
      ],
      branches: [{ name: 'side', files: { 'b.txt': 'b\n' }, author: 'eve' }],
      default_branch: 'main',
      issues: [{ number: 1, title: 'Mine', user: viewer, comments: [{ user: viewer, body: 'Hm' }] }],
      pull_requests: [
        { number: 2, title: 'Side', head: 'side', merged: true },
        { number: 3, title: 'Open', head: 'open', files: { 'c.txt': 'c\n' } },
      ],
      ...more,
    },
    { owner: 'ada', name: 'own' },
  ],
});

let twin: Served;
const serve = async (viewer = 'ada', more: object = {}, owner: object = {}) => {
  twin = await serveGithub(seedFor(viewer, more, owner), { mode: 'logical', start: START });
};
afterEach(() => twin.close());
const rest = () => twin.octokit.rest;
const REFUSED = 'could not be created. Interactions on this repository have been restricted to collaborators only.';

describe('the limit of a repository', () => {
  test('is none, is set for a day or longer, and is taken away', async () => {
    await serve();
    expect((await rest().interactions.getRestrictionsForRepo(web)).data).toEqual({});
    const { data } = await rest().interactions.setRestrictionsForRepo({ ...web, limit: 'contributors_only' });
    expect(data).toEqual({ limit: 'contributors_only', origin: 'repository', expires_at: '2026-01-03T03:00:01Z' });
    await rest().interactions.setRestrictionsForRepo({ ...web, limit: 'collaborators_only', expiry: 'one_week' });
    expect((await rest().interactions.getRestrictionsForRepo(web)).data).toMatchObject({
      limit: 'collaborators_only',
      expires_at: expect.stringMatching(/^2026-01-09T03/),
    });
    await rest().interactions.removeRestrictionsForRepo(web);
    expect((await rest().interactions.getRestrictionsForRepo(web)).data).toEqual({});
  });

  test('is overwritten by that of its owner, and not changed while there is one', async () => {
    await serve();
    await rest().interactions.setRestrictionsForRepo({ ...web, limit: 'existing_users' });
    await rest().interactions.setRestrictionsForOrg({ org: 'acme', limit: 'collaborators_only' });
    expect((await rest().interactions.getRestrictionsForOrg({ org: 'acme' })).data).toMatchObject({ origin: 'organization' });
    expect((await rest().interactions.getRestrictionsForRepo(web)).data).toMatchObject({
      limit: 'collaborators_only',
      origin: 'organization',
    });
    expect((await refusal(rest().interactions.setRestrictionsForRepo({ ...web, limit: 'existing_users' }))).status).toBe(409);
    expect((await refusal(rest().interactions.removeRestrictionsForRepo(web))).status).toBe(409);
    await rest().interactions.removeRestrictionsForOrg({ org: 'acme' });
    expect((await rest().interactions.getRestrictionsForRepo(web)).data).toEqual({});
  });

  test('of what the viewer owns is set for all of it', async () => {
    await serve();
    expect((await rest().interactions.getRestrictionsForAuthenticatedUser()).status).toBe(204);
    await rest().interactions.setRestrictionsForAuthenticatedUser({ limit: 'existing_users' });
    expect((await rest().interactions.getRestrictionsForRepo({ owner: 'ada', repo: 'own' })).data).toMatchObject({
      origin: 'user',
    });
    await rest().interactions.removeRestrictionsForAuthenticatedUser();
    expect((await rest().interactions.getRestrictionsForAuthenticatedUser()).status).toBe(204);
  });

  test.each([
    ['cy', 403, 404],
    ['ben', 403, 403],
  ])('is set by administrators alone: %s gets %i, and %i of the organisation', async (viewer, ofRepository, ofOrganization) => {
    await serve(viewer);
    const body = { limit: 'existing_users' };
    expect((await twin.send('PUT', '/repos/acme/web/interaction-limits', body)).status).toBe(ofRepository);
    expect((await twin.send('PUT', '/orgs/acme/interaction-limits', body)).status).toBe(ofOrganization);
  });
});

describe('who is kept out', () => {
  // "could not be created. Interactions on this repository have been restricted to collaborators only. (createIssue)": gh issue create on ziglang/zig.
  test('neither opens issues nor comments, reacts, reviews, or edits comments and titles', async () => {
    await serve('dan', { interaction_limit: 'collaborators_only' });
    const before = await twin.evidence('state');
    const calls = [
      rest().issues.create({ ...web, title: 'X' }),
      rest().issues.createComment({ ...web, issue_number: 1, body: 'X' }),
      rest().issues.updateComment({ ...web, comment_id: 7_000_001, body: 'X' }),
      rest().issues.update({ ...web, issue_number: 1, title: 'X' }),
      rest().reactions.createForIssue({ ...web, issue_number: 1, content: 'eyes' }),
      rest().pulls.createReview({ ...web, pull_number: 3, event: 'COMMENT', body: 'X' }),
      rest().pulls.create({ ...web, title: 'X', head: 'side', base: 'main' }),
    ];
    for (const call of calls) {
      const { status, body } = await refusal(call);
      expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining(REFUSED)]);
    }
    expect(await twin.evidence('state')).toEqual(before);
    const { data } = await rest().repos.get(web);
    const create = 'mutation ($id: ID!) { createIssue(input: { repositoryId: $id, title: "X" }) { issue { number } } }';
    await expect(twin.octokit.graphql(create, { id: data.node_id })).rejects.toThrow(REFUSED);
  });

  // Who calls has made the first commit of what an organisation owns, so these belong to ada.
  const OF_ADA = { owner: 'ada', collaborators: ['ben', { login: 'cy', permission: 'pull' }] };
  test.each([
    ['collaborators_only', {}, { ada: true, ben: true, cy: true, dan: false, eve: false, newt: false }],
    ['contributors_only', OF_ADA, { ada: true, ben: true, cy: true, dan: false, eve: true, newt: false }],
    ['existing_users', OF_ADA, { ada: true, ben: true, cy: true, dan: true, eve: true, newt: false }],
  ])('%s', async (interaction_limit, more, expected) => {
    const may: Record<string, boolean> = {};
    for (const viewer of Object.keys(expected)) {
      await serve(viewer, { ...more, interaction_limit });
      const owner = 'owner' in more ? 'ada' : 'acme';
      may[viewer] = (await twin.send('POST', `/repos/${owner}/web/issues`, { title: 'X' })).status === 201;
      if (viewer !== 'newt') await twin.close();
    }
    expect(may).toEqual(expected);
  });

  test('is let in again when it is over, and where it is the owner whose limit it was', async () => {
    await serve('dan', {}, { interaction_limit: { limit: 'collaborators_only', expires_at: '2026-01-02T03:00:02Z' } });
    expect((await twin.send('POST', '/repos/acme/web/issues', { title: 'X' })).status).toBe(422);
    for (const name of ['a', 'b', 'c']) await rest().repos.createForAuthenticatedUser({ name });
    expect((await twin.send('POST', '/repos/acme/web/issues', { title: 'X' })).status).toBe(201);
  });
});
