import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { startService, stopAll, temporaryFolder } from './support.ts';

// Starts PostgreSQL, and waits for a grade that is tried three times.
jest.setTimeout(180_000);
/** A part of the service that is away is told within this time, in milliseconds. */
const TOLD_WITHIN_MS = 5000;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  await stopAll();
  await folder.remove();
});

const body = {
  criteria: [{ id: 'c1', text: 'No new issues were opened in acme/storefront.', kind: 'code', always_scored: true }],
  stop_reason: 'finished',
  exit_code: 0,
  duration_ms: 1,
  agent_model: 'example',
  source: 'twin-pull',
};

test('while the blob store is away finalize is 503 within 5 s, and once it is back the sandbox is graded', async () => {
  const dataDir = join(folder.path, 'data');
  const { variables } = await startService(dataDir);
  const headers = { authorization: `Bearer ${variables.SVC_API_KEY}`, 'content-type': 'application/json' };
  const post = (path: string, json: object) =>
    fetch(`${variables.SVC_BASE_URL}${path}`, { method: 'POST', headers, body: JSON.stringify(json) });
  const sandbox = (await (await post('/sandboxes', {})).json()) as {
    session_id: string;
    agent_token: string;
    per_twin: { github: { api_url: string } };
  };
  const agent = { authorization: `Bearer ${sandbox.agent_token}` };
  expect((await fetch(`${sandbox.per_twin.github.api_url}/repos/acme/storefront/issues`, { headers: agent })).status).toBe(200);

  await rename(join(dataDir, 'blobs'), join(dataDir, 'blobs-away'));
  const started = performance.now();
  const refused = await post(`/sandboxes/${sandbox.session_id}/finalize`, body);
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ error: { type: 'downstream_unavailable' } });
  expect(performance.now() - started).toBeLessThan(TOLD_WITHIN_MS);

  await rename(join(dataDir, 'blobs-away'), join(dataDir, 'blobs'));
  const graded = await post(`/sandboxes/${sandbox.session_id}/finalize`, body);
  expect(graded.status).toBe(201);
  expect(await graded.json()).toMatchObject({ score: 100 });
});
