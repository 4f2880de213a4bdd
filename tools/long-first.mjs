// Jest's order of suites in a clone where nothing is known of them: the longest first, as one of them at the end would be waited for alone.
import { readFileSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

/** Those that took longest where they were measured, by what stands in their paths. Of all others, those that start processes take longest. */
const LONGEST = [
  'dashboard/test/walk',
  'docs/test/pages',
  'control-plane/test/malformed',
  '/random-calls',
  'cli/test/up',
  'cli/test/admin',
  'cli/test/live',
  'cli/test/trials',
  'cli/test/acceptance/recovery',
  'cli/test/inspector',
  'cli/test/package',
  'cli/test/hosted-run',
  'cli/test/told',
  'cli/test/local-run',
  'twin-slack/test/checks',
  'clients/python',
  'examples/test/frameworks',
  'cli/test/init',
  'cli/test/room',
  'tools/test/demo',
  'docs/test/ci',
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
