import { agentUsageSchema, type Group, type IntervalReport } from '@svc/contract';
import { groupFigures, type Trial } from '@svc/grading';
import { oneLine } from '../output.ts';
import type { Result } from './result.ts';
import { groupsOf } from './summary-lines.ts';

const percent = (share: number): string => `${Math.round(share * 1_000) / 10} %`;

const rate = (interval: IntervalReport | null): string =>
  interval === null
    ? 'none'
    : `${percent(interval.value)} (${percent(interval.low)} to ${percent(interval.high)}, ${interval.method})`;

const score = (interval: IntervalReport | null): string =>
  interval === null
    ? 'none'
    : `${interval.value.toFixed(1)} (${interval.low.toFixed(1)} to ${interval.high.toFixed(1)}, ${interval.method})`;

const overK = (shares: Record<string, number>): string =>
  Object.entries(shares)
    .map(([k, share]) => `${k}: ${percent(share)}`)
    .join(', ') || 'none';

const NUMBERS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** E.g. `mean of 4 turns, 1,234 tokens in, 210 out, $0.0123; $0.0492 in all`. */
function usageFigures({ turns, input_tokens, output_tokens, cost_usd }: Group['usage']): string[] {
  const parts = [
    turns && `${NUMBERS.format(turns.mean)} turns`,
    input_tokens && `${NUMBERS.format(input_tokens.mean)} tokens in`,
    output_tokens && `${NUMBERS.format(output_tokens.mean)} tokens out`,
    cost_usd && `$${cost_usd.mean.toFixed(4)}`,
  ].filter((part) => part !== null);
  if (parts.length === 0) return [];
  const all = cost_usd ? `; $${cost_usd.total.toFixed(4)} in all` : '';
  return [`mean of ${parts.join(', ')}${all}`];
}

/** The figures of a group on the terminal, as `svc run -n` and `svc compare` print them. */
export const figureLines = (group: Group): string[] => [
  `${group.trials} trials: ${group.passed} passed, ${group.failed} failed, ${group.errored} errored${group.ungraded > 0 ? `, ${group.ungraded} ungraded` : ''}`,
  `pass rate ${rate(group.pass_rate)}`,
  `mean score ${score(group.mean_score)}`,
  `pass@k ${overK(group.pass_at_k)}`,
  `pass^k ${overK(group.pass_hat_k)}`,
  ...usageFigures(group.usage),
  ...group.criteria
    .filter(({ graded, passed }) => passed < graded)
    .map(({ text, graded, passed }) => `${passed} of ${graded}: ${oneLine(text)}`),
];

/** A run as the service's statistics see it. One that never came to be graded errored. */
function trialOf(result: Result): Trial {
  const graded = 'criteria' in result ? result : undefined;
  const outcomes = { passed: 'passed', not_passed: 'failed', errored: 'errored' } as const;
  return {
    run_id: graded?.run_id ?? '',
    task_name: result.scenario,
    outcome: graded ? outcomes[graded.verdict] : 'errored',
    score: graded?.score ?? null,
    agent_version: null,
    agent_model: '',
    usage: 'agent_usage' in result && result.agent_usage ? agentUsageSchema.parse(result.agent_usage) : null,
    criteria: graded?.criteria ?? [],
  };
}

/** The figures of each scenario that was run several times and graded, by the functions that the service uses. */
export const figuresOf = (results: readonly Result[]): { scenario: string; group: Group }[] =>
  groupsOf(results)
    .filter(({ results: trials }) => trials.length > 1 && trials.some(({ verdict }) => verdict !== 'captured'))
    .map(({ scenario, results: trials }) => ({
      scenario,
      group: groupFigures((trials[0] as Result).group_id, trials.map(trialOf)),
    }));
