import { InvalidRequest, NoSuchObject } from '../errors.ts';
import { newId } from '../ids.ts';
import { wire } from '../render/wire.ts';
import {
  type Customer,
  type CustomerBalanceTransaction,
  inWireOrder,
  type Metadata,
  NO_INVOICE_SETTINGS,
  newCustomer,
  type StripeContext,
  seconds,
} from '../world.ts';
import { type AddressParams, addressOf, checkEmail, type ShippingParams, shippingOf } from './addresses.ts';
import { currencyOf } from './amounts.ts';
import { requireOneCurrency } from './currency-rule.ts';
import { couponOf, discountsOf } from './discounts.ts';
import { emit, emitChange } from './emit.ts';
import { checkPrefix } from './invoice-prefix.ts';
import { requireFewFields } from './invoices.ts';
import { type ListParams, listing, listPage, type Page } from './list.ts';
import { accountCurrency, getCustomer } from './lookups.ts';
import { mergeMetadata, sent } from './metadata.ts';
import { attachedTo } from './payment-method-sources.ts';
import { attach, detach, ownMethod, saveToken } from './payment-methods.ts';
import { endSubscription } from './subscription-states.ts';

export interface CustomerParams {
  address?: AddressParams;
  balance?: number;
  description?: string | null;
  email?: string | null;
  invoice_prefix?: string | null;
  invoice_settings?: {
    custom_fields?: { name: string; value: string }[] | null;
    default_payment_method?: string | null;
    footer?: string | null;
    rendering_options?: { amount_tax_display?: string | null; template?: string | null } | null;
  };
  metadata?: Metadata | null;
  name?: string | null;
  next_invoice_sequence?: number;
  payment_method?: string | null;
  phone?: string | null;
  preferred_locales?: string[];
  shipping?: ShippingParams | null;
  source?: string | null;
  tax_exempt?: 'exempt' | 'none' | 'reverse' | null;
  default_source?: string | null;
  coupon?: string | null;
  promotion_code?: string | null;
}

const PREFIX_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const PREFIX_LENGTH = 8;
/** A fresh customer without anything, as seeds and calls fill it. */
export function blankCustomer(ids: StripeContext['ids'], created: number): Customer {
  return newCustomer({
    id: newId(ids, 'customer'),
    object: 'customer' as const,
    created,
    address: null,
    balance: 0,
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: ids.text(PREFIX_LENGTH, PREFIX_ALPHABET),
    invoice_settings: NO_INVOICE_SETTINGS,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none' as const,
  });
}

/** The fields of a customer that parameters set as they are. */
function plainFields(context: StripeContext, params: CustomerParams, current: Readonly<Customer>): Partial<Customer> {
  const { address, description, email, name, phone, preferred_locales, shipping, tax_exempt, invoice_prefix } = params;
  checkEmail(email);
  checkPrefix(context, invoice_prefix, current.id);
  return sent({
    address: address === undefined ? undefined : addressOf(address, current.address),
    balance: params.balance,
    // Recorded: a balance that is given has the account's currency (Kiln-AI/stripe_world, phase 6).
    currency: params.balance && current.currency === null ? accountCurrency(context) : undefined,
    description,
    email,
    invoice_prefix: invoice_prefix ?? undefined,
    metadata: mergeMetadata(current.metadata, params.metadata),
    name,
    next_invoice_sequence: params.next_invoice_sequence,
    phone,
    preferred_locales,
    shipping: shipping === undefined ? undefined : shippingOf(shipping),
    tax_exempt: tax_exempt === null ? 'none' : tax_exempt,
  }) as Partial<Customer>;
}

function invoiceSettings(context: StripeContext, customer: Readonly<Customer>, params: CustomerParams) {
  const { invoice_settings: settings } = params;
  if (!settings) return {};
  const { rendering_options: rendering, default_payment_method: id, ...rest } = settings;
  requireFewFields(settings.custom_fields, 'invoice_settings[custom_fields]');
  const where = 'invoice_settings[default_payment_method]';
  const method = id ? ownMethod(context, id, customer.id, where).id : id;
  return {
    invoice_settings: {
      ...customer.invoice_settings,
      ...rest,
      ...(method !== undefined && { default_payment_method: method }),
      ...(rendering !== undefined && {
        rendering_options: rendering && {
          amount_tax_display: rendering.amount_tax_display ?? null,
          template: rendering.template ?? null,
        },
      }),
    },
  };
}

/** A coupon or a promotion code for everything the customer is billed, as earlier API versions give one. */
function discountChange(context: StripeContext, id: string, { coupon, promotion_code }: CustomerParams): Partial<Customer> {
  if (coupon === null) return { discount: null };
  if (!coupon && !promotion_code) return {};
  const [discount] = discountsOf(context, [coupon ? { coupon } : { promotion_code }], { customer: id });
  const currency = discount && couponOf(context, discount)?.currency;
  if (currency) requireOneCurrency(context, id, currency);
  return { discount: discount ?? null };
}

export function createCustomer(context: StripeContext, params: CustomerParams): Readonly<Customer> {
  const { world } = context;
  const blank = blankCustomer(context.ids, seconds(context.now));
  const { id } = world.customers.insert(Object.assign(blank, plainFields(context, params, blank)));
  if (params.payment_method) attach(context, params.payment_method, id, 'payment_method');
  if (params.source) world.customers.update(id, { default_source: saveToken(context, params.source, id).id });
  const inserted = getCustomer(context, id);
  const change = { ...invoiceSettings(context, inserted, params), ...discountChange(context, id, params) };
  const customer = world.customers.update(id, change);
  emit(context, 'customer.created', customer);
  if (customer.discount) emit(context, 'customer.discount.created', customer.discount);
  return customer;
}

export function updateCustomer(context: StripeContext, id: string, params: CustomerParams): Readonly<Customer> {
  const before = getCustomer(context, id);
  const change: Partial<Customer> = {
    ...plainFields(context, params, before),
    ...invoiceSettings(context, before, params),
    ...discountChange(context, id, params),
  };
  if (params.source) change.default_source = saveToken(context, params.source, id).id;
  if (params.default_source) {
    attachedTo(context, params.default_source, id, 'default_source');
    change.default_source = params.default_source;
  }
  const after = changeCustomer(context, id, change);
  const [was, is] = [before.discount, after.discount];
  if (is && is.id !== was?.id)
    emit(context, was ? 'customer.discount.updated' : 'customer.discount.created', is, was ?? undefined);
  if (was && !is) emit(context, 'customer.discount.deleted', was);
  return after;
}

/** Stores a change of a customer and tells of it. */
export function changeCustomer(context: StripeContext, id: string, change: Partial<Customer>): Readonly<Customer> {
  const before = getCustomer(context, id);
  const after = context.world.customers.update(id, change);
  emitChange(context, 'customer.updated', after, before);
  return after;
}

/** The customer, or what is left of one that was deleted. */
export function retrieveCustomer(context: StripeContext, id: string): { object: string } {
  if (context.world.deleted_customers.has(id)) return { id, object: 'customer', deleted: true } as { object: string };
  return getCustomer(context, id);
}

/** Deletes for good: subscriptions end at once and payment methods can't be used again. */
export function deleteCustomer(context: StripeContext, id: string): void {
  const { world } = context;
  const customer = getCustomer(context, id);
  for (const subscription of world.subscriptions.by.customer.page(id)) {
    if (subscription.status !== 'canceled' && subscription.status !== 'incomplete_expired')
      endSubscription(context, subscription.id, {});
  }
  for (const method of world.payment_methods.by.customer.page(id)) detach(context, method.id);
  for (const item of world.invoiceitems.by.pending.page(id)) world.invoiceitems.remove(item.id);
  world.customers.remove(id);
  world.deleted_customers.insert({ id });
  emit(context, 'customer.deleted', customer);
}

export interface CustomerListParams extends ListParams {
  email?: string | null;
}

export function listCustomers({ world }: StripeContext, params: CustomerListParams): Page<Customer> {
  return listPage(listing(world.customers, 'customer', { by: { email: ['email', params.email] } }), params);
}

export interface BalanceTransactionParams {
  amount: number;
  currency: string;
  description?: string | null;
  metadata?: Metadata | null;
}

/** Moves a customer's balance: negative amounts are credit, positive ones are debt. */
export function adjustBalance(
  context: StripeContext,
  id: string,
  params: BalanceTransactionParams,
  more: { type?: CustomerBalanceTransaction['type']; invoice?: string } = {},
): Readonly<CustomerBalanceTransaction> {
  const customer = getCustomer(context, id);
  const currency = currencyOf(params.currency);
  if (customer.currency !== null && customer.currency !== currency) {
    throw new InvalidRequest(`The customer's balance is in ${customer.currency}, so it can't be adjusted in ${currency}.`, {
      param: 'currency',
    });
  }
  const balance = customer.balance + params.amount;
  changeCustomer(context, id, { balance, currency });
  return context.world.customer_balance_transactions.insert(
    inWireOrder<CustomerBalanceTransaction>({
      id: newId(context.ids, 'customer_balance_transaction'),
      object: 'customer_balance_transaction',
      amount: params.amount,
      checkout_session: null,
      created: seconds(context.now),
      credit_note: null,
      currency,
      customer: id,
      customer_account: null,
      description: params.description ?? null,
      ending_balance: balance,
      invoice: more.invoice ?? null,
      livemode: false,
      metadata: mergeMetadata({}, params.metadata),
      type: more.type ?? 'adjustment',
    }),
  );
}

/** One line of a customer's balance. */
export function getBalanceTransactionOf(
  { world }: StripeContext,
  customer: string,
  id: string,
): Readonly<CustomerBalanceTransaction> {
  const found = world.customer_balance_transactions.get(id);
  if (found?.customer !== customer) throw new NoSuchObject('customer balance transaction', id);
  return found;
}

export function updateBalanceTransaction(
  context: StripeContext,
  customer: string,
  id: string,
  params: { description?: string | null; metadata?: Metadata | null },
): Readonly<CustomerBalanceTransaction> {
  const before = getBalanceTransactionOf(context, customer, id);
  const metadata = mergeMetadata(before.metadata, params.metadata);
  return context.world.customer_balance_transactions.update(id, sent({ description: params.description, metadata }));
}

export interface BalanceTransactionListParams extends ListParams {
  invoice?: string | null;
}

export function listBalanceTransactionsOf(
  context: StripeContext,
  customer: string,
  params: BalanceTransactionListParams,
): Page<CustomerBalanceTransaction> {
  getCustomer(context, customer);
  const narrowing = { by: { customer: ['customer', customer] }, equal: { invoice: params.invoice } } as const;
  return listPage(listing(context.world.customer_balance_transactions, 'customer balance transaction', narrowing), params);
}

/** Takes the discount off a customer. */
export function removeDiscount(context: StripeContext, id: string): object {
  const { discount } = getCustomer(context, id);
  if (!discount) throw new InvalidRequest(`Customer ${id} has no discount.`, { status: 404, code: 'resource_missing' });
  changeCustomer(context, id, { discount: null });
  emit(context, 'customer.discount.deleted', discount);
  return { ...wire(context, discount), deleted: true };
}
