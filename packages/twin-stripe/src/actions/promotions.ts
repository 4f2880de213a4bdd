import { InvalidParameter, InvalidRequest, MissingParameter } from '../errors.ts';
import { newId } from '../ids.ts';
import {
  type Coupon,
  type Metadata,
  newCoupon,
  newPromotionCode,
  newTaxRate,
  type PromotionCode,
  type StripeContext,
  seconds,
  type TaxRate,
} from '../world.ts';
import { currencyOf, positiveAmount } from './amounts.ts';
import { getProduct } from './catalog.ts';
import { emit, emitChange } from './emit.ts';
import { type ListParams, listing, listPage, type Page } from './list.ts';
import { getCustomer, getObject } from './lookups.ts';
import { mergeMetadata, sent } from './metadata.ts';

export interface CouponParams {
  amount_off?: number;
  applies_to?: { products?: string[] };
  currency?: string | null;
  duration?: Coupon['duration'];
  duration_in_months?: number;
  id?: string | null;
  max_redemptions?: number;
  metadata?: Metadata | null;
  name?: string | null;
  percent_off?: number;
  redeem_by?: number;
}

const CODE_LENGTH = 8;

export const getCoupon = ({ world }: StripeContext, id: string, param?: string): Readonly<Coupon> =>
  getObject(world.coupons, 'coupon', id, param);

function checkCoupon(params: CouponParams): void {
  const { amount_off, percent_off, duration, duration_in_months } = params;
  if (amount_off === undefined && percent_off === undefined) {
    throw new MissingParameter('percent_off', 'You must pass either percent_off or amount_off');
  }
  if (amount_off !== undefined && percent_off !== undefined) {
    throw new InvalidParameter('You may only specify one of these parameters: percent_off, amount_off.', {
      param: 'percent_off',
    });
  }
  if (amount_off !== undefined && !params.currency)
    throw new MissingParameter('currency', 'You must pass currency when passing amount_off');
  if (percent_off !== undefined && !(percent_off > 0 && percent_off <= 100)) {
    throw new InvalidParameter('Invalid percent_off: must be greater than 0 and at most 100', { param: 'percent_off' });
  }
  if (duration !== 'repeating' && duration_in_months !== undefined) {
    throw new InvalidParameter('You may only pass duration_in_months when passing duration=repeating', {
      param: 'duration_in_months',
    });
  }
  if (params.max_redemptions !== undefined) positiveAmount(params.max_redemptions, 'max_redemptions');
  if (duration === 'repeating' && !(duration_in_months !== undefined && duration_in_months >= 1)) {
    throw new MissingParameter('duration_in_months', 'You must pass duration_in_months when passing duration=repeating');
  }
}

/** A coupon as calls and seeds make it. */
export function draftCoupon(context: Pick<StripeContext, 'ids' | 'now'>, params: CouponParams): Coupon {
  return newCoupon({
    id: params.id ?? context.ids.text(CODE_LENGTH),
    object: 'coupon' as const,
    amount_off: params.amount_off === undefined ? null : positiveAmount(params.amount_off, 'amount_off'),
    ...(params.applies_to?.products && { applies_to: { products: params.applies_to.products } }),
    created: seconds(context.now),
    currency: params.currency ? currencyOf(params.currency) : null,
    duration: params.duration ?? ('once' as const),
    duration_in_months: params.duration === 'repeating' ? (params.duration_in_months ?? 1) : null,
    max_redemptions: params.max_redemptions ?? null,
    metadata: mergeMetadata({}, params.metadata),
    name: params.name ?? null,
    percent_off: params.percent_off ?? null,
    redeem_by: params.redeem_by ?? null,
    times_redeemed: 0,
  });
}

export function createCoupon(context: StripeContext, params: CouponParams): Readonly<Coupon> {
  checkCoupon(params);
  requireFuture(context, params.redeem_by, 'redeem_by');
  if (params.id && context.world.coupons.has(params.id)) {
    throw new InvalidRequest('Coupon already exists.', { code: 'resource_already_exists', param: 'id' });
  }
  for (const [at, id] of (params.applies_to?.products ?? []).entries()) getProduct(context, id, `applies_to[products][${at}]`);
  const made = context.world.coupons.insert(draftCoupon(context, params));
  emit(context, 'coupon.created', made);
  return made;
}

/** The sentence is the twin's own. */
export function requireFuture(context: StripeContext, instant: number | undefined, param: string): void {
  if (instant === undefined || instant > seconds(context.now)) return;
  throw new InvalidParameter('Invalid timestamp: must be an integer Unix timestamp in the future.', { param });
}

/** docs: Promotion codes, `code`: "Valid characters are lower case letters (a-z), upper case letters (A-Z), digits (0-9), and dashes (-)." */
const CODE = /^[a-zA-Z0-9-]+$/;

export function updateCoupon(context: StripeContext, id: string, params: CouponParams): Readonly<Coupon> {
  const before = getCoupon(context, id);
  const metadata = mergeMetadata(before.metadata, params.metadata);
  const after = context.world.coupons.update(id, { ...sent({ name: params.name }), metadata });
  emitChange(context, 'coupon.updated', after, before);
  return after;
}

/** Nobody can redeem it any more; who has the discount keeps it. */
export function deleteCoupon(context: StripeContext, id: string): void {
  const coupon = getCoupon(context, id);
  const { coupons, deleted_coupons: deleted } = context.world;
  coupons.remove(id);
  if (deleted.has(id)) deleted.remove(id);
  deleted.insert(coupon);
  emit(context, 'coupon.deleted', coupon);
}

export const listCoupons = ({ world }: StripeContext, params: ListParams): Page<Coupon> =>
  listPage(listing(world.coupons, 'coupon'), params);

export interface PromotionCodeParams {
  active?: boolean;
  code?: string | null;
  customer?: string | null;
  expires_at?: number;
  max_redemptions?: number;
  metadata?: Metadata | null;
  promotion?: { coupon?: string | null; type: 'coupon' };
  restrictions?: { first_time_transaction?: boolean; minimum_amount?: number; minimum_amount_currency?: string };
}

export const getPromotionCode = ({ world }: StripeContext, id: string): Readonly<PromotionCode> =>
  getObject(world.promotion_codes, 'promotion code', id);

export function createPromotionCode(context: StripeContext, params: PromotionCodeParams): Readonly<PromotionCode> {
  const coupon = params.promotion?.coupon;
  if (!coupon) throw new MissingParameter('promotion[coupon]');
  const ofCoupon = getCoupon(context, coupon, 'promotion[coupon]');
  if (params.customer) getCustomer(context, params.customer, 'customer');
  if (params.code && !CODE.test(params.code))
    throw new InvalidParameter('Promotion codes can only contain letters, digits and dashes.', { param: 'code' });
  requireFuture(context, params.expires_at, 'expires_at');
  if (params.max_redemptions !== undefined) positiveAmount(params.max_redemptions, 'max_redemptions');
  requireWithin(ofCoupon, params);
  const { minimum_amount: least, minimum_amount_currency: currency } = params.restrictions ?? {};
  if (least !== undefined && !currency) throw new MissingParameter('restrictions[minimum_amount_currency]');
  const code = params.code ?? context.ids.text(CODE_LENGTH).toUpperCase();
  requireFreeCode(context, code);
  const made = context.world.promotion_codes.insert(
    newPromotionCode({
      id: newId(context.ids, 'promotion_code'),
      object: 'promotion_code' as const,
      active: params.active ?? true,
      code,
      created: seconds(context.now),
      customer: params.customer ?? null,
      expires_at: params.expires_at ?? null,
      max_redemptions: params.max_redemptions ?? null,
      metadata: mergeMetadata({}, params.metadata),
      promotion: { coupon, type: 'coupon' as const },
      restrictions: {
        first_time_transaction: params.restrictions?.first_time_transaction ?? false,
        minimum_amount: least ?? null,
        minimum_amount_currency: currency ? currencyOf(currency, 'restrictions[minimum_amount_currency]') : null,
      },
      times_redeemed: 0,
    }),
  );
  emit(context, 'promotion_code.created', made);
  return made;
}

/**
 * docs: Create a promotion code, `max_redemptions`: "this value cannot be greater than the coupon's `max_redemptions`", and
 * `expires_at`: "this value cannot be after the coupon's `redeem_by`". The sentences are the twin's own.
 */
function requireWithin(coupon: Readonly<Coupon>, { max_redemptions: most, expires_at: end }: PromotionCodeParams): void {
  if (most !== undefined && coupon.max_redemptions !== null && most > coupon.max_redemptions)
    throw new InvalidRequest(`max_redemptions can't be greater than that of the coupon, which is ${coupon.max_redemptions}.`, {
      param: 'max_redemptions',
    });
  if (end !== undefined && coupon.redeem_by !== null && end > coupon.redeem_by)
    throw new InvalidRequest(`expires_at can't be after redeem_by of the coupon, which is ${coupon.redeem_by}.`, {
      param: 'expires_at',
    });
}

/** docs: Promotion codes, `code`: unique "across all active promotion codes", whatever the case */
function requireFreeCode({ world }: StripeContext, code: string): void {
  if (!world.promotion_codes.by.code.page(code.toLowerCase()).some(({ active }) => active)) return;
  throw new InvalidRequest('An active promotion code with `code: '.concat(code, '` already exists.'), {
    code: 'resource_already_exists',
    param: 'code',
  });
}

export function updatePromotionCode(context: StripeContext, id: string, params: PromotionCodeParams): Readonly<PromotionCode> {
  const before = getPromotionCode(context, id);
  if (params.active && !before.active) requireFreeCode(context, before.code);
  const metadata = mergeMetadata(before.metadata, params.metadata);
  const after = context.world.promotion_codes.update(id, { ...sent({ active: params.active }), metadata });
  emitChange(context, 'promotion_code.updated', after, before);
  return after;
}

export interface PromotionCodeListParams extends ListParams {
  active?: boolean;
  code?: string | null;
  coupon?: string | null;
  customer?: string | null;
}

export function listPromotionCodes({ world }: StripeContext, params: PromotionCodeListParams): Page<PromotionCode> {
  const matches = (record: Readonly<PromotionCode>): boolean =>
    (!params.code || record.code.toLowerCase() === params.code.toLowerCase()) &&
    (!params.coupon || record.promotion.coupon === params.coupon);
  const equal = { active: params.active, customer: params.customer };
  return listPage(listing(world.promotion_codes, 'promotion code', { equal, matches }), params);
}

export interface TaxRateParams {
  active?: boolean;
  country?: string | null;
  description?: string | null;
  display_name?: string | null;
  inclusive?: boolean;
  jurisdiction?: string | null;
  metadata?: Metadata | null;
  percentage?: number;
  state?: string | null;
  tax_type?: string;
}

export const getTaxRate = ({ world }: StripeContext, id: string): Readonly<TaxRate> => getObject(world.tax_rates, 'tax rate', id);

export function createTaxRate(context: StripeContext, params: TaxRateParams): Readonly<TaxRate> {
  const percentage = params.percentage ?? 0;
  if (percentage < 0 || percentage > 100) {
    throw new InvalidParameter('Invalid percentage: must be between 0 and 100', { param: 'percentage' });
  }
  const made = context.world.tax_rates.insert(
    newTaxRate({
      id: newId(context.ids, 'tax_rate'),
      object: 'tax_rate' as const,
      active: params.active ?? true,
      country: params.country ?? null,
      created: seconds(context.now),
      description: params.description ?? null,
      display_name: params.display_name ?? '',
      inclusive: params.inclusive ?? false,
      jurisdiction: params.jurisdiction ?? null,
      metadata: mergeMetadata({}, params.metadata),
      percentage,
      state: params.state ?? null,
      tax_type: params.tax_type ?? null,
    }),
  );
  emit(context, 'tax_rate.created', made);
  return made;
}

export function updateTaxRate(context: StripeContext, id: string, params: TaxRateParams): Readonly<TaxRate> {
  const before = getTaxRate(context, id);
  const { active, country, description, jurisdiction, state, tax_type } = params;
  const after = context.world.tax_rates.update(id, {
    ...sent({ active, country, description, display_name: params.display_name ?? undefined, jurisdiction, state, tax_type }),
    metadata: mergeMetadata(before.metadata, params.metadata),
  });
  emitChange(context, 'tax_rate.updated', after, before);
  return after;
}

export interface TaxRateListParams extends ListParams {
  active?: boolean;
  inclusive?: boolean;
}

export const listTaxRates = ({ world }: StripeContext, params: TaxRateListParams): Page<TaxRate> =>
  listPage(listing(world.tax_rates, 'tax rate', { equal: { active: params.active, inclusive: params.inclusive } }), params);
