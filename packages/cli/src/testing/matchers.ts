import type { CriterionResult, FinalizeResult } from '@svc/contract';
import type { GradeOptions } from './create-sandbox.ts';

/** What can be graded: a sandbox of `createSandbox`. */
interface Gradable {
  grade(options: GradeOptions): Promise<FinalizeResult>;
}

/** What `expect.extend` of Jest and of Vitest hands to a matcher, as far as it is needed here. */
interface MatcherContext {
  isNot?: boolean;
}

/** The matchers by the names they have behind `expect(…)`, for a declaration of types. */
export interface SandboxMatchers<R = unknown> {
  /** Grades the sandbox by check sentences, which closes it; fails with the criteria that did, and why. */
  toPass(criteria: GradeOptions['criteria'], options?: Omit<GradeOptions, 'criteria'>): Promise<R>;
}

/**
 * Matchers for Jest and Vitest.
 *
 * @example
 * expect.extend(sandboxMatchers);
 * await expect(sandbox).toPass(['Issue #1 in acme/storefront is closed.']);
 */
export const sandboxMatchers = {
  async toPass(
    this: MatcherContext,
    sandbox: unknown,
    criteria: GradeOptions['criteria'],
    options: Omit<GradeOptions, 'criteria'> = {},
  ): Promise<{ pass: boolean; message: () => string }> {
    if (!isGradable(sandbox)) throw new TypeError('toPass is for a sandbox of createSandbox, awaited.');
    const result = await sandbox.grade({ ...options, criteria });
    // An agent that crashed or called nothing didn't fail the criteria: that must not satisfy a test that wants them failed.
    if (this.isNot && result.outcome !== 'passed' && result.outcome !== 'failed') throw new Error(described(result));
    return { pass: result.outcome === 'passed', message: () => described(result) };
  },
};

const isGradable = (value: unknown): value is Gradable => typeof Object(value).grade === 'function';

const ORDER: readonly CriterionResult['status'][] = ['failed', 'not_gradable', 'unmatched', 'skipped', 'model', 'passed'];

/** What didn't pass and why, then what did. */
function described({
  outcome,
  outcome_reason,
  score,
  criteria_results,
  unsupported_calls,
  dashboard_url,
}: FinalizeResult): string {
  const failed = criteria_results.filter(({ status }) => status === 'failed').length;
  const sorted = criteria_results.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status));
  return [
    `The run ${outcome}: ${score === null ? 'no score' : `${score} of 100`}, ${failed} of ${criteria_results.length} criteria failed.`,
    ...(outcome_reason === null ? [] : [`  ${outcome_reason}`]),
    ...sorted.flatMap(({ status, text, reason }) => [
      `  ${status.replace('_', ' ')}: ${text}`,
      ...(status === 'passed' ? [] : [`    ${reason}`]),
    ]),
    ...unsupported_calls.map(({ twin, call }) => `  the ${twin} twin does not model ${call}`),
    `  ${dashboard_url}`,
  ].join('\n');
}
