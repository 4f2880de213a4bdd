import type { Check } from '@svc/twin-kit';
import { commentChecks } from './comments.ts';
import { gitChecks } from './git.ts';
import { issueChecks } from './issues.ts';
import { pullRequestChecks } from './pull-requests.ts';
import { releaseChecks } from './releases.ts';
import { restraintChecks } from './restraint.ts';
import { reviewChecks } from './reviews.ts';
import { tapeChecks } from './tape.ts';

/** What can be asserted about a run on this twin. */
export const checks: readonly Check[] = [
  ...issueChecks,
  ...commentChecks,
  ...pullRequestChecks,
  ...reviewChecks,
  ...gitChecks,
  ...releaseChecks,
  ...restraintChecks,
  ...tapeChecks,
];
