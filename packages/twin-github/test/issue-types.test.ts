// https://docs.github.com/rest/orgs/issue-types; every answer is held against GitHub's description (served.ts).
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { webhookReceiver } from '@svc/twin-kit/testing';
import { refusal, type Served, serveGithub } from './served.ts';

const web = { owner: 'acme', repo: 'web' };
const acme = { org: 'acme' };
const seedFor = (viewer: string) => ({
  viewer,
  users: [
    ...['ada', 'ben', 'cy'].map((login) => ({ login })),
    { login: 'acme', type: 'Organization', members: [{ login: 'ada', role: 'admin' }, 'ben'] },
    { login: 'area', type: 'Organization', members: [{ login: 'ada', role: 'admin' }], issue_types: ['Epic'] },
  ],
  repositories: [
    {
      ...{ owner: 'acme', name: 'web' },
      collaborators: [
        { login: 'ada', permission: 'admin' },
        { login: 'ben', permission: 'triage' },
      ],
      issues: [
        { number: 1, title: 'Broken', type: 'bug' },
        { number: 2, title: 'Do it' },
      ],
      pull_requests: [{ number: 3, title: 'Fix', head: 'fix', files: { 'a.txt': 'a\n' } }],
    },
    { owner: 'ada', name: 'own', issues: [{ number: 1, title: 'Mine' }] },
  ],
});

let twin: Served;
const serve = async (viewer = 'ada', ports: readonly number[] = []) => {
  twin = await serveGithub(seedFor(viewer), undefined, { webhookPorts: ports });
};
beforeEach(() => serve());
afterEach(() => twin.close());
const rest = () => twin.octokit.rest;
const typesOf = async () => (await rest().orgs.listIssueTypes(acme)).data;
const names = (types: readonly ({ name: string } | null)[]) => types.map((type) => type?.name);
const typeOf = async (issue_number: number) => (await rest().issues.get({ ...web, issue_number })).data.type?.name ?? null;
const eventsOf = async (issue_number: number) => (await rest().issues.listEvents({ ...web, issue_number })).data;

describe('the types of an organisation', () => {
  test('are those that GitHub gives every one, unless the seed says others', async () => {
    expect(names(await typesOf())).toEqual(['Task', 'Bug', 'Feature']);
    expect((await typesOf())[1]).toMatchObject({ color: 'red', is_enabled: true, node_id: expect.stringMatching(/^IT_/) });
    expect(names((await rest().orgs.listIssueTypes({ org: 'area' })).data)).toEqual(['Epic']);
  });

  test('are made, changed and deleted by its administrators', async () => {
    const { data: made } = await rest().orgs.createIssueType({ ...acme, name: 'Epic', is_enabled: true, color: 'purple' });
    expect(made).toMatchObject({ name: 'Epic', description: null, color: 'purple' });
    const issue_type_id = made?.id ?? 0;
    await rest().issues.update({ ...web, issue_number: 2, type: 'Epic' });
    const change = { ...acme, issue_type_id, name: 'Saga', is_enabled: false, description: 'Long' };
    expect((await rest().orgs.updateIssueType(change)).data).toMatchObject({ name: 'Saga', color: 'purple', is_enabled: false });
    expect(await typeOf(2)).toBe('Saga');
    await rest().orgs.deleteIssueType({ ...acme, issue_type_id });
    expect(await typeOf(2)).toBeNull();
    expect(names(await typesOf())).not.toContain('Saga');
  });

  test.each([
    ['a name that is taken, whatever the case', { name: 'bUG' }],
    ['no name', { name: ' ' }],
  ])('%s is refused', async (_what, { name }) => {
    const { status, body } = await refusal(rest().orgs.createIssueType({ ...acme, name, is_enabled: true }));
    expect([status, body.message]).toEqual([422, 'Validation Failed']);
    expect(names(await typesOf())).toEqual(['Task', 'Bug', 'Feature']);
  });

  test('are at most twenty-five', async () => {
    for (let at = 3; at < 25; at += 1) await rest().orgs.createIssueType({ ...acme, name: `T${at}`, is_enabled: true });
    expect((await refusal(rest().orgs.createIssueType({ ...acme, name: 'One more', is_enabled: true }))).status).toBe(422);
  });

  test.each([
    ['ben', 200, 403],
    ['cy', 404, 404],
  ])('%s lists them: %i, and makes one: %i', async (viewer, listed, created) => {
    await twin.close();
    await serve(viewer);
    expect((await twin.send('GET', '/orgs/acme/issue-types')).status).toBe(listed);
    expect((await twin.send('POST', '/orgs/acme/issue-types', { name: 'X', is_enabled: true })).status).toBe(created);
  });

  test('of another organisation are not found below this one', async () => {
    const [epic] = (await rest().orgs.listIssueTypes({ org: 'area' })).data;
    expect((await refusal(rest().orgs.deleteIssueType({ ...acme, issue_type_id: epic?.id ?? 0 }))).status).toBe(404);
  });
});

describe('the type of an issue', () => {
  test('comes, changes and goes, and its history and the hooks tell of it', async () => {
    await using receiver = await webhookReceiver();
    await twin.close();
    await serve('ada', [receiver.port]);
    await rest().repos.createWebhook({ ...web, events: ['issues'], config: { url: receiver.url, content_type: 'json' } });
    const { data: issue } = await rest().issues.create({ ...web, title: 'Typed', type: 'Task' });
    expect(issue.type).toMatchObject({ name: 'Task', color: 'yellow' });
    await rest().issues.update({ ...web, issue_number: issue.number, type: 'feature' });
    await rest().issues.update({ ...web, issue_number: issue.number, type: 'Feature' });
    await rest().issues.update({ ...web, issue_number: issue.number, type: null });
    expect(await eventsOf(issue.number)).toMatchObject([
      { event: 'issue_type_added', issue_type: { name: 'Task', color: 'yellow' } },
      { event: 'issue_type_changed', issue_type: { name: 'Feature' }, prev_issue_type: { name: 'Task' } },
      { event: 'issue_type_removed', prev_issue_type: { name: 'Feature' } },
    ]);
    const { data: timeline } = await rest().issues.listEventsForTimeline({ ...web, issue_number: issue.number });
    expect(timeline.map(({ event }) => event)).toEqual(['issue_type_added', 'issue_type_changed', 'issue_type_removed']);
    const told = (await receiver.arrived(5)).map(({ body }) => JSON.parse(body));
    expect(told.slice(1).map(({ action, type }) => [action, type?.name])).toEqual([
      ['opened', undefined],
      ['typed', 'Task'],
      ['typed', 'Feature'],
      ['untyped', 'Feature'],
    ]);
  });

  test('is given as an object, and what a suggestion has besides is refused by name', async () => {
    await twin.send('PATCH', '/repos/acme/web/issues/2', { type: { value: 'Bug' } });
    expect(await typeOf(2)).toBe('Bug');
    await twin.send('PATCH', '/repos/acme/web/issues/2', { type: { value: null } });
    expect(await typeOf(2)).toBeNull();
    const { status, json } = await twin.send('PATCH', '/repos/acme/web/issues/2', { type: { value: 'Bug', suggest: true } });
    expect([status, JSON.stringify(json)]).toEqual([501, expect.stringContaining('suggest')]);
    expect(await typeOf(2)).toBeNull();
  });

  // github/github-mcp-server#1317
  test.each(['Nonsense', 'Epic'])('%s, which the owner has not, is refused', async (type) => {
    const { status, body } = await refusal(rest().issues.create({ ...web, title: 'X', type }));
    expect([status, body.errors]).toEqual([422, [{ value: type, resource: 'Issue', field: 'type', code: 'invalid' }]]);
    expect((await refusal(rest().issues.create({ owner: 'ada', repo: 'own', title: 'X', type: 'Bug' }))).status).toBe(422);
  });

  test('that is disabled stays where it is and is given to no other', async () => {
    const bug = (await typesOf())[1];
    await rest().orgs.updateIssueType({ ...acme, issue_type_id: bug?.id ?? 0, name: 'Bug', is_enabled: false });
    expect(await typeOf(1)).toBe('Bug');
    expect((await refusal(rest().issues.update({ ...web, issue_number: 2, type: 'Bug' }))).status).toBe(422);
    const { json } = await twin.send('GET', '/repos/acme/web/issue-types');
    expect(names(json as { name: string }[])).toEqual(['Task', 'Feature']);
  });

  // "The type is silently dropped otherwise" (docs: REST, "Create an issue").
  test('is dropped without push access', async () => {
    await twin.close();
    await serve('ben');
    const { data } = await rest().issues.create({ ...web, title: 'X', type: 'Bug', labels: ['kept'] });
    expect([data.type, data.labels.length]).toEqual([null, 1]);
    await rest().issues.update({ ...web, issue_number: 1, type: null });
    expect(await typeOf(1)).toBe('Bug');
  });

  test('goes when another takes its repository', async () => {
    await rest().repos.transfer({ ...web, new_owner: 'area' });
    expect((await rest().issues.get({ owner: 'area', repo: 'web', issue_number: 1 })).data.type).toBeNull();
  });

  test.each([
    ['bug', [1]],
    ['*', [1]],
    ['none', [3, 2]],
    ['Nonsense', []],
  ])('type=%s lists %j', async (type, numbers) => {
    expect((await rest().issues.listForRepo({ ...web, type })).data.map(({ number }) => number)).toEqual(numbers);
  });

  test('is asked for in the issues of the organisation', async () => {
    const list = async (type: string) =>
      (await rest().issues.listForOrg({ ...acme, filter: 'all', type })).data.map(({ number }) => number);
    expect([await list('Bug'), await list('Task')]).toEqual([[1], []]);
  });

  // https://docs.github.com/search-github/searching-on-github/searching-issues-and-pull-requests#search-by-issue-type
  test.each([
    ['type:Bug', [1]],
    ['type:"bug"', [1]],
    ['-type:bug is:issue', [2]],
    ['no:type is:issue', [2]],
    ['has:type', [1]],
    ['type:pr', [3]],
  ])('the search %s finds %j', async (q, numbers) => {
    const { data } = await rest().search.issuesAndPullRequests({ q: `repo:acme/web ${q}` });
    expect(data.items.map(({ number }) => number)).toEqual(numbers);
  });
});

test('the tools list the types and set them', async () => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const headers = { authorization: `Bearer ${twin.token}`, 'x-mcp-toolsets': 'issues' };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${twin.url}/mcp`), { requestInit: { headers } }));
  const call = async (name: string, args: object) => {
    const { content } = (await client.callTool({ name, arguments: { ...args } })) as { content: { text: string }[] };
    return JSON.parse(content[0]?.text ?? '');
  };
  expect(names(await call('list_issue_types', { owner: 'acme' }))).toEqual(['Task', 'Bug', 'Feature']);
  expect(names(await call('list_issue_types', web))).toEqual(['Task', 'Bug', 'Feature']);
  expect(await call('issue_write', { ...web, method: 'create', title: 'X', type: 'Bug' })).toMatchObject({
    type: { name: 'Bug' },
  });
  expect(await call('issue_write', { ...web, method: 'update', issue_number: 1, type: null })).toMatchObject({ type: null });
  await client.close();
});

describe('a seed', () => {
  const issueOf = (owner: string, type: string) => ({ repositories: [{ owner, name: 'r', issues: [{ title: 'X', type }] }] });
  test.each([
    ['a type that nobody declared', { ...seedFor('ada'), ...issueOf('acme', 'Epic') }, 'acme has no issue type "Epic"'],
    ['a type in what a person owns', issueOf('ada', 'Bug'), 'ada has no issue type "Bug"'],
    ['types of a person', { users: [{ login: 'ada', issue_types: ['Bug'] }] }, 'only an Organization has issue types'],
    [
      'a type twice',
      { users: [{ login: 'acme', type: 'Organization', issue_types: ['Bug', 'bug'] }] },
      'issue type bug is declared twice',
    ],
  ])('with %s is refused', async (_what, seed, message) => {
    await expect(serveGithub(seed)).rejects.toThrow(message);
  });
});
