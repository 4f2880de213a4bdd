import type { Check } from '../../packages/twin-kit/src/checks.ts';
import type { CheckSuite } from '../../packages/twin-kit/testing/describe-checks.ts';
import { type Judged, judged } from '../../packages/twin-kit/testing/judged.ts';
import { missingSlots } from '../../packages/twin-kit/testing/missing-slots.ts';
import { importTestsAsData } from './hooks.ts';

/** A run with what a check has to say of it. */
export interface Expected {
  check: string;
  args: Readonly<Record<string, string>>;
  run: Judged;
  status: 'passed' | 'failed';
  /** What the evidence has to name. */
  evidence: RegExp;
  /** What the check reads, as its page says. */
  substrate: Check['substrate'];
}

interface Stated {
  run: unknown;
  status: 'passed' | 'failed';
  args?: Readonly<Record<string, string>>;
  evidence?: RegExp;
}

const SOMETHING = /./;

/** Is it what the suite's tests take? */
export function isAsStated(check: Check, { args, run, status, evidence, substrate }: Expected): boolean {
  const outcome = judged(check, args, run);
  return check.substrate === substrate && outcome.status === status && evidence.test(outcome.evidence);
}

/** Plays every run of a twin's suite once, and keeps of its cases what the checks as they are say as well. */
export async function recordedCases(twin: string): Promise<Expected[]> {
  importTestsAsData();
  await import(new URL(`../../packages/twin-${twin}/test/checks.test.ts`, import.meta.url).href);
  const suite = (globalThis as { suiteOfChecks?: CheckSuite<unknown> }).suiteOfChecks;
  if (suite?.twin.id !== twin) throw new Error(`${twin} has no suite of checks`);
  const expected: Expected[] = [];
  for (const check of suite.twin.checks) {
    const proof = suite.cases[check.id];
    if (!proof) continue;
    const evasions = Object.values(proof.evasions).filter((run) => typeof run !== 'string');
    const stated: Stated[] = [
      { run: proof.good, status: 'passed' },
      { run: proof.bad, status: 'failed', evidence: proof.evidence },
      ...evasions.map((run) => ({ run, status: 'failed' as const })),
      ...missingSlots(check, proof, suite).map(([slot, name]) => ({
        run: proof.good,
        status: 'failed' as const,
        args: { [slot]: name },
        evidence: suite.missingSays?.[slot] ?? SOMETHING,
      })),
      ...(suite.lookAlikes ?? []).filter((one) => one.check === check.id),
    ];
    for (const { run, status, args = {}, evidence = SOMETHING } of stated) {
      const one: Expected = {
        check: check.id,
        args: { ...proof.args, ...args },
        run: await suite.record(run),
        status,
        evidence,
        substrate: check.substrate,
      };
      if (isAsStated(check, one)) expected.push(one);
    }
  }
  return expected;
}
