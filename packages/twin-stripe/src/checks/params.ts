import { type CheckArgs, type CheckParam, commonParams } from '@svc/twin-kit';
import { decimalsOf } from '../currencies.ts';
import { specOf } from '../params/spec.ts';
import * as named from './named.ts';

const param = (pattern: RegExp, example: string, description: string): CheckParam => ({ pattern, example, description });

/** Of most currencies, where a sentence names none. */
const USUAL_DECIMALS = 2;

const decimalsIn = ({ currency }: CheckArgs): number => (currency === undefined ? USUAL_DECIMALS : decimalsOf(currency));

/** An amount as people write it, e.g. `$1,234.50`, in the smallest unit. */
function inMinorUnits(given: string, args: CheckArgs): string | undefined {
  const [, sign = '', units, parts = ''] = /^(-?)\p{Sc}?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,3}))?$/u.exec(given) ?? [];
  const decimals = decimalsIn(args);
  if (units === undefined || parts.length > decimals || !/[.\p{Sc}]/u.test(given)) return undefined;
  return `${sign}${Number(units.replaceAll(',', '') + parts.padEnd(decimals, '0'))}`;
}

/** Few mean an amount below one dollar: they have written dollars where cents are read. */
function lessThanOne(value: string, args: CheckArgs): { because: string; instead: string } | undefined {
  const decimals = decimalsIn(args);
  const size = Math.abs(Number(value));
  if (size === 0 || size >= 10 ** decimals) return undefined;
  const instead = `${Number(value) * 10 ** decimals}`;
  const name = args.currency ?? 'usd';
  const written = (amount: string): string => `${amount} is ${(Number(amount) / 10 ** decimals).toFixed(decimals)} ${name}`;
  return { because: `amounts are in the smallest unit of the currency, so ${written(value)}; ${written(instead)}`, instead };
}

/** One of a closed set of words. */
export const oneOf = (values: readonly string[], example: string, description: string): CheckParam => ({
  pattern: new RegExp(values.join('|')),
  values,
  example,
  description: `${description}: ${values.join(', ')}`,
});

const ID = /[\w.-]+/;
const EMAIL = /[^\s"@]+@[^\s"@]+/;
const COUNT = /\d{1,9}/;
const MINOR = 'in the smallest unit of the currency, as Stripe has it: 2000 usd is $20.00, 2000 jpy is ¥2000';
const anyOf = (...patterns: readonly RegExp[]): RegExp => new RegExp(patterns.map(({ source }) => source).join('|'));
const list = ({ source }: RegExp): RegExp => new RegExp(`(?:${source})(?:, (?:${source}))*`);
const id = (example: string, what: string): CheckParam => param(ID, example, `The id of ${what}`);

export const charge = { ...id('ch_1', 'a charge'), names: named.charges };
export const charges = { ...param(list(ID), 'ch_1, ch_2', 'Ids of charges, with commas between them'), names: named.charges };
export const paymentIntent = { ...id('pi_1', 'a PaymentIntent'), names: named.paymentIntents };
export const paymentMethod = { ...id('pm_1', 'a payment method'), names: named.paymentMethods };
export const invoice = { ...id('in_1', 'an invoice'), names: named.invoices };
export const subscription = { ...id('sub_1', 'a subscription'), names: named.subscriptions };
export const price = { ...id('price_1', 'a price'), names: named.prices };
export const prices = { ...param(list(ID), 'price_1, price_2', 'Ids of prices, with commas between them'), names: named.prices };
export const coupon = id('HALF', 'a coupon');
export const code = param(/[A-Za-z\d-]+/, 'SPRING', 'A promotion code as customers type it; case does not matter');
export const object = {
  ...param(anyOf(EMAIL, ID), 'ch_1', 'An object of any kind by its id, or a customer by the email address in the seed'),
  names: named.objects,
};
export const customer = {
  ...param(
    anyOf(EMAIL, /"[^"\n]+"/, ID),
    'ada@example.com',
    'A customer by the email address, the id, or the name in quotation marks, as the seed has them',
  ),
  names: named.customers,
};
export const count = param(COUNT, '1', 'How many, exactly');
export const quantity = param(COUNT, '2', 'How many, exactly');
export const days = param(/[1-9]\d{0,3}/, '14', 'How many days, exactly');
export const date = param(/\d{4}-\d\d-\d\d/, '2026-03-31', 'A day as year-month-day');
export const amount: CheckParam = { ...param(/\d{1,12}/, '2000', `An amount ${MINOR}`), meant: inMinorUnits, doubt: lessThanOne };
export const balance: CheckParam = {
  ...param(/-?\d{1,12}/, '-500', `An amount ${MINOR}; a negative one is credit`),
  meant: inMinorUnits,
  doubt: lessThanOne,
};
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
export const text = param(/[^"\n]+/, 'Order 1041', 'A text, whole');
export const product = { ...param(/[^"\n]+/, 'T-shirt', 'The name of a product in the seed, whole'), names: named.products };
export const percent = param(/\d+(?:\.\d+)?/, '20', 'A percentage');
export const interval = param(
  /day|week|month|year|[2-9]\d* (?:days|weeks|months|years)|1\d+ (?:days|weeks|months|years)/,
  'month',
  'How often it is due: day, week, month, year, or e.g. 3 months',
);
export const duration = param(/once|forever|[1-9]\d{0,2} months?/, 'once', 'once, forever, or e.g. 3 months');
export const activity = oneOf(['active', 'archived'], 'archived', 'One of');
export const codeActivity = oneOf(['active', 'inactive'], 'inactive', 'One of');
export const ability = oneOf(['enabled', 'disabled'], 'disabled', 'One of');
export const brand = param(/[a-z]+/, 'visa', 'The brand of a card as Stripe writes it, e.g. visa, mastercard or amex');
export const last4 = param(/\d{4}/, '4242', 'The last four digits of the number of a card');
export const url = param(/https?:\/\/[^\s"]+/, 'https://example.com/stripe', 'The address of a webhook endpoint');
const EVENT = /[a-z_]+(?:\.[a-z_]+)+|\*/;
/** As Stripe lists them for webhook endpoints. */
const eventTypes = (): readonly string[] => {
  const { enabled_events: listed } = specOf('POST /v1/webhook_endpoints').o;
  const each = typeof listed === 'object' && 'a' in listed ? listed.a : undefined;
  return typeof each === 'object' && 'e' in each ? each.e.filter((type) => type !== '*') : [];
};
export const event: CheckParam = {
  ...param(/[a-z_]+(?:\.[a-z_]+)+/, 'charge.refunded', 'The type of an event; names that Stripe does not have are refused'),
  values: eventTypes(),
};
export const events = param(
  list(EVENT),
  'charge.refunded, invoice.paid',
  'Types of events, with commas between them; * for every one',
);
export const { needle } = commonParams;
/** What calls can delete. */
export const deletable = oneOf(
  ['customer', 'invoice', 'invoice item', 'product', 'coupon', 'subscription item', 'webhook endpoint'],
  'coupon',
  'One of',
);
export const anyId = id('HALF', 'an object');
