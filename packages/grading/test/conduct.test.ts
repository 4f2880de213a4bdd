import { expect, test } from '@jest/globals';
import { Conduct, erroredBecause } from '@svc/grading';
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

const called = { calls: 1, cut: undefined };

test.each([
  ['timeout', /time was up/],
  ['Timed out', /time was up/],
  ['TIME-LIMIT', /time was up/],
  ['cancelled', /was stopped/],
  ['killed', /signal/],
  ['SIGKILL', /signal/],
  ['crashed', /error/],
  ['preflight_failed', /preflight/],
  ['timedOut', /time was up/],
  ['TimeLimitExceeded', /time was up/],
  ['SIGABRT', /by a signal/],
  ['killed by SIGTERM', /by a signal/],
  ['signal: 9', /by a signal/],
  ['out of memory', /by a signal/],
])('an agent that ended by %s did not come to its end, whatever its exit code', (stop_reason, why) => {
  expect(erroredBecause({ exit_code: 0, stop_reason }, called)).toMatch(why);
});

test.each(['exited', 'finished', 'end_turn', 'max_turns', 'no errors', 'constructor', 'signed off', 'signal received', ''])(
  'an agent that ended by %j came to its end',
  (stop_reason) => {
    expect(erroredBecause({ exit_code: 0, stop_reason }, called)).toBeUndefined();
  },
);

test.each([
  [1, 'the agent ended with exit code 1.'],
  [128, 'the agent ended with exit code 128.'],
  [137, 'the agent ended with exit code 137, as after signal 9.'],
  [255, 'the agent ended with exit code 255.'],
])('an exit code of %i is told', (exit_code, why) => {
  expect(erroredBecause({ exit_code, stop_reason: 'exited' }, called)).toBe(why);
});
