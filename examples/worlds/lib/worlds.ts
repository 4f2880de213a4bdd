import { communityIssues, release } from './github.ts';
import { inbox, salesInbox } from './gmail.ts';
import { planningCycle, supportBacklog } from './linear.ts';
import { launchChannel, onCallWeek } from './slack.ts';
import { refundDesk, renewals } from './stripe.ts';
import type { World } from './world.ts';

/** The library of worlds, by their folders. */
export const worlds: readonly World[] = [
  communityIssues(),
  inbox(),
  launchChannel(),
  onCallWeek(),
  planningCycle(),
  refundDesk(),
  release(),
  renewals(),
  salesInbox(),
  supportBacklog(),
];
