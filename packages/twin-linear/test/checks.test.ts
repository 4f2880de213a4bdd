import { describeChecks } from '@svc/twin-kit/testing';
import { linear } from '../src/index.ts';
import { callCases } from './checks/calls.ts';
import { creatingCases } from './checks/creating.ts';
import { issueCases } from './checks/issues.ts';
import { placeCases } from './checks/places.ts';
import { projectCases } from './checks/projects.ts';
import { restraintCases } from './checks/restraint.ts';
import { workspaceCases } from './checks/workspace.ts';
import { record } from './checks/world.ts';
import { writingCases } from './checks/writing.ts';

const cases = {
  ...issueCases,
  ...placeCases,
  ...writingCases,
  ...creatingCases,
  ...workspaceCases,
  ...projectCases,
  ...restraintCases,
  ...callCases,
};
describeChecks({ twin: linear, cases, record });
