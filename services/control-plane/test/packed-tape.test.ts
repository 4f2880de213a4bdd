import { describe, expect, test } from '@jest/globals';
import { PackedTape } from '../src/dashboard/packed-tape.ts';
import { Tapes } from '../src/dashboard/tapes.ts';

const row = (place: number): string => JSON.stringify({ place, body: 'x'.repeat(place % 997) });
const rows = (count: number): string[] => Array.from({ length: count }, (_, index) => row(index + 1));

/** A text as a store may hand it out. */
async function* inPieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = async (tape: AsyncIterable<Buffer>): Promise<string[]> => {
  const texts: string[] = [];
  for await (const one of tape) texts.push(one.toString());
  return texts;
};

describe('a tape in memory', () => {
  test.each([1 << 10, 100_003, 1 << 18, 1 << 24])('has each row where it stood, read in pieces of %p bytes', async (size) => {
    const all = rows(4_000);
    const tape = (await PackedTape.of(inPieces(`${all.join('\n')}\n`, size)))!;
    expect(tape.rows).toBe(4_000);
    for (const place of [1, 2, 533, 1_999, 2_000, 3_999, 4_000]) expect((await tape.row(place))!.toString()).toBe(row(place));
    expect([await tape.row(0), await tape.row(4_001)]).toEqual([undefined, undefined]);
    expect(await read(tape)).toEqual(all);
    for (const [from, to] of [
      [1, 1],
      [533, 2_001],
      [3_990, 9_999],
      [1, 4_000],
      [0, 3],
      [4_001, 4_002],
      [7, 6],
    ] as const)
      expect(await read(tape.between(from, to))).toEqual(all.slice(Math.max(0, from - 1), to));
    expect(tape.bytes).toBeLessThan(all.join().length / 5);
  });

  test('counts no empty line, and a last line without an end', async () => {
    const tape = (await PackedTape.of(inPieces('\n{"a":1}\n\n\n{"a":2}', 3)))!;
    expect([tape.rows, await read(tape), String(await tape.row(2))]).toEqual([2, ['{"a":1}', '{"a":2}'], '{"a":2}']);
  });

  test('may have no row at all', async () => {
    const tape = (await PackedTape.of(inPieces('', 1)))!;
    expect([tape.rows, await read(tape), await tape.row(1)]).toEqual([0, [], undefined]);
  });

  test('is none where a line or the whole of it is too long', async () => {
    const limits = { line: 1 << 19, tape: 1 << 20 };
    expect(await PackedTape.of(inPieces('x'.repeat(1 << 20), 1 << 16), limits)).toBeUndefined();
    const noise = Array.from({ length: 8 << 16 }, () => Math.random().toString(36)).join('\n');
    expect(await PackedTape.of(inPieces(noise, 1 << 16), limits)).toBeUndefined();
  });
});

describe('the tapes at hand', () => {
  const asked: string[] = [];
  const reading = (name: string) => async () => {
    asked.push(name);
    return inPieces(rows(50).join('\n'), 1 << 16);
  };

  test('are read once, however many ask, until others need the room', async () => {
    const size = (await PackedTape.of(await reading('')()))!.bytes;
    asked.length = 0;
    const tapes = new Tapes(size * 2);
    await Promise.all([1, 2, 3].map((now) => tapes.get('a', now, reading('a'))));
    await tapes.get('b', 4, reading('b'));
    await tapes.get('a', 5, reading('a'));
    await tapes.get('c', 6, reading('c'));
    expect(tapes.bytes).toBe(size * 2);
    await tapes.get('a', 7, reading('a'));
    await tapes.get('b', 8, reading('b'));
    expect(asked).toEqual(['a', 'b', 'c', 'b']);
  });

  test('are read again after a while, and where they could not be read', async () => {
    asked.length = 0;
    const tapes = new Tapes();
    await expect(tapes.get('a', 0, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    await tapes.get('a', 0, reading('a'));
    await tapes.get('a', 600_001, reading('a'));
    expect(asked).toEqual(['a', 'a']);
  });
});
