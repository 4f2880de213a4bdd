import { CardDeclined, InvalidRequest } from '../errors.ts';
import { newId } from '../ids.ts';
import {
  type Invoice,
  newInvoiceLineItem,
  type Price,
  type StripeContext,
  type Subscription,
  type SubscriptionItem,
  seconds,
} from '../world.ts';
import { findCustomer } from './customers.ts';
import { emit } from './emit.ts';
import { addLine, costOf, pricingOf, total } from './invoice-lines.ts';
import { payInvoice } from './invoice-states.ts';
import { draftInvoice, findInvoice, setDiscounts } from './invoices.ts';
import { DAY_SECONDS } from './subscriptions.ts';

/** Takes the first payment. A refusal leaves the subscription incomplete, or undoes it where that was asked for. */
export function collect(context: StripeContext, invoice: string, strict: boolean): void {
  if (findInvoice(context, invoice).status === 'paid') return;
  try {
    payInvoice(context, invoice, {});
  } catch (error) {
    if (!(error instanceof CardDeclined)) throw error;
    // An `InvalidRequest` rolls the whole call back, as "error_if_incomplete" wants it.
    if (strict) throw new InvalidRequest(error.message, { ...error.error, type: 'card_error', status: 402 });
  }
}

/** The invoice of a subscription's items for their current periods. */
export function invoiceItems(
  context: StripeContext,
  subscription: Readonly<Subscription>,
  reason: Invoice['billing_reason'],
): Readonly<Invoice> {
  const { world } = context;
  const customer = findCustomer(context, subscription.customer);
  const byHand = subscription.collection_method === 'send_invoice';
  const { id } = world.invoices.insert(
    draftInvoice(context, {
      customer,
      currency: subscription.currency,
      reason,
      subscription,
      collection_method: subscription.collection_method,
      auto_advance: true,
      due_date: byHand ? seconds(context) + (subscription.days_until_due ?? 0) * DAY_SECONDS : null,
    }),
  );
  const items = world.subscription_items.by.bySubscription.page(subscription.id);
  if (reason !== 'subscription_update') for (const item of items) addItemLine(context, id, subscription, item);
  for (const item of world.invoiceitems.by.pending.page(customer.id)) {
    if (item.currency === subscription.currency) addLine(context, id, world.invoiceitems.update(item.id, { invoice: id }));
  }
  if (subscription.discounts.length > 0) {
    world.invoices.update(id, { discounts: subscription.discounts });
    total(context, id);
  } else setDiscounts(context, id, customer, undefined);
  const made = findInvoice(context, id);
  emit(context, 'invoice.created', made);
  return made;
}

function addItemLine(
  context: StripeContext,
  invoice: string,
  subscription: Readonly<Subscription>,
  item: Readonly<SubscriptionItem>,
): void {
  const { world } = context;
  const price = world.prices.get(item.price) as Readonly<Price>;
  const name = world.products.get(price.product)?.name ?? price.product;
  const trial = subscription.status === 'trialing';
  const amount = trial ? 0 : costOf(price, item.quantity);
  const per =
    price.recurring?.interval_count === 1
      ? price.recurring.interval
      : `${price.recurring?.interval_count} ${price.recurring?.interval}s`;
  world.invoice_line_items.insert(
    newInvoiceLineItem({
      id: newId(context.ids, 'invoice_line_item'),
      object: 'line_item' as const,
      amount,
      currency: price.currency,
      description: trial
        ? `Trial period for ${name}`
        : `${item.quantity} × ${name} (at ${Number(price.unit_amount_decimal) / 100} / ${per})`,
      discountable: true,
      invoice,
      metadata: item.metadata,
      parent: {
        invoice_item_details: null,
        subscription_item_details: {
          invoice_item: null,
          proration: false,
          proration_details: { credited_items: null },
          subscription: subscription.id,
          subscription_item: item.id,
        },
        type: 'subscription_item_details' as const,
      },
      period: { end: item.current_period_end, start: item.current_period_start },
      pricing: pricingOf(price),
      quantity: item.quantity,
      quantity_decimal: String(item.quantity),
      subscription: subscription.id,
      subtotal: amount,
    }),
  );
  total(context, invoice);
}
