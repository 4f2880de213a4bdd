import type { Chance, PlainWorld, Rule, RuledOperation } from '@svc/twin-kit/testing';
import { type Args, find, is, one, op, type Row, rowsOf, shapeOf, some, when } from './rule-records.ts';

// The rules of what is sold, and of what two fields say together.

const PRODUCT = 'POST /v1/products/{id}';
const PRICE = 'POST /v1/prices/{id}';
const LINK = 'POST /v1/payment_links';
const COUPON = 'POST /v1/coupons';
const ENDPOINT = 'POST /v1/webhook_endpoints';
const SUBSCRIBE = 'POST /v1/subscriptions';
const RESUBSCRIBE = 'POST /v1/subscriptions/{id}';
const INVOICE = 'POST /v1/invoices';
/** The logical clock begins at 2026-01-01T00:00:00Z. */
const SPRING = Date.parse('2026-03-01T00:00:00Z') / 1000;
const MOST_ENDPOINTS = 16;

/** The prices that an operation sells. */
const sold = ({ args }: RuledOperation): string[] =>
  Object.entries(args).flatMap(([name, value]) =>
    /^((line_)?items\[\d\]\[price\]|price|pricing\[price\])$/.test(name) ? [String(value)] : [],
  );
const price = (world: PlainWorld, id: unknown): Row => find(world, 'prices', id);
const products = (world: PlainWorld): readonly Row[] => rowsOf(world, 'products');

export const catalogRules: Record<string, Rule> = {
  "a product's default price is its own and isn't put away; a product with prices isn't deleted": {
    forbids(operation, world) {
      const { id } = shapeOf(operation);
      const { args } = operation;
      if (is(operation, PRODUCT) && args.default_price)
        return when(price(world, args.default_price).product !== id, 'does not belong to product');
      if (is(operation, PRICE) && args.active === false)
        return when(
          products(world).some((one) => one.default_price === id),
          'it is the default price of its product',
        );
      if (!is(operation, 'DELETE /v1/products/{id}')) return undefined;
      return when(
        rowsOf(world, 'prices').some((one) => one.product === id),
        'has one or more user-created prices',
      );
    },
    *faults(world) {
      for (const { id, default_price: own } of products(world))
        if (own !== null && price(world, own)?.product !== id) yield `${id} has the default price ${own}`;
      for (const one of rowsOf(world, 'prices')) if (!find(world, 'products', one.product)) yield `${one.id} is for no product`;
    },
  },
  "a price that was put away isn't sold again": {
    forbids: (operation, world) =>
      when(
        !is(operation, PRICE) && sold(operation).some((id) => price(world, id)?.active === false),
        'This field only accepts active prices',
      ),
  },
  'the prices of a payment link have one currency': {
    forbids(operation, world) {
      const currencies = is(operation, LINK) ? sold(operation).map((id) => price(world, id).currency) : [];
      return when(new Set(currencies).size > 1, 'All prices on a payment link must have the same currency');
    },
  },
  'a coupon takes off a share or an amount, and has months only where it repeats': {
    forbids(operation) {
      if (!is(operation, COUPON)) return undefined;
      const { percent_off: share, amount_off: amount, duration, duration_in_months: months } = operation.args;
      return [
        ...(share && amount ? ['You may only specify one of these parameters: percent_off, amount_off'] : []),
        ...(share || amount ? [] : ['You must pass either percent_off or amount_off']),
        ...(months && duration !== 'repeating' ? ['You may only pass duration_in_months'] : []),
        ...(!months && duration === 'repeating' ? ['You must pass duration_in_months'] : []),
      ];
    },
    *faults(world) {
      for (const { id, percent_off: share, amount_off: amount, duration, duration_in_months: months } of rowsOf(world, 'coupons'))
        if ((share === null) === (amount === null) || (months === null) === (duration === 'repeating'))
          yield `${id} is no coupon`;
    },
  },
  'days until due are of invoices that are sent, and those have them': {
    forbids(operation) {
      const { collection_method: method, days_until_due: days } = operation.args;
      const isSent = method === 'send_invoice';
      if (!is(operation, SUBSCRIBE, INVOICE) || isSent === (days !== undefined)) return undefined;
      if (is(operation, INVOICE)) return isSent ? 'you must specify' : "You can only specify 'due_date' or 'days_until_due'";
      return isSent ? '`days_until_due` must be set' : 'You can only specify `days_until_due`';
    },
    *faults(world) {
      for (const { id, collection_method: method, days_until_due: days } of rowsOf(world, 'subscriptions'))
        if ((method === 'send_invoice') !== (days !== null)) yield `${id} is due in ${days} days`;
    },
  },
  'invoices that are sent go to customers who have an email address': {
    forbids(operation, world) {
      const { collection_method: method, customer } = operation.args;
      if (!is(operation, SUBSCRIBE, INVOICE) || method !== 'send_invoice') return undefined;
      return when(!find(world, 'customers', customer)?.email, 'Missing email');
    },
    *faults(world) {
      for (const { id, collection_method: method, customer_email: email } of rowsOf(world, 'invoices'))
        if (method === 'send_invoice' && email === null) yield `${id} is sent to nobody`;
    },
  },
  'a subscription ends at a time or with its period': {
    forbids: (operation) =>
      when(
        is(operation, RESUBSCRIBE) && operation.args.cancel_at && operation.args.cancel_at_period_end !== undefined,
        'Received both cancel_at_period_end and cancel_at parameters',
      ),
  },
  "the prefix of invoices is one customer's": {
    forbids(operation, world) {
      const { invoice_prefix: prefix } = operation.args;
      if (!is(operation, 'POST /v1/customers/{id}') || !prefix) return undefined;
      const holder = rowsOf(world, 'customers').find((one) => one.invoice_prefix === prefix);
      return when(holder && holder.id !== shapeOf(operation).id, 'is taken by customer');
    },
    *faults(world) {
      const prefixes = rowsOf(world, 'customers').map((one) => one.invoice_prefix);
      if (new Set(prefixes).size < prefixes.length) yield 'two customers have one prefix';
    },
  },
  'an account has sixteen webhook endpoints at most': {
    forbids: (operation, world) =>
      when(
        is(operation, ENDPOINT) && rowsOf(world, 'webhook_endpoints').length >= MOST_ENDPOINTS,
        'maximum of 16 test webhook endpoints',
      ),
    *faults(world) {
      if (rowsOf(world, 'webhook_endpoints').length > MOST_ENDPOINTS) yield 'there are too many endpoints';
    },
  },
};

const ONCE = ['price_once', 'price_once_eur', 'price_shelf'];
type Draw = (chance: Chance, world: PlainWorld) => RuledOperation;
export const catalogDraws: readonly Draw[] = [
  (chance, world) =>
    chance.of([
      op(`POST /v1/products/${one(chance, world, 'products')}`, {
        default_price: chance.of(['price_shelf', 'price_shelf_month']),
      }),
      op(`POST /v1/prices/${chance.of(['price_shelf', 'price_shelf_month'])}`, { active: chance.maybe(0.3) }),
      op(`DELETE /v1/products/${one(chance, world, 'products')}`),
    ]),
  (chance) => op(`POST /v1/prices/${chance.of(['price_shelf', 'price_shelf_month'])}`, { active: false }),
  (chance) =>
    chance.of([
      op('POST /v1/invoiceitems', { customer: 'cus_exempt', 'pricing[price]': 'price_shelf' }),
      op(SUBSCRIBE, { customer: 'cus_1', 'items[0][price]': 'price_shelf_month' }),
    ]),
  (chance) =>
    op(LINK, {
      'line_items[0][price]': chance.of(ONCE),
      'line_items[0][quantity]': 1,
      ...some(chance, 0.7, { 'line_items[1][price]': chance.of(ONCE), 'line_items[1][quantity]': 1 }),
    }),
  (chance) =>
    op(COUPON, {
      ...some(chance, 0.7, { percent_off: 5 }),
      ...some(chance, 0.3, { amount_off: 100, currency: 'usd' }),
      duration: chance.of(['once', 'forever', 'repeating']),
      ...some(chance, 0.4, { duration_in_months: 3 }),
    }),
  (chance) => {
    const due: Args = {
      ...some(chance, 0.6, { collection_method: 'send_invoice' }),
      ...some(chance, 0.6, { days_until_due: 7 }),
    };
    const customer = chance.of(['cus_1', 'cus_1', 'cus_2']);
    return chance.maybe(0.5)
      ? op(SUBSCRIBE, { customer, 'items[0][price]': 'price_month', ...due })
      : op(INVOICE, { customer, pending_invoice_items_behavior: 'include', ...due });
  },
  (chance, world) =>
    op(`POST /v1/subscriptions/${one(chance, world, 'subscriptions')}`, {
      cancel_at: SPRING,
      ...some(chance, 0.5, { cancel_at_period_end: chance.maybe(0.5) }),
    }),
  (chance) => op(`POST /v1/customers/${chance.of(['cus_1', 'cus_2'])}`, { invoice_prefix: chance.of(['TAKEN', 'OTHER']) }),
  (chance) => op(ENDPOINT, { url: `https://example.com/more/${chance.below(99)}`, 'enabled_events[0]': 'payout.paid' }),
];
