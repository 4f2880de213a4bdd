import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from '@jest/globals';
import { ApiError } from '@svc/sdk';
import { callTwin, clientOf, createSandbox, discardAll, FINALIZE, ISSUES, json, WORLD } from '../fleet/client.ts';
import { sharedFleet } from '../fleet/shared.ts';
import { until } from '../fleet/wait.ts';

const fleet = sharedFleet();
const client = clientOf(fleet);

afterAll(() => discardAll(client));

/** A download as its user takes it: by the URL alone, gzipped or not. */
async function download(url: string): Promise<string> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
}

describe('a graded run', () => {
  test('has its score, its report, and its tape and state behind signed URLs', async () => {
    const sandbox = await createSandbox(client, { seed: WORLD });
    await json(await callTwin(sandbox, ISSUES, { method: 'POST', body: { title: 'Written by an agent' } }));
    const live = await json<{ method: string }[]>(await callTwin(sandbox, '/_svc/events'));
    const result = await client.sandboxes.finalize(sandbox.id, FINALIZE);
    expect(result.score).toBe(100);
    expect(await client.sandboxes.finalize(sandbox.id, FINALIZE)).toMatchObject({ run_id: result.run_id });
    const tape = await download((await client.runs.trace(result.run_id)).url);
    expect(
      tape
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(live);
    const state = await download((await client.runs.state(result.run_id)).url);
    expect(state).toContain('Written by an agent');
    expect(await client.runs.report(result.run_id)).toMatch(/100/);
    expect((await client.sandboxes.get(sandbox.id)).state).toBe('done');
    const answer = await callTwin(sandbox, ISSUES);
    expect(answer.status).toBe(410);
  });

  test('comes by polling when the evidence was uploaded', async () => {
    const { session_id: id } = await client.evalSessions.create();
    const upload = await client.sandboxes.traceUpload(id);
    const put = await fetch(upload.url, { method: 'PUT', body: '' });
    expect(put.status).toBe(200);
    const accepted = await client.sandboxes.finalizeAsync(id, {
      ...FINALIZE,
      source: 'blob',
      criteria: [],
      trace_storage_key: upload.key,
    });
    const evaluation = await until('the evaluation', 30_000, async () => {
      const current = await client.sandboxes.evaluation(id);
      return current.status === 'completed' || current.status === 'failed' ? current : undefined;
    });
    expect(evaluation).toMatchObject({ status: 'completed', run_id: accepted.run_id });
  });
});

describe('a sandbox', () => {
  test('that is ungraded is deleted only with its discard token', async () => {
    const sandbox = await createSandbox(client, { seed: WORLD });
    const refusal = await client.sandboxes.delete(sandbox.id).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ApiError);
    expect(refusal).toMatchObject({ status: 409, details: { reason: 'ungraded_session' } });
    const token = (refusal as ApiError).details?.discard_token as string;
    expect(await client.sandboxes.delete(sandbox.id, { confirm_discard: token })).toMatchObject({ state: 'expired' });
  });

  test('is created once for one idempotency key', async () => {
    const request = { seed: WORLD, idempotency_key: crypto.randomUUID() };
    const [first, second] = await Promise.all([client.sandboxes.create(request), client.sandboxes.create(request)]);
    expect(second.session_id).toBe(first.session_id);
  });

  test('does not start from a world that its twin refuses, and takes no slot', async () => {
    const before = (await client.usage()).sessions_used;
    const refusal = await client.sandboxes.create({ seed: { repositories: 7 } }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 422, details: { error: 'invalid_seed' } });
    expect((await client.usage()).sessions_used).toBe(before);
  });

  test('answers a wrong bearer as if it were not there', async () => {
    const sandbox = await createSandbox(client, { seed: WORLD });
    const answer = await callTwin({ ...sandbox, token: 'wrong' }, ISSUES);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('No twin pod');
  });

  test('sees nothing of another one', async () => {
    const [one, other] = await Promise.all([createSandbox(client, { seed: WORLD }), createSandbox(client, { seed: WORLD })]);
    await json(await callTwin(one, ISSUES, { method: 'POST', body: { title: 'Only here' } }));
    expect(await json<{ title: string }[]>(await callTwin(other, ISSUES))).toHaveLength(1);
    expect((await callTwin({ ...other, token: one.token }, ISSUES)).status).toBe(404);
  });
});

describe('the control plane', () => {
  test('describes itself, its vocabulary and its caller', async () => {
    expect((await client.me()).team.plan_tier).toBe('enterprise');
    expect((await client.checks.list('github')).checks.length).toBeGreaterThan(10);
    expect((await client.seeds.validate({ twins: ['github'], seed: WORLD })).valid).toBe(true);
  });

  test('answers a wrong key with one refusal', async () => {
    const answer = await fetch(`${fleet.baseUrl}/me`, { headers: { authorization: 'Bearer svc_nobody_nothing' } });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: { type: 'invalid_auth', request_id: expect.stringMatching(/^req_/) } });
  });

  test('refuses more sandboxes than one sandbox may have twins', async () => {
    const refusal = await client.sandboxes
      .create({ twins: ['github', 'slack', 'stripe', 'linear'] })
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 422, details: { error: 'too_many_twins' } });
  });
});
