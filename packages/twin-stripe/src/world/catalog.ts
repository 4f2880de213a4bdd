import { collection } from '@svc/twin-kit';
import { constructorOf, type Listed, type Metadata, over, whole } from './object.ts';

export interface ProductFields extends Listed {
  object: 'product';
  active: boolean;
  default_price: string | null;
  description: string | null;
  images: readonly string[];
  marketing_features: readonly { name: string }[];
  metadata: Metadata;
  name: string;
  package_dimensions: { height: number; length: number; weight: number; width: number } | null;
  shippable: boolean | null;
  statement_descriptor: string | null;
  tax_code: string | null;
  type: 'good' | 'service';
  unit_label: string | null;
  updated: number;
  url: string | null;
}

export const newProduct = constructorOf({ attributes: [], livemode: false, tax_details: null });
export type Product = ProductFields & ReturnType<typeof newProduct<object>>;

export interface Recurring {
  interval: 'day' | 'week' | 'month' | 'year';
  interval_count: number;
  meter: null;
  trial_period_days: number | null;
  usage_type: 'licensed' | 'metered';
}

export interface PriceFields extends Listed {
  object: 'price';
  active: boolean;
  billing_scheme: 'per_unit';
  currency: string;
  lookup_key: string | null;
  metadata: Metadata;
  nickname: string | null;
  product: string;
  recurring: Recurring | null;
  tax_behavior: 'exclusive' | 'inclusive' | 'unspecified';
  type: 'one_time' | 'recurring';
  unit_amount: number | null;
  unit_amount_decimal: string;
}

export const newPrice = constructorOf({
  custom_unit_amount: null,
  livemode: false,
  tiers_mode: null,
  transform_quantity: null,
});
export type Price = PriceFields & ReturnType<typeof newPrice<object>>;

export interface CouponFields extends Listed {
  object: 'coupon';
  amount_off: number | null;
  /** Shown where it is expanded. */
  applies_to?: { products: readonly string[] };
  currency: string | null;
  duration: 'forever' | 'once' | 'repeating';
  duration_in_months: number | null;
  max_redemptions: number | null;
  metadata: Metadata;
  name: string | null;
  percent_off: number | null;
  redeem_by: number | null;
  times_redeemed: number;
}

export const newCoupon = constructorOf({ livemode: false });
export type Coupon = CouponFields & ReturnType<typeof newCoupon<object>>;

export interface PromotionCodeFields extends Listed {
  object: 'promotion_code';
  active: boolean;
  code: string;
  customer: string | null;
  expires_at: number | null;
  max_redemptions: number | null;
  metadata: Metadata;
  promotion: { coupon: string; type: 'coupon' };
  restrictions: { first_time_transaction: boolean; minimum_amount: number | null; minimum_amount_currency: string | null };
  times_redeemed: number;
}

export const newPromotionCode = constructorOf({ customer_account: null, livemode: false });
export type PromotionCode = PromotionCodeFields & ReturnType<typeof newPromotionCode<object>>;

export interface TaxRateFields extends Listed {
  object: 'tax_rate';
  active: boolean;
  country: string | null;
  description: string | null;
  display_name: string;
  inclusive: boolean;
  jurisdiction: string | null;
  metadata: Metadata;
  percentage: number;
  state: string | null;
  tax_type: string | null;
}

export const newTaxRate = constructorOf({
  effective_percentage: null,
  flat_amount: null,
  jurisdiction_level: null,
  livemode: false,
  rate_type: 'percentage',
});
export type TaxRate = TaxRateFields & ReturnType<typeof newTaxRate<object>>;

export interface PaymentLinkFields extends Listed {
  object: 'payment_link';
  active: boolean;
  after_completion:
    | { type: 'hosted_confirmation'; hosted_confirmation: { custom_message: string | null } }
    | { type: 'redirect'; redirect: { url: string } };
  allow_promotion_codes: boolean;
  billing_address_collection: 'auto' | 'required';
  currency: string;
  customer_creation: 'always' | 'if_required';
  inactive_message: string | null;
  /** What is sold; sent as the expandable list `line_items`. */
  line_items: readonly { id: string; price: string; quantity: number }[];
  metadata: Metadata;
  payment_method_collection: 'always' | 'if_required';
  submit_type: 'auto' | 'book' | 'donate' | 'pay' | 'subscribe';
  url: string;
}

export const newPaymentLink = constructorOf({
  application: null,
  application_fee_amount: null,
  application_fee_percent: null,
  automatic_tax: { enabled: false, liability: null },
  consent_collection: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  invoice_creation: null,
  livemode: false,
  managed_payments: null,
  on_behalf_of: null,
  optional_items: null,
  payment_intent_data: null,
  payment_method_options: null,
  payment_method_types: null,
  phone_number_collection: { enabled: false },
  restrictions: null,
  shipping_address_collection: null,
  shipping_options: [],
  subscription_data: null,
  tax_id_collection: { enabled: false, required: 'never' },
  transfer_data: null,
});
export type PaymentLink = PaymentLinkFields & ReturnType<typeof newPaymentLink<object>>;

export const catalogCollections = {
  products: collection<Product>()({ key: (product) => product.id, indexes: { all: whole } }),
  prices: collection<Price>()({
    key: (price) => price.id,
    indexes: {
      all: whole,
      product: over((price: Price) => price.product),
      lookupKey: over((price: Price) => price.lookup_key),
    },
  }),
  coupons: collection<Coupon>()({ key: (coupon) => coupon.id, indexes: { all: whole } }),
  /** Who has a discount keeps it when its coupon is deleted. */
  deleted_coupons: collection<Coupon>()({ key: (coupon) => coupon.id, internal: true }),
  promotion_codes: collection<PromotionCode>()({
    key: (code) => code.id,
    indexes: {
      all: whole,
      code: over((code: PromotionCode) => code.code.toLowerCase()),
      coupon: over((code: PromotionCode) => code.promotion.coupon),
    },
  }),
  tax_rates: collection<TaxRate>()({ key: (rate) => rate.id, indexes: { all: whole } }),
  payment_links: collection<PaymentLink>()({ key: (link) => link.id, indexes: { all: whole } }),
};
