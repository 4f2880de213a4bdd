import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Served, serveGithub } from './served.ts';

// In a process of its own: what reads workflows is loaded once, and no other call here names any.

const CI = 'name: CI\non: pull_request\njobs: { build: { runs-on: ubuntu-latest, steps: [{ run: make }] } }\n';
const at = { owner: 'ada', repo: 'engine' };

let twin: Served;
beforeAll(async () => {
  twin = await serveGithub({
    users: [{ login: 'ada' }],
    repositories: [
      {
        ...{ owner: 'ada', name: 'engine', files: { 'README.md': '# Engine\n' } },
        branches: [{ name: 'side', files: { '.github/workflows/ci.yml': CI } }],
      },
    ],
  });
});
afterAll(() => twin.close());

test('a world whose only workflow is on a side branch runs it for the first pull request from there', async () => {
  const { rest } = twin.octokit;
  await rest.pulls.create({ ...at, head: 'side', base: 'main', title: 'Bring a workflow' });
  const { data } = await rest.actions.listWorkflowRunsForRepo(at);
  expect(data.workflow_runs).toMatchObject([{ name: 'CI', event: 'pull_request', head_branch: 'side' }]);
});
