import { type CheckParam, commonParams, toolNames } from '@svc/twin-kit';
import { operations } from '../routes/index.ts';
import { tools } from '../tools/index.ts';

const param = (pattern: RegExp, example: string, description: string): CheckParam => ({ pattern, example, description });

const id = (prefix: string, what: string): CheckParam => param(/[\w.-]+/, `${prefix}_1`, `The id of ${what}`);

export const charge = id('ch', 'a charge');
export const paymentIntent = id('pi', 'a PaymentIntent');
export const invoice = id('in', 'an invoice');
export const count = param(/\d+/, '1', 'How many, exactly');
export const amount = param(/\d+/, '2000', 'An amount in minor units: 2000 is $20.00');
export const currency = param(/[a-z]{3}/, 'usd', 'A three-letter currency code in lower case');
export const chargeStatus = param(/succeeded|pending|failed/, 'succeeded', 'succeeded, pending or failed');
export const intentStatus = param(
  /requires_payment_method|requires_confirmation|requires_action|processing|requires_capture|canceled|succeeded/,
  'succeeded',
  'The status of a PaymentIntent',
);
export const invoiceStatus = param(/draft|open|paid|uncollectible|void/, 'paid', 'The status of an invoice');
export const subscriptionStatus = param(
  /active|canceled|incomplete|incomplete_expired|past_due|paused|trialing|unpaid/,
  'active',
  'The status of a subscription',
);
export const disputeStatus = param(
  /needs_response|under_review|won|lost|warning_needs_response|warning_closed/,
  'under_review',
  'The status of a dispute',
);
export const reason = param(/duplicate|fraudulent|requested_by_customer/, 'duplicate', 'The reason of a refund');
export const email = param(/[^\s"@]+@[^\s"@]+/, 'ada@example.com', 'An email address, as written');
export const key = param(/[^"\n]{1,40}/, 'plan', 'A metadata key');
export const value = param(/[^"\n]{1,500}/, 'gold', 'A metadata value, whole');
export const product = param(/[^"\n]+/, 'T-shirt', 'The name of a product, whole');
export const percent = param(/\d+(?:\.\d+)?/, '20', 'A percentage');
export const tool = commonParams.toolParam(toolNames(operations, tools), 'create_refund');
