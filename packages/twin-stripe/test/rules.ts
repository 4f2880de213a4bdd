import type {
  Chance,
  DirectCall,
  PlainWorld,
  Rule,
  RuleBook,
  RuledOperation,
  RuledStep,
  RuledWorld,
} from '@svc/twin-kit/testing';
import { type Args, find, is, one, op, type Row, rowsOf, shapeOf, some, when } from './rule-records.ts';
import { catalogDraws, catalogRules } from './rules-of-catalog.ts';
import { stateDraws, stateRules } from './rules-of-states.ts';

// What the README's table says, once more, on the records of a world alone.

const RETURN = 'https://example.com/back';
/** A card that can be attached and not charged. */
const FAILING = 'pm_bad';
const DAY = 24 * 60 * 60;
/** The logical clock begins at 2026-01-01T00:00:00Z. */
const BEGIN = Date.parse('2026-01-01T00:00:00Z') / 1000;

const seed = {
  customers: [
    {
      id: 'cus_1',
      email: 'ada@example.com',
      payment_methods: [
        { id: 'pm_1', card: 'pm_card_visa' },
        { id: 'pm_other', card: 'pm_card_mastercard' },
      ],
    },
    {
      id: 'cus_2',
      payment_methods: [
        { id: 'pm_2', card: 'pm_card_visa' },
        { id: 'pm_bad', card: 'pm_card_chargeCustomerFail' },
      ],
    },
    { id: 'cus_exempt', payment_methods: [{ id: 'pm_3', card: 'pm_card_visa' }] },
  ],
  products: [
    {
      id: 'prod_plan',
      name: 'Plan',
      prices: [
        { id: 'price_month', unit_amount: 3000, recurring: { interval: 'month' } },
        { id: 'price_more', unit_amount: 6000, recurring: { interval: 'month' } },
        { id: 'price_year', unit_amount: 30_000, recurring: { interval: 'year' } },
        { id: 'price_eur', unit_amount: 3000, currency: 'eur', recurring: { interval: 'month' } },
      ],
    },
    {
      id: 'prod_once',
      name: 'Once',
      prices: [
        { id: 'price_once', unit_amount: 500, lookup_key: 'taken' },
        { id: 'price_once_eur', unit_amount: 500, currency: 'eur' },
      ],
    },
    {
      id: 'prod_shelf',
      name: 'Shelf',
      prices: [
        { id: 'price_shelf', unit_amount: 700 },
        { id: 'price_shelf_month', unit_amount: 700, recurring: { interval: 'month' } },
      ],
    },
    { id: 'prod_bare', name: 'Bare' },
  ],
  webhook_endpoints: Array.from({ length: 15 }, (_, at) => ({
    url: `https://example.com/${at}`,
    enabled_events: ['payout.paid'],
  })),
  coupons: [
    { id: 'HALF', percent_off: 50, duration: 'forever' },
    { id: 'ONCE', percent_off: 10, duration: 'once' },
    { id: 'RARE', percent_off: 10, duration: 'forever', max_redemptions: 1 },
  ],
  charges: [
    { id: 'ch_1', amount: 2000, customer: 'cus_1' },
    { id: 'ch_disputed', amount: 4000, disputed: true },
  ],
  payment_intents: [
    { id: 'pi_paid', amount: 700, customer: 'cus_1' },
    { id: 'pi_new', amount: 800, status: 'requires_payment_method' },
  ],
  subscriptions: [
    { id: 'sub_1', customer: 'cus_1', items: [{ price: 'price_month' }] },
    { id: 'sub_two', customer: 'cus_1', items: [{ price: 'price_month' }, { price: 'price_more' }] },
    { id: 'sub_full', customer: 'cus_2', items: Array.from({ length: 19 }, () => ({ price: 'price_month' })) },
  ],
  invoices: [
    { id: 'in_draft', customer: 'cus_1', lines: [{ amount: 2500 }] },
    { id: 'in_open', customer: 'cus_2', lines: [{ amount: 500 }], status: 'open' },
  ],
  balance: { available: [{ amount: 10_000, currency: 'usd' }] },
};

const CODE = { 'promotion[type]': 'coupon', 'promotion[coupon]': 'HALF' };
const before: RuledOperation[] = [
  ...['cus_1:pm_1', 'cus_2:pm_2', 'cus_exempt:pm_3'].map((pair) =>
    op(`POST /v1/customers/${pair.split(':')[0]}`, { 'invoice_settings[default_payment_method]': pair.split(':')[1] }),
  ),
  op('POST /v1/customers/cus_exempt', { tax_exempt: 'exempt', invoice_prefix: 'TAKEN' }),
  op('POST /v1/tokens', { 'card[number]': '4242424242424242', 'card[exp_month]': 12, 'card[exp_year]': 2030 }),
  op('POST /v1/payouts', { amount: 100, currency: 'usd' }),
  op('POST /v1/payment_methods', { type: 'card', 'card[token]': 'tok_visa' }),
  op('POST /v1/tax_rates', { display_name: 'VAT', percentage: 20, inclusive: false }),
  op('POST /v1/coupons', { id: 'PLANS', percent_off: 50, duration: 'forever', 'applies_to[products][0]': 'prod_plan' }),
  op('POST /v1/promotion_codes', { ...CODE, code: 'FIRST', 'restrictions[first_time_transaction]': true }),
  op('POST /v1/promotion_codes', { ...CODE, code: 'MINE', customer: 'cus_2' }),
  op('POST /v1/promotion_codes', {
    ...CODE,
    code: 'LARGE',
    'restrictions[minimum_amount]': 5000,
    'restrictions[minimum_amount_currency]': 'usd',
  }),
  op('POST /v1/subscriptions', { customer: 'cus_exempt', 'items[0][price]': 'price_month', 'discounts[0][coupon]': 'ONCE' }),
  op('POST /v1/subscriptions', { customer: 'cus_exempt', 'items[0][price]': 'price_month', 'discounts[0][coupon]': 'RARE' }),
  op('POST /v1/subscriptions/sub_full', { default_payment_method: FAILING }),
];
const worlds: Record<string, RuledWorld> = { account: { seed, before } };

const ENDED = ['canceled', 'incomplete_expired'];
const isRunning = ({ status }: Row): boolean => !ENDED.includes(status);
const itemsOf = (world: PlainWorld, subscription: string): Row[] =>
  rowsOf(world, 'subscription_items').filter((item) => item.subscription === subscription);
const priceOf = (world: PlainWorld, id: string): Row => find(world, 'prices', id);
const forSubscription = (item: Row): string | undefined => item.parent?.subscription_details?.subscription;

const SUBSCRIBE = 'POST /v1/subscriptions';
const RESUBSCRIBE = 'POST /v1/subscriptions/{id}';
const NEW_ITEM = 'POST /v1/invoiceitems';
const OLD_ITEM = 'POST /v1/invoiceitems/{id}';
const NEW_INVOICE = 'POST /v1/invoices';
const INTENT = 'POST /v1/payment_intents';
const CONFIRM = 'POST /v1/payment_intents/{id}/confirm';
const REFUND = 'POST /v1/refunds';

/** The prices that an operation puts on a subscription. */
const pricesIn = ({ args }: RuledOperation): string[] =>
  Object.entries(args).flatMap(([name, value]) => (/^(items\[\d\]\[price\]|price)$/.test(name) ? [String(value)] : []));

/** The subscription that an operation changes. */
function subscriptionIn(operation: RuledOperation, world: PlainWorld): Row {
  if (is(operation, RESUBSCRIBE)) return find(world, 'subscriptions', shapeOf(operation).id);
  if (is(operation, 'POST /v1/subscription_items')) return find(world, 'subscriptions', operation.args.subscription);
  if (!is(operation, 'DELETE /v1/subscription_items/{id}')) return undefined;
  return find(world, 'subscriptions', find(world, 'subscription_items', shapeOf(operation).id)?.subscription);
}

/** The currency of what waits to be billed to a customer. */
function waitingIn(world: PlainWorld, customer: string): string | undefined {
  const owed = [
    ...rowsOf(world, 'subscriptions').filter(isRunning),
    ...rowsOf(world, 'invoiceitems').filter(({ invoice }) => invoice === null),
  ];
  return owed.find((one) => one.customer === customer)?.currency;
}

/** The currency of an invoice item that an operation makes or changes. */
const itemCurrency = ({ args }: RuledOperation, world: PlainWorld): string | undefined =>
  args['pricing[price]'] ? priceOf(world, args['pricing[price]']).currency : args.currency;

/** Is an item on no invoice that was finalized? */
function isOpenToChange(world: PlainWorld, item: Row): boolean {
  const bill = find(world, 'invoices', item.invoice);
  return !bill || bill.status === 'draft';
}

/** The codes that an operation redeems, by promotion code or coupon. */
const discountsIn = ({ args }: RuledOperation): { code?: string; coupon?: string } => ({
  code: args['discounts[0][promotion_code]'],
  coupon: args['discounts[0][coupon]'],
});
const couponOf = (world: PlainWorld, discount: Row): Row => find(world, 'coupons', discount?.source.coupon);

/** Invoices that a step made. */
const made = ({ before, after }: RuledStep, name: string): Row[] => {
  const known = new Set(rowsOf(before, name).map(({ id }) => id));
  return rowsOf(after, name).filter(({ id }) => !known.has(id));
};

const linesOf = (world: PlainWorld, invoice: string): Row[] =>
  rowsOf(world, 'invoice_line_items').filter((line) => line.invoice === invoice);
const sum = (rows: readonly Row[]): number => rows.reduce((total: number, { amount }) => total + amount, 0);

const hasPaid = (world: PlainWorld, customer: string): boolean =>
  rowsOf(world, 'charges').some((one) => one.customer === customer && one.status === 'succeeded') ||
  rowsOf(world, 'invoices').some((one) => one.customer === customer && one.status === 'paid' && one.amount_paid > 0);

/** What stands against the use of a promotion code. */
function codeFault(operation: RuledOperation, world: PlainWorld): string[] {
  const { args } = operation;
  const code = find(world, 'promotion_codes', discountsIn(operation).code);
  if (!code || !is(operation, SUBSCRIBE)) return [];
  const amount = pricesIn(operation).reduce((total, id) => total + priceOf(world, id).unit_amount, 0);
  const { first_time_transaction: first, minimum_amount: least } = code.restrictions;
  return [
    ...(!code.active || (code.customer !== null && code.customer !== args.customer)
      ? ['This promotion code cannot be redeemed']
      : []),
    ...(first && hasPaid(world, args.customer) ? ['the associated customer has prior transactions'] : []),
    ...(least !== null && amount < least ? ['the order does not meet its minimum amount'] : []),
  ];
}

/** Methods that are spent: those that were taken off their customer, and those that paid without one. */
const isSpent = (world: PlainWorld, id: string, past: readonly RuledOperation[]): boolean =>
  past.some(({ does }) => does === `POST /v1/payment_methods/${id}/detach`) ||
  (find(world, 'payment_methods', id)?.customer === null && rowsOf(world, 'charges').some((one) => one.payment_method === id));

const isConfirmed = (operation: RuledOperation): boolean => is(operation, CONFIRM) || operation.args.confirm === true;
const mayRedirect = (operation: RuledOperation, world: PlainWorld): boolean => {
  const intent = is(operation, CONFIRM) ? find(world, 'payment_intents', shapeOf(operation).id) : undefined;
  return intent ? intent.automatic_payment_methods?.enabled === true : operation.args['payment_method_types[0]'] === undefined;
};

/** The charge that a refund is of. */
const refunded = ({ args }: RuledOperation, world: PlainWorld): Row =>
  args.charge
    ? find(world, 'charges', args.charge)
    : find(world, 'charges', find(world, 'payment_intents', args.payment_intent)?.latest_charge);

const pays = (world: PlainWorld, subscription: Row): string | null =>
  subscription.default_payment_method ?? find(world, 'customers', subscription.customer).invoice_settings.default_payment_method;

/** Does an operation begin new periods, which are billed at once? */
function restarts(operation: RuledOperation, world: PlainWorld): boolean {
  const subscription = is(operation, RESUBSCRIBE) ? find(world, 'subscriptions', shapeOf(operation).id) : undefined;
  if (!subscription || !['active', 'past_due'].includes(subscription.status)) return false;
  if (operation.args['billing_cycle_anchor[type]'] === 'now') return true;
  const item = find(world, 'subscription_items', operation.args['items[0][id]']);
  const price = operation.args['items[0][price]'];
  return Boolean(item && price) && priceOf(world, price).recurring.interval !== priceOf(world, item.price).recurring.interval;
}

const rules: Record<string, Rule> = {
  'all that waits to be billed to a customer has one currency': {
    forbids(operation, world) {
      const isNew = is(operation, SUBSCRIBE) || (is(operation, NEW_ITEM) && !operation.args.invoice);
      if (!isNew) return undefined;
      const wanted = is(operation, SUBSCRIBE)
        ? priceOf(world, pricesIn(operation)[0] as string).currency
        : itemCurrency(operation, world);
      const known = waitingIn(world, operation.args.customer);
      return when(known !== undefined && known !== wanted, 'You cannot combine currencies on a single customer');
    },
    *faults(world) {
      for (const { id } of rowsOf(world, 'customers')) {
        const owed = [
          ...rowsOf(world, 'subscriptions').filter(isRunning),
          ...rowsOf(world, 'invoiceitems').filter((one) => !one.invoice),
        ];
        const currencies = new Set(owed.filter(({ customer }) => customer === id).map(({ currency }) => currency));
        if (currencies.size > 1) yield `${id} is billed in ${[...currencies]}`;
      }
    },
  },
  'the prices of a subscription, and those added later, have its currency': {
    forbids(operation, world) {
      const currencies = pricesIn(operation).map((id) => priceOf(world, id).currency);
      if (is(operation, SUBSCRIBE))
        return when(new Set(currencies).size > 1, 'All prices on a subscription must have the same currency');
      const subscription = subscriptionIn(operation, world);
      return when(subscription && currencies.some((one) => one !== subscription.currency), 'but the subscription is in');
    },
    *faults(world) {
      for (const { id, currency } of rowsOf(world, 'subscriptions').filter(isRunning))
        if (itemsOf(world, id).some(({ price }) => priceOf(world, price).currency !== currency))
          yield `${id} has other currencies`;
    },
  },
  'an invoice item has the currency and the customer of its invoice': {
    forbids(operation, world) {
      const currency = itemCurrency(operation, world);
      if (is(operation, OLD_ITEM)) {
        const item = find(world, 'invoiceitems', shapeOf(operation).id);
        return when(currency !== item.currency && isOpenToChange(world, item), 'but the invoice item is in');
      }
      const invoice = is(operation, NEW_ITEM) ? find(world, 'invoices', operation.args.invoice) : undefined;
      if (invoice?.status !== 'draft') return undefined;
      return [
        ...(currency !== invoice.currency ? [`The currency of the invoice is ${invoice.currency}`] : []),
        ...(operation.args.customer !== invoice.customer ? ['belongs to another customer'] : []),
      ];
    },
    *faults(world) {
      for (const { id, invoice, currency, customer } of rowsOf(world, 'invoiceitems')) {
        const bill = find(world, 'invoices', invoice);
        if (bill && (bill.currency !== currency || bill.customer !== customer))
          yield `${id} is on an invoice in ${bill.currency}`;
      }
    },
  },
  'an item of one subscription is not billed by another': {
    forbids(operation, world) {
      if (!is(operation, NEW_ITEM) || !operation.args.subscription) return undefined;
      const invoice = find(world, 'invoices', operation.args.invoice);
      const owner = find(world, 'subscriptions', operation.args.subscription).customer;
      const billed = invoice?.parent?.subscription_details.subscription;
      return when(owner !== operation.args.customer || (billed && billed !== operation.args.subscription), 'belongs to another');
    },
    follows(step) {
      const bills = made(step, 'invoices').flatMap((invoice) => {
        const own = invoice.parent?.subscription_details.subscription;
        const waits = rowsOf(step.before, 'invoiceitems').filter(
          (item) =>
            item.invoice === null &&
            item.customer === invoice.customer &&
            own &&
            ![undefined, own].includes(forSubscription(item)),
        );
        return waits.map(({ id }) => find(step.after, 'invoiceitems', id)?.invoice === invoice.id);
      });
      return bills.length === 0 ? undefined : !bills.includes(true) || 'an item of another subscription is billed';
    },
    *faults(world) {
      for (const invoice of rowsOf(world, 'invoices')) {
        const own = invoice.parent?.subscription_details.subscription;
        for (const { id, subscription } of own ? linesOf(world, invoice.id) : [])
          if (subscription !== null && subscription !== undefined && subscription !== own)
            yield `${id} on an invoice of ${own} is of ${subscription}`;
      }
    },
  },
  'an invoice for a subscription takes the pending items of that subscription alone': {
    forbids(operation, world) {
      if (!is(operation, NEW_INVOICE) || !operation.args.subscription) return undefined;
      return when(
        find(world, 'subscriptions', operation.args.subscription).customer !== operation.args.customer,
        'belongs to another customer',
      );
    },
    follows(step) {
      if (!is(step, NEW_INVOICE) || !step.args.subscription) return undefined;
      const [{ id }] = made(step, 'invoices');
      const taken = rowsOf(step.after, 'invoiceitems').filter(({ invoice }) => invoice === id);
      return taken.every((item) => forSubscription(item) === step.args.subscription) || `${id} takes items of others`;
    },
  },
  'another interval, or `billing_cycle_anchor[type]=now`, begins a new period, billed at once': {
    follows(step) {
      const { id } = shapeOf(step);
      if (!restarts(step, step.before)) return undefined;
      const bills = made(step, 'invoices').filter(({ parent }) => parent?.subscription_details.subscription === id);
      return bills.length === 1 || `${id} began a new period and has ${bills.length} invoices of it`;
    },
  },
  'an anchor lies before the next natural billing date': {
    forbids: (operation) =>
      when(
        is(operation, SUBSCRIBE) && operation.args.billing_cycle_anchor > BEGIN + 400 * DAY,
        'billing_cycle_anchor cannot be later than',
      ),
  },
  'a proration date lies in the current period': {
    forbids(operation, world) {
      const subscription = subscriptionIn(operation, world);
      const { proration_date: date } = operation.args;
      const [item] = subscription && date ? itemsOf(world, subscription.id) : [];
      return when(item && (date < item.current_period_start || date > item.current_period_end), 'outside of current period');
    },
  },
  "an update that isn't paid makes the subscription past due, or is undone": {
    // Whether there is something to pay, prorations and discounts say.
    mayForbid(operation, world) {
      const subscription = subscriptionIn(operation, world);
      const isStrict = operation.args.payment_behavior === 'error_if_incomplete';
      return when(
        subscription && restarts(operation, world) && isStrict && pays(world, subscription) === FAILING,
        'Your card was declined',
      );
    },
    follows(step) {
      const subscription = subscriptionIn(step, step.before);
      if (!subscription || !restarts(step, step.before) || pays(step.before, subscription) !== FAILING) return undefined;
      if (made(step, 'invoices').every(({ amount_due: due }) => due === 0)) return undefined;
      const { status } = find(step.after, 'subscriptions', subscription.id);
      const isStrict = step.args.payment_behavior === 'error_if_incomplete';
      return (status === 'past_due' && !isStrict) || `${subscription.id} is ${status} and not paid`;
    },
  },
  'a subscription has one item of a price': {
    forbids(operation, world) {
      const prices = pricesIn(operation);
      if (is(operation, SUBSCRIBE))
        return when(new Set(prices).size < prices.length, 'Cannot create a Subscription with multiple Subscription Items');
      const subscription = subscriptionIn(operation, world);
      if (!subscription) return undefined;
      const others = itemsOf(world, subscription.id).filter(({ id }) => id !== operation.args['items[0][id]']);
      const own = find(world, 'subscription_items', operation.args['items[0][id]'])?.price;
      return when(
        others.some(({ price }) => price !== own && prices.includes(price)),
        'Cannot add multiple subscription items with the same plan',
      );
    },
  },
  'a subscription keeps one item at least, and has twenty at most': {
    forbids(operation, world) {
      const subscription = subscriptionIn(operation, world);
      if (!subscription) return undefined;
      const count = itemsOf(world, subscription.id).length;
      const isTaken = is(operation, 'DELETE /v1/subscription_items/{id}') || operation.args['items[0][deleted]'] === true;
      if (isTaken) return when(count === 1, 'A subscription must have at least one active plan');
      const isAdded = pricesIn(operation).length > 0 && operation.args['items[0][id]'] === undefined;
      return when(isAdded && count >= 20, 'Subscriptions can have up to 20 items');
    },
    *faults(world) {
      for (const { id } of rowsOf(world, 'subscriptions').filter(isRunning)) {
        const { length } = itemsOf(world, id);
        if (length < 1 || length > 20) yield `${id} has ${length} items`;
      }
    },
  },
  'tax rates of a line, else of the invoice, which has those of its subscription': {
    follows(step) {
      const taxed = made(step, 'invoices').filter((invoice) => invoice.default_tax_rates.length > 0);
      const own = step.args['default_tax_rates[0]'];
      if (taxed.length === 0 || own === undefined) return undefined;
      return taxed.every(({ default_tax_rates: [rate] }) => rate.id === own || rate === own) || 'an invoice has other rates';
    },
    *faults(world) {
      for (const invoice of rowsOf(world, 'invoices')) {
        const taxes = linesOf(world, invoice.id).flatMap((line) => line.taxes);
        if (sum(taxes) !== sum(invoice.total_taxes)) yield `the taxes of ${invoice.id} are not those of its lines`;
        const rates = new Set(invoice.default_tax_rates.map(({ id }: Row) => id));
        for (const {
          tax_rate_details: { tax_rate: rate },
        } of taxes)
          if (!rates.has(rate)) yield `${invoice.id} has a tax of ${rate}`;
      }
    },
  },
  'nothing is charged to customers who are exempt or pay in reverse': {
    follows(step) {
      const bills = made(step, 'invoices').filter((one) => one.customer === 'cus_exempt' && one.total_taxes.length > 0);
      return bills.length === 0 ? undefined : bills.every((one) => sum(one.total_taxes) === 0) || 'an exempt customer pays tax';
    },
    *faults(world) {
      for (const { id, customer, total_taxes: taxes } of rowsOf(world, 'invoices'))
        if (customer === 'cus_exempt' && sum(taxes) > 0) yield `${id} taxes who is exempt`;
    },
  },
  'a coupon is for its products, within its dates and numbers': {
    forbids(operation, world) {
      const coupon = find(world, 'coupons', discountsIn(operation).coupon);
      return when(coupon?.max_redemptions && coupon.times_redeemed >= coupon.max_redemptions, 'Coupon expired');
    },
    *faults(world) {
      for (const { id, max_redemptions: most, times_redeemed: times } of rowsOf(world, 'coupons'))
        if (most !== null && times > most) yield `${id} was redeemed ${times} times`;
      for (const line of rowsOf(world, 'invoice_line_items'))
        for (const { amount, discount } of line.discount_amounts) {
          const products = couponOf(world, find(world, 'discounts', discount))?.applies_to?.products;
          if (amount > 0 && products && !products.includes(line.pricing?.price_details.product))
            yield `${line.id} has another's coupon`;
        }
    },
  },
  'a discount for once is taken off one invoice, one for some months until its end': {
    follows(step) {
      const again = made(step, 'invoices').flatMap((invoice) => {
        const subscription = find(step.before, 'subscriptions', invoice.parent?.subscription_details.subscription);
        const once = (subscription?.discounts ?? []).filter(
          (id: string) => couponOf(step.after, find(step.after, 'discounts', id))?.duration === 'once',
        );
        return once.map((id: string) =>
          invoice.total_discount_amounts.some((taken: Row) => taken.discount === id && taken.amount > 0),
        );
      });
      return again.length === 0 ? undefined : !again.includes(true) || 'a discount for once is taken off again';
    },
    *faults(world) {
      for (const { id } of rowsOf(world, 'discounts').filter((one) => couponOf(world, one)?.duration === 'once')) {
        const uses = rowsOf(world, 'invoices').filter((one) =>
          one.total_discount_amounts.some((taken: Row) => taken.discount === id && taken.amount > 0),
        );
        if (uses.length > 1) yield `${id} is taken off ${uses.length} invoices`;
      }
    },
  },
  'a promotion code is for its customer, a first order, an order of its least amount': { forbids: codeFault },
  'a payment method is used with the customer that it belongs to': {
    forbids(operation, world) {
      const { payment_method: id, customer = null, default_payment_method: own } = operation.args;
      if (is(operation, INTENT) && id) {
        const owner = find(world, 'payment_methods', id)?.customer;
        return when(
          owner && owner !== customer,
          customer === null ? 'is attached to a customer so for security' : 'does not belong to the Customer',
        );
      }
      if (!own || !is(operation, SUBSCRIBE, RESUBSCRIBE, NEW_INVOICE)) return undefined;
      const payer = is(operation, RESUBSCRIBE) ? subscriptionIn(operation, world).customer : customer;
      return when(find(world, 'payment_methods', own).customer !== payer, 'The customer does not have a payment method');
    },
    *faults(world) {
      for (const { id, customer, default_payment_method: own } of rowsOf(world, 'subscriptions').filter(isRunning))
        if (own !== null && ![customer, null].includes(find(world, 'payment_methods', own).customer))
          yield `${id} is paid with ${own}`;
    },
  },
  "a payment method that was used or detached isn't used again": {
    forbids(operation, world, past) {
      const { payment_method: id } = operation.args;
      if (!is(operation, INTENT) || !id) return undefined;
      return when(isSpent(world, id, past), 'It may not be used again');
    },
  },
  'a confirmation that may lead away names a page to come back to': {
    forbids: (operation, world) =>
      when(
        is(operation, INTENT, CONFIRM) && isConfirmed(operation) && !operation.args.return_url && mayRedirect(operation, world),
        'A `return_url` must be specified',
      ),
  },
  'some parameters go with a confirmation only': {
    forbids: (operation) =>
      when(
        is(operation, INTENT) && !operation.args.confirm && (operation.args.off_session || operation.args.return_url),
        'You must set `confirm` to true',
      ),
  },
  "a client secret is the intent's own": {
    forbids: (operation) => when(is(operation, CONFIRM) && operation.args.client_secret, 'No such payment_intent'),
  },
  'card payments have no descriptor of their own': {
    forbids: (operation) =>
      when(is(operation, INTENT) && operation.args.statement_descriptor, 'is not supported for the payment_method_type `card`'),
  },
  'a refund names a charge or a payment, of which enough is left and none disputed': {
    forbids(operation, world) {
      if (!is(operation, REFUND)) return undefined;
      const { charge, payment_intent, amount = 0 } = operation.args;
      if (charge && payment_intent) return 'You may only specify one of these parameters';
      const one = refunded(operation, world);
      if (one?.status !== 'succeeded') return ['does not have a successful charge to refund', 'was not successful'];
      if (one.refunded) return 'has already been refunded';
      const isDisputed = rowsOf(world, 'disputes').some((dispute) => dispute.charge === one.id && dispute.status !== 'won');
      return [
        ...(isDisputed ? ['has been charged back'] : []),
        ...(amount > one.amount - one.amount_refunded
          ? ['is greater than unrefunded amount', 'is greater than charge amount']
          : []),
      ];
    },
    *faults(world) {
      for (const { id, amount, amount_refunded: back } of rowsOf(world, 'charges'))
        if (back > amount) yield `${id} gave back ${back}`;
    },
  },
  'a finalized invoice keeps what is on it': {
    forbids(operation, world) {
      const invoice = is(operation, 'POST /v1/invoices/{id}') ? find(world, 'invoices', shapeOf(operation).id) : undefined;
      if (invoice) return when(invoice.status !== 'draft', "Finalized invoices can't be updated in this way");
      if (is(operation, NEW_ITEM)) {
        const status = find(world, 'invoices', operation.args.invoice)?.status;
        return when(status && status !== 'draft', 'already been finalized');
      }
      if (!is(operation, OLD_ITEM, 'DELETE /v1/invoiceitems/{id}')) return undefined;
      return when(!isOpenToChange(world, find(world, 'invoiceitems', shapeOf(operation).id)), 'no longer editable');
    },
    follows({ before: past, after }) {
      for (const { id, status, total } of rowsOf(past, 'invoices'))
        if (status !== 'draft' && find(after, 'invoices', id).total !== total) return `the total of ${id} changed`;
      return undefined;
    },
  },
  "a lookup key is one price's, an active code one promotion's": {
    forbids(operation, world) {
      const { args } = operation;
      if (is(operation, 'POST /v1/prices'))
        return when(
          rowsOf(world, 'prices').some((one) => one.lookup_key === args.lookup_key),
          'already uses that lookup key',
        );
      const isTaken = (code: string, own?: string): boolean =>
        rowsOf(world, 'promotion_codes').some(
          (one) => one.active && one.id !== own && one.code.toLowerCase() === code.toLowerCase(),
        );
      if (is(operation, 'POST /v1/promotion_codes')) return when(isTaken(args.code), 'already exists');
      if (!is(operation, 'POST /v1/promotion_codes/{id}') || !args.active) return undefined;
      const { id } = shapeOf(operation);
      return when(isTaken(find(world, 'promotion_codes', id).code, id), 'already exists');
    },
    *faults(world) {
      const keys = rowsOf(world, 'prices').flatMap(({ lookup_key: key }) => key ?? []);
      if (new Set(keys).size < keys.length) yield 'two prices have one lookup key';
      const codes = rowsOf(world, 'promotion_codes').flatMap(({ active, code }) => (active ? [code.toLowerCase()] : []));
      if (new Set(codes).size < codes.length) yield 'two promotions have one code';
    },
  },
  'a payout takes what is available': {
    forbids(operation, world) {
      if (!is(operation, 'POST /v1/payouts')) return undefined;
      const lines = rowsOf(world, 'balance_transactions').filter(
        (line) => line.currency === 'usd' && line.available_on - line.created === 0,
      );
      return when(lines.reduce((total, { net }) => total + net, 0) < operation.args.amount, 'You have insufficient funds');
    },
  },
  ...catalogRules,
  ...stateRules,
};

const besides: Record<string, Rule> = {
  'there is something to pay with': {
    forbids(operation, world) {
      const isSent = operation.args.collection_method === 'send_invoice';
      if (!is(operation, SUBSCRIBE) || operation.args.default_payment_method || isSent) return undefined;
      const { invoice_settings: settings } = find(world, 'customers', operation.args.customer);
      return when(settings.default_payment_method === null, 'This customer has no attached payment source');
    },
    mayForbid(operation, world) {
      const subscription = restarts(operation, world) ? subscriptionIn(operation, world) : undefined;
      return when(subscription && pays(world, subscription) === null, 'There is no `default_payment_method` set');
    },
  },
  'a canceled subscription stays as it is': {
    forbids(operation, world) {
      const subscription = is(operation, 'DELETE /v1/subscriptions/{id}')
        ? find(world, 'subscriptions', shapeOf(operation).id)
        : subscriptionIn(operation, world);
      if (!subscription || isRunning(subscription)) return undefined;
      return ['A canceled subscription', 'No such subscription'];
    },
  },
  'a state is entered from another': {
    forbids(operation, world) {
      const { id } = shapeOf(operation);
      if (is(operation, 'POST /v1/invoices/{id}/finalize'))
        return when(find(world, 'invoices', id).status !== 'draft', 'This invoice is already finalized');
      if (is(operation, 'DELETE /v1/invoices/{id}'))
        return when(find(world, 'invoices', id).status !== 'draft' || find(world, 'invoices', id).parent, 'delete');
      if (is(operation, CONFIRM)) {
        const { status } = find(world, 'payment_intents', id);
        return when(status === 'succeeded' || status === 'canceled', 'You cannot confirm this PaymentIntent because');
      }
      if (!is(operation, 'POST /v1/payment_methods/{id}/detach')) return undefined;
      return when(find(world, 'payment_methods', id).customer === null, 'is not attached to a customer');
    },
  },
};

const CUSTOMERS = ['cus_1', 'cus_2', 'cus_exempt'];
const METHODS = ['pm_1', 'pm_other', 'pm_2', FAILING];
const running = (chance: Chance, world: PlainWorld): string | undefined =>
  chance.of(rowsOf(world, 'subscriptions').filter((one) => isRunning(one) || chance.maybe(0.1)))?.id;
/** A method that no customer has. */
const loose = (chance: Chance, world: PlainWorld): string | undefined =>
  chance.of(rowsOf(world, 'payment_methods').filter(({ customer }) => customer === null))?.id;
const PRICES = ['price_month', 'price_month', 'price_more', 'price_year', 'price_eur'];

type Draw = (chance: Chance, world: PlainWorld) => RuledOperation;
const draws: readonly Draw[] = [
  ...catalogDraws,
  ...stateDraws,
  (chance, world) =>
    op(SUBSCRIBE, {
      customer: chance.of(CUSTOMERS),
      'items[0][price]': chance.of(PRICES),
      ...some(chance, 0.15, { 'items[1][price]': chance.of(PRICES) }),
      ...some(chance, 0.3, { 'discounts[0][coupon]': chance.of(['HALF', 'ONCE', 'ONCE', 'RARE', 'RARE', 'PLANS']) }),
      ...some(chance, 0.3, { 'default_tax_rates[0]': one(chance, world, 'tax_rates') }),
      ...some(chance, 0.15, { billing_cycle_anchor: BEGIN + chance.of([20, 500]) * DAY }),
      ...some(chance, 0.15, { default_payment_method: chance.of(METHODS) }),
    }),
  (chance, world) =>
    op(SUBSCRIBE, {
      customer: chance.of(CUSTOMERS),
      'items[0][price]': chance.of(['price_month', 'price_more']),
      'discounts[0][promotion_code]': one(chance, world, 'promotion_codes'),
    }),
  (chance, world) => {
    const id = running(chance, world);
    const item = chance.of(itemsOf(world, id ?? ''))?.id;
    return op(`POST /v1/subscriptions/${id}`, {
      ...chance.of<Args>([
        { 'items[0][id]': item, 'items[0][price]': chance.of(PRICES) },
        { 'items[0][id]': item, 'items[0][price]': 'price_year' },
        { 'items[0][id]': item, 'items[0][deleted]': true },
        { 'items[0][price]': chance.of(PRICES) },
        { 'billing_cycle_anchor[type]': 'now' },
        { default_payment_method: chance.of(METHODS) },
      ]),
      ...some(chance, 0.15, { proration_date: BEGIN + chance.of([-100, 1000]) * DAY }),
      ...some(chance, 0.3, { payment_behavior: 'error_if_incomplete' }),
    });
  },
  (chance, world) => op('POST /v1/subscription_items', { subscription: running(chance, world), price: chance.of(PRICES) }),
  (chance) => op('POST /v1/subscription_items', { subscription: 'sub_full', price: chance.of(PRICES) }),
  (chance) =>
    op('POST /v1/subscriptions/sub_full', {
      'billing_cycle_anchor[type]': 'now',
      ...some(chance, 0.5, { payment_behavior: 'error_if_incomplete' }),
    }),
  (chance, world) => op(`DELETE /v1/subscription_items/${one(chance, world, 'subscription_items')}`),
  (chance, world) => op(`DELETE /v1/subscriptions/${running(chance, world)}`),
  (chance, world) =>
    op(NEW_ITEM, {
      customer: chance.of(CUSTOMERS),
      ...chance.of<Args>([
        { amount: 1500, currency: chance.of(['usd', 'usd', 'eur']) },
        { 'pricing[price]': chance.of(['price_once', 'price_once_eur']) },
      ]),
      ...some(chance, 0.3, { invoice: one(chance, world, 'invoices') }),
      ...some(chance, 0.3, { subscription: running(chance, world) }),
    }),
  (chance, world) =>
    op(`POST /v1/invoiceitems/${one(chance, world, 'invoiceitems')}`, {
      'pricing[price]': chance.of(['price_once', 'price_once_eur']),
    }),
  (chance, world) => op(`DELETE /v1/invoiceitems/${one(chance, world, 'invoiceitems')}`),
  (chance, world) =>
    op(NEW_INVOICE, {
      customer: chance.of(CUSTOMERS),
      pending_invoice_items_behavior: 'include',
      ...some(chance, 0.5, { subscription: running(chance, world) }),
      ...some(chance, 0.3, { 'default_tax_rates[0]': one(chance, world, 'tax_rates') }),
      ...some(chance, 0.2, { 'discounts[0][coupon]': chance.of(['HALF', 'PLANS', 'RARE']) }),
      ...some(chance, 0.2, { default_payment_method: chance.of(METHODS) }),
    }),
  (chance, world) => op(`POST /v1/invoices/${one(chance, world, 'invoices')}`, { description: 'Words' }),
  (chance, world) => op(`POST /v1/invoices/${one(chance, world, 'invoices')}/finalize`),
  (chance, world) => op(`DELETE /v1/invoices/${one(chance, world, 'invoices')}`),
  (chance, world) => {
    const confirm = chance.maybe(0.7);
    return op(INTENT, {
      amount: 900,
      currency: 'usd',
      ...some(chance, 0.5, { customer: chance.of(CUSTOMERS) }),
      ...(confirm && { confirm, payment_method: chance.maybe(0.4) ? loose(chance, world) : chance.of(METHODS.slice(0, 3)) }),
      ...some(chance, 0.3, { 'payment_method_types[0]': 'card' }),
      ...some(chance, confirm ? 0.8 : 0.1, { return_url: RETURN }),
      ...some(chance, 0.1, { statement_descriptor: 'SHOP' }),
      ...some(chance, confirm ? 0 : 0.1, { off_session: true }),
    });
  },
  (chance, world) =>
    op(`POST /v1/payment_intents/${one(chance, world, 'payment_intents')}/confirm`, {
      payment_method: 'pm_card_visa',
      ...some(chance, 0.7, { return_url: RETURN }),
      ...some(chance, 0.2, { client_secret: 'pi_another_secret_none' }),
    }),
  (chance) => op(`POST /v1/payment_methods/${chance.of(METHODS)}/detach`),
  (chance, world) =>
    op(REFUND, {
      ...chance.of<Args>([
        { charge: one(chance, world, 'charges') },
        { payment_intent: one(chance, world, 'payment_intents') },
        { charge: one(chance, world, 'charges'), payment_intent: one(chance, world, 'payment_intents') },
      ]),
      ...some(chance, 0.6, { amount: chance.of([100, 5000]) }),
    }),
  (chance) =>
    op('POST /v1/prices', {
      product: 'prod_once',
      currency: 'usd',
      unit_amount: 700,
      lookup_key: chance.of(['taken', `key_${chance.below(3)}`]),
    }),
  (chance) => op('POST /v1/promotion_codes', { ...CODE, code: chance.of(['first', 'MINE', `CODE${chance.below(3)}`]) }),
  (chance, world) => op(`POST /v1/promotion_codes/${one(chance, world, 'promotion_codes')}`, { active: chance.maybe(0.5) }),
  (chance) => op('POST /v1/payouts', { amount: chance.of([300, 5000]), currency: 'usd' }),
];

export const book: RuleBook = {
  worlds,
  draw(chance, world) {
    const drawn = chance.of(draws)(chance, world);
    return drawn.does.includes('undefined') || Object.values(drawn.args).includes(undefined) ? undefined : drawn;
  },
  call({ does, args }): DirectCall {
    const [method = '', path = ''] = does.split(' ');
    const form = new URLSearchParams(Object.entries(args).map(([name, value]): [string, string] => [name, String(value)]));
    return { method, path, body: form.toString(), headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  },
  refusal: ({ status, body }) => (status >= 400 ? (body.error?.message ?? `status ${status}`) : undefined),
  rules,
  besides,
};
