import { expect, test } from '@jest/globals';
import { testRandomCalls } from '@svc/twin-kit/testing';
import { many } from '@svc/twin-kit/testing/share';
import { stripe } from '../src/index.ts';
import { expectBalanceOf, ledgerFaults } from './invariants.ts';
import { Caller } from './random.ts';
import { faultsOf } from './schemas.ts';
import { serveStripe } from './served.ts';

const seed = {
  account: { id: 'acct_1' },
  customers: [
    { id: 'cus_1', email: 'ada@example.com', payment_methods: ['visa', 'chargeCustomerFail'] },
    { id: 'cus_2', balance: -700 },
  ],
  products: [
    {
      id: 'prod_1',
      name: 'Plan',
      prices: [
        { id: 'price_1', unit_amount: 1500, recurring: { interval: 'month' } },
        { id: 'price_2', unit_amount: 700 },
      ],
    },
  ],
  coupons: [{ id: 'HALF', percent_off: 50 }],
  charges: [
    { id: 'ch_1', amount: 2000, customer: 'cus_1' },
    { id: 'ch_2', amount: 3000, captured: false },
  ],
  payment_intents: [
    { id: 'pi_1', amount: 900, status: 'requires_confirmation' },
    { id: 'pi_2', amount: 900, status: 'requires_capture' },
  ],
  subscriptions: [{ id: 'sub_1', customer: 'cus_1', items: [{ price: 'price_1' }] }],
  invoices: [
    { id: 'in_1', customer: 'cus_1', lines: [{ amount: 2500 }] },
    { id: 'in_2', customer: 'cus_2', lines: [{ amount: 500 }], status: 'open' },
  ],
};

testRandomCalls(stripe, {
  serve: { seed, clock: { mode: 'logical' } },
  calls: many(180, 5000),
  caller: (chance) => new Caller(chance),
  faults: ledgerFaults,
  everyCall: true,
  // A refused card is the one refusal that leaves something behind.
  leavesTrace: ({ status }) => status === 402,
  answerFault: (_call, { status, text }) =>
    status === 501 ? undefined : faultsOf(status, JSON.parse(text)).join('; ') || undefined,
  operations: stripe.definition.operations
    .filter(({ page }) => !page)
    .map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`),
  end: async (state, read) => expectBalanceOf(await read('/v1/balance'), state),
  reach: { landed: 0.8, refused: 0.7 },
});

test('the same calls lead to the same world and the same tape on the logical clock', async () => {
  const run = async (): Promise<string> => {
    const one = await serveStripe(seed, { mode: 'logical' });
    await one.send(
      'POST',
      '/v1/payment_intents',
      'amount=2000&currency=usd&payment_method=pm_card_visa&confirm=true&return_url=https://example.com/back',
    );
    await one.send(
      'POST',
      '/v1/payment_intents',
      'amount=2000&currency=usd&payment_method=pm_card_chargeDeclined&confirm=true&return_url=https://example.com/back',
    );
    await one.send('POST', '/v1/refunds', 'charge=ch_1&amount=10', { 'idempotency-key': 'k' });
    await one.send('POST', '/v1/refunds', 'charge=ch_1&amount=10', { 'idempotency-key': 'k' });
    await one.send('POST', '/v1/subscriptions', 'customer=cus_1&items[0][price]=price_1');
    const rows = (await one.evidence('events')).map(
      ({ latency_ms: _latency, received_at: _at, ...row }: { latency_ms: number; received_at?: string }) => row,
    );
    const text = JSON.stringify([await one.evidence('state'), rows])
      .replaceAll(one.url, '')
      .replaceAll(`127.0.0.1:${one.port}`, '');
    await one.close();
    return text;
  };
  expect(await run()).toBe(await run());
});
