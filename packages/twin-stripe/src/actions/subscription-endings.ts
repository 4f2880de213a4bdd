import { InvalidRequest } from '../errors.ts';
import { type Invoice, type StripeContext, type Subscription, seconds } from '../world.ts';
import { emit } from './emit.ts';
import { subscriptionOf } from './invoice-lines.ts';
import { defaultMethod, finalizeInvoice } from './invoice-states.ts';
import { collect, invoiceItems } from './subscription-invoices.ts';
import { prorate } from './subscription-items.ts';
import { type CancelDetails, endSubscription, getSubscription } from './subscription-states.ts';
import { isOver } from './subscriptions.ts';

export interface CancelParams {
  cancellation_details?: CancelDetails;
  invoice_now?: boolean;
  prorate?: boolean;
}

/** Ends a subscription now. What was paid of its period waits as a credit where that is asked for, and may be billed at once. */
export function cancelSubscription(context: StripeContext, id: string, params: CancelParams): Readonly<Subscription> {
  const { world } = context;
  const subscription = getSubscription(context, id);
  // Stripe no longer knows a subscription that has ended, except to read it.
  if (isOver(subscription))
    throw new InvalidRequest(`No such subscription: '${id}'`, { status: 404, code: 'resource_missing', param: 'id' });
  if (params.prorate) {
    const proration = { behavior: 'create_prorations', at: seconds(context.now) } as const;
    for (const item of world.subscription_items.by.subscription.page(id))
      prorate(context, subscription, { before: item }, proration);
  }
  endSubscription(context, id, params.cancellation_details ?? {});
  if (params.invoice_now) billRest(context, subscription);
  return getSubscription(context, id);
}

/** The last invoice takes what waits for the subscription, and is none where nothing does (docs: Cancel a subscription, `invoice_now`). */
function billRest(context: StripeContext, subscription: Readonly<Subscription>): void {
  const { world } = context;
  const waiting = world.invoiceitems.by.pending.page(subscription.customer);
  if (!waiting.some((item) => subscriptionOf(item) === subscription.id)) return;
  const invoice = invoiceItems(context, subscription, 'subscription_cycle', { renewed: [] });
  world.subscriptions.update(subscription.id, { latest_invoice: invoice.id });
  if (invoice.total < 0) {
    writeOff(context, invoice);
    return;
  }
  const open = finalizeInvoice(context, invoice.id);
  if (open.status !== 'open' || subscription.collection_method === 'send_invoice') return;
  if (defaultMethod(context, open) !== null) collect(context, open.id, { strict: false });
}

/** A credit that nothing is left to be set against: no number, and nothing for the customer's balance (recorded: Kiln-AI/stripe_world, phase 14). */
function writeOff(context: StripeContext, { id, status_transitions }: Readonly<Invoice>): void {
  const after = context.world.invoices.update(id, {
    auto_advance: false,
    status: 'uncollectible',
    status_transitions: { ...status_transitions, marked_uncollectible_at: seconds(context.now) },
  });
  emit(context, 'invoice.marked_uncollectible', after);
}
