import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { sharedService } from '../shared.ts';
import { stopAll, temporaryFolder } from '../support.ts';
import { agent, CRITERION, call, createSandbox, FINALIZE, tape } from './support.ts';

jest.setTimeout(300_000);

const service = sharedService();
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(async () => {
  await stopAll();
  await folder.remove();
});

describe('with plain HTTP only', () => {
  test('create, call, read the tape, finalize, follow the trace: the same rows', async () => {
    const sandbox = await createSandbox(service);
    expect(sandbox.api_url).toBe(`${service.variables.SVC_TWINS_URL}/github/s/${sandbox.session_id}`);
    expect((await agent(sandbox, 'GET', '/repos/acme/storefront/issues')).status).toBe(200);
    expect((await agent(sandbox, 'POST', '/repos/acme/storefront/issues/1/comments', { body: 'On it' })).status).toBe(201);
    const live = await tape(sandbox);
    expect(live.map(({ method, status, state_mutation }) => [method, status, state_mutation])).toEqual([
      ['GET', 200, false],
      ['POST', 201, true],
    ]);
    expect(live[0]?.path).toBe(`/s/${sandbox.session_id}/repos/acme/storefront/issues`);

    const finalized = await call(service, 'POST', `/sandboxes/${sandbox.session_id}/finalize`, {
      ...FINALIZE,
      criteria: [CRITERION],
    });
    expect(finalized).toMatchObject({ status: 201, body: { score: 100 } });
    const trace = await call(service, 'GET', `/runs/${finalized.body.run_id}/trace`);
    expect(trace).toMatchObject({ status: 200, body: { blob: 'events.jsonl', expires_in: 300 } });
    const run = await call(service, 'GET', `/runs/${finalized.body.run_id}`);
    expect(run.body.trace_s3_key).toBe(trace.body.key);

    // No Authorization header: the URL itself is the permission.
    const blob = Buffer.from(await (await fetch(trace.body.url as string)).arrayBuffer());
    const text = (blob[0] === 0x1f && blob[1] === 0x8b ? gunzipSync(blob) : blob).toString('utf8');
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(live);
  });

  test('a wrong bearer at the proxy is 404 with the message of the spec', async () => {
    const sandbox = await createSandbox(service);
    const { status, text } = await agent({ ...sandbox, agent_token: 'wrong' }, 'GET', '/repos/acme/storefront');
    expect(status).toBe(404);
    expect(JSON.parse(text)).toMatchObject({
      error: { type: 'not_found', message: expect.stringMatching(/no twin pod exists/i) },
    });
  });

  test('a body that is not JSON is 400 in the envelope', async () => {
    const response = await fetch(`${service.variables.SVC_BASE_URL}/sandboxes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.variables.SVC_API_KEY}`, 'content-type': 'application/json' },
      body: '{"twins": [',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { type: 'validation_failed', request_id: expect.stringMatching(/^req_/) },
    });
  });
});
