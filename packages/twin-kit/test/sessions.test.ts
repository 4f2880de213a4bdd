import { closeSync, openSync, readdirSync, readlinkSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { tokenDigest } from '@svc/plain-http';
import type { TapeRow, Twin } from '@svc/twin-kit';
import { serveHostedTwin } from '@svc/twin-kit/server';
import { notes } from '../example/notes.ts';
import { temporaryFolder } from '../testing/served.ts';

const CONTROL = 'control-token-of-the-platform';
const tokenOf = (session: string) => `agent-token-of-${session}`;

interface Asked {
  token?: string;
  control?: string;
  body?: unknown;
}

/** A process for many sessions, with the calls that platform and agents make. */
async function startHost(folder: string, more: { worldsBytes?: number } = {}, twin: Twin = notes) {
  const { port, server } = await serveHostedTwin({
    twin,
    host: '127.0.0.1',
    port: 0,
    journals: { folder, ...more },
    controlToken: CONTROL,
  });
  const call = async (method: string, path: string, { token, control, body }: Asked = {}) => {
    const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(control && { 'x-svc-control': control }) };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const boot = async (session: string, more: object = {}) => {
    await mkdir(join(folder, session), { recursive: true });
    const body = { session_id: session, twin: 'notes', token_sha256: tokenDigest(tokenOf(session)), ...more };
    return call('PUT', '/_svc/control/boot', { control: CONTROL, body });
  };
  const started = async (session: string, more: object = {}) => (await boot(session, more)).body.control_token as string;
  const write = (session: string, title: string) =>
    call('POST', `/s/${session}/notes`, { token: tokenOf(session), body: { title } });
  const titles = async (session: string) => {
    const { body } = await call('GET', `/s/${session}/notes`, { token: tokenOf(session) });
    return (body as unknown as { title: string }[]).map(({ title }) => title);
  };
  /** A read on a connection of its own. */
  const onItsOwn = (session: string): Promise<number | undefined> => {
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    const headers = { authorization: `Bearer ${tokenOf(session)}` };
    const options = { host: '127.0.0.1', port, path: `/s/${session}/notes`, agent: false, headers };
    get(options, (answer) => resolve(answer.resume().statusCode)).on('error', reject);
    return promise;
  };
  const end = (session: string) => call('DELETE', `/_svc/control/sessions/${session}`, { control: CONTROL });
  return { server, call, boot, started, write, titles, onItsOwn, end, [Symbol.asyncDispose]: () => server.close() };
}

/** The numbers under which this process has a file open. */
function handlesOf(path: string): number[] {
  return readdirSync('/proc/self/fd')
    .map(Number)
    .filter((handle) => {
      try {
        return readlinkSync(`/proc/self/fd/${handle}`) === path;
      } catch {
        return false;
      }
    });
}

/** Makes a file that is open here one that can't be written. @returns closes what it took */
function breakHandle(path: string): () => void {
  const [handle] = handlesOf(path) as [number];
  closeSync(handle);
  const taken: number[] = [];
  while (!taken.includes(handle)) taken.push(openSync('/dev/null', 'r'));
  return () => {
    for (const other of taken) if (other !== handle) closeSync(other);
  };
}

describe('sessions that share a process', () => {
  test('have a world, a clock and a tape each, and do not meet', async () => {
    await using folder = await temporaryFolder();
    await using host = await startHost(folder.path);
    await host.started('ses_1', { clock: { mode: 'logical', start: '2030-01-01T00:00:00Z' } });
    await host.started('ses_2', { seed: { notes: [{ title: 'other' }] } });
    await host.write('ses_1', 'mine');
    expect([await host.titles('ses_1'), await host.titles('ses_2')]).toEqual([['Welcome', 'mine'], ['other']]);
    const { body } = await host.call('GET', '/s/ses_1/_svc/events', { control: CONTROL });
    const [row] = body as unknown as TapeRow[];
    expect(row).toMatchObject({ seq: 1, path: '/s/ses_1/notes', ts: '2030-01-01T00:00:01.000Z' });
  });

  test("are opened by their own bearer and their own control token, and by no other's", async () => {
    await using folder = await temporaryFolder();
    await using host = await startHost(folder.path);
    const control = await host.started('ses_1');
    await host.started('ses_2');
    expect((await host.call('GET', '/s/ses_2/notes', { token: tokenOf('ses_1') })).status).toBe(401);
    expect((await host.call('GET', '/s/ses_1/_svc/state', { control })).status).toBe(200);
    expect((await host.call('GET', '/s/ses_2/_svc/state', { control })).status).toBe(401);
    expect((await host.call('PUT', '/_svc/control/boot', { control, body: {} })).status).toBe(404);
    expect((await host.call('DELETE', '/_svc/control/sessions/ses_2', { control })).status).toBe(404);
    expect((await host.call('GET', '/s/ses_3/notes', { token: tokenOf('ses_1') })).status).toBe(404);
    expect((await host.call('GET', '/s/..%2f..%2fetc/notes')).status).toBe(404);
  });

  test('are sealed one by one', async () => {
    await using folder = await temporaryFolder();
    await using host = await startHost(folder.path);
    const control = await host.started('ses_1');
    await host.started('ses_2');
    await host.write('ses_1', 'before');
    expect(await host.call('PUT', '/_svc/control/seal', { control })).toEqual({ status: 200, body: { sealed: true, rows: 1 } });
    expect((await host.write('ses_1', 'during')).status).toBe(410);
    expect((await host.write('ses_2', 'during')).status).toBe(201);
    await host.call('DELETE', '/_svc/control/seal', { control });
    expect((await host.write('ses_1', 'after')).status).toBe(201);
    expect((await host.call('PUT', '/_svc/control/seal', { control: CONTROL })).status).toBe(404);
  });

  test('are there in the next process, each as it was, with the same control token', async () => {
    await using folder = await temporaryFolder();
    const sessions = ['ses_1', 'ses_2', 'ses_3'];
    const first = await startHost(folder.path);
    const tokens = await Promise.all(sessions.map((session) => first.started(session)));
    for (const session of sessions) await first.write(session, `of ${session}`);
    await first.server.close();
    await using second = await startHost(folder.path);
    expect(second.server.sessions.size).toBe(0);
    for (const session of sessions) expect(await second.titles(session)).toEqual(['Welcome', `of ${session}`]);
    for (const [at, session] of sessions.entries()) {
      const again = await second.call('PUT', `/_svc/control/sessions/${session}`, { control: CONTROL });
      expect(again).toEqual({ status: 200, body: { session_id: session, control_token: tokens[at] } });
    }
    expect((await second.call('PUT', '/_svc/control/sessions/ses_4', { control: CONTROL })).status).toBe(404);
  });

  test('one whose seed is refused keeps nothing, and can be booted again', async () => {
    await using folder = await temporaryFolder();
    await using host = await startHost(folder.path);
    expect((await host.boot('ses_1', { seed: { notes: [{ title: 1 }] } })).status).toBe(422);
    expect(readdirSync(join(folder.path, 'ses_1'))).toEqual([]);
    expect((await host.boot('ses_1')).status).toBe(200);
    expect((await host.boot('ses_1')).status).toBe(200);
  });

  test('one whose process died while it was booted is booted by the next', async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, 'ses_1'));
    await mkdir(join(folder.path, 'ses_2'));
    await writeFile(join(folder.path, 'ses_1', 'notes.jsonl'), '');
    await writeFile(join(folder.path, 'ses_2', 'notes.jsonl'), '{"format":1,"twin":"no');
    await using host = await startHost(folder.path);
    for (const session of ['ses_1', 'ses_2']) {
      expect((await host.call('GET', `/s/${session}/notes`)).status).toBe(404);
      await host.started(session);
      expect(await host.titles(session)).toEqual(['Welcome']);
    }
  });
});

describe('a session that ends', () => {
  test('leaves no journal, no open file and no memory, and its neighbour goes on', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    await using folder = await temporaryFolder();
    await using host = await startHost(folder.path);
    const journal = join(folder.path, 'ses_1', 'notes.jsonl');
    await host.started('ses_1');
    await host.started('ses_2');
    await host.write('ses_1', 'first');
    const world = new WeakRef(host.server.sessions.get('ses_1')?.engine as object);
    expect(handlesOf(journal)).toHaveLength(1);
    expect((await host.end('ses_1')).status).toBe(200);
    expect(handlesOf(journal)).toEqual([]);
    await expect(stat(journal)).rejects.toThrow('ENOENT');
    expect((await host.write('ses_1', 'late')).status).toBe(404);
    expect((await host.write('ses_2', 'still')).status).toBe(201);
    await new Promise(setImmediate);
    collect();
    expect(world.deref()).toBeUndefined();
    expect((await host.end('ses_1')).status).toBe(200);
  });
});

describe('a journal that can not be written', () => {
  test('costs its own session the calls under way; it comes back with all that was acknowledged', async () => {
    await using folder = await temporaryFolder();
    await using host = await startHost(folder.path);
    await host.started('ses_1');
    await host.started('ses_2');
    await host.write('ses_1', 'acknowledged');
    const journal = join(folder.path, 'ses_1', 'notes.jsonl');
    const giveBack = breakHandle(journal);
    await expect(host.write('ses_1', 'lost')).rejects.toThrow('fetch failed');
    giveBack();
    expect((await host.write('ses_2', 'beside')).status).toBe(201);
    expect(await host.titles('ses_1')).toEqual(['Welcome', 'acknowledged']);
    expect((await host.write('ses_1', 'after')).status).toBe(201);
    expect(handlesOf(journal)).toHaveLength(1);
    expect((await readFile(journal, 'utf8')).trim().split('\n')).toHaveLength(5);
  });

  test('damaged, makes its own session answer 503 until it is mended', async () => {
    await using folder = await temporaryFolder();
    const journal = join(folder.path, 'ses_1', 'notes.jsonl');
    const first = await startHost(folder.path);
    await first.started('ses_1');
    await first.started('ses_2');
    await first.server.close();
    const whole = await readFile(journal, 'utf8');
    await writeFile(journal, `no head\n${whole}`);
    await using host = await startHost(folder.path);
    expect(await host.call('GET', '/s/ses_1/notes')).toMatchObject({
      status: 503,
      body: { error: { type: 'downstream_unavailable' } },
    });
    expect((await host.call('PUT', '/_svc/control/sessions/ses_1', { control: CONTROL })).status).toBe(503);
    expect((await host.write('ses_2', 'beside')).status).toBe(201);
    expect((await host.boot('ses_1')).status).toBe(500);
    expect(await readFile(journal, 'utf8')).toBe(`no head\n${whole}`);
  });
});

describe('a session that asks for much', () => {
  const KIB = 1 << 10;
  const board: Twin = { ...notes, definition: { ...notes.definition, bodyLimit: 4 * KIB } };
  const SLOW_MS = 40;
  /** An operation that keeps the processor for longer than a turn. */
  const slowly = (operation: Twin['definition']['operations'][number]): typeof operation => ({
    ...operation,
    handle: (context, request) => {
      for (const until = performance.now() + SLOW_MS; performance.now() < until; );
      return operation.handle(context, request);
    },
  });
  const fill = async (write: (title: string) => Promise<{ status: number }>): Promise<number> => {
    for (let n = 0; ; n += 1) if ((await write(`${n} ${'x'.repeat(KIB)}`)).status !== 201) return n;
  };

  test('may have what others leave, and an equal share whatever they took', async () => {
    await using folder = await temporaryFolder();
    await using host = await startHost(folder.path, { worldsBytes: 64 * KIB }, board);
    await host.started('ses_1');
    const alone = await fill((title) => host.write('ses_1', title));
    expect(alone).toBeGreaterThan(50);
    await host.started('ses_2');
    const second = await fill((title) => host.write('ses_2', title));
    expect(second).toBeGreaterThan(25);
    expect(second).toBeLessThan(33);
    expect(await host.write('ses_1', 'x'.repeat(KIB))).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('no memory left') },
    });
    await host.end('ses_2');
    await host.end('ses_1');
    await host.started('ses_3');
    expect(await fill((title) => host.write('ses_3', title))).toBe(alone);
  });

  test('does not keep its neighbour waiting for more than the call that runs', async () => {
    const slow = { ...notes, definition: { ...notes.definition, operations: notes.definition.operations.map(slowly) } };
    await using folder = await temporaryFolder();
    await using host = await startHost(folder.path, {}, slow);
    await host.started('ses_1');
    await host.started('ses_2');
    let answered = 0;
    const asked = Array.from({ length: 12 }, async (_, n) => {
      await host.write('ses_1', `${n}`);
      answered += 1;
    });
    await Promise.race(asked);
    const before = answered;
    expect(await host.onItsOwn('ses_2')).toBe(200);
    // The one that ran when it asked, and those whose answers came in with its own.
    expect(answered - before).toBeLessThanOrEqual(3);
    await Promise.all(asked);
    expect(await host.titles('ses_1')).toHaveLength(13);
  });
});
