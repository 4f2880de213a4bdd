import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { waitedMs } from '@svc/twin-kit/testing/processor';
import { eachTime, inTheWhole } from '@svc/twin-kit/testing/share';
import { processesNaming, startService, stopAll, temporaryFolder, waitFor } from './support.ts';

// Starts PostgreSQL, and waits for a grade that is tried three times.
jest.setTimeout(300_000);
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

const pidOf = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0]);

interface Sandbox {
  session_id: string;
  agent_token: string;
  per_twin: { github: { api_url: string } };
}

const body = {
  criteria: [{ id: 'c1', text: 'No new issues were opened in acme/storefront.', kind: 'code', always_scored: true }],
  stop_reason: 'finished',
  exit_code: 0,
  duration_ms: 1,
  agent_model: 'example',
  source: 'twin-pull',
};

eachTime(test)('while the blob store is away finalize is 503 within 5 s, and once it is back the sandbox is graded', async () => {
  const dataDir = join(folder.path, 'data');
  const { variables } = await startService(dataDir);
  const headers = { authorization: `Bearer ${variables.SVC_API_KEY}`, 'content-type': 'application/json' };
  const post = (path: string, json: object) =>
    fetch(`${variables.SVC_BASE_URL}${path}`, { method: 'POST', headers, body: JSON.stringify(json) });
  const sandbox = (await (await post('/sandboxes', {})).json()) as Sandbox;
  const agent = { authorization: `Bearer ${sandbox.agent_token}` };
  expect((await fetch(`${sandbox.per_twin.github.api_url}/repos/acme/storefront/issues`, { headers: agent })).status).toBe(200);

  await rename(join(dataDir, 'blobs'), join(dataDir, 'blobs-away'));
  const told = async () => {
    const refused = await post(`/sandboxes/${sandbox.session_id}/finalize`, body);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ error: { type: 'downstream_unavailable' } });
  };
  expect(await waitedMs(told)).toBeLessThan(TOLD_WITHIN_MS);

  await rename(join(dataDir, 'blobs-away'), join(dataDir, 'blobs'));
  const graded = await post(`/sandboxes/${sandbox.session_id}/finalize`, body);
  expect(graded.status).toBe(201);
  expect(await graded.json()).toMatchObject({ score: 100 });
});

inTheWhole(test)('a database that is killed comes back, with open sandboxes and a queue that grades them', async () => {
  const dataDir = join(folder.path, 'data');
  const service = await startService(dataDir);
  const { variables } = service;
  const headers = { authorization: `Bearer ${variables.SVC_API_KEY}`, 'content-type': 'application/json' };
  const call = (method: string, path: string, json?: object) =>
    fetch(`${variables.SVC_BASE_URL}${path}`, { method, headers, ...(json && { body: JSON.stringify(json) }) });
  const { session_id, per_twin, agent_token } = (await (await call('POST', '/sandboxes', {})).json()) as Sandbox;
  const issues = `${per_twin.github.api_url}/repos/acme/storefront/issues`;
  expect((await fetch(issues, { headers: { authorization: `Bearer ${agent_token}` } })).status).toBe(200);

  const before = await pidOf(dataDir);
  process.kill(before, 'SIGKILL');
  const answers = new Set<number>();
  await waitFor('the database to answer again', async () => {
    const { status } = await call('GET', `/sandboxes/${session_id}`);
    answers.add(status);
    return status === 200 && (await pidOf(dataDir).catch(() => before)) !== before;
  });
  // While it was away nothing else than 503 was said.
  answers.delete(200);
  expect([...answers].every((status) => status === 503)).toBe(true);

  const graded = await call('POST', `/sandboxes/${session_id}/finalize`, body);
  expect({ status: graded.status, answer: await graded.json() }).toMatchObject({ status: 201, answer: { score: 100 } });
  expect((await call('POST', '/sandboxes', {})).status).toBe(201);
  expect(await service.stop()).toBe(0);
  expect(processesNaming(dataDir)).toEqual([]);
});
