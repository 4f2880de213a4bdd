import { formatUnitAmount } from '../currencies.ts';
import { CardDeclined, InvalidRequest } from '../errors.ts';
import { newId } from '../ids.ts';
import {
  type Invoice,
  newInvoiceLineItem,
  type Price,
  type Recurring,
  type StripeContext,
  type Subscription,
  type SubscriptionItem,
  seconds,
} from '../world.ts';
import { couponOf } from './discounts.ts';
import { emit } from './emit.ts';
import { addLine, costOf, pricingOf, soldText, subscriptionOf } from './invoice-lines.ts';
import { payInvoice } from './invoice-states.ts';
import { total } from './invoice-totals.ts';
import { draftInvoice, newestFirst, setDiscounts } from './invoices.ts';
import { getCustomer, getInvoice } from './lookups.ts';
import { DAY_SECONDS, periodEnd } from './periods.ts';

/** Takes the first payment. A refusal leaves the subscription incomplete, or undoes it where that was asked for. */
export function collect(
  context: StripeContext,
  invoice: string,
  { strict, off_session }: { strict: boolean; off_session?: boolean | undefined },
): void {
  if (getInvoice(context, invoice).status === 'paid') return;
  try {
    payInvoice(context, invoice, off_session === undefined ? {} : { off_session });
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
  { prorates = true, renewed }: { prorates?: boolean; renewed?: readonly Readonly<SubscriptionItem>[] } = {},
): Readonly<Invoice> {
  const { world } = context;
  const customer = getCustomer(context, subscription.customer);
  const byHand = subscription.collection_method === 'send_invoice';
  const { id } = world.invoices.insert(
    draftInvoice(context, {
      customer,
      currency: subscription.currency,
      reason,
      subscription,
      collection_method: subscription.collection_method,
      auto_advance: true,
      due_date: byHand ? seconds(context.now) + (subscription.days_until_due ?? 0) * DAY_SECONDS : null,
    }),
  );
  const all = reason === 'subscription_update' ? [] : world.subscription_items.by.subscription.page(subscription.id);
  for (const item of newestFirst(world.invoiceitems.by.pending.page(customer.id))) {
    // docs: Invoice items, `subscription`: "scheduled invoices for subscriptions other than the specified subscription will ignore" it
    const own = (subscriptionOf(item) ?? subscription.id) === subscription.id;
    if (own && item.currency === subscription.currency) addLine(context, id, world.invoiceitems.update(item.id, { invoice: id }));
  }
  const items = (renewed ?? all).toSorted((one, other) => other.created - one.created);
  for (const item of items) addItemLine(context, id, subscription, item, prorates);
  const discounts = subscription.discounts.filter((one) => isDue(context, subscription.id, one));
  if (subscription.discounts.length > 0) {
    world.invoices.update(id, { discounts });
    total(context, id);
  } else setDiscounts(context, id, customer, undefined);
  const made = getInvoice(context, id);
  emit(context, 'invoice.created', made);
  return made;
}

/** A discount for once is over when an invoice has had it, one for some months at its end (docs: Coupons, `duration`). */
function isDue(context: StripeContext, subscription: string, id: string): boolean {
  const { world } = context;
  const discount = world.discounts.get(id);
  if (discount?.end && discount.end <= seconds(context.now)) return false;
  if (!discount || couponOf(context, discount)?.duration !== 'once') return true;
  const earlier = world.invoices.by.subscription.page(subscription).flatMap((invoice) => invoice.total_discount_amounts);
  return !earlier.some((taken) => taken.discount === id && taken.amount > 0);
}

/** A first period that ends early, at an anchor, is a part of a natural one. */
function shareOfPeriod(
  { current_period_start: start, current_period_end: end }: Readonly<SubscriptionItem>,
  recurring: Recurring,
) {
  const natural = periodEnd(start, recurring);
  return end < natural ? (end - start) / (natural - start) : 1;
}

function addItemLine(
  context: StripeContext,
  invoice: string,
  subscription: Readonly<Subscription>,
  item: Readonly<SubscriptionItem>,
  prorates: boolean,
): void {
  const { world } = context;
  const price = world.prices.get(item.price) as Readonly<Price>;
  const sold = soldText(item.quantity, world.products.get(price.product), price.product);
  const trial = subscription.status === 'trialing';
  const share = shareOfPeriod(item, price.recurring as Recurring);
  const part = share < 1;
  const amount = trial || (part && !prorates) ? 0 : Math.round(costOf(price, item.quantity) * share);
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
      // In Stripe's words (recorded: pay-rails/pay, test/vcr_cassettes).
      description: trial
        ? `Free trial for ${sold}`
        : `${sold} (at ${formatUnitAmount(price.unit_amount_decimal, price.currency)} / ${per})`,
      discountable: true,
      discounts: item.discounts,
      invoice,
      metadata: item.metadata,
      parent: {
        invoice_item_details: null,
        subscription_item_details: {
          invoice_item: null,
          proration: part && !trial,
          proration_details: { credited_items: null },
          subscription: subscription.id,
          subscription_item: item.id,
        },
        type: 'subscription_item_details' as const,
      },
      period: { end: item.current_period_end, start: item.current_period_start },
      pricing: trial ? { ...pricingOf(price), unit_amount_decimal: '0' } : pricingOf(price),
      quantity: item.quantity,
      quantity_decimal: String(item.quantity),
      subscription: subscription.id,
      subtotal: amount,
    }),
  );
  total(context, invoice);
}
