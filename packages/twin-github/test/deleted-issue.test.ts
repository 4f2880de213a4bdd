// https://docs.github.com/rest/issues/issues#get-an-issue: "If the issue was deleted from a repository where the authenticated user has read
// access, the API returns a 410 Gone status", else 404. The words are those that `gh api` prints: "gh: This issue was deleted (HTTP 410)".
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Served, serveGithub } from './served.ts';

const seed = {
  viewer: 'ada',
  users: [{ login: 'ada' }],
  repositories: [
    {
      owner: 'ada',
      name: 'web',
      issues: [
        { number: 1, title: 'One', comments: [{ user: 'ada', body: 'So' }] },
        { number: 3, title: 'Three' },
      ],
    },
    { owner: 'ada', name: 'api', issues: [{ number: 1, title: 'Other' }] },
  ],
};
const issue = { owner: 'ada', repo: 'web', issue_number: 1 };

let twin: Served;
beforeEach(async () => {
  twin = await serveGithub(seed);
});
afterEach(() => twin.close());

async function deleteIt(): Promise<void> {
  const { data } = await twin.octokit.rest.issues.get(issue);
  await twin.octokit.graphql('mutation ($id: ID!) { deleteIssue(input: { issueId: $id }) { repository { name } } }', {
    id: data.node_id,
  });
}

const gone = { status: 410, message: expect.stringContaining('This issue was deleted') };

test('is gone, not unknown, to reads and writes, and its number is not given again', async () => {
  await deleteIt();
  const { issues } = twin.octokit.rest;
  await expect(issues.get(issue)).rejects.toMatchObject(gone);
  await expect(issues.update({ ...issue, title: 'Again' })).rejects.toMatchObject(gone);
  await expect(issues.listComments(issue)).rejects.toMatchObject(gone);
  await expect(issues.createComment({ ...issue, body: 'Still there?' })).rejects.toMatchObject(gone);
  await expect(issues.addLabels({ ...issue, labels: ['bug'] })).rejects.toMatchObject(gone);
  await expect(issues.lock(issue)).rejects.toMatchObject(gone);
  expect((await twin.send('GET', '/repos/ada/web/issues/1')).json).toMatchObject({
    message: 'This issue was deleted',
    status: '410',
  });
  expect((await issues.create({ owner: 'ada', repo: 'web', title: 'New' })).data.number).toBe(4);
});

test('numbers that never were an issue, and those of other repositories, are as before', async () => {
  await deleteIt();
  const { issues } = twin.octokit.rest;
  await expect(issues.get({ ...issue, issue_number: 2 })).rejects.toMatchObject({
    status: 404,
    message: expect.stringContaining('Not Found'),
  });
  expect((await issues.get({ ...issue, repo: 'api' })).data.title).toBe('Other');
  await twin.octokit.rest.repos.delete({ owner: 'ada', repo: 'web' });
  await expect(issues.get(issue)).rejects.toMatchObject({ status: 404 });
});
