import { CardDeclined, Unsupported } from '../errors.ts';
import { type Price, type Recurring, type StripeContext, type Subscription, seconds } from '../world.ts';
import { discountsOf } from './discounts.ts';
import { emit } from './emit.ts';
import { defaultMethodOf, finalizeInvoice, payInvoice } from './invoice-states.ts';
import { getCustomer } from './lookups.ts';
import { requireEmail } from './mailing-rule.ts';
import { mergeMetadata, sent } from './metadata.ts';
import { ownMethod } from './payment-methods.ts';
import { periodEnd } from './periods.ts';
import { invoiceItems } from './subscription-invoices.ts';
import { billRenewed, changeItem, invoiceProrations, prorating, requireRunning, restartAll } from './subscription-items.ts';
import { itemInterval, paymentSettings } from './subscription-settings.ts';
import { changeSubscription, endSubscription, getSubscription, requireOneEnd } from './subscription-states.ts';
import {
  addInvoiceItems,
  requireDaysOnlyByHand,
  type SubscriptionParams,
  trialSettings,
  wantedDiscounts,
} from './subscriptions.ts';
import { ratesNamed } from './tax-rates.ts';
import { requireTrialEnd } from './trials.ts';

function refuseUnmodelled(params: SubscriptionUpdate): void {
  if (typeof params.cancel_at === 'string') throw new Unsupported('cancel_at with a word', 'cancel_at');
  if (params.automatic_tax?.enabled) throw new Unsupported('automatic tax', 'automatic_tax');
}

/** What a change of a subscription reads. */
export interface SubscriptionUpdate extends Omit<SubscriptionParams, 'billing_cycle_anchor' | 'off_session' | 'trial_from_plan'> {
  billing_cycle_anchor?: { type: string };
}

export function updateSubscription(context: StripeContext, id: string, params: SubscriptionUpdate): Readonly<Subscription> {
  refuseUnmodelled(params);
  const before = getSubscription(context, id);
  const onlyNotes = Object.keys(params).every((name) => name === 'metadata' || name === 'cancellation_details');
  if (!onlyNotes) requireRunning(before);
  const proration = prorating(context, before, params);
  for (const [at, item] of (params.items ?? []).entries()) changeItem(context, before, item, `items[${at}]`, proration);
  if (params.billing_cycle_anchor?.type === 'now') restartAll(context, before, proration);
  addInvoiceItems(context, before, params);
  const change = {
    ...plainChange(context, before, params),
    ...cancellation(context, before, params),
    ...trialChange(context, before, params),
  };
  const after = changeSubscription(context, id, change);
  const itemsChanged = (params.items ?? []).length > 0;
  if (itemsChanged && after === before) emit(context, 'customer.subscription.updated', after, before);
  if (proration.renewed.length > 0) billRenewed(context, id, proration);
  else if (itemsChanged && proration.behavior === 'always_invoice') invoiceProrations(context, after, proration);
  if (params.trial_end === 'now' && before.status === 'trialing') endTrial(context, id);
  return getSubscription(context, id);
}

/** The first paid period begins. Without a payment method the subscription does what its settings say. */
function endTrial(context: StripeContext, id: string): void {
  const { world } = context;
  const now = seconds(context.now);
  for (const item of world.subscription_items.by.subscription.page(id)) {
    const price = world.prices.get(item.price) as Readonly<Price>;
    const end = periodEnd(now, price.recurring as Recurring);
    world.subscription_items.update(item.id, { current_period_start: now, current_period_end: end });
  }
  const subscription = getSubscription(context, id);
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

/** How it is collected from now on; what is charged is not due some days later. */
function collectionChange(
  context: StripeContext,
  before: Readonly<Subscription>,
  { collection_method: method, days_until_due: days }: SubscriptionUpdate,
): Partial<Subscription> {
  if (method === undefined && days === undefined) return {};
  const collection_method = method ?? before.collection_method;
  const kept = collection_method === 'send_invoice' ? (before.days_until_due ?? undefined) : undefined;
  requireDaysOnlyByHand(collection_method, days ?? kept);
  if (method !== undefined) requireEmail(getCustomer(context, before.customer), collection_method);
  return { collection_method, days_until_due: days ?? kept ?? null };
}

function plainChange(context: StripeContext, before: Readonly<Subscription>, params: SubscriptionUpdate): Partial<Subscription> {
  const { pause_collection: pause, default_payment_method: id } = params;
  const method = id ? ownMethod(context, id, before.customer, 'default_payment_method').id : id;
  const discounts = wantedDiscounts(params) ?? params.discounts;
  const owner = { customer: before.customer, subscription: before.id };
  return {
    ...collectionChange(context, before, params),
    ...sent({
      default_payment_method: method,
      default_tax_rates: ratesNamed(context, params.default_tax_rates, 'default_tax_rates'),
      description: params.description,
    }),
    metadata: mergeMetadata(before.metadata, params.metadata),
    trial_settings: trialSettings(params, before.trial_settings),
    ...paymentSettings(params, before.payment_settings),
    ...itemInterval(context, params),
    ...(pause !== undefined && { pause_collection: pause && { behavior: pause.behavior, resumes_at: pause.resumes_at ?? null } }),
    ...(discounts !== undefined && {
      discounts: discountsOf(context, discounts ?? [], owner, undefined, before.currency).map(({ id }) => id),
    }),
  };
}

function cancellation(context: StripeContext, before: Readonly<Subscription>, params: SubscriptionUpdate): Partial<Subscription> {
  const { cancel_at: at, cancel_at_period_end: atEnd, cancellation_details: details } = params;
  if (atEnd === undefined && at === undefined)
    return details ? { cancellation_details: { ...before.cancellation_details, ...sent(details) } } : {};
  requireOneEnd(context, params);
  const items = context.world.subscription_items.by.subscription.page(before.id);
  const end = Math.max(...items.map((item) => item.current_period_end));
  const cancels = atEnd === true || typeof at === 'number';
  return {
    cancel_at: atEnd ? end : typeof at === 'number' ? at : null,
    cancel_at_period_end: atEnd ?? false,
    canceled_at: cancels ? seconds(context.now) : null,
    cancellation_details: {
      ...before.cancellation_details,
      ...sent(details ?? {}),
      reason: cancels ? 'cancellation_requested' : null,
    },
  };
}

function trialChange(context: StripeContext, before: Readonly<Subscription>, params: SubscriptionUpdate): Partial<Subscription> {
  const { trial_end: end } = params;
  if (end === undefined || end === null) return {};
  if (end === 'now')
    return before.status === 'trialing' ? { trial_end: seconds(context.now), billing_cycle_anchor: seconds(context.now) } : {};
  requireTrialEnd(context, end);
  for (const item of context.world.subscription_items.by.subscription.page(before.id)) {
    context.world.subscription_items.update(item.id, { current_period_end: end });
  }
  return { status: 'trialing', trial_start: before.trial_start ?? seconds(context.now), trial_end: end };
}
