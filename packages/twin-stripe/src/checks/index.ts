import { paymentChecks, refundChecks } from './payments.ts';
import { recordChecks } from './records.ts';
import { restraintChecks } from './restraint.ts';
import { tapeChecks } from './tape.ts';

/** What a run against this twin can be graded on. */
export const checks = [...refundChecks, ...paymentChecks, ...recordChecks, ...restraintChecks, ...tapeChecks];
