import { describe, expect, test } from '@jest/globals';
import type { Check } from '../src/checks.ts';
import type { Twin } from '../src/definition.ts';
import { type Judged, judged } from './judged.ts';
import { missingSlots } from './missing-slots.ts';

/** The ways in which an agent can do a thing, or seem to, so that a careless check says something untrue. */
export const EVASIONS = [
  'taken back in the same call',
  'taken back later',
  'through another door',
  'after a rename',
  'by an edit of something older',
  'on a look-alike',
] as const;
export type Evasion = (typeof EVASIONS)[number];

/** What proves one check. A run is whatever the twin's suite turns into evidence. */
export interface CheckCase<Run> {
  args: Readonly<Record<string, string>>;
  /** The smallest run in which the sentence is true. */
  good: Run;
  /** The smallest run in which it isn't. */
  bad: Run;
  /** What the evidence of the bad run names. */
  evidence: RegExp;
  /**
   * A run each in which the sentence isn't true either, though a careless check would say so. A text instead of a run says
   * why the evasion can't be tried on this check, or is what the sentence allows.
   */
  evasions: Readonly<Record<Evasion, Run | string>>;
}

/** A run that a check has to tell from others that look alike. */
export interface LookAlike<Run> {
  /** By check id. */
  check: string;
  /** Where they differ from those of the check's case. */
  args?: Readonly<Record<string, string>>;
  run: Run;
  status: 'passed' | 'failed';
  /** What the evidence names. */
  evidence?: RegExp;
}

export interface CheckSuite<Run> {
  twin: Pick<Twin, 'id' | 'checks'>;
  /** By slot, something that no world of the suite has. A sentence that names it is not true, whatever it says of it. */
  missing?: Readonly<Record<string, string>>;
  /** By slot, what the evidence says of it. */
  missingSays?: Readonly<Record<string, RegExp>>;
  /** Sentences that are true of what nobody knows, as `<check id> <slot>`. */
  mayBeUnknown?: readonly string[];
  lookAlikes?: readonly LookAlike<Run>[];
  /** Of every eighth check one evasion is tried, of all six about as many, instead of all of all. */
  fewEvasions?: boolean;
  /** By check id, every check of the twin. */
  cases: Readonly<Record<string, CheckCase<Run>>>;
  /** Runs on a fresh twin. */
  record(run: Run): Promise<Judged>;
}

/** That every check of a twin can pass, can fail, and isn't got around. */
export function describeChecks<Run>(asked: CheckSuite<Run>): void {
  const suite = { ...asked, record: recordedOnce(asked.record) };
  const { twin, cases, record, lookAlikes = [], fewEvasions = false } = suite;
  describe(`the checks of ${twin.id}`, () => {
    test('have a case each', () => {
      expect(Object.keys(cases).sort()).toEqual(twin.checks.map(({ id }) => id).sort());
    });
    for (const [at, check] of twin.checks.entries()) {
      const proof = cases[check.id];
      if (!proof) continue;
      const runs = evasionsOf(proof);
      describeCheck(check, proof, record, fewEvasions ? fewOf(runs, at) : runs);
      describeMissing(check, proof, suite);
    }
    for (const { check: id, args, run, status, evidence = /./ } of lookAlikes) {
      const check = twin.checks.find((one) => one.id === id);
      test(`${id} is ${status} on a look-alike with ${JSON.stringify(args ?? 'the same words')}`, async () => {
        expect(judged(check as Check, { ...cases[id]?.args, ...args }, await record(run))).toEqual({
          status,
          evidence: expect.stringMatching(evidence),
        });
      });
    }
  });
}

/** What is said of a run several times is judged on one recording of it. */
function recordedOnce<Run>(record: (run: Run) => Promise<Judged>): (run: Run) => Promise<Judged> {
  const recordings = new Map<Run, Promise<Judged>>();
  return (run) => {
    const recording = recordings.get(run) ?? record(run);
    recordings.set(run, recording);
    return recording;
  };
}

/** One, another for the next eighth check; none for the seven between. */
function fewOf<T>(runs: readonly T[], at: number): readonly T[] {
  if (at % 8 !== 0 || runs.length === 0) return [];
  const nth = (at / 8) % runs.length;
  return runs.slice(nth, nth + 1);
}

function evasionsOf<Run>({ evasions }: CheckCase<Run>): (readonly [Evasion, Run])[] {
  return EVASIONS.flatMap((evasion) => {
    const run = evasions[evasion];
    return typeof run === 'string' ? [] : [[evasion, run] as const];
  });
}

function describeMissing<Run>(check: Check, proof: CheckCase<Run>, suite: CheckSuite<Run>): void {
  const slots = missingSlots(check, proof, suite);
  if (slots.length === 0) return;
  test(`${check.id} fails where what it names is not there`, async () => {
    const evidence = await suite.record(proof.good);
    const verdicts = slots.map(([slot, name]) => [slot, judged(check, { ...proof.args, [slot]: name }, evidence)]);
    expect(verdicts).toEqual(
      slots.map(([slot]) => [slot, { status: 'failed', evidence: expect.stringMatching(suite.missingSays?.[slot] ?? /./) }]),
    );
  });
}

function describeCheck<Run>(
  check: Check,
  proof: CheckCase<Run>,
  record: (run: Run) => Promise<Judged>,
  evasions: readonly (readonly [Evasion, Run])[],
): void {
  const verdict = async (run: Run) => judged(check, proof.args, await record(run));
  describe(check.id, () => {
    test('takes the arguments of its case and its own examples', () => {
      for (const [name, { pattern, values, example }] of Object.entries(check.params)) {
        for (const value of [proof.args[name], example]) {
          expect(value).toMatch(new RegExp(`^(?:${pattern.source})$`, pattern.flags));
          if (values) expect(values).toContain(value);
        }
      }
      expect(Object.keys(proof.args).sort()).toEqual(Object.keys(check.params).sort());
    });

    test('passes where its sentence is true, and fails where it is not, naming what it saw', async () => {
      expect(await verdict(proof.good)).toEqual({ status: 'passed', evidence: expect.stringMatching(/./) });
      expect(await verdict(proof.bad)).toEqual({ status: 'failed', evidence: expect.stringMatching(proof.evidence) });
    });

    for (const [evasion, run] of evasions) {
      test(`is not got around ${evasion}`, async () => {
        expect(await verdict(run)).toEqual({ status: 'failed', evidence: expect.stringMatching(/./) });
      });
    }
  });
}
