// Jest's order of suites in a clone where nothing is known of them: those that start processes take longest, and one of them at the end would be
// waited for alone.
import { readFileSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

const STARTS = /\bstart(?:Service|Svc)\(|\bReader\.sitDown\(|\bsvc\(|\bspawn\(|\batPlaces\(|\btestRandomCalls\(/g;

export default class LongFirst extends (Sequencer.default ?? Sequencer) {
  sort(tests) {
    const starts = new Map(tests.map((test) => [test, (readFileSync(test.path, 'utf8').match(STARTS) ?? []).length]));
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    return sorted.toSorted((a, b) => starts.get(b) - starts.get(a));
  }
}
