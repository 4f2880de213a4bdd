import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Twin } from '../src/definition.ts';
import type { RuleBook } from './rule-book.ts';
import { type Findings, tried } from './rule-trial.ts';

/** Sequences that are tried by default; `SVC_RULE_SEQUENCES` says otherwise. */
const SEQUENCES = 300;
/** Seconds of work by default; several times that beside other suites, and more where more sequences are asked for. */
const TIMEOUT_MS = 1_800_000;

/** The first cells of the table below "Rules between objects". */
function rulesOf(readme: string): string[] {
  const text = readFileSync(readme, 'utf8');
  const section = text.slice(text.indexOf('\n## Rules between objects')).split('\n## ')[1] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(1).flatMap((row) => (/^\| -/.test(row) ? [] : [(row.split('|')[1] as string).trim()]));
}

/**
 * The rules of a twin's README, each stated once more on its own: under random sequences of operations every answer is the one that the
 * rules ask for, no world breaks one, and there is none that nothing met.
 *
 * @param readme of the twin, whose table of rules names those of the book
 */
export function describeRules(twin: Twin, readme: string, book: RuleBook): void {
  const sequences = Number(process.env.SVC_RULE_SEQUENCES ?? SEQUENCES);
  describe(`rules between objects, under ${sequences} random sequences of operations:`, () => {
    let findings: Findings;
    beforeAll(async () => {
      findings = await tried(twin, book, sequences);
    }, TIMEOUT_MS);

    test('each answer is the one that the rules ask for, and no world breaks one', () => {
      const { operations, landed, met, faults } = findings;
      expect(faults).toEqual([]);
      if (sequences > SEQUENCES)
        process.stdout.write(`${twin.title}: ${sequences} sequences, ${operations} operations, ${landed} landed\n${told(met)}\n`);
    });

    test('the table has these rules and no others', () => {
      expect(rulesOf(readme)).toEqual(Object.keys(book.rules));
    });

    test.each(Object.keys(book.rules))('%s', (rule) => {
      expect(findings.met.get(rule) ?? 0).toBeGreaterThan(0);
    });
  });
}

const told = (met: Findings['met']): string => [...met].map(([rule, times]) => `${String(times).padStart(7)} ${rule}`).join('\n');
