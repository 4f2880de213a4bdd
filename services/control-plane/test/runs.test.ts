import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { comparisonSchema, groupSchema, runRecordSchema, runRowSchema } from '@svc/contract';
import { type Account, base64, DASHBOARD_URL, finalizeBody, Installation, refusal } from './support/installation.ts';

let service: Installation;
let account: Account;
const runs: string[] = [];

beforeAll(async () => {
  service = await Installation.start();
  account = await service.account({ planTier: 'team' });
  for (const [title, group_id] of [
    ['One', 'group-a'],
    ['Two', 'group-a'],
    ['One', 'group-b'],
  ] as const) {
    const { session_id } = await account.client.sandboxes.create({
      task_source: base64(`# ${title}`),
      group_id,
      agent_version: 'v1',
    });
    const { run_id } = await account.client.sandboxes.finalize(session_id, finalizeBody);
    runs.unshift(run_id);
  }
});
afterAll(() => service.stop());

describe('GET /v1/runs', () => {
  test('lists compact rows, newest first', async () => {
    const rows = await account.client.runs.list();
    expect(rows.map(({ id }) => id)).toEqual(runs);
    expect(Object.keys(rows[0]!).sort()).toEqual(Object.keys(runRowSchema.shape).sort());
    expect(runRowSchema.parse(rows[0])).toMatchObject({ task_name: 'One', group_id: 'group-b', satisfaction_score: 100 });
  });

  test('filters by group and task name, and cuts at the limit', async () => {
    expect((await account.client.runs.list({ group_id: 'group-a' })).map(({ id }) => id)).toEqual(runs.slice(1));
    expect((await account.client.runs.list({ task_name: 'One' })).map(({ id }) => id)).toEqual([runs[0], runs[2]]);
    expect((await account.client.runs.list({ group_id: 'group-a', task_name: 'One' })).map(({ id }) => id)).toEqual([runs[2]]);
    expect((await account.client.runs.list({ limit: 2 })).map(({ id }) => id)).toEqual(runs.slice(0, 2));
    expect(await account.client.runs.list({ group_id: 'no-such-group' })).toEqual([]);
  });

  test.each(['limit=0', 'limit=201', 'limit=1.5', 'limit=-1'])('422 for ?%s', async (query) => {
    const answer = await service.request('GET', `/runs?${query}`, { key: account.key });
    expect(refusal(answer)).toMatchObject({ status: 422, details: { issues: [{ path: 'limit' }] } });
  });

  test.each([1, 200])('limit %i is taken', async (limit) => {
    expect((await service.request('GET', `/runs?limit=${limit}`, { key: account.key })).status).toBe(200);
  });

  test('a NUL in a filter is 422', async () => {
    const answer = await service.request('GET', '/runs?task_name=a%00b', { key: account.key });
    expect(refusal(answer)).toMatchObject({ status: 422, type: 'validation_failed' });
  });
});

test('GET /v1/runs/:id is the full record with its dashboard address', async () => {
  const run = runRecordSchema.parse(await account.client.runs.get(runs[0]!));
  expect(run).toMatchObject({
    id: runs[0],
    provenance: 'hosted',
    agent_version: 'v1',
    agent_model: 'example-model',
    summary: null,
    fix_prompt: null,
    dashboard_url: `${DASHBOARD_URL}/runs/${runs[0]}`,
  });
});

test('GET /v1/runs/:id/report.md is markdown', async () => {
  const answer = await service.request('GET', `/runs/${runs[0]}/report.md`, { key: account.key });
  expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(answer.text).toMatch(/^# .*100/);
  expect(answer.text).toContain('Issue #1 exists.');
});

describe('GET /v1/groups/:id', () => {
  test('has the figures of its trials, and those of a filter', async () => {
    const group = await account.client.groups.get('group-a');
    expect(groupSchema.parse(group)).toMatchObject({ group_id: 'group-a', trials: 2, passed: 2, failed: 0, errored: 0 });
    expect(group).toMatchObject({
      pass_rate: { value: 1 },
      mean_score: { value: 100 },
      pass_at_k: { 2: 1 },
      agent_versions: ['v1'],
    });
    expect(group.criteria).toMatchObject([{ graded: 2, passed: 2 }]);
    expect(await account.client.groups.get('group-a', { task_name: 'One' })).toMatchObject({ trials: 1 });
    expect(await account.client.groups.get('group-a', { agent_version: 'v2' })).toMatchObject({ trials: 0, pass_rate: null });
  });

  test('of a group that is not there, or is another team’s, is 404', async () => {
    const stranger = await service.account({ planTier: 'team' });
    for (const [path, key] of [
      ['/groups/no-such-group', account.key],
      ['/groups/group-a', stranger.key],
      ['/groups/group-a/comparison?with=no-such-group', account.key],
    ] as const)
      expect(refusal(await service.request('GET', path, { key }))).toMatchObject({ status: 404, type: 'not_found' });
  });

  test('is compared with another pair by pair', async () => {
    const compared = await account.client.groups.compare('group-a', 'group-b');
    expect(comparisonSchema.parse(compared)).toMatchObject({ pairs: 1, both_passed: 1, p_value: 1, differing: [] });
    const missing = await service.request('GET', '/groups/group-a/comparison', { key: account.key });
    expect(refusal(missing)).toMatchObject({ status: 422, details: { issues: [{ path: 'with' }] } });
  });
});

describe('GET /v1/runs filters', () => {
  test('by version, model and outcome', async () => {
    const found = (query: string) => service.request('GET', `/runs?${query}`, { key: account.key });
    expect((await found('agent_version=v1&outcome=passed')).json).toHaveLength(3);
    expect((await found('agent_version=v2')).json).toEqual([]);
    expect((await found('agent_model=nobody')).json).toEqual([]);
    expect(refusal(await found('outcome=great'))).toMatchObject({ status: 422 });
  });
});

describe('GET /v1/runs of a page', () => {
  const START = Date.parse('2026-05-01T00:00:00.000Z');
  const DAY_MS = 24 * 3_600_000;
  const SCORES = [0, 49.99, 50, 100, null];
  let team: Account;
  const ids: string[] = [];
  const found = (query: string) => service.request('GET', `/runs?${query}`, { key: team.key });
  const places = async (query: string) => {
    const rows = (await found(query)).json as { id: string }[];
    return rows.map(({ id }) => ids.indexOf(id));
  };

  beforeAll(async () => {
    team = await service.account({ planTier: 'team' });
    for (const [day, satisfaction_score] of SCORES.entries()) {
      const { session_id } = await team.client.sandboxes.create();
      const { run_id } = await team.client.sandboxes.finalize(session_id, finalizeBody);
      const created_at = new Date(START + day * DAY_MS);
      await service.database.updateTable('runs').set({ satisfaction_score, created_at }).where('id', '=', run_id).execute();
      ids.push(run_id);
    }
  });

  test('by score, from one on and below another', async () => {
    expect(await places('min_score=50')).toEqual([3, 2]);
    expect(await places('below_score=50')).toEqual([1, 0]);
    expect(await places('min_score=49.99&below_score=100.0')).toEqual([2, 1]);
    expect(await places('min_score=100')).toEqual([3]);
  });

  test('by date, from one on and before another', async () => {
    expect(await places('since=2026-05-02T00:00:00.000Z')).toEqual([4, 3, 2, 1]);
    expect(await places('since=2026-05-02T00:00:00Z&until=2026-05-04T00:00:00Z')).toEqual([2, 1]);
  });

  test('after another, also of runs of one moment', async () => {
    await service.database
      .updateTable('runs')
      .set({ created_at: new Date(START) })
      .where('id', 'in', ids.slice(0, 3))
      .execute();
    const all = await places('limit=200');
    const paged: number[] = [];
    for (let after = ''; ; after = `&after=${ids[paged.at(-1)!]}`) {
      const page = await places(`limit=2${after}`);
      paged.push(...page);
      if (page.length < 2) break;
    }
    expect(paged).toEqual(all);
    expect(paged.toSorted()).toEqual([0, 1, 2, 3, 4]);
  });

  test("after another team's run is refused as after an unknown one", async () => {
    const [foreign, unknown] = [await found(`after=${runs[0]}`), await found('after=run_00000000000000000000000000')];
    expect(refusal(foreign)).toMatchObject({ status: 422, details: { issues: [{ path: 'after' }] } });
    expect(refusal(foreign)).toEqual(refusal(unknown));
  });

  test.each(['min_score=101', 'min_score=-1', 'below_score=x', 'below_score=', 'since=yesterday', 'until=2026-05-01', 'after=x'])(
    '422 for ?%s',
    async (query) => {
      const [path] = query.split('=');
      expect(refusal(await found(query))).toMatchObject({ status: 422, details: { issues: [{ path }] } });
    },
  );
});

describe('POST /v1/runs/:id/regrade', () => {
  test('is a new run that names the first, and the sandbox keeps its own', async () => {
    const [first] = runs as [string];
    const again = await account.client.runs.regrade(first, { criteria: [{ id: 'c9', text: 'Issue #2 exists.', kind: 'code' }] });
    expect(again.run_id).not.toBe(first);
    expect(again.criteria_results).toMatchObject([{ id: 'c9' }]);
    expect(await account.client.groups.get('group-b')).toMatchObject({ trials: 1 });
  });

  test.each([
    ['an unknown run', 'run_00000000000000000000000000', {}, 404],
    ['a twin that the run lacks', undefined, { criteria: [{ id: 'c', text: 'x', kind: 'code', twin: 'slack' }] }, 422],
    ['no criteria', undefined, { criteria: [] }, 422],
  ])('of %s is refused', async (_what, id, body, status) => {
    const answer = await service.post(`/runs/${id ?? runs[0]}/regrade`, account.key, body);
    expect(refusal(answer)).toMatchObject({ status });
  });
});
