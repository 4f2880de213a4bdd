import { describeFaults, type TwinSample } from '@svc/twin-kit/testing';
import { loadTwin } from '../src/index.ts';
import { github } from './samples/github.ts';
import { gmail } from './samples/gmail.ts';
import { linear } from './samples/linear.ts';
import { slack } from './samples/slack.ts';
import { stripe } from './samples/stripe.ts';

const samples: Record<string, TwinSample> = { github, stripe, slack, gmail, linear };

for (const [id, sample] of Object.entries(samples)) {
  const twin = await loadTwin(id);
  if (twin) describeFaults(twin, sample);
}
