import { InvalidParameter, InvalidRequest, NoSuchObject, Unsupported } from '../errors.ts';
import { type Price, type StripeContext, type Subscription, type SubscriptionItem, seconds } from '../world.ts';
import { restartItem } from './billing-cycles.ts';
import { emit } from './emit.ts';
import { costOf, pricingOf, storeItem, subscriptionOf } from './invoice-lines.ts';
import { finalizeInvoice } from './invoice-states.ts';
import { type ListParams, type Page, pageOf } from './list.ts';
import { getInvoice, getObject } from './lookups.ts';
import { mergeMetadata, sent } from './metadata.ts';
import { dayOf, remainingCost } from './periods.ts';
import { collect, invoiceItems } from './subscription-invoices.ts';
import { changeSubscription, getSubscription } from './subscription-states.ts';
import {
  addItem,
  discountsOfItem,
  type ItemParams,
  isOver,
  priceOf,
  requireRoomFor,
  type SubscriptionParams,
} from './subscriptions.ts';
import { ratesNamed } from './tax-rates.ts';

type Proration = NonNullable<SubscriptionParams['proration_behavior']>;

/** How changes of items are prorated. */
export interface Prorating {
  behavior: Proration;
  /** The instant from which on the new items count. */
  at: number;
  /** What happens where a payment is due and fails. */
  payment: NonNullable<SubscriptionParams['payment_behavior']>;
  /** Items whose period began anew, to be billed at once. */
  readonly renewed: Readonly<SubscriptionItem>[];
}

/** @throws for an instant outside of the subscription's period */
export function prorating(
  context: StripeContext,
  subscription: Readonly<Subscription>,
  params: Pick<SubscriptionParams, 'payment_behavior' | 'proration_behavior' | 'proration_date'>,
): Prorating {
  const { payment_behavior: payment = 'allow_incomplete', proration_date: date } = params;
  const behavior = params.proration_behavior ?? 'create_prorations';
  if (payment === 'pending_if_incomplete') throw new Unsupported('pending updates', 'payment_behavior');
  if (date !== undefined) {
    const [item] = context.world.subscription_items.by.subscription.page(subscription.id, { limit: 1 });
    if (item && (date < item.current_period_start || date > item.current_period_end)) {
      throw new InvalidRequest('Cannot specify `proration_date` outside of current period.', { param: 'proration_date' });
    }
  }
  return { behavior, at: date ?? seconds(context.now), payment, renewed: [] };
}

/** @param param where the id stands, if not in the path, which has words of its own (recorded: Kiln-AI/stripe_world, phase 12) */
export function getItem({ world }: StripeContext, id: string, param?: string): Readonly<SubscriptionItem> {
  if (param === undefined && !world.subscription_items.has(id))
    throw new InvalidRequest(`Invalid subscription_item id: ${id}`, { status: 404 });
  return getObject(world.subscription_items, 'subscription item', id, param);
}

export function requireRunning(subscription: Readonly<Subscription>): void {
  if (!isOver(subscription)) return;
  throw new InvalidRequest('A canceled subscription can only update its cancellation_details and metadata.', {
    code: 'invalid_canceled_subscription_fields',
  });
}

/** Adds, changes or removes an item, and prorates what was paid for it. */
export function changeItem(
  context: StripeContext,
  subscription: Readonly<Subscription>,
  params: ItemParams,
  where: string,
  proration: Prorating,
): Readonly<SubscriptionItem> | undefined {
  const { world } = context;
  if (!params.id) {
    if (params.deleted) throw new InvalidParameter('An item without an id cannot be deleted.', { param: `${where}[deleted]` });
    const price = priceOf(context, params, where);
    requireCurrency(subscription, price, where);
    requireRoomFor(context.world.subscription_items.by.subscription.count(subscription.id) + 1);
    requireNewPrice(context, subscription, price);
    const added = addItem(context, subscription.id, price, params, seconds(context.now), periodOf(context, subscription));
    prorate(context, subscription, { after: added }, proration);
    return added;
  }
  const before = getItem(context, params.id, `${where}[id]`);
  if (before.subscription !== subscription.id) {
    throw new InvalidRequest(`The subscription item ${before.id} does not belong to subscription ${subscription.id}.`, {
      param: `${where}[id]`,
    });
  }
  if (params.deleted) return removeItem(context, subscription, before, proration);
  const price = params.price || params.plan || params.price_data ? priceOf(context, params, where) : undefined;
  if (price) requireCurrency(subscription, price, where);
  if (price && price.id !== before.price) requireNewPrice(context, subscription, price);
  const after = world.subscription_items.update(before.id, {
    ...sent({
      discounts: discountsOfItem(context, before, params.discounts),
      quantity: params.quantity,
      tax_rates: ratesNamed(context, params.tax_rates, `${where}[tax_rates]`),
    }),
    ...(price && { price: price.id }),
    metadata: mergeMetadata(before.metadata, params.metadata),
  });
  if (price && changesInterval(context, before, price) && isBilled(subscription)) {
    prorate(context, subscription, { before }, proration);
    const renewed = restartItem(context, after);
    proration.renewed.push(renewed);
    return renewed;
  }
  if (after.price !== before.price || after.quantity !== before.quantity)
    prorate(context, subscription, { before, after }, proration);
  return after;
}

/** Another interval begins a new period, which is billed at once (docs: Subscriptions, "Change price", "Immediate payment"). */
function changesInterval({ world }: StripeContext, item: Readonly<SubscriptionItem>, price: Readonly<Price>): boolean {
  const before = world.prices.get(item.price)?.recurring;
  return before?.interval !== price.recurring?.interval || before?.interval_count !== price.recurring?.interval_count;
}

const isBilled = ({ status }: Readonly<Subscription>): boolean => status !== 'trialing' && status !== 'incomplete';

/** Begins new periods of all items now, as the parameter `billing_cycle_anchor=now` asks for. */
export function restartAll(context: StripeContext, subscription: Readonly<Subscription>, proration: Prorating): void {
  if (!isBilled(subscription)) return;
  for (const item of context.world.subscription_items.by.subscription.page(subscription.id)) {
    if (proration.renewed.some(({ id }) => id === item.id)) continue;
    prorate(context, subscription, { before: item }, proration);
    proration.renewed.push(restartItem(context, item));
  }
}

/** Bills what began anew, with the prorations. */
export function billRenewed(context: StripeContext, id: string, { payment, renewed }: Prorating): void {
  if (renewed.length === 0) return;
  const subscription = changeSubscription(context, id, { billing_cycle_anchor: seconds(context.now) });
  settle(context, subscription, invoiceItems(context, subscription, 'subscription_update', { renewed }).id, payment);
}

/** In Stripe's words, as callers of its Java and Python clients quote them. */
function requireNewPrice({ world }: StripeContext, { id }: Readonly<Subscription>, price: Readonly<Price>): void {
  if (!world.subscription_items.by.subscription.page(id).some((item) => item.price === price.id)) return;
  throw new InvalidRequest(`Cannot add multiple subscription items with the same plan: ${price.id}`, { param: 'plan' });
}

function requireCurrency(subscription: Readonly<Subscription>, price: Readonly<Price>, where: string): void {
  if (price.currency === subscription.currency) return;
  throw new InvalidRequest(`The price specified is in ${price.currency}, but the subscription is in ${subscription.currency}.`, {
    param: `${where}[price]`,
  });
}

const periodOf = ({ world }: StripeContext, { id }: Readonly<Subscription>): number | undefined =>
  world.subscription_items.by.subscription.page(id, { limit: 1 })[0]?.current_period_end;

/** A subscription keeps at least one item. */
export function removeItem(
  context: StripeContext,
  subscription: Readonly<Subscription>,
  item: Readonly<SubscriptionItem>,
  proration: Prorating,
): undefined {
  const { world } = context;
  if (world.subscription_items.by.subscription.count(subscription.id) === 1) {
    throw new InvalidRequest('A subscription must have at least one active plan.', { code: 'invalid_request_error' });
  }
  prorate(context, subscription, { before: item }, proration);
  world.subscription_items.remove(item.id);
  return undefined;
}

/** Credits what is left of the old item's period and charges for what is left of the new one's. */
export function prorate(
  context: StripeContext,
  subscription: Readonly<Subscription>,
  { before, after }: { before?: Readonly<SubscriptionItem>; after?: Readonly<SubscriptionItem> },
  { behavior, at }: Pick<Prorating, 'behavior' | 'at'>,
): void {
  if (behavior === 'none' || !isBilled(subscription)) return;
  if (before) prorationItem(context, subscription, before, { wording: 'Unused time on', at });
  if (after) prorationItem(context, subscription, after, { wording: 'Remaining time on', at });
}

function prorationItem(
  context: StripeContext,
  subscription: Readonly<Subscription>,
  item: Readonly<SubscriptionItem>,
  { wording, at: now }: { wording: 'Unused time on' | 'Remaining time on'; at: number },
): void {
  const { world } = context;
  const price = world.prices.get(item.price) as Readonly<Price>;
  const cost = costOf(price, item.quantity) * (wording === 'Unused time on' ? -1 : 1);
  const amount = remainingCost(cost, { start: item.current_period_start, end: item.current_period_end }, now);
  if (amount === 0) return;
  const name = world.products.get(price.product)?.name ?? price.product;
  storeItem(context, {
    amount,
    currency: price.currency,
    customer: subscription.customer,
    // With the day on which it was prorated (recorded: Kiln-AI/stripe_world, phase 14).
    description: `${wording} ${item.quantity > 1 ? `${item.quantity} × ` : ''}${name} after ${dayOf(now)}`,
    discountable: false,
    invoice: null,
    metadata: {},
    period: { end: item.current_period_end, start: now },
    pricing: pricingOf(price),
    proration: true,
    quantity: item.quantity,
    subscription: subscription.id,
    subscription_item: item.id,
    tax_rates: item.tax_rates,
  });
}

/** Bills prorations at once. */
export function invoiceProrations(context: StripeContext, subscription: Readonly<Subscription>, { payment }: Prorating): void {
  const { world } = context;
  const waiting = world.invoiceitems.by.pending.page(subscription.customer);
  if (!waiting.some((item) => (subscriptionOf(item) ?? subscription.id) === subscription.id)) return;
  settle(context, subscription, invoiceItems(context, subscription, 'subscription_update').id, payment);
}

/** Asks for the money of an update. What isn't paid makes the subscription past due (docs: Subscriptions, `payment_behavior`). */
function settle(
  context: StripeContext,
  subscription: Readonly<Subscription>,
  invoice: string,
  payment: Prorating['payment'],
): void {
  context.world.subscriptions.update(subscription.id, { latest_invoice: invoice });
  if (subscription.collection_method === 'send_invoice') return;
  if (finalizeInvoice(context, invoice).status !== 'open') return;
  if (payment !== 'default_incomplete') collect(context, invoice, { strict: payment === 'error_if_incomplete' });
  if (getInvoice(context, invoice).status === 'open') changeSubscription(context, subscription.id, { status: 'past_due' });
}

export interface ItemListParams extends ListParams {
  subscription: string;
}

/** In the order of the subscription's own `items`, whose `url` leads here. */
export function listItems(context: StripeContext, params: ItemListParams): Page<SubscriptionItem> {
  getSubscription(context, params.subscription, 'subscription');
  return pageOf(context.world.subscription_items.by.subscription.page(params.subscription), 'subscription item', params);
}

export interface ItemRouteParams extends ItemParams {
  payment_behavior?: SubscriptionParams['payment_behavior'];
  subscription?: string;
  proration_behavior?: Proration;
  proration_date?: number;
}

export function createItem(context: StripeContext, params: ItemRouteParams): Readonly<SubscriptionItem> {
  const subscription = getSubscription(context, params.subscription ?? '', 'subscription');
  // Recorded: a canceled one is not found, with 404 (Kiln-AI/stripe_world, phase 12).
  if (isOver(subscription)) throw new NoSuchObject('subscription', subscription.id, undefined, 'subscription');
  const { id: _, ...item } = params;
  return told(context, subscription, item, params) as Readonly<SubscriptionItem>;
}

export function updateItem(context: StripeContext, id: string, params: ItemRouteParams): Readonly<SubscriptionItem> {
  const item = getItem(context, id);
  const subscription = getSubscription(context, item.subscription);
  requireRunning(subscription);
  return told(context, subscription, { ...params, id }, params) as Readonly<SubscriptionItem>;
}

export function deleteItem(context: StripeContext, id: string, params: ItemRouteParams): void {
  const item = getItem(context, id);
  const subscription = getSubscription(context, item.subscription);
  requireRunning(subscription);
  told(context, subscription, { id, deleted: true }, params);
}

/** Changes an item by itself, which is a change of its subscription. */
function told(
  context: StripeContext,
  subscription: Readonly<Subscription>,
  params: ItemParams,
  how: ItemRouteParams,
): Readonly<SubscriptionItem> | undefined {
  const proration = prorating(context, subscription, how);
  const item = changeItem(context, subscription, params, 'item', proration);
  emit(context, 'customer.subscription.updated', getSubscription(context, subscription.id), subscription);
  if (proration.renewed.length > 0) billRenewed(context, subscription.id, proration);
  else if (proration.behavior === 'always_invoice') invoiceProrations(context, subscription, proration);
  return item;
}
