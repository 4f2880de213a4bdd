import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createFileBlobStore, type FileBlobStore, SignedUrlRefused, StorageUnavailable } from '@svc/platform';
import { describeBlobStore } from '@svc/platform/testing/suites';

const STATUS = { invalid: 403, expired: 403, used: 409, absent: 404, too_large: 413 } as const;

/** A store on a temporary folder, and a server that answers its URLs the way the control plane does. */
async function start() {
  const directory = await mkdtemp(join(tmpdir(), 'svc-blobs-'));
  let baseUrl = '';
  const signingKey = Buffer.alloc(32, 'k');
  const store = createFileBlobStore({ directory, baseUrl: () => baseUrl, signingKey });
  const server = createServer(async (incoming, response) => {
    try {
      const opened = await store.openSigned(incoming.method ?? '', incoming.url ?? '');
      if (opened.kind === 'upload') {
        await opened.receive(incoming, incoming.headers['content-type']);
        response.writeHead(200).end();
      } else {
        await pipeline(opened.body, response.writeHead(200, opened.headers));
      }
    } catch (error) {
      if (!(error instanceof SignedUrlRefused)) return response.destroy();
      response.writeHead(STATUS[error.reason], { connection: 'close' }).end(error.message);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await store.close();
    await rm(directory, { recursive: true, force: true });
  };
  return { store, stop, directory, signingKey, baseUrl };
}

describeBlobStore('in files', start);

describe('the file store', () => {
  let running: Awaited<ReturnType<typeof start>>;
  let store: FileBlobStore;
  beforeAll(async () => {
    running = await start();
    store = running.store;
  });
  afterAll(() => running?.stop());

  const put = (url: string, body: string) => fetch(url, { method: 'PUT', body, headers: { 'content-type': 'text/html' } });
  const mint = (key: string, maxBytes = 10) => store.signedPut(key, { expiresInSeconds: 60, maxBytes });
  const readBack = async (key: string) => (await fetch(await store.signedGet(key, 60))).text();

  test('an upload URL takes one upload', async () => {
    const url = await mint('once');
    expect((await put(url, 'first')).status).toBe(200);
    const second = await put(url, 'second');
    expect([second.status, await second.text()]).toEqual([409, 'This URL takes one upload and has had it.']);
    expect(await readBack('once')).toBe('first');
  });

  test('of two uploads at once to one URL, one is taken', async () => {
    const url = await mint('race');
    const answers = await Promise.all([put(url, 'a'), put(url, 'a'), put(url, 'a')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('an upload over its limit is refused, changes nothing, and leaves the URL usable', async () => {
    const url = await mint('large');
    expect((await put(url, 'x'.repeat(11)).catch(() => ({ status: 413 }))).status).toBe(413);
    expect(await store.exists('large')).toBe(false);
    expect((await put(url, 'x'.repeat(10))).status).toBe(200);
  });

  test('an upload that breaks off changes nothing, and leaves the URL usable', async () => {
    const url = await mint('torn');
    const upload = request(url, { method: 'PUT', headers: { 'content-length': 5, expect: '100-continue' } });
    upload.flushHeaders();
    await once(upload, 'continue');
    upload.write('he');
    const closed = new Promise((resolve) => upload.once('error', () => {}).once('close', resolve));
    upload.destroy();
    await closed;
    expect(await store.exists('torn')).toBe(false);
    // The server hears of the end a moment later; until then the URL is in use.
    let status = 0;
    while (status !== 200) ({ status } = await put(url, 'hello'));
    expect(await readBack('torn')).toBe('hello');
    const left = await readdir(join(running.directory, 'torn'));
    expect(left.filter((name) => name.startsWith('.body-'))).toHaveLength(1);
  });

  test('a raised size limit breaks the signature', async () => {
    const url = new URL(await mint('limit'));
    url.searchParams.set('max', '1000000');
    expect((await put(url.href, 'x')).status).toBe(403);
  });

  test('URLs outlive a restart with the same key, and not one with another key', async () => {
    await store.put('restart', Buffer.from('x'), { contentType: 'text/plain' });
    const url = new URL(await store.signedGet('restart', 60));
    const target = url.pathname + url.search;
    const { directory, signingKey, baseUrl } = running;
    const again = createFileBlobStore({ directory, signingKey, baseUrl: () => baseUrl });
    const opened = await again.openSigned('HEAD', target);
    expect(opened).toMatchObject({ kind: 'download', key: 'restart' });
    if (opened.kind === 'download') opened.body.destroy();
    const other = createFileBlobStore({ directory, signingKey: Buffer.alloc(32, 'o'), baseUrl: () => baseUrl });
    await expect(other.openSigned('GET', target)).rejects.toMatchObject({ reason: 'invalid' });
  });

  test('a browser never runs an upload as a page', async () => {
    await put(await mint('page', 100), '<script>1</script>');
    const { headers } = await fetch(await store.signedGet('page', 60));
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  test('a folder that is gone is unreachable storage, not an absent blob', async () => {
    await rm(running.directory, { recursive: true });
    await expect(store.get('page')).rejects.toBeInstanceOf(StorageUnavailable);
    await expect(store.put('page', Buffer.from(''), { contentType: 'text/plain' })).rejects.toBeInstanceOf(StorageUnavailable);
  });
});
