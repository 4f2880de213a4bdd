import { InvalidParameter, InvalidRequest, MissingParameter, Unsupported } from '../errors.ts';
import { newId } from '../ids.ts';
import {
  type Customer,
  type ItemInterval,
  type Metadata,
  newSubscription,
  newSubscriptionItem,
  type Price,
  type Recurring,
  type StripeContext,
  type Subscription,
  type SubscriptionItem,
  seconds,
} from '../world.ts';
import { currencyOf } from './amounts.ts';
import { anchorConfigOf, billBackdated, type CycleParams, firstAnchor, startOf } from './billing-cycles.ts';
import { createPrice, getPrice, type PriceData } from './catalog.ts';
import { requireOneCurrency } from './currency-rule.ts';
import { changeCustomer } from './customers.ts';
import { type DiscountParams, discountsOf } from './discounts.ts';
import { emit } from './emit.ts';
import { costOf, createInvoiceItem, type InvoiceItemParams } from './invoice-lines.ts';
import { defaultMethod, finalizeInvoice } from './invoice-states.ts';
import { type ListParams, listing, listPage, type Page } from './list.ts';
import { getCustomer } from './lookups.ts';
import { requireEmail } from './mailing-rule.ts';
import { mergeMetadata } from './metadata.ts';
import { ownMethod } from './payment-methods.ts';
import { DAY_SECONDS, periodEnd } from './periods.ts';
import { collect, invoiceItems } from './subscription-invoices.ts';
import { itemInterval, type PaymentSettingsParams, paymentSettings } from './subscription-settings.ts';
import { type CancelDetails, changeSubscription, getSubscription, requireOneEnd } from './subscription-states.ts';
import { ratesNamed } from './tax-rates.ts';
import { type Trial, trialOf } from './trials.ts';

export interface ItemParams {
  discounts?: DiscountParams[] | null;
  id?: string | null;
  price?: string | null;
  plan?: string | null;
  price_data?: PriceData;
  quantity?: number;
  metadata?: Metadata | null;
  deleted?: boolean;
  tax_rates?: string[] | null;
}

/** A one-time price on the first or the next invoice. */
type AddedItemParams = Pick<InvoiceItemParams, 'discounts' | 'metadata' | 'price' | 'price_data' | 'quantity' | 'tax_rates'>;

export interface SubscriptionParams extends CycleParams {
  add_invoice_items?: AddedItemParams[];
  automatic_tax?: { enabled: boolean };
  cancel_at?: number | string | null;
  cancel_at_period_end?: boolean;
  cancellation_details?: CancelDetails;
  collection_method?: Subscription['collection_method'];
  currency?: string | null;
  customer?: string | null;
  days_until_due?: number;
  default_payment_method?: string | null;
  default_tax_rates?: string[] | null;
  description?: string | null;
  discounts?: DiscountParams[] | null;
  items?: ItemParams[];
  metadata?: Metadata | null;
  off_session?: boolean;
  pause_collection?: { behavior: string; resumes_at?: number } | null;
  payment_behavior?: 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete' | 'pending_if_incomplete';
  payment_settings?: PaymentSettingsParams;
  pending_invoice_item_interval?: { interval: ItemInterval['interval']; interval_count?: number } | null;
  proration_date?: number;
  proration_behavior?: 'always_invoice' | 'create_prorations' | 'none';
  trial_end?: number | string | null;
  trial_from_plan?: boolean;
  trial_period_days?: number;
  trial_settings?: { end_behavior: Partial<Subscription['trial_settings']['end_behavior']> };
}

/** docs: Subscriptions, "Create", `items`: "up to 20 subscription items" */
const MOST_ITEMS = 20;

const TRIAL_WARNING_DAYS = 3;

export function requireRoomFor(items: number): void {
  if (items > MOST_ITEMS) throw new InvalidRequest(`Subscriptions can have up to ${MOST_ITEMS} items.`, { param: 'items' });
}

/** The price of an item. @throws for one that isn't recurring */
export function priceOf(context: StripeContext, params: ItemParams, where: string): Readonly<Price> {
  const id = params.price ?? params.plan;
  if (!id && !params.price_data) throw new MissingParameter(`${where}[price]`);
  const price = id ? getPrice(context, id, `${where}[price]`) : createPrice(context, params.price_data ?? {});
  if (price.type !== 'recurring') {
    throw new InvalidRequest(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      { param: `${where}[price]` },
    );
  }
  if (!price.active)
    throw new InvalidRequest('The price specified is inactive. This field only accepts active prices.', {
      param: `${where}[price]`,
    });
  return price;
}

/** Puts an item on a subscription, with its own period. */
export function addItem(
  context: StripeContext,
  subscription: string,
  price: Readonly<Price>,
  params: ItemParams,
  start: number,
  end?: number,
) {
  const quantity = params.quantity ?? 1;
  if (quantity < 0)
    throw new InvalidParameter('Invalid non-negative integer', { code: 'parameter_invalid_integer', param: 'quantity' });
  const { world } = context;
  const made = world.subscription_items.insert(
    newSubscriptionItem({
      id: newId(context.ids, 'subscription_item'),
      object: 'subscription_item' as const,
      created: seconds(context.now),
      current_period_end: end ?? periodEnd(start, price.recurring as Recurring),
      current_period_start: start,
      metadata: mergeMetadata({}, params.metadata),
      price: price.id,
      quantity,
      subscription,
      tax_rates: ratesNamed(context, params.tax_rates, 'tax_rates') ?? [],
    }),
  );
  const discounts = discountsOfItem(context, made, params.discounts);
  return discounts ? world.subscription_items.update(made.id, { discounts }) : made;
}

/** The discounts that an item has of its own; undefined where nothing was said of them. */
export function discountsOfItem(
  context: StripeContext,
  item: Readonly<SubscriptionItem>,
  params: DiscountParams[] | null | undefined,
): string[] | undefined {
  if (params === undefined) return undefined;
  const { world } = context;
  const price = world.prices.get(item.price) as Readonly<Price>;
  const customer = getSubscription(context, item.subscription).customer;
  const order = { amount: costOf(price, item.quantity), currency: price.currency };
  return discountsOf(context, params ?? [], { customer, subscription_item: item.id }, order).map(({ id }) => id);
}

/** How a trial ends, over what was settled before. */
export const trialSettings = (
  { trial_settings: sent }: Pick<SubscriptionParams, 'trial_settings'>,
  before: Subscription['trial_settings'] = {
    // Recorded: pay-rails/pay, test/vcr_cassettes.
    end_behavior: { billing_cycle_anchor: 'now', missing_payment_method: 'create_invoice' },
  },
): Subscription['trial_settings'] => ({ end_behavior: { ...before.end_behavior, ...sent?.end_behavior } });

function refuseUnmodelled(params: SubscriptionParams): void {
  if (params.automatic_tax?.enabled) throw new Unsupported('automatic tax', 'automatic_tax');
  // Recorded: Kiln-AI/stripe_world, phase 12.
  if (params.payment_behavior === 'pending_if_incomplete')
    throw new InvalidRequest(
      'Setting `payment_behavior` to `pending_if_incomplete` has no effect when creating a subscription.',
      {
        param: 'payment_behavior',
      },
    );
  if (typeof params.cancel_at === 'string') throw new Unsupported('cancel_at with a word', 'cancel_at');
}

export const wantedDiscounts = ({ discounts }: Pick<SubscriptionParams, 'discounts'>): DiscountParams[] | undefined =>
  discounts ?? undefined;

interface Begin {
  customer: Readonly<Customer>;
  currency: string;
  trial: Trial | undefined;
  anchor: number | undefined;
}

function draftSubscription(
  context: StripeContext,
  params: SubscriptionParams,
  { customer, currency, trial, anchor }: Begin,
): Subscription {
  const now = seconds(context.now);
  return newSubscription({
    id: newId(context.ids, 'subscription'),
    object: 'subscription' as const,
    billing_cycle_anchor: trial?.end ?? anchor ?? now,
    billing_cycle_anchor_config: anchorConfigOf(params.billing_cycle_anchor_config),
    billing_mode: { flexible: { proration_discounts: 'included' as const }, type: 'flexible' as const, updated_at: now },
    cancel_at: typeof params.cancel_at === 'number' ? params.cancel_at : null,
    cancel_at_period_end: params.cancel_at_period_end ?? false,
    canceled_at: params.cancel_at_period_end ? now : null,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: params.cancel_at_period_end ? 'cancellation_requested' : null,
    },
    collection_method: params.collection_method ?? ('charge_automatically' as const),
    created: now,
    currency,
    customer: customer.id,
    days_until_due: params.days_until_due ?? null,
    default_payment_method: params.default_payment_method ?? null,
    default_tax_rates: ratesNamed(context, params.default_tax_rates, 'default_tax_rates') ?? [],
    description: params.description ?? null,
    discounts: [],
    ended_at: null,
    latest_invoice: null,
    metadata: mergeMetadata({}, params.metadata),
    pause_collection: null,
    ...paymentSettings(params),
    ...itemInterval(context, params),
    start_date: startOf(context, params),
    status: trial ? ('trialing' as const) : ('incomplete' as const),
    trial_end: trial?.end ?? null,
    trial_settings: trialSettings(params),
    trial_start: trial ? now : null,
  });
}

/** In Stripe's words (recorded: Kiln-AI/stripe_world, phase 12). */
export function requireApart(items: readonly ItemParams[] = []): void {
  const prices = items.map((item) => item.price ?? item.plan);
  const twice = prices.find((price, at) => price && prices.indexOf(price) !== at);
  if (!twice) return;
  throw new InvalidRequest(`Cannot create a Subscription with multiple Subscription Items with the same Price: ${twice}.`, {
    param: 'plan',
  });
}

/** docs: Create a subscription, `days_until_due`: "Valid only for subscriptions where `collection_method` is set to `send_invoice`." */
export function requireDaysOnlyByHand(method: Subscription['collection_method'] | undefined, days: number | undefined): void {
  if (method !== 'send_invoice' && days !== undefined)
    throw new InvalidRequest('You can only specify `days_until_due` if subscription collection method is `send_invoice`.', {
      param: 'days_until_due',
    });
  if (method === 'send_invoice' && days === undefined)
    throw new MissingParameter(
      'days_until_due',
      'If subscription collection method is `send_invoice`, `days_until_due` must be set.',
    );
}

export function createSubscription(context: StripeContext, params: SubscriptionParams): Readonly<Subscription> {
  refuseUnmodelled(params);
  if (!params.customer) throw new MissingParameter('customer');
  const customer = getCustomer(context, params.customer, 'customer');
  const items = params.items ?? [];
  if (items.length === 0) throw new MissingParameter('items');
  requireRoomFor(items.length);
  const prices = items.map((item, at) => priceOf(context, item, `items[${at}]`));
  const [currency = '', ...others] = [...new Set(prices.map((price) => price.currency))];
  if (others.length > 0)
    throw new InvalidRequest('All prices on a subscription must have the same currency.', { param: 'items' });
  if (params.currency && currencyOf(params.currency) !== currency)
    throw new InvalidRequest(`The prices of the items are in ${currency}, not in ${params.currency}.`, { param: 'currency' });
  requireOneCurrency(context, customer.id, currency);
  requireOneEnd(context, params);
  requireDaysOnlyByHand(params.collection_method, params.days_until_due);
  requireEmail(customer, params.collection_method);
  const method = params.default_payment_method
    ? ownMethod(context, params.default_payment_method, customer.id, 'default_payment_method').id
    : null;
  const trial = trialOf(context, params, prices);
  const anchor = firstAnchor(context, params, prices, trial !== undefined);
  const begin = { customer, currency, trial, anchor };
  const draft = draftSubscription(context, { ...params, default_payment_method: method }, begin);
  const { id } = context.world.subscriptions.insert(draft);
  const amount = items.reduce((sum, item, at) => sum + costOf(prices[at] as Readonly<Price>, item.quantity ?? 1), 0);
  const owner = { customer: customer.id, subscription: id };
  const discounts = discountsOf(context, wantedDiscounts(params) ?? [], owner, { amount, currency });
  context.world.subscriptions.update(id, { discounts: discounts.map((discount) => discount.id) });
  for (const [at, item] of items.entries()) {
    addItem(context, id, prices[at] as Readonly<Price>, item, seconds(context.now), trial?.end ?? anchor);
  }
  // Recorded: it is told when that will be (Kiln-AI/stripe_world, phase 12).
  if (params.cancel_at_period_end) {
    const ends = context.world.subscription_items.by.subscription.page(id).map((item) => item.current_period_end);
    context.world.subscriptions.update(id, { cancel_at: Math.max(...ends) });
  }
  if (customer.currency === null) changeCustomer(context, customer.id, { currency });
  start(context, id, params);
  return getSubscription(context, id);
}

function start(context: StripeContext, id: string, params: SubscriptionParams): void {
  const subscription = getSubscription(context, id);
  const prorates = params.proration_behavior !== 'none';
  if (prorates && subscription.status !== 'trialing') billBackdated(context, subscription);
  addInvoiceItems(context, subscription, params);
  const invoice = invoiceItems(context, subscription, 'subscription_create', { prorates });
  context.world.subscriptions.update(id, { latest_invoice: invoice.id });
  const byHand = subscription.collection_method === 'send_invoice';
  if (byHand) context.world.subscriptions.update(id, { status: subscription.status === 'trialing' ? 'trialing' : 'active' });
  const behavior = params.payment_behavior ?? 'allow_incomplete';
  const payable = !byHand && invoice.total > 0;
  if (payable && behavior !== 'default_incomplete' && defaultMethod(context, invoice) === null) {
    throw new InvalidRequest(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more ' +
        'information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
      { code: 'resource_missing' },
    );
  }
  emit(context, 'customer.subscription.created', getSubscription(context, id));
  warnOfTrialEnd(context, id);
  if (byHand) return;
  finalizeInvoice(context, invoice.id);
  if (!payable) settleFree(context, id);
  else if (behavior !== 'default_incomplete') {
    collect(context, invoice.id, { strict: behavior === 'error_if_incomplete', off_session: params.off_session });
  }
}

/** One-time prices that the next invoice of a subscription bills, too. */
export function addInvoiceItems(
  context: StripeContext,
  subscription: Readonly<Subscription>,
  { add_invoice_items: items = [] }: Pick<SubscriptionParams, 'add_invoice_items'>,
): void {
  for (const item of items)
    createInvoiceItem(context, { ...item, customer: subscription.customer, subscription: subscription.id });
}

/** Three days before the end of a trial, or at once for a shorter one (docs: "Use trial periods"). */
function warnOfTrialEnd(context: StripeContext, id: string): void {
  const subscription = getSubscription(context, id);
  const soon = seconds(context.now) + TRIAL_WARNING_DAYS * DAY_SECONDS;
  if (subscription.trial_end !== null && subscription.trial_end <= soon)
    emit(context, 'customer.subscription.trial_will_end', subscription);
}

/** Nothing is due: the subscription runs. */
function settleFree(context: StripeContext, id: string): void {
  if (getSubscription(context, id).status === 'incomplete') changeSubscription(context, id, { status: 'active' });
}

export const isOver = ({ status }: Readonly<Subscription>): boolean => status === 'canceled' || status === 'incomplete_expired';

export interface SubscriptionListParams extends ListParams {
  collection_method?: string;
  customer?: string | null;
  /** The older name of `price`. */
  plan?: string | null;
  price?: string | null;
  status?: string;
}

/** Without a status those that have ended are left out. */
export function listSubscriptions({ world }: StripeContext, params: SubscriptionListParams): Page<Subscription> {
  const { price = params.plan, status } = params;
  const ofPrice = (id: string): boolean => world.subscription_items.by.subscription.page(id).some((item) => item.price === price);
  const inStatus = (one: Readonly<Subscription>): boolean => {
    if (status === undefined) return !isOver(one);
    if (status === 'all') return true;
    return status === 'ended' ? isOver(one) : one.status === status;
  };
  const matches = (one: Readonly<Subscription>): boolean => inStatus(one) && (!price || ofPrice(one.id));
  const narrowing = {
    by: { customer: ['customer', params.customer] },
    equal: { collection_method: params.collection_method },
    matches,
  } as const;
  return listPage(listing(world.subscriptions, 'subscription', narrowing), params);
}
