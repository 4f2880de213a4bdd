// https://docs.github.com/rest/issues/issue-dependencies. GitHub's words are those that people met: for a pull request cybersemics/em#5237, for a
// circle and for the issue itself github.com/ray-manaloto/dotfiles (issues 571 to 589), for one that is there and the end of one that isn't
// github.com/House-Hold-Hub/Automation.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type ReceivedMessage, webhookReceiver } from '@svc/twin-kit/testing';
import { refusal, type Served, serveGithub } from './served.ts';

const at = { owner: 'acme', repo: 'web' };
const seed = {
  viewer: 'ada',
  users: [{ login: 'ada' }, { login: 'acme', type: 'Organization', members: ['ada'] }, { login: 'eve' }],
  repositories: [
    {
      ...{ ...at, name: 'web', files: { 'a.txt': 'a\n' } },
      collaborators: [{ login: 'ada', permission: 'admin' }],
      issues: [
        { number: 1, title: 'Ship', blocked_by: [2, 3] },
        { number: 2, title: 'Test', state: 'closed' },
        { number: 3, title: 'Build', type: 'Task' },
        { number: 4, title: 'Plan' },
      ],
      pull_requests: [{ number: 5, title: 'Pull', head: 'fix', files: { 'a.txt': 'b\n' } }],
    },
    { owner: 'eve', name: 'lib', collaborators: [], issues: [{ number: 1, title: 'Upstream' }] },
    { owner: 'eve', name: 'vault', private: true, collaborators: [], issues: [{ number: 1, title: 'Secret' }] },
  ],
};

let twin: Served;
let receiver: Awaited<ReturnType<typeof webhookReceiver>>;
beforeEach(async () => {
  receiver = await webhookReceiver();
  twin = await serveGithub(seed, undefined, { webhookPorts: [receiver.port] });
});
afterEach(async () => {
  await twin.close();
  await receiver[Symbol.asyncDispose]();
});

const issues = () => twin.octokit.rest.issues;
const get = async (issue_number: number) => (await issues().get({ ...at, issue_number })).data;
const idOf = async (issue_number: number) => (await get(issue_number)).id;
const add = async (issue_number: number, blocking: number) =>
  issues().addBlockedByDependency({ ...at, issue_number, issue_id: await idOf(blocking) });
const remove = async (issue_number: number, blocking: number) =>
  issues().removeDependencyBlockedBy({ ...at, issue_number, issue_id: await idOf(blocking) });
const titles = ({ data }: { data: { title: string }[] }) => data.map(({ title }) => title);
const blockedBy = async (issue_number: number) => titles(await issues().listDependenciesBlockedBy({ ...at, issue_number }));
const blocking = async (issue_number: number) => titles(await issues().listDependenciesBlocking({ ...at, issue_number }));
/** The records of another account's repository, which the viewer need not see. */
const idIn = async (repository: string): Promise<number> => {
  const state = (await twin.evidence('state')) as Record<string, { id: number; name: string; repository_id: number }[]>;
  const home = state.repositories?.find(({ name }) => name === repository)?.id;
  return state.issues?.find(({ repository_id }) => repository_id === home)?.id as number;
};

describe('what an issue waits for', () => {
  test('is listed on both sides and counted, open and all', async () => {
    expect([await blockedBy(1), await blocking(3), await blocking(1)]).toEqual([['Test', 'Build'], ['Ship'], []]);
    const waiting = { blocked_by: 1, total_blocked_by: 2, blocking: 0, total_blocking: 0 };
    expect((await get(1)).issue_dependencies_summary).toEqual(waiting);
    await issues().update({ ...at, issue_number: 3, state: 'closed' });
    const { data } = await issues().listForRepo({ ...at, state: 'all', sort: 'created', direction: 'asc' });
    expect(data.map((one) => one.issue_dependencies_summary)).toMatchObject([
      { ...waiting, blocked_by: 0 },
      { blocking: 1, total_blocking: 1 },
      { blocking: 1, total_blocking: 1 },
      { blocking: 0, total_blocking: 0 },
      {},
    ]);
  });

  test('is added and ended, and leaves the time of the issue alone', async () => {
    const before = await get(4);
    const { status, headers, data } = await add(4, 1);
    expect([status, data.number, data.issue_dependencies_summary?.blocked_by]).toEqual([201, 4, 1]);
    expect(headers.location).toBe(`${twin.url}/repos/acme/web/issues/4/dependencies/blocked_by`);
    expect(await blocking(1)).toEqual(['Plan']);
    expect((await remove(4, 1)).data.issue_dependencies_summary?.total_blocked_by).toBe(0);
    expect(await blocking(1)).toEqual([]);
    expect((await get(4)).updated_at).toBe(before.updated_at);
  });

  test('stands in the histories of both', async () => {
    await add(4, 3);
    await remove(4, 3);
    for (const [issue_number, role, other] of [
      [4, 'blocked_by', 3],
      [3, 'blocking', 4],
    ] as const) {
      const { data } = await issues().listEventsForTimeline({ ...at, issue_number });
      const reference = { number: other, state: 'open', repository: { full_name: 'acme/web' } };
      expect(data).toMatchObject([
        { event: `${role}_added`, actor: { login: 'ada' }, [role]: reference },
        { event: `${role}_removed`, [role]: reference },
      ]);
      expect((await issues().listEvents({ ...at, issue_number })).data.map(({ event }) => event)).toEqual([
        `${role}_added`,
        `${role}_removed`,
      ]);
    }
  });

  test('may stand where others are at home, and is not shown to who does not look there', async () => {
    const issue_id = await idIn('lib');
    expect((await issues().addBlockedByDependency({ ...at, issue_number: 4, issue_id })).status).toBe(201);
    expect(await blockedBy(4)).toEqual(['Upstream']);
    const hidden = { ...at, issue_number: 4, issue_id: await idIn('vault') };
    expect((await refusal(issues().addBlockedByDependency(hidden))).status).toBe(404);
    expect((await refusal(issues().removeDependencyBlockedBy(hidden))).status).toBe(404);
  });

  test('goes with either issue', async () => {
    const { node_id } = await get(3);
    const query = 'mutation ($id: ID!) { deleteIssue(input: { issueId: $id }) { repository { name } } }';
    await twin.send('POST', '/graphql', { query, variables: { id: node_id } });
    expect(await blockedBy(1)).toEqual(['Test']);
    await twin.octokit.rest.repos.delete(at);
    expect(((await twin.evidence('state')) as { issue_dependencies: unknown[] }).issue_dependencies).toEqual([]);
  });
});

describe('refused', () => {
  const reasonFor = async (issue_number: number, blocker: number) => {
    const { status, body } = await refusal(add(issue_number, blocker));
    expect([status, body.errors]).toEqual([422, undefined]);
    return String(body.message).replace(
      'An error occurred while adding the blocking issue to the issue. Validation failed: ',
      '',
    );
  };

  test.each<[number, number, string]>([
    [1, 1, 'Target issue cannot be the same as the source issue'],
    [1, 3, 'Target issue has already been taken'],
    [3, 1, 'this dependency would create a cycle where the target is already blocked by the source'],
    [1, 5, 'Target issue may only be an issue'],
    [5, 1, 'Source issue may only be an issue'],
  ])('is #%i by #%i, and nothing changes', async (issue, blocker, reason) => {
    const before = await twin.evidence('state');
    expect(await reasonFor(issue, blocker)).toBe(reason);
    expect(await twin.evidence('state')).toEqual(before);
  });

  test('is no longer circle, and the end of what is not there is none', async () => {
    await add(3, 4);
    expect((await add(4, 1)).status).toBe(201);
    const before = await twin.evidence('state');
    expect((await remove(2, 4)).status).toBe(200);
    expect(await twin.evidence('state')).toEqual(before);
  });

  test('is what would make more than fifty of a relation', async () => {
    for (let count = 0; count < 51; count++) {
      const { data } = await issues().create({ ...at, title: `Part ${count}` });
      const call = issues().addBlockedByDependency({ ...at, issue_number: 4, issue_id: data.id });
      if (count < 50) await call;
      else expect((await refusal(call)).body.message).toMatch(/more than 50 issues/);
    }
  });

  test('is who may not triage where the issue stands', async () => {
    const foreign = { owner: 'eve', repo: 'lib', issue_number: 1, issue_id: await idOf(1) };
    expect((await refusal(issues().addBlockedByDependency(foreign))).status).toBe(403);
    expect((await refusal(issues().removeDependencyBlockedBy(foreign))).status).toBe(403);
  });
});

describe('webhooks', () => {
  const payloads = (messages: readonly ReceivedMessage[]) => messages.slice(1).map(({ body }) => JSON.parse(body));
  const make = (event: string) =>
    twin.octokit.rest.repos.createWebhook({ ...at, events: [event], config: { url: receiver.url, content_type: 'json' } });

  // https://docs.github.com/webhooks/webhook-events-and-payloads#issue_dependencies
  test('tell of dependencies from both sides', async () => {
    await make('issue_dependencies');
    await add(4, 3);
    await remove(4, 3);
    const sent = payloads(await receiver.arrived(5));
    const both = { blocked_issue: { title: 'Plan' }, blocking_issue: { title: 'Build' }, sender: { login: 'ada' } };
    const ids = { blocked_issue_id: await idOf(4), blocking_issue_id: await idOf(3) };
    const [blockerAt, blockedAt] = ['blocking_issue_repo', 'blocked_issue_repo'].map((name) => ({ [name]: { name: 'web' } }));
    expect(sent).toMatchObject([
      { action: 'blocked_by_added', ...both, ...ids, ...blockerAt },
      { action: 'blocking_added', ...both, ...ids, ...blockedAt },
      { action: 'blocked_by_removed', ...both, ...ids, ...blockerAt },
      { action: 'blocking_removed', ...both, ...ids, ...blockedAt },
    ]);
    expect(sent[0]).not.toHaveProperty('blocked_issue_repo');
  });

  // https://docs.github.com/webhooks/webhook-events-and-payloads#sub_issues
  test('tell of sub-issues from both sides', async () => {
    await make('sub_issues');
    await issues().addSubIssue({ ...at, issue_number: 1, sub_issue_id: await idOf(4) });
    const both = { parent_issue: { title: 'Ship' }, sub_issue: { title: 'Plan' } };
    expect(payloads(await receiver.arrived(3))).toMatchObject([
      { action: 'sub_issue_added', ...both, sub_issue_repo: { name: 'web' }, organization: { login: 'acme' } },
      { action: 'parent_issue_added', ...both, parent_issue_repo: { name: 'web' } },
    ]);
  });
});

describe('GraphQL', () => {
  const change = async (name: string, issue: number, blocker: number) => {
    const [waiting, blocks] = [await get(issue), await get(blocker)];
    const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
    const selection = 'issue { number issueDependenciesSummary { blockedBy totalBlockedBy } } blockingIssue { number }';
    const { json } = await twin.send('POST', '/graphql', {
      query: `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`,
      variables: { input: { issueId: waiting.node_id, blockingIssueId: blocks.node_id } },
    });
    return json as { data: Record<string, unknown>; errors?: { type: string; message: string }[] };
  };

  test('adds and ends dependencies, and refuses in the same words', async () => {
    expect((await change('addBlockedBy', 4, 3)).data.addBlockedBy).toEqual({
      issue: { number: 4, issueDependenciesSummary: { blockedBy: 1, totalBlockedBy: 1 } },
      blockingIssue: { number: 3 },
    });
    expect((await change('addBlockedBy', 3, 4)).errors).toMatchObject([
      { type: 'VALIDATION', message: expect.stringContaining('Validation failed: this dependency would create a cycle') },
    ]);
    expect((await change('removeBlockedBy', 4, 3)).data.removeBlockedBy).toMatchObject({
      issue: { issueDependenciesSummary: { totalBlockedBy: 0 } },
    });
    expect(await blockedBy(4)).toEqual([]);
  });

  test('lists them by when they were added or when the issues were made', async () => {
    await add(3, 4);
    await add(3, 2);
    const order = (field: string, direction: string) =>
      `blockedBy(first: 9, orderBy: { field: ${field}, direction: ${direction} })`;
    const query = `{ repository(owner: "acme", name: "web") { issue(number: 3) {
      plain: blockedBy(first: 9) { totalCount nodes { number } }
      newest: ${order('DEPENDENCY_ADDED_AT', 'DESC')} { nodes { number } }
      blocking(first: 9) { nodes { number } } } } }`;
    const { json } = await twin.send('POST', '/graphql', { query });
    expect((json as { data: { repository: { issue: unknown } } }).data.repository.issue).toEqual({
      plain: { totalCount: 2, nodes: [{ number: 4 }, { number: 2 }] },
      newest: { nodes: [{ number: 2 }, { number: 4 }] },
      blocking: { nodes: [{ number: 1 }] },
    });
  });
});
