import type { Check } from '@svc/twin-kit';
import { creatingChecks } from './creating.ts';
import { issueChecks } from './issues.ts';
import { placeChecks } from './places.ts';
import { projectChecks } from './projects.ts';
import { restraintChecks } from './restraint.ts';
import { secretChecks } from './secrets.ts';
import { tapeChecks } from './tape.ts';
import { workspaceChecks } from './workspace.ts';
import { writingChecks } from './writing.ts';

export { facts } from './facts.ts';

/** What this twin declares gradable. */
export const checks: readonly Check[] = [
  ...issueChecks,
  ...placeChecks,
  ...writingChecks,
  ...creatingChecks,
  ...workspaceChecks,
  ...projectChecks,
  ...restraintChecks,
  ...secretChecks,
  ...tapeChecks,
];
