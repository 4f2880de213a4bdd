import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { refusal, type Served, serveGithub } from './served.ts';

const at = { owner: 'ada', repo: 'engine' };
const CI = `name: CI
on:
  push:
    branches: [main, 'release/**']
    paths-ignore: ['docs/**']
  pull_request:
jobs:
  lint:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: npm run lint
  test:
    needs: lint
    runs-on: \${{ matrix.os }}
    strategy:
      matrix:
        node: [20, 22]
        os: [ubuntu-latest]
    steps:
      - name: Test
        run: npm test
`;
const DEPLOY = `name: Deploy
run-name: Deploy to \${{ inputs.target }} by @\${{ github.actor }}
on:
  workflow_dispatch:
    inputs:
      target: { type: choice, options: [staging, production], default: staging }
      note: { required: true }
  push: { tags: ['v*'] }
jobs: { ship: { runs-on: ubuntu-latest, steps: [{ run: ./ship }] } }
`;
const files = { 'README.md': '# Engine\n', '.github/workflows/ci.yml': CI, '.github/workflows/deploy.yml': DEPLOY };
const seeded = (more: object = {}) => ({ users: [{ login: 'ada' }], repositories: [{ ...at, name: 'engine', files, ...more }] });

let twin: Served;
let actions: Served['octokit']['rest']['actions'];
async function begin(more: object = {}): Promise<void> {
  twin = await serveGithub(seeded(more), { mode: 'logical' });
  actions = twin.octokit.rest.actions;
}
beforeEach(() => begin());
afterEach(() => twin.close());

const write = (path: string, content: string, branch = 'main', message = `Change ${path}`) =>
  twin.octokit.rest.repos.createOrUpdateFileContents({
    ...at,
    path,
    branch,
    message,
    content: Buffer.from(content).toString('base64'),
  });
const runs = async (filter: object = {}) => (await actions.listWorkflowRunsForRepo({ ...at, ...filter })).data.workflow_runs;
const course = async (run_id: number) => {
  const { status, conclusion } = (await actions.getWorkflowRun({ ...at, run_id })).data;
  return [status, conclusion];
};
/** Looks at a run until it is over. */
async function over(run_id: number): Promise<string | null> {
  for (;;) {
    const [status, conclusion] = await course(run_id);
    if (status === 'completed') return conclusion as string | null;
  }
}

test('workflows are the files of the default branch, by their ids and names', async () => {
  const { data } = await actions.listRepoWorkflows(at);
  expect(data.workflows.map(({ name, path, state }) => [name, path, state])).toEqual([
    ['CI', '.github/workflows/ci.yml', 'active'],
    ['Deploy', '.github/workflows/deploy.yml', 'active'],
  ]);
  const [ci] = data.workflows;
  expect((await actions.getWorkflow({ ...at, workflow_id: 'ci.yml' })).data).toEqual(ci);
  expect((await actions.getWorkflow({ ...at, workflow_id: ci?.id as number })).data).toEqual(ci);
  expect((await refusal(actions.getWorkflow({ ...at, workflow_id: 'no.yml' }))).status).toBe(404);
  await write('.github/workflows/extra.yaml', 'on: push\njobs: { a: { steps: [] } }\n');
  expect((await actions.listRepoWorkflows(at)).data.workflows[2]).toMatchObject({ name: '.github/workflows/extra.yaml' });
});

test('a push starts nothing that it is not meant for', async () => {
  await write('docs/a.md', 'x');
  await write('a.txt', 'x', 'main', 'Skip it [skip ci]');
  expect(await runs()).toEqual([]);
});

describe('runs', () => {
  let id: number;
  beforeEach(async () => {
    await write('src/a.txt', 'x', 'main', 'Change a\n\nA body');
    const [run] = await runs();
    id = run?.id as number;
  });

  test('go from queued to completed', async () => {
    await twin.close();
    await begin();
    await write('src/a.txt', 'x', 'main', 'Change a\n\nA body');
    const [run] = await runs();
    expect(run).toMatchObject({
      name: 'CI',
      event: 'push',
      status: 'queued',
      conclusion: null,
      display_title: 'Change a',
      run_number: 1,
      run_attempt: 1,
      head_branch: 'main',
      actor: { login: 'ada' },
    });
    const { data } = await actions.listJobsForWorkflowRun({ ...at, run_id: run?.id as number });
    expect(data.jobs.map(({ name, status }) => [name, status])).toEqual([
      ['lint', 'in_progress'],
      ['test (20, ubuntu-latest)', 'queued'],
      ['test (22, ubuntu-latest)', 'queued'],
    ]);
    expect(await over(run?.id as number)).toBe('success');
    const done = (await actions.listJobsForWorkflowRun({ ...at, run_id: run?.id as number })).data.jobs;
    expect(done[0]?.steps?.map(({ name, conclusion }) => [name, conclusion])).toEqual([
      ['Set up job', 'success'],
      ['Run actions/checkout@v4', 'success'],
      ['Run npm run lint', 'success'],
      ['Complete job', 'success'],
    ]);
  });

  test('are checks of their commit', async () => {
    const { checks } = twin.octokit.rest;
    const first = (await checks.listForRef({ ...at, ref: 'main' })).data.check_runs;
    expect(first.map(({ name }) => name)).toEqual(['test (22, ubuntu-latest)', 'test (20, ubuntu-latest)', 'lint']);
    expect(first.every(({ status }) => status !== 'completed')).toBe(true);
    await over(id);
    const { data } = await checks.listSuitesForRef({ ...at, ref: 'main' });
    expect(data.check_suites).toMatchObject([{ status: 'completed', conclusion: 'success', latest_check_runs_count: 3 }]);
    const refused = await refusal(checks.update({ ...at, check_run_id: first[0]?.id as number, conclusion: 'failure' }));
    expect(refused).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('only be modified by the GitHub App') },
    });
  });

  test('are cancelled while they run, and not after', async () => {
    await actions.cancelWorkflowRun({ ...at, run_id: id });
    expect(await course(id)).toEqual(['completed', 'cancelled']);
    const refused = await refusal(actions.cancelWorkflowRun({ ...at, run_id: id }));
    expect(refused).toMatchObject({ status: 409, body: { message: 'Cannot cancel a workflow run that is completed.' } });
    const { data } = await actions.listJobsForWorkflowRun({ ...at, run_id: id });
    expect(new Set(data.jobs.map(({ conclusion }) => conclusion))).toEqual(new Set(['cancelled']));
  });

  test('run again as another attempt', async () => {
    expect((await refusal(actions.reRunWorkflow({ ...at, run_id: id }))).status).toBe(403);
    await over(id);
    await actions.reRunWorkflow({ ...at, run_id: id });
    expect((await actions.getWorkflowRun({ ...at, run_id: id })).data).toMatchObject({
      run_attempt: 2,
      status: 'queued',
      previous_attempt_url: expect.stringContaining(`/runs/${id}/attempts/1`),
    });
    const first = await actions.getWorkflowRunAttempt({ ...at, run_id: id, attempt_number: 1 });
    expect(first.data).toMatchObject({ run_attempt: 1, status: 'completed', conclusion: 'success' });
    expect((await actions.listJobsForWorkflowRun({ ...at, run_id: id, filter: 'all' })).data.total_count).toBe(6);
    expect((await actions.listJobsForWorkflowRunAttempt({ ...at, run_id: id, attempt_number: 1 })).data.total_count).toBe(3);
    expect((await refusal(actions.getWorkflowRunAttempt({ ...at, run_id: id, attempt_number: 3 }))).status).toBe(404);
    expect(await over(id)).toBe('success');
  });

  test('are filtered as documented', async () => {
    const found = async (filter: object) => (await runs(filter)).length;
    expect(await found({ branch: 'main', event: 'push', actor: 'Ada' })).toBe(1);
    expect(await found({ branch: 'other' })).toBe(0);
    expect(await found({ event: 'schedule' })).toBe(0);
    expect(await found({ created: '>=2026-01-01' })).toBe(1);
    expect(await found({ created: '2025-01-01..2025-12-31' })).toBe(0);
    await over(id);
    expect(await found({ status: 'success' })).toBe(1);
    expect(await found({ status: 'queued' })).toBe(0);
    const { data } = await actions.listWorkflowRuns({ ...at, workflow_id: 'deploy.yml' });
    expect(data.total_count).toBe(0);
  });

  test('are deleted with their checks once they are over', async () => {
    expect((await refusal(actions.deleteWorkflowRun({ ...at, run_id: id }))).status).toBe(403);
    await over(id);
    await actions.deleteWorkflowRun({ ...at, run_id: id });
    expect(await runs()).toEqual([]);
    expect((await twin.octokit.rest.checks.listForRef({ ...at, ref: 'main' })).data.total_count).toBe(0);
  });

  test('have logs that are downloaded from an address of their own', async () => {
    expect((await refusal(actions.downloadWorkflowRunLogs({ ...at, run_id: id }))).status).toBe(404);
    await over(id);
    const fetched = (path: string) =>
      fetch(`${twin.url}/repos/ada/engine/actions/${path}`, {
        headers: { authorization: `Bearer ${twin.token}` },
        redirect: 'manual',
      });
    const redirect = await fetched(`runs/${id}/logs`);
    expect(redirect.status).toBe(302);
    const archive = await fetch(redirect.headers.get('location') as string);
    expect([archive.status, archive.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(Buffer.from(await archive.arrayBuffer()).toString('latin1', 0, 4)).toBe('PK\u0003\u0004');
    const { jobs } = (await actions.listJobsForWorkflowRun({ ...at, run_id: id })).data;
    const text = await fetch((await fetched(`jobs/${jobs[0]?.id}/logs`)).headers.get('location') as string);
    expect(await text.text()).toMatch(/^2026-01-01T00:00:\d\d\.0000000Z Current runner version/);
    await actions.deleteWorkflowRunLogs({ ...at, run_id: id });
    expect((await refusal(actions.downloadWorkflowRunLogs({ ...at, run_id: id }))).status).toBe(404);
  });
});

describe('a workflow is dispatched', () => {
  const dispatch = (fields: object) =>
    actions.createWorkflowDispatch({ ...at, workflow_id: 'deploy.yml', ref: 'main', inputs: { note: 'x' }, ...fields });

  test('with inputs, which its title tells', async () => {
    await dispatch({ inputs: { target: 'production', note: 'Now' } });
    expect(await runs()).toMatchObject([
      { event: 'workflow_dispatch', name: 'Deploy', display_title: 'Deploy to production by @ada', head_branch: 'main' },
    ]);
  });

  test.each<[string, object, string]>([
    ['a ref that is not there', { ref: 'none' }, 'No ref found for: none'],
    ['inputs that nobody declared', { inputs: { note: 'x', more: '1' } }, 'Unexpected inputs provided: ["more"]'],
    ['a missing input', { inputs: {} }, "Required input 'note' not provided"],
    ['a choice that is none', { inputs: { note: 'x', target: 'moon' } }, 'not in the list of allowed values'],
    ['a workflow without the event', { workflow_id: 'ci.yml' }, "Workflow does not have 'workflow_dispatch' trigger"],
  ])('but not for %s', async (_what, fields, message) => {
    expect(await refusal(dispatch(fields))).toMatchObject({ status: 422, body: { message: expect.stringContaining(message) } });
    expect(await runs()).toEqual([]);
  });

  test('unless somebody disabled it', async () => {
    await actions.disableWorkflow({ ...at, workflow_id: 'deploy.yml' });
    expect((await refusal(dispatch({}))).status).toBe(422);
    expect((await actions.getWorkflow({ ...at, workflow_id: 'deploy.yml' })).data.state).toBe('disabled_manually');
    await actions.enableWorkflow({ ...at, workflow_id: 'deploy.yml' });
    await dispatch({});
    expect(await runs()).toHaveLength(1);
  });
});

describe('events start workflows:', () => {
  test('a pull request, when it is opened, pushed to and opened again', async () => {
    const { git, pulls } = twin.octokit.rest;
    const { data: ref } = await git.getRef({ ...at, ref: 'heads/main' });
    await git.createRef({ ...at, ref: 'refs/heads/topic', sha: ref.object.sha });
    await write('b.txt', 'b', 'topic');
    expect(await runs()).toEqual([]);
    const { data: pull } = await pulls.create({ ...at, title: 'A topic', head: 'topic', base: 'main' });
    await write('c.txt', 'c', 'topic');
    await pulls.update({ ...at, pull_number: pull.number, state: 'closed' });
    await pulls.update({ ...at, pull_number: pull.number, state: 'open' });
    const found = await runs({ event: 'pull_request' });
    expect(found.map(({ display_title, head_branch }) => [display_title, head_branch])).toEqual(
      Array.from({ length: 3 }, () => ['A topic', 'topic']),
    );
    expect(found[0]?.pull_requests).toMatchObject([{ number: pull.number }]);
    await pulls.merge({ ...at, pull_number: pull.number });
    expect(await runs({ event: 'push' })).toMatchObject([{ head_branch: 'main' }]);
  });

  test('a tag that fits', async () => {
    const { git } = twin.octokit.rest;
    const { data: ref } = await git.getRef({ ...at, ref: 'heads/main' });
    for (const tag of ['v1', 'other']) await git.createRef({ ...at, ref: `refs/tags/${tag}`, sha: ref.object.sha });
    expect(await runs()).toMatchObject([{ name: 'Deploy', head_branch: 'v1' }]);
  });

  // What a release makes is a tag as any other: https://docs.github.com/actions/reference/workflows-and-actions/events-that-trigger-workflows#push
  test('a tag that a release makes, and one that is moved', async () => {
    const { git, repos } = twin.octokit.rest;
    await repos.createRelease({ ...at, tag_name: 'v2' });
    await repos.createRelease({ ...at, tag_name: 'v3', draft: true });
    const { data: made } = await git.getRef({ ...at, ref: 'tags/v2' });
    await write('other.txt', 'Other');
    const { data: main } = await git.getRef({ ...at, ref: 'heads/main' });
    for (let times = 0; times < 2; times += 1) await git.updateRef({ ...at, ref: 'tags/v2', sha: main.object.sha, force: true });
    const found = (await runs({ event: 'push' })).filter(({ name }) => name === 'Deploy');
    expect(found.map(({ head_branch, head_sha }) => [head_branch, head_sha])).toEqual([
      ['v2', main.object.sha],
      ['v2', made.object.sha],
    ]);
  });

  test('a repository dispatch', async () => {
    await write('.github/workflows/hook.yml', 'on: { repository_dispatch: { types: [go] } }\njobs: { a: { steps: [] } }\n');
    const before = (await runs()).length;
    for (const event_type of ['go', 'stay']) await twin.octokit.rest.repos.createDispatchEvent({ ...at, event_type });
    expect(await runs()).toHaveLength(before + 1);
  });

  test('a file that is no workflow fails at once', async () => {
    await write('.github/workflows/bad.yml', 'on: [push\njobs: ]');
    const found = await runs();
    expect(found.find(({ path }) => path.endsWith('bad.yml'))).toMatchObject({
      status: 'completed',
      conclusion: 'startup_failure',
      name: '.github/workflows/bad.yml',
    });
  });
});

describe('a seed says how runs go', () => {
  test('one after the other, job by job', async () => {
    await twin.close();
    const log = ['1 test failed'];
    await begin({
      workflows: [
        {
          path: 'ci.yml',
          outcomes: [
            { jobs: { 'test (20, ubuntu-latest)': { conclusion: 'failure', log } }, seconds: 60 },
            { artifacts: [{ name: 'report', files: { 'report.txt': 'All fine\n' } }] },
          ],
        },
      ],
    });
    await write('a.txt', 'x');
    const [run] = await runs();
    const run_id = run?.id as number;
    expect(await over(run_id)).toBe('failure');
    const { jobs } = (await actions.listJobsForWorkflowRun({ ...at, run_id })).data;
    expect(jobs.map(({ conclusion }) => conclusion)).toEqual(['success', 'failure', 'success']);
    expect(Date.parse(jobs[0]?.completed_at as string) - Date.parse(jobs[0]?.started_at as string)).toBe(60_000);
    const annotations = await twin.octokit.rest.checks.listAnnotations({ ...at, check_run_id: jobs[1]?.id as number });
    expect(annotations.data).toMatchObject([{ message: 'Process completed with exit code 1.', annotation_level: 'failure' }]);
    const text = await actions.downloadJobLogsForWorkflowRun({ ...at, job_id: jobs[1]?.id as number });
    expect(String(text.data)).toMatch(/1 test failed[\s\S]*##\[error\]Process completed with exit code 1\./);
    await actions.reRunWorkflowFailedJobs({ ...at, run_id });
    expect(await over(run_id)).toBe('success');
    const { artifacts } = (await actions.listWorkflowRunArtifacts({ ...at, run_id })).data;
    expect(artifacts).toMatchObject([{ name: 'report', expired: false }]);
    const archive = await actions.downloadArtifact({ ...at, artifact_id: artifacts[0]?.id as number, archive_format: 'zip' });
    expect((archive.data as ArrayBuffer).byteLength).toBe(artifacts[0]?.size_in_bytes);
    await actions.deleteArtifact({ ...at, artifact_id: artifacts[0]?.id as number });
    expect((await actions.listArtifactsForRepo(at)).data.total_count).toBe(0);
  });

  test('and which there were', async () => {
    await twin.close();
    await begin({
      workflow_runs: [{ workflow: 'ci.yml', jobs: { lint: 'success', test: 'failure' }, title: 'Before' }],
      secrets: ['NPM_TOKEN'],
      variables: { stage: 'test' },
    });
    expect(await runs()).toMatchObject([{ display_title: 'Before', status: 'completed', conclusion: 'failure' }]);
    expect((await actions.listRepoSecrets(at)).data.secrets).toMatchObject([{ name: 'NPM_TOKEN' }]);
    expect((await actions.getRepoVariable({ ...at, name: 'STAGE' })).data).toMatchObject({ name: 'STAGE', value: 'test' });
  });
});

describe('a release starts the workflows of its tag', () => {
  const RELEASE = 'name: Ship\non: { release: { types: [TYPES] } }\njobs: { ship: { steps: [{ run: make }] } }\n';
  const starting = async (types: string) => {
    await twin.close();
    await begin({ files: { '.github/workflows/ci.yml': RELEASE.replace('TYPES', types) } });
  };
  const shown = async () =>
    (await runs()).map((run: Record<string, unknown>) => [run.event, run.head_branch, run.display_title]).toReversed();

  // https://docs.github.com/actions/reference/workflows-and-actions/events-that-trigger-workflows#release
  test('once for each of its actions that they name', async () => {
    await starting('published, released');
    await twin.octokit.rest.repos.createRelease({ ...at, tag_name: 'v1', name: 'One' });
    expect(await shown()).toEqual([
      ['release', 'v1', 'One'],
      ['release', 'v1', 'One'],
    ]);
  });

  test('not as a draft, and once it is published', async () => {
    await starting('created, published');
    const { data: draft } = await twin.octokit.rest.repos.createRelease({ ...at, tag_name: 'v1', draft: true });
    expect(await shown()).toEqual([]);
    await twin.octokit.rest.repos.updateRelease({ ...at, release_id: draft.id, draft: false });
    expect(await shown()).toEqual([['release', 'v1', 'v1']]);
  });

  test('when it is edited, or no longer a forerunner, or deleted', async () => {
    await starting('edited, prereleased, released, deleted');
    const { data } = await twin.octokit.rest.repos.createRelease({ ...at, tag_name: 'v1', prerelease: true });
    await twin.octokit.rest.repos.updateRelease({ ...at, release_id: data.id, prerelease: false });
    await twin.octokit.rest.repos.deleteRelease({ ...at, release_id: data.id });
    expect(await shown()).toHaveLength(4);
  });
});

test('secrets are sealed, listed and deleted, and never told', async () => {
  const { data: key } = await actions.getRepoPublicKey(at);
  expect(Buffer.from(key.key, 'base64')).toHaveLength(32);
  const encrypted_value = Buffer.alloc(52, 7).toString('base64');
  const put = (fields: object = {}) =>
    actions.createOrUpdateRepoSecret({ ...at, secret_name: 'npm_token', encrypted_value, key_id: key.key_id, ...fields });
  expect((await put()).status).toBe(201);
  expect((await put()).status).toBe(204);
  expect((await actions.getRepoSecret({ ...at, secret_name: 'NPM_TOKEN' })).data.name).toBe('NPM_TOKEN');
  for (const wrong of [{ secret_name: 'GITHUB_X' }, { secret_name: '1x' }, { key_id: '1' }, { encrypted_value: 'eA==' }])
    expect((await refusal(put(wrong))).status).toBe(422);
  expect(JSON.stringify(await twin.evidence('events'))).not.toContain(encrypted_value);
  await actions.deleteRepoSecret({ ...at, secret_name: 'NPM_TOKEN' });
  expect((await actions.listRepoSecrets(at)).data).toEqual({ total_count: 0, secrets: [] });
});

test('variables are made, changed, renamed and deleted', async () => {
  await actions.createRepoVariable({ ...at, name: 'stage', value: 'a' });
  expect(await refusal(actions.createRepoVariable({ ...at, name: 'STAGE', value: 'b' }))).toMatchObject({ status: 409 });
  await actions.updateRepoVariable({ ...at, name: 'STAGE', value: 'b' });
  await twin.send('PATCH', '/repos/ada/engine/actions/variables/STAGE', { name: 'LEVEL', value: 'c' });
  expect((await actions.listRepoVariables(at)).data.variables).toMatchObject([{ name: 'LEVEL', value: 'c' }]);
  await actions.deleteRepoVariable({ ...at, name: 'LEVEL' });
  expect((await refusal(actions.getRepoVariable({ ...at, name: 'LEVEL' }))).status).toBe(404);
});
