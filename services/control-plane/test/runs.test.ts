import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { runRecordSchema, runRowSchema } from '@svc/contract';
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
