import { cachedRenderer, RawJson } from '@svc/twin-kit';
import type * as stripe from '../world.ts';
import { inWireOrder, type StripeCollections, type StripeContext, seconds } from '../world.ts';

/** A list inside an object or of a whole answer: https://docs.stripe.com/api/pagination */
export interface WireList {
  object: 'list';
  data: readonly unknown[];
  has_more: boolean;
  total_count?: number;
  url: string;
}

export const wireList = (url: string, data: readonly unknown[], has_more = false): WireList => ({
  object: 'list',
  data,
  has_more,
  url,
});

/** Lists inside objects show this many (docs: API, "Pagination"). */
export const INNER_LIMIT = 10;

/** A list inside an object, most of which tell how many there are (recorded: pay-rails/pay, test/vcr_cassettes). */
export const innerList = (url: string, data: readonly unknown[], total_count: number): WireList => ({
  object: 'list',
  data,
  has_more: total_count > data.length,
  total_count,
  url,
});

/** A price in the older form that subscription items still carry. */
function planOf(price: Readonly<stripe.Price>): object {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: price.recurring?.trial_period_days ?? null,
    usage_type: price.recurring?.usage_type ?? 'licensed',
  };
}

function subscriptionItem({ world }: StripeContext, item: Readonly<stripe.SubscriptionItem>): object {
  const price = world.prices.get(item.price);
  return price ? inWireOrder({ ...item, plan: planOf(price), price }) : item;
}

function subscription(context: StripeContext, record: Readonly<stripe.Subscription>): object {
  const items = context.world.subscription_items.by.subscription.page(record.id);
  const [only, another] = items;
  const price = only && !another ? context.world.prices.get(only.price) : undefined;
  // The older form, of a subscription with one item (recorded: pay-rails/pay, test/vcr_cassettes).
  const older = { plan: price ? planOf(price) : null, quantity: price ? (only?.quantity ?? null) : null };
  return inWireOrder({
    ...record,
    ...older,
    items: innerList(
      `/v1/subscription_items?subscription=${record.id}`,
      items.map((item) => subscriptionItem(context, item)),
      items.length,
    ),
  });
}

/** An hour after which a draft goes on by itself, and the second that Stripe adds (recorded: Kiln-AI/stripe_world, phase 13). */
const DRAFT_WINDOW_S = 60 * 60;

function windowOf({ auto_advance, collection_method, created, status }: Readonly<stripe.Invoice>): Partial<stripe.Invoice> {
  if (status !== 'draft' || !auto_advance) return {};
  const attempt = collection_method === 'charge_automatically' ? created + DRAFT_WINDOW_S : null;
  return { automatically_finalizes_at: created + DRAFT_WINDOW_S + 1, next_payment_attempt: attempt } as object;
}

function invoice({ world }: StripeContext, record: Readonly<stripe.Invoice>): object {
  const lines = world.invoice_line_items.by.invoice;
  return inWireOrder({
    ...record,
    ...windowOf(record),
    lines: innerList(`/v1/invoices/${record.id}/lines`, lines.page(record.id, { limit: INNER_LIMIT }), lines.count(record.id)),
  });
}

const transaction = (context: StripeContext, record: Readonly<stripe.BalanceTransaction>): object =>
  inWireOrder({ ...record, status: record.available_on <= seconds(context.now) ? 'available' : 'pending' });

export function isRedeemable(context: { now: number }, coupon: Readonly<stripe.Coupon>): boolean {
  const used = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions;
  return !used && (coupon.redeem_by === null || coupon.redeem_by > seconds(context.now));
}

function coupon(context: StripeContext, record: Readonly<stripe.Coupon>): object {
  const { applies_to: _products, ...shown } = record;
  return inWireOrder({ ...shown, valid: isRedeemable(context, record) });
}

const dispute = (context: StripeContext, record: Readonly<stripe.Dispute>): object => ({
  ...record,
  balance_transactions: record.balance_transactions.flatMap((id) => {
    const line = context.world.balance_transactions.get(id);
    return line ? [transaction(context, line)] : [];
  }),
});

const event = (context: StripeContext, record: Readonly<stripe.StripeEvent>): object =>
  record.pending_webhooks === 0 ? record : { ...record, pending_webhooks: pendingWebhooks(context, record) };

/** Webhooks of an event that were not received yet (docs: Events, `pending_webhooks`). */
export const pendingWebhooks = (context: StripeContext, { id, pending_webhooks }: Readonly<stripe.StripeEvent>): number =>
  pending_webhooks - context.delivered(id);

function paymentLink(
  _context: StripeContext,
  { created: _created, line_items: _items, ...record }: Readonly<stripe.PaymentLink>,
): object {
  return record;
}

// biome-ignore lint/suspicious/noExplicitAny: each renderer takes the records of its own `object`
const renderers: Readonly<Record<string, (context: StripeContext, record: any) => object>> = {
  balance_transaction: transaction,
  coupon,
  dispute,
  event,
  invoice,
  payment_link: paymentLink,
  // Only one that failed says why, between the others' fields.
  refund: (_context, record: Readonly<stripe.Refund>) =>
    record.failure_reason === undefined ? record : inWireOrder({ ...record }),
  subscription,
  subscription_item: subscriptionItem,
};

/** A record as Stripe sends it. Most are kept in that form. */
export function wire(context: StripeContext, record: { object: string }): object {
  return renderers[record.object]?.(context, record) ?? record;
}

const ownText = cachedRenderer<StripeCollections, object>([], (_context, record) => record);
const withItems = cachedRenderer<StripeCollections, stripe.Subscription>(['subscription_items', 'prices'], (context, record) =>
  subscription(context as StripeContext, record),
);
const withLines = cachedRenderer<StripeCollections, stripe.Invoice>(['invoice_line_items'], (context, record) =>
  invoice(context as StripeContext, record),
);

/** The same as JSON text, kept until what it shows changes. */
export function wireJson(context: StripeContext, record: { object: string }): RawJson {
  if (record.object === 'subscription') return withItems(context, record as stripe.Subscription);
  if (record.object === 'invoice') return withLines(context, record as stripe.Invoice);
  const shown = wire(context, record);
  return shown === record ? ownText(context, record) : RawJson.of(shown);
}
