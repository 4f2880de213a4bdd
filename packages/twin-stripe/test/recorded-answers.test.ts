import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Served, serveStripe } from './served.ts';

// What Stripe was recorded to answer at versions 2026-08-26.dahlia and 2026-09-30.endive: pay-rails/pay, test/vcr_cassettes/pay/stripe.

let served: Served;
beforeAll(async () => {
  served = await serveStripe(
    {
      customers: [
        { id: 'cus_1', payment_methods: [{ id: 'pm_1', card: 'pm_card_visa' }] },
        { id: 'cus_sca', payment_methods: [{ id: 'pm_sca', card: 'pm_card_threeDSecure2Required' }] },
        { id: 'cus_none', email: 'ben@example.com', name: 'Ben' },
        { id: 'cus_us', email: 'ada@example.com', name: 'Ada', address: { country: 'US', state: 'CA' } },
      ],
      products: [
        {
          id: 'prod_1',
          name: 'Plan',
          prices: [
            { id: 'price_1', unit_amount: 2500, recurring: { interval: 'month' } },
            { id: 'price_2', unit_amount: 4500, recurring: { interval: 'month' } },
          ],
        },
      ],
    },
    { mode: 'logical', start: '2026-10-06T19:18:28.000Z' },
  );
  await served.send('POST', '/v1/products/prod_1', 'unit_label=user');
});
afterAll(() => served.close());

const expanded = 'latest_invoice.confirmation_secret latest_invoice.payments pending_setup_intent'
  .split(' ')
  .map((path) => `expand[]=${path}`)
  .join('&');

/** A new subscription of a customer, its invoice with what only expanding shows. */
async function subscribe(form: string) {
  const { status, json } = await served.send('POST', '/v1/subscriptions', `${form}&${expanded}`);
  expect(status).toBe(200);
  return json;
}

/** customer_test/stripe_allows_subscription_quantities.yml, …_creates_with_no_card.yml: each customer is made with these. */
test('what is known of the tax of a customer, and of an invoice credit, is told where it is expanded', async () => {
  const { json } = await served.send(
    'POST',
    '/v1/customers',
    'email=a%40example.org&expand[0]=tax&expand[1]=invoice_credit_balance',
  );
  expect(json).toMatchObject({
    invoice_credit_balance: {},
    tax: { automatic_tax: 'unrecognized_location', ip_address: null, location: null, provider: 'stripe' },
  });
  expect((await served.send('GET', `/v1/customers/${json.id}`)).json).not.toHaveProperty('tax');
  const { json: placed } = await served.send('GET', '/v1/customers/cus_us?expand[]=tax');
  expect(placed.tax.location).toEqual({ country: 'US', source: 'billing_address', state: 'CA' });
});

describe('a subscription (customer_test/stripe_allows_subscription_quantities.yml)', () => {
  // biome-ignore lint/suspicious/noExplicitAny: answers are JSON
  let json: any;
  beforeAll(async () => {
    json = await subscribe('customer=cus_1&items[0][price]=price_1&items[0][quantity]=10');
  });

  test('has the plan and the quantity of its one item, and counts its items', () => {
    expect(json).toMatchObject({
      billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible', updated_at: json.created },
      items: { has_more: false, total_count: 1 },
      managed_payments: { enabled: false },
      plan: { id: 'price_1', object: 'plan', amount: 2500, interval: 'month' },
      quantity: 10,
      trial_settings: { end_behavior: { billing_cycle_anchor: 'now', missing_payment_method: 'create_invoice' } },
    });
  });

  test('bills how many of what at which price', () => {
    expect(json.latest_invoice.lines).toMatchObject({
      total_count: 1,
      data: [{ description: '10 user × Plan (at $25.00 / month)' }],
    });
  });

  test('has an invoice that goes on no more once it is paid, and still tells what it was paid with', () => {
    const { auto_advance, attempt_count, confirmation_secret, created, rendering, webhooks_delivered_at } = json.latest_invoice;
    expect({ auto_advance, attempt_count, rendering, webhooks_delivered_at }).toEqual({
      auto_advance: false,
      attempt_count: 1,
      rendering: null,
      webhooks_delivered_at: created,
    });
    expect(confirmation_secret).toEqual({ client_secret: expect.stringMatching(/^pi_\w+_secret_/), type: 'payment_intent' });
  });

  test('is paid by a payment that names the invoice, of money that is available at midnight', async () => {
    const [payment] = json.latest_invoice.payments.data;
    const { json: intent } = await served.send('GET', `/v1/payment_intents/${payment.payment.payment_intent}`);
    expect(intent).toMatchObject({
      automatic_payment_methods: null,
      capture_method: 'automatic',
      description: 'Subscription creation',
      payment_details: { customer_reference: null, order_reference: json.latest_invoice.id },
      setup_future_usage: 'off_session',
      shared_payment_granted_token: null,
    });
    const paths = 'expand[]=balance_transaction&expand[]=refunds.data.balance_transaction';
    const { json: charge } = await served.send('GET', `/v1/charges/${intent.latest_charge}?${paths}`);
    expect(charge).toMatchObject({
      destination: null,
      dispute: null,
      order: null,
      radar_options: {},
      refunds: { total_count: 0 },
    });
    expect(charge.balance_transaction.available_on % 86_400).toBe(0);
    expect(charge.balance_transaction.available_on).toBeGreaterThan(charge.balance_transaction.created);
  });

  /** subscription_test/stripe_can_swap_and_invoice_a_subscription.yml */
  test('is charged for an update as an update', async () => {
    const change = `items[0][id]=${json.items.data[0].id}&items[0][price]=price_2&proration_behavior=always_invoice&${expanded}`;
    const { json: changed } = await served.send('POST', `/v1/subscriptions/${json.id}`, change);
    const [payment] = changed.latest_invoice.payments.data;
    const { json: intent } = await served.send('GET', `/v1/payment_intents/${payment.payment.payment_intent}`);
    expect(intent.description).toBe('Subscription update');
  });

  test('with a second item has neither plan nor quantity', async () => {
    const two = await subscribe('customer=cus_1&items[0][price]=price_1&items[1][price]=price_2');
    expect(two).toMatchObject({ plan: null, quantity: null, items: { total_count: 2 } });
  });
});

/** customer_test/stripe_handles_coupons.yml */
test('a discount is what is taken off before taxes', async () => {
  await served.send('POST', '/v1/coupons', 'id=10OFF&percent_off=10&duration=forever');
  const { latest_invoice } = await subscribe('customer=cus_1&items[0][price]=price_1&discounts[0][coupon]=10OFF');
  const [discount] = latest_invoice.discounts;
  const credit = { amount: 250, discount, type: 'discount' };
  expect(latest_invoice).toMatchObject({
    amount_paid: 2250,
    subtotal: 2500,
    total: 2250,
    total_discount_amounts: [{ amount: 250, discount }],
    total_pretax_credit_amounts: [credit],
    lines: {
      data: [{ amount: 2500, discount_amounts: [{ amount: 250, discount }], discounts: [], pretax_credit_amounts: [credit] }],
    },
  });
});

/** subscription_test/cancel_now_when_on_trial.yml */
test('a trial is billed as free', async () => {
  const { latest_invoice } = await subscribe('customer=cus_1&items[0][price]=price_1&trial_period_days=14');
  const [line] = latest_invoice.lines.data;
  expect(line).toMatchObject({ description: 'Free trial for 1 user × Plan', pricing: { unit_amount_decimal: '0' } });
  expect(latest_invoice).toMatchObject({ attempted: true, attempt_count: 0, auto_advance: false, confirmation_secret: null });
});

/** customer_test/stripe_fails_when_subscribing_with_SCA_card.yml */
test('a payment that waits for the customer is no attempt yet', async () => {
  const { latest_invoice, status } = await subscribe('customer=cus_sca&items[0][price]=price_1&default_payment_method=pm_sca');
  expect(status).toBe('incomplete');
  expect(latest_invoice).toMatchObject({ attempted: true, attempt_count: 0, auto_advance: true, status: 'open' });
});

/** docs: Invoices, `attempt_count`: "Any payment attempt counts as the first attempt, and subsequently only automatic retries increment" it. */
test('paying by hand after a refusal is the first attempt still', async () => {
  const refused = await served.send(
    'POST',
    '/v1/customers',
    'payment_method=pm_card_chargeCustomerFail&invoice_settings[default_payment_method]=pm_card_chargeCustomerFail',
  );
  const customer = refused.json.id;
  const { latest_invoice } = await subscribe(`customer=${customer}&items[0][price]=price_1`);
  expect(latest_invoice).toMatchObject({ attempt_count: 1, status: 'open' });
  await served.send('POST', `/v1/payment_methods/pm_card_visa/attach`, `customer=${customer}`).then(async ({ json }) => {
    const { json: paid } = await served.send('POST', `/v1/invoices/${latest_invoice.id}/pay`, `payment_method=${json.id}`);
    expect(paid).toMatchObject({ attempt_count: 1, status: 'paid' });
  });
});

/** customer_test/stripe_can_create_an_invoice.yml; docs: Invoices, `rendering[pdf][page_size]` */
test.each([
  ['', 'letter'],
  ['&preferred_locales[0]=ja-JP', 'a4'],
])('the page size of an invoice is settled with its number (customer of %j)', async (locale, size) => {
  const { json: customer } = await served.send('POST', '/v1/customers', `name=C&payment_method=pm_card_visa${locale}`);
  await served.send('POST', '/v1/invoiceitems', `customer=${customer.id}&amount=1000&currency=usd`);
  const { json: draft } = await served.send(
    'POST',
    '/v1/invoices',
    `customer=${customer.id}&pending_invoice_items_behavior=include`,
  );
  const rendering = { amount_tax_display: null, template: null, template_version: null };
  expect(draft.rendering).toEqual({ ...rendering, pdf: { page_size: 'auto' } });
  const { json: open } = await served.send('POST', `/v1/invoices/${draft.id}/finalize`, '');
  expect(open.rendering).toEqual({ ...rendering, pdf: { page_size: size } });
});

/** charge_test/stripe_can_capture_an_authorized_charge.yml */
test('an authorization tells until when it can be captured', async () => {
  const form =
    'amount=2900&currency=usd&customer=cus_1&payment_method=pm_1&confirm=true&capture_method=manual&return_url=https%3A%2F%2Fexample.com&expand[]=latest_charge';
  const { json } = await served.send('POST', '/v1/payment_intents', form);
  const { created, payment_method_details } = json.latest_charge;
  expect(payment_method_details.card.capture_before).toBe(created + 7 * 24 * 60 * 60);
});

/** customer_test/stripe_handles_card_declined.yml */
test('a card that is refused when it is saved is refused with what the issuer says', async () => {
  const { status, json, headers } = await served.send(
    'POST',
    '/v1/payment_methods/pm_card_chargeDeclined/attach',
    'customer=cus_none',
  );
  expect({ status, ...json.error }).toEqual({
    status: 402,
    advice_code: 'try_again_later',
    code: 'card_declined',
    decline_code: 'generic_decline',
    doc_url: 'https://stripe.com/docs/error-codes/card-declined',
    message: 'Your card was declined.',
    network_decline_code: '01',
    param: '',
    request_log_url: expect.stringMatching(
      new RegExp(`^https://dashboard\\.stripe\\.com/acct_\\w+/test/workbench/logs\\?object=${headers.get('request-id')}$`),
    ),
    type: 'card_error',
  });
});

/** A dispute is found from its charge: `dispute` of each charge in the recordings. */
test('a disputed charge names its dispute', async () => {
  const form =
    'amount=2900&currency=usd&payment_method=pm_card_createDispute&confirm=true&return_url=https%3A%2F%2Fexample.com&expand[]=latest_charge';
  const { json } = await served.send('POST', '/v1/payment_intents', form);
  const { json: disputes } = await served.send('GET', `/v1/disputes?charge=${json.latest_charge.id}`);
  expect(json.latest_charge).toMatchObject({ dispute: disputes.data[0].id, disputed: true });
});

test('an answer to a write says that it needs no repeating, one to a read says nothing', async () => {
  const write = await served.send('POST', '/v1/customers', 'name=C');
  const read = await served.send('GET', '/v1/customers');
  expect([write, read].map(({ headers }) => headers.get('stripe-should-retry'))).toEqual(['false', null]);
});
