import { describe, expect, test } from '@jest/globals';
import { stripe as twin } from '../src/index.ts';
import { expectBalancedLedger, expectBalanceOf } from './invariants.ts';
import { type Served, serveStripe } from './served.ts';

const world = {
  account: { id: 'acct_1', display_name: 'Acme', country: 'DE', default_currency: 'EUR' },
  customers: [
    {
      id: 'cus_ada',
      name: 'Ada',
      email: 'ada@example.com',
      metadata: { tier: 'gold', since: 2020 },
      payment_methods: ['visa', { id: 'pm_saved', card: 'mastercard' }],
    },
    { id: 'cus_ben', email: 'ben@example.com', balance: -500 },
  ],
  products: [
    { id: 'prod_plan', name: 'Plan', prices: [{ id: 'price_plan', unit_amount: 1500, recurring: { interval: 'month' } }] },
  ],
  prices: [{ id: 'price_setup', product: 'prod_plan', unit_amount: 9900 }],
  coupons: [{ id: 'HALF', percent_off: 50, duration: 'forever' }],
  charges: [
    { id: 'ch_paid', amount: 2000, customer: 'ada@example.com', description: 'Order 1', created: '2026-01-05T12:00:00Z' },
    { id: 'ch_part', amount: 3000, customer: 'cus_ben', refunds: [{ id: 're_1', amount: 1000, reason: 'duplicate' }] },
    { id: 'ch_failed', amount: 4000, status: 'failed', failure_code: 'expired_card' },
    { id: 'ch_held', amount: 5000, captured: false },
    { id: 'ch_disputed', amount: 6000, disputed: true },
  ],
  payment_intents: [
    { id: 'pi_paid', amount: 700, customer: 'cus_ada', refunds: [{ amount: 200 }] },
    { id: 'pi_open', amount: 800, status: 'requires_payment_method' },
    { id: 'pi_wait', amount: 900, status: 'requires_action' },
    { id: 'pi_held', amount: 1000, status: 'requires_capture' },
    { id: 'pi_gone', amount: 1100, status: 'canceled' },
  ],
  refunds: [{ id: 're_2', charge: 'ch_paid' }],
  subscriptions: [{ id: 'sub_1', customer: 'cus_ada', items: [{ price: 'price_plan', quantity: 2 }] }],
  invoices: [{ id: 'in_1', customer: 'cus_ben', lines: [{ description: 'Work', amount: 2500 }], status: 'open' }],
  webhook_endpoints: [{ id: 'we_1', url: 'http://127.0.0.1:9/hook', secret: 'whsec_known' }],
  balance: { available: [{ amount: 100_000 }] },
};

const clock = { mode: 'logical' } as const;

async function booted(seed: unknown, look: (served: Served) => Promise<void>): Promise<void> {
  const served = await serveStripe(seed, clock);
  await look(served).finally(() => served.close());
}

// spec, "Seed": default worlds
test('the default world is empty', () =>
  booted(undefined, async ({ stripe, evidence }) => {
    expect(await stripe.balance.retrieve()).toMatchObject({ available: [], pending: [] });
    const { account, ...rest } = await evidence('state');
    expect(account).toHaveLength(1);
    expect(Object.values(rest).every((records) => (records as unknown[]).length === 0)).toBe(true);
    expect(rest).toMatchObject({ customers: [], charges: [], refunds: [] });
  }));

describe('a seed', () => {
  test('builds a world that calls could have built, without a history', () =>
    booted(world, async ({ stripe, evidence }) => {
      const state = await evidence('state');
      expectBalancedLedger(state);
      expectBalanceOf(await stripe.balance.retrieve(), state);
      expect(state.events).toEqual([]);
      expect(await stripe.charges.retrieve('ch_paid')).toMatchObject({
        customer: 'cus_ada',
        created: 1_767_614_400,
        refunded: true,
      });
      expect(await stripe.charges.retrieve('ch_part')).toMatchObject({ amount_refunded: 1000, refunded: false });
      expect(await stripe.charges.retrieve('ch_failed')).toMatchObject({
        status: 'failed',
        failure_code: 'expired_card',
        balance_transaction: null,
      });
      expect(await stripe.charges.retrieve('ch_held')).toMatchObject({ captured: false, status: 'succeeded' });
      expect((await stripe.disputes.list({ charge: 'ch_disputed' })).data).toMatchObject([{ status: 'needs_response' }]);
      expect(await stripe.refunds.retrieve('re_1')).toMatchObject({ charge: 'ch_part', amount: 1000, reason: 'duplicate' });
      for (const [id, status] of [
        ['pi_paid', 'succeeded'],
        ['pi_open', 'requires_payment_method'],
        ['pi_wait', 'requires_action'],
        ['pi_held', 'requires_capture'],
        ['pi_gone', 'canceled'],
      ] as const) {
        expect((await stripe.paymentIntents.retrieve(id)).status).toBe(status);
      }
      expect(await stripe.customers.retrieve('cus_ada')).toMatchObject({
        metadata: { tier: 'gold', since: '2020' },
        currency: 'usd',
      });
      expect(await stripe.customers.retrieve('cus_ben')).toMatchObject({ balance: 0 });
      expect((await stripe.customers.listPaymentMethods('cus_ada')).data.map(({ card }) => card?.brand).sort()).toEqual([
        'mastercard',
        'visa',
      ]);
      expect(await stripe.subscriptions.retrieve('sub_1')).toMatchObject({
        status: 'active',
        items: { data: [{ quantity: 2 }] },
      });
      expect(await stripe.invoices.retrieve('in_1')).toMatchObject({
        status: 'open',
        total: 2500,
        amount_due: 2000,
        starting_balance: -500,
      });
      expect(await stripe.prices.retrieve('price_setup')).toMatchObject({ type: 'one_time', unit_amount: 9900 });
      expect(await stripe.accounts.retrieveCurrent()).toMatchObject({ id: 'acct_1', country: 'DE', default_currency: 'eur' });
      expect((await stripe.balance.retrieve()).available[0]?.amount).toBeGreaterThan(0);
    }));

  test('builds the same world each time', () => {
    expect(twin.initialState(world, clock)).toEqual(twin.initialState(world, clock));
    expect(twin.providerCredential(world).token).toMatch(/^sk_test_\w{99}$/);
  });

  test('replaces the default world, and keys that nobody knows are dropped', () => {
    const parsed = twin.parseSeed({ custmers: [{ id: 'x' }], charges: [{ amount: 500, colour: 'red' }] });
    expect(parsed.ok).toBe(true);
    const state = twin.initialState(
      { custmers: [{ id: 'x' }], charges: [{ amount: 500, colour: 'red' }] },
      clock,
    ) as unknown as Record<string, unknown[]>;
    expect(state.customers).toEqual([]);
    expect(state.charges).toHaveLength(1);
    expect(state.charges?.[0]).not.toHaveProperty('colour');
  });

  test.each<[unknown, string, string]>([
    [[], '', 'invalid_type'],
    [{ charges: {} }, 'charges', 'invalid_type'],
    [{ charges: [{}] }, 'charges[0].amount', 'invalid_type'],
    [{ charges: [{ amount: 10 }] }, 'charges[0].amount', 'amount_too_small'],
    [{ charges: [{ amount: 500, currency: 'xxx' }] }, 'charges[0].currency', 'invalid_currency'],
    [{ charges: [{ amount: 500, card: 'gold' }] }, 'charges[0].card', 'unknown_test_card'],
    [{ charges: [{ amount: 500, card: 'chargeDeclined' }] }, 'charges[0].card', 'card_declines'],
    [{ charges: [{ amount: 500, customer: 'cus_x' }] }, 'charges[0].customer', 'unknown_reference'],
    [
      {
        charges: [
          { id: 'a', amount: 500 },
          { id: 'a', amount: 500 },
        ],
      },
      'charges[1].id',
      'duplicate',
    ],
    [{ charges: [{ amount: 500, refunds: [{ amount: 501 }] }] }, 'charges[0].refunds[0].amount', 'over_refunded'],
    [{ charges: [{ amount: 500, status: 'failed', refunds: [{}] }] }, 'charges[0].refunds[0]', 'not_refundable'],
    [{ charges: [{ id: 'a', amount: 500, refunds: [{}] }], refunds: [{ charge: 'a' }] }, 'refunds[0]', 'over_refunded'],
    [{ refunds: [{ charge: 'ch_x' }] }, 'refunds[0].charge', 'unknown_reference'],
    [{ refunds: [{}] }, 'refunds[0]', 'ambiguous_refund'],
    [{ payment_intents: [{ amount: 500, card: 'authenticationRequired' }] }, 'payment_intents[0].card', 'card_declines'],
    [{ payment_intents: [{ amount: 500, status: 'lost' }] }, 'payment_intents[0].status', 'invalid_value'],
    [{ customers: [{ email: 'nobody' }] }, 'customers[0].email', 'invalid_format'],
    [{ coupons: [{ percent_off: 10, amount_off: 5 }] }, 'coupons[0]', 'ambiguous_discount'],
    [{ prices: [{ product: 'p', unit_amount: 5 }] }, 'prices[0].product', 'unknown_reference'],
    [
      { customers: [{ id: 'c' }], subscriptions: [{ customer: 'c', items: [{ price: 'p' }] }] },
      'subscriptions[0].items[0].price',
      'unknown_reference',
    ],
    [
      {
        customers: [{ id: 'c' }],
        products: [
          {
            id: 'p',
            name: 'Plan',
            prices: ['usd', 'eur'].map((currency) => ({
              id: currency,
              currency,
              unit_amount: 500,
              recurring: { interval: 'month' },
            })),
          },
        ],
        subscriptions: ['usd', 'eur'].map((price) => ({ customer: 'c', items: [{ price }] })),
      },
      'subscriptions[1].items',
      'mixed_currencies',
    ],
    [{ webhook_endpoints: [{ url: 'ftp://x' }] }, 'webhook_endpoints[0].url', 'invalid_format'],
  ])('%j is refused at %s', (seed, path, code) => {
    const parsed = twin.parseSeed(seed);
    expect(parsed.ok ? [] : parsed.issues).toContainEqual(expect.objectContaining({ path, code }));
  });
});

test('what the parser accepts boots, whatever it is', () => {
  let state = 7;
  const random = (bound: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor(state / 65_536) % bound;
  };
  const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T;
  const some = <T>(make: () => T): T[] => Array.from({ length: random(3) }, make);
  const cards = [
    'visa',
    'chargeDeclined',
    'authenticationRequired',
    'createDispute',
    'bypassPending',
    'pendingRefund',
    undefined,
  ];
  const currency = () => pick(['usd', 'eur', undefined, undefined]);
  const customer = () => pick(['cus_1', 'cus_2', undefined]);
  const refunds = () => some(() => ({ amount: pick([undefined, 100, 200, 600]), reason: pick([undefined, 'duplicate']) }));
  let accepted = 0;
  for (let run = 0; run < 400; run += 1) {
    const seed = {
      customers: [
        { id: 'cus_1', balance: pick([0, -300, 40]), currency: currency() },
        { id: 'cus_2', payment_methods: some(() => pick(['visa', 'amex'])) },
      ],
      products: [
        {
          id: 'prod',
          name: 'P',
          prices: [
            {
              id: 'price',
              unit_amount: pick([0, 20, 1500]),
              currency: currency(),
              recurring: pick([undefined, { interval: 'year' }]),
            },
          ],
        },
      ],
      coupons: some(() => ({
        percent_off: pick([undefined, 20]),
        amount_off: pick([undefined, undefined, 100]),
        currency: currency(),
      })),
      charges: some(() => ({
        amount: pick([600, 5000]),
        currency: currency(),
        customer: customer(),
        card: pick(cards),
        captured: pick([true, false]),
        status: pick(['succeeded', 'failed']),
        refunds: refunds(),
        disputed: random(4) === 0,
      })),
      payment_intents: some(() => ({
        amount: pick([600, 5000]),
        customer: customer(),
        card: pick(cards),
        status: pick([
          'succeeded',
          'requires_capture',
          'canceled',
          'requires_action',
          'requires_payment_method',
          'requires_confirmation',
        ]),
        refunds: refunds(),
      })),
      subscriptions: some(() => ({
        customer: pick(['cus_1', 'cus_2']),
        items: [{ price: 'price' }],
        status: pick(['active', 'trialing', 'canceled', 'past_due']),
      })),
      invoices: some(() => ({
        customer: pick(['cus_1', 'cus_2']),
        currency: currency(),
        lines: [{ amount: pick([10, 2000]) }],
        status: pick(['draft', 'open', 'paid', 'void', 'uncollectible']),
      })),
    };
    if (!twin.parseSeed(seed).ok) continue;
    accepted += 1;
    expectBalancedLedger(twin.initialState(seed, clock));
  }
  expect(accepted).toBeGreaterThan(20);
});
