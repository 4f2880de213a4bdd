import { buffer } from 'node:stream/consumers';
import {
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketPolicyCommand,
  PutObjectAclCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  S3Client,
  type S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { CREDENTIALS, OPTIONS } from './support/options.ts';
import { request, send } from './support/raw.ts';
import { type RunningStore, startStore } from './support/store.ts';

const KEY = 'teams/team_1/runs/run_1/events.jsonl';
const OTHER = 'teams/team_2/runs/run_2/events.jsonl';
const TARGET = { Bucket: OPTIONS.bucket, Key: KEY };
const REFUSED = [400, 403, 405];

let running: RunningStore;
let client: S3Client;
let before: Record<string, string>;

beforeAll(async () => {
  running = await startStore();
  client = new S3Client({
    region: OPTIONS.region,
    endpoint: running.endpoint,
    forcePathStyle: true,
    credentials: CREDENTIALS,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 1,
  });
  for (const key of [KEY, OTHER]) await running.store.put(key, Buffer.from(`the tape ${key}`), { contentType: 'text/plain' });
});
afterAll(async () => {
  client.destroy();
  await running.stop();
});
beforeEach(async () => {
  before = await running.contents();
});
// Whatever was refused left every byte as it was, below the store's folder and beside it.
afterEach(async () => {
  expect(await running.contents()).toEqual(before);
  expect(String(await buffer((await running.store.get(KEY))!))).toBe(`the tape ${KEY}`);
});

/** Path and query of a URL of ours. */
const target = (url: string) => url.slice(running.endpoint.length);
const get = async (key = KEY) => target(await running.store.signedGet(key, 300));
const put = async (key = KEY, maxBytes = 100) => target(await running.store.signedPut(key, { expiresInSeconds: 300, maxBytes }));
const ask = (line: string, headers?: Record<string, string>, body?: string) => request(running.port, line, headers, body);

async function refused(line: string, headers?: Record<string, string>, body?: string): Promise<string> {
  const { status, text } = await ask(line, headers, body);
  expect({ line, refused: REFUSED.includes(status) && status }).toEqual({ line, refused: status });
  // Nothing that is stored, and no name of anything.
  expect(text).not.toMatch(/the tape|team_|<Key>|Signature>|StringToSign/);
  return text;
}

test('what is signed by us works, in the URL and in the header', async () => {
  expect((await ask(`GET ${await get()}`)).text).toContain(`the tape ${KEY}`);
  const { Body } = await client.send(new GetObjectCommand(TARGET));
  expect(await Body?.transformToString()).toBe(`the tape ${KEY}`);
});

describe('without a signature', () => {
  test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'POST', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND'])(
    '%s is refused',
    async (method) => {
      for (const path of ['/', '/evidence', '/evidence/', `/evidence/${KEY}`, '/evidence/new', '/new-bucket', '/%2f', '/..']) {
        for (const query of [
          '',
          '?X-Amz-Signature=x',
          '?X-Amz-Algorithm=AWS4-HMAC-SHA256',
          '?Signature=x&AWSAccessKeyId=svc&Expires=9999999999',
        ])
          await refused(`${method} ${path}${query}`, {}, method === 'PUT' ? 'overwritten' : '');
      }
    },
  );

  test.each([
    'AWS svc:c2lnbmF0dXJl',
    'AWS4-HMAC-SHA256',
    'AWS4-HMAC-SHA256 Credential=svc/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=x',
    `AWS4-HMAC-SHA256 Credential=svc/20260101/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=${'0'.repeat(64)}`,
    'Bearer svc_1_2',
    'Basic c3ZjOnN2Yw==',
  ])('Authorization: %s is refused', async (authorization) => {
    const headers = { authorization, 'x-amz-date': '20260101T000000Z', 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
    for (const method of ['GET', 'PUT', 'DELETE'])
      await refused(`${method} /evidence/${KEY}`, headers, method === 'PUT' ? 'x' : '');
  });
});

describe('a signed URL that was changed', () => {
  test.each<[string, (url: string) => string]>([
    ['another key', (url) => url.replace(KEY, OTHER)],
    ['a key below', (url) => url.replace(KEY, `${KEY}/more`)],
    ['another bucket', (url) => url.replace('/evidence/', '/evidences/')],
    ['a bucket above', (url) => url.replace('/evidence/', '/evidence/../evidence/')],
    ['another signature', (url) => url.replace(/Signature=../, 'Signature=zz')],
    ['no signature', (url) => url.replace(/&X-Amz-Signature=\w+/, '')],
    ['a signature in capitals', (url) => url.replace(/Signature=(\w+)/, (_, hex) => `Signature=${hex.toUpperCase()}0`)],
    ['two signatures', (url) => `${url}&X-Amz-Signature=${'0'.repeat(64)}`],
    ['a later expiry', (url) => url.replace('Expires=300', 'Expires=604800')],
    ['an expiry beyond a week', (url) => url.replace('Expires=300', 'Expires=604801')],
    ['an expiry that is no number', (url) => url.replace('Expires=300', 'Expires=1e9')],
    ['a negative expiry', (url) => url.replace('Expires=300', 'Expires=-300')],
    ['another date', (url) => url.replace(/Date=\d{8}/, 'Date=20990101')],
    ['another account', (url) => url.replace('Credential=svc', 'Credential=S3RVER')],
    ['another region', (url) => url.replace('us-east-1', 'eu-west-1')],
    ['another service', (url) => url.replace('%2Fs3%2F', '%2Fsts%2F')],
    ['another day of its key', (url) => url.replace(/Credential=svc%2F\d{8}/, 'Credential=svc%2F20200101')],
    ['another algorithm', (url) => url.replace('AWS4-HMAC-SHA256', 'AWS4-ECDSA-P256-SHA256')],
    ['fewer signed headers', (url) => url.replace('SignedHeaders=host', 'SignedHeaders=')],
    ['more signed headers', (url) => url.replace('SignedHeaders=host', 'SignedHeaders=host%3Brange')],
    ['a listing', (url) => `${url}&list-type=2`],
    ['an access list', (url) => `${url}&acl`],
    ['uploads in parts', (url) => `${url}&uploads`],
    ['a part', (url) => `${url}&partNumber=1&uploadId=x`],
    ['another download name', (url) => url.replace('attachment', 'inline')],
    ['a header in its query', (url) => `${url}&x-amz-copy-source=%2Fevidence%2F${encodeURIComponent(OTHER)}`],
    ['a broken escape', (url) => `${url}&x=%zz`],
  ])('to %s is refused', async (_what, change) => {
    for (const [method, url, body] of [
      ['GET', await get(), ''],
      ['PUT', await put(), 'overwritten'],
    ] as const) {
      const changed = change(url);
      // Some only change what a download says.
      if (changed !== url) await refused(`${method} ${changed}`, {}, body);
    }
  });

  test('to a larger limit, or none, is refused', async () => {
    const url = await put();
    for (const changed of [
      url.replace('max-bytes=100', 'max-bytes=1000000'),
      url.replace(/&x-svc-max-bytes=\d+/, ''),
      url.replace(/x-svc-once=../, 'x-svc-once=zz'),
      `${url}&x-svc-max-bytes=1000000`,
    ])
      await refused(`PUT ${changed}`, {}, 'overwritten');
  });

  test('to another method is refused', async () => {
    for (const method of ['PUT', 'DELETE', 'HEAD', 'POST', 'PATCH']) await refused(`${method} ${await get()}`, {}, 'x');
    for (const method of ['GET', 'DELETE', 'HEAD', 'POST']) await refused(`${method} ${await put()}`, {}, 'x');
  });

  test('to another host is refused', async () => {
    const line = `GET ${await get()}`;
    for (const host of ['127.0.0.1', '127.0.0.1:1', 's3:9000', 'localhost', `127.0.0.1:${running.port}.evil.example`])
      await refused(line, { host });
    await refused(`GET ${running.endpoint}${await get()}`, { host: 'evil.example' });
    const twice = `${line} HTTP/1.1\r\nhost: 127.0.0.1:${running.port}\r\nhost: evil.example\r\nconnection: close\r\n\r\n`;
    expect(REFUSED).toContain((await send(running.port, twice)).status);
  });

  test('with a header that obeys somebody else is refused', async () => {
    const others: Record<string, string>[] = [
      { 'x-amz-copy-source': `/evidence/${OTHER}` },
      { 'x-amz-acl': 'public-read' },
      { 'x-amz-tagging': 'a=b' },
      { 'x-amz-meta-note': 'x' },
      { 'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER' },
      { 'x-amz-security-token': 'x' },
      { authorization: 'AWS4-HMAC-SHA256 x' },
    ];
    for (const headers of others) await refused(`PUT ${await put()}`, headers, 'overwritten');
  });

  test('that has expired is refused, again and again', async () => {
    const expired = { expiresIn: 1, signingDate: new Date(Date.now() - 2_000) };
    const early = { expiresIn: 300, signingDate: new Date(Date.now() + 16 * 60_000) };
    for (const options of [expired, early]) {
      const read = target(await getSignedUrl(client, new GetObjectCommand(TARGET), options));
      for (let count = 0; count < 3; count++) await refused(`GET ${read}`);
    }
    const written = target(await running.store.signedPut(KEY, { expiresInSeconds: -1, maxBytes: 100 }));
    for (let count = 0; count < 3; count++) await refused(`PUT ${written}`, {}, 'overwritten');
  });
});

describe('a path that leads elsewhere', () => {
  const UP = [
    '..',
    '..%2f',
    '%2e%2e',
    '%2e%2e%2f',
    '..%5c',
    '..\\',
    '%252e%252e%252f',
    '%c0%ae%c0%ae%c0%af',
    '.%00.',
    '....//',
    '..;',
  ];
  test.each(UP)('by %s is refused, unsigned or with a signature for another key', async (up) => {
    const query = (url: string) => url.slice(url.indexOf('?'));
    const signatures = ['', '?X-Amz-Signature=x', query(await get()), query(await put())];
    for (const path of [
      `/evidence/${up}/probe`,
      `/evidence/${up}${up}tmp/probe`,
      `/evidence/teams/${up}/${up}/${up}/probe`,
      `/${up}/probe`,
    ]) {
      for (const signature of signatures) {
        for (const method of ['GET', 'PUT', 'DELETE'])
          await refused(`${method} ${path}${signature}`, {}, method === 'PUT' ? 'x' : '');
      }
    }
  });

  test.each([
    '../probe',
    'a/../../probe',
    'a/./b',
    'a//b',
    '.used/x',
    '.blobs',
    'a/.blob.json',
    'a%2f..%2fprobe',
    'ä',
    'a b',
    'x'.repeat(300),
  ])('is refused with a right signature too: %s', async (Key) => {
    await expect(client.send(new PutObjectCommand({ ...TARGET, Key, Body: 'x' }))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    });
    const read = await getSignedUrl(client, new GetObjectCommand({ ...TARGET, Key }), { expiresIn: 60 });
    await refused(`GET ${target(read)}`);
  });
});

describe('an operation beyond one object', () => {
  test.each([
    ['a list of buckets', () => new ListBucketsCommand({})],
    ['a list of keys', () => new ListObjectsV2Command({ Bucket: OPTIONS.bucket })],
    ['a list of versions', () => new ListObjectVersionsCommand({ Bucket: OPTIONS.bucket })],
    ['a new bucket', () => new CreateBucketCommand({ Bucket: 'another' })],
    ['removal of the bucket', () => new DeleteBucketCommand({ Bucket: OPTIONS.bucket })],
    ['a policy', () => new PutBucketPolicyCommand({ Bucket: OPTIONS.bucket, Policy: '{}' })],
    ['a copy', () => new CopyObjectCommand({ ...TARGET, CopySource: `/${OPTIONS.bucket}/${OTHER}` })],
    ['removal of many', () => new DeleteObjectsCommand({ Bucket: OPTIONS.bucket, Delete: { Objects: [{ Key: KEY }] } })],
    ['an upload in parts', () => new CreateMultipartUploadCommand(TARGET)],
    ['a part', () => new UploadPartCommand({ ...TARGET, PartNumber: 1, UploadId: 'x', Body: 'x' })],
    ['an access list', () => new GetObjectAclCommand(TARGET)],
    ['another access list', () => new PutObjectAclCommand({ ...TARGET, ACL: 'public-read' })],
    ['tags', () => new PutObjectTaggingCommand({ ...TARGET, Tagging: { TagSet: [{ Key: 'a', Value: 'b' }] } })],
    ['a part of a version', () => new GetObjectCommand({ ...TARGET, VersionId: 'x', PartNumber: 1 })],
    ['an object with an access list', () => new PutObjectCommand({ ...TARGET, Body: 'x', ACL: 'public-read' })],
  ])('is refused though we sign it: %s', async (_what, command) => {
    const answer = client
      .send(command() as GetObjectCommand)
      .catch((error: S3ServiceException) => error.$metadata.httpStatusCode);
    expect(REFUSED).toContain(await answer);
  });
});
