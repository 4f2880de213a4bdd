import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { TapeRow } from '@svc/twin-kit';
import { refusal, type Served, serveStripe } from './served.ts';

const seed = {
  customers: [{ id: 'cus_1', payment_methods: ['visa'] }],
  products: [
    { id: 'prod_1', name: 'Plan', prices: [{ id: 'price_month', unit_amount: 1500, recurring: { interval: 'month' } }] },
  ],
};

let served: Served;
beforeEach(async () => {
  served = await serveStripe(seed, { mode: 'logical' });
});
afterEach(() => served.close());

const last = async (): Promise<TapeRow> => (await served.evidence('events')).at(-1);
const written = (row: TapeRow) => [...new Set(row.state_delta?.map(({ collection }) => collection))];

describe('what one call sets in motion is one action', () => {
  test('a payment that is confirmed as it is created, with its charge', async () => {
    await served.stripe.paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
      return_url: 'https://example.com/back',
    });
    const row = await last();
    expect(row.actions).toEqual([{ tool: 'create_payment_intent' }]);
    expect(written(row)).toEqual(expect.arrayContaining(['payment_intents', 'charges', 'balance_transactions', 'events']));
  });

  test('a subscription, with the invoice that it makes and the payment of it', async () => {
    await served.stripe.subscriptions.create({ customer: 'cus_1', items: [{ price: 'price_month' }] });
    const row = await last();
    expect(row.actions).toEqual([{ tool: 'create_subscription' }]);
    expect(written(row)).toEqual(expect.arrayContaining(['subscriptions', 'invoices', 'payment_intents', 'charges']));
  });
});

const key = { idempotencyKey: 'order-7' };

// docs: API, "Idempotent requests"
test('a repeated call did its action, and wrote nothing', async () => {
  for (let n = 0; n < 2; n += 1) await served.stripe.customers.create({ email: 'ben@example.com' }, key);
  expect(await last()).toMatchObject({ status: 200, state_delta: null, actions: [{ tool: 'create_customer' }] });
  expect((await last()).actions?.[0]).not.toHaveProperty('refused');
});

test('a refused card has done something, and other refusals nothing', async () => {
  const payment = {
    amount: 2000,
    currency: 'usd',
    payment_method: 'pm_card_chargeDeclined',
    confirm: true,
    return_url: 'https://example.com/back',
  };
  await refusal(served.stripe.paymentIntents.create(payment));
  expect(await last()).toMatchObject({ status: 402, state_mutation: true });
  expect((await last()).actions).toEqual([{ tool: 'create_payment_intent' }]);
  await refusal(served.stripe.paymentIntents.capture('pi_none', {}, key));
  expect((await last()).actions).toEqual([{ tool: 'capture_payment_intent', refused: true }]);
});

test('a tool that runs an operation by its id tells the action of that', async () => {
  const { id } = await served.stripe.accounts.retrieveCurrent();
  const body = JSON.stringify({
    name: 'stripe_api_write',
    arguments: { stripe_api_operation_id: 'PostCustomers', parameters: { name: 'Ben' }, stripe_context: id, livemode: false },
  });
  const headers = { authorization: `Bearer ${served.token}`, 'content-type': 'application/json' };
  await fetch(`${served.url}/mcp/call`, { method: 'POST', headers, body });
  expect(await last()).toMatchObject({ tool: 'create_customer', actions: [{ tool: 'create_customer' }], state_mutation: true });
});
