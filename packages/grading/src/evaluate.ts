import {
  ALREADY_TRUE_IN_SEED,
  type CriteriaBreakdown,
  type Criterion,
  type CriterionResult,
  type CriterionStatus,
  cutText,
} from '@svc/contract';
import type {
  AnswerCheck,
  Check,
  CheckArgs,
  Outcome,
  State,
  StateCheck,
  TapeCheck,
  TapeRow,
  TapeScan,
  WorldSpec,
} from '@svc/twin-kit';
import { notGradable } from '@svc/twin-kit';
import { compilePattern } from '@svc/twin-kit/patterns';
import { bindText, isBound, isCorrupted } from './bind.ts';
import { type Product, withFacts } from './facts.ts';

/** A twin's world before and after the run; undefined where it is unknown. */
export interface TwinStates {
  seed: State<WorldSpec> | undefined;
  final: State<WorldSpec> | undefined;
}

export interface GraderOptions {
  criteria: readonly Criterion[];
  /** Grades the criteria that name no twin. */
  primary: string;
  /** The checks of each twin in the sandbox. */
  vocabularies: ReadonlyMap<string, readonly Check[]>;
  /** The products of the twins in the sandbox, for sentences that name facts of another one. */
  products?: readonly Product[];
  /** The world that each twin started from, where it is known: sentences about the tape name things as they were called there. */
  seeds?: ReadonlyMap<string, State<WorldSpec> | undefined>;
  /** What the agent answered in the end, where the harness handed it in. */
  finalAnswer?: string | undefined;
}

/** The verdicts on a run. */
export interface Grade {
  /** 0 to 100 with at most two decimals; 0 when nothing was left to score, null without criteria. */
  score: number | null;
  /** True when nothing was left to score. */
  allSkipped: boolean;
  results: CriterionResult[];
  breakdown: CriteriaBreakdown;
  /** True when all that passed was so in the seed already. */
  vacuous: boolean;
}

/** Evidence is quoted, not dumped. In characters. */
const MAX_REASON_LENGTH = 2_000;

const NO_SEED = 'The initial state was not stored, so nobody can tell what the seed already satisfied.';
const NO_NARRATOR = 'A model criterion is commented on by a narrator and never scored; no narrator spoke of it.';

/** A criterion on its way to a verdict: settled already, or waiting for states, or following the tape. */
type Item = { criterion: Criterion; twin: string; checkId: string | null } & (
  | { wait: 'none'; status: CriterionStatus; reason: string }
  | { wait: 'states'; check: StateCheck; args: CheckArgs }
  | { wait: 'tape'; scan: TapeScan; broken: string | undefined; already: boolean }
);

/** A verdict, and whether the sentence held before anything was done. */
interface Verdict {
  status: CriterionStatus;
  reason: string;
  already?: boolean;
}

/**
 * Grades one run. The tape passes through `row` once, row by row, and is never held; then `finish` gives the verdicts.
 * Nothing here throws for what a check does: a check that fails to run is not gradable.
 */
export class Grader {
  readonly #items: Item[];
  readonly #products: readonly Product[];
  readonly #scans = new Map<string, Extract<Item, { wait: 'tape' }>[]>();

  constructor(options: GraderOptions) {
    this.#products = options.products ?? [];
    this.#items = options.criteria.map((criterion) => planned(criterion, options));
    for (const item of this.#items) {
      if (item.wait !== 'tape') continue;
      const scans = this.#scans.get(item.twin) ?? [];
      scans.push(item);
      this.#scans.set(item.twin, scans);
    }
  }

  row(row: TapeRow): void {
    for (const item of this.#scans.get(row.twin) ?? []) {
      if (item.broken !== undefined) continue;
      try {
        item.scan.row(row);
      } catch (error) {
        item.broken = `The check failed to run on tape row ${row.seq}: ${messageOf(error)}`;
      }
    }
  }

  /** @param comments the narrator's words on `model` criteria, by criterion id */
  finish(states: ReadonlyMap<string, TwinStates>, comments: ReadonlyMap<string, string> = new Map()): Grade {
    const results = this.#items.map((item) => {
      const given = verdict(item, states, this.#products);
      const comment = item.criterion.kind === 'model' ? comments.get(item.criterion.id) : undefined;
      return result(item, comment === undefined ? given : { ...given, reason: comment });
    });
    return graded(results);
  }
}

/** Grades a run whose tape is at hand as a stream. */
export async function evaluate(
  options: GraderOptions & { tape: AsyncIterable<TapeRow>; states: ReadonlyMap<string, TwinStates> },
): Promise<Grade> {
  const grader = new Grader(options);
  for await (const row of options.tape) grader.row(row);
  return grader.finish(options.states);
}

function planned(criterion: Criterion, { primary, vocabularies, products = [], seeds, finalAnswer }: GraderOptions): Item {
  const twin = criterion.twin ?? primary;
  const settled = (status: CriterionStatus, reason: string, checkId: string | null = null): Item => ({
    criterion,
    twin,
    checkId,
    wait: 'none',
    status,
    reason,
  });
  if (criterion.kind === 'model') return settled('model', NO_NARRATOR);
  const checks = vocabularies.get(twin);
  if (!checks) return settled('unmatched', `There is no ${twin} twin in this sandbox.`);
  const binding = bindText(checks, criterion.text, products);
  if (isCorrupted(binding)) {
    return settled(
      'unmatched',
      `The wording of ${binding.check_id} with a value that it refuses; render it again.`,
      binding.check_id,
    );
  }
  if (!isBound(binding)) {
    const [closest] = binding.nearest;
    const hint = closest ? ` The closest is ${closest.id}: ${closest.template}` : '';
    return settled('unmatched', `The text is no check's sentence on ${twin}.${hint}`);
  }
  const check = checks.find(({ id }) => id === binding.check_id)!;
  switch (check.substrate) {
    case 'tape':
      return { criterion, twin, checkId: check.id, ...plannedScan(check, binding.args, criterion, seeds?.get(twin)) };
    case 'final_answer': {
      const { status, reason } = onAnswer(check, binding.args, finalAnswer);
      return settled(status, reason, check.id);
    }
    default:
      return { criterion, twin, checkId: check.id, wait: 'states', check, args: binding.args };
  }
}

type Waiting = Item extends infer I ? (I extends Item ? Omit<I, 'criterion' | 'twin' | 'checkId'> : never) : never;

function plannedScan(check: TapeCheck, args: CheckArgs, criterion: Criterion, seed: State<WorldSpec> | undefined): Waiting {
  if (check.readsSeed && !seed) return { wait: 'none', status: 'not_gradable', reason: NO_SEED };
  const empty = attempt(() => check.scan(args, seed, compilePattern).outcome(seed));
  // An empty tape is what the seed is to a check on states.
  if (empty.status === 'passed' && !criterion.always_scored)
    return { wait: 'none', status: 'skipped', reason: ALREADY_TRUE_IN_SEED };
  try {
    return { wait: 'tape', scan: check.scan(args, seed, compilePattern), broken: undefined, already: empty.status === 'passed' };
  } catch (error) {
    return { wait: 'none', status: 'not_gradable', reason: `The check failed to run: ${messageOf(error)}` };
  }
}

function onAnswer(check: AnswerCheck, args: CheckArgs, answer: string | undefined): { status: CriterionStatus; reason: string } {
  if (answer === undefined) return { status: 'not_gradable', reason: 'The final answer of the agent was not handed in.' };
  const { status, evidence } = attempt(() => check.judge(args, answer, compilePattern));
  return { status, reason: evidence };
}

function verdict(item: Item, worlds: ReadonlyMap<string, TwinStates>, products: readonly Product[]): Verdict {
  switch (item.wait) {
    case 'none':
      return item;
    case 'tape': {
      const outcome =
        item.broken === undefined ? attempt(() => item.scan.outcome(worlds.get(item.twin)?.final)) : notGradable(item.broken);
      return { status: outcome.status, reason: outcome.evidence, already: item.already };
    }
    case 'states':
      return onStates(item, worlds, products);
  }
}

function onStates(
  { check, args, criterion, twin }: Extract<Item, { wait: 'states' }>,
  worlds: ReadonlyMap<string, TwinStates>,
  products: readonly Product[],
): Verdict {
  const { seed, final } = worlds.get(twin) ?? {};
  if (!final) return { status: 'not_gradable', reason: 'The final state was not stored.' };
  if (!seed && (check.substrate === 'seed_and_final_state' || !criterion.always_scored))
    return { status: 'not_gradable', reason: NO_SEED };
  const asSeeded = new Map([...worlds].map(([id, other]) => [id, { seed: other.seed, final: other.seed }]));
  const already =
    seed !== undefined &&
    attempt(() => check.evaluate(args, seed, seed, withFacts(asSeeded, products), compilePattern)).status === 'passed';
  if (already && !criterion.always_scored) return { status: 'skipped', reason: ALREADY_TRUE_IN_SEED };
  // Without a seed only checks that don't read it come here.
  const outcome = attempt(() => check.evaluate(args, final, seed ?? final, withFacts(worlds, products), compilePattern));
  return { status: outcome.status, reason: outcome.evidence, already };
}

function attempt(run: () => Outcome): Outcome {
  try {
    return run();
  } catch (error) {
    return notGradable(`The check failed to run: ${messageOf(error)}`);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function result({ criterion, twin, checkId }: Item, { status, reason, already = false }: Verdict): CriterionResult {
  return {
    id: criterion.id,
    text: criterion.text,
    kind: criterion.kind,
    twin,
    check_id: checkId,
    status,
    passed: status === 'passed',
    skipped: status !== 'passed' && status !== 'failed',
    already_true: already && status !== 'skipped',
    reason: reason.length > MAX_REASON_LENGTH ? `${cutText(reason, MAX_REASON_LENGTH)}…` : reason,
  };
}

/** The grade of a trial that didn't happen as it should: what the checks saw is told, and nothing of it counts. */
export function withoutVerdicts(grade: Grade, why: string): Grade {
  return graded(
    grade.results.map((entry) =>
      entry.status === 'passed' || entry.status === 'failed'
        ? {
            ...entry,
            status: 'not_gradable',
            passed: false,
            skipped: true,
            reason: `The trial errored: ${why} The check itself: ${entry.status}, ${entry.reason}`,
          }
        : entry,
    ),
  );
}

function graded(results: CriterionResult[]): Grade {
  const count = (status: CriterionStatus) => results.filter((entry) => entry.status === status).length;
  const passed = count('passed');
  const failed = count('failed');
  const denominator = passed + failed;
  const share = denominator === 0 ? 0 : (100 * passed) / denominator;
  return {
    score: results.length === 0 ? null : Math.round(share * 100) / 100,
    allSkipped: denominator === 0,
    vacuous: passed > 0 && results.every((entry) => entry.status !== 'passed' || entry.already_true),
    results,
    breakdown: {
      total: results.length,
      passed,
      failed,
      skipped: count('skipped'),
      unmatched: count('unmatched'),
      model: count('model'),
      not_gradable: count('not_gradable'),
      denominator,
    },
  };
}
