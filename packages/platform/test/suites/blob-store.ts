import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { BlobStore } from '@svc/platform';

export interface BlobStoreUnderTest {
  store: BlobStore;
  /** Ends the store and whatever answers its signed URLs. */
  stop(): Promise<void>;
}

const JSON_LINES = { contentType: 'application/x-ndjson' };

async function read(store: BlobStore, key: string): Promise<Buffer | undefined> {
  const blob = await store.get(key);
  return blob && (await buffer(blob));
}

/** What every blob store does, over HTTP too where it signs URLs. */
export function describeBlobStore(name: string, start: () => Promise<BlobStoreUnderTest>): void {
  describe(`the blob store ${name}`, () => {
    let running: BlobStoreUnderTest;
    let store: BlobStore;
    beforeAll(async () => {
      running = await start();
      store = running.store;
    });
    afterAll(() => running?.stop());

    const upload = (url: string, body: Uint8Array<ArrayBuffer>) => fetch(url, { method: 'PUT', body });

    test('gives back the bytes of a buffer', async () => {
      const bytes = randomBytes(10_000);
      await store.put('team_1/ses_1/events.jsonl', bytes, { contentType: 'application/x-ndjson', contentEncoding: 'gzip' });
      expect(await read(store, 'team_1/ses_1/events.jsonl')).toEqual(bytes);
    });

    test('gives back the bytes of a stream', async () => {
      await store.put('team_1/streamed', Readable.from([Buffer.from('one\n'), Buffer.from('two\n')]), JSON_LINES);
      expect(String(await read(store, 'team_1/streamed'))).toBe('one\ntwo\n');
    });

    test('a second put replaces the first', async () => {
      await store.put('replaced', Buffer.from('first'), JSON_LINES);
      await store.put('replaced', Buffer.from('second'), JSON_LINES);
      expect(String(await read(store, 'replaced'))).toBe('second');
    });

    test('a blob and another below its key keep apart', async () => {
      await store.put('nested', Buffer.from('outer'), JSON_LINES);
      await store.put('nested/deeper', Buffer.from('inner'), JSON_LINES);
      await store.delete('nested');
      expect(await read(store, 'nested')).toBeUndefined();
      expect(String(await read(store, 'nested/deeper'))).toBe('inner');
    });

    test('a key that was never written is absent', async () => {
      expect(await store.get('never')).toBeUndefined();
      expect(await store.exists('never')).toBe(false);
      await store.delete('never');
    });

    test('a deleted blob is absent', async () => {
      await store.put('deleted', Buffer.from('x'), JSON_LINES);
      expect(await store.exists('deleted')).toBe(true);
      await store.delete('deleted');
      expect(await store.exists('deleted')).toBe(false);
      expect(await store.get('deleted')).toBeUndefined();
    });

    test('a put whose stream breaks leaves what was there', async () => {
      await store.put('broken', Buffer.from('whole'), JSON_LINES);
      const breaking = Readable.from(
        (function* () {
          yield Buffer.from('ha');
          throw new Error('the tape ended early');
        })(),
      );
      await expect(store.put('broken', breaking, JSON_LINES)).rejects.toThrow();
      expect(String(await read(store, 'broken'))).toBe('whole');
    });

    test.each([
      ['that is empty', ''],
      ['that is a slash', '/'],
      ['that climbs out', '../up'],
      ['that climbs', 'a/../b'],
      ['with an empty segment', 'a//b'],
      ['that starts at the root', '/root'],
      ['that ends in a slash', 'a/'],
      ['that is hidden', '.hidden'],
      ['with a space', 'a b'],
      ['with a letter beyond ASCII', 'ü'],
      ['with a backslash', 'a\\b'],
      ['with a zero byte', 'a\0b'],
      ['with a line end', 'a\n'],
      ['that is too long', 'x/'.repeat(600).concat('x')],
    ])('refuses a key %s', async (_what, key) => {
      await expect(async () => store.put(key, Buffer.from('x'), JSON_LINES)).rejects.toThrow('Invalid blob key');
      await expect(async () => store.get(key)).rejects.toThrow('Invalid blob key');
      await expect(async () => store.signedPut(key, { expiresInSeconds: 60, maxBytes: 1 })).rejects.toThrow('Invalid blob key');
    });

    test('a signed URL downloads the blob without credentials', async () => {
      await store.put('download', Buffer.from('the tape'), { contentType: 'text/plain' });
      const response = await fetch(await store.signedGet('download', 60));
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/plain');
      expect(await response.text()).toBe('the tape');
    });

    test('a signed URL uploads a blob', async () => {
      const response = await upload(
        await store.signedPut('uploaded', { expiresInSeconds: 60, maxBytes: 100 }),
        Buffer.from('theirs'),
      );
      expect(response.ok).toBe(true);
      expect(String(await read(store, 'uploaded'))).toBe('theirs');
    });

    test('minting again gives another upload, which overwrites', async () => {
      const mint = () => store.signedPut('again', { expiresInSeconds: 60, maxBytes: 100 });
      await upload(await mint(), Buffer.from('first'));
      expect((await upload(await mint(), Buffer.from('second'))).ok).toBe(true);
      expect(String(await read(store, 'again'))).toBe('second');
    });

    test('a URL for one thing does no other', async () => {
      await store.put('mine', Buffer.from('mine'), JSON_LINES);
      await store.put('yours', Buffer.from('yours'), JSON_LINES);
      const get = await store.signedGet('mine', 60);
      expect((await upload(get, Buffer.from('forged'))).status).toBe(403);
      expect((await fetch(get.replace('mine', 'yours'))).status).toBe(403);
      // S3 answers 400 where the time itself is beyond what it allows.
      expect([400, 403]).toContain((await fetch(get.replace(/(expires=|Expires=)\d+/, '$14102444800'))).status);
      expect((await fetch(get.split('?')[0]!)).status).toBe(403);
      expect(String(await read(store, 'mine'))).toBe('mine');
    });

    test('an expired URL is refused', async () => {
      await store.put('expired', Buffer.from('x'), JSON_LINES);
      expect((await fetch(await store.signedGet('expired', -10))).status).toBe(403);
    });

    test('a URL for an absent blob answers 404', async () => {
      expect((await fetch(await store.signedGet('not-there', 60))).status).toBe(404);
    });
  });
}
