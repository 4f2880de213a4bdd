import type { Check } from '@svc/twin-kit';
import { changeChecks } from './changes.ts';
import { channelChecks } from './channels.ts';
import { countChecks } from './counts.ts';
import { editChecks } from './edits.ts';
import { itemChecks } from './items.ts';
import { memberChecks } from './members.ts';
import { neverChecks } from './never.ts';
import { patternChecks } from './patterns.ts';
import { peopleChecks } from './people.ts';
import { postedChecks } from './posted.ts';
import { reactionChecks } from './reactions.ts';
import { secretChecks } from './secrets.ts';
import { styleChecks } from './styles.ts';
import { tapeChecks } from './tape.ts';

/** What can be asserted about a run on this twin. */
export const checks: readonly Check[] = [
  ...postedChecks,
  ...countChecks,
  ...neverChecks,
  ...patternChecks,
  ...editChecks,
  ...styleChecks,
  ...reactionChecks,
  ...itemChecks,
  ...channelChecks,
  ...memberChecks,
  ...peopleChecks,
  ...changeChecks,
  ...secretChecks,
  ...tapeChecks,
];
