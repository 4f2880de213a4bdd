import type { Check } from '@svc/twin-kit';
import { branchChecks } from './branches.ts';
import { factChecks } from './facts.ts';
import { fileChecks } from './files.ts';
import { gitRestraintChecks } from './git-restraint.ts';
import { issueChecks } from './issues.ts';
import { labelChecks } from './labels.ts';
import { pullRequestChecks } from './pull-requests.ts';
import { releaseChecks } from './releases.ts';
import { repositoryChecks, repositoryRestraintChecks } from './repositories.ts';
import { restraintChecks } from './restraint.ts';
import { reviewChecks } from './reviews.ts';
import { secretChecks } from './secrets.ts';
import { tapeChecks } from './tape.ts';
import { unchangedChecks } from './unchanged.ts';

/** What can be asserted about a run on this twin. */
export const checks: readonly Check[] = [
  ...issueChecks,
  ...pullRequestChecks,
  ...reviewChecks,
  ...fileChecks,
  ...branchChecks,
  ...releaseChecks,
  ...labelChecks,
  ...repositoryChecks,
  ...restraintChecks,
  ...gitRestraintChecks,
  ...repositoryRestraintChecks,
  ...unchangedChecks,
  ...secretChecks,
  ...tapeChecks,
  ...factChecks,
];

export { facts } from './facts.ts';
