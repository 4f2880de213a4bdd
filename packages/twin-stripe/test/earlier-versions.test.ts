import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { serveTwin } from '@svc/twin-kit/server';
import { stripe as twin } from '../src/index.ts';

// What Stripe changed between basil and clover (CHANGELOG.md of npm stripe, 19.0.0): "Remove support for `coupon` on `Discount`,
// `PromotionCodeCreateParams`, and `PromotionCode`. Use `Discount.source.coupon`, `PromotionCodeCreateParams.promotion.coupon` …".
// npm stripe 18 sends 2025-03-31.basil to 2025-08-27.basil. Its answers aren't held against the newest schemas.
let served: Awaited<ReturnType<typeof serveTwin>>;
beforeAll(async () => {
  served = await serveTwin(twin, {
    seed: {
      customers: [{ id: 'cus_1', payment_methods: ['pm_card_visa'] }],
      products: [
        { id: 'prod_1', name: 'Plan', prices: [{ id: 'price_1', unit_amount: 1000, recurring: { interval: 'month' } }] },
      ],
      coupons: [{ id: 'HALF', percent_off: 50, duration: 'forever' }],
    },
  });
});
afterAll(() => served.close());

const BASIL = '2025-08-27.basil';

async function call(
  method: string,
  path: string,
  form?: string,
  version: string | undefined = BASIL,
  key?: string,
  // biome-ignore lint/suspicious/noExplicitAny: answers are JSON of many shapes
): Promise<any> {
  const response = await fetch(served.url + path, {
    method,
    headers: {
      authorization: `Bearer ${served.token}`,
      ...(version && { 'stripe-version': version }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(form !== undefined && { body: form }),
  });
  return response.json();
}

const subscribe = 'customer=cus_1&items[0][price]=price_1&discounts[0][coupon]=HALF';

describe('in basil', () => {
  test('a promotion code is made of a coupon, and shows it', async () => {
    const made = await call('POST', '/v1/promotion_codes', 'coupon=HALF&code=SPRING');
    expect(made).toMatchObject({ object: 'promotion_code', coupon: { id: 'HALF', object: 'coupon', percent_off: 50 } });
    expect(made).not.toHaveProperty('promotion');
    const { data } = await call('GET', '/v1/promotion_codes?code=SPRING&expand[]=data.coupon.applies_to');
    expect(data).toMatchObject([{ id: made.id, coupon: { id: 'HALF' } }]);
    const newest = await call('GET', `/v1/promotion_codes/${made.id}`, undefined, '2025-09-30.clover');
    expect([newest.promotion, newest.coupon]).toEqual([{ coupon: 'HALF', type: 'coupon' }, undefined]);
  });

  test('a discount has its coupon, however deep it is expanded', async () => {
    const made = await call(
      'POST',
      '/v1/subscriptions',
      `${subscribe}&expand[]=discounts&expand[]=latest_invoice.discounts.coupon`,
    );
    expect(made.discounts).toMatchObject([{ object: 'discount', coupon: { id: 'HALF' } }]);
    expect(made.discounts[0]).not.toHaveProperty('source');
    expect(made.latest_invoice.discounts).toMatchObject([{ coupon: { id: 'HALF', percent_off: 50 } }]);
    const { discounts } = await call('GET', `/v1/subscriptions/${made.id}?expand[]=discounts`, undefined, '');
    expect(discounts).toMatchObject([{ source: { coupon: 'HALF', type: 'coupon' } }]);
  });

  test('the products of a coupon are shown where they are asked for', async () => {
    await call('POST', '/v1/coupons', 'id=PLANS&percent_off=10&applies_to[products][0]=prod_1');
    const { id } = await call('POST', '/v1/promotion_codes', 'coupon=PLANS');
    expect((await call('GET', `/v1/promotion_codes/${id}`)).coupon).not.toHaveProperty('applies_to');
    const { coupon } = await call('GET', `/v1/promotion_codes/${id}?expand[]=coupon.applies_to`);
    expect(coupon.applies_to).toEqual({ products: ['prod_1'] });
  });

  test('a coupon that was deleted since is still that of its discounts', async () => {
    await call('POST', '/v1/coupons', 'id=BRIEF&percent_off=10&duration=forever');
    const { id } = await call('POST', '/v1/subscriptions', subscribe.replace('HALF', 'BRIEF'));
    await call('DELETE', '/v1/coupons/BRIEF');
    const { discounts } = await call('GET', `/v1/subscriptions/${id}?expand[]=discounts`);
    expect(discounts).toMatchObject([{ coupon: { id: 'BRIEF', percent_off: 10 } }]);
  });

  test('what an idempotency key repeats has the same shape, and events keep that of the version that they name', async () => {
    const form = 'coupon=HALF&code=ONCE';
    const [first, again] = [
      await call('POST', '/v1/promotion_codes', form, BASIL, 'k1'),
      await call('POST', '/v1/promotion_codes', form, BASIL, 'k1'),
    ];
    expect(again).toEqual(first);
    const { data } = await call('GET', '/v1/events?type=promotion_code.created&limit=1');
    expect(data[0]).toMatchObject({ api_version: '2026-10-28.endive', data: { object: { promotion: { coupon: 'HALF' } } } });
  });

  test('a path that leads nowhere is refused, as in every version', async () => {
    const { error } = await call('GET', '/v1/customers/cus_1?expand[]=coupon');
    expect(error.message).toBe('This property cannot be expanded (coupon).');
  });
});

// docs: Webhook endpoints, `api_version`: "Events sent to this endpoint will be generated with this Stripe Version"
test.each([
  ['2023-10-16', 'unsupported_by_twin'],
  ['2025-03-31.basil', 'unsupported_by_twin'],
  ['2025-09-30.clover', undefined],
])('an endpoint for events of %s: %s', async (version, code) => {
  const form = `url=http://127.0.0.1:9/hook&enabled_events[]=charge.refunded&api_version=${version}`;
  const made = await call('POST', '/v1/webhook_endpoints', form, '');
  expect([made.error?.code, made.api_version]).toEqual([code, code === undefined ? version : undefined]);
});

// docs.stripe.com/changelog/basil/2025-03-31/deprecate-singular-coupon-promotion-code and clover/2025-09-30/polymorphic-coupon: "no longer
// available". Who names no version has the account's, as Stripe's command line, whose triggers send them: triggers.test.ts.
describe('what earlier versions took is unknown:', () => {
  test.each([
    ['/v1/customers', 'coupon=HALF', 'coupon'],
    ['/v1/customers/cus_1', 'promotion_code=promo_1', 'promotion_code'],
    ['/v1/subscriptions', 'customer=cus_1&items[0][price]=price_1&coupon=HALF', 'coupon'],
    ['/v1/invoiceitems', 'customer=cus_1&price=price_1', 'price'],
    ['/v1/invoiceitems', 'customer=cus_1&currency=usd&unit_amount=500', 'unit_amount'],
  ])('%s %s', async (path, form, param) => {
    for (const version of [BASIL, '2026-10-28.endive']) {
      const { error } = await call('POST', path, form, version);
      expect(error).toMatchObject({
        code: 'parameter_unknown',
        param,
        message: expect.stringContaining(`unknown parameter: ${param}`),
      });
    }
  });

  test('a promotion code that is given its coupon as such, since clover', async () => {
    const { error } = await call('POST', '/v1/promotion_codes', 'coupon=HALF', '2025-09-30.clover');
    expect(error).toMatchObject({ code: 'parameter_unknown', param: 'coupon' });
  });

  test('without a version it is read as before', async () => {
    const price = 'price_1';
    const made = await call('POST', '/v1/subscriptions', `customer=cus_1&items[0][price]=${price}&coupon=HALF`, '');
    expect(made.discounts).toHaveLength(1);
    const item = await call('POST', '/v1/invoiceitems', 'customer=cus_1&currency=usd&unit_amount=500&quantity=2', '');
    expect(item.amount).toBe(1000);
  });
});
