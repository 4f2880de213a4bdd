import { InvalidRequest } from '../errors.ts';
import type { Invoice, StripeContext, Subscription } from '../world.ts';
import { seconds } from '../world.ts';
import { emit, emitChange } from './emit.ts';
import { getObject } from './lookups.ts';
import { requireFuture } from './promotions.ts';

/** @param param where the id stands, if not in the path */
export const getSubscription = ({ world }: StripeContext, id: string, param?: string): Readonly<Subscription> =>
  getObject(world.subscriptions, 'subscription', id, param);

/** Stores a change of a subscription and tells of it. */
export function changeSubscription(context: StripeContext, id: string, change: Partial<Subscription>): Readonly<Subscription> {
  const before = getSubscription(context, id);
  const after = context.world.subscriptions.update(id, change);
  emitChange(context, 'customer.subscription.updated', after, before);
  return after;
}

/** An invoice of a subscription was paid: it starts, and may keep what it was paid with. */
export function subscriptionPaid(context: StripeContext, invoice: Readonly<Invoice>, method: string | null): void {
  const id = invoice.parent?.subscription_details.subscription;
  const subscription = id === undefined ? undefined : context.world.subscriptions.get(id);
  if (subscription?.status === 'incomplete' || subscription?.status === 'past_due') {
    changeSubscription(context, subscription.id, { status: 'active' });
  }
  if (method !== null && subscription?.payment_settings.save_default_payment_method === 'on_subscription')
    changeSubscription(context, subscription.id, { default_payment_method: method });
}

export interface CancelDetails {
  comment?: string | null;
  feedback?: string | null;
  feedback_option?: string | null;
}

/** Ends a subscription at once. */
export function endSubscription(context: StripeContext, id: string, details: CancelDetails): Readonly<Subscription> {
  const before = getSubscription(context, id);
  const at = seconds(context.now);
  const after = context.world.subscriptions.update(id, {
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: before.canceled_at ?? at,
    cancellation_details: {
      comment: details.comment ?? before.cancellation_details.comment,
      feedback: details.feedback ?? before.cancellation_details.feedback,
      feedback_option: details.feedback_option ?? before.cancellation_details.feedback_option,
      reason: 'cancellation_requested',
    },
    ended_at: at,
    status: before.status === 'incomplete' ? 'incomplete_expired' : 'canceled',
  });
  emit(context, 'customer.subscription.deleted', after);
  return after;
}

/**
 * A subscription ends at a time or with its period, not both, even where one is unset: in the words that Stripe answered with in
 * version 2026-04-22.dahlia.
 */
export function requireOneEnd(
  context: StripeContext,
  { cancel_at: at, cancel_at_period_end: atEnd }: { cancel_at?: number | string | null; cancel_at_period_end?: boolean },
): void {
  if (at !== undefined && atEnd !== undefined)
    throw new InvalidRequest('Received both cancel_at_period_end and cancel_at parameters. Please pass in only one.');
  if (typeof at === 'number') requireFuture(context, at, 'cancel_at');
}
