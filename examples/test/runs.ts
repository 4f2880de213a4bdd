import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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

/** The arguments that run every example with its own agent. */
export const withTheirOwn: readonly string[] = ['run', root, '--json'];

/** The arguments that run every example with its careless agent. */
export const withCareless: readonly string[] = [
  ...withTheirOwn,
  '--agent',
  `"${process.execPath}" "${join(import.meta.dirname, 'careless.ts')}"`,
];
