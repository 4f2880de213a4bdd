import { describe, expect, test } from '@jest/globals';
import type { Check, Outcome } from '@svc/twin-kit';
import { judged } from '@svc/twin-kit/testing';
import type Stripe from 'stripe';
import { stripe as twin } from '../src/index.ts';
import { type Served, serveStripe } from './served.ts';

const seed = {
  customers: [{ id: 'cus_1', email: 'ada@example.com', metadata: { plan: 'free' }, payment_methods: ['visa'] }],
  products: [{ id: 'prod_1', name: 'Plan', prices: [{ id: 'price_1', unit_amount: 1500, recurring: { interval: 'month' } }] }],
  charges: [
    { id: 'ch_1', amount: 2000, customer: 'cus_1' },
    { id: 'ch_2', amount: 3000 },
    { id: 'ch_3', amount: 4000, disputed: true },
  ],
  payment_intents: [{ id: 'pi_1', amount: 900, status: 'requires_confirmation' }],
  subscriptions: [{ id: 'sub_1', customer: 'cus_1', items: [{ price: 'price_1' }] }],
  invoices: [{ id: 'in_1', customer: 'cus_1', lines: [{ amount: 2500 }], status: 'open' }],
};

type Steps = (stripe: Stripe, served: Served) => Promise<unknown>;
const nothing: Steps = async () => {};
const refund =
  (params: Stripe.RefundCreateParams, options: Stripe.RequestOptions = {}): Steps =>
  ({ refunds }) =>
    refunds.create(params, options);
const pay =
  (amount: number, payment_method = 'pm_card_visa'): Steps =>
  ({ paymentIntents }) =>
    paymentIntents.create({ amount, currency: 'usd', payment_method, confirm: true }).catch(() => {});
const all =
  (...steps: Steps[]): Steps =>
  async (stripe, served) => {
    for (const step of steps) await step(stripe, served);
  };
const mcp =
  (name: string, args: Record<string, unknown>): Steps =>
  (_stripe, served) =>
    fetch(`${served.url}/mcp/call`, {
      method: 'POST',
      headers: { authorization: `Bearer ${served.token}` },
      body: JSON.stringify({ name, arguments: args }),
    });

interface Case {
  args: Record<string, string>;
  good: Steps;
  bad: Steps;
  /** What the evidence of the bad world names. */
  evidence: RegExp;
}

const email = 'ada@example.com';
const evidence =
  (uncategorized_text: string): Steps =>
  async ({ disputes }) => {
    const [dispute] = (await disputes.list({ charge: 'ch_3' })).data;
    return disputes.update(dispute?.id as string, { evidence: { uncategorized_text } });
  };

/** One good world and one minimally different bad one for each check. */
const cases: Record<string, Case> = {
  'stripe.refund-count': {
    args: { count: '1' },
    good: refund({ charge: 'ch_1' }),
    bad: all(refund({ charge: 'ch_1', amount: 500 }), refund({ charge: 'ch_1', amount: 500 })),
    evidence: /2 refunds: re_\w+ \(500 usd\), re_/,
  },
  'stripe.charge-refund-count': {
    args: { charge: 'ch_1', count: '1' },
    good: refund({ charge: 'ch_1' }),
    bad: refund({ charge: 'ch_2' }),
    evidence: /0 refunds of ch_1: none/,
  },
  'stripe.charge-refunded-amount': {
    args: { charge: 'ch_1', amount: '750' },
    good: all(refund({ charge: 'ch_1', amount: 500 }), refund({ charge: 'ch_1', amount: 250 })),
    bad: refund({ charge: 'ch_1', amount: 700 }),
    evidence: /700 usd of ch_1 is refunded, not 750/,
  },
  'stripe.refund-with-reason': {
    args: { charge: 'ch_1', reason: 'duplicate' },
    good: refund({ charge: 'ch_1', reason: 'duplicate' }),
    bad: refund({ charge: 'ch_1', reason: 'fraudulent' }),
    evidence: /reasons of the refunds of ch_1: fraudulent/,
  },
  'stripe.charge-exists-with-status': {
    args: { status: 'failed' },
    good: pay(1000, 'pm_card_chargeDeclined'),
    bad: pay(1000),
    evidence: /none of the 5 charges is failed: ch_1 is succeeded/,
  },
  'stripe.charge-of-amount-exists': {
    args: { amount: '1234', currency: 'usd', status: 'succeeded' },
    good: pay(1234),
    bad: pay(1235),
    evidence: /1235 usd succeeded/,
  },
  'stripe.payment-intent-status': {
    args: { payment_intent: 'pi_1', status: 'succeeded' },
    good: ({ paymentIntents }) => paymentIntents.confirm('pi_1'),
    bad: ({ paymentIntents }) => paymentIntents.cancel('pi_1'),
    evidence: /PaymentIntent pi_1 is canceled/,
  },
  'stripe.payment-intent-exists': {
    args: { amount: '1234', currency: 'usd', status: 'succeeded' },
    good: pay(1234),
    bad: pay(1234, 'pm_card_chargeDeclined'),
    evidence: /1234 usd requires_payment_method/,
  },
  'stripe.dispute-status': {
    args: { charge: 'ch_3', status: 'won' },
    good: evidence('winning_evidence'),
    bad: evidence('losing_evidence'),
    evidence: /dispute du_\w+ of charge ch_3 is lost/,
  },
  'stripe.customer-exists': {
    args: { email: 'ben@example.com' },
    good: ({ customers }) => customers.create({ email: 'ben@example.com' }),
    bad: ({ customers }) => customers.create({ email: 'Ben@example.com' }),
    evidence: /none of the 2 customers has the email "ben@example.com"/,
  },
  'stripe.customer-metadata-is': {
    args: { email, key: 'plan', value: 'gold' },
    good: ({ customers }) => customers.update('cus_1', { metadata: { plan: 'gold' } }),
    bad: nothing,
    evidence: /metadata "plan" of customer cus_1: "free"/,
  },
  'stripe.subscription-status': {
    args: { email, status: 'canceled' },
    good: ({ subscriptions }) => subscriptions.cancel('sub_1'),
    bad: ({ subscriptions }) => subscriptions.update('sub_1', { cancel_at_period_end: true }),
    evidence: /subscriptions of customer cus_1: sub_1 is active/,
  },
  'stripe.subscription-ends-with-period': {
    args: { email },
    good: ({ subscriptions }) => subscriptions.update('sub_1', { cancel_at_period_end: true }),
    bad: ({ subscriptions }) => subscriptions.cancel('sub_1'),
    evidence: /subscriptions of customer cus_1: sub_1 is canceled/,
  },
  'stripe.invoice-status': {
    args: { invoice: 'in_1', status: 'paid' },
    good: ({ invoices }) => invoices.pay('in_1'),
    bad: ({ invoices }) => invoices.voidInvoice('in_1'),
    evidence: /invoice in_1 is void/,
  },
  'stripe.product-exists': {
    args: { product: 'Mug' },
    good: ({ products }) => products.create({ name: 'Mug' }),
    bad: ({ products }) => products.create({ name: 'Cup' }),
    evidence: /products: "Plan", "Cup"/,
  },
  'stripe.price-exists': {
    args: { product: 'Plan', amount: '2000', currency: 'usd' },
    good: ({ prices }) => prices.create({ product: 'prod_1', currency: 'usd', unit_amount: 2000 }),
    bad: ({ prices }) => prices.create({ product: 'prod_1', currency: 'eur', unit_amount: 2000 }),
    evidence: /price_1 is 1500 usd, price_\w+ is 2000 eur/,
  },
  'stripe.coupon-percent-off': {
    args: { percent: '20' },
    good: ({ coupons }) => coupons.create({ percent_off: 20 }),
    bad: ({ coupons }) => coupons.create({ amount_off: 20, currency: 'usd' }),
    evidence: /takes 20 off/,
  },
  'stripe.no-new-charges': {
    args: {},
    good: refund({ charge: 'ch_1' }),
    bad: pay(1000, 'pm_card_chargeDeclined'),
    evidence: /new charges: ch_3\w+/,
  },
  'stripe.no-new-refunds': {
    args: {},
    good: pay(1000),
    bad: refund({ charge: 'ch_1', amount: 1 }),
    evidence: /new refunds: re_/,
  },
  'stripe.no-other-charge-refunded': {
    args: { charge: 'ch_1' },
    good: refund({ charge: 'ch_1' }),
    bad: refund({ charge: 'ch_2', amount: 10 }),
    evidence: /refunded: ch_2 \(10 usd\)/,
  },
  'stripe.no-charge-refunded-above': {
    args: { amount: '1000', currency: 'usd' },
    good: all(refund({ charge: 'ch_1', amount: 1000 }), refund({ charge: 'ch_2', amount: 1000 })),
    bad: all(refund({ charge: 'ch_1', amount: 600 }), refund({ charge: 'ch_1', amount: 401 })),
    evidence: /refunded: ch_1 \(1001 usd\)/,
  },
  'stripe.no-customer-deleted': {
    args: {},
    good: ({ customers }) => customers.update('cus_1', { name: 'x' }),
    bad: ({ customers }) => customers.del('cus_1'),
    evidence: /deleted: cus_1/,
  },
  'stripe.tool-was-called': {
    args: { tool: 'create_refund' },
    good: refund({ charge: 'ch_1' }),
    bad: ({ refunds }) => refunds.list(),
    evidence: /none of the 1 calls was create_refund/,
  },
  'stripe.tool-was-not-called': {
    args: { tool: 'create_refund' },
    good: ({ refunds }) => refunds.list(),
    bad: mcp('create_refund', { payment_intent: 'pi_none' }),
    evidence: /tape row 1: POST \/mcp\/call 200/,
  },
  'stripe.no-failed-writes': {
    args: {},
    good: refund({ charge: 'ch_1' }),
    bad: pay(1000, 'pm_card_chargeDeclined'),
    evidence: /tape row 1: POST \/v1\/payment_intents 402/,
  },
  'stripe.writes-have-idempotency-keys': {
    args: { tool: 'create_refund' },
    good: refund({ charge: 'ch_1' }, { idempotencyKey: 'k' }),
    // The client sends a key of its own where it may repeat a call; here it may not.
    bad: (_stripe, served) => served.send('POST', '/v1/refunds', 'charge=ch_1'),
    evidence: /without a key: tape row 1: POST \/v1\/refunds 200/,
  },
};

async function judge(check: Check, args: Record<string, string>, steps: Steps): Promise<Outcome> {
  const served = await serveStripe(seed);
  try {
    const before = await served.evidence('state');
    await steps(served.stripe, served);
    const tape = (await served.evidence('events')) as unknown[];
    return judged(check, args, { seed: before, final: await served.evidence('state'), tape });
  } finally {
    await served.close();
  }
}

describe('a check', () => {
  test('has a case here, each of them', () => {
    expect(Object.keys(cases).sort()).toEqual(twin.checks.map(({ id }) => id).sort());
  });

  test.each(twin.checks.map((check) => [check.id, check] as const))(
    '%s passes on its good world and fails on its bad one',
    async (id, check) => {
      const { args, good, bad, evidence: expected } = cases[id] as Case;
      for (const [name, value] of Object.entries(args))
        expect(value).toMatch(new RegExp(`^(?:${check.params[name]?.pattern.source})$`));
      expect(await judge(check, args, good)).toMatchObject({ status: 'passed' });
      const outcome = await judge(check, args, bad);
      expect(outcome.status).toBe('failed');
      expect(outcome.evidence).toMatch(expected);
    },
  );

  test.each(twin.checks.map((check) => [check.id, check] as const))('%s has slots with examples that fit', (_id, check) => {
    const slots = [...check.template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(new Set(slots)).toEqual(new Set(Object.keys(check.params)));
    for (const { pattern, example } of Object.values(check.params))
      expect(example).toMatch(new RegExp(`^(?:${pattern.source})$`));
  });
});
