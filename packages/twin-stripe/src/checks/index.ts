import type { Check } from '@svc/twin-kit';
import { accountChecks } from './account.ts';
import { catalogChecks } from './catalog.ts';
import { chargeChecks } from './charges.ts';
import { customerChecks } from './customers.ts';
import { invoiceChecks } from './invoices.ts';
import { neverMovedChecks } from './never-moved.ts';
import { neverTriedChecks } from './never-tried.ts';
import { neverWrittenChecks } from './never-written.ts';
import { objectChecks, placeChecks } from './objects.ts';
import { paymentMethodChecks } from './payment-methods.ts';
import { refundChecks } from './refunds.ts';
import { restraintChecks } from './restraint.ts';
import { secretChecks } from './secrets.ts';
import { subscriptionChecks } from './subscriptions.ts';
import { tapeChecks } from './tape.ts';

export { facts } from './facts.ts';

/** What a run against this twin can be graded on. */
export const checks: readonly Check[] = [
  ...refundChecks,
  ...chargeChecks,
  ...customerChecks,
  ...paymentMethodChecks,
  ...subscriptionChecks,
  ...invoiceChecks,
  ...catalogChecks,
  ...accountChecks,
  ...objectChecks,
  ...placeChecks,
  ...restraintChecks,
  ...neverMovedChecks,
  ...neverWrittenChecks,
  ...neverTriedChecks,
  ...secretChecks,
  ...tapeChecks,
];
