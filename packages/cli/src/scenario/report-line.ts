import type { CriterionResult, FinalizeResult } from '@svc/contract';
import { recoveredInWords } from '@svc/contract/recovered';
import { oneLine, styled } from '../output.ts';
import type { RunUrls } from './result.ts';
import { rounded } from './summary-lines.ts';

const MARKS: Readonly<Record<CriterionResult['status'], string>> = {
  passed: '✓ passed    ',
  failed: '✗ failed    ',
  skipped: '- skipped   ',
  unmatched: '? unmatched ',
  model: '~ model     ',
  not_gradable: '! not graded',
};

/** A criterion with its verdict, and below it the evidence. */
export const criterionLines = (criterion: CriterionResult): string[] => [
  `${MARKS[criterion.status]}  ${oneLine(criterion.text)}`,
  `              ${oneLine(criterion.reason)}`,
];

const STYLES = {
  passed: 'green',
  failed: 'red',
  skipped: 'dim',
  unmatched: 'yellow',
  model: 'dim',
  not_gradable: 'yellow',
} as const;

/** The same for a terminal. */
const shownCriterion = (criterion: CriterionResult): string[] => {
  const [verdict = '', evidence = ''] = criterionLines(criterion);
  const mark = MARKS[criterion.status];
  return [`${styled(STYLES[criterion.status], mark)}${verdict.slice(mark.length)}`, styled('dim', evidence)];
};

/** A whole verdict: criteria, score and where to read on. */
export const verdictLines = (result: FinalizeResult, urls: RunUrls): string[] => [
  ...result.criteria_results.flatMap(shownCriterion),
  styled('bold', scoreLine(result)),
  ...remarkLines(result),
  `page   ${result.dashboard_url}`,
  `report ${urls.report}`,
  `tape   ${urls.trace}`,
  `state  ${urls.state}`,
];

export function scoreLine({ score, all_skipped, criteria_breakdown }: FinalizeResult): string {
  const { passed, denominator, skipped, unmatched, not_gradable, model } = criteria_breakdown;
  const apart = [
    [skipped, 'already true in the seed'],
    [unmatched, 'unmatched'],
    [not_gradable, 'not gradable'],
    [model, 'model'],
  ].flatMap(([count, what]) => (count ? [`${count} ${what}`] : []));
  const beside = apart.length > 0 ? ` (${apart.join(', ')} left out)` : '';
  if (score === null) return 'score: none, the run has no criteria';
  if (all_skipped) return `score: nothing was left to score${beside}`;
  return `score: ${Math.round(score * 100) / 100} / 100, ${passed} of ${denominator} criteria passed${beside}`;
}

/** What a result comes to. Criteria that could not be graded are never a pass, and an errored trial is neither pass nor failure. */
export function verdictOf(
  { score, outcome, outcome_reason, all_skipped, criteria_breakdown }: FinalizeResult,
  threshold: number,
): { verdict: 'passed' | 'not_passed' | 'errored'; reason?: string } {
  if (outcome === 'errored') return { verdict: 'errored', reason: outcome_reason ?? 'the trial errored.' };
  const short = score === null || score < threshold || all_skipped;
  const ungraded = criteria_breakdown.unmatched + criteria_breakdown.not_gradable;
  if (!short && ungraded === 0) return { verdict: 'passed' };
  const reached = score === null ? 'no score' : `score ${rounded(score)}`;
  if (short) return { verdict: 'not_passed', reason: `${reached}, needed ${threshold}` };
  const what = ungraded === 1 ? '1 criterion' : `${ungraded} criteria`;
  return { verdict: 'not_passed', reason: `${reached}, but ${what} could not be graded` };
}

/** What must be known beside a score. */
export function remarkLines(result: FinalizeResult): string[] {
  const { outcome_reason } = result;
  return [
    ...(outcome_reason === null ? [] : [`errored: ${oneLine(outcome_reason)} The trial passes nothing.`]),
    ...besideScore(result),
  ];
}

type Remarks = Pick<FinalizeResult, 'vacuous' | 'unsupported_calls' | 'injected_faults'> &
  Partial<Pick<FinalizeResult, 'recovered'>>;

/** What must be known beside the score of a run that happened. */
export const besideScore = ({ vacuous, unsupported_calls, injected_faults, recovered = [] }: Remarks): string[] => [
  ...(vacuous ? ['vacuous: everything that passed was so in the seed already'] : []),
  ...unsupported_calls.map(
    ({ twin, call, count, first_row }) =>
      `unsupported: the ${twin} twin does not model ${oneLine(call)} (${count} ×, first in row ${first_row}); there it fell short, not the agent`,
  ),
  ...injected_faults.map(
    ({ twin, kind, count, first_row }) =>
      `injected: the ${twin} twin was asked for ${oneLine(kind)} (${count} ×, first in row ${first_row}); that is none of the agent's faults`,
  ),
  ...recovered.map((one) => `lost calls: ${oneLine(recoveredInWords(one))}`),
];
