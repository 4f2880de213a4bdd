import { expect, test } from '@jest/globals';
import { Conduct } from '@svc/grading';
import type { TapeRow } from '@svc/twin-kit';

const row = (seq: number, fault?: unknown): TapeRow =>
  ({
    seq,
    twin: 'notes',
    method: 'POST',
    path: '/s/standalone/notes',
    request_body: null,
    ...(fault !== undefined && { fault }),
  }) as TapeRow;

test('faults that were asked for are counted by kind, with their first rows, whatever else a tape says of them', () => {
  const conduct = new Conduct();
  const faults = [
    undefined,
    { kind: 'slow' },
    { kind: 'lost_after_write' },
    { kind: 'slow' },
    { kind: 7 },
    'slow',
    {},
    null,
    { kind: '' },
  ];
  for (const [at, fault] of faults.entries()) conduct.row(row(at + 1, fault));
  expect(conduct.injected()).toEqual([
    { twin: 'notes', kind: 'slow', count: 2, first_row: 2 },
    { twin: 'notes', kind: 'lost_after_write', count: 1, first_row: 3 },
  ]);
});

test('a tape can not fill a run with kinds of faults', () => {
  const conduct = new Conduct();
  for (let seq = 1; seq <= 1_000; seq += 1) conduct.row(row(seq, { kind: `${seq}${'x'.repeat(10_000)}` }));
  const told = conduct.injected();
  expect(told.length).toBe(50);
  expect(Math.max(...told.map(({ kind }) => kind.length))).toBe(100);
});
