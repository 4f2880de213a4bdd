import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
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
  const start = () =>
    serveHostedTwin({ twin: notes, host: '127.0.0.1', port: 0, journals: { folder: folder.path }, controlToken: CONTROL });
  let { port, server } = await start();
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
    /** In the process of the session that it is forked from. */
    forkHere: async (id: string, from: string, inherited: number) =>
      ask('PUT', `/_svc/control/fork?from=${from}`, JSON.stringify({ ...(await envelope(id)), inherited })),
    end: (id: string) => ask('DELETE', `/_svc/control/sessions/${id}`),
    /** What is in memory is gone, as after a kill: all that is known stands in files. */
    restart: async () => {
      await server.close();
      ({ port, server } = await start());
    },
    list: (id: string) => ask('GET', `/s/${id}/notes`),
    files: (id: string) => readdir(join(folder.path, id)),
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

describe('a fork beside the session that it goes on from', () => {
  const LONG = 'x'.repeat(900);

  test("has its world and its rows now and before, is changed by nothing that happens to it, and outlives it and a process's end", async () => {
    await using twins = await shared();
    await twins.boot('ses_parent');
    for (const title of [`${LONG}1`, `${LONG}2`]) await twins.write('ses_parent', title);
    // The second answer stands in the journal as a reference to the first one.
    for (let read = 0; read < 2; read += 1) await twins.list('ses_parent');
    expect((await twins.forkHere('ses_now', 'ses_parent', 4)).status).toBe(200);
    expect((await twins.forkHere('ses_before', 'ses_parent', 1)).status).toBe(200);
    for (const id of ['ses_parent', 'ses_now', 'ses_before']) await twins.write(id, `of ${id}`);
    const told = async (id: string) => {
      const rows = await twins.rows(id);
      const { bytes } = await twins.ask('GET', `/s/${id}/_svc/state`);
      const answers = rows.map(({ seq, inherited = false, response_body }) => ({ seq, inherited, response_body }));
      return { answers, state: JSON.parse(bytes.toString()) as { notes: { title: string }[] } };
    };
    const whole = [await told('ses_now'), await told('ses_before')] as const;
    const inherited = (await told('ses_parent')).answers.slice(0, 4).map((row) => ({ ...row, inherited: true }));
    expect(whole[0].answers.slice(0, 4)).toEqual(inherited);
    expect(whole[1].answers.slice(0, 1)).toEqual(inherited.slice(0, 1));
    const titlesOf = ({ state }: (typeof whole)[0]) =>
      state.notes.map(({ title }) => title).filter((title) => /^(x+|of |after)/.test(title));
    expect(titlesOf(whole[0])).toEqual([`${LONG}1`, `${LONG}2`, 'of ses_now']);
    expect(titlesOf(whole[1])).toEqual([`${LONG}1`, 'of ses_before']);
    await twins.end('ses_parent');
    await twins.restart();
    expect([await told('ses_now'), await told('ses_before')]).toEqual(whole);
    await twins.write('ses_now', 'after');
    expect(titlesOf(await told('ses_now'))).toEqual([`${LONG}1`, `${LONG}2`, 'of ses_now', 'after']);
  });

  test('is forked itself, at its own rows and at those that it inherited, also into another process', async () => {
    await using twins = await shared();
    await twins.boot('ses_parent');
    for (const title of [`${LONG}1`, `${LONG}2`]) await twins.write('ses_parent', title);
    for (let read = 0; read < 2; read += 1) await twins.list('ses_parent');
    const forked = await twins.forkHere('ses_child', 'ses_parent', 4);
    await twins.write('ses_child', 'three');
    for (let read = 0; read < 2; read += 1) await twins.list('ses_child');
    const rows = await twins.rows('ses_child');
    const without = ({ inherited: _inherited, ...row }: TapeRow) => row;
    for (const at of [0, 1, 4, 5, 7]) {
      const id = `ses_grandchild_${at}`;
      expect((await twins.forkHere(id, 'ses_child', at)).status).toBe(200);
      expect((await twins.rows(id)).map(without)).toEqual(rows.slice(0, at).map(without));
    }
    const { control_token } = JSON.parse(forked.bytes.toString()) as { control_token: string };
    const { bytes } = await twins.ask('GET', '/_svc/control/journal?rows=7', undefined, control_token);
    expect((await twins.fork('ses_elsewhere', 7, bytes)).status).toBe(200);
    await twins.end('ses_parent');
    await twins.end('ses_child');
    await twins.restart();
    for (const id of ['ses_grandchild_7', 'ses_elsewhere'])
      expect((await twins.rows(id)).map(without)).toEqual(rows.map(without));
    expect((await twins.rows('ses_grandchild_5')).map(without)).toEqual(rows.slice(0, 5).map(without));
  });

  test('leaves nothing when it ends', async () => {
    await using twins = await shared();
    await twins.boot('ses_parent');
    await twins.write('ses_parent', 'one');
    await twins.forkHere('ses_fork', 'ses_parent', 1);
    expect(await twins.files('ses_fork')).toEqual(['notes.jsonl', 'notes.jsonl.1']);
    await twins.end('ses_fork');
    expect(await twins.files('ses_fork')).toEqual([]);
    expect(await twins.files('ses_parent')).toEqual(['notes.jsonl']);
    expect(titles(await twins.rows('ses_parent'))).toEqual(['one']);
  });

  test('is refused where there is no such session, beyond the end of its tape, and for nobody but the platform', async () => {
    await using twins = await shared();
    const control = await twins.boot('ses_parent');
    await twins.write('ses_parent', 'one');
    expect((await twins.forkHere('ses_fork', 'ses_nobody', 0)).status).toBe(404);
    expect((await twins.forkHere('ses_fork', 'ses_parent', 2)).status).toBe(422);
    expect((await twins.ask('PUT', '/_svc/control/fork?from=ses_parent', '{}', control)).status).toBe(404);
    expect((await twins.forkHere('ses_fork', 'ses_parent', 1)).status).toBe(200);
  });

  test('whose inherited rows are gone is a session that can not be read, not one without them', async () => {
    await using twins = await shared();
    await twins.boot('ses_parent');
    await twins.write('ses_parent', 'one');
    await twins.forkHere('ses_fork', 'ses_parent', 1);
    await twins.restart();
    await rm(`${twins.journal('ses_fork')}.1`);
    expect((await twins.list('ses_fork')).status).toBe(503);
  });

  test("has none of its parent's faults", async () => {
    await using twins = await shared();
    const slow = { kind: 'slow', delay_ms: 1 };
    const control = await twins.boot('ses_parent', { faults: [slow] });
    await twins.write('ses_parent', 'one');
    await twins.ask('PUT', '/_svc/control/faults', JSON.stringify({ faults: [slow, slow] }), control);
    for (const at of [0, 1]) {
      await twins.forkHere(`ses_fork_${at}`, 'ses_parent', at);
      await twins.write(`ses_fork_${at}`, 'own');
    }
    await twins.restart();
    for (const at of [0, 1]) {
      await twins.write(`ses_fork_${at}`, 'own');
      const own = (await twins.rows(`ses_fork_${at}`)).slice(at);
      expect(own.map(({ fault }) => fault)).toEqual([undefined, undefined]);
    }
  });
});
