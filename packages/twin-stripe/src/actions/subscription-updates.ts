import { CardDeclined, InvalidParameter, InvalidRequest, Unsupported } from '../errors.ts';
import type { Price, Recurring, StripeContext, Subscription, SubscriptionItem } from '../world.ts';
import { seconds } from '../world.ts';
import { discountsOf } from './discounts.ts';
import { emit } from './emit.ts';
import { find } from './find.ts';
import { costOf, pricingOf, storeItem } from './invoice-lines.ts';
import { defaultMethodOf, finalizeInvoice, payInvoice } from './invoice-states.ts';
import { type ListParams, listing, listPage, type Page } from './list.ts';
import { mergeMetadata, sent } from './metadata.ts';
import { refuseConnect } from './payment-intents.ts';
import { ownMethod } from './payment-methods.ts';
import { periodEnd, remainingShare } from './periods.ts';
import { changeSubscription, endSubscription, findSubscription } from './subscription-states.ts';
import {
  addItem,
  type ItemParams,
  invoiceItems,
  isOver,
  priceOf,
  type SubscriptionParams,
  trialSettings,
  wantedDiscounts,
} from './subscriptions.ts';

type Proration = NonNullable<SubscriptionParams['proration_behavior']>;

export const findItem = ({ world }: StripeContext, id: string, param?: string): Readonly<SubscriptionItem> =>
  find(world.subscription_items, 'subscription item', id, param);

function requireRunning(subscription: Readonly<Subscription>): void {
  if (!isOver(subscription)) return;
  throw new InvalidRequest('A canceled subscription can only update its cancellation_details and metadata.', {
    code: 'invalid_canceled_subscription_fields',
  });
}

function refuseUnmodelled(params: SubscriptionParams): void {
  refuseConnect(params);
  if (params.add_invoice_items) throw new Unsupported('add_invoice_items', 'add_invoice_items');
  if (params.payment_behavior === 'pending_if_incomplete') throw new Unsupported('pending updates', 'payment_behavior');
  if (typeof params.cancel_at === 'string') throw new Unsupported('cancel_at with a word', 'cancel_at');
  if (params.automatic_tax?.enabled) throw new Unsupported('automatic tax', 'automatic_tax');
}

export function updateSubscription(context: StripeContext, id: string, params: SubscriptionParams): Readonly<Subscription> {
  refuseUnmodelled(params);
  const before = findSubscription(context, id);
  const onlyNotes = Object.keys(params).every((name) => name === 'metadata' || name === 'cancellation_details');
  if (!onlyNotes) requireRunning(before);
  const proration = params.proration_behavior ?? 'create_prorations';
  for (const [at, item] of (params.items ?? []).entries()) changeItem(context, before, item, `items[${at}]`, proration);
  const change = {
    ...plainChange(context, before, params),
    ...cancellation(context, before, params),
    ...trialChange(context, before, params),
  };
  const after = changeSubscription(context, id, change);
  const itemsChanged = (params.items ?? []).length > 0;
  if (itemsChanged && after === before) emit(context, 'customer.subscription.updated', after, before);
  if (itemsChanged && proration === 'always_invoice') invoiceProrations(context, after);
  if (params.trial_end === 'now' && before.status === 'trialing') endTrial(context, id);
  return findSubscription(context, id);
}

/** The first paid period begins. Without a payment method the subscription does what its settings say. */
function endTrial(context: StripeContext, id: string): void {
  const { world } = context;
  const now = seconds(context);
  for (const item of world.subscription_items.by.bySubscription.page(id)) {
    const price = world.prices.get(item.price) as Readonly<Price>;
    const end = periodEnd(now, price.recurring as Recurring);
    world.subscription_items.update(item.id, { current_period_start: now, current_period_end: end });
  }
  const subscription = findSubscription(context, id);
  const payable = defaultMethodOf(context, subscription) !== null || subscription.collection_method === 'send_invoice';
  const missing = subscription.trial_settings.end_behavior.missing_payment_method;
  if (!payable && missing === 'cancel') {
    endSubscription(context, id, {});
  } else if (!payable && missing === 'pause') {
    emit(context, 'customer.subscription.paused', changeSubscription(context, id, { status: 'paused' }));
  } else {
    renew(context, changeSubscription(context, id, { status: 'active' }), payable);
  }
}

/** Bills the period that begins; a refused payment makes the subscription past due. */
function renew(context: StripeContext, subscription: Readonly<Subscription>, payable: boolean): void {
  const invoice = invoiceItems(context, subscription, 'subscription_cycle');
  context.world.subscriptions.update(subscription.id, { latest_invoice: invoice.id });
  if (subscription.collection_method === 'send_invoice') return;
  const open = finalizeInvoice(context, invoice.id);
  if (open.status !== 'open') return;
  try {
    if (!payable) throw new CardDeclined({ message: 'There is no payment method.' });
    payInvoice(context, invoice.id, {});
  } catch (error) {
    if (!(error instanceof CardDeclined)) throw error;
    changeSubscription(context, subscription.id, { status: 'past_due' });
  }
}

function plainChange(context: StripeContext, before: Readonly<Subscription>, params: SubscriptionParams): Partial<Subscription> {
  const { pause_collection: pause, default_payment_method: id } = params;
  const method = id ? ownMethod(context, id, before.customer, 'default_payment_method').id : id;
  const discounts = wantedDiscounts(params) ?? params.discounts;
  return {
    ...sent({
      collection_method: params.collection_method,
      days_until_due: params.days_until_due,
      default_payment_method: method,
      description: params.description,
    }),
    metadata: mergeMetadata(before.metadata, params.metadata),
    trial_settings: trialSettings(params, before.trial_settings),
    ...(pause !== undefined && { pause_collection: pause && { behavior: pause.behavior, resumes_at: pause.resumes_at ?? null } }),
    ...(discounts !== undefined && {
      discounts: discountsOf(context, discounts ?? [], { customer: before.customer, subscription: before.id }).map(
        ({ id }) => id,
      ),
    }),
  };
}

function cancellation(context: StripeContext, before: Readonly<Subscription>, params: SubscriptionParams): Partial<Subscription> {
  const { cancel_at: at, cancel_at_period_end: atEnd, cancellation_details: details } = params;
  if (atEnd === undefined && at === undefined)
    return details ? { cancellation_details: { ...before.cancellation_details, ...sent(details) } } : {};
  if (atEnd && at) {
    throw new InvalidParameter('You may only specify one of these parameters: cancel_at, cancel_at_period_end.', {
      param: 'cancel_at',
    });
  }
  const items = context.world.subscription_items.by.bySubscription.page(before.id);
  const end = Math.max(...items.map((item) => item.current_period_end));
  const cancels = atEnd === true || typeof at === 'number';
  return {
    cancel_at: atEnd ? end : typeof at === 'number' ? at : null,
    cancel_at_period_end: atEnd ?? false,
    canceled_at: cancels ? seconds(context) : null,
    cancellation_details: {
      ...before.cancellation_details,
      ...sent(details ?? {}),
      reason: cancels ? 'cancellation_requested' : null,
    },
  };
}

function trialChange(context: StripeContext, before: Readonly<Subscription>, params: SubscriptionParams): Partial<Subscription> {
  const { trial_end: end } = params;
  if (end === undefined || end === null) return {};
  if (end === 'now')
    return before.status === 'trialing' ? { trial_end: seconds(context), billing_cycle_anchor: seconds(context) } : {};
  if (typeof end === 'string' || end <= seconds(context)) {
    throw new InvalidParameter('Invalid timestamp: must be an integer Unix timestamp in the future.', { param: 'trial_end' });
  }
  for (const item of context.world.subscription_items.by.bySubscription.page(before.id)) {
    context.world.subscription_items.update(item.id, { current_period_end: end });
  }
  return { status: 'trialing', trial_start: before.trial_start ?? seconds(context), trial_end: end };
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
function invoiceProrations(context: StripeContext, subscription: Readonly<Subscription>): void {
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
