import { InvalidParameter, InvalidRequest, MissingParameter } from '../errors.ts';
import { newId } from '../ids.ts';
import {
  type Invoice,
  type InvoiceItem,
  type Metadata,
  newInvoiceItem,
  newInvoiceLineItem,
  type Period,
  type Price,
  type Pricing,
  type Product,
  type StripeContext,
  seconds,
  type TaxRate,
} from '../world.ts';
import { currencyOf } from './amounts.ts';
import { createPrice, getPrice, type PriceData } from './catalog.ts';
import { requireOneCurrency } from './currency-rule.ts';
import { type DiscountParams, discountsOf } from './discounts.ts';
import { emit } from './emit.ts';
import { total } from './invoice-totals.ts';
import { type ListParams, listPage, type Page } from './list.ts';
import { getCustomer, getInvoice, getObject } from './lookups.ts';
import { mergeMetadata, sent } from './metadata.ts';
import { requireSubscriber } from './subscriber-rule.ts';
import { ratesNamed } from './tax-rates.ts';

export interface InvoiceItemParams {
  amount?: number;
  currency?: string | null;
  customer?: string | null;
  description?: string | null;
  discountable?: boolean;
  discounts?: DiscountParams[] | null;
  invoice?: string | null;
  metadata?: Metadata | null;
  period?: Period;
  price_data?: PriceData;
  pricing?: { price?: string | null };
  /** The older form of `pricing[price]`. */
  price?: string | null;
  /** The older form of `unit_amount_decimal`. */
  unit_amount?: number;
  quantity?: number;
  subscription?: string | null;
  tax_rates?: string[] | null;
  unit_amount_decimal?: number;
}

/** What a quantity of a price costs, to the nearest minor unit. */
export const costOf = (price: Readonly<Price>, quantity: number): number =>
  Math.round(Number(price.unit_amount_decimal) * quantity);

/** How many of what, e.g. `10 seat × Plan` where the product has a unit label (recorded: pay-rails/pay, test/vcr_cassettes). */
export const soldText = (quantity: number, product: Readonly<Product> | undefined, fallback: string): string =>
  `${quantity} ${product?.unit_label ? `${product.unit_label} ` : ''}× ${product?.name ?? fallback}`;

export const pricingOf = (price: Readonly<Price>): Pricing => ({
  price_details: { price: price.id, product: price.product },
  type: 'price_details',
  unit_amount_decimal: price.unit_amount_decimal,
});

export const getInvoiceItem = ({ world }: StripeContext, id: string): Readonly<InvoiceItem> =>
  getObject(world.invoiceitems, 'invoiceitem', id);

function draftOf(context: StripeContext, id: string, param: string): Readonly<Invoice> {
  const invoice = getInvoice(context, id, param);
  if (invoice.status === 'draft') return invoice;
  throw new InvalidRequest('You can only add invoice items to draft invoices; this invoice has already been finalized.', {
    code: 'invoice_not_editable',
    param,
  });
}

interface Cost {
  amount: number;
  currency: string;
  pricing: Pricing | null;
  description: string | null;
}

/** docs: Invoice items, `period.end`: "which must be greater than or equal to the start". The sentence is the twin's own. */
function requirePeriod({ period }: InvoiceItemParams): void {
  if (period && period.end < period.start)
    throw new InvalidParameter('The end of the period must not be before its start.', { param: 'period[end]' });
}

/** An amount is the whole of it (the words: Kiln-AI/stripe_world, phase 13, of the lines of an invoice). */
function requireOneCost({ amount, ...params }: InvoiceItemParams): void {
  if (amount === undefined) return;
  const others = ['pricing', 'price', 'price_data', 'quantity', 'unit_amount', 'unit_amount_decimal'] as const;
  const other = others.find((name) => params[name] !== undefined && params[name] !== null);
  if (other === undefined) return;
  throw new InvalidParameter(`You may only specify one of these parameters: amount, ${other}.`, { param: 'amount' });
}

/** What an item costs: by a price, by a unit amount, or by an amount alone. */
function costFor(context: StripeContext, params: InvoiceItemParams, fallback: string | null): Cost {
  const quantity = params.quantity ?? 1;
  const priceId = params.pricing?.price ?? params.price;
  if (priceId || params.price_data) {
    const price = priceId ? getPrice(context, priceId, 'pricing[price]') : createPrice(context, params.price_data ?? {});
    if (price.type === 'recurring') {
      throw new InvalidRequest(
        'The price specified is set to `type=recurring` but this field only accepts prices with `type=one_time`.',
        { param: 'pricing[price]' },
      );
    }
    // docs: Prices, `active`: "Whether the price can be used for new purchases."
    if (!price.active)
      throw new InvalidRequest('The price specified is inactive. This field only accepts active prices.', {
        param: 'pricing[price]',
      });
    const description = context.world.products.get(price.product)?.name ?? null;
    return { amount: costOf(price, quantity), currency: price.currency, pricing: pricingOf(price), description };
  }
  const unit = params.unit_amount_decimal ?? params.unit_amount;
  const amount = params.amount ?? (unit === undefined ? undefined : Math.round(unit * quantity));
  if (amount === undefined)
    throw new MissingParameter('amount', 'You must specify one of: amount, pricing, price_data or unit_amount_decimal.');
  const currency = params.currency ?? fallback;
  if (!currency) throw new MissingParameter('currency');
  return { amount, currency: currencyOf(currency), pricing: null, description: null };
}

export function createInvoiceItem(context: StripeContext, params: InvoiceItemParams): Readonly<InvoiceItem> {
  const { world } = context;
  requireOneCost(params);
  requirePeriod(params);
  const invoice = params.invoice ? draftOf(context, params.invoice, 'invoice') : undefined;
  const customerId = params.customer ?? invoice?.customer;
  if (!customerId) throw new MissingParameter('customer');
  const customer = getCustomer(context, customerId, 'customer');
  if (invoice && invoice.customer !== customer.id) {
    throw new InvalidRequest(`The invoice ${invoice.id} belongs to another customer.`, { param: 'invoice' });
  }
  if (params.subscription) {
    requireSubscriber(getObject(world.subscriptions, 'subscription', params.subscription, 'subscription'), customer.id);
    requireOwnInvoice(invoice, params.subscription);
  }
  const cost = costFor(context, params, invoice?.currency ?? customer.currency);
  if (invoice && invoice.currency !== cost.currency) {
    throw new InvalidRequest(
      `The currency of the invoice is ${invoice.currency}, so an item in ${cost.currency} can't be added.`,
      {
        param: 'currency',
      },
    );
  }
  if (!invoice) requireOneCurrency(context, customer.id, cost.currency);
  const made = storeItem(context, {
    ...cost,
    customer: customer.id,
    description: params.description ?? cost.description,
    discountable: params.discountable ?? true,
    invoice: invoice?.id ?? null,
    metadata: mergeMetadata({}, params.metadata),
    period: params.period ?? { end: seconds(context.now), start: seconds(context.now) },
    quantity: params.quantity ?? 1,
    subscription: params.subscription ?? null,
    tax_rates: ratesNamed(context, params.tax_rates, 'tax_rates') ?? [],
  });
  const discounts = itemDiscounts(context, made, params.discounts);
  const item = discounts ? world.invoiceitems.update(made.id, { discounts }) : made;
  if (invoice) addLine(context, invoice.id, item);
  return item;
}

/** The invoices of other subscriptions ignore a subscription's items (docs: Invoice items, `subscription`). The sentence is the twin's own. */
function requireOwnInvoice(invoice: Readonly<Invoice> | undefined, subscription: string): void {
  const billed = invoice?.parent?.subscription_details.subscription;
  if (billed === undefined || billed === subscription) return;
  throw new InvalidRequest(`The invoice ${invoice?.id} belongs to another subscription.`, { param: 'subscription' });
}

/** An item keeps its currency, which is that of its invoice or of all that waits to be billed. The sentence is the twin's own. */
function requireSameCurrency(item: Readonly<InvoiceItem>, cost: Cost | undefined): void {
  if (cost === undefined || cost.currency === item.currency) return;
  throw new InvalidRequest(`The price specified is in ${cost.currency}, but the invoice item is in ${item.currency}.`, {
    param: 'pricing[price]',
  });
}

/** The discounts that an item has of its own; undefined where nothing was said of them. */
function itemDiscounts(
  context: StripeContext,
  { id, amount, currency, customer }: Readonly<InvoiceItem>,
  params: DiscountParams[] | null | undefined,
): string[] | undefined {
  if (params === undefined) return undefined;
  return discountsOf(context, params ?? [], { customer, invoice_item: id }, { amount, currency }).map((one) => one.id);
}

export interface ItemDraft extends Cost {
  customer: string;
  discountable: boolean;
  invoice: string | null;
  metadata: Metadata;
  period: Period;
  quantity: number;
  subscription: string | null;
  subscription_item?: string;
  proration?: boolean;
  tax_rates?: readonly TaxRate[];
}

/** Puts an item down; without an invoice it waits for the customer's next one. */
export function storeItem(
  context: StripeContext,
  { subscription, subscription_item, ...draft }: ItemDraft,
): Readonly<InvoiceItem> {
  const details = subscription === null ? null : { subscription, ...(subscription_item !== undefined && { subscription_item }) };
  const made = context.world.invoiceitems.insert(
    newInvoiceItem({
      id: newId(context.ids, 'invoiceitem'),
      object: 'invoiceitem' as const,
      date: seconds(context.now),
      net_amount: draft.amount,
      parent: details && { subscription_details: details, type: 'subscription_details' as const },
      proration: false,
      quantity_decimal: String(draft.quantity),
      ...draft,
    }),
  );
  emit(context, 'invoiceitem.created', made);
  return made;
}

/** The subscription that an item is for, which alone bills it. */
export const subscriptionOf = (item: Readonly<InvoiceItem>): string | undefined => item.parent?.subscription_details.subscription;

/** The line that shows an item on an invoice. */
export function addLine(context: StripeContext, invoice: string, item: Readonly<InvoiceItem>): void {
  const { amount, currency, description, discountable, discounts, metadata, period, pricing, quantity } = item;
  context.world.invoice_line_items.insert(
    newInvoiceLineItem({
      id: newId(context.ids, 'invoice_line_item'),
      object: 'line_item' as const,
      amount,
      currency,
      description,
      discountable,
      discounts,
      invoice,
      metadata,
      parent: {
        invoice_item_details: {
          invoice_item: item.id,
          proration: item.proration,
          proration_details: { credited_items: null },
          subscription: item.parent?.subscription_details.subscription ?? null,
        },
        subscription_item_details: null,
        type: 'invoice_item_details' as const,
      },
      period,
      pricing,
      quantity,
      quantity_decimal: String(quantity),
      subscription: item.parent?.subscription_details.subscription ?? null,
      subtotal: amount,
    }),
  );
  total(context, invoice);
}

function lineOf({ world }: StripeContext, item: Readonly<InvoiceItem>) {
  if (item.invoice === null) return undefined;
  const lines = world.invoice_line_items.by.invoice.page(item.invoice);
  return lines.find((line) => (line.parent.invoice_item_details as { invoice_item?: string } | null)?.invoice_item === item.id);
}

function requireEditable(context: StripeContext, item: Readonly<InvoiceItem>): void {
  const invoice = item.invoice === null ? undefined : context.world.invoices.get(item.invoice);
  if (!invoice || invoice.status === 'draft') return;
  throw new InvalidRequest('This invoice item is attached to an invoice that is no longer editable.', {
    code: 'invoice_not_editable',
  });
}

export function updateInvoiceItem(context: StripeContext, id: string, params: InvoiceItemParams): Readonly<InvoiceItem> {
  const { world } = context;
  const before = getInvoiceItem(context, id);
  requireEditable(context, before);
  requireOneCost(params);
  requirePeriod(params);
  const priced =
    params.amount !== undefined ||
    params.pricing ||
    params.price ||
    params.price_data ||
    params.unit_amount !== undefined ||
    params.unit_amount_decimal !== undefined;
  const quantity = params.quantity ?? before.quantity;
  const requantified = params.quantity !== undefined && before.pricing !== null && !priced;
  const again: InvoiceItemParams = {
    ...params,
    quantity,
    ...(requantified && { pricing: { price: before.pricing?.price_details.price ?? null } }),
  };
  const cost = priced || requantified ? costFor(context, again, before.currency) : undefined;
  requireSameCurrency(before, cost);
  const after = world.invoiceitems.update(id, {
    ...sent({ description: params.description, discountable: params.discountable, period: params.period }),
    ...sent({
      discounts: itemDiscounts(context, before, params.discounts),
      tax_rates: ratesNamed(context, params.tax_rates, 'tax_rates'),
    }),
    ...(cost && { amount: cost.amount, net_amount: cost.amount, pricing: cost.pricing }),
    quantity,
    quantity_decimal: String(quantity),
    metadata: mergeMetadata(before.metadata, params.metadata),
  });
  const line = lineOf(context, before);
  if (line && after.invoice !== null) {
    const { amount, description, discountable, discounts, metadata, period, pricing } = after;
    const change = { amount, subtotal: amount, description, discountable, discounts, metadata, period, pricing };
    world.invoice_line_items.update(line.id, { ...change, quantity, quantity_decimal: String(quantity) });
    total(context, after.invoice);
  }
  return after;
}

export function deleteInvoiceItem(context: StripeContext, id: string): void {
  const { world } = context;
  const item = getInvoiceItem(context, id);
  requireEditable(context, item);
  const line = lineOf(context, item);
  if (line) world.invoice_line_items.remove(line.id);
  world.invoiceitems.remove(id);
  if (item.invoice !== null) total(context, item.invoice);
  emit(context, 'invoiceitem.deleted', item);
}

export interface InvoiceItemListParams extends ListParams {
  customer?: string | null;
  invoice?: string | null;
  pending?: boolean;
}

export function listInvoiceItems({ world }: StripeContext, params: InvoiceItemListParams): Page<InvoiceItem> {
  const { by } = world.invoiceitems;
  const narrow = params.invoice
    ? { reader: by.invoice, group: params.invoice }
    : params.customer
      ? { reader: by.customer, group: params.customer }
      : { reader: by.all, group: 'all' };
  const matches = (item: Readonly<InvoiceItem>): boolean =>
    (!params.customer || item.customer === params.customer) &&
    (params.pending === undefined || (item.invoice === null) === params.pending);
  const instant = ({ date }: Readonly<InvoiceItem>): number => date;
  return listPage({ collection: world.invoiceitems, object: 'invoiceitem', ...narrow, instant, matches }, params);
}
