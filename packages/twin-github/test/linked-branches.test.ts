// https://docs.github.com/issues/tracking-your-work-with-issues/using-issues/creating-a-branch-for-an-issue. What GitHub refuses, and how, people met
// at cli/cli#6562 (a branch that is there), cli/cli#8311 (one that is linked) and cli/cli#12303 (rights on both sides).
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Asked, askGithub } from './graphql.ts';

const seedFor = (viewer: string) => ({
  viewer,
  users: [{ login: 'ada' }, { login: 'ben' }, { login: 'acme', type: 'Organization', members: ['ada'] }],
  repositories: [
    {
      ...{ owner: 'acme', name: 'web', files: { 'a.txt': 'a\n' } },
      collaborators: [
        { login: 'ada', permission: 'admin' },
        { login: 'ben', permission: 'triage' },
      ],
      branches: [
        { name: 'work', files: { 'b.txt': 'b\n' } },
        { name: 'side', files: { 'c.txt': 'c\n' } },
        { name: 'base', files: { 'd.txt': 'd\n' } },
      ],
      issues: [
        { number: 1, title: 'The cart’s total: wrong, for 日本 (again)', linked_branches: ['work', 'fix'] },
        { number: 2, title: 'Two' },
      ],
      pull_requests: [{ number: 3, title: 'Pull', head: 'fix', files: { 'a.txt': 'b\n' } }],
    },
    { owner: 'acme', name: 'api', files: { 'a.txt': 'a\n' }, collaborators: [{ login: 'ada', permission: 'admin' }] },
    { owner: 'ben', name: 'web', files: { 'a.txt': 'a\n' }, collaborators: [{ login: 'ben', permission: 'admin' }] },
  ],
});

let twin: Asked;
beforeEach(async () => {
  twin = await askGithub(seedFor('ada'));
});
afterEach(() => twin.close());

const WEB = '/repos/acme/web';
const idOf = async (path: string): Promise<string> => (await twin.rest('GET', path)).node_id;
const tipOf = async (branch: string, web = WEB): Promise<string> =>
  (await twin.rest('GET', `${web}/git/ref/heads/${branch}`)).object.sha;
const CREATE = `mutation ($issueId: ID!, $oid: GitObjectID!, $name: String, $repositoryId: ID) {
  createLinkedBranch(input: { issueId: $issueId, oid: $oid, name: $name, repositoryId: $repositoryId }) {
    issue { number }
    linkedBranch { id ref { name target { oid } repository { nameWithOwner } } }
  }
}`;
const create = async (number: number, name?: string, more: object = {}) =>
  twin.ask(CREATE, { issueId: await idOf(`${WEB}/issues/${number}`), oid: await tipOf('main'), name, ...more });
const linked = async (number: number): Promise<{ id: string; ref: { name: string } }[]> => {
  const { data, errors } = await twin.ask(
    `{ repository(owner: "acme", name: "web") { issue(number: ${number}) { linkedBranches(first: 9) { totalCount nodes { id ref { name } } } } } }`,
  );
  expect(errors).toBeUndefined();
  return data.repository.issue.linkedBranches.nodes;
};
const names = async (number: number) => (await linked(number)).map(({ ref }) => ref.name);
const closes = async (pull: number, args = '') => {
  const { data } = await twin.ask(
    `{ repository(owner: "acme", name: "web") { pullRequest(number: ${pull}) { closingIssuesReferences(first: 9${args}) { nodes { number } } } } }`,
  );
  return data.repository.pullRequest.closingIssuesReferences.nodes.map(({ number }: { number: number }) => number);
};
const events = async (number: number) =>
  (await twin.rest('GET', `${WEB}/issues/${number}/events`)).map(({ event }: { event: string }) => event);
const open = async (head: string, base = 'main'): Promise<number> =>
  (await twin.rest('POST', `${WEB}/pulls`, { title: 'It', head, base })).number;

describe('a branch of an issue', () => {
  test('is made from a commit, and is named by whom it is for where nothing is said', async () => {
    const { data, errors } = await create(2, 'my-branch', { oid: await tipOf('base') });
    expect(errors).toBeUndefined();
    expect(data.createLinkedBranch).toMatchObject({
      issue: { number: 2 },
      linkedBranch: { ref: { name: 'my-branch', target: { oid: await tipOf('base') } } },
    });
    await create(1);
    expect(await names(1)).toEqual(['work', '1-the-carts-total-wrong-for-日本-again']);
    expect(await names(2)).toEqual(['my-branch']);
    const { id } = (await linked(2))[0] as { id: string };
    const { data: found } = await twin.ask('query ($id: ID!) { node(id: $id) { ... on LinkedBranch { ref { name } } } }', { id });
    expect(found.node.ref.name).toBe('my-branch');
    const rows = (await twin.rows()).filter(({ state_mutation }) => state_mutation);
    expect(rows.map(({ tool }) => tool)).toEqual(['create_linked_branch', 'create_linked_branch']);
  });

  test('may be made in another repository', async () => {
    const more = { repositoryId: await idOf('/repos/acme/api'), oid: await tipOf('main', '/repos/acme/api') };
    const { data } = await create(2, 'away', more);
    expect(data.createLinkedBranch.linkedBranch.ref).toMatchObject({ repository: { nameWithOwner: 'acme/api' } });
    expect(await names(2)).toEqual(['away']);
  });

  test('is unlinked and stays, and goes or is renamed with its link', async () => {
    const [{ id } = { id: '' }] = await linked(1);
    const { data } = await twin.ask(
      'mutation ($id: ID!) { deleteLinkedBranch(input: { linkedBranchId: $id }) { issue { number } } }',
      { id },
    );
    expect(data.deleteLinkedBranch.issue.number).toBe(1);
    expect(await names(1)).toEqual([]);
    expect(await tipOf('work')).toMatch(/^[0-9a-f]{40}$/);
    await create(2, 'one');
    await create(2, 'two');
    await twin.rest('POST', `${WEB}/branches/one/rename`, { new_name: 'uno' });
    await twin.rest('DELETE', `${WEB}/git/refs/heads/two`);
    expect(await names(2)).toEqual(['uno']);
  });

  test('leaves its link to a pull request, which closes the issue once it is merged', async () => {
    const number = await open('work');
    expect([await names(1), await closes(number), await closes(number, ', userLinkedOnly: true')]).toEqual([[], [1], [1]]);
    expect([await events(1), await events(number)]).toEqual([['connected'], ['connected']]);
    const { data } = await twin.ask(
      '{ repository(owner: "acme", name: "web") { issue(number: 1) { closedByPullRequestsReferences(first: 9, userLinkedOnly: true) { nodes { number } } } } }',
    );
    const closers = data.repository.issue.closedByPullRequestsReferences.nodes;
    expect(closers.map((one: { number: number }) => one.number)).toEqual([3, number]);
    const search = await twin.rest('GET', `/search/issues?q=${encodeURIComponent('repo:acme/web is:pr linked:issue')}`);
    expect(search.items.map((one: { number: number }) => one.number).toSorted()).toEqual([3, number]);
    await twin.rest('PUT', `${WEB}/pulls/${number}/merge`, {});
    expect(await twin.rest('GET', `${WEB}/issues/1`)).toMatchObject({ state: 'closed', state_reason: 'completed' });
  });

  test('does not close the issue from another base than the default branch', async () => {
    const number = await open('work', 'base');
    await twin.rest('PUT', `${WEB}/pulls/${number}/merge`, {});
    expect((await twin.rest('GET', `${WEB}/issues/1`)).state).toBe('open');
  });

  test('closes the issue also where its commits are pushed', async () => {
    await open('work');
    await twin.rest('PATCH', `${WEB}/git/refs/heads/main`, { sha: await tipOf('work') });
    expect((await twin.rest('GET', `${WEB}/issues/1`)).state).toBe('closed');
  });

  test('goes along with an issue that is transferred, and with one that is deleted', async () => {
    const issueId = await idOf(`${WEB}/issues/1`);
    const { data } = await twin.ask(
      'mutation ($issueId: ID!, $repositoryId: ID!) { transferIssue(input: { issueId: $issueId, repositoryId: $repositoryId }) { issue { id linkedBranches(first: 9) { nodes { ref { name } } } } } }',
      { issueId, repositoryId: await idOf('/repos/acme/api') },
    );
    const { id, linkedBranches } = data.transferIssue.issue;
    expect(linkedBranches.nodes).toEqual([{ ref: { name: 'work' } }]);
    await twin.ask('mutation ($id: ID!) { deleteIssue(input: { issueId: $id }) { repository { id } } }', { id });
    expect(await twin.state()).toMatchObject({ linked_branches: [], linked_pull_requests: [] });
  });
});

describe('a branch of an issue is not made', () => {
  const unchanged = async (act: () => Promise<unknown>) => {
    const before = await twin.state();
    const answer = await act();
    expect(await twin.state()).toEqual(before);
    return answer;
  };

  test('where one of its name is there, and is refused where that is linked', async () => {
    const there = await unchanged(() => create(2, 'side'));
    expect(there).toMatchObject({
      data: { createLinkedBranch: { issue: { number: 2 }, linkedBranch: null } },
      errors: undefined,
    });
    expect(await unchanged(() => create(1, 'work'))).toMatchObject({
      errors: [{ type: 'UNPROCESSABLE', message: 'Validation failed: Branch name has already been taken' }],
    });
  });

  test('of a pull request, of no commit and by no name', async () => {
    const pull = { issueId: await idOf(`${WEB}/pulls/3`) };
    expect(await unchanged(() => create(2, 'x', pull))).toMatchObject({ errors: [{ type: 'NOT_FOUND' }] });
    expect(await unchanged(() => create(2, 'x', { oid: '1'.repeat(40) }))).toMatchObject({
      errors: [{ message: 'Object does not exist' }],
    });
    expect(await unchanged(() => create(2, 'a..b'))).toMatchObject({ errors: [{ message: 'Reference name is not valid.' }] });
  });

  test('by who cannot write where the issue is, or where the branch would be', async () => {
    await twin.close();
    twin = await askGithub(seedFor('ben'));
    const denied = { type: 'FORBIDDEN', message: 'ben does not have the correct permissions to execute `CreateLinkedBranch`' };
    expect(await unchanged(() => create(2, 'x'))).toMatchObject({ errors: [denied] });
    const more = { repositoryId: await idOf('/repos/ben/web'), oid: await tipOf('main', '/repos/ben/web') };
    expect(await unchanged(() => create(2, 'x', more))).toMatchObject({ errors: [denied] });
  });
});

test('a seed links branches that are there, each once', async () => {
  const [repository] = seedFor('ada').repositories;
  const given = (linked_branches: string[]) =>
    askGithub({ repositories: [{ ...repository, issues: [{ number: 1, title: 'One', linked_branches }] }] });
  await expect(given(['nowhere'])).rejects.toThrow('branch nowhere is not in the repository');
  await expect(given(['work', 'work'])).rejects.toThrow('branch work is linked already');
});
