import { InvalidParameter, InvalidRequest } from '../errors.ts';
import { type Price, type StripeContext, type Subscription, type SubscriptionItem, seconds } from '../world.ts';
import { emit } from './emit.ts';
import { find } from './find.ts';
import { costOf, pricingOf, storeItem } from './invoice-lines.ts';
import { finalizeInvoice, payInvoice } from './invoice-states.ts';
import { type ListParams, listing, listPage, type Page } from './list.ts';
import { mergeMetadata, sent } from './metadata.ts';
import { remainingShare } from './periods.ts';
import { invoiceItems } from './subscription-invoices.ts';
import { findSubscription } from './subscription-states.ts';
import { addItem, type ItemParams, isOver, priceOf, type SubscriptionParams } from './subscriptions.ts';

type Proration = NonNullable<SubscriptionParams['proration_behavior']>;

export const findItem = ({ world }: StripeContext, id: string, param?: string): Readonly<SubscriptionItem> =>
  find(world.subscription_items, 'subscription item', id, param);

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
  proration: Proration,
): Readonly<SubscriptionItem> | undefined {
  const { world } = context;
  if (!params.id) {
    if (params.deleted) throw new InvalidParameter('An item without an id cannot be deleted.', { param: `${where}[deleted]` });
    const price = priceOf(context, params, where);
    requireCurrency(subscription, price, where);
    const added = addItem(context, subscription.id, price, params, seconds(context), periodOf(context, subscription));
    if (proration !== 'none') prorate(context, subscription, undefined, added);
    return added;
  }
  const before = findItem(context, params.id, `${where}[id]`);
  if (before.subscription !== subscription.id) {
    throw new InvalidRequest(`The subscription item ${before.id} does not belong to subscription ${subscription.id}.`, {
      param: `${where}[id]`,
    });
  }
  if (params.deleted) return removeItem(context, subscription, before, proration);
  const price = params.price || params.price_data ? priceOf(context, params, where) : undefined;
  if (price) requireCurrency(subscription, price, where);
  const after = world.subscription_items.update(before.id, {
    ...sent({ quantity: params.quantity }),
    ...(price && { price: price.id }),
    metadata: mergeMetadata(before.metadata, params.metadata),
  });
  if (proration !== 'none' && (after.price !== before.price || after.quantity !== before.quantity))
    prorate(context, subscription, before, after);
  return after;
}

function requireCurrency(subscription: Readonly<Subscription>, price: Readonly<Price>, where: string): void {
  if (price.currency === subscription.currency) return;
  throw new InvalidRequest(`The price specified is in ${price.currency}, but the subscription is in ${subscription.currency}.`, {
    param: `${where}[price]`,
  });
}

const periodOf = ({ world }: StripeContext, { id }: Readonly<Subscription>): number | undefined =>
  world.subscription_items.by.bySubscription.page(id, { limit: 1 })[0]?.current_period_end;

/** A subscription keeps at least one item. */
export function removeItem(
  context: StripeContext,
  subscription: Readonly<Subscription>,
  item: Readonly<SubscriptionItem>,
  proration: Proration,
): undefined {
  const { world } = context;
  if (world.subscription_items.by.bySubscription.count(subscription.id) === 1) {
    throw new InvalidRequest('A subscription must have at least one active plan.', { code: 'invalid_request_error' });
  }
  if (proration !== 'none') prorate(context, subscription, item, undefined);
  world.subscription_items.remove(item.id);
  return undefined;
}

/** Credits what is left of the old item's period and charges for what is left of the new one's. */
function prorate(
  context: StripeContext,
  subscription: Readonly<Subscription>,
  before: Readonly<SubscriptionItem> | undefined,
  after: Readonly<SubscriptionItem> | undefined,
): void {
  if (subscription.status === 'trialing' || subscription.status === 'incomplete') return;
  if (before) prorationItem(context, subscription, before, 'Unused time on');
  if (after) prorationItem(context, subscription, after, 'Remaining time on');
}

function prorationItem(
  context: StripeContext,
  subscription: Readonly<Subscription>,
  item: Readonly<SubscriptionItem>,
  wording: 'Unused time on' | 'Remaining time on',
): void {
  const { world } = context;
  const price = world.prices.get(item.price) as Readonly<Price>;
  const now = seconds(context);
  const share = remainingShare({ start: item.current_period_start, end: item.current_period_end }, now);
  const amount = Math.round(costOf(price, item.quantity) * share) * (wording === 'Unused time on' ? -1 : 1);
  if (amount === 0) return;
  const name = world.products.get(price.product)?.name ?? price.product;
  storeItem(context, {
    amount,
    currency: price.currency,
    customer: subscription.customer,
    description: `${wording} ${item.quantity > 1 ? `${item.quantity} × ` : ''}${name}`,
    discountable: false,
    invoice: null,
    metadata: {},
    period: { end: item.current_period_end, start: now },
    pricing: pricingOf(price),
    proration: true,
    quantity: item.quantity,
    subscription: subscription.id,
  });
}

/** Bills prorations at once. */
export function invoiceProrations(context: StripeContext, subscription: Readonly<Subscription>): void {
  const { world } = context;
  if (world.invoiceitems.by.pending.count(subscription.customer) === 0) return;
  const invoice = invoiceItems(context, subscription, 'subscription_update');
  world.subscriptions.update(subscription.id, { latest_invoice: invoice.id });
  if (subscription.collection_method === 'send_invoice') return;
  const open = finalizeInvoice(context, invoice.id);
  if (open.status === 'open') payInvoice(context, invoice.id, {});
}

export interface ItemListParams extends ListParams {
  subscription: string;
}

export function listItems(context: StripeContext, params: ItemListParams): Page<SubscriptionItem> {
  findSubscription(context, params.subscription, 'subscription');
  const narrowing = { by: { bySubscription: ['subscription', params.subscription] } } as const;
  return listPage(listing(context.world.subscription_items, 'subscription item', narrowing), params);
}

export interface ItemRouteParams extends ItemParams {
  subscription?: string;
  proration_behavior?: Proration;
}

export function createItem(context: StripeContext, params: ItemRouteParams): Readonly<SubscriptionItem> {
  const subscription = findSubscription(context, params.subscription ?? '', 'subscription');
  requireRunning(subscription);
  const { id: _, ...item } = params;
  return told(context, subscription, item, params.proration_behavior) as Readonly<SubscriptionItem>;
}

export function updateItem(context: StripeContext, id: string, params: ItemRouteParams): Readonly<SubscriptionItem> {
  const item = findItem(context, id);
  const subscription = findSubscription(context, item.subscription);
  requireRunning(subscription);
  return told(context, subscription, { ...params, id }, params.proration_behavior) as Readonly<SubscriptionItem>;
}

export function deleteItem(context: StripeContext, id: string, params: ItemRouteParams): void {
  const item = findItem(context, id);
  const subscription = findSubscription(context, item.subscription);
  requireRunning(subscription);
  told(context, subscription, { id, deleted: true }, params.proration_behavior);
}

/** Changes an item by itself, which is a change of its subscription. */
function told(
  context: StripeContext,
  subscription: Readonly<Subscription>,
  params: ItemParams,
  proration: Proration = 'create_prorations',
): Readonly<SubscriptionItem> | undefined {
  const item = changeItem(context, subscription, params, 'item', proration);
  emit(context, 'customer.subscription.updated', findSubscription(context, subscription.id), subscription);
  if (proration === 'always_invoice') invoiceProrations(context, subscription);
  return item;
}
