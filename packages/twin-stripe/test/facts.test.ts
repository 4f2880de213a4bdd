import { expect, test } from '@jest/globals';
import type { State, WorldSpec } from '@svc/twin-kit';
import { stripe } from '../src/index.ts';
import { post, type Run, record } from './checks/world.ts';

/** What a fact reads at the end of a run. */
async function read(id: string, args: Record<string, string>, run: Run = []): Promise<readonly string[]> {
  const { seed, final } = await record(run);
  const fact = stripe.facts.find((one) => one.id === `stripe.${id}`);
  return fact?.read(args, final as State<WorldSpec>, seed as State<WorldSpec>) ?? ['no such fact'];
}

const SWAPPED: Run = [
  post('customers/cus_ada', { email: 'old@example.com', name: 'Ada Noble' }),
  post('customers/cus_ben', { email: 'ada@example.com' }),
];
const customer = 'ada@example.com';
const LINK = [post('payment_links', { line_items: [{ price: 'price_mug', quantity: 1 }] })];
const CODE = [post('promotion_codes', { promotion: { type: 'coupon', coupon: 'HALF' }, code: 'SPRING' })];

test('a customer is followed from the seed', async () => {
  expect(await read('customer-email', { customer }, SWAPPED)).toEqual(['old@example.com']);
  expect(await read('customer-name', { customer }, SWAPPED)).toEqual(['Ada Noble']);
  expect(await read('customer-id', { customer }, SWAPPED)).toEqual(['cus_ada']);
  expect(await read('customer-name', { customer: 'nobody@example.com' })).toEqual([]);
});

test('an amount is read in the ways in which people write it', async () => {
  expect(await read('charge-amount', { charge: 'ch_1' })).toEqual(expect.arrayContaining(['$20.00', '20.00 USD', 'USD 20.00']));
  expect(await read('charge-amount', { charge: 'ch_eur' })).toEqual(expect.arrayContaining(['€90.00', '90.00 €', '90.00 EUR']));
  expect(await read('charge-amount', { charge: 'ch_none' })).toEqual([]);
  expect(await read('invoice-amount-due', { invoice: 'in_1' })).toContain('$25.00');
  const large = [post('invoiceitems', { customer: 'cus_ada', invoice: 'in_draft', amount: 123_656, currency: 'usd' })];
  expect(await read('invoice-amount-due', { invoice: 'in_draft' }, large)).toEqual(
    expect.arrayContaining(['$1,254.56', '$1254.56', '1,254.56 USD']),
  );
});

test('what was refunded is the sum of the refunds', async () => {
  const refunds = [250, 500].map((amount) => post('refunds', { charge: 'ch_1', amount }));
  expect(await read('charge-refunded-amount', { charge: 'ch_1' })).toEqual([]);
  expect(await read('charge-refunded-amount', { charge: 'ch_1' }, refunds)).toContain('$7.50');
  expect(await read('refund-id', { charge: 'ch_1' }, refunds)).toEqual([
    expect.stringMatching(/^re_/),
    expect.stringMatching(/^re_/),
  ]);
  expect(await read('refund-id', { charge: 'ch_old' })).toEqual(['re_old']);
});

test('an invoice has a number and a page once it is no draft', async () => {
  expect(await read('invoice-number', { invoice: 'in_1' })).toEqual([expect.stringMatching(/^[A-Z\d]+-\d{4}$/)]);
  expect(await read('invoice-page', { invoice: 'in_1' })).toEqual([expect.stringMatching(/^https:.*in_1$/)]);
  expect(await read('invoice-number', { invoice: 'in_draft' })).toEqual([]);
  expect(await read('invoice-page', { invoice: 'in_draft' })).toEqual([]);
});

test('statuses, links and codes are those that are good at the end', async () => {
  const canceled: Run = [{ method: 'DELETE', path: '/v1/subscriptions/sub_ada' }];
  expect(await read('subscription-status', { subscription: 'sub_ada' }, canceled)).toEqual(['canceled']);
  expect(await read('payment-link', { product: 'Mug' }, LINK)).toEqual([expect.stringMatching(/^http/)]);
  expect(await read('payment-link', { product: 'Tea' }, LINK)).toEqual([]);
  expect(await read('payment-link', { product: 'Mug' }, [...LINK, post('payment_links/$0.id', { active: false })])).toEqual([]);
  expect(await read('promotion-code', { coupon: 'HALF' }, CODE)).toEqual(['SPRING']);
  expect(await read('promotion-code', { coupon: 'FIVE' }, CODE)).toEqual([]);
  expect(await read('promotion-code', { coupon: 'HALF' }, [...CODE, post('promotion_codes/$0.id', { active: false })])).toEqual(
    [],
  );
});
