import { CombinedCurrencies, InvalidRequest } from '../errors.ts';
import { newId } from '../ids.ts';
import { isRedeemable } from '../render/wire.ts';
import { type Coupon, type Discount, inWireOrder, type PromotionCode, type StripeContext, seconds } from '../world.ts';
import { getObject } from './lookups.ts';

export interface DiscountParams {
  coupon?: string | null;
  discount?: string | null;
  promotion_code?: string | null;
}

type DiscountOwner = Partial<Pick<Discount, 'customer' | 'invoice' | 'invoice_item' | 'subscription' | 'subscription_item'>>;

/** What is bought with a discount, where that is known when the discount is given. */
export interface Order {
  amount: number;
  currency: string;
}

/** Did a customer pay anything before, by a payment or an invoice? */
function hasPaid({ world }: StripeContext, customer: string | null | undefined): boolean {
  if (!customer) return false;
  return (
    world.charges.by.customer.page(customer).some(({ status }) => status === 'succeeded') ||
    world.invoices.by.customer.page(customer).some(({ status, amount_paid: paid }) => status === 'paid' && paid > 0)
  );
}

/** docs: Promotion codes, "Set a minimum order amount". The sentence is the twin's own. */
function requireMinimum({ restrictions }: Readonly<PromotionCode>, order: Order | undefined, param: string): void {
  const { minimum_amount: least, minimum_amount_currency: currency } = restrictions;
  if (least === null || !order) return;
  if (order.currency === currency && order.amount >= least) return;
  throw new InvalidRequest('This promotion code cannot be redeemed because the order does not meet its minimum amount.', {
    param,
  });
}

const MONTH_SECONDS = 30 * 24 * 60 * 60;

/** A coupon that may be used now. It counts as used. */
export function redeem(context: StripeContext, id: string, param: string): Readonly<Coupon> {
  const { world } = context;
  const coupon = getObject(world.coupons, 'coupon', id, param);
  if (!isRedeemable(context, coupon)) {
    throw new InvalidRequest(`Coupon expired: ${id}`, { code: 'coupon_expired', param });
  }
  return world.coupons.update(id, { times_redeemed: coupon.times_redeemed + 1 });
}

/** Makes discounts of what was sent about them, for what is billed in a currency. */
export function discountsOf(
  context: StripeContext,
  params: readonly DiscountParams[],
  owner: DiscountOwner,
  order?: Order,
  currency: string | undefined = order?.currency,
): Readonly<Discount>[] {
  return discountsNamed(context, params, owner, order).map((discount) => {
    // docs: Coupons, `currency`: "the three-letter ISO code for the currency of the amount to take off"
    const taken = couponOf(context, discount)?.currency;
    if (taken && currency !== undefined && taken !== currency) throw new CombinedCurrencies(currency);
    return discount;
  });
}

function discountsNamed(
  context: StripeContext,
  params: readonly DiscountParams[],
  owner: DiscountOwner,
  order: Order | undefined,
): Readonly<Discount>[] {
  return params.map((one, at) => {
    if (one.promotion_code) {
      return fromPromotionCode(context, one.promotion_code, `discounts[${at}][promotion_code]`, owner, order);
    }
    if (one.coupon) return discountOf(context, redeem(context, one.coupon, `discounts[${at}][coupon]`), owner);
    if (one.discount) return getObject(context.world.discounts, 'coupon', one.discount, `discounts[${at}][discount]`);
    throw new InvalidRequest('Specify a coupon, a promotion code or a discount.', { param: `discounts[${at}]` });
  });
}

function fromPromotionCode(
  context: StripeContext,
  id: string,
  param: string,
  owner: DiscountOwner,
  order: Order | undefined,
): Readonly<Discount> {
  const { world } = context;
  const code = getObject(world.promotion_codes, 'promotion code', id, param);
  const used = code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions;
  const expired = code.expires_at !== null && code.expires_at <= seconds(context.now);
  const foreign = code.customer !== null && code.customer !== owner.customer;
  if (!code.active || used || expired || foreign) {
    throw new InvalidRequest('This promotion code cannot be redeemed.', { code: 'resource_missing', param });
  }
  if (code.restrictions.first_time_transaction && hasPaid(context, owner.customer)) {
    // In the words of https://github.com/stripe/stripe-php/issues/1146
    throw new InvalidRequest('This promotion code cannot be redeemed because the associated customer has prior transactions.', {
      param,
    });
  }
  requireMinimum(code, order, param);
  world.promotion_codes.update(id, { times_redeemed: code.times_redeemed + 1 });
  return discountOf(context, redeem(context, code.promotion.coupon, param), owner, id);
}

export function discountOf(
  context: StripeContext,
  coupon: Readonly<Coupon>,
  owner: DiscountOwner,
  promotionCode: string | null = null,
): Readonly<Discount> {
  const months = coupon.duration === 'repeating' ? (coupon.duration_in_months ?? 1) : undefined;
  return context.world.discounts.insert(
    inWireOrder<Discount>({
      id: newId(context.ids, 'discount'),
      object: 'discount',
      checkout_session: null,
      customer: owner.customer ?? null,
      customer_account: null,
      end: months === undefined ? null : seconds(context.now) + months * MONTH_SECONDS,
      invoice: owner.invoice ?? null,
      invoice_item: owner.invoice_item ?? null,
      promotion_code: promotionCode,
      source: { coupon: coupon.id, type: 'coupon' },
      start: seconds(context.now),
      subscription: owner.subscription ?? null,
      subscription_item: owner.subscription_item ?? null,
    }),
  );
}

/** The coupon that a discount was made of, also when it was deleted since. */
export const couponOf = ({ world }: StripeContext, { source }: Readonly<Discount>): Readonly<Coupon> | undefined =>
  world.coupons.get(source.coupon) ?? world.deleted_coupons.get(source.coupon);

/** Some coupons are for some products only (docs: Coupons, `applies_to`). */
export function appliesTo(context: StripeContext, discount: Readonly<Discount>, product: string | undefined): boolean {
  const products = couponOf(context, discount)?.applies_to?.products;
  return products === undefined || (product !== undefined && products.includes(product));
}

/** What a discount takes off an amount. */
export function reductionOf(context: StripeContext, discount: Readonly<Discount>, amount: number): number {
  const coupon = couponOf(context, discount);
  if (!coupon) return 0;
  const off = coupon.percent_off === null ? (coupon.amount_off ?? 0) : Math.round((amount * coupon.percent_off) / 100);
  return Math.min(amount, off);
}
