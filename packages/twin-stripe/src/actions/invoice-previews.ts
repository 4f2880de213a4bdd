import { MissingParameter } from '../errors.ts';
import { wire } from '../render/wire.ts';
import type { Price, Recurring, StripeContext, Subscription } from '../world.ts';
import type { DiscountParams } from './discounts.ts';
import { createInvoiceItem, type InvoiceItemParams } from './invoice-lines.ts';
import { createInvoice, setDiscounts } from './invoices.ts';
import { getCustomer, getInvoice } from './lookups.ts';
import { periodEnd } from './periods.ts';
import { invoiceItems } from './subscription-invoices.ts';
import { changeItem, type Prorating, prorating } from './subscription-items.ts';
import { getSubscription } from './subscription-states.ts';
import { createSubscription, type ItemParams, type SubscriptionParams } from './subscriptions.ts';

type PreviewedItem = Omit<InvoiceItemParams, 'customer' | 'invoice' | 'pricing' | 'subscription'>;

export interface PreviewParams {
  currency?: string | null;
  customer?: string | null;
  discounts?: DiscountParams[] | null;
  invoice_items?: PreviewedItem[];
  subscription?: string | null;
  subscription_details?: Pick<SubscriptionParams, 'default_tax_rates' | 'proration_behavior' | 'proration_date'> & {
    items?: ItemParams[];
  };
}

/** Carries a preview out of what is undone. */
class Previewed extends Error {
  readonly invoice: object;

  constructor(invoice: object) {
    super();
    this.invoice = invoice;
  }
}

/** The invoice that changes would lead to; nothing of them stays (docs: Invoices, "Create a preview invoice"). */
export function previewInvoice(context: StripeContext, params: PreviewParams): object {
  try {
    return context.savepoint(() => {
      const id = invoiceAhead(context, params);
      const { customer } = getInvoice(context, id);
      if (params.discounts !== undefined) setDiscounts(context, id, getCustomer(context, customer), params.discounts);
      throw new Previewed({
        ...wire(context, getInvoice(context, id)),
        ...{ id: `upcoming_${id}`, hosted_invoice_url: null, invoice_pdf: null, number: null, status: 'draft' },
      });
    });
  } catch (error) {
    if (error instanceof Previewed) return error.invoice;
    throw error;
  }
}

function invoiceAhead(context: StripeContext, params: PreviewParams): string {
  const { subscription_details: details = {} } = params;
  if (params.subscription) return nextInvoice(context, getSubscription(context, params.subscription, 'subscription'), params);
  if (!params.customer) throw new MissingParameter('customer');
  addItems(context, params.customer, params.invoice_items);
  if (!details.items) {
    const currency = params.currency ? { currency: params.currency } : {};
    return createInvoice(context, { ...currency, customer: params.customer, pending_invoice_items_behavior: 'include' }).id;
  }
  const made = createSubscription(context, {
    customer: params.customer,
    items: details.items,
    payment_behavior: 'default_incomplete',
    ...(details.default_tax_rates !== undefined && { default_tax_rates: details.default_tax_rates }),
  });
  return made.latest_invoice as string;
}

function addItems(context: StripeContext, customer: string, items: readonly PreviewedItem[] = [], subscription?: string): void {
  for (const item of items)
    createInvoiceItem(context, { ...item, customer, ...(subscription !== undefined && { subscription }) });
}

/** The invoice of a subscription's next period, after changes of its items. */
function nextInvoice(context: StripeContext, subscription: Readonly<Subscription>, params: PreviewParams): string {
  const { subscription_details: details = {} } = params;
  const proration = prorating(context, subscription, details);
  addItems(context, subscription.customer, params.invoice_items, subscription.id);
  for (const [at, item] of (details.items ?? []).entries())
    changeItem(context, subscription, item, `subscription_details[items][${at}]`, proration);
  renewItems(context, subscription, proration);
  return invoiceItems(context, getSubscription(context, subscription.id), 'subscription_cycle').id;
}

/** Moves items on to their next period, but those whose period has just begun. */
function renewItems({ world }: StripeContext, subscription: Readonly<Subscription>, { renewed }: Prorating): void {
  if (subscription.status === 'trialing') world.subscriptions.update(subscription.id, { status: 'active' });
  for (const item of world.subscription_items.by.subscription.page(subscription.id)) {
    if (renewed.some(({ id }) => id === item.id)) continue;
    const price = world.prices.get(item.price) as Readonly<Price>;
    const start = item.current_period_end;
    const end = periodEnd(start, price.recurring as Recurring);
    world.subscription_items.update(item.id, { current_period_start: start, current_period_end: end });
  }
}
