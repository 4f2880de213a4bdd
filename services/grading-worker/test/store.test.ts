import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import type { TapeRow } from '@svc/twin-kit';
import type { Tape } from '../src/capture/tape.ts';
import { storeTape } from '../src/store.ts';

const RUN = { teamId: 'team', runId: 'run' };
const row = {} as TapeRow;
const line = (bytes: number) => ({ line: Buffer.from(randomBytes(bytes).toString('hex').slice(0, bytes)), row });
const storing = (put: (body: Readable) => Promise<void>) => ({
  put: (_key: string, body: Readable | Buffer) => put(body as Readable),
});

describe('a tape is stored', () => {
  test('line by line as it comes, whatever the length of its lines', async () => {
    const lines = [1, 300, 1 << 18, (1 << 18) - 1, 70_000, 200_000, 1 << 20, 2].map(line);
    const tape = async function* (): Tape {
      yield lines.slice(0, 3);
      yield [];
      yield lines.slice(3);
    };
    let stored = '';
    const blobs = storing(async (body) => {
      stored = gunzipSync(await buffer(body)).toString();
    });
    let seen = 0;
    const { rows } = await storeTape(blobs, RUN, tape(), () => {
      seen += 1;
    });
    expect([rows, seen]).toEqual([lines.length, lines.length]);
    expect(stored).toBe(lines.map((one) => `${one.line}\n`).join(''));
  });

  test('no further than the store takes it, and whoever reads it is told', async () => {
    let isLeft = false;
    const endless = async function* (): Tape {
      try {
        for (;;) {
          yield [line(100_000)];
          await nextTurn();
        }
      } finally {
        isLeft = true;
      }
    };
    const blobs = storing(async (body) => {
      await once(body, 'readable');
      throw new Error('the store is full');
    });
    await expect(storeTape(blobs, RUN, endless(), () => {})).rejects.toThrow('the store is full');
    for (let turn = 0; turn < 1_000 && !isLeft; turn += 1) await nextTurn();
    expect(isLeft).toBe(true);
  });

  test.each(['at once', 'and ends its body first'])('with the reason of a store that fails %s', async (how) => {
    const tape = async function* (): Tape {
      for (let rows = 0; rows < 100; rows += 1) yield [line(100_000)];
    };
    const blobs = storing(async (body) => {
      if (how !== 'at once') {
        body.destroy();
        await once(body, 'close');
        await nextTurn();
      }
      throw new Error('the store is full');
    });
    await expect(storeTape(blobs, RUN, tape(), () => {})).rejects.toThrow('the store is full');
  });

  test('not at all where it breaks off, and the reason is told', async () => {
    const broken = async function* (): Tape {
      yield [line(400_000)];
      throw new Error('the twin is gone');
    };
    const blobs = storing(async (body) => void (await buffer(body)));
    await expect(storeTape(blobs, RUN, broken(), () => {})).rejects.toThrow('the twin is gone');
  });
});
