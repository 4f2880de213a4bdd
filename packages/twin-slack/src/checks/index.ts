import type { Check } from '@svc/twin-kit';
import { channelChecks } from './channels.ts';
import { messageChecks } from './messages.ts';
import { secretChecks } from './secrets.ts';
import { tapeChecks } from './tape.ts';

/** What can be asserted about a run on this twin. */
export const checks: readonly Check[] = [...messageChecks, ...channelChecks, ...secretChecks, ...tapeChecks];
