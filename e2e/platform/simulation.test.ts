import { expect, test } from '@jest/globals';
import { simulate } from '../../bench/simulation/simulate.ts';
import { page } from '../../bench/simulation/table.ts';

test('a small fleet on simulated hosts creates, calls, grades and ends its sandboxes, spread evenly, and loses none to a restart', async () => {
  const size = { hosts: 3, sandboxes: 60, called: 30, graded: 5, idleSeconds: 1 };
  const outcome = await simulate(size);
  // On a busy machine an agent may be late, which is a warning.
  expect(outcome.troubles.filter((line) => !line.includes('"level":"warn"'))).toEqual([]);
  // A host that is being given another is passed over.
  expect(outcome.spread.least).toBeGreaterThanOrEqual(15);
  expect(outcome.spread.most).toBeLessThanOrEqual(25);
  expect(outcome.scores).toEqual(Array.from({ length: 5 }, () => 100));
  expect(outcome.restart.lost).toBe(0);
  const { create, call, grade, expire } = outcome;
  expect([create, call, grade, expire].map(({ count }) => count)).toEqual([60, 30, 5, 55]);
  for (const part of ['control plane', 'PostgreSQL', 'hosts'] as const) {
    expect(create.cpuMs[part]).toBeGreaterThan(0);
    expect(outcome.memory[part]).toBeGreaterThan(0);
  }
  expect(page([outcome], 'simulation 3:60', 1)).toMatch(
    /^Measured by `simulation 3:60` on [\s\S]*\| sandboxes \| 60 \|[\s\S]*What saturates first, .* at 3 hosts: /,
  );
}, 300_000);
