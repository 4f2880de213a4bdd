import { readdir, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { tokenDigest } from '@svc/plain-http';
import { rehearse } from '@svc/twin-kit/rehearsal';
import { serveHostedTwin } from '@svc/twin-kit/server';
import { notes } from '../example/notes.ts';
import { linksFor } from '../src/http/request.ts';
import { temporaryFolder } from '../testing/served.ts';

const TOKEN = 'agent-token-of-the-sandbox';
const CONTROL = 'control-token-of-the-platform';

async function hosted() {
  const folder = await temporaryFolder();
  const { port, server } = await serveHostedTwin({
    twin: notes,
    host: '127.0.0.1',
    port: 0,
    journals: { path: join(folder.path, 'journal') },
    controlToken: CONTROL,
  });
  const call = async (
    method: string,
    path: string,
    { token, control, body }: { token?: string; control?: string; body?: unknown } = {},
  ) => {
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(control && { 'x-svc-control': control }),
      'x-forwarded-prefix': '/notes',
      'x-forwarded-host': 'twins.example',
      'x-forwarded-proto': 'https',
    };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const dispose = async (): Promise<void> => {
    await server.close();
    await folder[Symbol.asyncDispose]();
  };
  return { call, [Symbol.asyncDispose]: dispose };
}

const boot = {
  session_id: 'ses_1',
  twin: 'notes',
  token_sha256: tokenDigest(TOKEN),
  seed: { notes: [{ title: 'seeded' }] },
  clock: { mode: 'logical' },
};

describe('a twin in the hands of the platform', () => {
  test('rehearses a boot on a journal that is gone afterwards, and fails where it could not boot', async () => {
    await using folder = await temporaryFolder();
    const journalPath = join(folder.path, 'rehearsal');
    await rehearse(notes, { journalPath, controlToken: CONTROL });
    expect(await readdir(folder.path)).toEqual([]);
    const elsewhere = join(folder.path, 'no such folder', 'rehearsal');
    await expect(rehearse(notes, { journalPath: elsewhere, controlToken: CONTROL })).rejects.toThrow('ENOENT');
  });

  test('has no world until it is booted, then serves its session', async () => {
    await using twin = await hosted();
    expect(await twin.call('GET', '/s/ses_1/notes', { token: TOKEN })).toMatchObject({
      status: 503,
      body: { error: { type: 'downstream_unavailable' } },
    });
    expect(await twin.call('PUT', '/_svc/control/boot', { control: CONTROL, body: boot })).toEqual({
      status: 200,
      body: { session_id: 'ses_1' },
    });
    expect(await twin.call('GET', '/s/ses_1/notes', { token: TOKEN })).toMatchObject({
      status: 200,
      body: [{ title: 'seeded' }],
    });
    expect(await twin.call('GET', '/notes', { token: TOKEN })).toMatchObject({ status: 404 });
    expect(await twin.call('GET', '/s/ses_2/notes', { token: TOKEN })).toMatchObject({ status: 404 });
  });

  test('refuses a bad seed with its issues and stays unbooted; the same boot asked twice is one boot', async () => {
    await using twin = await hosted();
    const refused = await twin.call('PUT', '/_svc/control/boot', {
      control: CONTROL,
      body: { ...boot, seed: { notes: [{ title: 1 }], more: [] } },
    });
    expect(refused.status).toBe(422);
    expect(refused.body.issues).toMatchObject([
      { path: 'notes[0].title', code: 'invalid_type' },
      { path: '', code: 'unrecognized_keys' },
    ]);
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect((await twin.call('PUT', '/_svc/control/boot', { control: CONTROL, body: boot })).status).toBe(200);
  });

  test('control routes are not there for anyone without the control token', async () => {
    await using twin = await hosted();
    for (const control of [undefined, 'wrong-control-token-really']) {
      expect(
        await twin.call('PUT', '/_svc/control/boot', { ...(control && { control }), token: TOKEN, body: boot }),
      ).toMatchObject({ status: 404 });
    }
    expect(await twin.call('GET', '/_svc/control/health', { control: CONTROL })).toMatchObject({
      status: 200,
      body: { session_id: null },
    });
  });

  test('sealed, it refuses agent calls and still shows its evidence; unsealed, it goes on', async () => {
    await using twin = await hosted();
    await twin.call('PUT', '/_svc/control/boot', { control: CONTROL, body: boot });
    await twin.call('POST', '/s/ses_1/notes', { token: TOKEN, body: { title: 'before' } });
    expect(await twin.call('PUT', '/_svc/control/seal', { control: CONTROL })).toEqual({
      status: 200,
      body: { sealed: true, rows: 1 },
    });
    expect(await twin.call('POST', '/s/ses_1/notes', { token: TOKEN, body: { title: 'during' } })).toMatchObject({
      status: 410,
      body: { error: { type: 'session_expired' } },
    });
    expect(await twin.call('GET', '/s/ses_1/_svc/events', { control: CONTROL })).toMatchObject({
      status: 200,
      body: [{ seq: 1 }],
    });
    await twin.call('DELETE', '/_svc/control/seal', { control: CONTROL });
    expect((await twin.call('POST', '/s/ses_1/notes', { token: TOKEN, body: { title: 'after' } })).status).toBe(201);
  });

  test('links begin where the caller sees the mount: below the prefix, or at the root of a host', () => {
    const unsigned = (): string => '';
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'twins.example:8443' };
    const below = { ...headers, 'x-forwarded-prefix': '/notes' };
    const atRoot = { ...headers, 'x-forwarded-prefix': '', 'x-forwarded-mount': '/' };
    expect(linksFor(below, '/s/ses_1', true, unsigned).to('/notes/1')).toBe('https://twins.example:8443/notes/s/ses_1/notes/1');
    expect(linksFor(atRoot, '/s/ses_1', true, unsigned).to('/notes/1')).toBe('https://twins.example:8443/notes/1');
    expect(linksFor({ ...atRoot, host: 'here' }, '/s/ses_1', false, unsigned).to('/notes/1')).toBe('http://here/s/ses_1/notes/1');
  });

  test('listens on a Unix socket, in the place of one that was left there', async () => {
    await using folder = await temporaryFolder();
    const socketPath = join(folder.path, 'twin.sock');
    await writeFile(socketPath, '');
    const { server } = await serveHostedTwin({
      twin: notes,
      host: '127.0.0.1',
      port: 0,
      socketPath,
      journals: { path: join(folder.path, 'journal') },
      controlToken: CONTROL,
    });
    const status = await new Promise((resolve, reject) => {
      const headers = { 'x-svc-control': CONTROL };
      get({ socketPath, path: '/_svc/control/health', headers, agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).on('error', reject);
    });
    await server.close();
    expect(status).toBe(200);
  });
});
