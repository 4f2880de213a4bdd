// https://docs.github.com/issues/tracking-your-work-with-issues/administering-issues/transferring-an-issue-to-another-repository. What it doesn't say
// people met: the words of refusals in edouardparis/lntop#115, the other id in GoogleCloudPlatform/repo-automation-playground#85, what the old
// number leads to in Systemorph/MeshWeaver#4629 and apache/devlake#7969, references and relations in neomjs/neo#17701.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type ReceivedMessage, webhookReceiver } from '@svc/twin-kit/testing';
import { type Served, serveGithub } from './served.ts';

const at = { owner: 'acme', repo: 'web' };
const PEOPLE = [
  { login: 'ada', permission: 'admin' },
  { login: 'ben', permission: 'triage' },
] as const;
const seedFor = (viewer: string) => ({
  viewer,
  users: [{ login: 'ada' }, { login: 'ben' }, { login: 'cy' }, { login: 'acme', type: 'Organization', members: ['ada'] }],
  repositories: [
    {
      ...{ owner: 'acme', name: 'web', files: { 'a.txt': 'a\n' }, labels: ['bug', { name: 'ui', color: '00ff00' }] },
      collaborators: [...PEOPLE, { login: 'cy', permission: 'push' }],
      milestones: [{ title: 'v1', due_on: '2026-05-01T00:00:00Z' }, { title: 'v2' }],
      issues: [
        {
          ...{ number: 1, title: 'One', body: 'As #2 and `#2` and #99 say', user: 'ben', labels: ['bug', 'ui'], type: 'Bug' },
          ...{ milestone: 'v1', assignees: ['ben', 'cy'], pinned: true, locked: true, sub_issues: [3], blocked_by: [2] },
          comments: [{ user: 'ben', body: 'Like #2', reactions: [{ content: 'eyes', user: 'cy' }] }],
          reactions: [{ content: 'heart', user: 'cy' }],
        },
        { number: 2, title: 'Two', milestone: 'v2', blocked_by: [] },
        { number: 3, title: 'Three' },
      ],
      pull_requests: [{ number: 4, title: 'Pull', head: 'fix', files: { 'a.txt': 'b\n' } }],
    },
    {
      ...{ owner: 'acme', name: 'api', labels: ['BUG'], milestones: [{ title: 'v1', due_on: '2026-05-01T00:00:00Z' }] },
      ...{ collaborators: PEOPLE, issues: [{ number: 7, title: 'Seven', sub_issues: [] }] },
    },
    { owner: 'acme', name: 'vault', private: true, collaborators: PEOPLE, issues: [{ number: 1, title: 'Secret' }] },
    { owner: 'acme', name: 'quiet', has_issues: false, collaborators: PEOPLE },
    { owner: 'acme', name: 'attic', archived: true, collaborators: PEOPLE },
    { owner: 'cy', name: 'lib', has_issues: false, collaborators: [PEOPLE[0]] },
  ],
});

let twin: Served;
let receiver: Awaited<ReturnType<typeof webhookReceiver>>;
const serve = async (viewer = 'ada') => {
  twin = await serveGithub(seedFor(viewer), undefined, { webhookPorts: [receiver.port] });
};
beforeEach(async () => {
  receiver = await webhookReceiver();
});
afterEach(async () => {
  await twin.close();
  await receiver[Symbol.asyncDispose]();
});

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
const ask = async (query: string, variables: object): Promise<any> =>
  (await twin.send('POST', '/graphql', { query, variables })).json;
const idOf = async (path: string): Promise<string> =>
  ((await twin.send('GET', `/repos/acme/${path}`)).json as { node_id: string }).node_id;
const TRANSFER = `mutation ($issueId: ID!, $repositoryId: ID!, $make: Boolean) {
  transferIssue(input: { issueId: $issueId, repositoryId: $repositoryId, createLabelsIfMissing: $make }) {
    issue { number url repository { nameWithOwner } }
  }
}`;
const transfer = async (from: string, to: string, make?: boolean) =>
  ask(TRANSFER, { issueId: await idOf(from), repositoryId: await idOf(to), make });
const get = async (repo: string, issue_number: number) =>
  (await twin.octokit.rest.issues.get({ owner: 'acme', repo, issue_number })).data;

describe('an issue that is transferred', () => {
  beforeEach(() => serve());

  test('has a number and an id of its own where it goes, and takes along what is known there', async () => {
    const before = await get('web', 1);
    const { data, errors } = await transfer('web/issues/1', 'api');
    expect(errors).toBeUndefined();
    expect(data.transferIssue.issue).toEqual({
      ...{ number: 8, url: `${twin.url}/acme/api/issues/8`, repository: { nameWithOwner: 'acme/api' } },
    });
    const now = await get('api', 8);
    expect(now).toMatchObject({
      ...{ title: 'One', state: 'open', user: { login: 'ben' }, created_at: before.created_at, locked: true, comments: 1 },
      ...{ labels: [{ name: 'BUG' }], milestone: { title: 'v1' }, type: { name: 'Bug' }, assignees: [{ login: 'ben' }] },
      ...{ body: 'As acme/web#2 and `#2` and #99 say', reactions: { heart: 1, total_count: 1 } },
      ...{ sub_issues_summary: { total: 1 }, issue_dependencies_summary: { blocked_by: 1 } },
    });
    expect(now.id).not.toBe(before.id);
    const { data: comments } = await twin.octokit.rest.issues.listComments({ owner: 'acme', repo: 'api', issue_number: 8 });
    expect(comments).toMatchObject([{ body: 'Like acme/web#2', user: { login: 'ben' }, reactions: { eyes: 1 } }]);
    expect((await get('web', 3)).parent_issue_url).toBe(`${twin.url}/repos/acme/api/issues/8`);
    const { data: blocked } = await twin.octokit.rest.issues.listDependenciesBlocking({ ...at, issue_number: 2 });
    expect(blocked.map(({ title }) => title)).toEqual(['One']);
    const { data: left } = await twin.octokit.rest.issues.listForRepo({ ...at, sort: 'created', direction: 'asc' });
    expect(left.map(({ number }) => number)).toEqual([2, 3, 4]);
  });

  test('stays a sub-issue and what others wait for', async () => {
    await transfer('web/issues/3', 'api');
    await transfer('web/issues/2', 'api');
    const { data: parts } = await twin.octokit.rest.issues.listSubIssues({ ...at, issue_number: 1 });
    expect(parts.map(({ html_url }) => html_url)).toEqual([`${twin.url}/acme/api/issues/8`]);
    const { data: blockers } = await twin.octokit.rest.issues.listDependenciesBlockedBy({ ...at, issue_number: 1 });
    expect(blockers.map(({ number, milestone }) => [number, milestone])).toEqual([[9, null]]);
  });

  test('has labels made for it where that is asked for', async () => {
    await transfer('web/issues/1', 'api', true);
    expect((await get('api', 8)).labels).toMatchObject([{ name: 'BUG' }, { name: 'ui', color: '00ff00' }]);
  });

  test('remembers what happened to it, and that it was transferred', async () => {
    await twin.octokit.rest.issues.update({ ...at, issue_number: 2, title: 'Second' });
    await transfer('web/issues/2', 'api');
    const { data } = await twin.octokit.rest.issues.listEvents({ owner: 'acme', repo: 'api', issue_number: 8 });
    expect(data.map(({ event, actor }) => [event, actor?.login])).toEqual([
      ['renamed', 'ada'],
      ['transferred', 'ada'],
    ]);
  });

  test('goes on from there, and its numbers lead to where it is', async () => {
    await transfer('web/issues/1', 'api');
    await transfer('api/issues/8', 'vault');
    for (const path of ['/repos/acme/web/issues/1', '/repos/acme/api/issues/8']) {
      const response = await fetch(twin.url + path, { redirect: 'manual', headers: { authorization: `Bearer ${twin.token}` } });
      expect([response.status, response.headers.get('location')]).toEqual([301, `${twin.url}/repos/acme/vault/issues/2`]);
      expect(await response.json()).toMatchObject({ message: 'Moved Permanently', url: `${twin.url}/repos/acme/vault/issues/2` });
    }
    await transfer('vault/issues/2', 'web').then(({ errors }) => expect(errors).toHaveLength(1));
  });

  test('is found by its old number as an issue, on the site and by MCP, and neither by comments nor by GraphQL', async () => {
    await transfer('web/issues/2', 'api');
    expect(await get('web', 2)).toMatchObject({ number: 8, repository_url: `${twin.url}/repos/acme/api` });
    const { data } = await twin.octokit.rest.issues.addLabels({ ...at, issue_number: 2, labels: ['BUG'] });
    expect(data).toMatchObject([{ name: 'BUG' }]);
    const headers = { authorization: `Bearer ${twin.token}` };
    const page = await fetch(`${twin.url}/acme/web/issues/2`, { redirect: 'manual', headers });
    expect([page.status, page.headers.get('location')]).toEqual([301, `${twin.url}/acme/api/issues/8`]);
    for (const part of ['comments', 'events'])
      expect((await twin.send('GET', `/repos/acme/web/issues/2/${part}`)).status).toBe(404);
    const { errors } = await ask('{ repository(owner: "acme", name: "web") { issue(number: 2) { id } } }', {});
    expect(errors).toMatchObject([{ type: 'NOT_FOUND', message: 'Could not resolve to an Issue with the number of 2.' }]);
    const body = JSON.stringify({ name: 'issue_read', arguments: { ...at, method: 'get', issue_number: 2 } });
    const read = await fetch(`${twin.url}/mcp/call`, { method: 'POST', headers, body });
    expect(await read.text()).toContain('/acme/api/issues/8');
  });

  test('leaves nothing that leads to it once it is deleted', async () => {
    await transfer('web/issues/2', 'api');
    await ask('mutation ($id: ID!) { deleteIssue(input: { issueId: $id }) { repository { id } } }', {
      id: await idOf('api/issues/8'),
    });
    expect((await twin.send('GET', '/repos/acme/web/issues/2')).status).toBe(404);
  });

  test('is told to the hooks of both repositories', async () => {
    const config = { url: receiver.url, content_type: 'json' };
    for (const repo of ['web', 'api'])
      await twin.octokit.rest.repos.createWebhook({ owner: 'acme', repo, config, events: ['issues'] });
    await receiver.arrived(2);
    await transfer('web/issues/2', 'api');
    const messages: readonly ReceivedMessage[] = await receiver.arrived(4);
    const told = messages.slice(2).map(({ body }) => JSON.parse(body));
    const [left] = told.filter(({ action }) => action === 'transferred');
    const [came] = told.filter(({ action }) => action === 'opened');
    expect(left).toMatchObject({
      ...{ issue: { number: 2, title: 'Two' }, repository: { full_name: 'acme/web' }, sender: { login: 'ada' } },
      changes: { new_issue: { number: 8, title: 'Two' }, new_repository: { full_name: 'acme/api' } },
    });
    expect(came).toMatchObject({
      ...{ issue: { number: 8, title: 'Two' }, repository: { full_name: 'acme/api' } },
      changes: { old_issue: { number: 2, id: left.issue.id }, old_repository: { full_name: 'acme/web' } },
    });
  });

  test('stands on the tape as one action', async () => {
    await transfer('web/issues/2', 'api');
    const rows = (await twin.evidence('events')) as { tool: string; state_mutation: boolean }[];
    expect(rows.filter((row) => row.state_mutation).map(({ tool }) => tool)).toEqual(['transfer_issue']);
  });
});

describe('a transfer is refused', () => {
  const refusedFor = async (from: string, to: string) => {
    const before = await twin.evidence('state');
    const { errors } = await transfer(from, to);
    expect(await twin.evidence('state')).toEqual(before);
    return errors;
  };

  test('to who cannot write in both repositories', async () => {
    await serve('ben');
    expect(await refusedFor('web/issues/1', 'api')).toMatchObject([
      { type: 'FORBIDDEN', message: 'ben does not have the correct permissions to execute `TransferIssue`' },
    ]);
  });

  test('to another owner, to where issues are off and to where it is', async () => {
    await serve();
    const lib = ((await twin.send('GET', '/repos/cy/lib')).json as { node_id: string }).node_id;
    const { errors } = await ask(TRANSFER, { issueId: await idOf('web/issues/1'), repositoryId: lib });
    expect(errors).toMatchObject([
      {
        type: 'UNPROCESSABLE',
        message: 'New repository must have issues enabled, New repository must have the same owner as the current repository',
      },
    ]);
    expect(await refusedFor('web/issues/1', 'quiet')).toMatchObject([
      { type: 'UNPROCESSABLE', message: 'New repository must have issues enabled' },
    ]);
    expect(await refusedFor('web/issues/1', 'web')).toMatchObject([
      { message: 'New repository must be another than the current repository' },
    ]);
  });

  test('from a private repository to a public one, and where nothing is written any more', async () => {
    await serve();
    const [visibility] = await refusedFor('vault/issues/1', 'web');
    expect(visibility.message).toBe('New repository must be private as the current repository is');
    expect(await refusedFor('web/issues/1', 'attic')).toMatchObject([{ message: 'Repository was archived so is read-only.' }]);
  });

  test('of a pull request', async () => {
    await serve();
    expect(await refusedFor('web/pulls/4', 'api')).toMatchObject([{ type: 'NOT_FOUND' }]);
  });
});
