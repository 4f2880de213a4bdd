import type {
  Comparison,
  CriterionResult,
  Group,
  IntervalReport,
  RunOutcome,
  ToldUsage,
  TrialPair,
  UsageFigures,
} from '@svc/contract';
import { MAX_K, MAX_LISTED_PAIRS } from '@svc/contract';
import { bootstrapMean, type Interval, mcnemar, passAtK, passHatK, wilson } from './statistics.ts';

/** What of a run its group's figures are made from. */
export interface Trial {
  run_id: string;
  task_name: string | null;
  outcome: RunOutcome;
  score: number | null;
  agent_version: string | null;
  agent_model: string;
  usage: ToldUsage | null;
  criteria: readonly (Pick<CriterionResult, 'id' | 'text' | 'status'> & Partial<Pick<CriterionResult, 'twin'>>)[];
}

const KS = [1, 2, 3, 4, 5, 8, 10, 16, 25, 32, 50, 64, MAX_K];
const WILSON = 'Wilson score, 95 %';
const BOOTSTRAP = 'percentile bootstrap, 95 %';

const told = (interval: Interval | null, method: string): IntervalReport | null => interval && { ...interval, method };

const isCounted = ({ outcome }: Trial): boolean => outcome === 'passed' || outcome === 'failed';

/** The figures of trials of one thing. Errored trials are counted beside the others and are in no mean and no rate. */
export function groupFigures(id: string, trials: readonly Trial[], truncated = false): Group {
  const count = (outcome: RunOutcome): number => trials.filter((trial) => trial.outcome === outcome).length;
  const counted = trials.filter(isCounted);
  const passed = count('passed');
  const byK = (estimate: typeof passAtK): Record<string, number> =>
    Object.fromEntries(
      KS.flatMap((k) => {
        const share = estimate(counted.length, passed, k);
        return share === null ? [] : [[String(k), share]];
      }),
    );
  return {
    group_id: id,
    trials: trials.length,
    passed,
    failed: count('failed'),
    errored: count('errored'),
    ungraded: count('ungraded'),
    mean_score: told(
      bootstrapMean(
        counted.flatMap(({ score }) => (score === null ? [] : [score])),
        id,
      ),
      BOOTSTRAP,
    ),
    pass_rate: told(wilson(passed, counted.length), WILSON),
    pass_at_k: byK(passAtK),
    pass_hat_k: byK(passHatK),
    criteria: criterionRates(counted),
    usage: usageFigures(counted),
    agent_versions: distinct(trials.map(({ agent_version }) => agent_version)),
    agent_models: distinct(trials.map(({ agent_model }) => agent_model)),
    truncated,
  };
}

function usageFigures(trials: readonly Trial[]): UsageFigures {
  const figure = (of: (usage: ToldUsage) => number | null) => {
    const told = trials.flatMap(({ usage }) => (usage ? [of(usage)] : [])).filter((value) => value !== null);
    const total = told.reduce((sum, value) => sum + value, 0);
    return told.length === 0 ? null : { trials: told.length, mean: total / told.length, total };
  };
  return {
    turns: figure(({ turns }) => turns),
    input_tokens: figure(({ input_tokens }) => input_tokens),
    output_tokens: figure(({ output_tokens }) => output_tokens),
    cost_usd: figure(({ cost_usd }) => cost_usd),
  };
}

const distinct = (values: readonly (string | null)[]): string[] =>
  [...new Set(values)].filter((value) => value !== null).toSorted();

/** By the criterion's text and twin: ids are the caller's and may differ from trial to trial. */
function criterionRates(trials: readonly Trial[]): Group['criteria'] {
  const rates = new Map<string, { id: string; text: string; graded: number; passed: number }>();
  for (const { id, text, twin = null, status } of trials.flatMap(({ criteria }) => criteria)) {
    if (status !== 'passed' && status !== 'failed') continue;
    const key = JSON.stringify([twin, text]);
    const rate = rates.get(key) ?? { id, text, graded: 0, passed: 0 };
    rate.graded += 1;
    rate.passed += status === 'passed' ? 1 : 0;
    rates.set(key, rate);
  }
  return [...rates.values()].map((rate) => ({ ...rate, pass_rate: told(wilson(rate.passed, rate.graded), WILSON) }));
}

/** The nth trial of each task beside the nth of the other group, oldest first. */
function pairsOf(first: readonly Trial[], second: readonly Trial[]): (readonly [Trial, Trial])[] {
  const byTask = Map.groupBy(second, ({ task_name }) => task_name);
  const taken = new Map<string | null, number>();
  return first.flatMap((trial) => {
    const at = taken.get(trial.task_name) ?? 0;
    taken.set(trial.task_name, at + 1);
    const other = byTask.get(trial.task_name)?.[at];
    return other ? [[trial, other] as const] : [];
  });
}

const brief = ({ run_id, outcome, score }: Trial): TrialPair['first'] => ({ run_id, outcome, score });

/** Two groups held against each other, pair by pair. @param trials of each, oldest first */
export function compareGroups(
  first: { figures: Group; trials: readonly Trial[] },
  second: { figures: Group; trials: readonly Trial[] },
): Comparison {
  const all = pairsOf(first.trials, second.trials);
  const pairs = all.filter(([one, other]) => isCounted(one) && isCounted(other));
  const count = (one: RunOutcome, other: RunOutcome): number =>
    pairs.filter(([a, b]) => a.outcome === one && b.outcome === other).length;
  const onlyFirst = count('passed', 'failed');
  const onlySecond = count('failed', 'passed');
  const differences = pairs.map(([one, other]) => (other.score ?? 0) - (one.score ?? 0));
  const seed = `${first.figures.group_id} ${second.figures.group_id}`;
  return {
    first: first.figures,
    second: second.figures,
    pairs: pairs.length,
    left_out: all.length - pairs.length,
    both_passed: count('passed', 'passed'),
    only_first_passed: onlyFirst,
    only_second_passed: onlySecond,
    neither_passed: count('failed', 'failed'),
    p_value: mcnemar(onlyFirst, onlySecond),
    test: 'McNemar, exact, two-sided',
    score_difference: told(bootstrapMean(differences, seed), `paired ${BOOTSTRAP}`),
    differing: pairs
      .filter(([one, other]) => one.outcome !== other.outcome)
      .slice(0, MAX_LISTED_PAIRS)
      .map(([one, other]) => ({ task_name: one.task_name, first: brief(one), second: brief(other) })),
  };
}
