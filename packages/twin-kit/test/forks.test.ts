import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { TapeRow } from '@svc/twin-kit';
import { serveHostedTwin } from '@svc/twin-kit/server';
import { notes } from '../example/notes.ts';
import { temporaryFolder } from '../testing/served.ts';

const CONTROL = 'control-token-of-the-platform';
const TOKEN = 'agent-token-of-the-sandbox';

/** A process for many sessions, and what the platform does with it. */
async function shared() {
  const folder = await temporaryFolder();
  const { port, server } = await serveHostedTwin({
    twin: notes,
    host: '127.0.0.1',
    port: 0,
    journals: { folder: folder.path },
    controlToken: CONTROL,
  });
  const ask = async (method: string, path: string, body?: Buffer | string, control = CONTROL) => {
    const headers = { 'x-svc-control': control, authorization: `Bearer ${TOKEN}` };
    const init = { method, headers, ...(body !== undefined && { body }) };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const envelope = async (id: string) => {
    await mkdir(join(folder.path, id), { recursive: true });
    const token_sha256 = createHash('sha256').update(TOKEN).digest('hex');
    return { session_id: id, twin: 'notes', token_sha256, clock: { mode: 'logical' } };
  };
  return {
    ask,
    journal: (id: string) => join(folder.path, id, 'notes.jsonl'),
    boot: async (id: string, more: object = {}) => {
      const answer = await ask('PUT', '/_svc/control/boot', JSON.stringify({ ...(await envelope(id)), ...more }));
      return (JSON.parse(answer.bytes.toString()) as { control_token: string }).control_token;
    },
    fork: async (id: string, inherited: number, journal: Buffer) => {
      const line = JSON.stringify({ ...(await envelope(id)), inherited });
      return ask('PUT', '/_svc/control/fork', Buffer.concat([Buffer.from(`${line}\n`), journal]));
    },
    write: (id: string, title: string) => ask('POST', `/s/${id}/notes`, JSON.stringify({ title })),
    rows: async (id: string) => JSON.parse((await ask('GET', `/s/${id}/_svc/events`)).bytes.toString()) as TapeRow[],
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const titles = (rows: readonly TapeRow[]) => rows.map(({ request_body }) => (request_body as { title: string }).title);

describe('a fork in a process of many sessions', () => {
  test("inherits the rows that were asked for, under its own head, and outlives its parent's end", async () => {
    await using twins = await shared();
    const control = await twins.boot('ses_parent');
    for (const title of ['one', 'two', 'three']) await twins.write('ses_parent', title);
    const journal = await twins.ask('GET', '/_svc/control/journal?rows=2', undefined, control);
    expect((await twins.fork('ses_fork', 2, journal.bytes)).status).toBe(200);
    await twins.ask('DELETE', '/_svc/control/sessions/ses_parent');
    await twins.write('ses_fork', 'own');
    const rows = await twins.rows('ses_fork');
    expect(titles(rows)).toEqual(['one', 'two', 'own']);
    expect(rows.map(({ inherited = false }) => inherited)).toEqual([true, true, false]);
    const [head] = (await readFile(twins.journal('ses_fork'), 'utf8')).split('\n');
    expect(JSON.parse(head as string)).toMatchObject({ sessionId: 'ses_fork', inherited: 2 });
  });

  test("is not opened by another session's token, and not beyond the end of the tape", async () => {
    await using twins = await shared();
    const control = await twins.boot('ses_parent');
    const other = await twins.boot('ses_other');
    await twins.write('ses_parent', 'one');
    expect((await twins.ask('GET', '/_svc/control/journal?rows=2', undefined, control)).status).toBe(422);
    expect((await twins.ask('GET', '/_svc/control/journal?rows=1', undefined, other)).status).toBe(422);
    expect((await twins.ask('GET', '/_svc/control/journal?rows=x', undefined, control)).status).toBe(422);
    expect((await twins.ask('GET', '/_svc/control/journal?rows=0', undefined, 'wrong')).status).toBe(404);
  });

  test("has none of its parent's faults, however they were set, and its own count from its own calls", async () => {
    await using twins = await shared();
    const slow = { kind: 'slow', delay_ms: 1, nth: 2 };
    const control = await twins.boot('ses_parent', { faults: [slow] });
    const set = (faults: object[], token: string) => twins.ask('PUT', '/_svc/control/faults', JSON.stringify({ faults }), token);
    await twins.write('ses_parent', 'one');
    await set([slow, slow], control);
    for (const title of ['two', 'three']) await twins.write('ses_parent', title);
    await set([], control);
    await set([slow], control);
    await twins.write('ses_parent', 'four');
    const journal = await twins.ask('GET', '/_svc/control/journal?rows=3', undefined, control);
    const forked = await twins.fork('ses_fork', 3, journal.bytes);
    const { control_token } = JSON.parse(forked.bytes.toString()) as { control_token: string };
    await twins.write('ses_fork', 'own');
    await set([slow], control_token);
    for (const title of ['own', 'slow']) await twins.write('ses_fork', title);
    const rows = await twins.rows('ses_fork');
    expect(titles(rows)).toEqual(['one', 'two', 'three', 'own', 'own', 'slow']);
    expect(rows.map(({ fault }) => fault?.kind)).toEqual([undefined, undefined, 'slow', undefined, undefined, 'slow']);
  });

  test('whose journal breaks off on the way is no session, and can be asked for again', async () => {
    await using twins = await shared();
    const control = await twins.boot('ses_parent');
    for (const title of ['one', 'two']) await twins.write('ses_parent', title);
    const { bytes } = await twins.ask('GET', '/_svc/control/journal?rows=2', undefined, control);
    for (const broken of [bytes.subarray(0, -10), bytes.subarray(0, bytes.indexOf('\n') + 1), Buffer.alloc(0)]) {
      expect((await twins.fork('ses_fork', 2, broken)).status).toBe(500);
      expect((await twins.ask('GET', '/s/ses_fork/notes')).status).toBe(404);
    }
    expect((await twins.fork('ses_fork', 2, bytes)).status).toBe(200);
    expect(titles(await twins.rows('ses_fork'))).toEqual(['one', 'two']);
  });

  test('that its process died over half way is no session when that is back', async () => {
    await using twins = await shared();
    const control = await twins.boot('ses_parent');
    for (const title of ['one', 'two']) await twins.write('ses_parent', title);
    const { bytes } = await twins.ask('GET', '/_svc/control/journal?rows=2', undefined, control);
    await twins.fork('ses_fork', 2, bytes);
    const whole = await readFile(twins.journal('ses_fork'));
    await twins.fork('ses_half', 0, bytes.subarray(0, bytes.indexOf('\n') + 1));
    await twins.ask('DELETE', '/_svc/control/sessions/ses_half');
    await writeFile(twins.journal('ses_half'), whole.subarray(0, whole.lastIndexOf('\n', whole.length - 2) + 1));
    expect((await twins.ask('GET', '/s/ses_half/notes')).status).toBe(404);
    expect((await twins.fork('ses_half', 2, bytes)).status).toBe(200);
    expect(titles(await twins.rows('ses_half'))).toEqual(['one', 'two']);
  });
});
