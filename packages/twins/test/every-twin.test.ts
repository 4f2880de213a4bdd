import { expect, test } from '@jest/globals';
import { describeTwin, type TwinSample } from '@svc/twin-kit/testing';
import { shareOf } from '@svc/twin-kit/testing/share';
import { loadTwin, twinIds, twinProcessEntry } from '../src/index.ts';
import { github } from './samples/github.ts';
import { gmail } from './samples/gmail.ts';
import { linear } from './samples/linear.ts';
import { slack } from './samples/slack.ts';
import { stripe } from './samples/stripe.ts';

const samples: Record<string, TwinSample> = { github, stripe, slack, gmail, linear };

const mounted = (await Promise.all(twinIds.map(async (id) => [id, await loadTwin(id)] as const))).filter(([, twin]) => twin);

test('every twin that can be started has a sample for the shared suite', () => {
  expect(Object.keys(samples)).toEqual(mounted.map(([id]) => id));
});

/** All run in the same process: one of them is killed in `npm test`. */
const killed = shareOf(twinIds, 1);

for (const [id, twin] of mounted)
  if (twin && samples[id]) describeTwin(twin, samples[id], killed.includes(id) ? twinProcessEntry : undefined);
