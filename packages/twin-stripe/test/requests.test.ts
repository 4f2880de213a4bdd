import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { callsSent } from '@svc/twin-kit/testing';
import Stripe from 'stripe';
import { refusal, type Served, serveStripe } from './served.ts';

// How Stripe takes requests, whatever they ask for. Each rule names its source.

let served: Served;
let stripe: Stripe;
beforeAll(async () => {
  served = await serveStripe({
    customers: [{ id: 'cus_1', name: 'Ada', payment_methods: [{ id: 'pm_saved', card: 'pm_card_visa' }] }],
    products: [
      { id: 'prod_1', name: 'Plan', prices: [{ id: 'price_month', unit_amount: 1500, recurring: { interval: 'month' } }] },
    ],
    charges: [{ id: 'ch_1', amount: 2000 }],
    payment_intents: [{ id: 'pi_1', amount: 900 }],
    invoices: [{ id: 'in_open', customer: 'cus_1', lines: [{ amount: 500 }], status: 'open' }],
  });
  stripe = served.stripe;
});
afterAll(() => served.close());

const lastRow = async () => (await served.evidence('events')).at(-1);
const get = (path: string, headers: Record<string, string> = {}) => served.send('GET', path, undefined, headers);

// https://docs.stripe.com/api/versioning; what Stripe broke with each release stands in CHANGELOG.md of npm stripe
describe('an API version', () => {
  test.each([
    '2026-10-28.endive',
    '2026-09-30.endive',
    // The client of another month: releases of one name differ by additions alone.
    '2026-11-18.endive',
    '2026-08-26.dahlia',
    '2026-03-25.dahlia',
    '2025-09-30.clover',
    '2025-08-27.basil',
    '2025-03-31.basil',
  ])('%s is spoken', async (version) => {
    const { status, headers } = await get('/v1/customers', { 'stripe-version': version });
    expect([status, headers.get('stripe-version')]).toEqual([200, version]);
  });

  test.each(['2025-02-24.acacia', '2024-06-20', '2023-10-16'])(
    '%s has other shapes, and is refused as not modelled',
    async (version) => {
      const { status, json } = await get('/v1/customers', { 'stripe-version': version });
      expect({ status, code: json.error.code }).toEqual({ status: 501, code: 'unsupported_by_twin' });
      expect(json.error.message).toBe(
        `The Stripe twin doesn't model API version ${version} (it speaks 2026-10-28.endive, and every version named basil, clover, dahlia, endive). Nothing was read or changed.`,
      );
      expect(await lastRow()).toMatchObject({ fidelity: 'unsupported', status: 501 });
    },
  );

  test.each(['bogus', '2026-13-18.endive', '2026-04-01.endive', '2027-01-01.dahlia', 'endive'])(
    '%s, that there never was, is refused',
    async (version) => {
      const { status, json } = await get('/v1/customers', { 'stripe-version': version });
      expect({ status, message: json.error.message }).toEqual({
        status: 400,
        message: `Invalid Stripe API version: ${version}`,
      });
    },
  );

  test('before endive has a word for the anchor of an update, where endive has fields', async () => {
    const made = await stripe.subscriptions.create({ customer: 'cus_1', items: [{ price: 'price_month' }] });
    const update = (anchor: string, version: string) =>
      served.send('POST', `/v1/subscriptions/${made.id}`, anchor, { 'stripe-version': version });
    const word = 'billing_cycle_anchor=now';
    const fields = 'billing_cycle_anchor[type]=now';
    expect((await update(word, '2026-08-26.dahlia')).json.billing_cycle_anchor).toBeGreaterThanOrEqual(made.billing_cycle_anchor);
    expect((await update(word, '2026-10-28.endive')).status).toBe(400);
    expect((await update(fields, '2026-10-28.endive')).status).toBe(200);
    expect((await update(fields, '2026-08-26.dahlia')).json.error).toMatchObject({
      message: 'Invalid billing_cycle_anchor: must be one of now or unchanged',
      param: 'billing_cycle_anchor',
    });
  });
});

// https://docs.stripe.com/error-codes#account-invalid, https://docs.stripe.com/api/connected-accounts
describe('another account', () => {
  test.each(['stripe-account', 'stripe-context'])('is refused in %s', async (header) => {
    const { status, json } = await get('/v1/customers', { [header]: 'acct_nope' });
    expect({ status, code: json.error.code }).toEqual({ status: 403, code: 'account_invalid' });
    const { id } = await stripe.accounts.retrieveCurrent();
    expect((await get('/v1/customers', { [header]: id })).status).toBe(200);
  });
});

// https://docs.stripe.com/api/idempotent_requests: keys in GET and DELETE requests have no effect
test('an idempotency key of a read is ignored, and the tape says so', async () => {
  expect((await get('/v1/customers', { 'idempotency-key': 'key' })).status).toBe(200);
  expect(await lastRow()).toMatchObject({ ignored: ['Idempotency-Key'] });
  await get('/v1/customers');
  expect(await lastRow()).not.toHaveProperty('ignored');
});

test('a parameter that is not read stops the official client, with its retries as they are, at its first call', async () => {
  const client = new Stripe(served.token, { host: '127.0.0.1', port: served.port, protocol: 'http', telemetry: false });
  const payment = { amount: 500, currency: 'usd', application_fee_amount: 5 };
  let refused = {} as Awaited<ReturnType<typeof refusal>>;
  const sent = await callsSent(async () => {
    refused = await refusal(client.paymentIntents.create(payment));
  });
  expect(sent).toBe(1);
  expect(refused).toMatchObject({ status: 501, code: 'unsupported_by_twin', param: 'application_fee_amount' });
  expect(refused.message).toContain('application_fee_amount');
  expect(await lastRow()).toMatchObject({ fidelity: 'unsupported', state_mutation: false });
  const nested = await refusal(
    stripe.subscriptions.create({ customer: 'cus_1', items: [{ price: 'price_month', billing_thresholds: { usage_gte: 5 } }] }),
  );
  expect(nested).toMatchObject({ status: 501, param: 'items[0][billing_thresholds]' });
});

test('an operation that Stripe documents where a parameter would take its name is not taken for that parameter', async () => {
  const { status, json } = await served.send('GET', '/v1/credit_notes/preview', undefined);
  expect({ status, code: json.error.code }).toEqual({ status: 501, code: 'unsupported_by_twin' });
  const preview = await stripe.invoices.createPreview({
    customer: 'cus_1',
    subscription_details: { items: [{ price: 'price_month', quantity: 2 }] },
  });
  expect(preview).toMatchObject({ object: 'invoice', id: expect.stringMatching(/^upcoming_in_/), total: 3000, status: 'draft' });
  expect(await lastRow()).toMatchObject({ state_mutation: false, tool: 'create_invoice_preview' });
});

// https://docs.stripe.com/api/metadata
test('metadata may be named as a prototype', async () => {
  const { json } = await served.send('POST', '/v1/customers/cus_1', 'metadata[__proto__]=x&metadata[constructor]=y');
  expect(Object.entries(json.metadata)).toEqual(expect.arrayContaining([['__proto__', 'x']]));
  expect(JSON.stringify((await lastRow()).request_body)).toBe('{"metadata":{"__proto__":"x","constructor":"y"}}');
  expect(Object.keys((await get('/v1/customers/cus_1')).json.metadata).sort()).toEqual(['__proto__', 'constructor']);
});

describe('a list', () => {
  // https://docs.stripe.com/api/expanding_objects, https://github.com/stripe/stripe-java/issues/2011
  test('counts as a level of what is expanded', async () => {
    const { status, json } = await get('/v1/invoices?expand[]=data.payments.data.payment.charge');
    expect({ status, message: json.error.message }).toEqual({
      status: 400,
      message: 'You cannot expand more than 4 levels of a property.',
    });
    expect((await get('/v1/invoices?expand[]=data.payments.data.invoice')).status).toBe(200);
  });

  test('takes one cursor', async () => {
    const { status, json } = await get('/v1/customers?starting_after=cus_1&ending_before=cus_1');
    expect({ status, message: json.error.message }).toEqual({
      status: 400,
      message: 'Received both starting_after and ending_before parameters. Please pass in only one.',
    });
  });

  test('of lines goes back, too', async () => {
    const [line] = (await stripe.invoices.listLineItems('in_open')).data;
    expect((await stripe.invoices.listLineItems('in_open', { ending_before: line?.id as string })).data).toEqual([]);
  });
});

// https://docs.stripe.com/api/pagination/search
describe('a search', () => {
  test('tells how many there are where that is expanded', async () => {
    const { json } = await get('/v1/customers/search?query=created%3E0&expand[]=total_count');
    expect(json.total_count).toBe(1);
    expect((await get('/v1/customers/search?query=created%3E0')).json).not.toHaveProperty('total_count');
  });

  test('refuses a page of no search of its own', async () => {
    expect((await get('/v1/customers/search?query=created%3E0&page=bad')).status).toBe(400);
  });
});

describe('the words of a refusal', () => {
  // https://github.com/FlowFuse/flowfuse/issues/1948
  test('of too many keys of metadata', async () => {
    const keys = Array.from({ length: 51 }, (_, at) => `metadata[k${at}]=v`).join('&');
    const { json } = await served.send('POST', '/v1/products', `name=x&${keys}`);
    expect(json.error.message).toBe(
      "Metadata can have up to 50 keys, but you've set 51. Email us at support+metadata@stripe.com for more information.",
    );
  });

  // https://github.com/stripe/stripe-php/issues/818
  test('of a second capture', async () => {
    expect((await refusal(stripe.paymentIntents.capture('pi_1'))).message).toBe(
      'This PaymentIntent could not be captured because it has already been captured.',
    );
  });

  // https://github.com/stripe/stripe-php/issues/1105
  test('of a change of a finalized invoice', async () => {
    expect((await refusal(stripe.invoices.update('in_open', { description: 'x' }))).message).toBe(
      "Finalized invoices can't be updated in this way",
    );
  });

  // https://docs.stripe.com/api/refunds/create: "charge" or "payment_intent"
  test('of a refund that names its payment twice', async () => {
    expect(await refusal(stripe.refunds.create({ charge: 'ch_1', payment_intent: 'pi_1' }))).toMatchObject({ status: 400 });
  });

  // https://support.stripe.com/questions/use-of-the-statement-descriptor-parameter-on-paymentintents-for-card-charges
  test('of a descriptor of a card payment', async () => {
    const made = stripe.paymentIntents.create({ amount: 500, currency: 'usd', statement_descriptor: 'Shop' });
    expect((await refusal(made)).message).toMatch(/not supported for the payment_method_type `card`/);
  });

  // https://github.com/woocommerce/woocommerce-gateway-stripe/issues/2982
  test.each(['payment_intents', 'setup_intents'])('of a confirmation of %s without a page to come back to', async (name) => {
    const form = `${name === 'payment_intents' ? 'amount=500&currency=usd&' : ''}payment_method=pm_card_visa&confirm=true`;
    const { status, json } = await served.send('POST', `/v1/${name}`, form);
    expect(status).toBe(400);
    expect(json.error.message).toMatch(/^A `return_url` must be specified because this (Payment|Setup) Intent is configured/);
    const never = 'automatic_payment_methods[enabled]=true&automatic_payment_methods[allow_redirects]=never';
    expect((await served.send('POST', `/v1/${name}`, `${form}&${never}`)).status).toBe(200);
    expect((await served.send('POST', `/v1/${name}`, `${form}&payment_method_types[]=card`)).status).toBe(200);
  });

  // https://docs.stripe.com/api/payment_intents/create#create_payment_intent-return_url
  test('of what only a confirmation can use', async () => {
    const { json } = await served.send('POST', '/v1/payment_intents', 'amount=500&currency=usd&off_session=true');
    expect(json.error).toMatchObject({ param: 'off_session' });
  });
});

// As Stripe answers a preflight, and as its answers to pages are recorded (access-control-expose-headers: Request-Id, …).
test('a page of another origin is told what it may send and read', async () => {
  const headers = { authorization: `Bearer ${served.token}`, origin: 'https://example.com' };
  const asking = { ...headers, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
  const asked = await fetch(`${served.url}/v1/customers`, { method: 'OPTIONS', headers: asking });
  expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([204, 'authorization']);
  const read = await fetch(`${served.url}/v1/customers`, { headers });
  expect(read.headers.get('access-control-allow-origin')).toBe('*');
  expect(read.headers.get('access-control-expose-headers')).toMatch(/^Request-Id, /);
});
