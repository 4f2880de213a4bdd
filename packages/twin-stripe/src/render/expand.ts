import { InvalidRequest } from '../errors.ts';
import type { StripeContext, StripeWorld } from '../world.ts';
import { wire, wireList } from './wire.ts';

/** docs: API, "Expanding responses" */
const DEEPEST = 4;

type Fields = Record<string, unknown>;

/** Where the object behind a field's id is. */
const COLLECTION_OF: Readonly<Record<string, readonly (keyof StripeWorld)[]>> = {
  balance_transaction: ['balance_transactions'],
  charge: ['charges'],
  coupon: ['coupons'],
  customer: ['customers'],
  default_payment_method: ['payment_methods'],
  default_price: ['prices'],
  discounts: ['discounts'],
  failure_balance_transaction: ['balance_transactions'],
  invoice: ['invoices'],
  latest_charge: ['charges'],
  latest_invoice: ['invoices'],
  payment_intent: ['payment_intents'],
  payment_method: ['payment_methods'],
  price: ['prices'],
  product: ['products'],
  promotion_code: ['promotion_codes'],
  source: ['charges', 'refunds', 'disputes', 'payouts'],
  subscription: ['subscriptions'],
};

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** The fields that Stripe lets expand, by object (docs: "expandable"). */
const EXPANDABLE: Readonly<Record<string, ReadonlySet<string>>> = {
  balance_transaction: names('source'),
  charge: names(
    'application application_fee balance_transaction customer failure_balance_transaction on_behalf_of payment_intent refunds review source_transfer transfer',
  ),
  customer: names('default_source sources subscriptions tax_ids test_clock cash_balance'),
  customer_balance_transaction: names('checkout_session credit_note customer invoice'),
  discount: names('customer promotion_code'),
  dispute: names('charge payment_intent'),
  invoice: names(
    'account_tax_ids application customer default_payment_method default_source discounts latest_revision on_behalf_of payments subscription test_clock',
  ),
  invoice_payment: names('invoice'),
  invoiceitem: names('customer discounts invoice test_clock'),
  line_item: names('discounts subscription'),
  payment_intent: names('application customer latest_charge on_behalf_of payment_method payment_record review source'),
  payment_link: names('application line_items on_behalf_of'),
  payment_method: names('customer'),
  payout: names('application_fee balance_transaction destination failure_balance_transaction original_payout reversed_by'),
  plan: names('product tiers'),
  price: names('currency_options product tiers'),
  product: names('default_price tax_code'),
  promotion_code: names('customer'),
  refund: names(
    'balance_transaction charge customer failure_balance_transaction payment_intent payment_method source_transfer_reversal transfer_reversal',
  ),
  setup_intent: names('application customer latest_attempt mandate on_behalf_of payment_method single_use_mandate'),
  subscription: names(
    'application customer default_payment_method default_source discounts latest_invoice on_behalf_of pending_setup_intent schedule test_clock',
  ),
  subscription_item: names('discounts'),
};

function cannot(path: string, hint?: string): InvalidRequest {
  const advice = hint === undefined ? '' : ` You may want to try expanding '${hint}' instead.`;
  return new InvalidRequest(`This property cannot be expanded (${path}).${advice}`, { param: 'expand' });
}

function objectBehind(context: StripeContext, field: string, id: string): unknown {
  for (const name of COLLECTION_OF[field] ?? []) {
    const record = (context.world[name] as { get(id: string): { object: string } | undefined }).get(id);
    if (record) return wire(context, record);
  }
  if (field === 'customer' && context.world.deleted_customers.has(id)) return { id, object: 'customer', deleted: true };
  return id;
}

const rendered = (context: StripeContext, records: readonly { object: string }[]): unknown[] =>
  records.map((record) => wire(context, record));

/** Lists that are left out unless they are asked for. */
function included(context: StripeContext, owner: Fields, field: string): unknown {
  const { world } = context;
  const id = String(owner.id);
  const key = `${String(owner.object)}.${field}`;
  if (key === 'charge.refunds') {
    return wireList(
      `/v1/charges/${id}/refunds`,
      rendered(context, world.refunds.by.byCharge.page(id, { limit: 10, reverse: true })),
    );
  }
  if (key === 'customer.subscriptions') {
    const live = world.subscriptions.by.byCustomer.page(id, { reverse: true }).filter(({ status }) => status !== 'canceled');
    return wireList(`/v1/customers/${id}/subscriptions`, rendered(context, live));
  }
  if (key === 'invoice.payments')
    return wireList('/v1/invoice_payments', rendered(context, world.invoice_payments.by.byInvoice.page(id)));
  if (key === 'customer.sources') return wireList(`/v1/customers/${id}/sources`, []);
  if (key === 'customer.tax_ids') return wireList(`/v1/customers/${id}/tax_ids`, []);
  if (key === 'payment_link.line_items') return linkItems(context, id);
  return undefined;
}

/** What a payment link sells, as its list of line items. */
export function linkItems({ world }: StripeContext, id: string): object {
  const items = (world.payment_links.get(id)?.line_items ?? []).map((item) => {
    const price = world.prices.get(item.price);
    const amount = (price?.unit_amount ?? 0) * item.quantity;
    return {
      id: item.id,
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price?.currency ?? 'usd',
      description: price ? (world.products.get(price.product)?.name ?? null) : null,
      metadata: null,
      price: price ?? null,
      quantity: item.quantity,
    };
  });
  return wireList(`/v1/payment_links/${id}/line_items`, items);
}

function expandField(context: StripeContext, owner: Fields, path: readonly string[], whole: string): Fields {
  const [field = '', ...rest] = path;
  const type = typeof owner.object === 'string' ? owner.object : undefined;
  const isList = type === 'list' || type === 'search_result';
  const value = owner[field];
  if (isList && field !== 'data') throw cannot(whole, `data.${whole}`);
  const allowed = type === undefined ? field in COLLECTION_OF : EXPANDABLE[type]?.has(field);
  let next = value;
  if (typeof value === 'string' && allowed) next = objectBehind(context, field, value);
  else if (Array.isArray(value) && allowed && !isList) {
    next = value.map((item) => (typeof item === 'string' ? objectBehind(context, field, item) : item));
  } else if (value === undefined && allowed) next = included(context, owner, field);
  else if (!isList && !allowed && (typeof value !== 'object' || value === null)) throw cannot(whole);
  if (rest.length > 0) next = expandValue(context, next, rest, whole);
  else if (!allowed && !isExpanded(value)) throw cannot(whole);
  return next === undefined ? owner : { ...owner, [field]: next };
}

const isExpanded = (value: unknown): boolean => typeof value === 'object' && value !== null && 'object' in value;

function expandValue(context: StripeContext, value: unknown, path: readonly string[], whole: string): unknown {
  if (Array.isArray(value)) return value.map((item) => expandValue(context, item, path, whole));
  if (typeof value !== 'object' || value === null) return value;
  return expandField(context, value as Fields, path, whole);
}

/** Puts objects in the place of their ids. @throws InvalidRequest for what can't be expanded */
export function expand(context: StripeContext, value: object, paths: readonly string[]): object {
  let expanded: unknown = value;
  for (const path of paths) {
    const steps = path.split('.');
    if (steps.filter((step) => step !== 'data').length > DEEPEST) {
      throw new InvalidRequest(`You cannot expand more than ${DEEPEST} levels of a property (${path}).`, { param: 'expand' });
    }
    expanded = expandValue(context, expanded, steps, path);
  }
  return expanded as object;
}
