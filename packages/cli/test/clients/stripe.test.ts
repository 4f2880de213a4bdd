import { expect, test } from '@jest/globals';
import { eventually, webhookReceiver } from '@svc/twin-kit/testing';
import { shareOf } from '@svc/twin-kit/testing/share';
import { expectBalancedLedger, expectBalanceOf } from '@svc/twin-stripe/testing/invariants';
import { refusal } from '@svc/twin-stripe/testing/served';
import Stripe from 'stripe';
import { atPlaces, everyPlace } from './place.ts';
import { stripeWorld } from './seeds.ts';

/** Where the address has no path the client's own host and port do; below a path it needs its `httpClient`. */
function clientAt(url: string, token: string): Stripe {
  const { hostname, port, pathname } = new URL(url);
  const options = { maxNetworkRetries: 0, telemetry: false } as const;
  if (pathname === '/') return new Stripe(token, { ...options, host: hostname, port, protocol: 'http' });
  const below: typeof fetch = (address, init) => {
    const called = new URL(String(address));
    return fetch(url + called.pathname + called.search, init);
  };
  return new Stripe(token, { ...options, httpClient: Stripe.createFetchHttpClient(below) });
}

atPlaces(shareOf(everyPlace, 1), 'stripe', stripeWorld, (place) => {
  const stripe = () => clientAt(place.url, place.token);
  const pay = (more: object = {}) =>
    stripe().paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      confirm: true,
      ...more,
    });

  test('stripe keeps customers: created, merged, searched, deleted', async () => {
    const { customers } = stripe();
    const made = await customers.create({
      name: 'Ada',
      metadata: { tier: 'gold', since: '2020' },
      address: { line1: 'Main St' },
    });
    const updated = await customers.update(made.id, { metadata: { tier: 'silver', since: '' } });
    expect(updated.metadata).toEqual({ tier: 'silver' });
    expect((await customers.search({ query: "metadata['tier']:'silver'" })).data.map(({ id }) => id)).toEqual([made.id]);
    expect((await customers.list({ email: 'c7@example.com' })).data.map(({ name }) => name)).toEqual(['Customer 7']);
    const method = await stripe().paymentMethods.attach('pm_card_mastercard', { customer: made.id });
    expect((await customers.listPaymentMethods(made.id)).data.map(({ id }) => id)).toEqual([method.id]);
    expect(await customers.del(made.id)).toMatchObject({ deleted: true });
    expect(await customers.retrieve(made.id)).toMatchObject({ deleted: true });
  });

  test('stripe turns its own pages, forwards and backwards', async () => {
    const { customers } = stripe();
    const names: string[] = [];
    for await (const { name } of customers.list({ limit: 10 })) if (name?.startsWith('Customer ')) names.push(name);
    expect(names).toEqual(Array.from({ length: 25 }, (_, index) => `Customer ${24 - index}`));
    expect(await customers.list({ limit: 3 }).autoPagingToArray({ limit: 7 })).toHaveLength(7);
    const before = await customers.list({ ending_before: 'cus_seed10', limit: 2 });
    expect(before.data.map(({ id }) => id)).toEqual(['cus_seed12', 'cus_seed11']);
  });

  test('stripe takes a payment through its life, with what it refers to expanded', async () => {
    const { paymentIntents } = stripe();
    const intent = await paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      capture_method: 'manual',
      customer: 'cus_seed1',
    });
    expect(intent.status).toBe('requires_payment_method');
    const held = await paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_visa',
      return_url: 'https://example.com/return',
      expand: ['customer', 'latest_charge.balance_transaction', 'payment_method'],
    });
    expect(held).toMatchObject({
      status: 'requires_capture',
      customer: { name: 'Customer 1' },
      payment_method: { card: { brand: 'visa' } },
      latest_charge: { captured: false, balance_transaction: null },
    });
    const paid = await paymentIntents.capture(intent.id, {
      amount_to_capture: 4000,
      expand: ['latest_charge.balance_transaction'],
    });
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount_received: 4000,
      latest_charge: { balance_transaction: { amount: 4000, fee: 146, net: 3854 } },
    });
    const other = await paymentIntents.create({ amount: 100, currency: 'usd' });
    expect((await paymentIntents.cancel(other.id)).status).toBe('canceled');
    expect(await refusal(paymentIntents.confirm(other.id, { payment_method: 'pm_card_visa' }))).toMatchObject({
      status: 400,
      code: 'payment_intent_unexpected_state',
    });
  });

  test('stripe is refused a declined card, an unknown parameter and an unknown object', async () => {
    expect(await refusal(pay({ payment_method: 'pm_card_chargeDeclinedInsufficientFunds' }))).toMatchObject({
      status: 402,
      type: 'card_error',
      code: 'card_declined',
      raw: { decline_code: 'insufficient_funds', payment_intent: { status: 'requires_payment_method' } },
    });
    expect(await refusal(stripe().customers.create({ nmae: 'x' } as never))).toMatchObject({
      status: 400,
      code: 'parameter_unknown',
      param: 'nmae',
    });
    expect(await refusal(stripe().charges.retrieve('ch_none'))).toMatchObject({ status: 404, code: 'resource_missing' });
  });

  test('stripe asks the customer where a card wants it', async () => {
    const { id, next_action } = await pay({
      payment_method: 'pm_card_threeDSecure2Required',
      automatic_payment_methods: { enabled: true },
      return_url: 'https://example.com/r',
    });
    expect(next_action?.type).toBe('redirect_to_url');
    const page = new URL(next_action?.redirect_to_url?.url ?? '');
    expect(page.href.startsWith(new URL(place.url).origin)).toBe(true);
    page.searchParams.set('outcome', 'succeed');
    await fetch(page, { headers: { authorization: `Bearer ${place.token}` }, redirect: 'manual' });
    expect((await stripe().paymentIntents.retrieve(id)).status).toBe('succeeded');
  });

  test('stripe refunds in parts, not more than was paid, and the ledger balances', async () => {
    const { refunds, balance } = stripe();
    const { id } = await pay();
    expect((await refunds.create({ payment_intent: id, amount: 500, reason: 'duplicate' })).status).toBe('succeeded');
    expect(await refusal(refunds.create({ payment_intent: id, amount: 1501 }))).toMatchObject({ status: 400, param: 'amount' });
    await refunds.create({ payment_intent: id });
    expect(await refusal(refunds.create({ payment_intent: id }))).toMatchObject({ code: 'charge_already_refunded' });
    expect((await refunds.list({ payment_intent: id })).data.map(({ amount }) => amount)).toEqual([1500, 500]);
    const state = await place.state();
    expectBalancedLedger(state);
    expectBalanceOf(await balance.retrieve(), state);
  });

  test('stripe repeats a call with its idempotency key and gets the first answer', async () => {
    const idempotencyKey = 'order-1';
    const first = await stripe().paymentIntents.create({ amount: 700, currency: 'usd' }, { idempotencyKey });
    const again = await stripe().paymentIntents.create({ amount: 700, currency: 'usd' }, { idempotencyKey });
    expect(again.id).toBe(first.id);
    expect((await place.rows()).at(-1)?.response_headers).toMatchObject({ 'idempotent-replayed': 'true' });
    expect(await refusal(stripe().paymentIntents.create({ amount: 800, currency: 'usd' }, { idempotencyKey }))).toMatchObject({
      status: 400,
      type: 'idempotency_error',
    });
  });

  test('stripe bills: a price, a subscription and its invoice', async () => {
    const { products, prices, subscriptions, invoices, paymentMethods } = stripe();
    const product = await products.create({ name: 'Plan' });
    const price = await prices.create({
      product: product.id,
      unit_amount: 1500,
      currency: 'usd',
      recurring: { interval: 'month' },
    });
    const method = await paymentMethods.attach('pm_card_visa', { customer: 'cus_seed2' });
    const subscription = await subscriptions.create({
      customer: 'cus_seed2',
      items: [{ price: price.id, quantity: 2 }],
      default_payment_method: method.id,
      expand: ['latest_invoice'],
    });
    expect(subscription).toMatchObject({ status: 'active', latest_invoice: { status: 'paid', total: 3000 } });
    expect((await invoices.list({ customer: 'cus_seed2' })).data).toHaveLength(1);
    expect((await subscriptions.cancel(subscription.id)).status).toBe('canceled');
  });

  test('stripe verifies the events that its webhook endpoint is sent', async () => {
    await using receiver = await webhookReceiver(undefined, place.webhookPort);
    const { secret = '', id } = await stripe().webhookEndpoints.create({
      url: receiver.url,
      enabled_events: ['payment_intent.succeeded', 'charge.refunded'],
    });
    const intent = await pay({ metadata: { order: '9' } });
    await stripe().refunds.create({ payment_intent: intent.id });
    const messages = await receiver.arrived(2);
    const events = messages.map(({ body, headers }) =>
      stripe().webhooks.constructEvent(body, headers['stripe-signature'] ?? '', secret),
    );
    expect(events.map(({ type }) => type)).toEqual(['payment_intent.succeeded', 'charge.refunded']);
    expect(events[0]?.data.object).toMatchObject({ id: intent.id, metadata: { order: '9' } });
    const eventId = events[1]?.id ?? '';
    await eventually(async () => (await stripe().events.retrieve(eventId)).pending_webhooks === 0);
    await stripe().webhookEndpoints.del(id);
  });

  test("stripe is told loudly of what the twin doesn't model", async () => {
    const refused = await refusal(stripe().transfers.create({ amount: 1, currency: 'usd', destination: 'acct_1' }));
    expect(refused).toMatchObject({ status: 501, code: 'unsupported_by_twin' });
  });
});
