import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { createEvidenceServer } from '@svc/evidence-store';
import { createS3BlobStore } from '@svc/platform';
import { CREDENTIALS, OPTIONS } from './support/options.ts';

const require = createRequire(import.meta.url);
const S3rver = require('@20minutes/s3rver');
const FORMER = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** A store on a server in this process. */
async function storeOn(server: Server, credentials: typeof CREDENTIALS, wholeUploads: boolean) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return createS3BlobStore({ ...OPTIONS, credentials, endpoint, wholeUploads });
}

test('what the former store kept is there after an upgrade, once', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'svc-former-'));
  const s3rver = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets: [{ name: OPTIONS.bucket }] });
  await s3rver.configureBuckets();
  const former = createServer(s3rver.callback());
  const before = await storeOn(former, FORMER, false);
  const keys = ['teams/team_1/runs/run_1/events.jsonl', 'teams/team_1/runs/run_1/github/state_final.json'];
  for (const key of keys) await before.put(key, Buffer.from(key), { contentType: 'application/x-ndjson' });
  await before.close();
  former.close();

  for (const start of ['first', 'second']) {
    const { server, close } = await createEvidenceServer({
      directory,
      bucket: OPTIONS.bucket,
      region: OPTIONS.region,
      ...CREDENTIALS,
      onFault: (error) => expect(error).toBeUndefined(),
    });
    const after = await storeOn(server, CREDENTIALS, true);
    for (const key of keys) expect([start, String(await buffer((await after.get(key))!))]).toEqual([start, key]);
    const download = await fetch(await after.signedGet(keys[0]!, 60));
    expect(download.headers.get('content-type')).toBe('application/x-ndjson');
    const left = (await readdir(directory, { recursive: true })).filter((path) => path.includes('S3rver'));
    expect(left).toEqual([]);
    await after.close();
    close();
    server.close();
  }
  await rm(directory, { recursive: true });
});
