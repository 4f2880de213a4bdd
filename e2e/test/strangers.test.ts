import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createS3BlobStore } from '@svc/platform';
import { callTwin, clientOf, createSandbox, discardAll, FINALIZE, ISSUES, json, type Sandbox, WORLD } from '../fleet/client.ts';
import { execute } from '../fleet/engine.ts';
import { bytesOf, type RawRequest, send } from '../fleet/raw.ts';
import { sharedFleet } from '../fleet/shared.ts';
import { BUCKET } from '../fleet/stores.ts';
import { type Known, random, strangeRequest } from '../fleet/strangers.ts';
import { until } from '../fleet/wait.ts';

const fleet = sharedFleet();
const client = clientOf(fleet);
const PORTS = { api: new URL(fleet.baseUrl).origin, twins: fleet.twinsUrl, evidence: fleet.evidenceUrl };
const REFUSED = [400, 401, 403, 404, 405];

/** Stands in the world, on the tape and in the stored evidence, and nowhere else. */
const MARK = `written for nobody else: ${randomUUID()}`;
let sandbox: Sandbox;
let known: Known;
/** Signed for whoever holds them. */
let download: string;
let upload: string;

beforeAll(async () => {
  const graded = await createSandbox(client, { seed: WORLD });
  await json(await callTwin(graded, ISSUES, { method: 'POST', body: { title: MARK } }));
  const { run_id: run } = await client.sandboxes.finalize(graded.id, FINALIZE);
  const trace = await client.runs.trace(run);
  download = trace.url;
  sandbox = await createSandbox(client, { seed: WORLD });
  await json(await callTwin(sandbox, ISSUES, { method: 'POST', body: { title: MARK } }));
  // What the proxy saw of that call is written down a moment later.
  const stateOf = async () => (await client.sandboxes.list({ limit: 200 })).find(({ id }) => id === sandbox.id)?.state;
  await until('the sandbox to be running', 30_000, async () => (await stateOf()) === 'running');
  known = { host: 'localhost', session: sandbox.id, run, bucket: BUCKET, key: trace.key };
}, 120_000);
beforeEach(async () => {
  upload = await mintUpload();
});
afterAll(() => discardAll(client));

/** As an agent does, with nothing but its own token. */
async function mintUpload(): Promise<string> {
  const headers = { authorization: `Bearer ${sandbox.token}` };
  const answer = await fetch(`${fleet.baseUrl}/sandboxes/${sandbox.id}/meta-upload-url`, { method: 'POST', headers });
  return (await json<{ url: string }>(answer)).url;
}

/** Every file of the evidence store, the tape of the open sandbox, and all sandboxes and runs. */
async function everything() {
  const files = await execute(fleet.containers.s3!, [
    'sh',
    '-c',
    'find /data /tmp -type f ! -path "/tmp/node*" -exec sha256sum {} + | sort -k 2',
  ]);
  const tape = await (await callTwin(sandbox, '/_svc/events')).text();
  const sandboxes = (await client.sandboxes.list({ limit: 200 })).map(({ id, state }) => ({ id, state }));
  const runs = (await client.runs.list({ limit: 200 })).map(({ id }) => id);
  return { files: files.output, tape: createHash('sha256').update(tape).digest('hex'), sandboxes, runs };
}

/** Answers that are refusals tell nothing that wasn't asked with. */
function tellsOf(request: string, text: string): string[] {
  const secrets = [MARK, fleet.apiKey, sandbox.token, fleet.evidenceSecret, '<Contents>', '<Bucket>', 'S3rver'];
  return [...secrets, known.key].filter((secret) => text.includes(secret) && !request.includes(secret));
}

async function refused(origin: string, request: RawRequest) {
  const bytes = bytesOf(request);
  const { status, text } = await send(origin, bytes);
  return REFUSED.includes(status) && tellsOf(bytes, text).length === 0
    ? []
    : [{ origin, bytes, status, text: text.slice(0, 500) }];
}

/** Addresses that answer anybody, as the spec has them: health, sign-in pages, the description of the API and the start of a login. */
const PUBLIC = /^\/+(healthz|signin|device|v1\/openapi\.json|v1\/device\/(code|token))\/*(\?|$)/;
const LANES = 16;

test.each(Object.entries(PORTS))(
  'of 10,000 requests of a stranger to the port of %s, each is refused and tells nothing',
  async (name, origin) => {
    const before = await everything();
    const next = random(20_260_101 + name.length);
    const host = new URL(origin).host;
    const requests = Array.from({ length: 10_000 }, () => strangeRequest(next, { ...known, host })).filter(
      ({ target }) => !PUBLIC.test(target),
    );
    expect(requests.length).toBeGreaterThan(9_900);
    const faults: unknown[] = [];
    const lanes = Array.from({ length: LANES }, async () => {
      for (let request = requests.pop(); request; request = requests.pop()) faults.push(...(await refused(origin, request)));
    });
    await Promise.all(lanes);
    expect(faults.slice(0, 10)).toEqual([]);
    expect(await everything()).toEqual(before);
  },
  600_000,
);

describe.each(Object.entries(PORTS))('what was signed for something else, at the port of %s,', (_name, origin) => {
  const host = new URL(origin).host;
  const pathOf = (url: string) => url.slice(new URL(url).origin.length);
  const request = (method: string, target: string, headers: RawRequest['headers'] = [], body = ''): RawRequest => ({
    method,
    target,
    headers: [['Host', host], ...headers],
    body,
  });
  const strangers = (secretAccessKey: string) =>
    createS3BlobStore({
      bucket: BUCKET,
      region: 'us-east-1',
      endpoint: fleet.evidenceUrl,
      credentials: { accessKeyId: 'svc', secretAccessKey },
    });

  async function variants(): Promise<RawRequest[]> {
    const [get, put] = [pathOf(download), pathOf(upload)];
    const guessed = strangers('a guess at the secret');
    const ours = strangers(fleet.evidenceSecret);
    const expired = [await ours.signedGet(known.key, -1), await ours.signedPut(known.key, { expiresInSeconds: -1, maxBytes: 9 })];
    const forged = [
      await guessed.signedGet(known.key, 60),
      await guessed.signedPut(known.key, { expiresInSeconds: 60, maxBytes: 9 }),
    ];
    const query = get.slice(get.indexOf('?'));
    const object = `/${BUCKET}/${known.key}`;
    const found = [
      ...[object, `/${BUCKET}`, `/${BUCKET}/`, '/', '/another-bucket'].flatMap((path) =>
        ['GET', 'PUT', 'DELETE', 'POST', 'HEAD'].flatMap((method) =>
          ['', '?X-Amz-Signature=x', query, '?uploads', '?list-type=2', '?delete'].flatMap((asked) =>
            path === object && asked === query && method === 'GET' ? [] : [request(method, `${path}${asked}`)],
          ),
        ),
      ),
      ...[...expired, ...forged].flatMap((url) => ['GET', 'PUT', 'DELETE'].map((method) => request(method, pathOf(url)))),
      request('GET', get.replace('events.jsonl', 'github/state_final.json')),
      request('GET', get.replace('Expires=300', 'Expires=604800')),
      request('GET', get, [['Host', 's3:8080']]),
      request('PUT', put.replace('meta.json', 'events.jsonl'), [], 'overwritten'),
      request('PUT', put.replace('max-bytes=1048576', 'max-bytes=99999999'), [], 'overwritten'),
      request('PUT', put, [['X-Amz-Copy-Source', object]]),
      request('PUT', `${put}&partNumber=1&uploadId=x`, [], 'overwritten'),
      ...['..%2f..%2ftmp%2fprobe', '../../tmp/probe', '%2e%2e/%2e%2e/tmp/probe', '..%5c..%5ctmp', '.used/x'].flatMap((path) =>
        ['?X-Amz-Signature=x', query, put.slice(put.indexOf('?'))].flatMap((asked) =>
          ['GET', 'PUT', 'DELETE'].map((method) => request(method, `/${BUCKET}/${path}${asked}`, [], 'probe')),
        ),
      ),
    ];
    await Promise.all([guessed.close(), ours.close()]);
    return found;
  }

  test('is refused, and nothing changed', async () => {
    const before = await everything();
    const faults: unknown[] = [];
    for (const variant of await variants()) faults.push(...(await refused(origin, variant)));
    expect(faults).toEqual([]);
    expect(await everything()).toEqual(before);
  });
});

test('a right signature in a header is not for the published port', async () => {
  const before = await everything();
  const store = createS3BlobStore({
    bucket: BUCKET,
    region: 'us-east-1',
    endpoint: fleet.evidenceUrl,
    credentials: { accessKeyId: 'svc', secretAccessKey: fleet.evidenceSecret },
    wholeUploads: true,
  });
  await expect(store.get(known.key)).rejects.toThrow('could not be reached');
  await expect(store.delete(known.key)).rejects.toThrow('could not be reached');
  await store.close();
  expect(await everything()).toEqual(before);
});

describe("an agent's upload", () => {
  type Body = NonNullable<RequestInit['body']>;
  const MEGABYTES_64 = 64 << 20;
  const put = (body: Body) => fetch(upload, { method: 'PUT', body, duplex: 'half' } as RequestInit);
  const chunks = () =>
    new ReadableStream({
      pull(controller) {
        controller.enqueue(Buffer.alloc(1 << 20));
      },
    });

  test.each<[string, () => Body]>([
    ['says so', () => Buffer.alloc(MEGABYTES_64)],
    ['does not say so', chunks],
  ])('beyond its limit is refused when it %s, and stores nothing', async (_what, body) => {
    const before = await everything();
    const answer = await put(body());
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('<Code>EntityTooLarge</Code>')]);
    expect(await everything()).toEqual(before);
  });

  test('is taken once, whole, and not again', async () => {
    expect((await put('{"agent":"itself"}')).status).toBe(200);
    const before = await everything();
    expect((await put('{"agent":"another"}')).status).toBe(403);
    expect(await everything()).toEqual(before);
  });
});

test('what is signed by the service opens what it was signed for', async () => {
  expect((await fetch(download)).status).toBe(200);
});
