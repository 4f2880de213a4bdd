import { once } from 'node:events';
import { Agent, type ClientRequest, request as open } from 'node:http';
import { Readable } from 'node:stream';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { CREDENTIALS, OPTIONS } from './support/options.ts';
import { request, send } from './support/raw.ts';
import { type RunningStore, startStore } from './support/store.ts';

const KEY = 'teams/team_1/sandboxes/ses_1/uploads/events.jsonl';
const LIMIT = 1_000;

let running: RunningStore;
let before: Record<string, string>;
let url: string;

beforeAll(async () => {
  running = await startStore();
  await running.store.put(KEY, Buffer.from('what was there'), { contentType: 'text/plain' });
});
afterAll(() => running?.stop());
beforeEach(async () => {
  before = await running.contents();
  url = await running.store.signedPut(KEY, { expiresInSeconds: 300, maxBytes: LIMIT });
});
// Every upload here is refused, leaves the blob as it was, and its URL good for one that is right.
afterEach(async () => {
  await until(async () => JSON.stringify(await running.contents()) === JSON.stringify(before));
  expect((await fetch(url, { method: 'PUT', body: 'x'.repeat(LIMIT) })).status).toBe(200);
  await running.store.put(KEY, Buffer.from('what was there'), { contentType: 'text/plain' });
});

/** The server hears of a connection's end a moment after its client. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition()));
}

/** Once it is answered, what is still being sent may break off. */
const statusOf = (upload: ClientRequest): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    upload.on('error', reject);
    upload.once('response', ({ statusCode }) => resolve(statusCode));
  });

const line = () => `PUT ${url.slice(running.endpoint.length)}`;
const chunk = (size: number) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`;
const TOO_LARGE = { status: 400, text: expect.stringContaining('<Code>EntityTooLarge</Code>') };

test('one byte over the limit', async () => {
  expect(await request(running.port, line(), {}, 'x'.repeat(LIMIT + 1))).toEqual(TOO_LARGE);
});

test('a length over the limit is refused before the body is asked for', async () => {
  const upload = open(url, { method: 'PUT', headers: { 'content-length': 64 << 20, expect: '100-continue' } });
  upload.on('continue', () => expect('asked for').toBe('refused'));
  upload.flushHeaders();
  expect(await statusOf(upload)).toBe(400);
  upload.destroy();
});

test('64 MiB in one request are refused, and the client reads so', async () => {
  const answer = await fetch(url, { method: 'PUT', body: Buffer.alloc(64 << 20) });
  expect([answer.status, await answer.text()]).toEqual([400, TOO_LARGE.text]);
});

test('chunks that together are over the limit', async () => {
  const body = `${chunk(LIMIT)}${chunk(1)}0\r\n\r\n`;
  expect(await request(running.port, line(), { 'transfer-encoding': 'chunked' }, body)).toEqual(TOO_LARGE);
});

test('chunks without an end', async () => {
  const agent = new Agent({ maxSockets: 1 });
  const upload = open(url, { method: 'PUT', agent });
  const sending = Readable.from(
    (async function* () {
      for (;;) yield Buffer.alloc(64 << 10);
    })(),
  );
  sending.pipe(upload);
  expect(await statusOf(upload)).toBe(400);
  sending.destroy();
  upload.destroy();
  agent.destroy();
});

test('a length that says less than is sent: the rest is no part of the body', async () => {
  const forged = `${line()} HTTP/1.1\r\nhost: 127.0.0.1:${running.port}\r\ncontent-length: ${LIMIT + 1}\r\ncontent-length: 5\r\nconnection: close\r\n\r\n`;
  expect((await send(running.port, `${forged}${'x'.repeat(LIMIT + 1)}`)).status).toBe(400);
});

test('a length beside chunks', async () => {
  const headers = { 'transfer-encoding': 'chunked', 'content-length': '5' };
  expect((await request(running.port, line(), headers, `${chunk(LIMIT + 1)}0\r\n\r\n`)).status).toBe(400);
});

test.each(['-1', '1e3', '0x10', '99999999999999999999', ' ', '5, 5000'])('the length %p', async (length) => {
  expect((await request(running.port, line(), { 'content-length': length }, 'hello')).status).toBe(400);
});

test('a length that says more than is sent', async () => {
  const upload = open(url, { method: 'PUT', headers: { 'content-length': LIMIT, expect: '100-continue' } });
  upload.on('error', () => {});
  upload.flushHeaders();
  await once(upload, 'continue');
  upload.write('hello');
  const closed = new Promise((resolve) => upload.once('close', resolve));
  upload.destroy();
  await closed;
});

test.each<[string, Record<string, string>]>([
  ['in its own words', { 'content-encoding': 'aws-chunked' }],
  ['after another encoding', { 'content-encoding': 'gzip, AWS-Chunked' }],
  ['with a length of what is in them', { 'content-encoding': 'aws-chunked', 'x-amz-decoded-content-length': '5' }],
  ['as a payload', { 'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD' }],
])("S3's own chunks are not taken: %s", async (_what, headers) => {
  const body = `${chunk(LIMIT + 1)}0\r\n\r\n`;
  expect((await request(running.port, line(), headers, body)).status).toBe(403);
  expect((await request(running.port, line(), { ...headers, 'transfer-encoding': 'chunked' }, chunk(body.length))).status).toBe(
    403,
  );
});

test("S3's own chunks from its client, signed in the header, are not taken", async () => {
  const client = new S3Client({
    region: OPTIONS.region,
    endpoint: running.endpoint,
    forcePathStyle: true,
    credentials: CREDENTIALS,
  });
  const command = new PutObjectCommand({
    Bucket: OPTIONS.bucket,
    Key: KEY,
    Body: Readable.from([Buffer.alloc(99)]),
    ContentLength: 99,
  });
  await expect(client.send(command)).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
  client.destroy();
});

test('a body other than the one that was signed', async () => {
  const client = new S3Client({
    region: OPTIONS.region,
    endpoint: running.endpoint,
    forcePathStyle: true,
    credentials: CREDENTIALS,
  });
  const command = new PutObjectCommand({ Bucket: OPTIONS.bucket, Key: KEY, Body: 'hello' });
  command.middlewareStack.add(
    (next) => (args) => {
      (args.request as { body: string }).body = 'HELLO';
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low' },
  );
  client.config.requestChecksumCalculation = async () => 'WHEN_REQUIRED';
  await expect(client.send(command)).rejects.toMatchObject({ name: 'XAmzContentSHA256Mismatch' });
  client.destroy();
});
