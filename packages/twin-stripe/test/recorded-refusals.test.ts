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
    charges: [{ id: 'ch_1', amount: 500 }],
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

  /** alphagov/pay-connector and juspay/hyperswitch quote the first, the recordings have the second. */
  test('a refund of more than there is', async () => {
    const more = () => refused('POST', '/v1/refunds', 'charge=ch_1&amount=600');
    expect((await more()).message).toBe('Refund amount ($6.00) is greater than charge amount ($5.00)');
    await served.send('POST', '/v1/refunds', 'charge=ch_1&amount=100');
    expect((await more()).message).toBe('Refund amount ($6.00) is greater than unrefunded amount on charge ($4.00)');
  });
});
