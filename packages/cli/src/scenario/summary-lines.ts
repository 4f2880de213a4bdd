import { oneLine, styled } from '../output.ts';
import { hasErrored, hasSucceeded, type Result, unmetOf } from './result.ts';

/** The trials of one scenario together. */
export interface Group {
  scenario: string;
  path: string;
  results: Result[];
  succeeded: number;
  /** Of the graded trials that did not error. */
  scores: number[];
}

export function groupsOf(results: readonly Result[]): Group[] {
  const groups = Object.values(Object.groupBy(results, ({ group_id }) => group_id)) as Result[][];
  return groups.map((trials) => ({
    scenario: (trials[0] as Result).scenario,
    path: (trials[0] as Result).path,
    results: trials,
    succeeded: trials.filter(hasSucceeded).length,
    scores: trials.flatMap((result) => ('score' in result && result.score !== null && !hasErrored(result) ? [result.score] : [])),
  }));
}

export const rounded = (score: number): number => Math.round(score * 100) / 100;

/** E.g. `87.5 (50 to 100)`. */
export function scoresText(scores: readonly number[]): string {
  if (scores.length === 0) return '-';
  const mean = rounded(scores.reduce((sum, score) => sum + score, 0) / scores.length);
  const [least, most] = [Math.min(...scores), Math.max(...scores)].map(rounded);
  return least === most ? `${mean}` : `${mean} (${least} to ${most})`;
}

export const markOf = (result: Result): string => {
  if (hasSucceeded(result)) return styled('green', '✓');
  return hasErrored(result) ? styled('yellow', '!') : styled('red', '✗');
};

const MS_PER_SECOND = 1_000;

/** What came out of several runs: each scenario where there are trials, else those that did not pass, and all together. */
export function summaryLines(results: readonly Result[], elapsedMs: number): string[] {
  const groups = groupsOf(results);
  const repeated = results.length > groups.length;
  const done = results.every(({ verdict }) => verdict === 'captured') ? 'captured' : 'passed';
  const lines = groups.flatMap((group) => {
    const { scenario, results: trials, succeeded, scores } = group;
    const good = succeeded === trials.length;
    if (good && !repeated) return [];
    const errored = trials.filter(hasErrored).length;
    const beside = errored > 0 ? `, ${errored} errored` : '';
    const counted = repeated
      ? `${succeeded} of ${trials.length} trials ${done}${beside}`
      : errored > 0
        ? 'errored'
        : `not ${done}`;
    const score = scores.length > 0 ? `, score ${scoresText(scores)}` : '';
    const worst = trials.find((trial) => !hasSucceeded(trial) && !hasErrored(trial)) ?? trials.find(hasErrored);
    return [
      `${markOf(worst ?? (trials[0] as Result))} ${oneLine(scenario)}: ${counted}${score}`,
      ...(repeated ? unmetLines(group) : []),
    ];
  });
  const good = results.filter(hasSucceeded).length;
  const time = `${(elapsedMs / MS_PER_SECOND).toFixed(1)} s`;
  const errored = results.filter(hasErrored).length;
  const beside = errored > 0 ? `, ${errored} errored` : '';
  return [...lines, `${good} of ${results.length} ${repeated ? 'runs' : 'scenarios'} ${done}${beside} in ${time}`];
}

/** Which criteria the trials did not meet, and how many of them. */
function unmetLines({ results }: Group): string[] {
  const unmet = Object.entries(Object.groupBy(results.flatMap(unmetOf), ({ text }) => text));
  return unmet.map(([text, times = []]) => `    ${times.length} × ${oneLine(text)}`);
}
