import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { expectBalancedLedger } from './invariants.ts';
import { refusal, type Served, serveStripe } from './served.ts';

let served: Served;
let stripe: Stripe;
let customer: string;
beforeEach(async () => {
  served = await serveStripe(
    {
      customers: [{ id: 'cus_1', email: 'ada@example.com', payment_methods: ['visa'] }, { id: 'cus_2' }],
      products: [
        {
          id: 'prod_1',
          name: 'Plan',
          prices: [
            { id: 'price_month', unit_amount: 1500, recurring: { interval: 'month' } },
            { id: 'price_year', unit_amount: 12_000, recurring: { interval: 'year' } },
            { id: 'price_once', unit_amount: 700 },
          ],
        },
      ],
      coupons: [{ id: 'HALF', percent_off: 50 }],
    },
    { mode: 'logical' },
  );
  stripe = served.stripe;
  customer = 'cus_1';
});
afterEach(async () => {
  expectBalancedLedger(await served.evidence('state'));
  await served.close();
});

const monthly = [{ price: 'price_month' }];

// docs: "How Stripe subscriptions work"
describe('a subscription', () => {
  test('is active once its first invoice is paid', async () => {
    const made = await stripe.subscriptions.create({ customer, items: monthly, expand: ['latest_invoice.payments'] });
    expect(made).toMatchObject({
      status: 'active',
      items: { data: [{ quantity: 1, price: { id: 'price_month' }, plan: { amount: 1500 } }] },
    });
    const invoice = made.latest_invoice as Stripe.Invoice;
    expect(invoice).toMatchObject({
      status: 'paid',
      amount_paid: 1500,
      billing_reason: 'subscription_create',
      number: expect.stringMatching(/-0001$/),
    });
    expect(invoice.payments?.data).toMatchObject([{ status: 'paid', amount_paid: 1500 }]);
    const [item] = made.items.data;
    // The logical clock starts in January 2026: 31 days.
    expect((item?.current_period_end ?? 0) - (item?.current_period_start ?? 0)).toBe(31 * 24 * 60 * 60);
  });

  test('is incomplete while its payment is, and starts when the payment comes', async () => {
    const made = await stripe.subscriptions.create({ customer: 'cus_2', items: monthly, payment_behavior: 'default_incomplete' });
    expect(made.status).toBe('incomplete');
    const invoice = await stripe.invoices.retrieve(made.latest_invoice as string, { expand: ['payments'] });
    expect(invoice.status).toBe('open');
    const intent = invoice.payments?.data[0]?.payment.payment_intent as string;
    await stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' });
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('active');
    expect((await stripe.invoices.retrieve(invoice.id as string)).status).toBe('paid');
  });

  test('needs a payment method, and is undone by a refusal where that is asked for', async () => {
    const none = await refusal(stripe.subscriptions.create({ customer: 'cus_2', items: monthly }));
    expect(none).toMatchObject({
      status: 400,
      code: 'resource_missing',
      message: expect.stringMatching(/no attached payment source/),
    });
    const declining = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: 'cus_2' });
    const params = { customer: 'cus_2', items: monthly, default_payment_method: declining.id };
    const strict = await refusal(stripe.subscriptions.create({ ...params, payment_behavior: 'error_if_incomplete' }));
    expect(strict).toMatchObject({ status: 402, type: 'card_error', code: 'card_declined' });
    expect((await served.evidence('state')).subscriptions).toEqual([]);
    expect((await stripe.subscriptions.create(params)).status).toBe('incomplete');
  });

  test('has a trial without a payment', async () => {
    const made = await stripe.subscriptions.create({
      customer: 'cus_2',
      items: monthly,
      trial_period_days: 7,
      expand: ['latest_invoice'],
    });
    expect(made).toMatchObject({ status: 'trialing', latest_invoice: { status: 'paid', total: 0 } });
    expect(
      (await stripe.subscriptions.update(made.id, { trial_end: 'now', default_payment_method: 'pm_card_visa' })).status,
    ).toBe('active');
    expect((await stripe.charges.list({ customer: 'cus_2' })).data).toMatchObject([{ amount: 1500 }]);
  });

  test('takes a coupon off', async () => {
    const made = await stripe.subscriptions.create({
      customer,
      items: monthly,
      discounts: [{ coupon: 'HALF' }],
      expand: ['latest_invoice'],
    });
    expect(made.latest_invoice).toMatchObject({
      subtotal: 1500,
      total: 750,
      amount_paid: 750,
      total_discount_amounts: [{ amount: 750 }],
    });
    expect(await stripe.coupons.retrieve('HALF')).toMatchObject({ times_redeemed: 1, valid: true });
  });

  test('prorates a change of its items', async () => {
    const made = await stripe.subscriptions.create({ customer, items: monthly });
    const item = made.items.data[0]?.id as string;
    const changed = await stripe.subscriptions.update(made.id, { items: [{ id: item, quantity: 3 }] });
    expect(changed.items.data).toMatchObject([{ id: item, quantity: 3 }]);
    const pending = await stripe.invoiceItems.list({ customer, pending: true });
    expect(pending.data.map(({ amount, description }) => [amount, description])).toEqual([
      // Rounded down, some seconds after the period began (recorded: Kiln-AI/stripe_world, phase 14).
      [4499, expect.stringMatching(/^Remaining time on 3 × Plan after \d\d [A-Z][a-z]{2} \d{4}$/)],
      [-1500, expect.stringMatching(/^Unused time on Plan after \d\d [A-Z][a-z]{2} \d{4}$/)],
    ]);
    await stripe.subscriptionItems.update(item, { quantity: 4, proration_behavior: 'always_invoice' });
    const invoice = await stripe.invoices.retrieve((await stripe.subscriptions.retrieve(made.id)).latest_invoice as string);
    expect(invoice).toMatchObject({ status: 'paid', amount_paid: 4498, billing_reason: 'subscription_update' });
  });

  test('ends now or at the end of its period, and is no longer listed', async () => {
    const made = await stripe.subscriptions.create({ customer, items: monthly });
    const marked = await stripe.subscriptions.update(made.id, { cancel_at_period_end: true });
    expect(marked).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: made.items.data[0]?.current_period_end,
    });
    expect(await stripe.subscriptions.cancel(made.id)).toMatchObject({ status: 'canceled', ended_at: expect.any(Number) });
    expect((await stripe.subscriptions.list({ customer })).data).toEqual([]);
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1);
    expect(await refusal(stripe.subscriptions.cancel(made.id))).toMatchObject({ status: 404, code: 'resource_missing' });
  });

  test('is refused with a price that does not recur, and keeps at least one item', async () => {
    const refused = await refusal(stripe.subscriptions.create({ customer, items: [{ price: 'price_once' }] }));
    expect(refused).toMatchObject({ status: 400, param: 'items[0][price]' });
    const made = await stripe.subscriptions.create({ customer, items: monthly });
    expect(await refusal(stripe.subscriptionItems.del(made.items.data[0]?.id as string))).toMatchObject({ status: 400 });
    const added = await stripe.subscriptionItems.create({
      subscription: made.id,
      price: 'price_year',
      proration_behavior: 'none',
    });
    expect(await stripe.subscriptionItems.del(added.id)).toMatchObject({ deleted: true });
  });
});

// docs: "How invoicing works"
describe('an invoice', () => {
  const draft = async (params: Partial<Stripe.InvoiceCreateParams> = {}) => {
    const invoice = await stripe.invoices.create({ customer, ...params });
    await stripe.invoiceItems.create({
      customer,
      invoice: invoice.id as string,
      amount: 2500,
      currency: 'usd',
      description: 'Work',
    });
    await stripe.invoiceItems.create({ customer, invoice: invoice.id as string, pricing: { price: 'price_once' }, quantity: 2 });
    return invoice.id as string;
  };

  test('adds its items up, gets a number, and is paid', async () => {
    const id = await draft();
    expect(await stripe.invoices.retrieve(id)).toMatchObject({
      status: 'draft',
      total: 3900,
      number: null,
      lines: { data: [{ amount: 2500 }, { amount: 1400 }] },
    });
    const open = await stripe.invoices.finalizeInvoice(id);
    expect(open).toMatchObject({ status: 'open', amount_due: 3900, amount_remaining: 3900 });
    expect(open.hosted_invoice_url?.startsWith(served.url)).toBe(true);
    expect(await stripe.invoices.pay(id)).toMatchObject({
      status: 'paid',
      amount_paid: 3900,
      amount_remaining: 0,
      attempt_count: 1,
    });
    expect(await refusal(stripe.invoices.pay(id))).toMatchObject({ status: 400, code: 'invoice_already_paid' });
    expect(await refusal(stripe.invoices.finalizeInvoice(id))).toMatchObject({ status: 400, code: undefined });
  });

  test('uses the credit of its customer first', async () => {
    await stripe.customers.createBalanceTransaction(customer, { amount: -1000, currency: 'usd' });
    const id = await draft();
    expect(await stripe.invoices.finalizeInvoice(id)).toMatchObject({
      total: 3900,
      amount_due: 2900,
      starting_balance: -1000,
      ending_balance: 0,
    });
    expect((await stripe.customers.listBalanceTransactions(customer)).data).toMatchObject([
      { type: 'applied_to_invoice', amount: 1000, ending_balance: 0, invoice: id },
      { type: 'adjustment', amount: -1000 },
    ]);
  });

  test('stays open when the card is refused', async () => {
    const id = await draft();
    const refused = await refusal(stripe.invoices.pay(id, { payment_method: 'pm_card_chargeDeclined' }));
    expect(refused).toMatchObject({ status: 402, type: 'card_error' });
    expect(await stripe.invoices.retrieve(id)).toMatchObject({ status: 'open', attempted: true, attempt_count: 1 });
    expect(await stripe.invoices.pay(id, { paid_out_of_band: true })).toMatchObject({ status: 'paid' });
  });

  test('is sent by hand, voided, written off or deleted, each only in its time', async () => {
    const sent = await draft({ collection_method: 'send_invoice', days_until_due: 30 });
    expect(await stripe.invoices.sendInvoice(sent)).toMatchObject({ status: 'open', due_date: expect.any(Number) });
    expect((await stripe.invoices.markUncollectible(sent)).status).toBe('uncollectible');
    expect((await stripe.invoices.voidInvoice(sent)).status).toBe('void');
    expect(await refusal(stripe.invoices.del(sent))).toMatchObject({
      status: 400,
      message: 'You can only delete draft invoices.',
    });
    const gone = await draft();
    expect(await stripe.invoices.del(gone)).toMatchObject({ deleted: true });
    expect(await refusal(stripe.invoices.retrieve(gone))).toMatchObject({ status: 404 });
    expect((await stripe.invoiceItems.list({ customer, pending: true })).data).toEqual([]);
  });

  test('takes up what waits for it when asked', async () => {
    await stripe.invoiceItems.create({ customer, amount: 900, currency: 'usd' });
    expect((await stripe.invoices.create({ customer })).total).toBe(0);
    const invoice = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' });
    expect(invoice.total).toBe(900);
    const [item] = (await stripe.invoiceItems.list({ invoice: invoice.id as string })).data;
    await stripe.invoiceItems.update(item?.id as string, { amount: 1000 });
    expect((await stripe.invoices.retrieve(invoice.id as string)).total).toBe(1000);
    const lines = await stripe.invoices.listLineItems(invoice.id as string);
    expect(lines.data).toMatchObject([
      { amount: 1000, parent: { type: 'invoice_item_details', invoice_item_details: { invoice_item: item?.id } } },
    ]);
  });
});

describe('the catalogue', () => {
  test('makes a product with its price, archives it, and deletes one without prices', async () => {
    const product = await stripe.products.create({
      name: 'Mug',
      default_price_data: { currency: 'usd', unit_amount: 900 },
      expand: ['default_price'],
    });
    expect(product.default_price).toMatchObject({ unit_amount: 900, type: 'one_time', product: product.id });
    expect(await refusal(stripe.products.del(product.id))).toMatchObject({
      status: 400,
      message: expect.stringContaining('user-created prices'),
    });
    expect((await stripe.products.update(product.id, { active: false })).active).toBe(false);
    expect((await stripe.products.list({ active: true })).data.map(({ id }) => id)).toEqual(['prod_1']);
    const bare = await stripe.products.create({ id: 'bare', name: 'Bare' });
    expect(await stripe.products.del(bare.id)).toEqual(expect.objectContaining({ id: 'bare', deleted: true }));
  });

  test('moves a lookup key from price to price only when told to', async () => {
    const price = { product: 'prod_1', currency: 'usd', unit_amount: 100, lookup_key: 'basic' };
    const first = await stripe.prices.create(price);
    expect(await refusal(stripe.prices.create(price))).toMatchObject({ status: 400, param: 'lookup_key' });
    const second = await stripe.prices.create({ ...price, transfer_lookup_key: true });
    expect((await stripe.prices.list({ lookup_keys: ['basic'] })).data.map(({ id }) => id)).toEqual([second.id]);
    expect((await stripe.prices.retrieve(first.id)).lookup_key).toBeNull();
    expect(await refusal(stripe.prices.create({ ...price, unit_amount: -1 }))).toMatchObject({
      status: 400,
      param: 'unit_amount',
    });
  });

  test('gives coupons, promotion codes, tax rates and payment links', async () => {
    const coupon = await stripe.coupons.create({ amount_off: 500, currency: 'usd', duration: 'once' });
    const code = await stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
      code: 'FALL',
      max_redemptions: 1,
    });
    const made = await stripe.subscriptions.create({
      customer,
      items: monthly,
      discounts: [{ promotion_code: code.id }],
      expand: ['latest_invoice'],
    });
    expect(made.latest_invoice).toMatchObject({ total: 1000 });
    const used = await refusal(
      stripe.subscriptions.create({ customer, items: monthly, discounts: [{ promotion_code: code.id }] }),
    );
    expect(used).toMatchObject({ status: 400, param: 'discounts[0][promotion_code]' });
    expect(await refusal(stripe.coupons.create({ percent_off: 10, amount_off: 5 }))).toMatchObject({ status: 400 });
    expect(await refusal(stripe.coupons.create({ id: 'HALF', percent_off: 1 }))).toMatchObject({
      code: 'resource_already_exists',
    });
    expect((await stripe.taxRates.create({ display_name: 'VAT', inclusive: false, percentage: 19 })).percentage).toBe(19);
    const link = await stripe.paymentLinks.create({ line_items: [{ price: 'price_once', quantity: 2 }] });
    expect((await stripe.paymentLinks.listLineItems(link.id)).data).toMatchObject([{ quantity: 2, amount_total: 1400 }]);
    expect((await stripe.paymentLinks.update(link.id, { active: false })).active).toBe(false);
  });
});

describe('a customer', () => {
  test('keeps its payment methods until they are detached, and they are spent then', async () => {
    const method = await stripe.paymentMethods.attach('pm_card_mastercard', { customer });
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } });
    expect((await stripe.paymentMethods.detach(method.id)).customer).toBeNull();
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ invoice_settings: { default_payment_method: null } });
    const spent = await refusal(stripe.paymentMethods.attach(method.id, { customer }));
    expect(spent).toMatchObject({ status: 400, message: expect.stringContaining('may not be used again') });
    const foreign = (await stripe.paymentMethods.list({ customer })).data[0]?.id as string;
    const refused = await refusal(stripe.paymentIntents.create({ amount: 500, currency: 'usd', payment_method: foreign }));
    expect(refused).toMatchObject({ status: 400, message: expect.stringContaining('you must provide the customer') });
  });

  test('is gone after it was deleted, except to say so', async () => {
    await stripe.subscriptions.create({ customer, items: monthly });
    expect(await stripe.customers.del(customer)).toMatchObject({ id: customer, deleted: true });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
    expect(await refusal(stripe.customers.update(customer, { name: 'x' }))).toMatchObject({
      status: 404,
      code: 'resource_missing',
    });
    expect((await stripe.subscriptions.list({ status: 'canceled' })).data).toHaveLength(1);
    expect((await stripe.charges.list({ expand: ['data.customer'] })).data[0]?.customer).toMatchObject({
      id: customer,
      deleted: true,
    });
  });
});

// docs: "Receive Stripe events in your webhook endpoint"
describe('a webhook endpoint', () => {
  test('tells its secret once, and no tape or state does', async () => {
    const made = await stripe.webhookEndpoints.create({ url: 'https://example.com/hook', enabled_events: ['customer.created'] });
    expect(made.secret).toMatch(/^whsec_\w{32}$/);
    expect((await stripe.webhookEndpoints.retrieve(made.id)).secret).toBeUndefined();
    const evidence = JSON.stringify([await served.evidence('events'), await served.evidence('state')]);
    expect(evidence).not.toContain(made.secret);
    await stripe.customers.create({ name: 'x' });
    await stripe.products.create({ name: 'x' });
    const { data } = await stripe.events.list({ limit: 2 });
    expect(data.map(({ type, pending_webhooks }) => [type, pending_webhooks])).toEqual([
      ['product.created', 0],
      ['customer.created', 1],
    ]);
    expect((await stripe.webhookEndpoints.update(made.id, { disabled: true })).status).toBe('disabled');
    expect(await stripe.webhookEndpoints.del(made.id)).toMatchObject({ deleted: true });
  });

  test('sees what changed in an update', async () => {
    await stripe.customers.update(customer, { name: 'New name' });
    const [event] = (await stripe.events.list({ type: 'customer.updated' })).data;
    expect(event?.data).toMatchObject({ object: { name: 'New name' }, previous_attributes: { name: null } });
    expect((await stripe.events.list({ types: ['customer.*'] as never })).data).toHaveLength(1);
  });

  test('are found by names with several wildcards, none of which takes longer than another', async () => {
    await stripe.customers.create({ name: 'Ada' });
    const found = async (type: string) => (await stripe.events.list({ type })).data.length;
    const names = [
      '*',
      '*.created',
      'cust*.crea*',
      '**customer*created**',
      'customer.created*',
      'created*',
      'customer.created.*',
      '*x',
    ];
    expect(await Promise.all(names.map(found))).toEqual([1, 1, 1, 1, 1, 0, 0, 0]);
    expect(await found(`${'*'.repeat(200)}x`)).toBe(0);
  });
});
