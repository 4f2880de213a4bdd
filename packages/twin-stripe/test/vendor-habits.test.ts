import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { expectBalancedLedger } from './invariants.ts';
import { refusal, type Served, serveStripe } from './served.ts';

let served: Served;
let stripe: Stripe;
beforeEach(async () => {
  served = await serveStripe(undefined, { mode: 'logical', start: '2026-03-11T10:00:00Z' });
  stripe = served.stripe;
});
afterEach(async () => {
  expectBalancedLedger(await served.evidence('state'));
  await served.close();
});

const paid = (more: Partial<Stripe.PaymentIntentCreateParams> = {}): Promise<Stripe.PaymentIntent> =>
  stripe.paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    return_url: 'https://example.com/back',
    ...more,
  });
const customer = (more: Stripe.CustomerCreateParams = { email: 'ada@example.com' }): Promise<Stripe.Customer> =>
  stripe.customers.create({
    payment_method: 'pm_card_visa',
    invoice_settings: { default_payment_method: 'pm_card_visa' },
    ...more,
  });
const price = async (currency = 'usd'): Promise<string> =>
  (
    await stripe.prices.create({
      currency,
      unit_amount: 1000,
      recurring: { interval: 'month' },
      product_data: { name: 'Plan' },
    })
  ).id;

// https://docs.stripe.com/payments/payment-intents/asynchronous-capture, which is the default: "the balance_transaction is null"
// in the answer and in the events of the payment, and `charge.updated` tells of it.
describe('a payment that is captured asynchronously', () => {
  const expand = ['latest_charge.balance_transaction'];

  test('is answered without its balance transaction, which is there afterwards', async () => {
    const { id, latest_charge: answered } = await paid({ expand });
    expect(answered).toMatchObject({ captured: true, amount_captured: 2000, balance_transaction: null });
    const { latest_charge: later } = await stripe.paymentIntents.retrieve(id, { expand });
    expect(later).toMatchObject({ balance_transaction: { object: 'balance_transaction', amount: 2000 } });
  });

  test('is told of by events without it, and by charge.updated', async () => {
    await paid();
    const events = (await stripe.events.list({ type: 'charge.*' })).data.reverse();
    expect(events.map(({ type, data }) => [type, (data.object as Stripe.Charge).balance_transaction === null])).toEqual([
      ['charge.succeeded', true],
      ['charge.updated', false],
    ]);
    expect(events[1]?.data.previous_attributes).toEqual({ balance_transaction: null });
  });

  test.each(['automatic', 'manual'] as const)('is not one with capture_method=%s', async (capture_method) => {
    const intent = await paid({ capture_method, expand });
    if (capture_method === 'manual') await stripe.paymentIntents.capture(intent.id);
    const charge = intent.latest_charge as Stripe.Charge;
    expect(charge.balance_transaction === null).toBe(capture_method === 'manual');
    expect((await stripe.events.list({ type: 'charge.updated' })).data).toEqual([]);
  });
});

// docs: Testing, "Declined payments": a card that is declined can't be attached to a customer, but for 4000 0000 0000 0341.
describe('a token of a card that is declined', () => {
  test('is not saved to a customer, new or known', async () => {
    const declined = { status: 402, code: 'card_declined' };
    expect(await refusal(stripe.customers.create({ source: 'tok_chargeDeclined' }))).toMatchObject(declined);
    const { id } = await stripe.customers.create();
    expect(await refusal(stripe.customers.update(id, { source: 'tok_chargeDeclined' }))).toMatchObject(declined);
    expect((await stripe.customers.update(id, { source: 'tok_chargeCustomerFail' })).default_source).toMatch(/^card_/);
  });
});

test('a token is no payment method (the words: stripe-java, of tok_mastercard)', async () => {
  expect(await refusal(paid({ payment_method: 'tok_mastercard' }))).toMatchObject({
    status: 400,
    code: 'resource_missing',
    message: "No such PaymentMethod: 'tok_mastercard'",
  });
});

test.each([{ token: 'tok_visa' }, { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' }])(
  'payment_method_data[card] takes %p, as clients send it',
  async (card) => {
    const intent = await stripe.paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      confirm: true,
      return_url: 'https://example.com/back',
      payment_method_data: { type: 'card', card } as unknown as Stripe.PaymentIntentCreateParams.PaymentMethodData,
    });
    expect(intent.status).toBe('succeeded');
  },
);

// docs: Testing, "Refunds": its status begins as succeeded; some time later it is failed, and refund.failed is sent.
test('a refund to pm_card_refundFail succeeds, and fails afterwards', async () => {
  const intent = await paid({ payment_method: 'pm_card_refundFail' });
  const refund = await stripe.refunds.create({ payment_intent: intent.id });
  expect(refund.status).toBe('succeeded');
  const later = await stripe.refunds.retrieve(refund.id, { expand: ['failure_balance_transaction'] });
  expect(later).toMatchObject({
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: { amount: 2000, type: 'refund_failure' },
  });
  expect(await stripe.charges.retrieve(intent.latest_charge as string)).toMatchObject({ refunded: false, amount_refunded: 0 });
  expect((await stripe.events.list({ type: 'refund.failed' })).data).toHaveLength(1);
});

// stripe-node, Charges.d.ts, `source`: "the Source, Card, or BankAccount object used for the charge"
test('a charge made by a token carries its card, one of a PaymentIntent none', async () => {
  const charge = await stripe.charges.create({ amount: 500, currency: 'usd', source: 'tok_visa' });
  expect(charge.source).toMatchObject({ object: 'card', brand: 'Visa', last4: '4242' });
  expect((await stripe.charges.retrieve((await paid()).latest_charge as string)).source).toBeNull();
});

// The words: individual[address][country] of an account, and of a confirmed card payment, in Stripe's recorded errors.
test('billing details have an email address and a country of two letters', async () => {
  const made = (billing_details: Stripe.PaymentMethodCreateParams.BillingDetails) =>
    stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' }, billing_details });
  expect(await refusal(made({ email: 'nobody' }))).toMatchObject({ code: 'email_invalid', param: 'billing_details[email]' });
  expect(await refusal(made({ address: { country: 'USA' } }))).toMatchObject({
    param: 'billing_details[address][country]',
    message: expect.stringMatching(/^Country 'USA' is unknown\. Try using a 2-character alphanumeric country code/),
  });
  const { id } = await made({ email: 'ada@example.com', address: { country: 'US' } });
  await stripe.paymentMethods.attach(id, { customer: (await stripe.customers.create()).id });
  const change = stripe.paymentMethods.update(id, { billing_details: { email: 'nobody' } });
  expect(await refusal(change)).toMatchObject({ code: 'email_invalid' });
});

// docs: Promotion codes, "Create": `max_redemptions` "cannot be greater than the coupon's", `expires_at` "cannot be after the coupon's `redeem_by`"
test('a promotion code stays within its coupon', async () => {
  const { id: coupon } = await stripe.coupons.create({ percent_off: 10, max_redemptions: 2, redeem_by: 1_800_000_000 });
  const code = (more: Partial<Stripe.PromotionCodeCreateParams>) =>
    stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon }, ...more });
  expect(await refusal(code({ max_redemptions: 3 }))).toMatchObject({ status: 400, param: 'max_redemptions' });
  expect(await refusal(code({ expires_at: 1_800_000_001 }))).toMatchObject({ status: 400, param: 'expires_at' });
  expect((await code({ max_redemptions: 2, expires_at: 1_800_000_000 })).max_redemptions).toBe(2);
});

// docs: Prices, `tax_behavior`: "Once specified as either `inclusive` or `exclusive`, it cannot be changed."
test('the tax behavior of a price is settled once', async () => {
  const { id } = await stripe.prices.create({ currency: 'usd', unit_amount: 1, product_data: { name: 'Plan' } });
  expect((await stripe.prices.update(id, { tax_behavior: 'inclusive' })).tax_behavior).toBe('inclusive');
  expect(await refusal(stripe.prices.update(id, { tax_behavior: 'exclusive' }))).toMatchObject({ param: 'tax_behavior' });
});

// https://github.com/stripe/stripe-ruby/issues/804, https://github.com/arlyon/async-stripe/issues/445
test('a trial ends within two years from now', async () => {
  const { id } = await customer();
  const items = [{ price: await price() }];
  const tooLate = Date.parse('2028-03-20T00:00:00Z') / 1000;
  const refused = { param: 'trial_end', message: 'The maximum number of trial period days is 730 (2 years).' };
  expect(await refusal(stripe.subscriptions.create({ customer: id, items, trial_end: tooLate }))).toMatchObject(refused);
  const subscription = await stripe.subscriptions.create({ customer: id, items });
  expect(await refusal(stripe.subscriptions.update(subscription.id, { trial_end: tooLate }))).toMatchObject(refused);
});

// "Missing email." as billing services quote it of POST /v1/invoices and POST /v1/subscriptions
describe('what is sent by email', () => {
  const missing = { status: 400, message: expect.stringMatching(/^Missing email\. In order to create invoices that are sent/) };

  test('wants a customer who has an address', async () => {
    const { id } = await customer({});
    const byHand = { customer: id, collection_method: 'send_invoice', days_until_due: 7 } as const;
    expect(await refusal(stripe.invoices.create(byHand))).toMatchObject(missing);
    const items = [{ price: await price() }];
    expect(await refusal(stripe.subscriptions.create({ ...byHand, items }))).toMatchObject(missing);
    const subscription = await stripe.subscriptions.create({ customer: id, items });
    const change = { collection_method: 'send_invoice', days_until_due: 7 } as const;
    expect(await refusal(stripe.subscriptions.update(subscription.id, change))).toMatchObject(missing);
  });

  // docs: Invoices, "Update", `due_date`, and Subscriptions, "Update", `days_until_due`: valid only where `collection_method=send_invoice`
  test('alone is due some day', async () => {
    const { id } = await customer();
    const invoice = await stripe.invoices.create({ customer: id });
    expect(await refusal(stripe.invoices.update(invoice.id, { due_date: 1_800_000_000 }))).toMatchObject({ status: 400 });
    const sent = await stripe.invoices.update(invoice.id, { collection_method: 'send_invoice', due_date: 1_800_000_000 });
    expect(sent.due_date).toBe(1_800_000_000);
    const charged = await stripe.invoices.update(invoice.id, { collection_method: 'charge_automatically' });
    expect(charged.due_date).toBeNull();
    const subscription = await stripe.subscriptions.create({ customer: id, items: [{ price: await price() }] });
    const days = stripe.subscriptions.update(subscription.id, { days_until_due: 5 });
    expect(await refusal(days)).toMatchObject({ param: 'days_until_due' });
    const byHand = stripe.subscriptions.update(subscription.id, { collection_method: 'send_invoice' });
    expect(await refusal(byHand)).toMatchObject({ param: 'days_until_due', code: 'parameter_missing' });
  });
});

// docs: Coupons, `currency`; the words: https://github.com/Automattic/woocommerce-payments/issues/7732
test('a coupon of an amount is for what is billed in its currency', async () => {
  const { id } = await customer();
  const { id: coupon } = await stripe.coupons.create({ amount_off: 100, currency: 'eur' });
  const refused = { status: 400, message: expect.stringMatching(/^You cannot combine currencies on a single customer\./) };
  const items = [{ price: await price() }];
  const discounts = [{ coupon }];
  expect(await refusal(stripe.subscriptions.create({ customer: id, items, discounts }))).toMatchObject(refused);
  const subscription = await stripe.subscriptions.create({ customer: id, items });
  expect(await refusal(stripe.subscriptions.update(subscription.id, { discounts }))).toMatchObject(refused);
  expect(await refusal(stripe.invoices.create({ customer: id, discounts }))).toMatchObject(refused);
});

// stripe-node, InvoiceItems.d.ts, `period.end`: "which must be greater than or equal to the start"
test('the period of an invoice item does not end before it starts', async () => {
  const { id } = await customer();
  const item = { customer: id, amount: 100, currency: 'usd', period: { start: 5, end: 4 } };
  expect(await refusal(stripe.invoiceItems.create(item))).toMatchObject({ status: 400, param: 'period[end]' });
  expect((await stripe.invoiceItems.create({ ...item, period: { start: 5, end: 5 } })).period).toEqual({ start: 5, end: 5 });
});

describe('what an invoice shows of its own', () => {
  const fields = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `Field ${at}`, value: 'x' }));

  // docs: Invoices, "Create", `number` and `custom_fields`: up to four; both of drafts only
  test('a number that was given stays, and takes none of the row of its customer', async () => {
    const { id: customerId, next_invoice_sequence: next } = await customer();
    const { id } = await stripe.invoices.create({ customer: customerId, number: 'PO-7', custom_fields: fields(4) });
    expect(await stripe.invoices.finalizeInvoice(id)).toMatchObject({ number: 'PO-7', custom_fields: fields(4) });
    expect(((await stripe.customers.retrieve(customerId)) as Stripe.Customer).next_invoice_sequence).toBe(next);
    expect((await stripe.invoices.search({ query: "number:'PO-7'" })).data.map((one) => one.id)).toEqual([id]);
    const late = refusal(stripe.invoices.update(id, { number: 'PO-8' }));
    expect(await late).toMatchObject({ message: "Finalized invoices can't be updated in this way" });
    const many = refusal(stripe.invoices.create({ customer: customerId, custom_fields: fields(5) }));
    expect(await many).toMatchObject({ status: 400, param: 'custom_fields' });
  });

  // docs: Customers, `invoice_settings`: "Default custom fields to be displayed on invoices for this customer", and "Default footer"
  test("is its customer's where it has nothing else", async () => {
    const { id: customerId } = await customer();
    await stripe.customers.update(customerId, { invoice_settings: { footer: 'Thanks', custom_fields: fields(1) } });
    const [theirs, own] = [
      await stripe.invoices.create({ customer: customerId }),
      await stripe.invoices.create({ customer: customerId, footer: 'Bye', custom_fields: fields(2) }),
    ];
    expect(theirs).toMatchObject({ footer: 'Thanks', custom_fields: fields(1) });
    expect(own).toMatchObject({ footer: 'Bye', custom_fields: fields(2) });
    const items = [{ price: await price() }];
    const subscribed = await stripe.subscriptions.create({ customer: customerId, items, expand: ['latest_invoice'] });
    expect(subscribed.latest_invoice).toMatchObject({ footer: 'Thanks', custom_fields: fields(1) });
    const many = stripe.customers.update(customerId, { invoice_settings: { custom_fields: fields(5) } });
    expect(await refusal(many)).toMatchObject({ status: 400, param: 'invoice_settings[custom_fields]' });
  });
});

// docs: Pay an invoice, `payment_method`: "The PaymentMethod must be the ID of a PaymentMethod belonging to the customer associated with the invoice being paid."
test('an invoice is paid with what belongs to its customer', async () => {
  const [{ id: customerId }, other] = [await customer(), await customer()];
  await stripe.invoiceItems.create({ customer: customerId, amount: 1000, currency: 'usd' });
  const { id } = await stripe.invoices.create({ customer: customerId, pending_invoice_items_behavior: 'include' });
  const foreign = other.invoice_settings.default_payment_method as string;
  const loose = (await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })).id;
  for (const method of [foreign, loose])
    expect(await refusal(stripe.invoices.pay(id, { payment_method: method }))).toMatchObject({
      status: 400,
      param: 'payment_method',
      message: expect.stringMatching(/^The customer does not have a payment method with the ID/),
    });
  const own = (await stripe.paymentMethods.list({ customer: customerId })).data[0]?.id as string;
  expect((await stripe.invoices.pay(id, { payment_method: own })).status).toBe('paid');
});
