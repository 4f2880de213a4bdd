import type { InputsOf } from '@svc/twin-kit';
import type { InvoiceItemListParams, InvoiceItemParams } from '../actions/invoice-lines.ts';
import type { PreviewParams } from '../actions/invoice-previews.ts';
import type { PayParams } from '../actions/invoice-states.ts';
import type { InvoiceListParams, InvoiceParams } from '../actions/invoices.ts';
import type { CancelParams } from '../actions/subscription-endings.ts';
import type { ItemListParams, ItemRouteParams } from '../actions/subscription-items.ts';
import type { CancelDetails } from '../actions/subscription-states.ts';
import type { SubscriptionUpdate } from '../actions/subscription-updates.ts';
import type { ItemParams, SubscriptionListParams, SubscriptionParams } from '../actions/subscriptions.ts';
import { DISCOUNTS, LIST, PRICE_DATA } from './common.ts';

export const INVOICE: InputsOf<InvoiceParams> = {
  auto_advance: true,
  automatic_tax: { enabled: true },
  collection_method: true,
  currency: true,
  custom_fields: { name: true, value: true },
  customer: true,
  days_until_due: true,
  default_payment_method: true,
  default_tax_rates: true,
  description: true,
  discounts: DISCOUNTS,
  due_date: true,
  footer: true,
  metadata: true,
  number: true,
  pending_invoice_items_behavior: true,
  statement_descriptor: true,
  subscription: true,
};

export const INVOICES: InputsOf<InvoiceListParams> = {
  ...LIST,
  collection_method: true,
  customer: true,
  due_date: true,
  status: true,
  subscription: true,
};

export const PAY: InputsOf<PayParams> = { off_session: true, paid_out_of_band: true, payment_method: true };

export const INVOICE_ITEM: InputsOf<InvoiceItemParams> = {
  amount: true,
  currency: true,
  customer: true,
  description: true,
  discountable: true,
  discounts: DISCOUNTS,
  invoice: true,
  metadata: true,
  period: true,
  price: true,
  price_data: PRICE_DATA,
  pricing: { price: true },
  quantity: true,
  subscription: true,
  tax_rates: true,
  unit_amount: true,
  unit_amount_decimal: true,
};

export const INVOICE_ITEMS: InputsOf<InvoiceItemListParams> = { ...LIST, customer: true, invoice: true, pending: true };

const ITEM: InputsOf<ItemParams> = {
  deleted: true,
  discounts: DISCOUNTS,
  id: true,
  metadata: true,
  plan: true,
  price: true,
  price_data: PRICE_DATA,
  quantity: true,
  tax_rates: true,
};

const CANCELLATION: InputsOf<CancelDetails> = { comment: true, feedback: true, feedback_option: true };

export const SUBSCRIPTION: InputsOf<SubscriptionParams> = {
  add_invoice_items: {
    discounts: DISCOUNTS,
    metadata: true,
    price: true,
    price_data: PRICE_DATA,
    quantity: true,
    tax_rates: true,
  },
  automatic_tax: { enabled: true },
  backdate_start_date: true,
  billing_cycle_anchor: true,
  billing_cycle_anchor_config: { day_of_month: true, hour: true, minute: true, month: true, second: true },
  cancel_at: true,
  cancel_at_period_end: true,
  cancellation_details: CANCELLATION,
  collection_method: true,
  currency: true,
  customer: true,
  days_until_due: true,
  default_payment_method: true,
  default_tax_rates: true,
  description: true,
  discounts: DISCOUNTS,
  items: ITEM,
  metadata: true,
  off_session: true,
  pause_collection: { behavior: true, resumes_at: true },
  payment_behavior: true,
  payment_settings: { payment_method_types: true, save_default_payment_method: true },
  pending_invoice_item_interval: { interval: true, interval_count: true },
  proration_behavior: true,
  proration_date: true,
  trial_end: true,
  trial_from_plan: true,
  trial_period_days: true,
  trial_settings: { end_behavior: { billing_cycle_anchor: true, missing_payment_method: true } },
};

const { off_session: _session, trial_from_plan: _plan, ...UPDATED } = SUBSCRIPTION;
export const SUBSCRIPTION_UPDATE: InputsOf<SubscriptionUpdate> = { ...UPDATED, billing_cycle_anchor: { type: true } };

// A price that is only previewed shows nothing of how it would be taxed.
const { tax_behavior: _behavior, ...PREVIEWED_PRICE } = PRICE_DATA;
const {
  customer: _customer,
  invoice: _invoice,
  pricing: _pricing,
  subscription: _subscription,
  ...PREVIEWED_ITEM
} = INVOICE_ITEM;
export const PREVIEW: InputsOf<PreviewParams> = {
  currency: true,
  customer: true,
  discounts: DISCOUNTS,
  invoice_items: { ...PREVIEWED_ITEM, price_data: PREVIEWED_PRICE },
  subscription: true,
  subscription_details: {
    default_tax_rates: true,
    items: { ...ITEM, price_data: PREVIEWED_PRICE },
    proration_behavior: true,
    proration_date: true,
  },
};

export const SUBSCRIPTIONS: InputsOf<SubscriptionListParams> = {
  ...LIST,
  collection_method: true,
  customer: true,
  plan: true,
  price: true,
  status: true,
};

export const CANCEL: InputsOf<CancelParams> = { cancellation_details: CANCELLATION, invoice_now: true, prorate: true };

export const ITEM_OF: InputsOf<ItemRouteParams> = {
  ...ITEM,
  payment_behavior: true,
  proration_behavior: true,
  proration_date: true,
  subscription: true,
};

export const ITEMS: InputsOf<ItemListParams> = { ...LIST, subscription: true };
