import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { tokenDigest } from '@svc/plain-http';
import type { TapeRow } from '@svc/twin-kit';
import { serveHostedTwin } from '@svc/twin-kit/server';
import { LIGHT } from '../src/threads/light.ts';
import { LAST_WORDS, roomyNotes, roomyNotesThread } from '../testing/roomy-notes.ts';
import { temporaryFolder } from '../testing/served.ts';

const CONTROL = 'control-token-of-the-platform';
const tokenOf = (session: string) => `agent-token-of-${session}`;
const LONG_NOTE = 'x'.repeat(LIGHT.bodyBytes / 2);
/** So many of them are more than a world may be. */
const TOO_MANY = Math.ceil(LIGHT.worldBytes / LONG_NOTE.length) + 1;

interface Asked {
  token?: string;
  control?: string;
  body?: unknown;
}

/** A process for many sessions that has threads for those that are heavy. */
async function startHost(folder: string) {
  const { port, server } = await serveHostedTwin({
    twin: roomyNotes,
    host: '127.0.0.1',
    port: 0,
    journals: { folder },
    controlToken: CONTROL,
    threadEntry: new URL(roomyNotesThread),
  });
  const call = async (method: string, path: string, { token, control, body }: Asked = {}) => {
    const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(control && { 'x-svc-control': control }) };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const envelope = (session: string) => ({ session_id: session, twin: 'notes', token_sha256: tokenDigest(tokenOf(session)) });
  const begin = async (path: string, session: string, more: object) => {
    await mkdir(join(folder, session), { recursive: true });
    return call('PUT', `/_svc/control/${path}`, { control: CONTROL, body: { ...envelope(session), ...more } });
  };
  const boot = (session: string, more: object = {}) => begin('boot', session, more);
  const write = (session: string, title: string) =>
    call('POST', `/s/${session}/notes`, { token: tokenOf(session), body: { title } });
  const titles = async (session: string) => {
    const { body } = await call('GET', `/s/${session}/notes`, { token: tokenOf(session) });
    return (body as unknown as { title: string }[]).map(({ title }) => title.slice(0, 20));
  };
  const tape = async (session: string) => {
    const { body } = await call('GET', `/s/${session}/_svc/events`, { control: CONTROL });
    return body as unknown as TapeRow[];
  };
  const end = (session: string) => call('DELETE', `/_svc/control/sessions/${session}`, { control: CONTROL });
  /** Those that run in the thread that all share. */
  const isHere = (session: string) => server.sessions.get(session) !== undefined;
  return { server, call, begin, boot, write, titles, tape, end, isHere, [Symbol.asyncDispose]: () => server.close() };
}

const long = (at: number) => `${at} ${LONG_NOTE}`;

describe('a session that would keep others waiting', () => {
  test('gets a thread of its own once its world is large, in which its calls go on in their order', async () => {
    await using folder = await temporaryFolder();
    await using host = await startHost(folder.path);
    await host.boot('ses_small');
    await host.boot('ses_large', { clock: { mode: 'logical' } });
    for (let at = 0; at < TOO_MANY; at += 1) expect((await host.write('ses_large', long(at))).status).toBe(201);
    expect([host.isHere('ses_small'), host.isHere('ses_large')]).toEqual([true, false]);
    // Sent at once, on connections of their own.
    const more = await Promise.all([1, 2, 3, 4].map((at) => host.write('ses_large', `after ${at}`)));
    expect(more.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect((await host.write('ses_large', 'after 1')).status).toBe(409);
    const rows = await host.tape('ses_large');
    expect(rows.map(({ seq, status }) => [seq, status])).toEqual(
      rows.map((_, at) => [at + 1, at + 1 === rows.length ? 409 : 201]),
    );
    expect(rows.map(({ ts }) => ts)).toEqual(rows.map(({ ts }) => ts).toSorted());
    expect(await host.titles('ses_small')).toEqual(['Welcome']);
  });

  test('gets one for a call with a large body, which no other waits for', async () => {
    await using folder = await temporaryFolder();
    await using host = await startHost(folder.path);
    await host.boot('ses_1');
    await host.write('ses_1', 'before');
    expect(host.isHere('ses_1')).toBe(true);
    expect((await host.write('ses_1', 'x'.repeat(LIGHT.bodyBytes))).status).toBe(201);
    expect(host.isHere('ses_1')).toBe(false);
    expect((await host.write('ses_1', 'after')).status).toBe(201);
    expect(await host.titles('ses_1')).toEqual(['Welcome', 'before', 'xxxxxxxxxxxxxxxxxxxx', 'after']);
    // Its own limit holds as before.
    expect((await host.write('ses_1', 'x'.repeat(roomyNotes.definition.bodyLimit))).status).toBe(413);
  });

  test('gets one when a call of its does not end, whose work is undone and done anew there, once', async () => {
    await using folder = await temporaryFolder();
    await using host = await startHost(folder.path);
    await host.boot('ses_1');
    await host.write('ses_1', 'before');
    expect(host.isHere('ses_1')).toBe(true);
    const [studied, beside] = await Promise.all([
      host.call('POST', '/s/ses_1/notes/study', { token: tokenOf('ses_1') }),
      host.write('ses_1', 'beside'),
    ]);
    expect([studied, beside.status]).toEqual([{ status: 200, body: { id: expect.any(Number), seen: 10_000_000 } }, 201]);
    expect(host.isHere('ses_1')).toBe(false);
    const rows = await host.tape('ses_1');
    expect(rows.map(({ seq, tool }) => `${seq} ${tool}`).toSorted()).toEqual(
      rows.map(({ tool }, at) => `${at + 1} ${tool}`).toSorted(),
    );
    expect(rows.filter(({ tool }) => tool === 'study_note')).toHaveLength(1);
    expect(rows.flatMap(({ state_delta }) => state_delta ?? []).map(({ id }) => id)).toEqual([2, 3, 4]);
  });

  test('is booted in one where its seed is large, and is handled there: evidence, seal, faults, end', async () => {
    await using folder = await temporaryFolder();
    await using host = await startHost(folder.path);
    const seed = { notes: [{ title: long(1) }, { title: 'short' }] };
    const control = (await host.boot('ses_1', { seed })).body.control_token as string;
    expect(host.isHere('ses_1')).toBe(false);
    // An answer that was lost is asked for again.
    expect((await host.boot('ses_1', { seed })).body.control_token).toBe(control);
    expect((await host.call('PUT', '/_svc/control/sessions/ses_1', { control: CONTROL })).body.control_token).toBe(control);
    expect((await host.call('GET', '/s/ses_1/_svc/state', { control })).body).toEqual({
      notes: [
        { id: 1, title: long(1) },
        { id: 2, title: 'short' },
      ],
    });
    expect((await host.call('GET', '/s/ses_1/_svc/state', { token: tokenOf('ses_2') })).status).toBe(401);
    expect((await host.call('GET', '/_svc/control/faults', { control })).status).toBe(200);
    expect((await host.call('PUT', '/_svc/control/seal', { control })).body).toEqual({ sealed: true, rows: 0 });
    expect((await host.write('ses_1', 'sealed')).status).toBe(410);
    await host.call('DELETE', '/_svc/control/seal', { control });
    expect((await host.write('ses_1', 'open')).status).toBe(201);
    expect((await host.end('ses_1')).status).toBe(200);
    expect(existsSync(join(folder.path, 'ses_1', 'notes.jsonl'))).toBe(false);
    expect((await host.write('ses_1', 'late')).status).toBe(404);
    expect((await host.boot('ses_1')).status).toBe(200);
    expect(host.isHere('ses_1')).toBe(true);
  });

  test('leaves nothing where its seed is refused', async () => {
    await using folder = await temporaryFolder();
    await using host = await startHost(folder.path);
    const refused = await host.boot('ses_1', { seed: { notes: [{ title: LONG_NOTE }], colours: ['red'] } });
    expect(refused.status).toBe(422);
    expect((await host.write('ses_1', 'nowhere')).status).toBe(404);
    expect((await host.boot('ses_1')).status).toBe(200);
  });

  test('is taken up by a thread of the next process, never by the one that all share', async () => {
    await using folder = await temporaryFolder();
    const first = await startHost(folder.path);
    await first.boot('ses_1');
    for (let at = 0; at < TOO_MANY; at += 1) await first.write('ses_1', long(at));
    await first.server.close();
    await using second = await startHost(folder.path);
    expect((await second.titles('ses_1')).length).toBe(TOO_MANY + 1);
    expect(second.isHere('ses_1')).toBe(false);
    expect((await second.write('ses_1', 'next')).status).toBe(201);
  });

  test('is forked where it is', async () => {
    await using folder = await temporaryFolder();
    await using host = await startHost(folder.path);
    await host.boot('ses_1', { seed: { notes: [{ title: long(1) }] } });
    await host.write('ses_1', 'kept');
    await host.write('ses_1', 'left out');
    expect((await host.begin('fork?from=ses_1', 'ses_2', { inherited: 1 })).status).toBe(200);
    await host.write('ses_2', 'of the fork');
    expect(host.isHere('ses_2')).toBe(false);
    expect((await host.titles('ses_2')).slice(1)).toEqual(['kept', 'of the fork']);
    expect((await host.titles('ses_1')).slice(1)).toEqual(['kept', 'left out']);
  });

  test('takes only its own calls with it when its thread dies, and comes back with all that was acknowledged', async () => {
    await using folder = await temporaryFolder();
    await using host = await startHost(folder.path);
    await host.boot('ses_small');
    await host.boot('ses_1', { seed: { notes: [{ title: LONG_NOTE }] } });
    await host.write('ses_1', 'acknowledged');
    const dying = host.call('GET', `/s/ses_1/notes?last=${encodeURIComponent(LAST_WORDS)}`, { token: tokenOf('ses_1') });
    await expect(dying).rejects.toThrow();
    expect((await host.write('ses_small', 'beside')).status).toBe(201);
    expect((await host.titles('ses_1')).slice(1)).toEqual(['acknowledged']);
    expect(host.isHere('ses_1')).toBe(false);
  });
});
