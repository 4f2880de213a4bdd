import type { Capture } from './capture.ts';
import { github } from './github.ts';
import { gmail } from './gmail.ts';
import { linear } from './linear.ts';
import { slack } from './slack.ts';
import { stripe } from './stripe.ts';

/** The vendors whose exports become seeds. */
export const captures: readonly Capture[] = [github, stripe, slack, gmail, linear];

export { CaptureError } from './error.ts';
export { readExported } from './exported.ts';
export { People } from './people.ts';
