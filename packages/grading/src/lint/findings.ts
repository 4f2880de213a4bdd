import type { Problem, ProblemCode } from '../problem.ts';

/** What `svc lint` can find, with what it means; the codes are stable. */
export const FINDINGS = {
  'no-prompt': 'there is no `## Prompt`, or it is empty',
  'unknown-section': 'a heading that nobody reads and that looks like one of the sections',
  'duplicate-section': 'a section stands twice',
  'unclosed-block': 'a fenced block has no end',
  'block-missing': 'Seed State or Config has no fenced block',
  'block-extra': 'Seed State or Config has more than one block',
  'block-language': 'the block is neither yaml nor, in Seed State, json',
  'not-json': 'the block is not JSON, or says one name twice',
  'not-yaml': 'the block is not YAML',
  'seed-not-object': 'the seed is a list or a single value',
  'seed-envelope': 'the seed is wrapped by twin ids and should not be, or the other way round',
  'seed-twin': 'the seed names a twin that the scenario has not',
  'refused-seed': 'a twin refuses a value of the seed',
  'unknown-collection': 'a collection of the seed is misspelt, so the twin drops it',
  'dropped-field': 'a twin makes nothing of a field of the seed, so it is dropped',
  'odd-seed': 'a text of the seed is in curly quotation marks, which become part of it',
  'unknown-config': 'there is no such setting',
  'bad-config': "a setting has a value that it can't have",
  'odd-config': 'a setting has a value that is hardly meant',
  'config-fault': "a fault can't be had of its twin",
  'unknown-twin': 'there is no such twin',
  'too-many-twins': 'a scenario has more than three twins',
  'no-criteria': 'there is nothing to grade',
  'criteria-no-list': 'the criteria are no list',
  'criterion-form': 'a criterion has not the form `- [code] …`',
  'criterion-nested': 'a criterion has a list or a block in it',
  'criterion-twin': 'a criterion is of a twin that the scenario has not',
  'duplicate-criterion': 'a criterion stands twice and counts twice',
  'unbound-criterion': 'a criterion is the sentence of no check',
  'refused-value': 'a criterion has the wording of a check with a value that it refuses',
  'odd-value': 'a criterion has a value that is hardly meant, such as 50 usd, which is 50 cents',
  'already-true': 'a criterion is true before the agent begins, so it is not scored',
  'not-in-seed': 'a criterion names what the seed has not',
} as const satisfies Record<ProblemCode, string> & Record<string, string>;
export type FindingCode = keyof typeof FINDINGS;

/** Something about a scenario that its author should know. */
export interface Finding {
  path: string;
  /** Null where it is about the whole file. */
  line: number | null;
  /** From 1, where the line is known. */
  column: number | null;
  code: FindingCode;
  /** An error keeps the scenario from being graded as written. */
  level: 'error' | 'warning';
  message: string;
  /** What to type instead. */
  suggestion?: string;
  /** The criterion it is about, and the sentences closest to it. */
  criterion?: string;
  nearest?: { check: string; sentence: string; example: string }[];
  /** The values that its check refuses. */
  refused?: { param: string; value: string; pattern: string; example: string; suggestion?: string }[];
}

export type Found = Omit<Finding, 'path'>;

export const ofProblem = ({ code, level, line, column, message, suggestion }: Problem): Found => ({
  line,
  column,
  code,
  level,
  message,
  ...(suggestion !== undefined && { suggestion }),
});

/** By their place; what is about the whole file comes first. */
export const inOrder = (findings: readonly Found[]): Found[] =>
  findings.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0));
