import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { noContent, operationsOf, type TapeRow, type Twin } from '@svc/twin-kit';
import type { ServeOptions } from '@svc/twin-kit/server';
import { notes } from '../example/notes.ts';
import { served, temporaryFolder } from '../testing/served.ts';
import { inTheWhole } from '../testing/share.ts';

const KIB = 1 << 10;
const MIB = 1 << 20;
/** More than a row of these calls has, apart from its body. */
const ROW = 4 * KIB;

const operation = operationsOf();

/** The example, with large bodies and a way to take notes away. */
const board: Twin = {
  ...notes,
  definition: {
    ...notes.definition,
    bodyLimit: MIB,
    documented: [],
    operations: [
      ...notes.definition.operations,
      operation({
        id: 'notes/delete',
        method: 'DELETE',
        path: '/notes/{id}',
        fidelity: 'semantic',
        mutates: true,
        action: 'delete_note',
        handle: ({ world }, { params }) => {
          (world as unknown as { notes: { remove(key: number): void } }).notes.remove(Number(params.id));
          return noContent();
        },
      }),
    ],
  },
};

const title = (n: number, bytes = KIB): string => `${n} `.padEnd(bytes, 'x');

async function full(options: ServeOptions) {
  const twin = await served(board, options);
  const write = (n: number, bytes?: number) => twin.call('POST', '/notes', { title: title(n, bytes) });
  /** Writes until one is refused. @returns how many landed, and the refusal */
  const fill = async (bytes?: number) => {
    for (let n = 1; ; n += 1) {
      const answer = await write(n, bytes);
      if (answer.status !== 201) return { landed: n - 1, answer };
    }
  };
  return { ...twin, write, fill };
}

const refusedFor = (what: string) => `The ${what} of this sandbox is full: it may have 64 KiB. Nothing was changed.`;

describe('a journal at its limit', () => {
  test("refuses writes in the vendor's words, tapes them, changes nothing, and goes on answering reads", async () => {
    await using twin = await full({ room: { journalBytes: 64 * KIB } });
    const { landed, answer } = await twin.fill();
    expect([answer.status, answer.body]).toEqual([403, { error: refusedFor('tape') }]);
    expect(landed).toBeGreaterThan(10);
    const rows = await twin.events();
    expect(rows.at(-1)).toMatchObject({
      seq: landed + 1,
      status: 403,
      state_mutation: false,
      state_delta: null,
      tool: 'create_note',
      response_body: { error: refusedFor('tape') },
    });
    expect(rows.at(-1)).not.toHaveProperty('cut');
    expect(JSON.stringify(rows).length).toBeLessThan(64 * KIB + ROW);
    expect((await twin.call('GET', '/notes')).body).toHaveLength(landed + 1);
    expect((await twin.state()).notes).toHaveLength(landed + 1);
    expect((await twin.events()).at(-1)).toMatchObject({ method: 'GET', status: 200 });
  });

  test('refuses a tool the same way', async () => {
    await using twin = await full({ room: { journalBytes: 64 * KIB } });
    const { landed } = await twin.fill();
    const { body } = await twin.call('POST', '/mcp/call', { name: 'create_note', arguments: { title: title(landed + 9) } });
    expect(body).toMatchObject({ isError: true, content: [{ type: 'text', text: expect.stringContaining(refusedFor('tape')) }] });
    expect((await twin.state()).notes).toHaveLength(landed + 1);
  });

  inTheWhole(test)('says on its last row that calls after it are refused without one, and then grows no more', async () => {
    await using twin = await full({ room: { journalBytes: 64 * KIB } });
    const { landed } = await twin.fill();
    // Their bodies alone would fill the reserve.
    for (let n = 0; n < 20; n += 1) expect((await twin.write(n, 900 * KIB)).text).toContain('is full');
    const read = () => twin.call('GET', `/notes?${'q'.repeat(8 * KIB)}`);
    for (let answered = true; answered; ) {
      const answers = await Promise.all(Array.from({ length: 200 }, read));
      answered = answers.every(({ status }) => status === 200);
    }
    const rows = await twin.events();
    expect(rows.filter((row) => row.cut).map((row) => row.seq)).toEqual([rows.length]);
    expect(rows.at(-1)).toMatchObject({ cut: true, status: 403, state_mutation: false });
    expect(rows[landed + 10]).toMatchObject({ request_body: { $omitted: 900 * KIB + '{"title":""}'.length } });
    const after = await read();
    expect([after.status, after.body]).toEqual([
      403,
      { error: 'The tape of this sandbox has ended: it may have 64 KiB. Nothing was read or changed.' },
    ]);
    expect((await twin.events()).length).toBe(rows.length);
  });
});

describe('a world at its limit', () => {
  const room = { worldBytes: 64 * KIB };

  test('takes nothing that makes it larger, and what makes it smaller', async () => {
    await using twin = await full({ room });
    const { landed, answer } = await twin.fill();
    expect([answer.status, answer.body]).toEqual([403, { error: refusedFor('world') }]);
    expect(JSON.stringify(await twin.state()).length).toBeGreaterThan(60 * KIB);
    expect(JSON.stringify(await twin.state()).length).toBeLessThan(64 * KIB);
    expect((await twin.call('DELETE', '/notes/2')).status).toBe(204);
    expect((await twin.write(1)).status).toBe(201);
    expect((await twin.write(landed + 2)).status).toBe(403);
    expect((await twin.state()).notes).toHaveLength(landed + 1);
  });

  test('is at its limit after a restart too, and gives the same ids and state as one that was never full', async () => {
    await using folder = await temporaryFolder();
    const options = { room, token: 'a-token-of-this-test', journalPath: join(folder.path, 'journal') };
    const first = await full(options);
    const { landed } = await first.fill();
    const before = await first.state();
    await first.close();
    await using second = await full(options);
    expect(await second.state()).toEqual(before);
    expect((await second.write(landed + 9)).status).toBe(403);
    expect((await second.call('DELETE', '/notes/2')).status).toBe(204);
    expect((await second.write(1)).body).toMatchObject({ id: landed + 2 });
  });

  test('counts what goes as well as what comes', async () => {
    await using twin = await full({ room });
    for (let n = 0; n < 200; n += 1) {
      expect((await twin.write(n)).status).toBe(201);
      expect((await twin.call('DELETE', `/notes/${n + 2}`)).status).toBe(204);
    }
    expect((await twin.events()).filter((row: TapeRow) => row.state_mutation)).toHaveLength(400);
  });
});

test('a large world is told piece by piece, and is the same JSON', async () => {
  await using twin = await full({});
  for (let n = 0; n < 5; n += 1) await twin.write(n, 40 * KIB);
  const now = await twin.call('GET', '/_svc/state');
  const then = await twin.call('GET', '/_svc/state?step=5');
  expect(now.headers.get('content-length')).toBeNull();
  expect(now.text).toBe(JSON.stringify(now.body));
  expect(then.text).toBe(now.text);
  expect((now.body as { notes: { title: string }[] }).notes.map((note) => note.title)).toEqual([
    'Welcome',
    ...[0, 1, 2, 3, 4].map((n) => title(n, 40 * KIB)),
  ]);
  const before = await twin.call('GET', '/_svc/state?step=0');
  expect([before.headers.get('content-length'), before.text]).toEqual(['38', '{"notes":[{"id":1,"title":"Welcome"}]}']);
});
