import { describe, expect, test } from '@jest/globals';
import { expandableFields } from '../src/generated/expandable.ts';
import { trialWorld } from './inputs/world.ts';

// Every field that Stripe's published types declare as an id or an object (npm stripe), and what its reference leaves out of
// answers unless it is expanded: https://docs.stripe.com/api/expanding_objects

const { trials, made } = trialWorld();
const DEEPEST = 4;

/** A call that answers an object of the kind, or a list of them. */
const CALLS: Readonly<Record<string, readonly [operation: string, params: Record<string, string>, body?: object]>> = {
  balance_transaction: ['GetBalanceTransactions', {}],
  charge: ['GetChargesCharge', { charge: 'ch_1' }],
  coupon: ['GetCouponsCoupon', { coupon: 'HALF' }],
  customer: ['GetCustomersCustomer', { customer: 'cus_3' }],
  customer_balance_transaction: ['GetCustomersCustomerBalanceTransactions', { customer: 'cus_3' }],
  dispute: ['GetDisputesDispute', { dispute: made.dispute as string }],
  invoice: ['GetInvoicesInvoice', { invoice: 'in_open' }],
  invoiceitem: ['GetInvoiceitemsInvoiceitem', { invoiceitem: made.item as string }],
  line_item: ['GetInvoicesInvoiceLines', { invoice: 'in_open' }],
  payment_intent: ['GetPaymentIntentsIntent', { intent: 'pi_paid' }],
  payment_link: ['GetPaymentLinksPaymentLink', { payment_link: made.link as string }],
  payment_method: ['GetPaymentMethodsPaymentMethod', { payment_method: 'pm_saved' }],
  payout: ['GetPayoutsPayout', { payout: made.payout as string }],
  price: ['GetPricesPrice', { price: 'price_once' }],
  product: ['GetProductsId', { id: 'prod_1' }],
  promotion_code: ['GetPromotionCodesPromotionCode', { promotion_code: made.promotion as string }],
  refund: ['GetRefundsRefund', { refund: 're_1' }],
  setup_intent: ['GetSetupIntentsIntent', { intent: made.ready as string }],
  subscription: ['GetSubscriptionsSubscriptionExposedId', { subscription_exposed_id: 'sub_1' }],
  subscription_item: ['GetSubscriptionItems', {}, { subscription: 'sub_1' }],
};
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  charge: ['refunds'],
  coupon: ['applies_to', 'currency_options'],
  customer: ['cash_balance', 'sources', 'subscriptions', 'tax', 'tax_ids'],
  invoice: ['confirmation_secret', 'payments'],
  payment_link: ['line_items'],
  price: ['currency_options', 'tiers'],
};
/** Objects that the twin doesn't have. */
const NOT_THERE = new Set(['destination']);

const at = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, step) => {
    const one = Array.isArray(value) ? value[0] : value;
    return typeof one === 'object' && one !== null ? (one as Record<string, unknown>)[step] : undefined;
  }, body);

describe('can be expanded:', () => {
  test.each(Object.entries(CALLS))('every field of %s', (object, [operation, params, body = {}]) => {
    const call = (more: object) => trials.attempt({ operation, params, body: { ...body, ...more } });
    const whole = call({}).body as { object: string };
    const prefix = whole.object === 'list' ? 'data.' : '';
    const odd: Record<string, unknown> = {};
    for (const field of [...(expandableFields[object] ?? '').split(' '), ...(LEFT_OUT[object] ?? [])].filter(Boolean)) {
      const path = prefix + field;
      const answer = call({ expand: [path] });
      const deep = path.split('.').length > DEEPEST;
      if ((answer.status === 200) === deep) odd[path] = answer.body;
      const before = at(whole, path);
      const isId = typeof before === 'string' || (Array.isArray(before) && typeof before[0] === 'string');
      if (isId && !deep && !NOT_THERE.has(field) && typeof at(answer.body, `${path}.id`) !== 'string') odd[path] = before;
    }
    expect(odd).toEqual({});
  });
});

test('no other field can be expanded', () => {
  const { status, body } = trials.attempt({
    operation: 'GetChargesCharge',
    params: { charge: 'ch_1' },
    body: { expand: ['amount'] },
  });
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringMatching(/^This property cannot/) } },
  });
});
