import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { examples } from './expected.ts';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** What `svc run --json` says of a run, as far as it must be the same everywhere. */
export interface Verdict {
  example: string;
  verdict: string;
  score: number | null;
  failed: string[];
}

interface Result {
  path: string;
  verdict: string;
  reason?: string;
  score?: number | null;
  criteria?: { status: string; text: string }[];
}

/** The verdicts in the output of `svc run --json`, by example. */
export function verdictsOf(stdout: string): Verdict[] {
  const { results } = JSON.parse(stdout) as { results: Result[] };
  return results.map(({ path, verdict, score = null, criteria = [] }) => ({
    example: path.split('/').at(-2) as string,
    verdict,
    score,
    failed: criteria.filter(({ status }) => status !== 'passed').map(({ text }) => text),
  }));
}

/** The arguments that run examples, by default all, with their own agents. */
export const withTheirOwn = (names: readonly string[] = []): string[] => [
  'run',
  ...(names.length > 0 ? names : examples.map(({ name }) => name)).map((name) => join(root, name)),
  '--json',
];

/** The same with their careless agents. */
export const withCareless = (names?: readonly string[]): string[] => [
  ...withTheirOwn(names),
  '--agent',
  `"${process.execPath}" "${join(import.meta.dirname, 'careless.ts')}"`,
];
