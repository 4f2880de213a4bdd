import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createS3BlobStore, type S3BlobStore, StorageUnavailable } from '@svc/platform';
import { describeBlobStore } from '@svc/platform/testing/suites';
import { waitedMs } from '../../twin-kit/testing/processor.ts';

const options = { bucket: 'evidence', region: 'us-east-1', credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' } };

/** A store on an S3 server in a process of its own. */
async function start() {
  const directory = await mkdtemp(join(tmpdir(), 'svc-s3-'));
  const server = fork(join(import.meta.dirname, 'processes/s3-server.ts'), [directory], { execArgv: [] });
  const [port] = await once(server, 'message');
  const endpoint = `http://127.0.0.1:${port}`;
  const store = createS3BlobStore({ ...options, endpoint });
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill('SIGKILL');
    await exited;
  };
  const stop = async () => {
    await store.close();
    await kill();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await store.prepare();
    return { store, stop, kill, endpoint };
  } catch (error) {
    await stop();
    throw error;
  }
}

describeBlobStore('on S3', start);

describe('the S3 store', () => {
  let running: Awaited<ReturnType<typeof start>>;
  let store: S3BlobStore;
  beforeAll(async () => {
    running = await start();
    store = running.store;
  });
  afterAll(() => running?.stop());

  test('a bucket that is there is left as it is', async () => {
    await store.put('kept', Buffer.from('x'), { contentType: 'text/plain' });
    await store.prepare();
    expect(await store.exists('kept')).toBe(true);
  });

  test('a stream longer than a part comes back whole', async () => {
    const piece = Buffer.alloc(1 << 20, 'p');
    const pieces = Array.from({ length: 12 }, () => piece);
    await store.put('long', Readable.from(pieces), { contentType: 'text/plain' });
    expect((await buffer((await store.get('long'))!)).equals(Buffer.concat(pieces))).toBe(true);
  });

  test('a download is not kept by caches, not shown as a page, and says nothing of its encoding', async () => {
    await store.put('gzipped', Buffer.from([0x1f, 0x8b]), { contentType: 'application/x-ndjson', contentEncoding: 'gzip' });
    const { headers } = await fetch(await store.signedGet('gzipped', 300));
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/x-ndjson',
      'cache-control': 'no-store',
      'content-disposition': 'attachment',
    });
    expect(headers.has('content-encoding')).toBe(false);
  });

  test('signed URLs name the public endpoint and the time they hold', async () => {
    const published = createS3BlobStore({ ...options, endpoint: running.endpoint, publicEndpoint: 'https://blobs.example:8443' });
    const get = new URL(await published.signedGet('kept', 300));
    const put = new URL(await published.signedPut('kept', { expiresInSeconds: 900, maxBytes: 10 }));
    expect([get.origin, put.origin]).toEqual(['https://blobs.example:8443', 'https://blobs.example:8443']);
    expect([get.searchParams.get('X-Amz-Expires'), put.searchParams.get('X-Amz-Expires')]).toEqual(['300', '900']);
    await published.close();
  });

  test('a wrong secret and a store that is gone are unreachable storage, told within seconds', async () => {
    const wrong = createS3BlobStore({
      ...options,
      endpoint: running.endpoint,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'wrong' },
    });
    await expect(wrong.get('kept')).rejects.toBeInstanceOf(StorageUnavailable);
    await wrong.close();
    await running.kill();
    const told = async () => {
      await expect(store.get('kept')).rejects.toBeInstanceOf(StorageUnavailable);
      await expect(store.exists('kept')).rejects.toBeInstanceOf(StorageUnavailable);
      await expect(store.put('kept', Buffer.from('x'), { contentType: 'text/plain' })).rejects.toBeInstanceOf(StorageUnavailable);
      const stream = Readable.from([Buffer.from('x')]);
      await expect(store.put('kept', stream, { contentType: 'text/plain' })).rejects.toBeInstanceOf(StorageUnavailable);
    };
    expect(await waitedMs(told)).toBeLessThan(4_000);
  });
});
