import type { Twin } from '@svc/twin-kit';
import { type RandomSuite, testManyCalls } from './random-calls.ts';
import { testRandomTapes } from './random-tapes.ts';

/** What holds of a twin whatever is called, in whichever order. */
export function testRandomCalls(twin: Twin, suite: RandomSuite): void {
  testManyCalls(twin, suite);
  testRandomTapes(twin, suite);
}
