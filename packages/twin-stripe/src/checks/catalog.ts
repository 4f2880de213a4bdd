import { added, failed, type Outcome, quoted, readsSame } from '@svc/twin-kit';
import type { Coupon, Price, Product, PromotionCode, StripeState } from '../world.ts';
import { best, check, findOne, listed, verdict, withId } from './find.ts';
import { productsMeant, type Worlds } from './names.ts';
import * as params from './params.ts';

const { activity, amount, code, codeActivity, count, currency, duration, interval, percent, price, product, quantity } = params;

const MINOR = 'in the smallest unit of the currency';
const namedPrice = (one: Readonly<Price>): string =>
  `${one.id} is ${one.unit_amount} ${one.currency}${one.recurring ? ` every ${periodOf(one)}` : ''}`;

/** As a sentence says it: `month`, or `3 months`. */
function periodOf({ recurring }: Readonly<Price>): string {
  if (!recurring) return 'nothing';
  const { interval: unit, interval_count: times } = recurring;
  return times === 1 ? unit : `${times} ${unit}s`;
}

/** The active prices of the products that the sentence means. */
const activePrices = (worlds: Worlds, name: string): readonly Readonly<Price>[] => {
  const ids = new Set(productsMeant(worlds, name).map(({ id }) => id));
  return worlds.final.prices.filter((one) => ids.has(one.product) && one.active);
};

const isOf = (one: Readonly<Price>, args: { amount: string; currency: string }): boolean =>
  one.unit_amount === Number(args.amount) && one.currency === args.currency;

/** Goes on with every product of the name; the sentence is true if it is of one of them. */
function onProduct(worlds: Worlds, name: string, judge: (one: Readonly<Product>) => Outcome): Outcome {
  const found = productsMeant(worlds, name);
  if (found.length > 0) return best(found.map(judge));
  return failed(`products: ${listed(worlds.final.products.map((one) => quoted(one.name)))}`);
}

/** Products and what they cost. */
const productChecks = [
  check({
    id: 'stripe.product-exists',
    template: 'A product called "{product}" exists.',
    description: 'At the end at least one product has exactly this name, be it an older one.',
    compares: 'the names of all products with {product}',
    substrate: 'final_state',
    params: { product },
    evaluate: (args, { products }) =>
      findOne(
        products,
        (one) => readsSame(one.name, args.product),
        (one) => quoted(one.name),
        'products',
      ),
  }),
  check({
    id: 'stripe.product-created',
    template: 'A product called "{product}" was created.',
    description: 'A product that the seed does not have has exactly this name at the end.',
    compares: 'the names of the new products with {product}',
    substrate: 'seed_and_final_state',
    params: { product },
    evaluate: (args, final, seed) =>
      findOne(
        added(seed.products, final.products),
        (one) => readsSame(one.name, args.product),
        (one) => quoted(one.name),
        'new products',
      ),
  }),
  check({
    id: 'stripe.product-activity',
    template: 'The product "{product}" is {activity}.',
    description: 'Whether the product can be bought at the end.',
    compares: 'active of the product with {activity}',
    substrate: 'final_state',
    params: { product, activity },
    evaluate: (args, final, seed) =>
      onProduct({ seed, final }, args.product, ({ id, active }) => {
        const found = active ? 'active' : 'archived';
        return verdict(found === args.activity, `product ${id} is ${found}`);
      }),
  }),
  check({
    id: 'stripe.price-exists',
    template: 'The product "{product}" has an active price of {amount} {currency}.',
    description: `At least one active price of the product has this unit amount ${MINOR} and this currency, once or recurring.`,
    compares: 'unit amount and currency of the active prices of the product with {amount} and {currency}',
    substrate: 'final_state',
    params: { product, amount, currency },
    evaluate: (args, final, seed) =>
      findOne(
        activePrices({ seed, final }, args.product),
        (one) => isOf(one, args),
        namedPrice,
        `active prices of "${args.product}"`,
      ),
  }),
  check({
    id: 'stripe.price-recurs',
    template: 'The product "{product}" has an active price of {amount} {currency} every {interval}.',
    description: `At least one active price of the product has this unit amount ${MINOR}, this currency, and is due so often.`,
    compares: 'unit amount, currency and interval of the active prices of the product with {amount}, {currency} and {interval}',
    substrate: 'final_state',
    params: { product, amount, currency, interval },
    evaluate: (args, final, seed) =>
      findOne(
        activePrices({ seed, final }, args.product),
        (one) => isOf(one, args) && periodOf(one) === args.interval,
        namedPrice,
        `active prices of "${args.product}"`,
      ),
  }),
  check({
    id: 'stripe.price-is-gone',
    template: 'The product "{product}" has no active price of {amount} {currency}.',
    description: `No active price of the product has this unit amount ${MINOR} and this currency. There has to be such a product.`,
    compares: 'unit amount and currency of the active prices of the product with {amount} and {currency}',
    substrate: 'final_state',
    params: { product, amount, currency },
    evaluate: (args, final, seed) =>
      onProduct({ seed, final }, args.product, () => {
        const active = activePrices({ seed, final }, args.product);
        return verdict(!active.some((one) => isOf(one, args)), `active prices: ${listed(active.map(namedPrice))}`);
      }),
  }),
  check({
    id: 'stripe.price-count',
    template: 'The product "{product}" has exactly {count} active prices.',
    description: 'The number of active prices of the product.',
    compares: 'the number of active prices of the product with {count}',
    substrate: 'final_state',
    params: { product, count },
    evaluate: (args, final, seed) =>
      onProduct({ seed, final }, args.product, ({ id }) => {
        const own = activePrices({ seed, final }, args.product).filter((one) => one.product === id);
        return verdict(own.length === Number(args.count), `${own.length} active prices of ${id}: ${listed(own.map(namedPrice))}`);
      }),
  }),
  check({
    id: 'stripe.default-price',
    template: 'The default price of the product "{product}" is {amount} {currency}.',
    description: `The default price of the product has this unit amount ${MINOR} and this currency.`,
    compares: 'unit amount and currency of the default price of the product with {amount} and {currency}',
    substrate: 'final_state',
    params: { product, amount, currency },
    evaluate: (args, final, seed) =>
      onProduct({ seed, final }, args.product, (one) => {
        const found = final.prices.find(({ id }) => id === one.default_price);
        const evidence = `the default price of ${one.id} is ${found ? namedPrice(found) : 'none'}`;
        return verdict(found !== undefined && isOf(found, args), evidence);
      }),
  }),
  check({
    id: 'stripe.price-activity',
    template: 'Price {price} is {activity}.',
    description: 'Whether the price can be used at the end.',
    compares: 'active of the price with {activity}',
    substrate: 'final_state',
    params: { price, activity },
    evaluate: (args, { prices }) =>
      withId(prices, 'price', args.price, (one) => {
        const found = one.active ? 'active' : 'archived';
        return verdict(found === args.activity, `price ${one.id} is ${found}`);
      }),
  }),
  check({
    id: 'stripe.payment-link-exists',
    template: 'An active payment link for {quantity} of the product "{product}" exists.',
    description: 'At least one active payment link sells so many of the product at one of its prices, and nothing else.',
    compares: 'the items of the active payment links with {quantity} and {product}',
    substrate: 'final_state',
    params: { quantity, product },
    evaluate(args, final, seed) {
      const products = new Set(productsMeant({ seed, final }, args.product).map(({ id }) => id));
      const sells = new Set(final.prices.filter((one) => products.has(one.product)).map(({ id }) => id));
      return findOne(
        final.payment_links.filter(({ active }) => active),
        ({ line_items: items }) =>
          items.every((item) => sells.has(item.price)) &&
          items.reduce((sum, item) => sum + item.quantity, 0) === Number(args.quantity),
        ({ id, line_items: items }) => `${id} sells ${items.map((item) => `${item.quantity} of ${item.price}`).join(' and ')}`,
        'active payment links',
      );
    },
  }),
];

/** As a sentence says it. */
function durationOf({ duration: lasts, duration_in_months: months }: Readonly<Coupon>): string {
  if (lasts !== 'repeating') return lasts;
  return months === 1 ? '1 month' : `${months} months`;
}
const off = (one: Readonly<Coupon>): string =>
  one.percent_off === null ? `${one.amount_off} ${one.currency}` : `${one.percent_off} %`;
const namedCoupon = (one: Readonly<Coupon>): string => `${one.id} takes ${off(one)} off, ${durationOf(one)}`;
const isPercent = (one: Readonly<Coupon> | undefined, args: { percent: string }): boolean =>
  one?.percent_off === Number(args.percent);

const couponOf = (state: StripeState, { promotion }: Readonly<PromotionCode>): Readonly<Coupon> | undefined =>
  state.coupons.find(({ id }) => id === promotion.coupon);
const isCode = (one: Readonly<PromotionCode>, args: { code: string }): boolean =>
  one.code.toLowerCase() === args.code.toLowerCase();

/** What is taken off. */
const couponChecks = [
  check({
    id: 'stripe.coupon-percent-off',
    template: 'A coupon for {percent} percent off exists.',
    description: 'At least one coupon takes off this percentage.',
    compares: 'the percentages of all coupons with {percent}',
    substrate: 'final_state',
    params: { percent },
    evaluate: (args, { coupons }) => findOne(coupons, (one) => isPercent(one, args), namedCoupon, 'coupons'),
  }),
  check({
    id: 'stripe.coupon-percent-off-lasting',
    template: 'A coupon for {percent} percent off that lasts {duration} exists.',
    description: 'At least one coupon takes off this percentage, for so long.',
    compares: 'percentage and duration of all coupons with {percent} and {duration}',
    substrate: 'final_state',
    params: { percent, duration },
    evaluate: (args, { coupons }) =>
      findOne(coupons, (one) => isPercent(one, args) && durationOf(one) === args.duration, namedCoupon, 'coupons'),
  }),
  check({
    id: 'stripe.coupon-amount-off',
    template: 'A coupon for {amount} {currency} off exists.',
    description: `At least one coupon takes off this amount ${MINOR}.`,
    compares: 'amount and currency of all coupons with {amount} and {currency}',
    substrate: 'final_state',
    params: { amount, currency },
    evaluate: (args, { coupons }) =>
      findOne(coupons, (one) => one.amount_off === Number(args.amount) && one.currency === args.currency, namedCoupon, 'coupons'),
  }),
  check({
    id: 'stripe.promotion-code-exists',
    template: 'An active promotion code {code} for {percent} percent off exists.',
    description: 'Customers can use this code, and its coupon takes off this percentage.',
    compares: 'code and percentage of the active promotion codes with {code} and {percent}',
    substrate: 'final_state',
    params: { code, percent },
    evaluate: (args, state) =>
      findOne(
        state.promotion_codes.filter(({ active }) => active),
        (one) => isCode(one, args) && isPercent(couponOf(state, one), args),
        (one) => `${one.code} for ${couponOf(state, one)?.percent_off ?? 0} %`,
        'active promotion codes',
      ),
  }),
  check({
    id: 'stripe.promotion-code-activity',
    template: 'Promotion code {code} is {activity}.',
    description: 'Whether customers can use a promotion code of this wording; inactive if none of that wording is active.',
    compares: 'active of the promotion codes of this wording with {activity}',
    substrate: 'final_state',
    params: { code, activity: codeActivity },
    evaluate(args, { promotion_codes: all }) {
      const found = all.filter((one) => isCode(one, args));
      const state = found.some(({ active }) => active) ? 'active' : 'inactive';
      return verdict(
        found.length > 0 && state === args.activity,
        found.length === 0
          ? `there is no promotion code ${args.code} among ${all.length}`
          : `promotion code ${args.code} is ${state}`,
      );
    },
  }),
];

export const catalogChecks = [...productChecks, ...couponChecks];
