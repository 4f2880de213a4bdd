import { InvalidParameter, InvalidRequest, Unsupported } from '../errors.ts';
import {
  type AnchorConfig,
  type Price,
  type Recurring,
  type StripeContext,
  type Subscription,
  type SubscriptionItem,
  seconds,
} from '../world.ts';
import { costOf, pricingOf, storeItem } from './invoice-lines.ts';
import { periodEnd } from './periods.ts';

// When the periods of a subscription begin: https://docs.stripe.com/billing/subscriptions/billing-cycle

export interface AnchorConfigParams {
  day_of_month: number;
  hour?: number;
  minute?: number;
  month?: number;
  second?: number;
}

export interface CycleParams {
  backdate_start_date?: number;
  billing_cycle_anchor?: number;
  billing_cycle_anchor_config?: AnchorConfigParams | null;
}

const SECOND_MS = 1000;
const MONTHS_AHEAD = 24;

/** The settings of an anchor as they are shown. */
export const anchorConfigOf = (sent: AnchorConfigParams | null | undefined): AnchorConfig | null =>
  sent
    ? {
        day_of_month: sent.day_of_month,
        hour: sent.hour ?? null,
        minute: sent.minute ?? null,
        month: sent.month ?? null,
        second: sent.second ?? null,
      }
    : null;

/** The next instant that fits the settings; what they leave open is as it is now. A month without the day ends earlier. */
function nextAnchor(now: number, config: AnchorConfigParams): number {
  if (!(config.day_of_month >= 1 && config.day_of_month <= 31)) {
    throw new InvalidParameter('Invalid day_of_month: must be between 1 and 31', {
      param: 'billing_cycle_anchor_config[day_of_month]',
    });
  }
  const today = new Date(now * SECOND_MS);
  const { hour = today.getUTCHours(), minute = today.getUTCMinutes(), second = today.getUTCSeconds() } = config;
  for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead += 1) {
    const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + ahead, 1, hour, minute, second));
    if (config.month !== undefined && first.getUTCMonth() + 1 !== config.month) continue;
    const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
    first.setUTCDate(Math.min(config.day_of_month, last));
    const at = Math.floor(first.getTime() / SECOND_MS);
    if (at > now) return at;
  }
  throw new InvalidParameter('Invalid month: must be between 1 and 12', { param: 'billing_cycle_anchor_config[month]' });
}

/** Where a new subscription's first period ends, where that was asked for. */
export function firstAnchor(
  context: StripeContext,
  params: CycleParams,
  prices: readonly Readonly<Price>[],
  trial: boolean,
): number | undefined {
  const { billing_cycle_anchor: asked, billing_cycle_anchor_config: config } = params;
  if (asked === undefined && !config) return undefined;
  if (asked !== undefined && config) {
    throw new InvalidParameter(
      'You may only specify one of these parameters: billing_cycle_anchor, billing_cycle_anchor_config.',
      { param: 'billing_cycle_anchor_config' },
    );
  }
  const param = config ? 'billing_cycle_anchor_config' : 'billing_cycle_anchor';
  if (trial) throw new Unsupported('a billing cycle anchor beside a trial', param);
  const now = seconds(context.now);
  const anchor = config ? nextAnchor(now, config) : (asked as number);
  if (!(anchor > now))
    throw new InvalidParameter('Invalid timestamp: must be an integer Unix timestamp in the future.', { param });
  const natural = Math.min(...prices.map((price) => periodEnd(now, price.recurring as Recurring)));
  if (anchor > natural) {
    throw new InvalidRequest(`billing_cycle_anchor cannot be later than next natural billing date (${natural}) for plan`, {
      param,
    });
  }
  return anchor;
}

/** How many periods lie between two instants. */
function periodsBetween(start: number, end: number, recurring: Recurring): number {
  let whole = 0;
  let from = start;
  for (let next = periodEnd(from, recurring); next <= end; next = periodEnd(from, recurring)) {
    whole += 1;
    from = next;
  }
  return whole + (end - from) / (periodEnd(from, recurring) - from);
}

/** docs: Subscriptions, "Backdate". @throws for what isn't past */
export function startOf(context: StripeContext, { backdate_start_date: date }: CycleParams): number {
  const now = seconds(context.now);
  if (date === undefined) return now;
  if (date < now) return date;
  throw new InvalidParameter('Invalid timestamp: must be an integer Unix timestamp in the past.', {
    param: 'backdate_start_date',
  });
}

/** The first invoice also bills the time since a backdated start. */
export function billBackdated(context: StripeContext, subscription: Readonly<Subscription>): void {
  const { world } = context;
  const now = seconds(context.now);
  if (subscription.start_date >= now) return;
  for (const item of world.subscription_items.by.subscription.page(subscription.id)) {
    const price = world.prices.get(item.price) as Readonly<Price>;
    const periods = periodsBetween(subscription.start_date, now, price.recurring as Recurring);
    storeItem(context, {
      amount: Math.round(costOf(price, item.quantity) * periods),
      currency: price.currency,
      customer: subscription.customer,
      description: `Time on ${world.products.get(price.product)?.name ?? price.product} since the subscription's start`,
      discountable: true,
      invoice: null,
      metadata: {},
      period: { end: now, start: subscription.start_date },
      pricing: pricingOf(price),
      proration: true,
      quantity: item.quantity,
      subscription: subscription.id,
      tax_rates: item.tax_rates,
    });
  }
}

/** Begins a new period of an item now. */
export function restartItem(context: StripeContext, item: Readonly<SubscriptionItem>): Readonly<SubscriptionItem> {
  const { world } = context;
  const price = world.prices.get(item.price) as Readonly<Price>;
  const now = seconds(context.now);
  const end = periodEnd(now, price.recurring as Recurring);
  return world.subscription_items.update(item.id, { current_period_start: now, current_period_end: end });
}
