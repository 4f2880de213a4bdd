import { afterEach, describe, expect, test } from '@jest/globals';
import { refusal, type Served, serveGithub } from './served.ts';

// https://docs.github.com/rest/branches/branch-protection and https://docs.github.com/rest/repos/rules

const web = { owner: 'acme', repo: 'web' };
const main = { ...web, branch: 'main' };
const REVIEWS_REFUSED = 'At least 1 approving review is required by reviewers with write access.';

interface Wanted {
  viewer?: string;
  branch_protections?: object[];
  rulesets?: object[];
  pull?: object;
  files?: Record<string, string>;
}

const seedOf = ({ viewer = 'ada', pull = {}, files = {}, ...protection }: Wanted) => ({
  viewer,
  users: [
    ...['ada', 'ben', 'cy'].map((login) => ({ login, email: `${login}@example.com` })),
    {
      login: 'acme',
      type: 'Organization',
      members: [{ login: 'ada', role: 'admin' }, 'ben', 'cy'],
      teams: [{ name: 'Core', members: ['ben'] }],
    },
  ],
  repositories: [
    {
      owner: 'acme',
      name: 'web',
      collaborators: [
        { login: 'ada', permission: 'admin' },
        { login: 'ben', permission: 'push' },
        { login: 'cy', permission: 'pull' },
      ],
      files: { 'a.txt': 'one\n', ...files },
      branches: [{ name: 'side', files: { 'side.txt': 's\n' } }],
      pull_requests: [{ number: 1, title: 'Fix', user: 'ben', head: 'fix', files: { 'a.txt': 'two\n' }, ...pull }],
      ...protection,
    },
  ],
});

let twin: Served;
const start = async (wanted: Wanted = {}) => {
  twin = await serveGithub(seedOf(wanted));
  return twin.octokit.rest;
};
afterEach(() => twin.close());

const needsReview = { required_pull_request_reviews: {} };
const merge = (rest: Served['octokit']['rest']) => rest.pulls.merge({ ...web, pull_number: 1 });
const stateOf = async (rest: Served['octokit']['rest']) =>
  (await rest.pulls.get({ ...web, pull_number: 1 })).data.mergeable_state;
const put = (rest: Served['octokit']['rest'], path = 'new.txt', branch = 'main') =>
  rest.repos.createOrUpdateFileContents({ ...web, path, branch, message: 'Put', content: 'YQ==' });

describe('the protection of a branch', () => {
  test('is set, read and taken away', async () => {
    const rest = await start();
    expect((await refusal(rest.repos.getBranchProtection(main))).body.message).toBe('Branch not protected');
    const set = await rest.repos.updateBranchProtection({
      ...main,
      required_status_checks: { strict: true, contexts: ['ci'] },
      enforce_admins: true,
      required_pull_request_reviews: {
        required_approving_review_count: 2,
        dismissal_restrictions: { users: ['ben'], teams: ['core'] },
      },
      restrictions: { users: ['ben'], teams: ['core'], apps: ['github-actions'] },
      required_linear_history: true,
    });
    expect(set.data).toMatchObject({
      required_status_checks: { strict: true, contexts: ['ci'], checks: [{ context: 'ci', app_id: null }] },
      enforce_admins: { enabled: true },
      required_pull_request_reviews: { required_approving_review_count: 2 },
      restrictions: { users: [{ login: 'ben' }], teams: [{ slug: 'core' }], apps: [{ slug: 'github-actions' }] },
      allow_force_pushes: { enabled: false },
    });
    expect((await rest.repos.getBranchProtection(main)).data).toEqual(set.data);
    const { data: branch } = await rest.repos.getBranch(main);
    expect([branch.protected, branch.protection?.required_status_checks?.enforcement_level]).toEqual([true, 'everyone']);
    expect((await rest.repos.listBranches({ ...web, protected: true })).data.map(({ name }) => name)).toEqual(['main']);
    await rest.repos.deleteBranchProtection(main);
    expect((await rest.repos.getBranch(main)).data.protected).toBe(false);
  });

  test('is changed part by part', async () => {
    const rest = await start({ branch_protections: [{ restrictions: {}, required_status_checks: { contexts: ['ci'] } }] });
    await rest.repos.deleteAdminBranchProtection(main);
    expect((await rest.repos.getAdminBranchProtection(main)).data.enabled).toBe(false);
    expect((await rest.repos.setAdminBranchProtection(main)).data.enabled).toBe(true);
    expect((await rest.repos.getCommitSignatureProtection(main)).data.enabled).toBe(false);
    await rest.repos.deleteCommitSignatureProtection(main);
    expect((await refusal(rest.repos.getPullRequestReviewProtection(main))).status).toBe(404);
    const reviews = await rest.repos.updatePullRequestReviewProtection({ ...main, required_approving_review_count: 3 });
    expect((await rest.repos.getPullRequestReviewProtection(main)).data).toEqual(reviews.data);
    await rest.repos.deletePullRequestReviewProtection(main);
    expect((await rest.repos.addStatusCheckContexts({ ...main, contexts: ['lint'] })).data).toEqual(['ci', 'lint']);
    expect((await rest.repos.removeStatusCheckContexts({ ...main, contexts: ['ci'] })).data).toEqual(['lint']);
    expect((await rest.repos.setStatusCheckContexts({ ...main, contexts: ['a', 'b'] })).data).toEqual(['a', 'b']);
    expect((await rest.repos.getAllStatusCheckContexts(main)).data).toEqual(['a', 'b']);
    expect((await rest.repos.updateStatusCheckProtection({ ...main, strict: true })).data).toMatchObject({
      strict: true,
      contexts: ['a', 'b'],
    });
    expect((await rest.repos.getStatusChecksProtection(main)).data.strict).toBe(true);
    await rest.repos.removeStatusCheckProtection(main);
    expect((await refusal(rest.repos.getStatusChecksProtection(main))).status).toBe(404);
    expect((await rest.repos.addUserAccessRestrictions({ ...main, users: ['ben'] })).data).toHaveLength(1);
    expect((await rest.repos.setTeamAccessRestrictions({ ...main, teams: ['core'] })).data).toHaveLength(1);
    expect((await rest.repos.addAppAccessRestrictions({ ...main, apps: ['github-actions'] })).data).toHaveLength(1);
    expect((await rest.repos.removeUserAccessRestrictions({ ...main, users: ['ben'] })).data).toEqual([]);
    expect((await rest.repos.getUsersWithAccessToProtectedBranch(main)).data).toEqual([]);
    expect((await rest.repos.getTeamsWithAccessToProtectedBranch(main)).data).toHaveLength(1);
    expect((await rest.repos.getAppsWithAccessToProtectedBranch(main)).data).toHaveLength(1);
    expect((await rest.repos.getAccessRestrictions(main)).data.users).toEqual([]);
    await rest.repos.deleteAccessRestrictions(main);
    expect((await refusal(rest.repos.getAccessRestrictions(main))).status).toBe(404);
  });

  test('is hidden from who does not administer the repository', async () => {
    const rest = await start({ viewer: 'ben', branch_protections: [needsReview] });
    expect((await refusal(rest.repos.getBranchProtection(main))).status).toBe(404);
    expect((await refusal(rest.repos.deleteBranchProtection(main))).status).toBe(404);
  });

  test('names only people and teams that are there', async () => {
    const rest = await start({ branch_protections: [{ restrictions: {} }] });
    expect((await refusal(rest.repos.addUserAccessRestrictions({ ...main, users: ['nobody'] }))).status).toBe(422);
    expect((await refusal(rest.repos.addTeamAccessRestrictions({ ...main, teams: ['none'] }))).status).toBe(422);
  });
});

describe('a pull request into a protected branch', () => {
  test('is not merged without the approval that is required', async () => {
    const rest = await start({ branch_protections: [needsReview] });
    expect(await stateOf(rest)).toBe('blocked');
    expect(await refusal(merge(rest))).toMatchObject({ status: 405, body: { message: REVIEWS_REFUSED } });
    await rest.pulls.createReview({ ...web, pull_number: 1, event: 'APPROVE' });
    expect(await stateOf(rest)).toBe('clean');
    expect((await merge(rest)).data.merged).toBe(true);
  });

  test('counts approvals of who can write', async () => {
    const rest = await start({ branch_protections: [needsReview], pull: { reviews: [{ user: 'cy', state: 'APPROVED' }] } });
    expect((await refusal(merge(rest))).body.message).toBe(REVIEWS_REFUSED);
  });

  test('loses approvals by a push where they go stale', async () => {
    const rest = await start({
      branch_protections: [{ required_pull_request_reviews: { dismiss_stale_reviews: true } }],
      pull: { reviews: [{ user: 'ada', state: 'APPROVED' }] },
    });
    await put(rest, 'more.txt', 'fix');
    const { data } = await rest.pulls.listReviews({ ...web, pull_number: 1 });
    expect(data.map(({ state }) => state)).toEqual(['DISMISSED']);
    expect((await refusal(merge(rest))).body.message).toBe(REVIEWS_REFUSED);
  });

  test('waits for the owners of the code', async () => {
    const rest = await start({
      files: { '.github/CODEOWNERS': '* @ben # all\r\n/a.txt @acme/core @ada\r\n# /b.txt @ada\r\n' },
      branch_protections: [
        { required_pull_request_reviews: { required_approving_review_count: 0, require_code_owner_reviews: true } },
      ],
    });
    expect((await refusal(merge(rest))).body.message).toBe('Waiting on code owner review from acme/core, ada.');
    await rest.pulls.createReview({ ...web, pull_number: 1, event: 'APPROVE' });
    expect((await merge(rest)).status).toBe(200);
  });

  test.each([
    [[], 'Required status check "ci" is expected.'],
    [[{ context: 'ci', state: 'pending' }], 'Required status check "ci" is pending.'],
    [[{ context: 'ci', state: 'failure' }], 'Required status check "ci" is failing.'],
  ])('needs its checks: %j', async (statuses, words) => {
    const rest = await start({ branch_protections: [{ required_status_checks: { contexts: ['ci'] } }], pull: { statuses } });
    expect(await refusal(merge(rest))).toMatchObject({ status: 405, body: { message: words } });
  });

  test('is behind where its base went on', async () => {
    const rest = await start({
      branch_protections: [{ required_status_checks: { strict: true } }],
    });
    expect(await stateOf(rest)).toBe('clean');
    await rest.repos.merge({ ...web, base: 'main', head: 'side' });
    expect(await stateOf(rest)).toBe('behind');
    await rest.pulls.updateBranch({ ...web, pull_number: 1 });
    expect(await stateOf(rest)).toBe('clean');
  });

  test('has its conversations settled, and no merge commit where history is linear', async () => {
    const rest = await start({
      branch_protections: [{ required_conversation_resolution: true, required_linear_history: true }],
      pull: { reviews: [{ user: 'ada', comments: [{ path: 'a.txt', line: 1, body: 'Why?' }] }] },
    });
    expect((await refusal(merge(rest))).body.message).toBe(
      'This branch must not contain merge commits. A conversation must be resolved before this pull request can be merged.',
    );
  });

  test('is merged by administrators where nothing is enforced on them', async () => {
    const rest = await start({ branch_protections: [{ ...needsReview, enforce_admins: false }] });
    expect(await stateOf(rest)).toBe('blocked');
    expect((await merge(rest)).status).toBe(200);
  });

  test('is merged by those alone who may push', async () => {
    const rest = await start({ viewer: 'ben', branch_protections: [{ restrictions: { users: ['ada'] } }] });
    expect((await refusal(merge(rest))).body.message).toMatch(/^You're not authorized to push to this branch\./);
  });
});

describe('a write to a protected branch', () => {
  test('is refused in the words of each operation', async () => {
    const rest = await start({ branch_protections: [{ ...needsReview, required_status_checks: { contexts: ['a', 'b'] } }] });
    const reasons = 'Changes must be made through a pull request. 2 of 2 required status checks are expected.';
    expect(await refusal(put(rest))).toMatchObject({
      status: 409,
      body: {
        message: `Could not create file: ${reasons}`,
        documentation_url: 'https://docs.github.com/articles/about-protected-branches',
      },
    });
    const { object } = (await rest.git.getRef({ ...web, ref: 'heads/side' })).data;
    const moved = await refusal(rest.git.updateRef({ ...web, ref: 'heads/main', sha: object.sha }));
    expect(moved).toMatchObject({ status: 422, body: { message: reasons } });
  });

  test('neither forces nor deletes it', async () => {
    const rest = await start({ branch_protections: [{ branch: 'side' }] });
    const { object } = (await rest.git.getRef({ ...web, ref: 'heads/main' })).data;
    const forced = await refusal(rest.git.updateRef({ ...web, ref: 'heads/side', sha: object.sha, force: true }));
    expect([forced.status, forced.body.message]).toEqual([422, 'Cannot force-push to this branch']);
    const deleted = await refusal(rest.git.deleteRef({ ...web, ref: 'heads/side' }));
    expect([deleted.status, deleted.body.message]).toEqual([422, 'Cannot delete this branch']);
  });

  test('through GraphQL and MCP is held to the same rules', async () => {
    const rest = await start({ branch_protections: [needsReview] });
    const { data: pull } = await rest.pulls.get({ ...web, pull_number: 1 });
    const query = `mutation { mergePullRequest(input: { pullRequestId: "${pull.node_id}" }) { pullRequest { merged } } }`;
    const { json } = await twin.send('POST', '/graphql', { query });
    expect(json).toMatchObject({ errors: [{ message: REVIEWS_REFUSED }] });
    const asked = `query { repository(owner: "acme", name: "web") { pullRequest(number: 1) { mergeStateStatus reviewDecision } } }`;
    expect((await twin.send('POST', '/graphql', { query: asked })).json).toMatchObject({
      data: { repository: { pullRequest: { mergeStateStatus: 'BLOCKED', reviewDecision: 'REVIEW_REQUIRED' } } },
    });
  });
});
