import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createS3BlobStore, StorageUnavailable } from '@svc/platform';
import { describeBlobStore } from '@svc/platform/testing/suites';
import { CREDENTIALS, OPTIONS } from './support/options.ts';
import { type RunningStore, startStore } from './support/store.ts';

describeBlobStore("on the fleet's own store", startStore);

describe("the fleet's own store", () => {
  let running: RunningStore;
  beforeAll(async () => {
    running = await startStore();
    await running.store.prepare();
  });
  afterAll(() => running?.stop());

  const JSON_LINES = { contentType: 'application/x-ndjson' };
  const PIECE = Buffer.alloc(1 << 20, 'p');
  const mint = (key: string, maxBytes = 10) => running.store.signedPut(key, { expiresInSeconds: 60, maxBytes });
  const put = (url: string, body: string) => fetch(url, { method: 'PUT', body });
  const textOf = async (key: string) => String(await buffer((await running.store.get(key))!));

  test('a long stream is stored whole, without parts', async () => {
    const pieces = Array.from({ length: 12 }, () => PIECE);
    await running.store.put('long', Readable.from(pieces), JSON_LINES);
    expect((await buffer((await running.store.get('long'))!)).equals(Buffer.concat(pieces))).toBe(true);
  });

  test('a long stream that breaks leaves what was there', async () => {
    await running.store.put('torn', Buffer.from('whole'), JSON_LINES);
    const breaking = Readable.from(
      (function* () {
        for (let count = 0; count < 8; count++) yield PIECE;
        throw new Error('the tape ended early');
      })(),
    );
    const before = await running.contents();
    await expect(running.store.put('torn', breaking, JSON_LINES)).rejects.toThrow('interrupted');
    expect(await textOf('torn')).toBe('whole');
    // The server hears of the end a moment later.
    for (let left = ''; left !== JSON.stringify(before); ) left = JSON.stringify(await running.contents());
  });

  test('an upload URL takes one upload', async () => {
    const url = await mint('once');
    expect((await put(url, 'first')).status).toBe(200);
    const second = await put(url, 'second');
    expect([second.status, await second.text()]).toEqual([
      403,
      expect.stringContaining('This URL takes one upload and has had it'),
    ]);
    expect(await textOf('once')).toBe('first');
  });

  test('of three uploads at once to one URL, one is taken', async () => {
    const url = await mint('race');
    const answers = await Promise.all([put(url, 'a'), put(url, 'a'), put(url, 'a')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  });

  test('an upload over its limit is EntityTooLarge, changes nothing, and leaves the URL usable', async () => {
    const url = await mint('large');
    const before = await running.contents();
    const refused = await put(url, 'x'.repeat(11));
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('<Code>EntityTooLarge</Code>')]);
    expect(await running.contents()).toEqual(before);
    expect((await put(url, 'x'.repeat(10))).status).toBe(200);
  });

  test('a download is not kept by caches and not shown as a page', async () => {
    await put(await mint('page', 100), '<script>1</script>');
    const { headers } = await fetch(await running.store.signedGet('page', 300));
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
    });
  });

  test('another secret, another account and another region are refused', async () => {
    await running.store.put('kept', Buffer.from('x'), JSON_LINES);
    const others = [
      { ...OPTIONS, credentials: { ...CREDENTIALS, secretAccessKey: 'another secret' } },
      { ...OPTIONS, credentials: { ...CREDENTIALS, accessKeyId: 'S3RVER' } },
      { ...OPTIONS, region: 'eu-central-1' },
      { ...OPTIONS, bucket: 'another' },
    ];
    for (const options of others) {
      const other = createS3BlobStore({ ...options, endpoint: running.endpoint, wholeUploads: true });
      await expect(other.get('kept')).rejects.toBeInstanceOf(StorageUnavailable);
      await expect(other.put('kept', Buffer.from('y'), JSON_LINES)).rejects.toBeInstanceOf(StorageUnavailable);
      expect((await fetch(await other.signedGet('kept', 60))).status).toBe(403);
      await other.close();
    }
    expect(await textOf('kept')).toBe('x');
  });
});
