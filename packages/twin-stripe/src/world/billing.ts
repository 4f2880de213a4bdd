import { collection } from '@svc/twin-kit';
import type { TaxRate } from './catalog.ts';
import type { Discount } from './customers.ts';
import { type Address, constructorOf, type Listed, type Metadata, over, whole } from './object.ts';

export interface Period {
  end: number;
  start: number;
}

export interface Pricing {
  price_details: { price: string; product: string };
  type: 'price_details';
  unit_amount_decimal: string;
}

export interface DiscountAmount {
  amount: number;
  discount: string;
}

/** What is taken off before taxes: of a line or of a whole invoice. */
export interface PretaxCredit extends DiscountAmount {
  type: 'discount';
}

/** A tax on a line or on a whole invoice. */
export interface Tax {
  amount: number;
  tax_behavior: 'exclusive' | 'inclusive';
  tax_rate_details: { tax_rate: string };
  taxability_reason: 'customer_exempt' | 'not_available' | 'reverse_charge';
  taxable_amount: number;
  type: 'tax_rate_details';
}

export interface AnchorConfig {
  day_of_month: number;
  hour: number | null;
  minute: number | null;
  month: number | null;
  second: number | null;
}

export type BillingReason = 'manual' | 'subscription_create' | 'subscription_cycle' | 'subscription_update';

export interface InvoiceRendering {
  amount_tax_display: null;
  pdf: { page_size: 'a4' | 'auto' | 'letter' };
  template: null;
  template_version: null;
}

export interface InvoiceFields extends Listed {
  object: 'invoice';
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  attempt_count: number;
  attempted: boolean;
  auto_advance: boolean;
  billing_reason: BillingReason;
  collection_method: 'charge_automatically' | 'send_invoice';
  currency: string;
  customer: string;
  customer_address: Address | null;
  customer_email: string | null;
  customer_name: string | null;
  customer_phone: string | null;
  customer_tax_exempt: string;
  default_payment_method: string | null;
  description: string | null;
  /** Ids; their objects are in `invoice_discounts`. */
  discounts: readonly string[];
  due_date: number | null;
  effective_at: number | null;
  ending_balance: number | null;
  custom_fields: readonly { name: string; value: string }[] | null;
  footer: string | null;
  hosted_invoice_url: string | null;
  invoice_pdf: string | null;
  metadata: Metadata;
  number: string | null;
  parent: {
    quote_details: null;
    subscription_details: { metadata: Metadata; subscription: string };
    type: 'subscription_details';
  } | null;
  period_end: number;
  period_start: number;
  rendering: InvoiceRendering | null;
  starting_balance: number;
  statement_descriptor: string | null;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  status_transitions: {
    finalized_at: number | null;
    marked_uncollectible_at: number | null;
    paid_at: number | null;
    voided_at: number | null;
  };
  subtotal: number;
  subtotal_excluding_tax: number;
  total: number;
  total_discount_amounts: readonly DiscountAmount[];
  total_excluding_tax: number;
  webhooks_delivered_at: number | null;
}

export const newInvoice = constructorOf({
  account_country: 'US',
  account_name: null,
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_shipping: 0,
  application: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  automatically_finalizes_at: null,
  customer_account: null,
  customer_shipping: null,
  customer_tax_ids: [],
  default_source: null,
  default_tax_rates: [] as readonly TaxRate[],
  from_invoice: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  next_payment_attempt: null,
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  shipping_cost: null,
  shipping_details: null,
  test_clock: null,
  total_pretax_credit_amounts: [] as readonly PretaxCredit[],
  total_taxes: [] as readonly Tax[],
});
export type Invoice = InvoiceFields & ReturnType<typeof newInvoice<object>>;

export interface InvoiceLineItemFields {
  id: string;
  object: 'line_item';
  amount: number;
  currency: string;
  description: string | null;
  discountable: boolean;
  invoice: string;
  metadata: Metadata;
  parent: Readonly<Record<string, unknown>> & { type: 'invoice_item_details' | 'subscription_item_details' };
  period: Period;
  pricing: Pricing | null;
  quantity: number;
  quantity_decimal: string;
  subscription: string | null;
  subtotal: number;
}

export const newInvoiceLineItem = constructorOf({
  discount_amounts: [] as readonly DiscountAmount[],
  discounts: [] as readonly string[],
  livemode: false,
  pretax_credit_amounts: [] as readonly PretaxCredit[],
  taxes: [] as readonly Tax[],
});
export type InvoiceLineItem = InvoiceLineItemFields & ReturnType<typeof newInvoiceLineItem<object>>;

export interface InvoiceItemFields {
  id: string;
  object: 'invoiceitem';
  amount: number;
  currency: string;
  customer: string;
  date: number;
  description: string | null;
  discountable: boolean;
  invoice: string | null;
  metadata: Metadata;
  net_amount: number;
  parent: { subscription_details: { subscription: string; subscription_item?: string }; type: 'subscription_details' } | null;
  period: Period;
  pricing: Pricing | null;
  proration: boolean;
  quantity: number;
  quantity_decimal: string;
}

export const newInvoiceItem = constructorOf({
  customer_account: null,
  discounts: [] as readonly string[],
  livemode: false,
  tax_rates: [] as readonly TaxRate[],
  test_clock: null,
});
export type InvoiceItem = InvoiceItemFields & ReturnType<typeof newInvoiceItem<object>>;

/** What was paid on an invoice, and with which payment. */
export interface InvoicePayment extends Listed {
  object: 'invoice_payment';
  amount_paid: number | null;
  amount_requested: number;
  currency: string;
  invoice: string;
  is_default: boolean;
  livemode: boolean;
  payment: { payment_intent: string; type: 'payment_intent' };
  status: 'open' | 'paid' | 'canceled';
  status_transitions: { canceled_at: number | null; paid_at: number | null };
}

export type SubscriptionStatus =
  | 'active'
  | 'canceled'
  | 'incomplete'
  | 'incomplete_expired'
  | 'past_due'
  | 'paused'
  | 'trialing'
  | 'unpaid';

export interface SubscriptionFields extends Listed {
  object: 'subscription';
  billing_cycle_anchor: number;
  billing_mode: { flexible: { proration_discounts: 'included' }; type: 'flexible'; updated_at: number };
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  cancellation_details: {
    comment: string | null;
    feedback: string | null;
    feedback_option: string | null;
    reason: string | null;
  };
  collection_method: 'charge_automatically' | 'send_invoice';
  currency: string;
  customer: string;
  days_until_due: number | null;
  default_payment_method: string | null;
  description: string | null;
  discounts: readonly string[];
  ended_at: number | null;
  latest_invoice: string | null;
  metadata: Metadata;
  pause_collection: { behavior: string; resumes_at: number | null } | null;
  start_date: number;
  status: SubscriptionStatus;
  trial_end: number | null;
  trial_settings: {
    end_behavior: {
      billing_cycle_anchor: 'now' | 'unchanged' | null;
      missing_payment_method: 'cancel' | 'create_invoice' | 'pause';
    };
  };
  trial_start: number | null;
}

export interface SubscriptionPaymentSettings {
  payment_method_options: null;
  payment_method_types: readonly string[] | null;
  save_default_payment_method: 'off' | 'on_subscription';
}

export interface ItemInterval {
  interval: 'day' | 'month' | 'week' | 'year';
  interval_count: number;
}

export const newSubscription = constructorOf({
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null as AnchorConfig | null,
  billing_schedules: [],
  billing_thresholds: null,
  customer_account: null,
  default_source: null,
  default_tax_rates: [] as readonly TaxRate[],
  invoice_settings: { account_tax_ids: null, custom_fields: null, description: null, footer: null, issuer: { type: 'self' } },
  livemode: false,
  managed_payments: { enabled: false },
  next_pending_invoice_item_invoice: null as number | null,
  on_behalf_of: null,
  payment_settings: {
    payment_method_options: null,
    payment_method_types: null,
    save_default_payment_method: 'off',
  } as SubscriptionPaymentSettings,
  pending_invoice_item_interval: null as ItemInterval | null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  test_clock: null,
  transfer_data: null,
});
export type Subscription = SubscriptionFields & ReturnType<typeof newSubscription<object>>;

export interface SubscriptionItemFields extends Listed {
  object: 'subscription_item';
  current_period_end: number;
  current_period_start: number;
  metadata: Metadata;
  /** Id; the object carries the price whole. */
  price: string;
  quantity: number;
  subscription: string;
}

export const newSubscriptionItem = constructorOf({
  billing_thresholds: null,
  current_trial: null,
  discounts: [] as readonly string[],
  tax_rates: [] as readonly TaxRate[],
});
export type SubscriptionItem = SubscriptionItemFields & ReturnType<typeof newSubscriptionItem<object>>;

export const billingCollections = {
  invoices: collection<Invoice>()({
    key: (invoice) => invoice.id,
    indexes: {
      all: whole,
      customer: over((invoice: Invoice) => invoice.customer),
      subscription: over((invoice: Invoice) => invoice.parent?.subscription_details.subscription),
    },
  }),
  invoice_line_items: collection<InvoiceLineItem>()({
    key: (line) => line.id,
    indexes: { invoice: { group: (line: InvoiceLineItem) => line.invoice } },
  }),
  invoiceitems: collection<InvoiceItem>()({
    key: (item) => item.id,
    indexes: {
      all: { group: () => 'all', order: (item: InvoiceItem) => item.date },
      customer: { group: (item: InvoiceItem) => item.customer, order: (item: InvoiceItem) => item.date },
      invoice: { group: (item: InvoiceItem) => item.invoice ?? undefined, order: (item: InvoiceItem) => item.date },
      pending: {
        group: (item: InvoiceItem) => (item.invoice === null ? item.customer : undefined),
        order: (item: InvoiceItem) => item.date,
      },
    },
  }),
  invoice_payments: collection<InvoicePayment>()({
    key: (payment) => payment.id,
    indexes: {
      all: whole,
      invoice: over((payment: InvoicePayment) => payment.invoice),
      paymentIntent: over((payment: InvoicePayment) => payment.payment.payment_intent),
    },
  }),
  subscriptions: collection<Subscription>()({
    key: (subscription) => subscription.id,
    indexes: { all: whole, customer: over((subscription: Subscription) => subscription.customer) },
  }),
  subscription_items: collection<SubscriptionItem>()({
    key: (item) => item.id,
    indexes: { all: whole, subscription: over((item: SubscriptionItem) => item.subscription) },
  }),
  /** Discounts on invoices and subscriptions. */
  discounts: collection<Discount>()({ key: (discount) => discount.id, indexes: {} }),
};
