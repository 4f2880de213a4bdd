// Jest's order of suites in a clone where nothing is known of them: the longest first, as one of them at the end would be waited for alone.
import { readFileSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

/**
 * Those that took longest where they were measured, by what stands in their paths: some wait more than they work. Of all others, those that
 * start processes take longest.
 */
const LONGEST = [
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
  '/git-http',
  'twin-github/test/archives',
  'twin-github/test/rulesets',
  'platform/test/grade-queue',
  'grading-worker/test/twin-pull',
  'cli/test/up',
  'docs/test/pages',
  'docs/test/ci',
  'tools/test/demo',
  'cli/test/stop',
  'cli/test/room',
];
/**
 * Long ones that make a worker large. They come after all that start processes: to start one copies the page tables of the worker, which takes
 * it 2 ms at 100 MB and 20 ms at 1 GB.
 */
const GROWING = [
  'twin-github/test/client-habits',
  '/random-calls',
  '/checks',
  'twin-github/test/siblings',
  'twin-kit/test/threads',
  'twins/test/seed-fields',
];
/** Those that share a service come first, one after the other: it ends when it was not used for a while. */
const SHARES = /\bsharedService\(\)/;
const STARTS = /\bstart(?:Service|Svc)\(|\bReader\.sitDown\(|\bsvc\(|\bspawn\(|\batPlaces\(/g;

function weightOf(path) {
  const text = readFileSync(path, 'utf8');
  const first = SHARES.test(text) ? 10_000 : 0;
  const place = placeIn(LONGEST, path);
  if (place !== -1) return first + 1_000 - place;
  const starts = (text.match(STARTS) ?? []).length;
  const growth = placeIn(GROWING, path);
  return first + starts + (growth === -1 ? 0 : 1 - (growth + 1) / 100);
}

const placeIn = (parts, path) => parts.findIndex((part) => path.includes(`${part}.`) || path.includes(`${part}/`));

export default class LongFirst extends (Sequencer.default ?? Sequencer) {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const weights = new Map(tests.map((test) => [test, weightOf(test.path)]));
    return sorted.toSorted((a, b) => weights.get(b) - weights.get(a));
  }
}
