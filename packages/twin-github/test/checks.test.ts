import { describeChecks } from '@svc/twin-kit/testing';
import { github } from '../src/index.ts';
import { factCases } from './checks/facts.ts';
import { branchCases, fileCases } from './checks/files.ts';
import { issueCases } from './checks/issues.ts';
import { pullCases } from './checks/pulls.ts';
import { labelCases, releaseCases } from './checks/releases.ts';
import { repositoryCases, repositoryRestraintCases } from './checks/repositories.ts';
import { gitRestraintCases, restraintCases } from './checks/restraint.ts';
import { reviewCases } from './checks/reviews.ts';
import { record } from './checks/runs.ts';
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

const missing = { repo: 'acme/nowhere', issue: '9999', pull: '9998', branch: 'no-such-branch' };
describeChecks({ twin: github, cases, record, missing });
