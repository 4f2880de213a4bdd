// Jest's order of suites in a clone where nothing is known of them: the longest first, as one of them at the end would be waited for alone.
import { readFileSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

/**
 * Those that took longest where they were measured, by what stands in their paths: some wait more than they work. Of all others, those that
 * start processes take longest.
 */
const LONGEST = [
  'twin-github/test/client-habits',
  'dashboard/test/walk',
  'cli/test/hosted-run',
  'cli/test/storage-away',
  'cli/test/local-run',
  'cli/test/gh-git',
  'cli/test/gh',
  'cli/test/acceptance/recovery',
  'cli/test/admin',
  'dashboard/test/access',
  'dashboard/test/sandbox',
  'platform/test/shared-runtime',
  'platform/test/process-runtime',
  'control-plane/test/dashboard-live',
  'control-plane/test/accounts',
  'git-http/pushes',
  'cli/test/live',
  'cli/test/eval',
  'cli/test/trials',
  'cli/test/told',
  'platform/test/grade-queue',
  'grading-worker/test/twin-pull',
  'cli/test/up',
  '/random-calls',
  '/checks',
  'twins/test/seed-fields',
  'docs/test/pages',
  'docs/test/ci',
  'examples/test/verdicts',
  'examples/test/python',
  'tools/test/demo',
  'clients/python',
  'cli/test/stop',
  'cli/test/login',
  'cli/test/room',
];
const STARTS = /\bstart(?:Service|Svc)\(|\bReader\.sitDown\(|\bsvc\(|\bspawn\(|\batPlaces\(/g;

function weightOf(path) {
  const place = LONGEST.findIndex((part) => path.includes(`${part}.`) || path.includes(`${part}/`));
  if (place !== -1) return 1_000 - place;
  return (readFileSync(path, 'utf8').match(STARTS) ?? []).length;
}

export default class LongFirst extends (Sequencer.default ?? Sequencer) {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const weights = new Map(tests.map((test) => [test, weightOf(test.path)]));
    return sorted.toSorted((a, b) => weights.get(b) - weights.get(a));
  }
}
