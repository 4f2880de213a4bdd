import { FIXED, NO_NAME, proof } from './kinds.ts';
import { type Cases, del, post, type Run, use, write } from './world.ts';

const product = 'Tea';
const price = (form: object = {}, to = 'prod_tea') =>
  post('prices', { product: to, currency: 'usd', unit_amount: 2000, ...form });
const archive = (id: string) => post(`prices/${id}`, { active: false });
/** The name goes to another product. */
const SWAPPED: Run = [post('products/prod_tea', { name: 'Infusion' }), post('products/prod_mug', { name: 'Tea' })];
const monthly = { recurring: { interval: 'month' } };
const quarterly = { recurring: { interval: 'month', interval_count: 3 } };
const byTool = (form: object = {}) => use('create_price', { product: 'prod_tea', unit_amount: 2000, currency: 'usd', ...form });

const productCases: Cases = {
  'stripe.product-exists': proof({
    args: { product: 'Cup' },
    good: [post('products', { name: 'Cup\u00a0' })],
    bad: [post('products', { name: 'Cups' })],
    evidence: /products: "Cups", "Milk", "Mug", "Tea"/,
    back: [post('products', { name: 'Cup' }), del('products/$0.id')],
    door: [use('create_product', { name: 'cup', description: 'Cup' })],
    rename: [post('products', { name: 'Cup' }), post('products/$0.id', { name: 'Bowl' })],
    edit: [post('products/prod_mug', { description: 'Cup' })],
    alike: [post('products', { name: 'Cup 2' })],
  }),
  'stripe.product-created': proof({
    args: { product: 'Cup' },
    good: [post('products', { name: 'Bowl' }), post('products/$0.id', { name: 'Cup' })],
    bad: [post('products', { name: 'Cups' })],
    evidence: /new products: "Cups"/,
    back: [post('products', { name: 'Cup' }), del('products/$0.id')],
    door: [use('create_product', { name: 'cup' })],
    rename: [post('products', { name: 'Cup' }), post('products/$0.id', { name: 'Bowl' })],
    edit: [post('products/prod_mug', { name: 'Cup' })],
    alike: [post('products', { name: 'Cup 2' })],
  }),
  'stripe.product-activity': proof({
    args: { product, activity: 'archived' },
    good: [...SWAPPED, post('products/prod_tea', { active: false })],
    evidence: /product prod_tea is active/,
    back: [post('products/prod_tea', { active: false }), post('products/prod_tea', { active: true })],
    door: [write('PostProductsId', { id: 'prod_mug', active: false })],
    rename: [...SWAPPED, post('products/prod_mug', { active: false })],
    edit: [archive('price_tea')],
    alike: [post('products', { name: 'Herbal Tea', active: false })],
  }),
  'stripe.price-exists': proof({
    args: { product, amount: '2000', currency: 'usd' },
    good: [price()],
    bad: [price({ unit_amount: 2001 }), price({ currency: 'eur' })],
    evidence: /active prices of "Tea": price_\w+ is 2000 eur, price_\w+ is 2001 usd, price_tea_year is 15000 usd every year/,
    back: [price(), archive('$0.id')],
    door: [byTool({ product: 'prod_mug' })],
    rename: [...SWAPPED, price({}, 'prod_mug')],
    edit: [post('prices/price_tea', { nickname: '2000 usd' })],
    alike: [price({}, 'prod_mug')],
  }),
  'stripe.price-recurs': proof({
    args: { product, amount: '2000', currency: 'usd', interval: '3 months' },
    good: [price(quarterly)],
    bad: [price({ ...quarterly, unit_amount: 2001 }), price({ ...quarterly, currency: 'eur' }), price(monthly), price()],
    evidence:
      /active prices of "Tea": price_\w+ is 2000 usd, price_\w+ is 2000 usd every month, price_\w+ is 2000 eur every 3 months/,
    back: [price(quarterly), archive('$0.id')],
    door: [byTool()],
    rename: [...SWAPPED, price(quarterly, 'prod_mug')],
    edit: [price({ recurring: { interval: 'day', interval_count: 3 } })],
    alike: [price(quarterly, 'prod_mug')],
  }),
  'stripe.price-is-gone': proof({
    args: { product, amount: '1500', currency: 'usd' },
    good: [
      archive('price_tea'),
      price({ unit_amount: 1500, currency: 'eur' }),
      price({ unit_amount: 1500 }, 'prod_mug'),
      price(),
    ],
    bad: [archive('price_tea_year')],
    evidence: /active prices: price_tea is 1500 usd every month/,
    back: [archive('price_tea'), post('prices/price_tea', { active: true })],
    door: [archive('price_tea'), byTool({ unit_amount: 1500 })],
    rename: SWAPPED,
    edit: [post('products/prod_tea', { active: false })],
    alike: [post('products', { name: 'Herbal Tea' })],
  }),
  'stripe.price-count': proof({
    args: { product, count: '3' },
    good: [price(), price(), archive('$1.id')],
    evidence: /2 active prices of prod_tea: price_tea is 1500 usd every month, price_tea_year is 15000 usd every year/,
    back: [price(), archive('$0.id')],
    door: [price(), byTool()],
    rename: [...SWAPPED, price({}, 'prod_mug'), price({}, 'prod_mug')],
    edit: [post('prices/price_tea', { nickname: 'third' })],
    alike: [price({}, 'prod_mug')],
  }),
  'stripe.default-price': proof({
    args: { product, amount: '15000', currency: 'usd' },
    good: [post('products/prod_tea', { default_price: 'price_tea_year' })],
    evidence: /the default price of prod_tea is none/,
    back: [post('products/prod_tea', { default_price: 'price_tea_year' }), post('products/prod_tea', { default_price: '' })],
    door: [price({ unit_amount: 15_000, currency: 'eur' }), write('PostProductsId', { id: 'prod_tea', default_price: '$0.id' })],
    rename: [...SWAPPED, price({ unit_amount: 15_000 }, 'prod_mug'), post('products/prod_mug', { default_price: '$2.id' })],
    edit: [post('products/prod_tea', { default_price: 'price_tea' })],
    alike: [price({ unit_amount: 15_000 }, 'prod_mug'), post('products/prod_mug', { default_price: '$0.id' })],
  }),
  'stripe.price-activity': proof({
    args: { price: 'price_tea', activity: 'archived' },
    good: [archive('price_tea')],
    bad: [archive('price_tea_year')],
    evidence: /price price_tea is active/,
    back: [archive('price_tea'), post('prices/price_tea', { active: true })],
    door: [write('PostPricesPrice', { price: 'price_mug', active: false })],
    rename: FIXED,
    edit: [post('products/prod_tea', { active: false })],
    alike: [price({ unit_amount: 1500, ...monthly, active: false })],
  }),
  'stripe.payment-link-exists': proof({
    args: { quantity: '2', product: 'Mug' },
    good: [link({ price: 'price_mug', quantity: 2 })],
    bad: [link({ price: 'price_mug', quantity: 1 })],
    evidence: /active payment links: plink_\w+ sells 1 of price_mug/,
    back: [link({ price: 'price_mug', quantity: 2 }), post('payment_links/$0.id', { active: false })],
    door: [use('create_payment_link', { price: 'price_tea', quantity: 2 })],
    rename: [
      post('products/prod_mug', { name: 'Cup' }),
      post('products/prod_tea', { name: 'Mug' }),
      link({ price: 'price_tea', quantity: 2 }),
    ],
    edit: [link({ price: 'price_mug', quantity: 1 }, { price: 'price_tea', quantity: 1 })],
    alike: [link({ price: 'price_milk', quantity: 2 })],
  }),
};

function link(...items: object[]) {
  return post('payment_links', { line_items: items });
}

const coupon = (form: object = {}) => post('coupons', { percent_off: 20, duration: 'once', ...form });
const code = (form: object = {}) =>
  post('promotion_codes', { promotion: { type: 'coupon', coupon: 'HALF' }, code: 'SPRING', ...form });

const couponCases: Cases = {
  'stripe.coupon-percent-off': proof({
    args: { percent: '20' },
    good: [coupon()],
    bad: [post('coupons', { amount_off: 20, currency: 'usd' })],
    evidence: /coupons: \w+ takes 20 usd off, once, FIVE takes 500 usd off, once, HALF takes 50 % off, forever/,
    back: [coupon(), del('coupons/$0.id')],
    door: [use('create_coupon', { name: '20', percent_off: 21, amount_off: 0 })],
    rename: NO_NAME,
    edit: [post('coupons/HALF', { name: '20 percent' })],
    alike: [coupon({ percent_off: 2 })],
  }),
  'stripe.coupon-percent-off-lasting': proof({
    args: { percent: '20', duration: '3 months' },
    good: [coupon({ duration: 'repeating', duration_in_months: 3 })],
    bad: [coupon(), coupon({ duration: 'forever' }), coupon({ duration: 'repeating', duration_in_months: 1 })],
    evidence: /coupons: \w+ takes 20 % off, 1 month, \w+ takes 20 % off, forever, \w+ takes 20 % off, once/,
    back: [coupon({ duration: 'repeating', duration_in_months: 3 }), del('coupons/$0.id')],
    door: [use('create_coupon', { name: 'x', percent_off: 20, amount_off: 0, duration: 'repeating', duration_in_months: 2 })],
    rename: NO_NAME,
    edit: [post('coupons/HALF', { name: '20 percent, 3 months' })],
    alike: [coupon({ percent_off: 21, duration: 'repeating', duration_in_months: 3 })],
  }),
  'stripe.coupon-amount-off': proof({
    args: { amount: '700', currency: 'usd' },
    good: [post('coupons', { amount_off: 700, currency: 'usd' })],
    bad: [post('coupons', { amount_off: 701, currency: 'usd' })],
    evidence: /coupons: \w+ takes 701 usd off, once/,
    back: [post('coupons', { amount_off: 700, currency: 'usd' }), del('coupons/$0.id')],
    door: [use('create_coupon', { name: 'x', amount_off: 700, currency: 'EUR' })],
    rename: NO_NAME,
    edit: [post('coupons/FIVE', { name: '700 usd' })],
    alike: [post('coupons', { amount_off: 700, currency: 'eur' })],
  }),
  'stripe.promotion-code-exists': proof({
    args: { code: 'Spring', percent: '50' },
    good: [code()],
    bad: [
      code({ code: 'SPRINGS' }),
      coupon(),
      post('promotion_codes', { promotion: { type: 'coupon', coupon: '$1.id' }, code: 'SPRING' }),
    ],
    evidence: /active promotion codes: SPRING for 20 %, SPRINGS for 50 %/,
    back: [code(), post('promotion_codes/$0.id', { active: false })],
    door: [write('PostPromotionCodes', { promotion: { type: 'coupon', coupon: 'FIVE' }, code: 'SPRING' })],
    rename: 'codes never change',
    edit: [post('coupons/HALF', { name: 'Spring' })],
    alike: [code({ code: 'SPRIN' })],
  }),
  'stripe.promotion-code-activity': proof({
    args: { code: 'spring', activity: 'inactive' },
    good: [code(), post('promotion_codes/$0.id', { active: false })],
    evidence: /there is no promotion code spring among 0/,
    bad: [],
    back: [code(), post('promotion_codes/$0.id', { active: false }), post('promotion_codes/$0.id', { active: true })],
    door: [
      code(),
      code({ code: 'SUMMER' }),
      write('PostPromotionCodesPromotionCode', { promotion_code: '$1.id', active: false }),
    ],
    rename: 'codes never change',
    edit: [code(), post('promotion_codes/$0.id', { active: false }), code()],
    alike: [code({ code: 'SPRINGS', active: false })],
  }),
};

export const catalogCases: Cases = { ...productCases, ...couponCases };
