import { describe, expect, test } from '@jest/globals';
import { compareGroups, groupFigures, type Trial } from '@svc/grading';
import { comparisonLines } from '../src/commands/compare.ts';

const trial = (task_name: string, outcome: Trial['outcome']): Trial => ({
  run_id: `run_${task_name}`,
  task_name,
  outcome,
  score: outcome === 'passed' ? 100 : 0,
  agent_version: null,
  agent_model: 'example',
  usage: null,
  criteria: [],
});

async function compared(first: readonly Trial[], second: readonly Trial[]): Promise<string> {
  const lines = await comparisonLines(
    compareGroups(
      { figures: groupFigures('grp_1', first), trials: first },
      { figures: groupFigures('grp_2', second), trials: second },
    ),
  );
  return lines.join('\n');
}

describe('svc compare', () => {
  test('of groups with the same tasks tells pairs, test and difference', async () => {
    const lines = await compared([trial('a', 'failed'), trial('b', 'passed')], [trial('a', 'passed'), trial('b', 'passed')]);
    expect(lines).toContain('2 pairs: both passed 1, only the first 0, only the second 1, neither 0\np = 1.00 (McNemar');
    expect(lines).not.toContain('counterpart');
  });

  test.each([
    ['other tasks', [trial('b', 'passed')], '1 trial of the first, 1 trial of the second'],
    ['no trial that was graded', [trial('a', 'errored'), trial('c', 'errored')], '0 trials of the first, 1 trial of the second'],
  ])('of groups with %s says that there is nothing to compare', async (_what, second, alone) => {
    const lines = await compared([trial('a', 'passed')], second);
    expect(lines).toContain('there is no pair to compare');
    expect(lines).toContain(`without a counterpart: ${alone}`);
    expect(lines).not.toContain('p = ');
  });

  test('says which trials stand against nothing', async () => {
    const lines = await compared([trial('a', 'passed'), trial('a', 'passed'), trial('b', 'passed')], [trial('a', 'failed')]);
    expect(lines).toContain('1 pairs: ');
    expect(lines).toContain('without a counterpart: 2 trials of the first, 0 trials of the second');
  });
});
