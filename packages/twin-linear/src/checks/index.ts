import type { Check } from '@svc/twin-kit';
import { commentChecks } from './comments.ts';
import { issueChecks, placeChecks } from './issues.ts';
import { projectChecks } from './projects.ts';
import { restraintChecks } from './restraint.ts';
import { tapeChecks } from './tape.ts';

/** What this twin declares gradable. */
export const checks: readonly Check[] = [
  ...issueChecks,
  ...placeChecks,
  ...commentChecks,
  ...projectChecks,
  ...restraintChecks,
  ...tapeChecks,
];
