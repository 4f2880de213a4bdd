import type { Check } from '@svc/twin-kit';
import { countChecks } from './counts.ts';
import { draftChecks } from './drafts.ts';
import { filterChecks } from './filters.ts';
import { labelChecks } from './labels.ts';
import { markChecks } from './marks.ts';
import { neverChecks } from './never.ts';
import { senderChecks, sentFactChecks } from './of-sender.ts';
import { replyChecks } from './replies.ts';
import { restraintChecks } from './restraint.ts';
import { secretChecks } from './secrets.ts';
import { sendingChecks } from './sending.ts';
import { settingChecks } from './settings.ts';
import { tapeChecks } from './tape.ts';

export { facts } from './facts.ts';

/** What can be asserted about a run on this twin. */
export const checks: readonly Check[] = [
  ...markChecks,
  ...senderChecks,
  ...labelChecks,
  ...sendingChecks,
  ...sentFactChecks,
  ...replyChecks,
  ...countChecks,
  ...neverChecks,
  ...draftChecks,
  ...filterChecks,
  ...settingChecks,
  ...restraintChecks,
  ...secretChecks,
  ...tapeChecks,
];
