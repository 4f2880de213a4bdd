import type { StripeContext } from '../world.ts';
import { wire } from './wire.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Discounts and promotion codes as releases before clover have them: with the coupon itself (CHANGELOG.md of npm stripe, 19.0.0: "Remove
 * support for `coupon` on `Discount`, `PromotionCodeCreateParams`, and `PromotionCode`"). Events stay in the version that they name.
 */
export function withCoupons(context: StripeContext, value: unknown, products: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => withCoupons(context, item, products));
  if (!isFields(value) || value.object === 'event') return value;
  const fields = Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withCoupons(context, field, products)]));
  if (value.object === 'discount') return withCoupon(context, fields, 'source', products);
  return value.object === 'promotion_code' ? withCoupon(context, fields, 'promotion', products) : fields;
}

function withCoupon(context: StripeContext, fields: Fields, place: 'source' | 'promotion', products: boolean): Fields {
  const { [place]: from, ...others } = fields;
  const named = isFields(from) ? from.coupon : undefined;
  return named === undefined
    ? fields
    : { ...others, coupon: isFields(named) ? named : couponShown(context, String(named), products) };
}

/** A coupon, also one that was deleted since; its products only where they are asked for. */
function couponShown(context: StripeContext, id: string, products: boolean): unknown {
  const coupon = context.world.coupons.get(id) ?? context.world.deleted_coupons.get(id);
  if (!coupon) return null;
  return { ...wire(context, coupon), ...(products && coupon.applies_to && { applies_to: coupon.applies_to }) };
}
