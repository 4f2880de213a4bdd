import { oneLine } from '../output.ts';
import { hasSucceeded, type Result } from './result.ts';

/** The trials of one scenario together. */
export interface Group {
  scenario: string;
  path: string;
  results: Result[];
  succeeded: number;
  /** Of the graded trials. */
  scores: number[];
}

export function groupsOf(results: readonly Result[]): Group[] {
  const groups = Object.values(Object.groupBy(results, ({ group_id }) => group_id)) as Result[][];
  return groups.map((trials) => ({
    scenario: (trials[0] as Result).scenario,
    path: (trials[0] as Result).path,
    results: trials,
    succeeded: trials.filter(hasSucceeded).length,
    scores: trials.flatMap((result) => ('score' in result && result.score !== null ? [result.score] : [])),
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

/** What came out of several runs. */
export function summaryLines(results: readonly Result[]): string[] {
  const groups = groupsOf(results);
  const repeated = results.length > groups.length;
  const done = results.every(({ verdict }) => verdict === 'captured') ? 'captured' : 'passed';
  const lines = repeated
    ? groups.map(({ scenario, results: trials, succeeded, scores }) => {
        const score = scores.length > 0 ? `, score ${scoresText(scores)}` : '';
        return `${oneLine(scenario)}: ${succeeded} of ${trials.length} trials ${done}${score}`;
      })
    : [];
  const good = results.filter(hasSucceeded).length;
  return [...lines, `${good} of ${results.length} ${repeated ? 'runs' : 'scenarios'} ${done}`];
}
