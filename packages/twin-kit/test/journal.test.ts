import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { notes } from '../example/notes.ts';
import { served, temporaryFolder } from '../testing/served.ts';

const LOGICAL = { mode: 'logical' } as const;
const LONG_TITLE = 'x'.repeat(900);

/** Calls that read a long page twice, so that the second row refers to the first one's answer. */
async function filled(journalPath: string) {
  await using twin = await served(notes, { journalPath, clock: LOGICAL, token: 'a-token-of-these-tests', seed: { notes: [] } });
  await twin.call('POST', '/notes', { title: LONG_TITLE });
  await twin.call('POST', '/notes', { title: `${LONG_TITLE}y` });
  await twin.call('GET', '/notes');
  await twin.call('GET', '/notes');
  await twin.call('POST', '/notes', { title: 'second' });
  return { events: (await twin.call('GET', '/_svc/events')).text, state: await twin.state() };
}

const linesIn = async (path: string): Promise<string[]> => (await readFile(path, 'utf8')).split('\n');

/** The same journal as versions before the present one wrote it: one line for head and start, offsets from the file's start. */
async function asVersion1(path: string): Promise<void> {
  const [head = '', start = '', ...rows] = await linesIn(path);
  const { format, ...session } = JSON.parse(head) as Record<string, unknown>;
  expect(format).toBe(2);
  const first = JSON.stringify({ format: 1, ...session, ...(JSON.parse(start) as object) });
  const moved = Buffer.byteLength(first) - Buffer.byteLength(start);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the mark of a reference
  const reference = /\u0001(\d+),(\d+)\u0001/g;
  const shifted = rows.map((row) => row.replace(reference, (_all, at, length) => `\u0001${Number(at) + moved},${length}\u0001`));
  expect(shifted.join('\n')).not.toBe(rows.join('\n'));
  await writeFile(path, [first, ...shifted].join('\n'));
}

describe('a journal', () => {
  test("has a head with what belongs to the session alone, then the world's start, then rows", async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'journal');
    await filled(path);
    const [head, start, ...rows] = await linesIn(path);
    expect(Object.keys(JSON.parse(head as string) as object).sort()).toEqual(
      ['clock', 'format', 'room', 'sessionId', 'tokenSha256', 'twin', 'webhookPorts'].sort(),
    );
    expect(JSON.parse(start as string)).toEqual({ seed: { notes: [] }, bootedAt: expect.any(Number) });
    expect(rows.filter((row) => row !== '')).toHaveLength(5);
  });

  test('of the first version is taken up, with its tape and its long answers, and goes on', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'journal');
    const before = await filled(path);
    await asVersion1(path);
    await using twin = await served(notes, { journalPath: path, token: 'a-token-of-these-tests' });
    expect((await twin.call('GET', '/_svc/events')).text).toBe(before.events);
    expect(await twin.state()).toEqual(before.state);
    await twin.call('GET', '/notes');
    await twin.call('GET', '/notes');
    const [, , , , , sixth, seventh] = await twin.events();
    expect(sixth?.response_body).toEqual(before.state.notes);
    expect(seventh?.response_body).toEqual(before.state.notes);
  });

  test('of a version to come is refused by name', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'journal');
    await writeFile(path, `${JSON.stringify({ format: 4, twin: 'notes' })}\n`);
    await expect(served(notes, { journalPath: path })).rejects.toThrow(
      `${path}: a journal of version 4: this twin reads versions 1 to 3`,
    );
  });

  test('with a line that is no row is refused by the number of the line', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'journal');
    await filled(path);
    await appendFile(path, '{"seq":5}\tno commit\n');
    await expect(served(notes, { journalPath: path })).rejects.toThrow(`${path}: line 8 can't be taken up`);
  });
});

describe('the state at a step', () => {
  test('beyond the end of the tape is refused with the length of the tape', async () => {
    await using twin = await served(notes);
    await twin.call('POST', '/notes', { title: 'one' });
    const { status, body } = await twin.call('GET', '/_svc/state?step=2');
    expect([status, body]).toMatchObject([422, { error: { message: 'step must be at most 1: the tape has no more rows.' } }]);
    expect((await twin.call('GET', '/_svc/state?step=1')).headers.get('x-svc-rows')).toBe('1');
  });
});
