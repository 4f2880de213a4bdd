// https://docs.github.com/repositories/configuring-branches-and-merges-in-your-repository/configuring-pull-request-merges/managing-a-merge-queue
// The rule's parameters are those of GitHub's REST description (schema `repository-rule-merge-queue`), the types those of its GraphQL schema.
import { afterEach, describe, expect, test } from '@jest/globals';
import { webhookReceiver } from '@svc/twin-kit/testing';
import { github } from '../src/index.ts';
import { refusal, type Served, serveGithub } from './served.ts';

const web = { owner: 'acme', repo: 'web' };
const PARAMETERS = {
  check_response_timeout_minutes: 60,
  grouping_strategy: 'ALLGREEN',
  max_entries_to_build: 5,
  max_entries_to_merge: 5,
  merge_method: 'SQUASH',
  min_entries_to_merge: 1,
  min_entries_to_merge_wait_minutes: 5,
} as const;
const CI = 'name: CI\non: merge_group\njobs: { build: { steps: [{ run: make }] } }\n';

interface Made {
  rules?: readonly object[];
  parameters?: object;
  owner?: string;
  pull?: object;
  more?: object;
}
const CHECKS = [{ type: 'required_status_checks', parameters: { required_status_checks: [{ context: 'ci' }] } }];
const seedOf = ({ rules = [], parameters = {}, owner = 'acme', pull = {}, more = {} }: Made = {}) => ({
  viewer: 'ada',
  users: [{ login: 'ada' }, { login: 'acme', type: 'Organization', members: [{ login: 'ada', role: 'admin' }] }],
  repositories: [
    {
      ...{ owner, name: 'web', files: { 'a.txt': 'a\n' }, allow_auto_merge: true },
      pull_requests: [
        { number: 1, title: 'One', head: 'one', files: { 'one.txt': '1\n' }, statuses: [{ context: 'ci' }], ...pull },
        { number: 2, title: 'Two', head: 'two', files: { 'two.txt': '2\n' }, statuses: [{ context: 'ci' }] },
        { number: 3, title: 'Three', head: 'three', files: { 'one.txt': '3\n' }, statuses: [{ context: 'ci' }] },
      ],
      rulesets: [{ name: 'Queue', rules: [...rules, { type: 'merge_queue', parameters: { ...PARAMETERS, ...parameters } }] }],
      ...more,
    },
  ],
});

let twin: Served;
const serve = async (made: Made = {}, ports: readonly number[] = []) => {
  twin = await serveGithub(seedOf(made), { mode: 'logical', start: '2026-01-02T03:04:05Z' }, { webhookPorts: ports });
};
afterEach(() => twin.close());

const rest = () => twin.octokit.rest;
const graph = <T>(query: string, variables: object = {}): Promise<T> => twin.octokit.graphql<T>(query, { ...variables });
const idOf = async (pull_number: number) => (await rest().pulls.get({ ...web, pull_number })).data.node_id;
const ENQUEUE =
  'mutation ($id: ID!, $jump: Boolean, $head: GitObjectID) { enqueuePullRequest(input: { pullRequestId: $id, jump: $jump, expectedHeadOid: $head }) { mergeQueueEntry { id position state jump enqueuer { login } } } }';
const enqueue = async (number: number, more: object = {}) => graph<object>(ENQUEUE, { id: await idOf(number), ...more });

interface Queue {
  repository: {
    mergeQueue: {
      url: string;
      configuration: object;
      entries: {
        totalCount: number;
        nodes: { position: number; state: string; headCommit: { oid: string } | null; pullRequest: { number: number } }[];
      };
    };
  };
}
const queue = async () =>
  (
    await graph<Queue>(
      '{ repository(owner: "acme", name: "web") { mergeQueue(branch: "main") { url configuration { mergeMethod minimumEntriesToMerge } entries(first: 10) { totalCount nodes { position state headCommit { oid } pullRequest { number } } } } } }',
    )
  ).repository.mergeQueue;
const waiting = async () => (await queue()).entries.nodes.map(({ pullRequest, state }) => [pullRequest.number, state]);
const isMerged = async (pull_number: number) => (await rest().pulls.get({ ...web, pull_number })).data.merged;
const report = async (sha: string | undefined, state: 'success' | 'failure') =>
  rest().repos.createCommitStatus({ ...web, sha: sha ?? '', state, context: 'ci' });
const heads = async () => (await queue()).entries.nodes.map(({ headCommit }) => headCommit?.oid);
const eventsOf = async (issue_number: number) =>
  (await rest().issues.listEvents({ ...web, issue_number })).data.map(({ event }) => event);

describe('a branch whose rules ask for a queue', () => {
  // "405 Repository rule violations found … Changes must be made through the merge queue": anza-xyz/kit#94, georust/proj#178.
  test('is not merged into and not pushed to past it', async () => {
    await serve();
    const { status, body } = await refusal(rest().pulls.merge({ ...web, pull_number: 1 }));
    expect([status, body.message]).toEqual([
      405,
      'Repository rule violations found\n\nChanges must be made through the merge queue\n\n',
    ]);
    const { data } = await rest().repos.getBranch({ ...web, branch: 'one' });
    expect((await refusal(rest().git.updateRef({ ...web, ref: 'heads/main', sha: data.commit.sha }))).status).toBe(422);
    expect(await isMerged(1)).toBe(false);
  });

  test('shows its queue, and each pull request whether it is in it', async () => {
    await serve({ rules: CHECKS });
    const asked =
      '{ repository(owner: "acme", name: "web") { pullRequest(number: 1) { isMergeQueueEnabled isInMergeQueue mergeQueue { id } mergeQueueEntry { position } } } }';
    const sides = async () => (await graph<{ repository: { pullRequest: object } }>(asked)).repository.pullRequest;
    expect(await sides()).toMatchObject({ isMergeQueueEnabled: true, isInMergeQueue: false, mergeQueueEntry: null });
    await enqueue(1);
    expect(await sides()).toMatchObject({
      isInMergeQueue: true,
      mergeQueue: { id: expect.any(String) },
      mergeQueueEntry: { position: 1 },
    });
    expect(await queue()).toMatchObject({
      url: `${twin.url}/acme/web/queue/main`,
      configuration: { mergeMethod: 'SQUASH', minimumEntriesToMerge: 1 },
    });
    const { data } = await rest().search.issuesAndPullRequests({ q: 'repo:acme/web is:queued' });
    expect(data.items.map(({ number }) => number)).toEqual([1]);
  });

  test('takes what waits in a seed on with the next write', async () => {
    await serve({ pull: { in_merge_queue: true } });
    expect(await waiting()).toEqual([[1, 'QUEUED']]);
    await rest().issues.create({ ...web, title: 'Something else' });
    expect([await isMerged(1), await waiting()]).toEqual([true, []]);
  });
});

describe('a pull request in a queue', () => {
  test('is merged in the way of the queue at once where no checks are asked for', async () => {
    await serve();
    expect(await enqueue(1)).toMatchObject({
      enqueuePullRequest: { mergeQueueEntry: { position: 1, enqueuer: { login: 'ada' } } },
    });
    expect(await isMerged(1)).toBe(true);
    const { data } = await rest().repos.getCommit({ ...web, ref: 'main' });
    expect([data.commit.message.split('\n')[0], data.parents.length]).toEqual(['One (#1)', 1]);
    expect(await eventsOf(1)).toEqual(['added_to_merge_queue', 'merged', 'closed', 'removed_from_merge_queue']);
  });

  test('waits for the checks of its merge with all before it', async () => {
    await serve({ rules: CHECKS });
    await enqueue(1);
    await enqueue(2);
    expect(await waiting()).toEqual([
      [1, 'AWAITING_CHECKS'],
      [2, 'AWAITING_CHECKS'],
    ]);
    const [first, second] = await heads();
    const { data: comparison } = await rest().repos.compareCommits({ ...web, base: first ?? '', head: second ?? '' });
    expect(comparison.files?.map(({ filename }) => filename)).toEqual(['two.txt']);
    await report(second, 'success');
    expect(await waiting()).toEqual([
      [1, 'AWAITING_CHECKS'],
      [2, 'MERGEABLE'],
    ]);
    await report(first, 'success');
    expect([await isMerged(1), await isMerged(2), await waiting()]).toEqual([true, true, []]);
    expect((await rest().repos.getBranch({ ...web, branch: 'main' })).data.commit.sha).toBe(second);
    // "gh-readonly-queue/{base_branch}": the branches of the groups are gone.
    expect((await rest().repos.listBranches(web)).data.filter(({ name }) => name.startsWith('gh-readonly-queue'))).toEqual([]);
  });

  test('goes where a check fails, and those behind it are tried without it', async () => {
    await serve({ rules: CHECKS });
    await enqueue(1);
    await enqueue(2);
    const [first, second] = await heads();
    await report(first, 'failure');
    expect(await waiting()).toEqual([[2, 'AWAITING_CHECKS']]);
    expect(await heads()).not.toEqual([second]);
    expect([await isMerged(1), (await eventsOf(1)).at(-1)]).toEqual([false, 'removed_from_merge_queue']);
  });

  test('goes where it can not be merged with those before it', async () => {
    await serve({ rules: CHECKS });
    await enqueue(1);
    await enqueue(3);
    expect(await waiting()).toEqual([[1, 'AWAITING_CHECKS']]);
    expect((await eventsOf(3)).at(-1)).toBe('removed_from_merge_queue');
  });

  test('stands in front where it jumps, and those behind it are tried again', async () => {
    await serve({ rules: CHECKS });
    await enqueue(1);
    const [alone] = await heads();
    await enqueue(2, { jump: true });
    expect((await waiting()).map(([number]) => number)).toEqual([2, 1]);
    expect(await heads()).not.toContain(alone);
  });

  test('goes when it is pushed to, closed or taken out', async () => {
    await serve({ rules: CHECKS });
    for (const number of [1, 2]) await enqueue(number);
    await rest().repos.createOrUpdateFileContents({ ...web, path: 'x.txt', message: 'x', content: 'eAo=', branch: 'one' });
    expect((await waiting()).map(([number]) => number)).toEqual([2]);
    const DEQUEUE =
      'mutation ($id: ID!) { dequeuePullRequest(input: { id: $id }) { mergeQueueEntry { pullRequest { number } } } }';
    expect(await graph(DEQUEUE, { id: await idOf(2) })).toMatchObject({
      dequeuePullRequest: { mergeQueueEntry: { pullRequest: { number: 2 } } },
    });
    expect(await waiting()).toEqual([]);
    await expect(graph(DEQUEUE, { id: await idOf(2) })).rejects.toThrow('not in the merge queue');
    await enqueue(2);
    await rest().pulls.update({ ...web, pull_number: 2, state: 'closed' });
    expect(await waiting()).toEqual([]);
  });

  test('waits for others where a group is to have more, but not for ever', async () => {
    await serve({ parameters: { min_entries_to_merge: 2 } });
    await enqueue(1);
    expect([await isMerged(1), await waiting()]).toEqual([false, [[1, 'MERGEABLE']]]);
    await enqueue(2);
    expect([await isMerged(1), await isMerged(2)]).toEqual([true, true]);
    await twin.close();
    await serve({ parameters: { min_entries_to_merge: 2, min_entries_to_merge_wait_minutes: 0 } });
    await enqueue(1);
    expect(await isMerged(1)).toBe(true);
  });

  test('is merged by the checks of the last of its group where the queue wants no more', async () => {
    await serve({ rules: CHECKS, parameters: { grouping_strategy: 'HEADGREEN' } });
    for (const number of [1, 2]) await enqueue(number);
    await report((await heads())[1], 'success');
    expect([await isMerged(1), await isMerged(2)]).toEqual([true, true]);
  });

  test('has its workflows run for the event merge_group, whose end is waited for', async () => {
    const rules = [{ type: 'required_status_checks', parameters: { required_status_checks: [{ context: 'build' }] } }];
    const passed = { files: { 'a.txt': 'a\n', '.github/workflows/ci.yml': CI } };
    await serve({ rules, more: passed, pull: { statuses: [], check_runs: [{ name: 'build', conclusion: 'success' }] } });
    await enqueue(1);
    const runs = async () => (await rest().actions.listWorkflowRunsForRepo({ ...web, event: 'merge_group' })).data.workflow_runs;
    expect(await runs()).toMatchObject([
      { event: 'merge_group', head_branch: expect.stringMatching(/^gh-readonly-queue\/main\/pr-1-[0-9a-f]{40}$/) },
    ]);
    for (let look = 0; look < 60 && (await runs())[0]?.status !== 'completed'; look += 1);
    await rest().issues.create({ ...web, title: 'Something else' });
    expect(await isMerged(1)).toBe(true);
  });

  test('is told of to hooks, with its group', async () => {
    await using receiver = await webhookReceiver();
    await serve({}, [receiver.port]);
    await rest().repos.createWebhook({
      ...web,
      events: ['merge_group', 'pull_request'],
      config: { url: receiver.url, content_type: 'json' },
    });
    await enqueue(1);
    const told = (await receiver.arrived(6))
      .slice(1)
      .map(({ headers, body }) => ({ event: headers['x-github-event'], ...JSON.parse(body) }));
    expect(told.map(({ event, action, reason }) => [event, action, reason])).toEqual([
      ['pull_request', 'enqueued', undefined],
      ['merge_group', 'checks_requested', undefined],
      ['pull_request', 'closed', undefined],
      ['merge_group', 'destroyed', 'merged'],
      ['pull_request', 'dequeued', 'MERGE'],
    ]);
    expect(told[1].merge_group).toMatchObject({ base_ref: 'refs/heads/main', head_commit: { id: told[1].merge_group.head_sha } });
  });
});

describe('what can not wait in a queue is refused:', () => {
  test('another head than was meant, a second time, and what rules keep from it', async () => {
    await serve({ rules: CHECKS, pull: { statuses: [{ context: 'ci', state: 'failure' }] } });
    await expect(enqueue(2, { head: '0'.repeat(40) })).rejects.toThrow('Head branch was modified');
    await expect(enqueue(1)).rejects.toThrow('Required status check "ci" is failing.');
    await enqueue(2);
    await expect(enqueue(2)).rejects.toThrow('already in the merge queue');
    expect((await waiting()).map(([number]) => number)).toEqual([2]);
  });

  test('a pull request whose base has no queue', async () => {
    await serve({ more: { rulesets: [] } });
    await expect(enqueue(1)).rejects.toThrow('Merge queue is not enabled');
    expect(await graph('{ repository(owner: "acme", name: "web") { mergeQueue { id } } }')).toEqual({
      repository: { mergeQueue: null },
    });
  });

  // gh puts into queues by this mutation (cli/cli#13398, ClickHouse/ClickHouse#105624).
  test('by enablePullRequestAutoMerge where the repository forbids that', async () => {
    const AUTO = 'mutation ($id: ID!) { enablePullRequestAutoMerge(input: { pullRequestId: $id }) { pullRequest { number } } }';
    await serve({ rules: CHECKS });
    expect(await graph(AUTO, { id: await idOf(1) })).toMatchObject({
      enablePullRequestAutoMerge: { pullRequest: { number: 1 } },
    });
    expect((await waiting()).map(([number]) => number)).toEqual([1]);
    await rest().repos.update({ ...web, allow_auto_merge: false });
    await expect(graph(AUTO, { id: await idOf(2) })).rejects.toThrow('Auto merge is not allowed for this repository');
  });

  // s4k10503/velvet#298 shows the refusal.
  test('rules of queues in what a person owns, and parameters that are missing or too large', async () => {
    await serve({ more: { rulesets: [] } });
    const make = (owner: string, parameters: object) =>
      twin.send('POST', `/repos/${owner}/rulesets`, {
        name: 'Q',
        enforcement: 'active',
        rules: [{ type: 'merge_queue', parameters }],
      });
    await rest().repos.createForAuthenticatedUser({ name: 'own' });
    expect([(await make('ada/own', PARAMETERS)).status, (await make('acme/web', { merge_method: 'MERGE' })).status]).toEqual([
      422, 422,
    ]);
    expect((await make('acme/web', { ...PARAMETERS, max_entries_to_merge: 101 })).status).toBe(422);
    const { status, json } = await make('acme/web', PARAMETERS);
    expect([status, json]).toMatchObject([201, { rules: [{ type: 'merge_queue', parameters: PARAMETERS }] }]);
  });

  test.each([
    ['only repositories of an Organization have merge queues', seedOf({ owner: 'ada' })],
    ['branch main has no merge queue', seedOf({ pull: { in_merge_queue: true }, more: { rulesets: [] } })],
    ['only an open pull request waits in a merge queue', seedOf({ pull: { in_merge_queue: true, draft: true } })],
  ])('a seed: %s', async (message, seed) => {
    await serve();
    const parsed = github.parseSeed(seed);
    expect(parsed.ok ? [] : parsed.issues.map((issue) => issue.message)).toContain(message);
  });
});
