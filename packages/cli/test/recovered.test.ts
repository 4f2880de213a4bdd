import { expect, test } from '@jest/globals';
import { besideScore } from '../src/scenario/report-line.ts';

const NOTHING = { vacuous: false, unsupported_calls: [], injected_faults: [] };

test('calls that a lost host took with it are told beside the score, and a service that knows of none says nothing', () => {
  const twin = { twin: 'github', host: 'worker-2', at: '2026-03-14T09:59:58.000Z' };
  expect(
    besideScore({
      ...NOTHING,
      recovered: [
        { ...twin, calls: 12 },
        { ...twin, twin: 'slack', calls: 1 },
      ],
    }),
  ).toEqual([
    'lost calls: The host of its github twin was lost; it came back on worker-2 from a copy made up to 2026-03-14T09:59:58.000Z with 12 calls; later calls are missing.',
    'lost calls: The host of its slack twin was lost; it came back on worker-2 from a copy made up to 2026-03-14T09:59:58.000Z with 1 call; later calls are missing.',
  ]);
  expect(besideScore({ ...NOTHING, recovered: [] })).toEqual([]);
  expect(besideScore(NOTHING)).toEqual([]);
});
