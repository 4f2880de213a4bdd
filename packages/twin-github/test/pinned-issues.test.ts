// https://docs.github.com/issues/tracking-your-work-with-issues/administering-issues/pinning-an-issue-to-your-repository; gh asks by these mutations
// (cli/cli, pkg/cmd/issue/pin).
import { afterEach, expect, test } from '@jest/globals';
import { type Asked, askGithub } from './graphql.ts';

const seedFor = (viewer: string) => ({
  viewer,
  users: ['ada', 'ben', 'cleo'].map((login) => ({ login })),
  repositories: [
    {
      ...{
        owner: 'ada',
        name: 'web',
        labels: [{ name: 'bug', color: 'd73a4a' }],
        milestones: [{ title: 'v1' }],
        watchers: ['ben'],
      },
      collaborators: [
        { login: 'ada', permission: 'admin' },
        { login: 'ben', permission: 'triage' },
      ],
      issues: [
        { number: 1, title: 'One', pinned: true, labels: ['bug'], milestone: 'v1', comments: [{ user: 'ben', body: 'Yes' }] },
        { number: 2, title: 'Two', user: 'ben', labels: ['bug'] },
        { number: 3, title: 'Three' },
        { number: 4, title: 'Four' },
      ],
      pull_requests: [{ number: 5, title: 'Five', head: 'five', user: 'ben', labels: ['bug'], files: { 'a.txt': 'a\n' } }],
    },
  ],
});

let twin: Asked;
afterEach(() => twin.close());

const idOf = async (number: number): Promise<string> => (await twin.rest('GET', `/repos/ada/web/issues/${number}`)).node_id;
const change = async (name: 'pinIssue' | 'unpinIssue', number: number) =>
  twin.ask(`mutation ($id: ID!) { ${name}(input: { issueId: $id }) { issue { number isPinned } } }`, { id: await idOf(number) });
const pinned = async () => {
  const { data, errors } = await twin.ask(
    '{ repository(owner: "ada", name: "web") { pinnedIssues(first: 3) { totalCount nodes { issue { number } pinnedBy { login } repository { name } } } } }',
  );
  expect(errors).toBeUndefined();
  return data.repository.pinnedIssues.nodes.map((one: { issue: { number: number } }) => one.issue.number);
};
const events = async (number: number) =>
  (await twin.rest('GET', `/repos/ada/web/issues/${number}/events`)).map(({ event }: { event: string }) => event);

test('three issues at most stand above the others, until they are taken down', async () => {
  twin = await askGithub(seedFor('ada'));
  expect(await pinned()).toEqual([1]);
  expect((await change('pinIssue', 3)).data.pinIssue.issue).toEqual({ number: 3, isPinned: true });
  await change('pinIssue', 2);
  expect(new Set(await pinned())).toEqual(new Set([1, 2, 3]));
  const { data, errors } = await change('pinIssue', 4);
  expect(data.pinIssue).toBeNull();
  expect(errors).toMatchObject([{ message: 'Maximum 3 pinned issues per repository' }]);
  expect((await change('unpinIssue', 3)).data.unpinIssue.issue).toEqual({ number: 3, isPinned: false });
  expect(await pinned()).toEqual([1, 2]);
  expect(await events(3)).toEqual(['pinned', 'unpinned']);
});

test('pinning what is pinned, and taking down what is not, change nothing', async () => {
  twin = await askGithub(seedFor('ada'));
  const before = await twin.state();
  await change('pinIssue', 1);
  await change('unpinIssue', 2);
  expect(await twin.state()).toEqual(before);
});

test('it takes the right to push', async () => {
  twin = await askGithub(seedFor('ben'));
  expect((await change('pinIssue', 2)).errors).toMatchObject([{ type: 'FORBIDDEN' }]);
  expect(await pinned()).toEqual([1]);
});

test('a seed pins three at most', async () => {
  twin = await askGithub(seedFor('ada'));
  const [repository] = seedFor('ada').repositories;
  const issues = [1, 2, 3, 4].map((number) => ({ number, title: 'x', pinned: true }));
  await expect(askGithub({ repositories: [{ ...repository, pull_requests: [], issues }] })).rejects.toThrow(
    'at most 3 issues are pinned',
  );
});

test('labels, milestones and people hold their issues and pull requests, and a repository those who watch it', async () => {
  twin = await askGithub(seedFor('ada'));
  const { data, errors } = await twin.ask(`{
    user(login: "ben") {
      issues(first: 9, states: [OPEN]) { nodes { number } } pullRequests(first: 9) { nodes { number } }
      issueComments(first: 9) { nodes { body } } watching(first: 9) { nodes { name } }
    }
    repository(owner: "ada", name: "web") {
      label(name: "bug") { issues(first: 9, orderBy: { field: CREATED_AT, direction: DESC }) { nodes { number } } pullRequests(first: 9) { totalCount } }
      milestone(number: 1) { issues(first: 9) { nodes { number } } pullRequests(first: 9) { totalCount } }
      watchers(first: 9) { nodes { login } }
    }
  }`);
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    user: {
      ...{ issues: { nodes: [{ number: 2 }] }, pullRequests: { nodes: [{ number: 5 }] } },
      ...{ issueComments: { nodes: [{ body: 'Yes' }] }, watching: { nodes: [{ name: 'web' }] } },
    },
    repository: {
      label: { issues: { nodes: [{ number: 2 }, { number: 1 }] }, pullRequests: { totalCount: 1 } },
      milestone: { issues: { nodes: [{ number: 1 }] }, pullRequests: { totalCount: 0 } },
      watchers: { nodes: [{ login: 'ben' }] },
    },
  });
});
