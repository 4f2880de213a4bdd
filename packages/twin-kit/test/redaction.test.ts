import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { notes } from '../example/notes.ts';
import { served, temporaryFolder } from '../testing/served.ts';

type Served = Awaited<ReturnType<typeof served>>;

const TOKEN = 'secret-token-of-this-sandbox';
const basic = (user: string, password: string): string => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

const post = (twin: Served, authorization: string, body: object): Promise<Response> =>
  fetch(`${twin.url}/notes`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('credentials in texts', () => {
  test('a bearer pasted into a body is not on the tape, and the world still recovers with it', async () => {
    await using folder = await temporaryFolder();
    const journalPath = join(folder.path, 'journal');
    const first = await served(notes, { journalPath, token: 'secret-token-of-this-sandbox' });
    await first.call('POST', '/notes?token=abcdefgh', { title: `mine: ${first.token}`, password: 'hunter2' });
    const tape = JSON.stringify(await first.events());
    for (const secret of [first.token, 'hunter2', 'abcdefgh']) expect(tape).not.toContain(secret);
    const state = await first.state();
    await first.close();
    await using second = await served(notes, { journalPath, token: first.token });
    expect(await second.state()).toEqual(state);
    expect(JSON.stringify(await second.events())).toBe(tape);
  });

  test('an empty one stays: the call took one away, and made again it does so, too', async () => {
    await using twin = await served(notes);
    await twin.call('POST', '/notes', { title: 'a', password: '', api_key: 'abcdefgh' });
    expect((await twin.events())[0]).toMatchObject({ request_body: { title: 'a', password: '', api_key: '[REDACTED]' } });
  });

  // What a caller sends beside its token is its own to choose: none of it may take a row apart or hide what a call did.
  test.each([
    'state_delta',
    'state_mutation',
    'response_body',
    'create_note',
    ',"tool":',
    '"request_body":',
    '"state_delta":[{"collection"',
    'null,"status":',
    'collection',
  ])('%s beside the token changes nothing on the tape, and the world recovers', async (beside) => {
    await using folder = await temporaryFolder();
    const options = { journalPath: join(folder.path, 'journal'), token: TOKEN };
    const first = await served(notes, options);
    expect((await post(first, `Bearer ${TOKEN}`, { title: 'a' })).status).toBe(201);
    expect((await post(first, basic(TOKEN, beside), { title: beside })).status).toBe(201);
    const [state, rows] = [await first.state(), await first.events()];
    const delta = [{ collection: 'notes', after: { title: beside } }];
    const landed = { state_mutation: true, tool: rows[0]?.tool, request_body: { title: beside }, state_delta: delta };
    expect(rows[1]).toMatchObject(landed);
    await first.close();
    await using second = await served(notes, options);
    expect([await second.state(), await second.events()]).toEqual([state, rows]);
  });

  test.each([
    ['a name of a row', 'state_delta', { title: 'state_delta' }],
    ['the end of an escape', 'ntoken123', { title: 'one\ntoken123' }],
    ['quotes and backslashes', 'a"b\\c"d\\e', { title: 'a"b\\c"d\\e' }],
    ['digits', '12345678', { title: 'x', count: 12345678 }],
    ['marks of JSON', 'null,null', { title: 'x', list: [null, null, null] }],
    ['a name of a field', 'a-credential', { title: 'x', 'a-credential': 1 }],
  ])('a wrong credential that is %s leaves the row JSON, and is not in it', async (_what, wrong, body) => {
    await using twin = await served(notes, { token: TOKEN });
    expect((await post(twin, `Bearer ${wrong}`, body)).status).toBe(401);
    const [row] = await twin.events();
    expect(row).toMatchObject({ seq: 1, status: 401, state_mutation: false, state_delta: null, tool: null });
    for (const form of [wrong, JSON.stringify(wrong).slice(1, -1)]) expect(row?.request_body).not.toContain(form);
  });

  test.each([
    ['quotes and backslashes', 'a"b\\c"d\\e'],
    ['a line that begins another', 'nsecret-token'],
    ['an end that is another', 'secret-token-of-this-sandbox-REDACTED'],
  ])('a token with %s is taken out of every text, and the world recovers', async (_what, token) => {
    await using folder = await temporaryFolder();
    const options = { journalPath: join(folder.path, 'journal'), token };
    const first = await served(notes, options);
    expect((await post(first, basic('x', token), { title: `mine:\n${token}` })).status).toBe(201);
    const [state, rows] = [await first.state(), await first.events()];
    expect(JSON.stringify(state)).toContain(JSON.stringify(token).slice(1, -1));
    expect(rows).toMatchObject([{ request_body: { title: 'mine:\n[REDACTED]' }, response_body: { title: 'mine:\n[REDACTED]' } }]);
    await first.close();
    await using second = await served(notes, options);
    expect([await second.state(), await second.events()]).toEqual([state, rows]);
  });

  test('names that redaction makes equal hide no field', async () => {
    await using twin = await served(notes, { token: TOKEN });
    await post(twin, `Bearer ${TOKEN}`, { title: 'x', [TOKEN]: 'one', '[REDACTED]': 'two', __proto__x: 'three' });
    const [row] = await twin.events();
    expect(Object.values(row?.request_body as object)).toEqual(['x', 'one', 'two', 'three']);
    expect(JSON.stringify(row)).not.toContain(TOKEN);
  });

  test('a token that was presented once is not on the tape of calls that come without it', async () => {
    await using twin = await served(notes, { token: TOKEN });
    await twin.call('GET', '/notes');
    for (const authorization of [undefined, 'Bearer another-token'])
      await fetch(`${twin.url}/notes/${TOKEN}`, { headers: { 'x-note': TOKEN, ...(authorization && { authorization }) } });
    const rows = await twin.events();
    expect(rows.map(({ status }) => status)).toEqual([200, 401, 401]);
    expect(JSON.stringify(rows)).not.toContain(TOKEN);
  });
});
