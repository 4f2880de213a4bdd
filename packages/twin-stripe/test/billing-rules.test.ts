import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { refusal, type Served, serveStripe } from './served.ts';

// Sources are named at each rule. Amounts are Stripe's documented arithmetic on the prices below.

const DAY = 24 * 60 * 60;
let served: Served;
let stripe: Stripe;
beforeEach(async () => {
  served = await serveStripe(
    {
      customers: [
        { id: 'cus_1', email: 'ada@example.com', payment_methods: [{ id: 'pm_saved', card: 'pm_card_visa' }] },
        { id: 'cus_2', payment_methods: ['pm_card_visa'] },
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
        { id: 'prod_other', name: 'Other', prices: [{ id: 'price_setup', unit_amount: 9900 }] },
      ],
    },
    { mode: 'logical', start: '2026-03-01T00:00:00.000Z' },
  );
  stripe = served.stripe;
  await stripe.customers.update('cus_1', { invoice_settings: { default_payment_method: 'pm_saved' } });
});
afterEach(() => served.close());

const rate = async (percentage: number, inclusive = false): Promise<string> =>
  (await stripe.taxRates.create({ display_name: 'VAT', percentage, inclusive })).id;
const subscribe = (params: Partial<Stripe.SubscriptionCreateParams> = {}) =>
  stripe.subscriptions.create({
    customer: 'cus_1',
    items: [{ price: 'price_month' }],
    expand: ['latest_invoice'],
    ...params,
  } as Stripe.SubscriptionCreateParams);
const invoiceOf = (subscription: Stripe.Subscription): Stripe.Invoice => subscription.latest_invoice as Stripe.Invoice;

// https://docs.stripe.com/api/subscriptions/create
describe('a subscription', () => {
  test('anchored at a later instant pays for the part of the period before it', async () => {
    const now = Math.floor(Date.parse('2026-03-01T00:00:00Z') / 1000);
    const made = await subscribe({ billing_cycle_anchor: now + 15 * DAY });
    expect(made.billing_cycle_anchor).toBe(now + 15 * DAY);
    expect(made.items.data[0]?.current_period_end).toBe(now + 15 * DAY);
    expect(invoiceOf(made).total).toBeGreaterThan(1400);
    expect(invoiceOf(made).total).toBeLessThan(1500);
    const free = await subscribe({ billing_cycle_anchor: now + 15 * DAY, proration_behavior: 'none' });
    expect(invoiceOf(free).total).toBe(0);
  });

  test('cannot be anchored after its next natural billing date', async () => {
    const refused = await refusal(subscribe({ billing_cycle_anchor: 1_950_000_000 }));
    expect(refused.message).toMatch(/^billing_cycle_anchor cannot be later than next natural billing date \(\d+\) for plan$/);
  });

  test('is anchored by day of the month', async () => {
    const made = await subscribe({ billing_cycle_anchor_config: { day_of_month: 20, hour: 6, minute: 0, second: 0 } });
    expect(made.billing_cycle_anchor).toBe(Date.parse('2026-03-20T06:00:00Z') / 1000);
    expect(made.billing_cycle_anchor_config).toEqual({ day_of_month: 20, hour: 6, minute: 0, month: null, second: 0 });
  });

  test('backdated is billed for the time since its start', async () => {
    const made = await subscribe({ backdate_start_date: Date.parse('2026-02-01T00:00:00Z') / 1000 });
    expect(made.start_date).toBe(Date.parse('2026-02-01T00:00:00Z') / 1000);
    expect(invoiceOf(made).lines.data).toHaveLength(2);
    expect(invoiceOf(made).total).toBe(6000);
  });

  test('saves what its first invoice was paid with, where its settings say so', async () => {
    const made = await subscribe({
      customer: 'cus_2',
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
      expand: ['latest_invoice.confirmation_secret'],
    });
    // https://github.com/stripe-samples/subscription-use-cases/issues/1212
    const secret = invoiceOf(made).confirmation_secret;
    expect(secret).toMatchObject({ type: 'payment_intent' });
    const [intent = ''] = secret?.client_secret.split('_secret_') ?? [];
    await stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' });
    const paid = await stripe.subscriptions.retrieve(made.id);
    expect(paid).toMatchObject({ status: 'active', default_payment_method: expect.stringMatching(/^pm_/) });
    expect(paid.payment_settings).toMatchObject({ save_default_payment_method: 'on_subscription' });
  });

  test('bills one-time prices with its first invoice', async () => {
    const made = await subscribe({ add_invoice_items: [{ price: 'price_setup' }] });
    expect(invoiceOf(made).total).toBe(12_900);
  });

  test('has the currency of its prices', async () => {
    expect((await refusal(subscribe({ currency: 'eur' }))).param).toBe('currency');
  });

  test('takes the trial of a price only where that is asked for', async () => {
    const { id } = await stripe.prices.create({
      product: 'prod_plan',
      currency: 'usd',
      unit_amount: 100,
      recurring: { interval: 'month', trial_period_days: 5 },
    });
    expect((await subscribe({ items: [{ price: id }] })).status).toBe('active');
    expect((await subscribe({ items: [{ price: id }], trial_from_plan: true })).status).toBe('trialing');
  });
});

// https://docs.stripe.com/billing/taxes/tax-rates
describe('tax rates', () => {
  test('of an invoice item are added to its line and to the invoice', async () => {
    const vat = await rate(20);
    const invoice = await stripe.invoices.create({ customer: 'cus_1' });
    await stripe.invoiceItems.create({
      customer: 'cus_1',
      invoice: invoice.id as string,
      amount: 1000,
      currency: 'usd',
      tax_rates: [vat],
    });
    const { lines, total, total_taxes, total_excluding_tax } = await stripe.invoices.retrieve(invoice.id as string);
    expect({ total, total_excluding_tax }).toEqual({ total: 1200, total_excluding_tax: 1000 });
    expect(total_taxes).toMatchObject([{ amount: 200, tax_behavior: 'exclusive', tax_rate_details: { tax_rate: vat } }]);
    expect(lines.data[0]?.taxes).toMatchObject([{ amount: 200, taxable_amount: 1000 }]);
  });

  test('that are inclusive are in the amount', async () => {
    const vat = await rate(25, true);
    const invoice = await stripe.invoices.create({ customer: 'cus_1', default_tax_rates: [vat] });
    await stripe.invoiceItems.create({ customer: 'cus_1', invoice: invoice.id as string, amount: 1000, currency: 'usd' });
    const { total, total_excluding_tax, default_tax_rates } = await stripe.invoices.retrieve(invoice.id as string);
    expect({ total, total_excluding_tax }).toEqual({ total: 1000, total_excluding_tax: 800 });
    expect(default_tax_rates).toMatchObject([{ id: vat, object: 'tax_rate' }]);
  });

  test('of a subscription are those of its invoices', async () => {
    const made = await subscribe({ default_tax_rates: [await rate(10)] });
    expect(invoiceOf(made)).toMatchObject({ subtotal: 3000, total: 3300, amount_paid: 3300 });
    const item = await subscribe({ items: [{ price: 'price_month', tax_rates: [await rate(50)] }] });
    expect(invoiceOf(item).total).toBe(4500);
  });

  test('are not charged to a customer who is exempt', async () => {
    await stripe.customers.update('cus_1', { tax_exempt: 'exempt' });
    const made = await subscribe({ default_tax_rates: [await rate(10)] });
    expect(invoiceOf(made).total).toBe(3000);
  });
});

describe('a discount', () => {
  // https://docs.stripe.com/api/coupons/create#create_coupon-applies_to
  test('of a coupon for one product leaves the others alone', async () => {
    const coupon = await stripe.coupons.create({
      percent_off: 50,
      applies_to: { products: ['prod_other'] },
      expand: ['applies_to'],
    });
    expect(coupon.applies_to).toEqual({ products: ['prod_other'] });
    const made = await subscribe({ discounts: [{ coupon: coupon.id }], add_invoice_items: [{ price: 'price_setup' }] });
    expect(invoiceOf(made).total).toBe(3000 + 4950);
  });

  test('of an item is taken off its line alone', async () => {
    const half = await stripe.coupons.create({ percent_off: 50, duration: 'forever' });
    const made = await subscribe({
      items: [{ price: 'price_month', discounts: [{ coupon: half.id }] }, { price: 'price_more' }],
    });
    expect(invoiceOf(made).total).toBe(1500 + 6000);
    expect(made.items.data[0]?.discounts).toHaveLength(1);
  });

  // https://docs.stripe.com/api/coupons/delete: "deleting a coupon does not affect any customers who have already applied the coupon"
  test('stays when its coupon is deleted', async () => {
    const { id: coupon } = await stripe.coupons.create({ percent_off: 50, duration: 'forever' });
    const made = await subscribe({ discounts: [{ coupon }] });
    await stripe.coupons.del(coupon);
    const changed = await stripe.subscriptions.update(made.id, {
      billing_cycle_anchor: { type: 'now' },
      proration_behavior: 'none',
      expand: ['latest_invoice'],
    });
    expect(invoiceOf(changed).total).toBe(1500);
  });

  // https://docs.stripe.com/api/coupons/object#coupon_object-duration
  test('for once is taken off one invoice', async () => {
    const discounts = [{ coupon: (await stripe.coupons.create({ percent_off: 50, duration: 'once' })).id }];
    const made = await subscribe({ discounts });
    expect(invoiceOf(made).total).toBe(1500);
    const update = { billing_cycle_anchor: { type: 'now' }, proration_behavior: 'none', expand: ['latest_invoice'] } as const;
    expect(invoiceOf(await stripe.subscriptions.update(made.id, { ...update, expand: ['latest_invoice'] })).total).toBe(3000);
  });

  // https://github.com/stripe/stripe-php/issues/1146, https://github.com/stripe/stripe-node/issues/2349
  test('for a first order is refused to a customer who has paid before', async () => {
    const { id: coupon } = await stripe.coupons.create({ percent_off: 10 });
    const code = await stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon },
      restrictions: { first_time_transaction: true },
    });
    expect((await subscribe({ discounts: [{ promotion_code: code.id }] })).status).toBe('active');
    const again = await refusal(subscribe({ discounts: [{ promotion_code: code.id }] }));
    expect(again).toMatchObject({
      status: 400,
      message: 'This promotion code cannot be redeemed because the associated customer has prior transactions.',
    });
  });

  // https://docs.stripe.com/billing/subscriptions/coupons#promotion-code-restrictions
  test('with a minimum is refused below it', async () => {
    const { id: coupon } = await stripe.coupons.create({ percent_off: 10 });
    const restrictions = { minimum_amount: 5000, minimum_amount_currency: 'usd' };
    const code = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon }, restrictions });
    const discounts = [{ promotion_code: code.id }];
    expect(await refusal(subscribe({ discounts }))).toMatchObject({ status: 400, param: 'discounts[0][promotion_code]' });
    expect((await subscribe({ discounts, items: [{ price: 'price_more' }] })).status).toBe('active');
  });
});

// https://docs.stripe.com/api/invoiceitems/create#create_invoiceitem-subscription
test('prorations of a subscription are left alone by the invoices of another', async () => {
  const one = await subscribe();
  await stripe.subscriptions.update(one.id, { items: [{ id: one.items.data[0]?.id as string, quantity: 5 }] });
  const other = await subscribe({ items: [{ price: 'price_more' }] });
  expect(invoiceOf(other).total).toBe(6000);
  const drafted = await stripe.invoices.create({
    customer: 'cus_1',
    subscription: other.id,
    pending_invoice_items_behavior: 'include',
  });
  expect(drafted.lines.data).toEqual([]);
  expect((await stripe.invoiceItems.list({ customer: 'cus_1', pending: true })).data).toHaveLength(2);
});

// https://github.com/stripe/stripe-java/issues/845, https://github.com/adrienverge/localstripe/pull/82
test('another interval begins a new period and is charged at once', async () => {
  const made = await subscribe();
  const [item] = made.items.data;
  const changed = await stripe.subscriptions.update(made.id, {
    items: [{ id: item?.id as string, price: 'price_year' }],
    expand: ['latest_invoice'],
  });
  const [now] = changed.items.data;
  expect(now?.current_period_start).toBe(changed.billing_cycle_anchor);
  expect((now?.current_period_end as number) - (now?.current_period_start as number)).toBe(365 * DAY);
  expect(invoiceOf(changed)).toMatchObject({ status: 'paid', billing_reason: 'subscription_update' });
  expect(invoiceOf(changed).total).toBeGreaterThan(26_900);
  expect(invoiceOf(changed).total).toBeLessThan(30_000);
});

// https://docs.stripe.com/api/subscriptions/update#update_subscription-billing_cycle_anchor
test('a subscription may begin a new period now', async () => {
  const made = await subscribe();
  const changed = await stripe.subscriptions.update(made.id, {
    billing_cycle_anchor: { type: 'now' },
    proration_behavior: 'none',
    expand: ['latest_invoice'],
  });
  expect(changed.billing_cycle_anchor).toBeGreaterThan(made.billing_cycle_anchor);
  expect(invoiceOf(changed)).toMatchObject({ total: 3000, status: 'paid' });
});

// https://docs.stripe.com/api/subscriptions/update#update_subscription-payment_behavior
test('an update whose payment fails makes the subscription past due, or is undone where that is asked for', async () => {
  const made = await subscribe();
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: 'cus_1' });
  await stripe.subscriptions.update(made.id, { default_payment_method: bad.id });
  const items = [{ id: made.items.data[0]?.id as string, price: 'price_year' }];
  const strict = await refusal(stripe.subscriptions.update(made.id, { items, payment_behavior: 'error_if_incomplete' }));
  expect(strict.status).toBe(402);
  expect((await stripe.subscriptions.update(made.id, { items })).status).toBe('past_due');
});

// https://github.com/Automattic/woocommerce-payments/issues/7732
test('a customer is billed in one currency', async () => {
  await subscribe();
  const message =
    'You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency usd';
  expect(await refusal(subscribe({ items: [{ price: 'price_eur' }] }))).toMatchObject({ status: 400, message });
  const item = stripe.invoiceItems.create({ customer: 'cus_1', amount: 100, currency: 'eur' });
  expect(await refusal(item)).toMatchObject({ status: 400, message });
});

// https://docs.stripe.com/api/subscriptions/cancel, and Kiln-AI/stripe_world, phase 14, for the last invoice
describe('a subscription that is canceled in its period', () => {
  const pendingOf = async () => (await stripe.invoiceItems.list({ customer: 'cus_1', pending: true })).data;
  const invoicesOf = async (subscription: string) => (await stripe.invoices.list({ subscription })).data;

  test('leaves a credit for the rest that waits', async () => {
    const made = await subscribe();
    const canceled = await stripe.subscriptions.cancel(made.id, { prorate: true });
    const [credit, ...others] = await pendingOf();
    expect([canceled.status, others]).toEqual(['canceled', []]);
    expect(credit).toMatchObject({
      // Rounded down, so up as a credit.
      amount: -3000,
      description: 'Unused time on Plan after 01 Mar 2026',
      proration: true,
      period: { end: made.items.data[0]?.current_period_end },
      parent: { subscription_details: { subscription: made.id, subscription_item: made.items.data[0]?.id } },
    });
    expect(await invoicesOf(made.id)).toHaveLength(1);
  });

  test('has a last invoice of it, which gives nothing back', async () => {
    const made = await subscribe();
    const { latest_invoice: last } = await stripe.subscriptions.cancel(made.id, { prorate: true, invoice_now: true });
    expect(await stripe.invoices.retrieve(last as string)).toMatchObject({
      billing_reason: 'subscription_cycle',
      number: null,
      status: 'uncollectible',
      total: -3000,
    });
    expect([await pendingOf(), (await stripe.customers.retrieve('cus_1')) as Stripe.Customer]).toMatchObject([
      [],
      { balance: 0 },
    ]);
  });

  test('pays what waits for it, and nothing where nothing does', async () => {
    const made = await subscribe();
    await stripe.subscriptions.update(made.id, { items: [{ id: made.items.data[0]?.id as string, quantity: 3 }] });
    await stripe.subscriptions.cancel(made.id, { invoice_now: true });
    const [last, first] = await invoicesOf(made.id);
    expect([last, first]).toMatchObject([{ status: 'paid', total: 5999 }, { total: 3000 }]);
    const other = await subscribe();
    await stripe.subscriptions.cancel(other.id, { invoice_now: true });
    expect(await invoicesOf(other.id)).toHaveLength(1);
  });
});

// https://docs.stripe.com/api/invoices/create_preview
test('a preview shows what a change would cost, and changes nothing', async () => {
  const made = await subscribe();
  const before = await served.evidence('state');
  const preview = await stripe.invoices.createPreview({
    subscription: made.id,
    subscription_details: { items: [{ id: made.items.data[0]?.id as string, price: 'price_more' }] },
  });
  expect(preview.lines.data.map(({ description }) => description)).toEqual([
    // What waits comes first (docs: Invoices, `lines`).
    'Unused time on Plan after 01 Mar 2026',
    'Remaining time on Plan after 01 Mar 2026',
    expect.stringMatching(/^1 × Plan/),
  ]);
  expect(preview.total).toBeGreaterThan(8900);
  expect(preview.total).toBeLessThanOrEqual(9000);
  expect(await served.evidence('state')).toEqual(before);
});

/** Recorded: Stripe doesn't release the items of a deleted draft (Kiln-AI/stripe_world, phase 13). So none waits in another currency either. */
test('the items of a deleted draft go with it', async () => {
  const invoice = await stripe.invoices.create({ customer: 'cus_1', currency: 'usd' });
  const item = { customer: 'cus_1', amount: 500, currency: 'usd' };
  await stripe.invoiceItems.create({ ...item, invoice: invoice.id as string });
  await stripe.subscriptions.create({ customer: 'cus_1', items: [{ price: 'price_eur' }] });
  await stripe.invoices.del(invoice.id as string);
  expect((await stripe.invoiceItems.list({ customer: 'cus_1' })).data).toEqual([]);
});
