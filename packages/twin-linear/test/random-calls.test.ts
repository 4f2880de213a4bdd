import { expect, test } from '@jest/globals';
import type { TapeRow } from '@svc/twin-kit';
import { Chance, testRandomCalls } from '@svc/twin-kit/testing';
import { many } from '@svc/twin-kit/testing/share';
import { linear } from '../src/index.ts';
import { workspaceFaults } from './invariants.ts';
import { Caller, READS, WRITES } from './random.ts';
import { serveLinear } from './served.ts';
import { full } from './worlds.ts';

/** Linear refuses with status 200 where the request fits its schema. */
const isRefused = ({ status, response_body }: TapeRow): boolean =>
  status >= 400 || (response_body as { errors?: unknown } | null)?.errors !== undefined;

testRandomCalls(linear, {
  serve: { seed: full, clock: { mode: 'logical' } },
  calls: many(180, 5000),
  caller: (chance) => new Caller(chance),
  faults: (state) => workspaceFaults(state as never),
  refused: isRefused,
  answerFault: (_call, { status, text }) => ([200, 400, 501].includes(status) ? undefined : text),
  operations: [...READS, ...WRITES].map(({ name }) => name),
  reach: { landed: 0.6, refused: 0.5 },
});

test('the same random calls make the same world twice on the logical clock', async () => {
  const [one, other] = await Promise.all([serveLinear(full, { mode: 'logical' }), serveLinear(full, { mode: 'logical' })]);
  try {
    const caller = new Caller(new Chance(7));
    caller.know(await one.state());
    for (let number = 0; number < 150; number += 1) {
      const { query } = JSON.parse(caller.next().body ?? '') as { query: string };
      const [first, second] = [await one.ask(query), await other.ask(query)];
      expect(JSON.stringify(second)).toBe(JSON.stringify(first));
    }
    expect(JSON.stringify(await other.state())).toBe(JSON.stringify(await one.state()));
    const told = (rows: TapeRow[]) =>
      rows.map(({ latency_ms: _latency, received_at: _at, request_headers: _headers, ...row }) => row);
    expect(JSON.stringify(told(await other.rows()))).toBe(JSON.stringify(told(await one.rows())));
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
});
