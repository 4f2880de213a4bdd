import { describeChecks, type LookAlike } from '@svc/twin-kit/testing';
import { isWhole, shareOf } from '@svc/twin-kit/testing/share';
import { github } from '../src/index.ts';
import { factCases } from './checks/facts.ts';
import { branchCases, fileCases } from './checks/files.ts';
import { issueCases } from './checks/issues.ts';
import { tapeLookAlikes, threadLookAlikes, worldLookAlikes } from './checks/look-alikes.ts';
import { pullCases } from './checks/pulls.ts';
import { labelCases, releaseCases } from './checks/releases.ts';
import { repeated, written } from './checks/repeated.ts';
import { repositoryCases, repositoryRestraintCases } from './checks/repositories.ts';
import { gitRestraintCases, restraintCases } from './checks/restraint.ts';
import { reviewCases } from './checks/reviews.ts';
import { type Run, record } from './checks/runs.ts';
import { tapeCases } from './checks/tape.ts';
import { threadCases } from './checks/threads.ts';
import { secretCases, unchangedCases } from './checks/unchanged.ts';

const cases = {
  ...threadCases,
  ...issueCases,
  ...pullCases,
  ...reviewCases,
  ...fileCases,
  ...branchCases,
  ...releaseCases,
  ...labelCases,
  ...repositoryCases,
  ...repositoryRestraintCases,
  ...restraintCases,
  ...gitRestraintCases,
  ...unchangedCases,
  ...secretCases,
  ...tapeCases,
  ...factCases,
};

const missing = {
  repo: 'acme/nowhere',
  issue: '9999',
  pull: '9998',
  branch: 'no-such-branch',
  label: 'no such label',
  milestone: 'no such milestone',
  login: 'nobody',
  path: 'no/such/file',
  tag: 'v999',
  title: 'No such title',
  quote: 'No such words',
};
const lookAlikes: LookAlike<Run>[] = [
  ...threadLookAlikes,
  ...worldLookAlikes,
  ...tapeLookAlikes,
  ...repeated.map(([, needle, run]) => ({
    check: 'github.nothing-written-containing',
    args: { needle },
    run,
    status: 'passed' as const,
  })),
  ...written.map(([, needle, run]) => ({
    check: 'github.nothing-written-containing',
    args: { needle },
    run,
    status: 'failed' as const,
  })),
];

describeChecks({
  twin: github,
  cases,
  record,
  missing,
  lookAlikes: shareOf(lookAlikes, 0, ({ check }) => check),
  fewEvasions: !isWhole,
});
