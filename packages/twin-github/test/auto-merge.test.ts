// https://docs.github.com/pull-requests/collaborating-with-pull-requests/incorporating-changes-from-a-pull-request/automatically-merging-a-pull-request
// The types are those of GitHub's GraphQL schema, the words of refusals those that people met; each names where.
import { generateKeyPairSync } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { webhookReceiver } from '@svc/twin-kit/testing';
import { App, Octokit } from 'octokit';
import { github } from '../src/index.ts';
import { refusal, type Served, serveGithub } from './served.ts';

const web = { owner: 'acme', repo: 'web' };
const CI = 'name: CI\non: pull_request\njobs: { build: { steps: [{ run: make }] } }\n';

interface Made {
  /** What protects the base; by default it wants one approval. */
  protection?: object | null;
  pull?: object;
  more?: object;
  seed?: object;
}
const seedOf = ({ protection = { required_pull_request_reviews: {} }, pull = {}, more = {}, seed = {} }: Made = {}) => ({
  viewer: 'ada',
  users: [{ login: 'ada' }, { login: 'grace' }, { login: 'acme', type: 'Organization' }],
  repositories: [
    {
      ...{ owner: 'acme', name: 'web', files: { 'a.txt': 'a\n' }, allow_auto_merge: true },
      collaborators: [{ login: 'ada', permission: 'admin' }, 'grace'],
      issues: [{ number: 9, title: 'Broken' }],
      branches: [{ name: 'next' }],
      pull_requests: [
        { number: 1, title: 'One', body: 'Fixes #9', head: 'one', user: 'grace', files: { 'one.txt': '1\n' }, ...pull },
        { number: 2, title: 'Two', head: 'two', user: 'grace', files: { 'two.txt': '2\n' } },
      ],
      branch_protections: protection === null ? [] : [protection],
      ...more,
    },
  ],
  ...seed,
});

let twin: Served;
const serve = async (made: Made = {}, ports: readonly number[] = []) => {
  twin = await serveGithub(seedOf(made), { mode: 'logical', start: '2026-01-02T03:04:05Z' }, { webhookPorts: ports });
};
afterEach(() => twin.close());

const rest = () => twin.octokit.rest;
const graph = <T>(query: string, variables: object = {}): Promise<T> => twin.octokit.graphql<T>(query, { ...variables });
const pullAt = async (pull_number = 1) => (await rest().pulls.get({ ...web, pull_number })).data;

const REQUEST =
  'pullRequest { number autoMergeRequest { mergeMethod commitHeadline commitBody authorEmail enabledAt enabledBy { login } pullRequest { number } } viewerCanEnableAutoMerge viewerCanDisableAutoMerge }';
const ENABLE = `mutation ($input: EnablePullRequestAutoMergeInput!) { enablePullRequestAutoMerge(input: $input) { actor { login } ${REQUEST} } }`;
const DISABLE = `mutation ($id: ID!) { disablePullRequestAutoMerge(input: { pullRequestId: $id }) { actor { login } ${REQUEST} } }`;
const enable = async (input: object = {}, number = 1) =>
  (
    await graph<{ enablePullRequestAutoMerge: object }>(ENABLE, {
      input: { pullRequestId: (await pullAt(number)).node_id, mergeMethod: 'SQUASH', ...input },
    })
  ).enablePullRequestAutoMerge;
const disable = async (number = 1) => graph<object>(DISABLE, { id: (await pullAt(number)).node_id });
const approve = (pull_number = 1) => rest().pulls.createReview({ ...web, pull_number, event: 'APPROVE' });
const report = async (state: 'success' | 'failure', context = 'ci') =>
  rest().repos.createCommitStatus({ ...web, sha: (await pullAt()).head.sha, state, context });
const eventsOf = async (issue_number = 1) =>
  (await rest().issues.listEvents({ ...web, issue_number })).data.map(({ event }) => event);
const isMerged = async (number = 1) => (await pullAt(number)).merged;

describe('a pull request that something is missing of', () => {
  test('waits, and shows who lets it be merged by itself and how', async () => {
    await serve();
    expect((await pullAt()).auto_merge).toBeNull();
    expect(await enable({ commitHeadline: 'Do one', commitBody: 'At last' })).toMatchObject({
      actor: { login: 'ada' },
      pullRequest: {
        autoMergeRequest: {
          ...{ mergeMethod: 'SQUASH', commitHeadline: 'Do one', commitBody: 'At last', authorEmail: null },
          ...{ enabledAt: expect.stringMatching(/^2026-01-02T/), enabledBy: { login: 'ada' }, pullRequest: { number: 1 } },
        },
        ...{ viewerCanEnableAutoMerge: false, viewerCanDisableAutoMerge: true },
      },
    });
    const { auto_merge, merged } = await pullAt();
    expect([merged, auto_merge]).toMatchObject([
      false,
      { enabled_by: { login: 'ada' }, merge_method: 'squash', commit_title: 'Do one', commit_message: 'At last' },
    ]);
    expect(await eventsOf()).toEqual(['auto_squash_enabled']);
  });

  test('is merged by the approval that it waits for, as the one who let it, with all that follows a merge', async () => {
    await serve({ more: { delete_branch_on_merge: true } });
    await enable({ commitHeadline: 'Do one', commitBody: 'At last' });
    await approve();
    const pull = await pullAt();
    expect(pull).toMatchObject({ merged: true, merged_by: { login: 'ada' }, auto_merge: { merge_method: 'squash' } });
    const { data: commit } = await rest().repos.getCommit({ ...web, ref: 'main' });
    expect([commit.sha, commit.commit.message, commit.parents.length]).toEqual([pull.merge_commit_sha, 'Do one\n\nAt last', 1]);
    expect((await rest().issues.get({ ...web, issue_number: 9 })).data.state).toBe('closed');
    expect((await refusal(rest().repos.getBranch({ ...web, branch: 'one' }))).status).toBe(404);
    expect(await eventsOf()).toEqual(['auto_squash_enabled', 'merged', 'closed', 'head_ref_deleted']);
  });

  test('stands on the tape as merged by the call that brought what was missing', async () => {
    await serve();
    await enable();
    await approve();
    const rows = (await twin.evidence('events')) as {
      tool: string;
      state_delta: { collection: string; after: { merged_at?: string | null } | null }[] | null;
    }[];
    const merging = rows.filter(({ state_delta }) =>
      state_delta?.some(({ collection, after }) => collection === 'pull_requests' && after?.merged_at != null),
    );
    expect(merging.map(({ tool }) => tool)).toEqual(['create_pull_request_review']);
    expect(rows.map(({ tool }) => tool)).toContain('enable_pull_request_auto_merge');
  });

  test.each([
    ['merge', ['Merge pull request #1 from acme/one', 2], 'auto_merge_enabled'],
    ['squash', ['one', 1], 'auto_squash_enabled'],
    ['rebase', ['one', 1], 'auto_rebase_enabled'],
  ] as const)('is merged in the way that was said: %s', async (method, [subject, parents], event) => {
    await serve();
    await enable({ mergeMethod: method.toUpperCase() });
    expect((await pullAt()).auto_merge).toMatchObject({ merge_method: method, commit_title: expect.any(String) });
    await approve();
    const { data } = await rest().repos.getCommit({ ...web, ref: 'main' });
    const [title = ''] = data.commit.message.split('\n');
    expect([title.toLowerCase().includes(subject.toLowerCase()), data.parents.length]).toEqual([true, parents]);
    expect((await eventsOf())[0]).toBe(event);
  });

  test('waits for all that is required, and for nothing else', async () => {
    const checks = { required_status_checks: { contexts: ['ci', 'build'] }, required_pull_request_reviews: {} };
    await serve({ protection: { ...checks, required_conversation_resolution: true } });
    await enable();
    await approve();
    await report('failure');
    await report('failure', 'lint');
    expect(await isMerged()).toBe(false);
    const { data: comment } = await rest().pulls.createReviewComment({
      ...{ ...web, pull_number: 1, body: 'Why?', path: 'one.txt', line: 1, commit_id: (await pullAt()).head.sha },
    });
    await report('success');
    const { data: run } = await rest().checks.create({
      ...{ ...web, name: 'build', head_sha: (await pullAt()).head.sha, status: 'in_progress' },
    });
    await rest().checks.update({ ...web, check_run_id: run.id, status: 'completed', conclusion: 'success' });
    expect([comment.body, await isMerged()]).toEqual(['Why?', false]);
    const { repository } = await graph<{ repository: { pullRequest: { reviewThreads: { nodes: [{ id: string }] } } } }>(
      '{ repository(owner: "acme", name: "web") { pullRequest(number: 1) { reviewThreads(first: 1) { nodes { id } } } } }',
    );
    await graph('mutation ($id: ID!) { resolveReviewThread(input: { threadId: $id }) { thread { isResolved } } }', {
      id: repository.pullRequest.reviewThreads.nodes[0].id,
    });
    expect(await isMerged()).toBe(true);
  });

  test.each([
    ['write', () => rest().issues.create({ ...web, title: 'Something else' })],
    ['call of GraphQL', () => graph('{ viewer { login } }')],
  ])('is merged by the first %s after the run that it waits for is over', async (_kind, call) => {
    const files = { 'a.txt': 'a\n', '.github/workflows/ci.yml': CI };
    await serve({ protection: { required_status_checks: { contexts: ['build'] } }, more: { files } });
    const put = { ...web, branch: 'one', path: 'more.txt', message: 'More', content: 'bQo=' };
    await rest().repos.createOrUpdateFileContents(put);
    await enable();
    const runs = async () => (await rest().actions.listWorkflowRunsForRepo({ ...web, event: 'pull_request' })).data.workflow_runs;
    for (let look = 0; look < 60 && (await runs())[0]?.status !== 'completed'; look += 1);
    expect([(await runs())[0]?.conclusion, await isMerged()]).toEqual(['success', false]);
    await call();
    expect(await isMerged()).toBe(true);
  });

  test('starts the workflows that ask for it', async () => {
    const on = 'on: { pull_request: { types: [auto_merge_enabled, auto_merge_disabled] } }';
    const files = { '.github/workflows/a.yml': `name: A\n${on}\njobs: { a: { steps: [{ run: make }] } }\n` };
    await serve({ more: { files } });
    await enable();
    await disable();
    expect((await rest().actions.listWorkflowRunsForRepo(web)).data.total_count).toBe(2);
  });

  test('is told of to hooks, with the reason where it ends', async () => {
    await using receiver = await webhookReceiver();
    await serve({}, [receiver.port]);
    const config = { url: receiver.url, content_type: 'json' };
    await rest().repos.createWebhook({ ...web, events: ['pull_request'], config });
    await enable();
    await disable();
    const told = (await receiver.arrived(3)).slice(1).map(({ body }) => JSON.parse(body));
    expect(told).toMatchObject([
      { action: 'auto_merge_enabled', number: 1 },
      { action: 'auto_merge_disabled', reason: 'Manually disabled by user', pull_request: { auto_merge: null } },
    ]);
  });

  test('goes into the queue of its base once its rules are met', async () => {
    const rules = [
      { type: 'pull_request', parameters: { required_approving_review_count: 1 } },
      { type: 'merge_queue', parameters: { merge_method: 'SQUASH' } },
    ];
    await serve({ protection: null, more: { rulesets: [{ name: 'Queue', rules }] } });
    expect(await enable()).toMatchObject({ pullRequest: { autoMergeRequest: { mergeMethod: 'SQUASH' } } });
    await approve();
    expect(await isMerged()).toBe(true);
    expect(await eventsOf()).toEqual([
      ...['auto_squash_enabled', 'added_to_merge_queue', 'merged', 'closed', 'removed_from_merge_queue'],
    ]);
  });
});

describe('what ends the wait:', () => {
  test('somebody who may takes it back', async () => {
    await serve();
    await enable();
    expect(await disable()).toMatchObject({
      disablePullRequestAutoMerge: { pullRequest: { autoMergeRequest: null, viewerCanEnableAutoMerge: true } },
    });
    expect((await pullAt()).auto_merge).toBeNull();
    // Met in scripts around `gh pr merge --disable-auto`.
    await expect(disable()).rejects.toThrow("Can't disable auto-merge for this pull request.");
    await approve();
    expect(await isMerged()).toBe(false);
    expect(await eventsOf()).toEqual(['auto_squash_enabled', 'auto_merge_disabled']);
  });

  test.each([
    ['it is closed', () => rest().pulls.update({ ...web, pull_number: 1, state: 'closed' })],
    [
      'it becomes a draft',
      async () =>
        graph('mutation ($id: ID!) { convertPullRequestToDraft(input: { pullRequestId: $id }) { pullRequest { isDraft } } }', {
          id: (await pullAt()).node_id,
        }),
    ],
    ['the repository allows it no more', () => rest().repos.update({ ...web, allow_auto_merge: false })],
  ])('%s', async (_what, happens) => {
    await serve();
    await enable();
    await happens();
    expect((await pullAt()).auto_merge).toBeNull();
    expect((await eventsOf()).filter((event) => event === 'auto_merge_disabled')).toHaveLength(1);
  });

  test('the way to merge is forbidden before it comes to that', async () => {
    await serve();
    await enable();
    await rest().repos.update({ ...web, allow_squash_merge: false });
    await approve();
    expect([await isMerged(), (await pullAt()).auto_merge, (await eventsOf()).at(-1)]).toEqual([
      false,
      null,
      'auto_merge_disabled',
    ]);
  });

  test('a push by somebody who can write does not', async () => {
    await serve();
    await enable();
    await rest().repos.createOrUpdateFileContents({ ...web, path: 'x.txt', message: 'x', content: 'eAo=', branch: 'one' });
    await rest().pulls.update({ ...web, pull_number: 1, base: 'next' });
    await rest().pulls.update({ ...web, pull_number: 1, base: 'main' });
    expect((await pullAt()).auto_merge).not.toBeNull();
  });

  test('its author, who can not write, has it go into another branch', async () => {
    const collaborators = [{ login: 'ada', permission: 'pull' }, 'grace'];
    const pull = { user: 'ada', auto_merge: { method: 'squash', enabled_by: 'grace' } };
    await serve({ pull, more: { collaborators } });
    expect((await pullAt()).auto_merge).toMatchObject({ enabled_by: { login: 'grace' }, merge_method: 'squash' });
    await rest().pulls.update({ ...web, pull_number: 1, base: 'next' });
    expect((await pullAt()).auto_merge).toBeNull();
  });

  // "Head branch was pushed to by a user without write access": microsoft/winget-pkgs#96183. A branch that is brought up to its base is none such
  // (GitHub's changelog, 22 March 2021).
  test('somebody who can not write pushes to it, but not by bringing it up to its base', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const apps = [
      {
        ...{ slug: 'helper', id: 4242, owner: 'acme', key: publicKey.export({ type: 'spki', format: 'pem' }) },
        permissions: { administration: 'write', contents: 'write', pull_requests: 'write', metadata: 'read' },
        installations: [{ account: 'acme', id: 77 }],
      },
    ];
    await serve({
      protection: { required_pull_request_reviews: {}, enforce_admins: false },
      more: { collaborators: [{ login: 'ada', permission: 'pull' }, 'grace'] },
      seed: { apps },
    });
    const fork = { owner: 'ada', repo: 'web' };
    await rest().repos.createFork(web);
    await rest().git.createRef({ ...fork, ref: 'refs/heads/mine', sha: (await pullAt()).base.sha });
    const put = (path: string) =>
      rest().repos.createOrUpdateFileContents({ ...fork, path, message: path, content: 'eAo=', branch: 'mine' });
    await put('mine.txt');
    const { data: pull } = await rest().pulls.create({ ...web, title: 'Mine', head: 'ada:mine', base: 'main' });
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const app = new App({ appId: 4242, privateKey: key, Octokit: Octokit.defaults({ baseUrl: twin.url }) });
    const helper = await app.getInstallationOctokit(77);
    await helper.graphql(ENABLE, { input: { pullRequestId: pull.node_id } });
    expect((await pullAt(pull.number)).auto_merge).toMatchObject({ enabled_by: { login: 'helper[bot]' } });
    await helper.rest.repos.createOrUpdateFileContents({ ...web, path: 'n.txt', message: 'n', content: 'eAo=' });
    await rest().pulls.updateBranch({ ...web, pull_number: pull.number });
    expect((await pullAt(pull.number)).auto_merge).not.toBeNull();
    await put('again.txt');
    expect([(await pullAt(pull.number)).auto_merge, (await eventsOf(pull.number)).at(-1)]).toEqual([null, 'auto_merge_disabled']);
  });
});

describe('what is not merged by itself is refused:', () => {
  const CHECKED = { required_status_checks: { contexts: ['ci'] } };
  const PASSED = { statuses: [{ context: 'ci' }] };
  test.each<[string, Made, object, string]>([
    // cli/cli#4134; AliceJump/ok-end-field#211
    [
      'where the repository is not for it',
      { more: { allow_auto_merge: false } },
      {},
      'Auto merge is not allowed for this repository',
    ],
    // peter-evans/enable-pull-request-automerge#1118, rjmurillo/ai-agents#2450
    ['nothing is missing', { protection: CHECKED, pull: PASSED }, {}, 'Pull request Pull request is in clean status'],
    // snyk/snyk-ls#945, camunda/camunda#20675
    [
      'nothing is missing and something failed',
      { protection: CHECKED, pull: { statuses: [{ context: 'ci' }, { context: 'x', state: 'failure' }] } },
      {},
      'Pull request Pull request is in unstable status',
    ],
    // peter-evans/enable-pull-request-automerge#1060
    ['a closed one', { pull: { state: 'closed' } }, {}, 'Pull request Pull request is closed'],
    ['a draft', { pull: { draft: true } }, {}, 'Pull request Pull request is a draft'],
    // iterative/cml#955
    [
      'one that conflicts, where nothing protects its base',
      { protection: null, pull: { files: { 'a.txt': 'b\n' } }, more: { files: { 'a.txt': 'a\n' } } },
      {},
      'Pull request Protected branch rules not configured for this branch',
    ],
    ['another head than was meant', {}, { expectedHeadOid: '0'.repeat(40) }, 'Head branch was modified'],
    ["a stranger's address", {}, { authorEmail: 'eve@example.com' }, 'Author email must be one of your verified'],
    ['an address with a line break', {}, { authorEmail: 'ada@example.com\nx' }, 'Author email must be one of your verified'],
  ])('%s', async (what, made, input, message) => {
    await serve(made);
    if (what.startsWith('one that conflicts'))
      await rest().repos.createOrUpdateFileContents({
        ...{ ...web, path: 'a.txt', message: 'c', content: 'Ywo=', sha: '78981922613b2afb6025042ff6bd878ac1994e85' },
      });
    await expect(enable(input)).rejects.toThrow(message);
    expect((await pullAt()).auto_merge).toBeNull();
    expect(await eventsOf()).toEqual(what === 'a closed one' ? expect.any(Array) : []);
  });

  // tokuhirom/mutsu#5583, wnbrb/wnb-rb-site#460
  test.each([
    ['SQUASH', 'allow_squash_merge', 'Merge method squash merging is not allowed on this repository'],
    ['MERGE', 'allow_merge_commit', 'Merge method merge commits are not allowed on this repository'],
  ])('a way that the repository forbids: %s', async (mergeMethod, flag, message) => {
    await serve();
    await rest().repos.update({ ...web, [flag]: false });
    await expect(enable({ mergeMethod })).rejects.toThrow(message);
  });

  test('a second time', async () => {
    await serve();
    await enable();
    await expect(enable()).rejects.toThrow('Pull request Auto merge is already enabled');
  });

  test('by somebody who can not write', async () => {
    await serve({ more: { collaborators: [{ login: 'ada', permission: 'triage' }, 'grace'] } });
    await expect(enable()).rejects.toThrow('ada does not have the correct permissions to execute `EnablePullRequestAutoMerge`');
    await expect(disable()).rejects.toThrow('ada does not have the correct permissions to execute `DisablePullRequestAutoMerge`');
  });

  test.each<[string, Made]>([
    ['only an open pull request is merged by itself', { pull: { auto_merge: 'squash', draft: true } }],
    ["the repository doesn't allow it: allow_auto_merge", { pull: { auto_merge: 'squash' }, more: { allow_auto_merge: false } }],
    ['branch main has no rules to wait for', { pull: { auto_merge: 'squash' }, protection: null }],
    ['it waits in a merge queue already', { pull: { auto_merge: 'squash', in_merge_queue: true } }],
  ])('by a seed: %s', async (message, made) => {
    await serve();
    const parsed = github.parseSeed(seedOf(made));
    expect(parsed.ok ? [] : parsed.issues.map((issue) => issue.message)).toContain(message);
  });
});

test('what waits in a seed is merged when its time comes', async () => {
  await serve({ pull: { auto_merge: { method: 'merge', commit_title: 'From the seed', commit_message: 'So' } } });
  expect((await pullAt()).auto_merge).toMatchObject({ merge_method: 'merge', commit_title: 'From the seed' });
  await approve();
  const { data } = await rest().repos.getCommit({ ...web, ref: 'main' });
  expect([await isMerged(), data.commit.message]).toEqual([true, 'From the seed\n\nSo']);
});
