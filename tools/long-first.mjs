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
  'platform/test/grade-queue',
  'grading-worker/test/twin-pull',
  'cli/test/up',
  '/random-calls',
  '/checks',
  'twins/test/seed-fields',
  'docs/test/pages',
  'docs/test/ci',
  'tools/test/demo',
  'cli/test/stop',
  'cli/test/room',
];
/** Those that share a service come first, one after the other: it ends when it was not used for a while. */
const SHARES = /\bsharedService\(\)/;
const STARTS = /\bstart(?:Service|Svc)\(|\bReader\.sitDown\(|\bsvc\(|\bspawn\(|\batPlaces\(/g;

function weightOf(path) {
  const text = readFileSync(path, 'utf8');
  const first = SHARES.test(text) ? 10_000 : 0;
  const place = LONGEST.findIndex((part) => path.includes(`${part}.`) || path.includes(`${part}/`));
  if (place !== -1) return first + 1_000 - place;
  return first + (text.match(STARTS) ?? []).length;
}

export default class LongFirst extends (Sequencer.default ?? Sequencer) {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const weights = new Map(tests.map((test) => [test, weightOf(test.path)]));
    return sorted.toSorted((a, b) => weights.get(b) - weights.get(a));
  }
}
