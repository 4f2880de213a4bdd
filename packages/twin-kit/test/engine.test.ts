import { readFileSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Twin } from '@svc/twin-kit';
import { notes } from '../example/notes.ts';
import { served, temporaryFolder } from '../testing/served.ts';

describe('the example of the README', () => {
  test('stands in the README as it is in the file', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const example = readFileSync(new URL('../example/notes.ts', import.meta.url), 'utf8');
    expect(readme).toContain(`\`\`\`ts\n${example}\`\`\``);
  });

  test('boots its default world, answers, and records', async () => {
    await using twin = await served(notes);
    expect((await twin.call('GET', '/notes')).body).toEqual([{ id: 1, title: 'Welcome' }]);
    const answer = await twin.call('POST', '/notes', { title: 'Second' });
    expect([answer.status, answer.body]).toEqual([201, { id: 2, title: 'Second' }]);
    const [read, write] = await twin.events();
    expect(read).toMatchObject({
      seq: 1,
      method: 'GET',
      path: '/s/standalone/notes',
      status: 200,
      state_mutation: false,
      state_delta: null,
      tool: 'list_notes',
      fidelity: 'semantic',
    });
    expect(write).toMatchObject({
      seq: 2,
      twin: 'notes',
      request_body: { title: 'Second' },
      response_body: { id: 2, title: 'Second' },
      state_mutation: true,
      state_delta: [{ collection: 'notes', id: 2, before: null, after: { id: 2, title: 'Second' } }],
      tool: 'create_note',
    });
    expect(await twin.state()).toEqual({
      notes: [
        { id: 1, title: 'Welcome' },
        { id: 2, title: 'Second' },
      ],
    });
  });
});

/** The example, with room for large bodies. */
const roomy: Twin = { ...notes, definition: { ...notes.definition, bodyLimit: 1 << 20 } };

describe('refusals', () => {
  test.each([
    ['a taken title', 'POST', '/notes', { title: 'Welcome' }, 409, { error: 'There is a note called "Welcome".' }],
    [
      'input outside the schema',
      'POST',
      '/notes',
      { title: 3 },
      422,
      { error: 'Invalid input.', issues: [{ path: 'title', code: 'invalid_type' }] },
    ],
    ['a body that is not JSON', 'POST', '/notes', '{', 400, { error: 'The body is not JSON.' }],
    ['a body over the limit', 'POST', '/notes', { title: 'x'.repeat(2000) }, 413, { error: 'At most 1024 bytes.' }],
    [
      'a documented operation that is not modelled',
      'DELETE',
      '/notes/1',
      undefined,
      501,
      { error: 'DELETE /notes/{id} is not simulated.' },
    ],
    ['a path the vendor lacks', 'GET', '/nothing', undefined, 404, { error: 'No such path.' }],
    ['a path that cannot be decoded', 'GET', '/notes/%zz', undefined, 404, { error: 'No such path.' }],
  ] as const)("%s: in the vendor's words, on the tape, without a change", async (_what, method, path, body, status, expected) => {
    await using twin = await served(notes);
    const before = await twin.state();
    const answer = await twin.call(method, path, body);
    expect([answer.status, answer.body]).toEqual([status, expected]);
    expect(await twin.state()).toEqual(before);
    expect(await twin.events()).toMatchObject([
      {
        status,
        state_mutation: false,
        state_delta: null,
        fidelity: status === 501 ? 'unsupported' : status === 404 || status === 413 ? null : 'semantic',
      },
    ]);
  });

  test("a wrong and a missing bearer get the vendor's own answers, and both are taped without the bearer", async () => {
    await using twin = await served(notes);
    const wrong = await fetch(`${twin.url}/notes`, { headers: { authorization: 'Bearer not-the-token' } });
    expect([wrong.status, await wrong.json()]).toEqual([401, { error: 'Wrong token.' }]);
    const missing = await fetch(`${twin.url}/notes`);
    expect([missing.status, await missing.json()]).toEqual([401, { error: 'Send a token.' }]);
    const rows = await twin.events();
    expect(rows.map((row) => row.status)).toEqual([401, 401]);
    expect(rows[0]?.request_headers.authorization).toBe('[REDACTED]');
    expect(JSON.stringify(rows)).not.toContain('not-the-token');
  });

  test.each([
    ['access_token=abcdefgh&page=2', 'access_token=[REDACTED]&page=2'],
    ['page=2&%61ccess_token=abcdefgh', 'page=2&%61ccess_token=[REDACTED]'],
    ['api_key=abcdefgh%20&q=50%25', 'api_key=[REDACTED]&q=50%25'],
    ['%zz=1&token=abcdefgh', '%zz=1&token=[REDACTED]'],
    ['tokens=2&q=access_token', 'tokens=2&q=access_token'],
    ['token', 'token'],
  ])('a credential is taken out of the query %s', async (query, shown) => {
    await using twin = await served(notes);
    await twin.call('GET', `/notes?${query}`);
    expect((await twin.events()).map(({ path }) => path)).toEqual([`/s/standalone/notes?${shown}`]);
  });

  test.each([
    ['Bearer', (token: string) => `Bearer ${token}`],
    ['token, as GitHub clients send it', (token: string) => `token ${token}`],
    ['bare, as Linear clients send it', (token: string) => token],
    [
      'Basic with the token as user, as Stripe clients send it',
      (token: string) => `Basic ${Buffer.from(`${token}:`).toString('base64')}`,
    ],
    [
      'Basic with the token as password, as git sends it',
      (token: string) => `Basic ${Buffer.from(`x:${token}`).toString('base64')}`,
    ],
  ])('a bearer sent as %s opens the twin', async (_form, form) => {
    await using twin = await served(notes);
    const answer = await fetch(`${twin.url}/notes`, { headers: { authorization: form(twin.token) } });
    expect(answer.status).toBe(200);
  });

  test('evidence needs the bearer, health does not on a local twin, and neither is on the tape', async () => {
    await using twin = await served(notes);
    for (const path of ['/_svc/state', '/_svc/events']) expect((await fetch(twin.url + path)).status).toBe(401);
    const health = await fetch(`${twin.url}/_svc/health`);
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok', twin: 'notes', session_id: 'standalone' }]);
    expect(await twin.events()).toEqual([]);
  });

  test("another session's prefix is no way in", async () => {
    await using twin = await served(notes);
    const answer = await fetch(`http://127.0.0.1:${twin.port}/s/ses_other/notes`, {
      headers: { authorization: `Bearer ${twin.token}` },
    });
    expect(answer.status).toBe(404);
  });
});

describe('the journal', () => {
  test('a twin started again on its journal has its world, its tape and its ids', async () => {
    await using folder = await temporaryFolder();
    const options = { journalPath: join(folder.path, 'journal'), token: 'a-token-of-some-length' };
    const first = await served(notes, options);
    for (const title of ['a', 'b', 'c']) await first.call('POST', '/notes', { title });
    await first.call('POST', '/notes', { title: 'a' });
    const [state, tape] = [await first.state(), await first.events()];
    await first.close();
    await using second = await served(notes, options);
    expect(await second.state()).toEqual(state);
    expect(await second.events()).toEqual(tape);
    expect((await second.call('POST', '/notes', { title: 'd' })).body).toEqual({ id: 5, title: 'd' });
    expect((await second.events()).map((row) => row.seq)).toEqual([1, 2, 3, 4, 5]);
  });

  test('a last line cut off by a crash was never acknowledged, and is dropped', async () => {
    await using folder = await temporaryFolder();
    const options = { journalPath: join(folder.path, 'journal'), token: 'a-token-of-some-length' };
    const first = await served(notes, options);
    await first.call('POST', '/notes', { title: 'kept' });
    await first.close();
    const whole = await readFile(options.journalPath);
    await appendFile(options.journalPath, '{"seq":2,"ts":"2026');
    const second = await served(notes, options);
    expect((await second.events()).map((row) => row.seq)).toEqual([1]);
    await second.call('POST', '/notes', { title: 'after' });
    await second.close();
    const after = await readFile(options.journalPath);
    expect(after.subarray(0, whole.length).equals(whole)).toBe(true);
    await using third = await served(notes, options);
    expect((await third.events()).map((row) => row.seq)).toEqual([1, 2]);
  });

  test('a damaged line before the last is refused, not skipped', async () => {
    await using folder = await temporaryFolder();
    const options = { journalPath: join(folder.path, 'journal'), token: 'a-token-of-some-length' };
    const first = await served(notes, options);
    await first.close();
    await appendFile(options.journalPath, 'damaged\t{}\n{}\n');
    await expect(served(notes, options)).rejects.toThrow("line 3 can't be taken up");
  });

  test('the state after any number of rows can be read back, 0 being the seed', async () => {
    await using twin = await served(notes);
    const states = [await twin.state()];
    for (const title of ['a', 'b', 'a']) {
      await twin.call('POST', '/notes', { title });
      states.push(await twin.state());
    }
    const past = await Promise.all(states.map(async (_, step) => (await twin.call('GET', `/_svc/state?step=${step}`)).body));
    expect(past).toEqual(states);
    expect((await twin.call('GET', '/_svc/state?step=x')).status).toBe(422);
  });

  test('the tape reads as an array, as lines, and after a row', async () => {
    await using twin = await served(notes);
    for (const title of ['a', 'b', 'c']) await twin.call('POST', '/notes', { title });
    const lines = (await twin.call('GET', '/_svc/events?format=jsonl')).text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(await twin.events());
    expect((await twin.call('GET', '/_svc/events?after=2')).body).toMatchObject([{ seq: 3 }]);
  });
});

describe('repeatability', () => {
  test('the same seed, calls and logical clock give the same state and tape, byte for byte', async () => {
    const play = async (): Promise<string> => {
      await using twin = await served(notes, {
        seed: { notes: [{ title: 'x' }] },
        clock: { mode: 'logical' },
        token: 'a-token-of-some-length',
      });
      await twin.call('POST', '/notes', { title: 'a' });
      await twin.call('POST', '/notes', { title: 'a' });
      await twin.call('GET', '/notes');
      const tape = (await twin.call('GET', '/_svc/events')).text.replaceAll(
        /(?:"received_at":"[^"]+",)?"latency_ms":[\d.]+/g,
        '',
      );
      return tape + (await twin.call('GET', '/_svc/state')).text;
    };
    const first = await play();
    expect(await play()).toBe(first);
    expect([...first.matchAll(/"ts":"([^"]+)"/g)].map(([, ts]) => ts)).toEqual([
      '2026-01-01T00:00:01.000Z',
      '2026-01-01T00:00:02.000Z',
      '2026-01-01T00:00:02.000Z',
    ]);
  });
});

describe('transport', () => {
  test('HEAD answers as GET without a body', async () => {
    await using twin = await served(notes);
    const answer = await twin.call('HEAD', '/notes');
    expect([answer.status, answer.text, answer.headers.get('content-length')]).toEqual([200, '', '28']);
  });

  test('a caller that leaves in the middle of its body leaves no row and no change', async () => {
    await using twin = await served(notes);
    await new Promise<void>((resolve) => {
      const request = httpRequest(`${twin.url}/notes`, {
        method: 'POST',
        headers: { authorization: `Bearer ${twin.token}`, 'content-length': 100 },
      });
      request.on('error', () => resolve());
      request.write('{"title":', () => request.destroy());
    });
    expect(await twin.events()).toEqual([]);
  });

  test('parallel writes each get their own row, in one order with the commits', async () => {
    await using twin = await served(notes);
    await Promise.all(Array.from({ length: 100 }, (_, n) => twin.call('POST', '/notes', { title: `note ${n}` })));
    const rows = await twin.events();
    expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
    expect(rows.map((row) => row.state_delta?.[0]?.id)).toEqual(Array.from({ length: 100 }, (_, n) => n + 2));
  });
});

describe('long answers', () => {
  test('that repeat are kept once, and every row still shows its own, after a restart too', async () => {
    await using folder = await temporaryFolder();
    const options = {
      journalPath: join(folder.path, 'journal'),
      token: 'a-token-of-some-length',
      seed: { notes: [{ title: 'é'.repeat(30_000) }] },
    };
    const first = await served(notes, options);
    const answers = [];
    for (let n = 0; n < 5; n += 1) answers.push((await first.call('GET', '/notes')).body);
    await first.call('POST', '/notes', { title: 'more' });
    answers.push((await first.call('GET', '/notes')).body);
    const shown = (rows: { method: string; response_body: unknown }[]) =>
      rows.filter((row) => row.method === 'GET').map((row) => row.response_body);
    expect(shown(await first.events())).toEqual(answers);
    await first.close();
    // The seed, the first page and the page after the write: three times the title, not seven.
    expect((await readFile(options.journalPath)).length).toBeLessThan(4 * 60_000);
    await using second = await served(notes, options);
    expect(shown(await second.events())).toEqual(answers);
    expect((await second.call('GET', '/notes')).body).toEqual(answers.at(-1));
  });
});

describe('bodies that nest without end', () => {
  test.each(['/notes', '/mcp', '/mcp/call'])('at %s are refused, not a stack overflow', async (path) => {
    await using twin = await served(roomy);
    const body = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const answer = await twin.call('POST', path, body, headers);
    expect(answer.status).toBe(400);
    expect((await twin.events()).map((row) => row.status)).toEqual([400]);
  });
});
