import { defineFact } from '@svc/twin-kit';
import { decimalsOf } from '../currencies.ts';
import type { StripeCollections, StripeState } from '../world.ts';
import { customersMeant, productsMeant } from './names.ts';
import { charge, coupon, customer, invoice, product, subscription } from './params.ts';

const fact = defineFact<StripeCollections>();

const SIGNS: Readonly<Record<string, string>> = { usd: '$', eur: '€', gbp: '£', jpy: '¥', inr: '₹' };

/** The ways in which people write an amount: `$1,234.50`, `1234.50 USD`, `USD 1234.50` and the like. */
function written(amount: number, currency: string): string[] {
  const plain = (amount / 10 ** decimalsOf(currency)).toFixed(decimalsOf(currency));
  const grouped = plain.replace(/^\d+/, (whole) => whole.replaceAll(/\B(?=(\d{3})+$)/g, ','));
  const [sign, code] = [SIGNS[currency], currency.toUpperCase()];
  return [...new Set([plain, grouped])].flatMap((number) => [
    ...(sign === undefined ? [] : [`${sign}${number}`, `${number} ${sign}`, `${number}${sign}`]),
    `${number} ${code}`,
    `${code} ${number}`,
    `${number} ${currency}`,
  ]);
}

const AMOUNT = 'As people write it, e.g. $20.00, 20.00 USD or USD 20.00. A larger number that ends in it is taken for it.';

const filled = (values: readonly (string | null | undefined)[]): string[] => values.flatMap((value) => (value ? [value] : []));
const byId = <T extends { id: string }>(records: readonly T[], id: string): readonly T[] =>
  records.filter((one) => one.id === id);
const ofCharge = ({ refunds }: StripeState, id: string) => refunds.filter((one) => one.charge === id);

/** What sentences about other products may say of Stripe. */
export const facts = [
  fact({
    id: 'stripe.customer-email',
    template: 'email of customer {customer}',
    description: 'The email address at the end.',
    params: { customer },
    read: (args, final, seed) => filled(customersMeant({ seed, final }, args.customer).map(({ email }) => email)),
  }),
  fact({
    id: 'stripe.customer-name',
    template: 'name of customer {customer}',
    description: 'The name at the end.',
    params: { customer },
    read: (args, final, seed) => filled(customersMeant({ seed, final }, args.customer).map(({ name }) => name)),
  }),
  fact({
    id: 'stripe.customer-id',
    template: 'id of customer {customer}',
    description: 'E.g. cus_1; also of a customer whom the agent created.',
    params: { customer },
    read: (args, final, seed) => customersMeant({ seed, final }, args.customer).map(({ id }) => id),
  }),
  fact({
    id: 'stripe.charge-amount',
    template: 'amount of charge {charge}',
    description: AMOUNT,
    params: { charge },
    read: (args, { charges }) => byId(charges, args.charge).flatMap((one) => written(one.amount, one.currency)),
  }),
  fact({
    id: 'stripe.charge-refunded-amount',
    template: 'refunded amount of charge {charge}',
    description: `The sum of its refunds. ${AMOUNT}`,
    params: { charge },
    read: (args, final) =>
      byId(final.charges, args.charge).flatMap(({ id, currency }) => {
        const refunds = ofCharge(final, id);
        const sum = refunds.reduce((total, one) => total + one.amount, 0);
        return refunds.length === 0 ? [] : written(sum, currency);
      }),
  }),
  fact({
    id: 'stripe.refund-id',
    template: 'id of the refund of charge {charge}',
    description: 'Of several refunds any.',
    params: { charge },
    read: (args, final) => ofCharge(final, args.charge).map(({ id }) => id),
  }),
  fact({
    id: 'stripe.invoice-number',
    template: 'number of invoice {invoice}',
    description: 'As the customer reads it; a draft has none.',
    params: { invoice },
    read: (args, { invoices }) => filled(byId(invoices, args.invoice).map(({ number }) => number)),
  }),
  fact({
    id: 'stripe.invoice-amount-due',
    template: 'amount due of invoice {invoice}',
    description: AMOUNT,
    params: { invoice },
    read: (args, { invoices }) => byId(invoices, args.invoice).flatMap((one) => written(one.amount_due, one.currency)),
  }),
  fact({
    id: 'stripe.invoice-page',
    template: 'payment page of invoice {invoice}',
    description: 'The address at which the customer can pay it; a draft has none.',
    params: { invoice },
    read: (args, { invoices }) => filled(byId(invoices, args.invoice).map((one) => one.hosted_invoice_url)),
  }),
  fact({
    id: 'stripe.subscription-status',
    template: 'status of subscription {subscription}',
    description: 'E.g. active or canceled.',
    params: { subscription },
    read: (args, { subscriptions }) => byId(subscriptions, args.subscription).map(({ status }) => status),
  }),
  fact({
    id: 'stripe.payment-link',
    template: 'payment link for the product "{product}"',
    description: 'The address of an active link that sells it, of several any.',
    params: { product },
    read(args, final, seed) {
      const ids = new Set(productsMeant({ seed, final }, args.product).map(({ id }) => id));
      const prices = new Set(final.prices.filter((one) => ids.has(one.product)).map(({ id }) => id));
      return final.payment_links.flatMap(({ active, url, line_items: items }) =>
        active && items.some(({ price }) => prices.has(price)) ? [url] : [],
      );
    },
  }),
  fact({
    id: 'stripe.promotion-code',
    template: 'promotion code of coupon {coupon}',
    description: 'An active code, as customers type it, of several any.',
    params: { coupon },
    read: (args, { promotion_codes: codes }) =>
      codes.flatMap(({ active, code, promotion }) => (active && promotion.coupon === args.coupon ? [code] : [])),
  }),
];
