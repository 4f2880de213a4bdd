import type { InputsOf } from '@svc/twin-kit';
import type { AddressParams, BillingDetailsParams, ShippingParams } from '../actions/addresses.ts';
import type { PriceData } from '../actions/catalog.ts';
import type { DiscountParams } from '../actions/discounts.ts';
import type { ListParams } from '../actions/list.ts';
import type { CardParams, PaymentMethodData } from '../actions/payment-method-sources.ts';
import type { SearchParams } from '../actions/search.ts';
import type { Metadata } from '../world.ts';

// What is read of the parameters that many operations have.

export const LIST: InputsOf<ListParams> = { created: true, ending_before: true, limit: true, starting_after: true };

export const SEARCH: InputsOf<SearchParams> = { limit: true, page: true, query: true };

export const METADATA: InputsOf<{ metadata?: Metadata | null }> = { metadata: true };

export const ADDRESS: InputsOf<NonNullable<AddressParams>> = {
  city: true,
  country: true,
  line1: true,
  line2: true,
  postal_code: true,
  state: true,
};

export const SHIPPING: InputsOf<ShippingParams> = {
  address: ADDRESS,
  carrier: true,
  name: true,
  phone: true,
  tracking_number: true,
};

export const BILLING_DETAILS: InputsOf<BillingDetailsParams> = {
  address: ADDRESS,
  email: true,
  name: true,
  phone: true,
  tax_id: true,
};

export const CARD: InputsOf<CardParams> = { cvc: true, exp_month: true, exp_year: true, number: true, token: true };

export const METHOD_DATA: InputsOf<PaymentMethodData> = {
  allow_redisplay: true,
  billing_details: BILLING_DETAILS,
  card: CARD,
  metadata: true,
  type: true,
};

/** What a payment method's options are read for; the rest of them would be kept and have no effect. */
export const METHOD_OPTIONS = {
  card: { request_three_d_secure: true },
  crypto: { deposit_options: { networks: true }, mode: true },
} as const;

export const DISCOUNTS: InputsOf<DiscountParams> = { coupon: true, discount: true, promotion_code: true };

const RECURRING = { interval: true, interval_count: true, trial_period_days: true, usage_type: true } as const;

export const PRICE_DATA: InputsOf<PriceData> = {
  currency: true,
  product: true,
  product_data: { metadata: true, name: true },
  recurring: RECURRING,
  tax_behavior: true,
  unit_amount: true,
  unit_amount_decimal: true,
};
