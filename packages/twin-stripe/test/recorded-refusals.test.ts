import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Served, serveStripe } from './served.ts';

// What Stripe was recorded to answer at version 2026-08-26.dahlia: Kiln-AI/stripe_world, tests/conformance/cassettes and
// specs/projects/stripe_world/phase_plans. Where Stripe's pages say otherwise, what was observed wins.

let served: Served;
beforeAll(async () => {
  served = await serveStripe({
    customers: [
      { id: 'cus_1', payment_methods: [{ id: 'pm_1', card: 'pm_card_visa' }] },
      { id: 'cus_2', email: 'ben@example.com' },
    ],
    products: [{ id: 'prod_1', name: 'Plan', prices: [{ id: 'price_1', unit_amount: 500, recurring: { interval: 'month' } }] }],
    prices: [{ id: 'price_once', product: 'prod_1', unit_amount: 700 }],
    charges: [
      { id: 'ch_1', amount: 500 },
      { id: 'ch_2', amount: 500 },
      { id: 'ch_disputed', amount: 900, disputed: true },
    ],
    payment_intents: [{ id: 'pi_1', amount: 900, status: 'requires_capture' }],
    invoices: [
      { id: 'in_draft', customer: 'cus_1', lines: [{ amount: 500 }] },
      { id: 'in_open', customer: 'cus_1', lines: [{ amount: 500 }], status: 'open' },
      { id: 'in_paid', customer: 'cus_1', lines: [{ amount: 500 }], status: 'paid' },
    ],
  });
});
afterAll(() => served.close());

const refused = async (method: string, path: string, form?: string) => {
  const { status, json } = await served.send(method, path, form);
  const { code, message, param } = json.error;
  return { status, code, message, param };
};

/** Cassette 08: a limit outside of 1 to 100 is taken for the nearest inside. */
test.each([
  ['0', 1],
  ['-1', 1],
  ['101', 2],
  ['1', 1],
])('a list takes a limit of %s for one inside the bounds', async (limit, found) => {
  const { status, json } = await served.send('GET', `/v1/customers?limit=${limit}`);
  expect({ status, found: json.data.length }).toEqual({ status: 200, found });
});

/** Cassette 09, and cassette 03 with its bare error. */
test('both cursors, and a version that there never was, name no parameter', async () => {
  expect(await refused('GET', '/v1/customers?starting_after=cus_1&ending_before=cus_2')).toEqual({
    status: 400,
    message: 'Received both starting_after and ending_before parameters. Please pass in only one.',
  });
  const { json } = await served.send('GET', '/v1/customers', undefined, { 'stripe-version': 'not-a-real-version' });
  expect(json.error).not.toHaveProperty('param');
});

/** Phases 6, 8, 9, 10 and 13. */
describe('an id that nothing has is named as its path names it:', () => {
  test.each([
    ['GET', '/v1/customers/x', 'customer', 'id'],
    ['GET', '/v1/charges/x', 'charge', 'id'],
    ['GET', '/v1/payment_intents/x', 'payment_intent', 'intent'],
    ['POST', '/v1/payment_intents/x/capture', 'payment_intent', 'intent'],
    ['GET', '/v1/setup_intents/x', 'setupintent', 'intent'],
    ['GET', '/v1/disputes/x', 'dispute', 'dispute'],
    ['GET', '/v1/payment_methods/x', 'PaymentMethod', 'payment_method'],
    ['GET', '/v1/invoices/x', 'invoice', 'invoice'],
    ['DELETE', '/v1/invoices/x', 'invoice', 'invoice'],
    ['POST', '/v1/invoices/x/send', 'invoice', 'invoice'],
    ['POST', '/v1/invoices/x', 'invoice', 'id'],
    ['POST', '/v1/invoices/x/pay', 'invoice', 'id'],
    ['POST', '/v1/invoices/x/void', 'invoice', 'id'],
    ['DELETE', '/v1/subscriptions/x', 'subscription', 'id'],
    ['POST', '/v1/refunds', 'charge', 'id'],
  ])('%s %s', async (method, path, object, param) => {
    const form = path === '/v1/refunds' ? 'charge=x' : '';
    expect(await refused(method, path, method === 'POST' ? form : undefined)).toEqual({
      status: 404,
      code: 'resource_missing',
      message: `No such ${object}: 'x'`,
      param,
    });
  });
});

/** Phase 13: by the status of an invoice, with no code and no parameter. */
describe('an invoice is refused', () => {
  const notOpen = "You can only pass in open invoices. This invoice isn't open.";
  test.each([
    ['POST', 'in_open/finalize', "This invoice is already finalized, you can't re-finalize a non-draft invoice."],
    ['POST', 'in_draft/void', notOpen],
    ['POST', 'in_draft/mark_uncollectible', notOpen],
    ['POST', 'in_paid/mark_uncollectible', notOpen],
    ['POST', 'in_paid/void', 'Invoices with `paid` payments cannot be voided.'],
    ['DELETE', 'in_open', 'You can only delete draft invoices.'],
  ])('%s %s', async (method, path, message) => {
    expect(await refused(method, `/v1/invoices/${path}`, method === 'POST' ? '' : undefined)).toEqual({ status: 400, message });
  });

  test.each([
    [
      'collection_method=send_invoice',
      "If invoice collection method is 'send_invoice', you must specify 'due_date' or 'days_until_due'.",
    ],
    ['days_until_due=3', "You can only specify 'due_date' or 'days_until_due' if invoice collection method is 'send_invoice'."],
  ])('with %s', async (form, message) => {
    expect(await refused('POST', '/v1/invoices', `customer=cus_1&${form}`)).toEqual({ status: 400, message });
  });
});

describe('in the words of the recordings:', () => {
  const prefix = 'Invoice number prefix must be 1–12 uppercase letters or numbers.';
  test.each<[path: string, form: string, answer: object]>([
    ['/v1/customers', 'invoice_prefix=a', { message: prefix }],
    ['/v1/customers', 'invoice_prefix=AB_1', { message: prefix }],
    ['/v1/customers', 'invoice_prefix=ABCDEFGHIJKLM', { message: prefix }],
    [
      '/v1/refunds',
      '',
      { message: 'One of the following params should be provided for this request: payment_intent or charge.' },
    ],
    ['/v1/payment_methods/pm_1/attach', '', { code: 'parameter_missing', message: 'Must provide customer or customer_account.' }],
    [
      '/v1/subscriptions',
      'customer=cus_1&items[0][price]=price_1&items[1][price]=price_1',
      {
        message: 'Cannot create a Subscription with multiple Subscription Items with the same Price: price_1.',
        param: 'plan',
      },
    ],
  ])('%s %s', async (path, form, answer) => {
    expect(await refused('POST', path, form)).toEqual({ status: 400, ...answer });
  });

  test("another customer's invoice prefix", async () => {
    await served.send('POST', '/v1/customers/cus_1', 'invoice_prefix=P626092001');
    for (const path of ['/v1/customers', '/v1/customers/cus_2'])
      expect(await refused('POST', path, 'invoice_prefix=P626092001')).toEqual({
        status: 400,
        message: 'This invoice number prefix is taken by customer: cus_1. Please enter a different prefix.',
        param: 'invoice_prefix',
      });
    expect((await served.send('POST', '/v1/customers/cus_1', 'invoice_prefix=P626092001')).status).toBe(200);
  });

  test('a setup intent that is over', async () => {
    const { json } = await served.send('POST', '/v1/setup_intents', '');
    await served.send('POST', `/v1/setup_intents/${json.id}/cancel`, '');
    const again = await refused('POST', `/v1/setup_intents/${json.id}/cancel`, '');
    expect(again.message).toBe('You cannot cancel this SetupIntent because it is already canceled.');
  });

  /** Phase 6: the list is for one customer, and empty without. */
  test('payment methods of nobody', async () => {
    expect((await served.send('GET', '/v1/payment_methods')).json).toMatchObject({ data: [], has_more: false });
  });

  /** Phase 7. */
  test('a price for a product and a new one', async () => {
    expect(await refused('POST', '/v1/prices', 'currency=usd&unit_amount=5&product=prod_1&product_data[name]=Other')).toEqual({
      status: 400,
      message: 'You may only specify one of these parameters: product, product_data.',
      param: 'product',
    });
  });

  /** Phases 8 and 9: what a PaymentIntent holds is captured and given up through it. */
  test('the charge of a PaymentIntent that holds money', async () => {
    const { json } = await served.send('GET', '/v1/payment_intents/pi_1');
    const more = 'For more information, see https://stripe.com/docs/payments/place-a-hold-on-a-payment-method';
    const was = 'This uncaptured Charge was created by a PaymentIntent (pi_1).';
    const held = `${was} You must cancel the PaymentIntent to reverse the authorization instead of refunding the Charge directly. ${more}`;
    for (const form of [`charge=${json.latest_charge}`, 'payment_intent=pi_1'])
      expect(await refused('POST', '/v1/refunds', form)).toEqual({ status: 400, message: held });
    expect(await refused('POST', `/v1/charges/${json.latest_charge}/capture`, '')).toEqual({
      status: 400,
      message: `${was} You must capture the PaymentIntent instead. ${more}`,
    });
    expect((await served.send('POST', '/v1/payment_intents/pi_1/cancel', '')).json.status).toBe('canceled');
  });

  /** Phase 12. */
  describe('subscriptions and their items:', () => {
    const form = 'customer=cus_1&items[0][price]=price_1';

    test('pending updates of one that isn’t there yet', async () => {
      expect(await refused('POST', '/v1/subscriptions', `${form}&payment_behavior=pending_if_incomplete`)).toEqual({
        status: 400,
        message: 'Setting `payment_behavior` to `pending_if_incomplete` has no effect when creating a subscription.',
        param: 'payment_behavior',
      });
    });

    test.each([
      ['GET', undefined],
      ['POST', 'quantity=2'],
      ['DELETE', undefined],
    ])('%s of an item that nobody has', async (method, body) => {
      expect(await refused(method, '/v1/subscription_items/si_nope', body)).toEqual({
        status: 404,
        message: 'Invalid subscription_item id: si_nope',
      });
    });

    test('one that ends with its period says when; one that is canceled takes no item', async () => {
      const { json } = await served.send('POST', '/v1/subscriptions', `${form}&cancel_at_period_end=true`);
      expect(json).toMatchObject({ cancel_at: json.items.data[0].current_period_end, cancel_at_period_end: true });
      await served.send('DELETE', `/v1/subscriptions/${json.id}`);
      expect(await refused('POST', '/v1/subscription_items', `subscription=${json.id}&price=price_1`)).toEqual({
        status: 404,
        code: 'resource_missing',
        message: `No such subscription: '${json.id}'`,
        param: 'subscription',
      });
    });

    /** The words are those that callers of Stripe's Java and Python clients quote; of creating, phase 12 has them. */
    test('a second item of one price', async () => {
      const { json } = await served.send('POST', '/v1/subscriptions', form);
      const answer = {
        status: 400,
        message: 'Cannot add multiple subscription items with the same plan: price_1',
        param: 'plan',
      };
      expect(await refused('POST', '/v1/subscription_items', `subscription=${json.id}&price=price_1`)).toEqual(answer);
      expect(await refused('POST', `/v1/subscriptions/${json.id}`, 'items[0][price]=price_1')).toEqual(answer);
      expect((await served.send('GET', `/v1/subscription_items?subscription=${json.id}`)).json.data).toHaveLength(1);
    });

    test('less than no days on trial', async () => {
      expect(await refused('POST', '/v1/subscriptions', `${form}&trial_period_days=-1`)).toMatchObject({
        status: 400,
        param: 'trial_period_days',
      });
    });
  });

  /** Phase 13 of the lines of an invoice: an amount is the whole of a cost. */
  test.each(['quantity=2', 'pricing[price]=price_once', 'unit_amount_decimal=5'])('an amount with %s', async (also) => {
    const other = also.startsWith('pricing') ? 'pricing' : also.split('=')[0];
    expect(await refused('POST', '/v1/invoiceitems', `customer=cus_1&amount=500&currency=usd&${also}`)).toEqual({
      status: 400,
      message: `You may only specify one of these parameters: amount, ${other}.`,
      param: 'amount',
    });
  });

  /** Phase 9. */
  test('a refund that is over', async () => {
    const { json } = await served.send('POST', '/v1/refunds', 'charge=ch_2&amount=50');
    expect(await refused('POST', `/v1/refunds/${json.id}/cancel`, '')).toEqual({
      status: 400,
      message: 'Canceling this refund is unsupported.',
    });
  });

  /** Phase 9: whatever is changed. */
  test('a dispute that is over', async () => {
    const [dispute] = (await served.send('GET', '/v1/disputes')).json.data;
    await served.send('POST', `/v1/disputes/${dispute.id}/close`, '');
    for (const form of ['metadata[a]=1', 'evidence[product_description]=x'])
      expect(await refused('POST', `/v1/disputes/${dispute.id}`, form)).toEqual({
        status: 400,
        message: 'This dispute is already closed',
      });
  });

  /** alphagov/pay-connector and juspay/hyperswitch quote the first, the recordings have the second. */
  test('a refund of more than there is', async () => {
    const more = () => refused('POST', '/v1/refunds', 'charge=ch_1&amount=600');
    expect((await more()).message).toBe('Refund amount ($6.00) is greater than charge amount ($5.00)');
    await served.send('POST', '/v1/refunds', 'charge=ch_1&amount=100');
    expect((await more()).message).toBe('Refund amount ($6.00) is greater than unrefunded amount on charge ($4.00)');
  });
});
