import { access, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { waitedMs } from '@svc/twin-kit/testing/processor';
import { type Account, finalizeBody, Installation, type RawAnswer, refusal } from './support/installation.ts';

/** A part of the service that is away is told within this time, in milliseconds. */
const TOLD_WITHIN_MS = 5000;

let service: Installation;
let account: Account;
let id: string;

// The timeouts are those of a real installation.
beforeAll(async () => {
  service = await Installation.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  account = await service.account({ planTier: 'team' });
  id = (await account.client.sandboxes.create()).session_id;
});

const finalize = () => service.post(`/sandboxes/${id}/finalize`, account.key, finalizeBody);

async function expectUnavailable(answer: () => Promise<RawAnswer>): Promise<void> {
  const told = async () => expect(refusal(await answer())).toMatchObject({ status: 503, type: 'downstream_unavailable' });
  expect(await waitedMs(told)).toBeLessThan(TOLD_WITHIN_MS);
}

describe.each(['queue-down', 'queue-hangs'] as const)('with a %s', (mode) => {
  beforeEach(() => {
    service.worker.mode = mode;
  });
  afterEach(() => {
    service.worker.mode = 'grade';
  });

  test('finalize is 503 within 5 s, the sandbox stays open, and is finalized once the queue is back', async () => {
    await expectUnavailable(finalize);
    expect((await account.client.sandboxes.get(id)).state).toBe('ready');
    service.worker.mode = 'grade';
    expect((await finalize()).status).toBe(201);
    expect((await account.client.sandboxes.get(id)).state).toBe('done');
  });

  test('an asynchronous finalize is 503 within 5 s and leaves nothing to poll', async () => {
    await expectUnavailable(() => service.post(`/sandboxes/${id}/finalize`, account.key, blobs, { prefer: 'respond-async' }));
    expect((await service.request('GET', `/sandboxes/${id}/evaluation`, { key: account.key })).status).toBe(404);
  });
});

const blobs = { ...finalizeBody, source: 'blob' };

describe('with a blob store whose folder is away', () => {
  let elsewhere: string;
  beforeEach(async () => {
    elsewhere = join(await mkdtemp(join(tmpdir(), 'svc-test-away-')), 'blobs');
    await rename(service.blobDirectory, elsewhere);
  });
  afterEach(async () => {
    await back();
    await rm(join(elsewhere, '..'), { recursive: true, force: true });
  });
  const back = () =>
    access(elsewhere)
      .then(() => rename(elsewhere, service.blobDirectory))
      .catch(() => {});

  test.each(['result-upload-url', 'meta-upload-url', 'state-upload-url'])(
    '%s is 503 within 5 s, and mints once it is back',
    async (route) => {
      const mint = () => service.request('POST', `/sandboxes/${id}/${route}`, { key: account.key });
      await expectUnavailable(mint);
      await back();
      expect((await mint()).status).toBe(200);
      expect((await finalize()).status).toBe(201);
    },
  );

  test('the downloads of a run are 503 within 5 s, not blob_absent', async () => {
    service.worker.evidence = { trace: 'teams/t/events.jsonl', state: 'teams/t/state_final.json' };
    const { run_id } = (await finalize()).json;
    await expectUnavailable(() => service.request('GET', `/runs/${run_id}/trace`, { key: account.key }));
    await expectUnavailable(() => service.request('GET', `/runs/${run_id}/state`, { key: account.key }));
  });
});

describe('with a log of the latest calls that is away', () => {
  const restore: (() => void)[] = [];
  beforeEach(() => {
    const { drain } = service.activity;
    service.activity.drain = () => Promise.reject(new Error('Command timed out'));
    restore.push(() => {
      service.activity.drain = drain;
    });
  });
  afterEach(back);
  function back() {
    for (const one of restore.splice(0)) one();
  }

  test('sandboxes are read, listed and kept alive', async () => {
    const { sandboxes } = account.client;
    expect((await sandboxes.get(id)).state).toBe('ready');
    expect((await sandboxes.list()).map((row) => row.id)).toEqual([id]);
    await sandboxes.heartbeat(id);
  });

  test('one that was idle for too long as far as is known is 503, not closed, and open once a call is known', async () => {
    const { key, client } = await service.account({ planTier: 'team', idleMs: 30_000 });
    const { session_id: idle } = await client.sandboxes.create();
    service.clock.advance(31_000);
    await expectUnavailable(() => service.request('GET', `/sandboxes/${idle}`, { key }));
    back();
    service.activity.touch(idle, service.clock.now().getTime());
    expect((await client.sandboxes.get(idle)).state).toBe('running');
  });
});
