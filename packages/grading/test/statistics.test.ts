import { describe, expect, test } from '@jest/globals';
import { compareGroups, groupFigures, mcnemar, passAtK, passHatK, type Trial, wilson } from '@svc/grading';

describe('an interval of a share', () => {
  // Newcombe 1998, Statistics in Medicine 17:857, table I, method 3.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i in %i is as published', (passed, trials, low, high) => {
    const interval = wilson(passed, trials)!;
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  test('of no trials is none, and of all ends at 1', () => {
    expect(wilson(0, 0)).toBeNull();
    expect(wilson(7, 7)).toMatchObject({ value: 1, high: 1 });
  });
});

test('the chances over k trials are those of drawing without putting back', () => {
  // By hand: of 5 trials 2 passed. One of 2 passes: 1 - C(3,2)/C(5,2) = 0.7. Both pass: C(2,2)/C(5,2) = 0.1.
  expect(passAtK(5, 2, 1)).toBeCloseTo(0.4, 12);
  expect(passAtK(5, 2, 2)).toBeCloseTo(0.7, 12);
  expect(passHatK(5, 2, 2)).toBeCloseTo(0.1, 12);
  expect([passAtK(5, 2, 4), passHatK(5, 2, 3), passHatK(3, 3, 3), passAtK(3, 0, 3)]).toEqual([1, 0, 1, 0]);
  expect([passAtK(2, 1, 3), passHatK(2, 1, 0)]).toEqual([null, null]);
});

test('the exact test on pairs is twice the smaller binomial tail', () => {
  // By hand: 2 of 10: 2 * (1 + 10 + 45) / 1024.
  expect(mcnemar(2, 8)).toBeCloseTo(112 / 1024, 12);
  expect(mcnemar(8, 2)).toBe(mcnemar(2, 8));
  expect([mcnemar(0, 0), mcnemar(3, 3)]).toEqual([1, 1]);
  expect(mcnemar(400, 900)).toBeLessThan(1e-30);
});

const trial = (outcome: Trial['outcome'], fields: Partial<Trial> = {}): Trial => ({
  run_id: 'run_1',
  task_name: 'Triage',
  outcome,
  score: outcome === 'passed' ? 100 : outcome === 'failed' ? 50 : 0,
  agent_version: '1',
  agent_model: 'm',
  usage: null,
  criteria: [
    {
      id: 'c1',
      text: 'It is done.',
      status: outcome === 'errored' ? 'not_gradable' : outcome === 'passed' ? 'passed' : 'failed',
    },
  ],
  ...fields,
});

test('a sentence on two twins is two criteria', () => {
  const on = (twin: 'github' | 'slack', status: 'passed' | 'failed') => ({
    id: twin,
    text: 'Nothing was written.',
    twin,
    status,
  });
  const trials = [
    trial('passed', { criteria: [on('github', 'passed'), on('slack', 'failed')] }),
    trial('passed', { criteria: [on('github', 'passed')] }),
  ];
  expect(groupFigures('grp_1', trials).criteria).toMatchObject([
    { id: 'github', graded: 2, passed: 2 },
    { id: 'slack', graded: 1, passed: 0 },
  ]);
});

test('errored trials are counted beside the others and are in no mean, rate or criterion', () => {
  const figures = groupFigures('grp_1', [trial('passed'), trial('failed'), trial('errored'), trial('errored')]);
  expect(figures).toMatchObject({ trials: 4, passed: 1, failed: 1, errored: 2, ungraded: 0 });
  expect(figures.mean_score).toMatchObject({ value: 75, low: 50, high: 100, method: 'percentile bootstrap, 95 %' });
  expect(figures.pass_rate).toMatchObject({ value: 0.5, method: 'Wilson score, 95 %' });
  expect(figures.pass_at_k).toEqual({ 1: 0.5, 2: 1 });
  expect(figures.pass_hat_k).toEqual({ 1: 0.5, 2: 0 });
  expect(figures.criteria).toMatchObject([{ text: 'It is done.', graded: 2, passed: 1 }]);
  expect(groupFigures('grp_1', [trial('errored')])).toMatchObject({ mean_score: null, pass_rate: null, pass_at_k: {} });
});

test('the same trials give the same interval', () => {
  const trials = Array.from({ length: 30 }, (_, at) => trial(at % 3 === 0 ? 'failed' : 'passed'));
  expect(groupFigures('grp_1', trials)).toEqual(groupFigures('grp_1', trials));
});

test('groups are compared trial by trial of each task, without pairs that errored', () => {
  const sides = (trials: Trial[], id: string) => ({ figures: groupFigures(id, trials), trials });
  const first = [trial('failed'), trial('failed'), trial('passed', { task_name: 'Other' }), trial('errored')];
  const second = [trial('passed'), trial('failed'), trial('passed'), trial('passed', { task_name: 'Other' })];
  const compared = compareGroups(sides(first, 'grp_a'), sides(second, 'grp_b'));
  expect(compared).toMatchObject({
    pairs: 3,
    left_out: 1,
    both_passed: 1,
    only_first_passed: 0,
    only_second_passed: 1,
    neither_passed: 1,
    p_value: 1,
    test: 'McNemar, exact, two-sided',
    differing: [{ task_name: 'Triage', first: { outcome: 'failed' }, second: { outcome: 'passed' } }],
  });
  expect(compared.score_difference?.value).toBeCloseTo(50 / 3, 10);
});
