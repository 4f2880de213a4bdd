import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { downloadSchema, META_UPLOAD_LIMIT_BYTES, stateDownloadSchema } from '@svc/contract';
import { StorageUnavailable } from '@svc/platform';
import { type Account, finalizeBody, Installation, refusal } from './support/installation.ts';

let service: Installation;
let account: Account;
let id: string;
let agentToken: string;

beforeAll(async () => {
  service = await Installation.start({ downstreamTimeoutMs: 3_000 });
});
afterAll(() => service.stop());
beforeEach(async () => {
  account = await service.account({ planTier: 'team' });
  const created = await account.client.sandboxes.create({ twins: ['github', 'stripe'] });
  id = created.session_id;
  agentToken = created.agent_token;
  service.worker.evidence = {};
});

const UPLOAD_ROUTES = ['result-upload-url', 'meta-upload-url', 'state-upload-url'];
const mint = (route: string, key = account.key, body?: string) =>
  service.request('POST', `/sandboxes/${id}/${route}`, { key, ...(body !== undefined && { body }) });
const put = (url: string, body: string | Uint8Array | ReadableStream) => fetch(url, { method: 'PUT', body });
const prefix = () => `teams/${account.teamId}/sandboxes/${id}/uploads/`;

describe('uploads', () => {
  test('each route mints a signed PUT below the key prefix of team and sandbox', async () => {
    expect((await mint('result-upload-url')).json).toEqual({
      url: expect.stringContaining('http'),
      key: `${prefix()}events.jsonl`,
    });
    expect((await mint('meta-upload-url')).json).toMatchObject({ key: `${prefix()}meta.json` });
    expect((await mint('state-upload-url')).json).toEqual({
      state_initial: { url: expect.any(String), key: `${prefix()}state_initial.json` },
      state_final: { url: expect.any(String), key: `${prefix()}state_final.json` },
    });
  });

  test('an uploaded blob is stored under its key; the URL takes one upload; a new one overwrites', async () => {
    const first = await account.client.sandboxes.traceUpload(id);
    expect((await put(first.url, 'one')).status).toBe(200);
    expect((await put(first.url, 'two')).status).toBe(409);
    const second = await account.client.sandboxes.traceUpload(id);
    expect(second.key).toBe(first.key);
    expect((await put(second.url, 'three')).status).toBe(200);
    expect(await text(first.key)).toBe('three');
  });

  test.each(['provisioning', 'ready', 'running'] as const)('are minted while the sandbox is %s', async (state) => {
    await service.database.updateTable('sandboxes').set({ state }).where('id', '=', id).execute();
    for (const route of UPLOAD_ROUTES) expect((await mint(route)).status).toBe(200);
  });

  test('the meta blob may be left out at finalize', async () => {
    const { key } = await account.client.sandboxes.traceUpload(id);
    const body = { ...finalizeBody, source: 'blob', trace_storage_key: key };
    expect((await service.post(`/sandboxes/${id}/finalize`, account.key, body)).status).toBe(201);
  });

  test('named twins get pairs of their own', async () => {
    const { per_twin } = await account.client.sandboxes.stateUploads(id, ['stripe']);
    expect(Object.keys(per_twin!)).toEqual(['stripe']);
    expect(per_twin!.stripe!.state_final.key).toBe(`${prefix()}twins/stripe/state_final.json`);
  });

  test.each(['', 'not json', '[]', '{"twins":', '{}'])('the body %p asks for no twins', async (body) => {
    const answer = await mint('state-upload-url', account.key, body);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json).sort()).toEqual(['state_final', 'state_initial']);
  });

  test('a twin that the sandbox does not mount is 422', async () => {
    expect(refusal(await mint('state-upload-url', account.key, '{"twins":["github","slack"]}'))).toMatchObject({
      status: 422,
      details: { issues: [{ path: 'twins[1]' }] },
    });
  });

  test.each(UPLOAD_ROUTES)("%s takes the sandbox's own token and no other", async (route) => {
    expect((await mint(route, agentToken)).status).toBe(200);
    const other = await account.client.sandboxes.create();
    expect(refusal(await mint(route, other.agent_token))).toMatchObject({ status: 404, type: 'not_found' });
    expect(refusal(await mint(route, `${agentToken.slice(0, -2)}xx`))).toMatchObject({ status: 401, type: 'invalid_auth' });
  });

  test.each(UPLOAD_ROUTES)('%s is 409 once the sandbox is closed', async (route) => {
    await service.post(`/sandboxes/${id}/finalize`, account.key, finalizeBody);
    expect(refusal(await mint(route))).toMatchObject({ status: 409, type: 'conflict', details: { reason: 'session_closed' } });
    expect(refusal(await mint(route, agentToken))).toMatchObject({ status: 409 });
  });

  test('a token is worth nothing when its lifetime is over', async () => {
    service.clock.advance(30 * 60_000 + 1000);
    expect(refusal(await mint('result-upload-url', agentToken))).toMatchObject({ status: 401 });
  });

  test('an upload over its cap is 413 and stores nothing; one at the cap is kept', async () => {
    const { url, key } = await account.client.sandboxes.metaUpload(id);
    const refused = await put(url, Buffer.alloc(META_UPLOAD_LIMIT_BYTES + 1));
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({ error: { type: 'validation_failed' } });
    expect(await service.blobs.exists(key)).toBe(false);
    expect((await put(url, Buffer.alloc(META_UPLOAD_LIMIT_BYTES))).status).toBe(200);
  });

  test('a URL signed for something else is refused', async () => {
    const { url } = await account.client.sandboxes.metaUpload(id);
    for (const forged of [
      url.replace('meta.json', 'events.jsonl'),
      url.replace(/max=\d+/, 'max=999999999'),
      url.replace(/signature=\w/, 'signature='),
    ]) {
      expect((await put(forged, 'x')).status).toBe(404);
    }
    expect((await fetch(url)).status).toBe(404);
  });
});

describe('a signed URL whose path leads elsewhere', () => {
  const UP = ['..', '..%2f', '%2e%2e', '%2e%2e%2f', '..%5c', '%252e%252e%252f', '.%00.', '....//', '%', '%zz', '.grants', ''];
  test.each(UP)('by %p is 404, and nothing is written', async (up) => {
    const { url, key } = await account.client.sandboxes.metaUpload(id);
    const { port, search } = new URL(url);
    for (const path of [
      `/v1/blobs/${up}/probe`,
      `/v1/blobs/${key}/${up}/probe`,
      `/v1/blobs/${up}${up}/${key}`,
      `/v1/blobs//${key}/${up}`,
    ]) {
      for (const query of ['', '?signature=00', search]) {
        const socket = connect(Number(port), '127.0.0.1');
        socket.write(`PUT ${path}${query} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nConnection: close\r\n\r\nprobe`);
        expect(String(await buffer(socket))).toMatch(/^HTTP\/1\.1 404 /);
      }
    }
    expect(await service.blobs.exists(key)).toBe(false);
    expect((await put(url, 'theirs')).status).toBe(200);
  });
});

describe('downloads', () => {
  const key = (name: string) => `teams/${account.teamId}/runs/${id}/${name}`;
  const rows = '{"seq":1}\n{"seq":2}\n';

  async function graded(evidence: typeof service.worker.evidence) {
    service.worker.evidence = evidence;
    return (await service.post(`/sandboxes/${id}/finalize`, account.key, finalizeBody)).json.run_id as string;
  }

  test('the tape is behind a signed URL that needs no key, expires, and is never stored by caches', async () => {
    await service.blobs.put(key('events.jsonl'), Buffer.from(rows), { contentType: 'application/x-ndjson' });
    const runId = await graded({ trace: key('events.jsonl') });
    const download = downloadSchema.parse(await account.client.runs.trace(runId));
    expect(download).toMatchObject({ blob: 'events.jsonl', key: key('events.jsonl'), expires_in: 300 });
    expect(Date.parse(download.expires_at)).toBe(service.clock.now().getTime() + 300_000);
    const response = await fetch(download.url);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toBe(rows);
    expect((await account.client.runs.get(runId)).trace_s3_key).toBe(download.key);
  });

  test('a blob stored gzipped comes as it is stored', async () => {
    const bytes = gzipSync(rows);
    await service.blobs.put(key('events.jsonl'), bytes, { contentType: 'application/x-ndjson', contentEncoding: 'gzip' });
    const { url } = await account.client.runs.trace(await graded({ trace: key('events.jsonl') }));
    const received = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(digest(received)).toBe(digest(bytes));
  });

  test('the state of several twins names exactly the readable ones', async () => {
    for (const name of ['github.json', 'stripe.json'])
      await service.blobs.put(key(name), Buffer.from('{}'), { contentType: 'application/json' });
    const states = { github: key('github.json'), stripe: key('stripe.json') };
    const runId = await graded({ state: states.github, states });
    const download = stateDownloadSchema.parse(await account.client.runs.state(runId));
    expect(download).toMatchObject({ blob: 'state_final.json', key: states.github });
    expect(Object.entries(download.per_twin!).map(([twin, entry]) => [twin, entry.key])).toEqual(Object.entries(states));
    await service.blobs.delete(states.stripe);
    expect(Object.keys((await account.client.runs.state(runId)).per_twin!)).toEqual(['github']);
  });

  test.each(['trace', 'state'])('%s is 404 blob_absent when nothing was stored, or it is gone', async (what) => {
    const runId = await graded({});
    const answer = await service.request('GET', `/runs/${runId}/${what}`, { key: account.key });
    expect(refusal(answer)).toMatchObject({ status: 404, type: 'not_found', details: { reason: 'blob_absent' } });
    const gone = await service.account({ planTier: 'team' });
    id = (await gone.client.sandboxes.create()).session_id;
    account = gone;
    const other = await graded({ trace: key('gone'), state: key('gone') });
    expect(refusal(await service.request('GET', `/runs/${other}/${what}`, { key: account.key }))).toMatchObject({
      status: 404,
      details: { reason: 'blob_absent' },
    });
  });

  test.each<[string, () => Promise<boolean>]>([
    ['fails', () => Promise.reject(new StorageUnavailable('away'))],
    ['does not answer', () => new Promise(() => {})],
  ])('503 when evidence storage %s', async (_case, exists) => {
    const runId = await graded({ trace: key('events.jsonl') });
    const original = service.blobs.exists;
    service.blobs.exists = exists;
    const answer = await service.request('GET', `/runs/${runId}/trace`, { key: account.key });
    service.blobs.exists = original;
    expect(refusal(answer)).toMatchObject({ status: 503, type: 'downstream_unavailable' });
  });

  test('HEAD of a signed URL answers without a body', async () => {
    await service.blobs.put(key('events.jsonl'), Buffer.from(rows), { contentType: 'application/x-ndjson' });
    const { url } = await account.client.runs.trace(await graded({ trace: key('events.jsonl') }));
    const response = await fetch(url, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
      200,
      String(rows.length),
      '',
    ]);
  });
});

async function text(key: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of (await service.blobs.get(key))!) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
