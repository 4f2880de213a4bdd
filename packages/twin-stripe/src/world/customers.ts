import { collection } from '@svc/twin-kit';
import { type Address, constructorOf, type Listed, type Metadata, over, type Shipping, whole } from './object.ts';

export interface Discount {
  id: string;
  object: 'discount';
  checkout_session: null;
  customer: string | null;
  customer_account: null;
  end: number | null;
  invoice: string | null;
  invoice_item: string | null;
  promotion_code: string | null;
  source: { coupon: string; type: 'coupon' };
  start: number;
  subscription: string | null;
  subscription_item: string | null;
}

export interface InvoiceSettings {
  custom_fields: readonly { name: string; value: string }[] | null;
  default_payment_method: string | null;
  footer: string | null;
  rendering_options: { amount_tax_display: string | null; template: string | null } | null;
}

export interface CustomerFields extends Listed {
  object: 'customer';
  address: Address | null;
  balance: number;
  currency: string | null;
  default_source: string | null;
  delinquent: boolean;
  description: string | null;
  discount: Discount | null;
  email: string | null;
  invoice_prefix: string;
  invoice_settings: InvoiceSettings;
  metadata: Metadata;
  name: string | null;
  next_invoice_sequence: number;
  phone: string | null;
  preferred_locales: readonly string[];
  shipping: Shipping | null;
  tax_exempt: 'exempt' | 'none' | 'reverse';
}

export const newCustomer = constructorOf({ customer_account: null, livemode: false, test_clock: null });
export type Customer = CustomerFields & ReturnType<typeof newCustomer<object>>;

export const NO_INVOICE_SETTINGS: InvoiceSettings = {
  custom_fields: null,
  default_payment_method: null,
  footer: null,
  rendering_options: null,
};

/** A change of a customer's credit (negative) or debt (positive). */
export interface CustomerBalanceTransaction extends Listed {
  object: 'customer_balance_transaction';
  amount: number;
  checkout_session: null;
  credit_note: null;
  currency: string;
  customer: string;
  customer_account: null;
  description: string | null;
  ending_balance: number;
  invoice: string | null;
  livemode: boolean;
  metadata: Metadata;
  type: 'adjustment' | 'applied_to_invoice' | 'unapplied_from_invoice' | 'initial';
}

export const customerCollections = {
  customers: collection<Customer>()({
    key: (customer) => customer.id,
    indexes: { all: whole, email: over((customer: Customer) => customer.email) },
  }),
  customer_balance_transactions: collection<CustomerBalanceTransaction>()({
    key: (transaction) => transaction.id,
    indexes: { all: whole, customer: over((transaction: CustomerBalanceTransaction) => transaction.customer) },
  }),
  /** A deleted customer is still answered for, with `deleted: true`. */
  deleted_customers: collection<{ id: string }>()({ key: ({ id }) => id, internal: true }),
};
