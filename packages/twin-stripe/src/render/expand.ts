import { paymentOf } from '../actions/invoice-payments.ts';
import { type ListParams, pageOf } from '../actions/list.ts';
import { InvalidRequest } from '../errors.ts';
import { expandableFields } from '../generated/expandable.ts';
import { inWireOrder, type StripeContext, type StripeWorld } from '../world.ts';
import { INNER_LIMIT, innerList, wire, wireList } from './wire.ts';

/** docs: API, "Expanding responses" */
const DEEPEST = 4;

/** What the answer to a payment shows of a charge that is captured in the background. */
const UNSETTLED = { balance_transaction: null };

type Fields = Record<string, unknown>;

/** Where the object behind a field's id is. */
const COLLECTION_OF: Readonly<Record<string, readonly (keyof StripeWorld)[]>> = {
  balance_transaction: ['balance_transactions'],
  charge: ['charges'],
  coupon: ['coupons'],
  customer: ['customers'],
  default_payment_method: ['payment_methods'],
  default_price: ['prices'],
  default_source: ['payment_methods'],
  discount: ['discounts'],
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

const names = (text: string): ReadonlySet<string> => new Set(text.trim().split(' '));

/** What the reference leaves out of answers unless it is expanded. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  charge: 'refunds',
  coupon: 'applies_to currency_options',
  customer: 'cash_balance invoice_credit_balance sources subscriptions tax tax_ids',
  invoice: 'confirmation_secret payments',
  payment_link: 'line_items',
  plan: 'tiers',
  price: 'currency_options tiers',
  promotion_code: 'restrictions.currency_options',
};

/** The fields that Stripe lets expand, by object, those inside of other fields as dotted paths. */
const EXPANDABLE: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries(expandableFields).map(([object, fields]) => [object, names(`${fields} ${LEFT_OUT[object] ?? ''}`)]),
);

function cannot(path: string, hint?: string): InvalidRequest {
  const advice = hint === undefined ? '' : ` You may want to try expanding '${hint}' instead.`;
  return new InvalidRequest(`This property cannot be expanded (${path}).${advice}`, { param: 'expand' });
}

function objectBehind(context: StripeContext, field: string, id: string): unknown {
  for (const name of COLLECTION_OF[field] ?? []) {
    const record = (context.world[name] as { get(id: string): { object: string } | undefined }).get(id);
    if (record) return wire(context, context.unsettled?.has(id) ? Object.assign({ ...record }, UNSETTLED) : record);
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
    return innerList(
      `/v1/charges/${id}/refunds`,
      rendered(context, world.refunds.by.charge.page(id, { limit: INNER_LIMIT, reverse: true })),
      world.refunds.by.charge.count(id),
    );
  }
  if (key === 'customer.subscriptions') {
    const live = world.subscriptions.by.customer.page(id, { reverse: true }).filter(({ status }) => status !== 'canceled');
    return wireList(`/v1/customers/${id}/subscriptions`, rendered(context, live));
  }
  if (key === 'invoice.payments')
    return wireList('/v1/invoice_payments', rendered(context, world.invoice_payments.by.invoice.page(id)));
  if (key === 'customer.sources') return wireList(`/v1/customers/${id}/sources`, []);
  if (key === 'customer.tax_ids') return wireList(`/v1/customers/${id}/tax_ids`, []);
  if (key === 'coupon.applies_to') return world.coupons.get(id)?.applies_to;
  if (key === 'invoice.confirmation_secret') return confirmationSecret(context, id);
  if (key === 'customer.cash_balance') return cashBalance(id);
  if (key === 'customer.tax') return taxOf(context, id);
  // What credit notes left, which the twin doesn't have (recorded: pay-rails/pay, test/vcr_cassettes).
  if (key === 'customer.invoice_credit_balance') return {};
  if (key === 'price.currency_options') return currencyOptions(context, id);
  if (key === 'payment_link.line_items') return linkItems(context, id);
  return undefined;
}

/** What a client pays an invoice with, also when it has been paid (recorded: pay-rails/pay, test/vcr_cassettes). */
function confirmationSecret(context: StripeContext, invoice: string): object | null {
  const payment = paymentOf(context, invoice);
  const intent = payment && context.world.payment_intents.get(payment.payment.payment_intent);
  return intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null;
}

/** Nobody is taxed automatically here, and no place is looked up (recorded: pay-rails/pay, test/vcr_cassettes). */
function taxOf({ world }: StripeContext, id: string): object {
  const { country = null, state = null } = world.customers.get(id)?.address ?? {};
  const location = country === null ? null : { country, source: 'billing_address', state };
  return {
    automatic_tax: location === null ? 'unrecognized_location' : 'not_collecting',
    ip_address: null,
    location,
    provider: 'stripe',
  };
}

/** Nobody pays a customer by bank transfer here. */
const cashBalance = (customer: string): object => ({
  object: 'cash_balance',
  available: null,
  customer,
  customer_account: null,
  livemode: false,
  settings: { reconciliation_mode: 'automatic', using_merchant_default: true },
});

/** A price has one currency, its own. */
function currencyOptions({ world }: StripeContext, id: string): object | undefined {
  const price = world.prices.get(id);
  if (!price) return undefined;
  const { currency, tax_behavior, unit_amount, unit_amount_decimal } = price;
  return { [currency]: { custom_unit_amount: null, tax_behavior, unit_amount, unit_amount_decimal } };
}

/** What a payment link sells, as its list of line items. */
export function linkItems({ world }: StripeContext, id: string, params: ListParams = {}): object {
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
  const { data, has_more } = pageOf(items, 'line item', params);
  return wireList(`/v1/payment_links/${id}/line_items`, data, has_more);
}

/** The object that a field belongs to, and the steps to it inside of that object. */
interface Inside {
  type: string | undefined;
  steps: readonly string[];
}

const NOWHERE: Inside = { type: undefined, steps: [] };

function expandField(context: StripeContext, owner: Fields, path: readonly string[], whole: string, inside: Inside): Fields {
  const [field = '', ...rest] = path;
  const own: Inside = typeof owner.object === 'string' ? { type: owner.object, steps: [] } : inside;
  const isList = own.type === 'list' || own.type === 'search_result';
  const value = owner[field];
  if (isList && field !== 'data') throw cannot(whole, `data.${whole}`);
  const steps = [...own.steps, field];
  const allowed = own.type !== undefined && EXPANDABLE[own.type]?.has(steps.join('.')) === true;
  let next = value;
  if (typeof value === 'string' && allowed) next = objectBehind(context, field, value);
  else if (Array.isArray(value) && allowed && !isList) {
    next = value.map((item) => (typeof item === 'string' ? objectBehind(context, field, item) : item));
  } else if (value === undefined && allowed) next = included(context, owner, field);
  else if (!isList && !allowed && (typeof value !== 'object' || value === null)) {
    // What isn't there might have had fields that can be expanded.
    const leads =
      (value ?? null) === null && [...(EXPANDABLE[own.type ?? ''] ?? [])].some((one) => one.startsWith(`${steps.join('.')}.`));
    if (!leads || rest.length === 0) throw cannot(whole);
  }
  if (rest.length > 0) next = expandValue(context, next, rest, whole, { type: own.type, steps });
  else if (!allowed && !isExpanded(value)) throw cannot(whole);
  if (next === undefined) return owner;
  const shown = { ...owner, [field]: next };
  return field in owner ? shown : inWireOrder(shown);
}

const isExpanded = (value: unknown): boolean => typeof value === 'object' && value !== null && 'object' in value;

function expandValue(context: StripeContext, value: unknown, path: readonly string[], whole: string, inside: Inside): unknown {
  if (Array.isArray(value)) return value.map((item) => expandValue(context, item, path, whole, inside));
  if (typeof value !== 'object' || value === null) return value;
  return expandField(context, value as Fields, path, whole, inside);
}

/** Puts objects in the place of their ids. @throws InvalidRequest for what can't be expanded */
export function expand(context: StripeContext, value: object, paths: readonly string[]): object {
  let expanded: unknown = value;
  for (const path of paths) {
    const steps = path.split('.');
    // A list's `data` is a level, too: https://github.com/stripe/stripe-java/issues/2011
    if (steps.length > DEEPEST) {
      throw new InvalidRequest(`You cannot expand more than ${DEEPEST} levels of a property.`, { param: 'expand' });
    }
    expanded = expandValue(context, expanded, steps, path, NOWHERE);
  }
  return expanded as object;
}
