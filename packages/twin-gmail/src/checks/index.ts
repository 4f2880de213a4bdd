import type { Check } from '@svc/twin-kit';
import { mailChecks } from './mail.ts';
import { restraintChecks } from './restraint.ts';
import { sendingChecks } from './sent.ts';
import { settingChecks } from './settings.ts';
import { tapeChecks } from './tape.ts';

/** What can be asserted about a run on this twin. */
export const checks: readonly Check[] = [...mailChecks, ...sendingChecks, ...settingChecks, ...restraintChecks, ...tapeChecks];
