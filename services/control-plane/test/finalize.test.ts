import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { evaluationSchema, finalizeAcceptedSchema, finalizeResultSchema } from '@svc/contract';
import { type Account, DASHBOARD_URL, finalizeBody, Installation, type RawAnswer, refusal } from './support/installation.ts';

let service: Installation;
let account: Account;
let id: string;

beforeAll(async () => {
  service = await Installation.start({ downstreamTimeoutMs: 3_000, finalizeWaitMs: 2000 });
});
afterAll(() => service.stop());
beforeEach(async () => {
  service.worker.mode = 'grade';
  account = await service.account({ planTier: 'team' });
  id = (await account.client.sandboxes.create()).session_id;
});

const finalize = (body: object = {}, headers: Record<string, string> = {}): Promise<RawAnswer> =>
  service.post(`/sandboxes/${id}/finalize`, account.key, { ...finalizeBody, ...body }, headers);
const asynchronously = { prefer: 'respond-async' };
const blobs = { source: 'blob' };
const evaluation = () => service.request('GET', `/sandboxes/${id}/evaluation`, { key: account.key });
const runsOfSandbox = () => service.database.selectFrom('runs').select('id').where('sandbox_id', '=', id).execute();

describe('synchronous', () => {
  test('answers 201 with the grade, closes the sandbox and frees its slot', async () => {
    const answer = await finalize();
    expect(answer.status).toBe(201);
    const result = finalizeResultSchema.parse(answer.json);
    expect(result).toMatchObject({
      score: 100,
      all_skipped: false,
      provenance: 'hosted',
      dashboard_url: `${DASHBOARD_URL}/runs/${result.run_id}`,
      criteria_results: [{ id: 'c1', passed: true, skipped: false, reason: expect.any(String) }],
    });
    expect(await account.client.sandboxes.get(id)).toMatchObject({ state: 'done', closed_at: service.clock.now().toISOString() });
    expect((await service.routes.find(id))?.state).toBe('closed');
    expect((await account.client.usage()).sessions_used).toBe(0);
    await service.controlPlane.sweep();
    expect(service.runtime.running.has(id)).toBe(false);
  });

  test('a second finalize is 200 with the same run, an asynchronous one too', async () => {
    const first = await finalize();
    const [again, later] = [await finalize(), await finalize(blobs, asynchronously)];
    expect([again.status, later.status]).toEqual([200, 200]);
    expect(again.json).toEqual(first.json);
    expect(later.json).toEqual(first.json);
  });

  test('ten at the same instant grade once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => finalize()));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(answers.map(({ json }) => json.run_id)).size).toBe(1);
    expect(await runsOfSandbox()).toHaveLength(1);
  });

  test('the worker gets the body as it was validated', async () => {
    await finalize({ agent_version: '7', no_such_field: 1 });
    const { request } = await service.database
      .selectFrom('evaluations')
      .select('request')
      .where('sandbox_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(request).toEqual({ ...finalizeBody, agent_version: '7', pass_threshold: 100 });
  });

  test('is no evaluation to poll', async () => {
    await finalize();
    expect(refusal(await evaluation())).toMatchObject({ status: 404, type: 'not_found' });
  });
});

describe('a grading that fails', () => {
  test('for want of a tape is 409 capture_incomplete, and the sandbox can be graded later', async () => {
    service.worker.mode = 'fail';
    service.worker.error = { type: 'conflict', message: 'No twin was called.', reason: 'capture_incomplete' };
    expect(refusal(await finalize())).toEqual({
      status: 409,
      type: 'conflict',
      message: 'No twin was called.',
      details: { reason: 'capture_incomplete' },
    });
    expect((await account.client.sandboxes.get(id)).state).toBe('ready');
    service.worker.mode = 'grade';
    expect((await finalize()).status).toBe(201);
  });

  test.each([
    ['downstream_unavailable', 503, 'Storage is away.'],
    ['internal_error', 500, 'Something failed on our side. Retry once, then quote the request id.'],
    ['nonsense', 500, 'Something failed on our side. Retry once, then quote the request id.'],
  ])('as %s is %i, and can be repeated', async (type, status, message) => {
    service.worker.mode = 'fail';
    service.worker.error = { type, message: 'Storage is away.' };
    expect(refusal(await finalize())).toMatchObject({ status, message });
    service.worker.mode = 'grade';
    expect((await finalize()).status).toBe(201);
  });

  test.each(['queue-down', 'queue-hangs'] as const)('because of a %s is 503, and can be repeated', async (mode) => {
    service.worker.mode = mode;
    expect(refusal(await finalize())).toMatchObject({ status: 503, type: 'downstream_unavailable' });
    service.worker.mode = 'grade';
    expect((await finalize()).status).toBe(201);
  });

  test('by taking too long is 503, goes on, and a repeat gets its run', async () => {
    service.worker.mode = 'hold';
    expect(refusal(await finalize())).toMatchObject({ status: 503, type: 'downstream_unavailable' });
    await service.worker.releaseHeld();
    expect((await finalize()).status).toBe(200);
  });
});

describe('asynchronous', () => {
  test('answers 202, is polled, and ends with what a synchronous finalize answers', async () => {
    service.worker.mode = 'hold';
    const answer = await finalize(blobs, asynchronously);
    expect(answer.status).toBe(202);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(answer.headers.get('preference-applied')).toBe('respond-async');
    const accepted = finalizeAcceptedSchema.parse(answer.json);
    expect(accepted.status_url).toBe(`${service.baseUrl}/sandboxes/${id}/evaluation`);
    const { evaluation_id, run_id } = accepted;
    expect((await evaluation()).json).toEqual({ evaluation_id, run_id, status: 'queued' });
    await service.worker.releaseHeld();
    const completed = evaluationSchema.parse((await evaluation()).json);
    expect(completed).toMatchObject({ evaluation_id, run_id, status: 'completed' });
    expect(completed.result).toEqual((await finalize(blobs)).json);
  });

  test('a repeat while it runs is the same evaluation', async () => {
    service.worker.mode = 'hold';
    const [one, other] = [await finalize(blobs, asynchronously), await finalize(blobs, { prefer: 'wait=5, Respond-Async' })];
    expect(other.json).toEqual(one.json);
    await service.worker.releaseHeld();
  });

  test('a failed one says why, and can be repeated', async () => {
    service.worker.mode = 'fail';
    service.worker.error = { type: 'conflict', message: 'No tape.', reason: 'capture_incomplete' };
    await finalize(blobs, asynchronously);
    await service.worker.settle();
    expect(evaluationSchema.parse((await evaluation()).json)).toMatchObject({
      status: 'failed',
      error: { type: 'conflict', message: 'No tape.', reason: 'capture_incomplete' },
    });
    service.worker.mode = 'grade';
    expect((await finalize(blobs)).status).toBe(201);
  });

  test('the reaper leaves a sandbox that is being graded alone, and so does a delete', async () => {
    service.worker.mode = 'hold';
    await finalize(blobs, asynchronously);
    service.clock.advance(5 * 60_000);
    const confirm = refusal(await service.request('DELETE', `/sandboxes/${id}`, { key: account.key })).details.discard_token;
    const answer = await service.request('DELETE', `/sandboxes/${id}?confirm_discard=${confirm}`, { key: account.key });
    expect(refusal(answer)).toMatchObject({ status: 409, type: 'conflict', details: { reason: 'evaluation_in_progress' } });
    await service.worker.releaseHeld();
    expect((await account.client.sandboxes.get(id)).state).toBe('done');
  });

  test('one that was queued in time is graded although the lifetime ended meanwhile', async () => {
    service.clock.advance(29 * 60_000);
    service.worker.mode = 'hold';
    await finalize(blobs, asynchronously);
    service.clock.advance(2 * 60_000);
    await service.controlPlane.sweep();
    await service.worker.releaseHeld();
    expect((await evaluation()).json).toMatchObject({ status: 'completed' });
    expect((await account.client.sandboxes.get(id)).state).toBe('done');
  });
});

describe('refusals', () => {
  const criteria = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `c${n}`, text: 'x', kind: 'code' }));

  test('twin-pull with respond-async is 422 twin_pull_requires_sync', async () => {
    expect(refusal(await finalize({}, asynchronously))).toMatchObject({
      status: 422,
      type: 'validation_failed',
      details: { error: 'twin_pull_requires_sync' },
    });
  });

  test('zero criteria are 422 empty_criteria', async () => {
    expect(refusal(await finalize({ criteria: [] }))).toMatchObject({ status: 422, details: { error: 'empty_criteria' } });
  });

  test.each<[string, object, string]>([
    ['201 criteria', { criteria: criteria(201) }, 'criteria'],
    ['criteria that are missing', { criteria: undefined }, 'criteria'],
    ['a kind that is none', { criteria: [{ id: 'a', text: 'x', kind: 'vibe' }] }, 'criteria[0].kind'],
    ['a twin that the sandbox lacks', { criteria: [{ id: 'a', text: 'x', kind: 'code', twin: 'slack' }] }, 'criteria[0].twin'],
    ['a stop_reason that is missing', { stop_reason: undefined }, 'stop_reason'],
    ['an exit_code that is no integer', { exit_code: 1.5 }, 'exit_code'],
    ['a duration below zero', { duration_ms: -1 }, 'duration_ms'],
    ['an agent_model that is missing', { agent_model: undefined }, 'agent_model'],
    ['a scenario_name of 201 characters', { scenario_name: 'n'.repeat(201) }, 'scenario_name'],
    ['a scenario_prompt of 20,001 characters', { scenario_prompt: 'p'.repeat(20_001) }, 'scenario_prompt'],
    ['an expected_behavior of 20,001 characters', { expected_behavior: 'p'.repeat(20_001) }, 'expected_behavior'],
    ['a source that is none', { source: 'memory' }, 'source'],
    ['a key from elsewhere', { trace_storage_key: 'teams/other/events.jsonl' }, 'trace_storage_key'],
    ['per-twin keys of a twin that the sandbox lacks', { per_twin_state_keys: { slack: {} } }, 'per_twin_state_keys.slack'],
  ])('422 naming the field for %s', async (_case, body, path) => {
    expect(refusal(await finalize(body))).toMatchObject({
      status: 422,
      type: 'validation_failed',
      message: expect.stringMatching(new RegExp(`^${path.replace(/[[\]]/g, '\\$&')}: `)),
      details: { issues: [{ path }] },
    });
    expect((await account.client.sandboxes.get(id)).state).toBe('ready');
  });

  test('a key that climbs out of its prefix is 422', async () => {
    const { key } = await account.client.sandboxes.traceUpload(id);
    const trace_storage_key = key.replace('events.jsonl', '../../other/uploads/events.jsonl');
    expect(refusal(await finalize({ ...blobs, trace_storage_key }))).toMatchObject({
      details: { issues: [{ path: 'trace_storage_key' }] },
    });
  });

  test('limits are inclusive', async () => {
    const texts = { scenario_name: 'n'.repeat(200), scenario_prompt: 'p'.repeat(20_000), expected_behavior: 'p'.repeat(20_000) };
    expect((await finalize({ criteria: criteria(200), ...texts })).status).toBe(201);
  });
});

describe('sessions of the local evaluate command', () => {
  const open = async () => (await account.client.evalSessions.create({ twins: ['github', 'gmail'] })).session_id;

  test('have no twins running, count as open, and give a self-reported run', async () => {
    id = await open();
    expect(service.runtime.running.has(id)).toBe(false);
    expect(await account.client.sandboxes.get(id)).toMatchObject({ state: 'ready', twin_url: null, per_twin: {} });
    expect((await account.client.usage()).sessions_used).toBe(2);
    expect((await finalize(blobs)).json).toMatchObject({ provenance: 'self_reported' });
    expect((await account.client.usage()).sessions_used).toBe(1);
  });

  test('may declare no criteria: an ungraded run is kept', async () => {
    id = await open();
    const answer = await finalize({ ...blobs, criteria: [] });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({ score: null, all_skipped: true });
  });

  test('can not be pulled from', async () => {
    id = await open();
    expect(refusal(await finalize())).toMatchObject({ status: 409, details: { reason: 'capture_incomplete' } });
  });
});
