import type { InputsOf } from '@svc/twin-kit';
import type { PriceListParams, PriceParams, ProductListParams, ProductParams } from '../actions/catalog.ts';
import type { BalanceTransactionParams, CustomerListParams, CustomerParams } from '../actions/customers.ts';
import type { EventListParams } from '../actions/events.ts';
import type { BalanceTransactionListParams } from '../actions/ledger.ts';
import type { ListParams } from '../actions/list.ts';
import type { PaymentLinkParams } from '../actions/payment-links.ts';
import type { PayoutListParams, PayoutParams } from '../actions/payouts.ts';
import type {
  CouponParams,
  PromotionCodeListParams,
  PromotionCodeParams,
  TaxRateListParams,
  TaxRateParams,
} from '../actions/promotions.ts';
import type { WebhookEndpointParams } from '../actions/webhook-endpoints.ts';
import { ADDRESS, LIST, PRICE_DATA, SHIPPING } from './common.ts';

const { product: _product, product_data: _data, ...DEFAULT_PRICE } = PRICE_DATA;

export const PRODUCT: InputsOf<ProductParams> = {
  active: true,
  default_price: true,
  default_price_data: DEFAULT_PRICE,
  description: true,
  id: true,
  images: true,
  marketing_features: true,
  metadata: true,
  name: true,
  package_dimensions: true,
  shippable: true,
  statement_descriptor: true,
  tax_code: true,
  type: true,
  unit_label: true,
  url: true,
};

export const PRODUCTS: InputsOf<ProductListParams> = {
  ...LIST,
  active: true,
  ids: true,
  shippable: true,
  type: true,
  url: true,
};

export const PRICE: InputsOf<PriceParams> = {
  ...PRICE_DATA,
  active: true,
  billing_scheme: true,
  lookup_key: true,
  metadata: true,
  nickname: true,
  transfer_lookup_key: true,
};

export const PRICES: InputsOf<PriceListParams> = {
  ...LIST,
  active: true,
  currency: true,
  lookup_keys: true,
  product: true,
  recurring: { interval: true, usage_type: true },
  type: true,
};

export const COUPON: InputsOf<CouponParams> = {
  amount_off: true,
  applies_to: { products: true },
  currency: true,
  duration: true,
  duration_in_months: true,
  id: true,
  max_redemptions: true,
  metadata: true,
  name: true,
  percent_off: true,
  redeem_by: true,
};

export const PROMOTION_CODE: InputsOf<PromotionCodeParams> = {
  active: true,
  code: true,
  customer: true,
  expires_at: true,
  max_redemptions: true,
  metadata: true,
  promotion: { coupon: true, type: true },
  restrictions: { first_time_transaction: true, minimum_amount: true, minimum_amount_currency: true },
};

export const PROMOTION_CODES: InputsOf<PromotionCodeListParams> = {
  ...LIST,
  active: true,
  code: true,
  coupon: true,
  customer: true,
};

export const TAX_RATE: InputsOf<TaxRateParams> = {
  active: true,
  country: true,
  description: true,
  display_name: true,
  inclusive: true,
  jurisdiction: true,
  metadata: true,
  percentage: true,
  state: true,
  tax_type: true,
};

export const TAX_RATES: InputsOf<TaxRateListParams> = { ...LIST, active: true, inclusive: true };

export const PAYMENT_LINK: InputsOf<PaymentLinkParams> = {
  active: true,
  after_completion: { hosted_confirmation: { custom_message: true }, redirect: { url: true }, type: true },
  allow_promotion_codes: true,
  billing_address_collection: true,
  currency: true,
  customer_creation: true,
  inactive_message: true,
  line_items: { id: true, price: true, price_data: PRICE_DATA, quantity: true },
  metadata: true,
  payment_method_collection: true,
  submit_type: true,
};

export const PAYMENT_LINKS: InputsOf<ListParams & { active?: boolean }> = { ...LIST, active: true };

export const CUSTOMER: InputsOf<CustomerParams> = {
  address: ADDRESS,
  balance: true,
  coupon: true,
  default_source: true,
  description: true,
  email: true,
  invoice_prefix: true,
  invoice_settings: {
    custom_fields: true,
    default_payment_method: true,
    footer: true,
    rendering_options: { amount_tax_display: true, template: true },
  },
  metadata: true,
  name: true,
  next_invoice_sequence: true,
  payment_method: true,
  phone: true,
  preferred_locales: true,
  promotion_code: true,
  shipping: SHIPPING,
  source: true,
  tax_exempt: true,
};

export const CUSTOMERS: InputsOf<CustomerListParams> = { ...LIST, email: true };

export const BALANCE_TRANSACTION: InputsOf<BalanceTransactionParams> = {
  amount: true,
  currency: true,
  description: true,
  metadata: true,
};

export const LEDGER: InputsOf<BalanceTransactionListParams> = {
  ...LIST,
  currency: true,
  payout: true,
  source: true,
  type: true,
};

export const PAYOUT: InputsOf<PayoutParams> = {
  amount: true,
  currency: true,
  description: true,
  metadata: true,
  method: true,
  statement_descriptor: true,
};

export const PAYOUTS: InputsOf<PayoutListParams> = { ...LIST, arrival_date: true, destination: true, status: true };

export const EVENTS: InputsOf<EventListParams> = { ...LIST, delivery_success: true, type: true, types: true };

export const WEBHOOK_ENDPOINT: InputsOf<WebhookEndpointParams> = {
  api_version: true,
  description: true,
  disabled: true,
  enabled_events: true,
  metadata: true,
  url: true,
};
