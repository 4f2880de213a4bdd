import { describeChecks } from '@svc/twin-kit/testing';
import { isWhole, shareOf } from '@svc/twin-kit/testing/share';
import { linear } from '../src/index.ts';
import { callCases } from './checks/calls.ts';
import { creatingCases } from './checks/creating.ts';
import { issueCases } from './checks/issues.ts';
import { lookAlikes } from './checks/look-alikes.ts';
import { placeCases } from './checks/places.ts';
import { projectCases } from './checks/projects.ts';
import { restraintCases } from './checks/restraint.ts';
import { secretCases } from './checks/secrets.ts';
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
  ...secretCases,
  ...callCases,
};
const missing = {
  issue: 'ENG-999',
  issues: 'ENG-1, ENG-999',
  other: 'ENG-998',
  team: 'ZZZ',
  user: 'nobody',
  label: 'No such label',
  state: 'No such state',
  project: 'No such project',
  milestone: 'No such milestone',
  initiative: 'No such initiative',
  quote: 'No such words',
};

const missingSays = {
  issue: /no issue ENG-999/,
  issues: /no issue ENG-999/,
  other: /no issue ENG-998|ENG-998 was never called/,
  team: /no team ZZZ/,
};

describeChecks({
  twin: linear,
  cases,
  record,
  missing,
  missingSays,
  lookAlikes: shareOf(lookAlikes, 0, ({ check }) => check),
  fewEvasions: !isWhole,
});
