import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { refusal, type Served, serveGithub } from './served.ts';

const at = { owner: 'ada', repo: 'engine' };
let twin: Served;
let sha: string;
beforeEach(async () => {
  twin = await serveGithub({
    users: [{ login: 'ada' }],
    repositories: [
      {
        ...{ owner: 'ada', name: 'engine' },
        pull_requests: [
          {
            ...{ number: 1, title: 'Change', head: 'change', files: { 'a.txt': 'a\n' } },
            statuses: [{ context: 'ci', state: 'failure' }],
            check_runs: [{ name: 'build' }, { name: 'lint', conclusion: 'failure', title: 'Two faults' }],
          },
        ],
      },
      { owner: 'acme', name: 'readable', collaborators: [] },
    ],
  });
  sha = (await twin.octokit.rest.repos.getBranch({ ...at, branch: 'main' })).data.commit.sha;
});
afterEach(() => twin.close());

describe('commit statuses', () => {
  test('combine to the worst of the last of every context', async () => {
    const { repos } = twin.octokit.rest;
    const combined = async () => (await repos.getCombinedStatusForRef({ ...at, ref: 'main' })).data;
    expect(await combined()).toMatchObject({ state: 'pending', total_count: 0, sha });
    await repos.createCommitStatus({ ...at, sha, state: 'failure', context: 'ci' });
    await repos.createCommitStatus({ ...at, sha, state: 'success', context: 'lint', description: 'Clean' });
    expect(await combined()).toMatchObject({ state: 'failure', total_count: 2 });
    const { data } = await repos.createCommitStatus({ ...at, sha, state: 'success', context: 'CI' });
    expect(data).toMatchObject({ state: 'success', context: 'CI', creator: { login: 'ada' } });
    expect(await combined()).toMatchObject({ state: 'success', total_count: 2 });
    const { data: all } = await repos.listCommitStatusesForRef({ ...at, ref: 'heads/main' });
    expect(all.map(({ context, state }) => [context, state])).toEqual([
      ['CI', 'success'],
      ['lint', 'success'],
      ['ci', 'failure'],
    ]);
  });

  test.each<[string, object, number, string]>([
    ['an unknown commit', { sha: '0'.repeat(40) }, 422, 'No commit found for SHA'],
    ['a description that is too long', { description: 'x'.repeat(141) }, 422, 'Validation Failed'],
    ['a repository that may only be read', { owner: 'acme', repo: 'readable' }, 403, 'Resource not accessible'],
  ])('are refused for %s', async (_what, fields, status, message) => {
    const refused = await refusal(twin.octokit.rest.repos.createCommitStatus({ ...at, sha, state: 'success', ...fields }));
    expect([refused.status, refused.body.message]).toEqual([status, expect.stringContaining(message)]);
  });
});

test('a ref with slashes may stand in the path as it is', async () => {
  const get = async (path: string) => {
    const headers = { authorization: `Bearer ${twin.token}` };
    return (await fetch(`${twin.url}/repos/ada/engine/commits/${path}`, { headers })).json();
  };
  expect(await get('heads/change/status')).toMatchObject({ state: 'failure', total_count: 1 });
  expect(await get('heads/change/check-runs?check_name=lint')).toMatchObject({ total_count: 1 });
  expect(await get('heads/nope/status')).toMatchObject({ message: expect.stringContaining('No commit found') });
  const rows = (await twin.evidence('events')) as { tool: string }[];
  expect(rows.slice(-3).map(({ tool }) => tool)).toEqual(['get_combined_status', 'list_check_runs', 'get_commit']);
});

describe('check runs', () => {
  test('of a pull request are seeded, listed by its branch and filtered', async () => {
    const { checks } = twin.octokit.rest;
    const list = async (query: object) => (await checks.listForRef({ ...at, ref: 'change', ...query })).data;
    expect((await list({})).check_runs.map(({ name, conclusion }) => [name, conclusion])).toEqual([
      ['lint', 'failure'],
      ['build', 'success'],
    ]);
    expect(await list({ check_name: 'build' })).toMatchObject({
      total_count: 1,
      check_runs: [{ pull_requests: [{ number: 1 }] }],
    });
    expect((await list({ status: 'queued' })).total_count).toBe(0);
  });

  test('run from queued to completed, and the suite with them', async () => {
    const { checks } = twin.octokit.rest;
    const { data: run } = await checks.create({ ...at, name: 'test', head_sha: sha });
    expect(run).toMatchObject({ status: 'queued', conclusion: null, started_at: null });
    const suite = async () => (await checks.getSuite({ ...at, check_suite_id: run.check_suite?.id ?? 0 })).data;
    expect(await suite()).toMatchObject({ status: 'queued', conclusion: null, head_branch: 'main', latest_check_runs_count: 1 });
    const one = { ...at, check_run_id: run.id };
    expect((await checks.update({ ...one, status: 'in_progress' })).data.started_at).not.toBeNull();
    expect((await suite()).status).toBe('in_progress');
    const annotation = { path: 'README.md', start_line: 1, end_line: 1, annotation_level: 'warning', message: 'Short' } as const;
    const output = { title: 'One warning', summary: 'See below', annotations: [annotation] };
    const done = await checks.update({ ...one, conclusion: 'success', output });
    expect(done.data).toMatchObject({ status: 'completed', conclusion: 'success', output: { annotations_count: 1 } });
    expect(await suite()).toMatchObject({ status: 'completed', conclusion: 'success' });
    expect((await checks.listAnnotations(one)).data).toMatchObject([{ message: 'Short', start_column: null }]);
    await checks.rerequestRun(one);
    expect((await checks.get(one)).data).toMatchObject({ status: 'queued', conclusion: null });
    expect((await checks.listForSuite({ ...at, check_suite_id: run.check_suite?.id ?? 0 })).data.total_count).toBe(1);
  });

  test('the last of a name counts, and all are there to be asked for', async () => {
    const { checks } = twin.octokit.rest;
    for (const conclusion of ['failure', 'success'] as const)
      await checks.create({ ...at, name: 'test', head_sha: sha, status: 'completed', conclusion });
    const count = async (filter: 'latest' | 'all') => (await checks.listForRef({ ...at, ref: 'main', filter })).data.total_count;
    expect([await count('latest'), await count('all')]).toEqual([1, 2]);
    const { data } = await checks.listSuitesForRef({ ...at, ref: 'main' });
    expect(data.check_suites).toMatchObject([{ conclusion: 'success', latest_check_runs_count: 1 }]);
    const again = await checks.createSuite({ ...at, head_sha: sha });
    expect([again.status, again.data.id]).toEqual([200, data.check_suites[0]?.id]);
    await checks.rerequestSuite({ ...at, check_suite_id: again.data.id });
    expect((await checks.getSuite({ ...at, check_suite_id: again.data.id })).data.status).toBe('queued');
  });

  test('completed without a conclusion, or on an unknown commit, are 422', async () => {
    const { checks } = twin.octokit.rest;
    const bare = { ...at, name: 'test', head_sha: sha, status: 'completed' } as unknown as Parameters<typeof checks.create>[0];
    expect((await refusal(checks.create(bare))).body.errors).toMatchObject([{ field: 'conclusion', code: 'missing_field' }]);
    expect((await refusal(checks.create({ ...at, name: 'x', head_sha: '0'.repeat(40) }))).status).toBe(422);
  });
});
