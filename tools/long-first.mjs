// Jest's order of suites in a clone where nothing is known of them: the longest first, as one of them at the end would be waited for alone.
import { readFileSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

/** Those that took longest where they were measured, by what stands in their paths. Of all others, those that start processes take longest. */
const LONGEST = [
  'dashboard/test/walk',
  'cli/test/hosted-run',
  'cli/test/up',
  'cli/test/equal-worlds',
  'cli/test/stop',
  'cli/test/package',
  'cli/test/eval',
  'cli/test/trials',
  'cli/test/admin',
  'cli/test/told',
  'cli/test/local-run',
  'cli/test/acceptance/recovery',
  '/random-calls',
  'docs/test/pages',
  'docs/test/ci',
  'platform/test/shared-runtime',
  'platform/test/process-runtime',
  'dashboard/test/access',
  'dashboard/test/sandbox',
  'control-plane/test/dashboard-live',
  'cli/test/gh-git',
  'cli/test/gh',
  'clients/python',
  'examples/test/frameworks',
  'docs/test/readme',
  'cli/test/live',
  'cli/test/room',
  'tools/test/demo',
  '/checks',
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
