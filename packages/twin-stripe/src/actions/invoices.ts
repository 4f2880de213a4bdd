import { InvalidParameter, InvalidRequest, MissingParameter, Unsupported } from '../errors.ts';
import { newId } from '../ids.ts';
import {
  type BillingReason,
  type Customer,
  type Invoice,
  type InvoiceLineItem,
  type Metadata,
  newInvoice,
  type StripeContext,
  type Subscription,
  seconds,
  type TaxRate,
} from '../world.ts';
import { currencyOf } from './amounts.ts';
import { type DiscountParams, discountsOf, type Order } from './discounts.ts';
import { emit, emitChange } from './emit.ts';
import { addLine, subscriptionOf } from './invoice-lines.ts';
import { total } from './invoice-totals.ts';
import { type ListParams, listing, listPage, type Page, pageOf, type Range, within } from './list.ts';
import { accountCurrency, getCustomer, getInvoice, getObject } from './lookups.ts';
import { requireEmail } from './mailing-rule.ts';
import { mergeMetadata, sent } from './metadata.ts';
import { attachedTo } from './payment-method-sources.ts';
import { DAY_SECONDS } from './periods.ts';
import { requireSubscriber } from './subscriber-rule.ts';
import { ratesNamed } from './tax-rates.ts';

export interface InvoiceParams {
  auto_advance?: boolean;
  automatic_tax?: { enabled: boolean };
  collection_method?: Invoice['collection_method'];
  currency?: string | null;
  custom_fields?: { name: string; value: string }[] | null;
  customer?: string | null;
  days_until_due?: number;
  default_payment_method?: string | null;
  default_tax_rates?: string[] | null;
  description?: string | null;
  discounts?: DiscountParams[] | null;
  due_date?: number;
  footer?: string | null;
  metadata?: Metadata | null;
  number?: string | null;
  pending_invoice_items_behavior?: 'exclude' | 'include';
  statement_descriptor?: string | null;
  subscription?: string | null;
}

export interface InvoiceDraft {
  customer: Readonly<Customer>;
  currency: string;
  reason: BillingReason;
  subscription?: Readonly<Subscription>;
  collection_method?: Invoice['collection_method'];
  auto_advance?: boolean;
  due_date?: number | null;
  description?: string | null;
  custom_fields?: Invoice['custom_fields'];
  footer?: string | null;
  metadata?: Metadata;
  number?: string | null;
  default_payment_method?: string | null;
  default_tax_rates?: readonly TaxRate[];
  statement_descriptor?: string | null;
}

/** docs: Invoices, `custom_fields`: "A list of up to 4 custom fields to be displayed on the invoice"; customers have as many. */
const MOST_CUSTOM_FIELDS = 4;

/** @throws for more custom fields than an invoice shows. The sentence is the twin's own. */
export function requireFewFields(fields: readonly unknown[] | null | undefined, param: string): void {
  if ((fields?.length ?? 0) > MOST_CUSTOM_FIELDS)
    throw new InvalidParameter(`${param} can have up to ${MOST_CUSTOM_FIELDS} entries.`, { param });
}

/** An invoice without a line. */
export function draftInvoice(context: Pick<StripeContext, 'ids' | 'now'>, draft: InvoiceDraft): Invoice {
  const { customer, subscription } = draft;
  const now = seconds(context.now);
  return newInvoice({
    id: newId(context.ids, 'invoice'),
    object: 'invoice' as const,
    amount_due: 0,
    amount_paid: 0,
    amount_remaining: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: draft.auto_advance ?? false,
    billing_reason: draft.reason,
    collection_method: draft.collection_method ?? ('charge_automatically' as const),
    created: now,
    currency: draft.currency,
    // docs: Customers, `invoice_settings`: "Default custom fields to be displayed on invoices for this customer", and the footer.
    custom_fields: draft.custom_fields === undefined ? customer.invoice_settings.custom_fields : draft.custom_fields,
    customer: customer.id,
    customer_address: customer.address,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: customer.phone,
    customer_tax_exempt: customer.tax_exempt,
    default_payment_method: draft.default_payment_method ?? null,
    default_tax_rates: draft.default_tax_rates ?? subscription?.default_tax_rates ?? [],
    description: draft.description ?? null,
    discounts: [],
    due_date: draft.due_date ?? null,
    effective_at: null,
    ending_balance: null,
    footer: draft.footer === undefined ? customer.invoice_settings.footer : draft.footer,
    hosted_invoice_url: null,
    invoice_pdf: null,
    metadata: draft.metadata ?? {},
    number: draft.number ?? null,
    parent: subscription
      ? {
          quote_details: null,
          subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
          type: 'subscription_details' as const,
        }
      : null,
    period_end: now,
    period_start: now,
    rendering: subscription
      ? null
      : { amount_tax_display: null, pdf: { page_size: 'auto' as const }, template: null, template_version: null },
    starting_balance: customer.balance,
    statement_descriptor: draft.statement_descriptor ?? null,
    status: 'draft' as const,
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: 0,
    subtotal_excluding_tax: 0,
    total: 0,
    total_discount_amounts: [],
    total_excluding_tax: 0,
    // docs: Invoices, `webhooks_delivered_at`: "if the invoice had no webhooks to deliver, this will match `created`"
    webhooks_delivered_at: now,
  });
}

function dueDate(context: StripeContext, params: InvoiceParams): number | null {
  if (params.due_date !== undefined) return params.due_date;
  return params.days_until_due === undefined ? null : seconds(context.now) + params.days_until_due * DAY_SECONDS;
}

function requireDueOnlyByHand(method: Invoice['collection_method'] | undefined, due: number | null): void {
  const byHand = method === 'send_invoice';
  if (byHand && due === null)
    throw new InvalidRequest("If invoice collection method is 'send_invoice', you must specify 'due_date' or 'days_until_due'.");
  if (!byHand && due !== null)
    throw new InvalidRequest(
      "You can only specify 'due_date' or 'days_until_due' if invoice collection method is 'send_invoice'.",
    );
}

/** When an invoice is due after a change: one that is charged isn't, and says so when it becomes one. */
function changedDue(context: StripeContext, before: Readonly<Invoice>, params: InvoiceParams): number | null {
  const method = params.collection_method ?? before.collection_method;
  const asked = dueDate(context, params);
  if (method !== 'send_invoice' && asked === null) return null;
  const due = asked ?? before.due_date;
  requireDueOnlyByHand(method, due);
  if (params.collection_method !== undefined) requireEmail(getCustomer(context, before.customer), method);
  return due;
}

export function createInvoice(context: StripeContext, params: InvoiceParams): Readonly<Invoice> {
  const { world } = context;
  if (params.automatic_tax?.enabled) throw new Unsupported('automatic tax', 'automatic_tax');
  requireFewFields(params.custom_fields, 'custom_fields');
  const subscription = params.subscription
    ? getObject(world.subscriptions, 'subscription', params.subscription, 'subscription')
    : undefined;
  const customerId = params.customer ?? subscription?.customer;
  if (!customerId) throw new MissingParameter('customer');
  const customer = getCustomer(context, customerId, 'customer');
  if (subscription) requireSubscriber(subscription, customer.id);
  const due_date = dueDate(context, params);
  requireDueOnlyByHand(params.collection_method, due_date);
  requireEmail(customer, params.collection_method);
  const waiting = params.pending_invoice_items_behavior === 'include' ? world.invoiceitems.by.pending.page(customer.id) : [];
  // docs: Invoices, "Create", `subscription`: "the created invoice will only include pending invoice items for that subscription"
  const pending = waiting.filter((item) => !subscription || subscriptionOf(item) === subscription.id);
  const currency = params.currency
    ? currencyOf(params.currency)
    : (pending[0]?.currency ?? customer.currency ?? accountCurrency(context));
  if (params.default_payment_method) attachedTo(context, params.default_payment_method, customer.id, 'default_payment_method');
  const draft = draftInvoice(context, {
    customer,
    currency,
    reason: 'manual',
    due_date,
    metadata: mergeMetadata({}, params.metadata),
    ...(subscription && { subscription }),
    ...sent({
      collection_method: params.collection_method,
      auto_advance: params.auto_advance,
      custom_fields: params.custom_fields,
      description: params.description,
      footer: params.footer,
      number: params.number,
      default_payment_method: params.default_payment_method,
      default_tax_rates: ratesNamed(context, params.default_tax_rates, 'default_tax_rates'),
      statement_descriptor: params.statement_descriptor,
    }),
  });
  const { id } = world.invoices.insert(draft);
  const amount = sumOf(pending.filter((one) => one.currency === currency));
  setDiscounts(context, id, customer, params.discounts, amount > 0 ? { amount, currency } : undefined);
  for (const item of newestFirst(pending.filter((one) => one.currency === currency))) {
    addLine(context, id, world.invoiceitems.update(item.id, { invoice: id }));
  }
  const made = getInvoice(context, id);
  emit(context, 'invoice.created', made);
  return made;
}

/** As `lines` begins: items that waited, the newest first (docs: Invoices, `lines`). Those of one second keep their order. */
export const newestFirst = <T extends { date: number }>(items: readonly T[]): T[] =>
  items.toSorted((one, other) => other.date - one.date);

const sumOf = (items: readonly { amount: number }[]): number => items.reduce((sum, { amount }) => sum + amount, 0);

/** Discounts of the invoice's own, else the customer's; an empty list means none. */
export function setDiscounts(
  context: StripeContext,
  id: string,
  customer: Readonly<Customer>,
  params: DiscountParams[] | null | undefined,
  order?: Order,
): void {
  const { world } = context;
  const inherited = customer.discount && world.discounts.has(customer.discount.id) ? [customer.discount.id] : [];
  const discounts =
    params === undefined
      ? inherited
      : discountsOf(context, params ?? [], { customer: customer.id, invoice: id }, order, getInvoice(context, id).currency).map(
          (one) => one.id,
        );
  world.invoices.update(id, { discounts });
  total(context, id);
}

/** In the words of https://github.com/stripe/stripe-php/issues/1105 */
function requireChangeable(invoice: Readonly<Invoice>, param: string): void {
  if (invoice.status === 'draft') return;
  throw new InvalidRequest("Finalized invoices can't be updated in this way", { code: 'invoice_not_editable', param });
}

/** The words of refusals by status are Stripe's, which gives no code (recorded: Kiln-AI/stripe_world, phase 13). */
export function requireDraft(invoice: Readonly<Invoice>, message: string): void {
  if (invoice.status !== 'draft') throw new InvalidRequest(message);
}

const ONLY_IN_DRAFT = [
  'default_tax_rates',
  'collection_method',
  'days_until_due',
  'discounts',
  'due_date',
  'statement_descriptor',
  'description',
  'footer',
  'custom_fields',
  'number',
] as const;

export function updateInvoice(context: StripeContext, id: string, params: InvoiceParams): Readonly<Invoice> {
  if (params.automatic_tax?.enabled) throw new Unsupported('automatic tax', 'automatic_tax');
  requireFewFields(params.custom_fields, 'custom_fields');
  const before = getInvoice(context, id);
  const fixed = ONLY_IN_DRAFT.find((name) => params[name] !== undefined);
  if (fixed) requireChangeable(before, fixed);
  if (params.default_payment_method)
    attachedTo(context, params.default_payment_method, before.customer, 'default_payment_method');
  const due_date = changedDue(context, before, params);
  context.world.invoices.update(id, {
    ...sent({
      auto_advance: params.auto_advance,
      collection_method: params.collection_method,
      default_payment_method: params.default_payment_method,
      default_tax_rates: ratesNamed(context, params.default_tax_rates, 'default_tax_rates'),
      custom_fields: params.custom_fields,
      description: params.description,
      footer: params.footer,
      number: params.number,
      statement_descriptor: params.statement_descriptor,
    }),
    due_date,
    metadata: mergeMetadata(before.metadata, params.metadata),
  });
  if (params.discounts !== undefined)
    setDiscounts(context, id, getCustomer(context, before.customer), params.discounts, {
      amount: before.subtotal,
      currency: before.currency,
    });
  else if (params.default_tax_rates !== undefined) total(context, id);
  const after = getInvoice(context, id);
  emitChange(context, 'invoice.updated', after, before);
  return after;
}

/** Only a draft that is nobody's subscription can go. Its items go with it: Stripe was seen not to release them (Kiln-AI/stripe_world, phase 13). */
export function deleteInvoice(context: StripeContext, id: string): void {
  const { world } = context;
  const invoice = getInvoice(context, id);
  requireDraft(invoice, 'You can only delete draft invoices.');
  if (invoice.parent !== null) throw new InvalidRequest("You can't delete invoices created by subscriptions.");
  for (const line of world.invoice_line_items.by.invoice.page(id)) world.invoice_line_items.remove(line.id);
  for (const item of world.invoiceitems.by.invoice.page(id)) world.invoiceitems.remove(item.id);
  world.invoices.remove(id);
  emit(context, 'invoice.deleted', invoice);
}

export interface InvoiceListParams extends ListParams {
  collection_method?: string;
  customer?: string | null;
  due_date?: Range;
  status?: string;
  subscription?: string | null;
}

/** docs: List all invoices: "Throws an error if the customer ID is invalid." */
export function listInvoices(context: StripeContext, params: InvoiceListParams): Page<Invoice> {
  const { world } = context;
  if (params.customer) getCustomer(context, params.customer, 'customer');
  const { customer, due_date: due, status, subscription } = params;
  const matches = (invoice: Readonly<Invoice>): boolean =>
    (!subscription || invoice.parent?.subscription_details.subscription === subscription) &&
    (due === undefined || within(invoice.due_date, due));
  const narrowing = {
    by: { customer: ['customer', customer] },
    equal: { collection_method: params.collection_method, status },
    matches: subscription || due !== undefined ? matches : undefined,
  } as const;
  return listPage(listing(world.invoices, 'invoice', narrowing), params);
}

/** The lines of an invoice, in the order in which they stand on it. */
export function listInvoiceLines(context: StripeContext, id: string, params: ListParams): Page<InvoiceLineItem> {
  const { world } = context;
  getInvoice(context, id);
  return pageOf(world.invoice_line_items.by.invoice.page(id), 'line item', params);
}
