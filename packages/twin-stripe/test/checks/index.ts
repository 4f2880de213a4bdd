import { accountCases } from './account.ts';
import { callCases } from './calls.ts';
import { catalogCases } from './catalog.ts';
import { chargeCases } from './charges.ts';
import { customerCases, paymentMethodCases } from './customers.ts';
import { invoiceCases } from './invoices.ts';
import { neverCases } from './never.ts';
import { objectCases } from './objects.ts';
import { refundCases } from './refunds.ts';
import { restraintCases } from './restraint.ts';
import { subscriptionCases } from './subscriptions.ts';

export { record } from './world.ts';

export const cases = {
  ...refundCases,
  ...chargeCases,
  ...customerCases,
  ...paymentMethodCases,
  ...subscriptionCases,
  ...invoiceCases,
  ...catalogCases,
  ...accountCases,
  ...objectCases,
  ...neverCases,
  ...restraintCases,
  ...callCases,
};
