import { createPrice, createProduct } from '../actions/catalog.ts';
import { charge as takeCharge } from '../actions/charges.ts';
import { adjustBalance, createCustomer } from '../actions/customers.ts';
import { openDispute } from '../actions/disputes.ts';
import { createInvoiceItem } from '../actions/invoice-lines.ts';
import { finalizeInvoice, markUncollectible, payInvoice, voidInvoice } from '../actions/invoice-states.ts';
import { createInvoice } from '../actions/invoices.ts';
import { book } from '../actions/ledger.ts';
import { cancelPaymentIntent } from '../actions/payment-intent-changes.ts';
import { createPaymentIntent } from '../actions/payment-intents.ts';
import { namedCard } from '../actions/payment-method-sources.ts';
import { draftCoupon } from '../actions/promotions.ts';
import { createRefund } from '../actions/refunds.ts';
import { createSubscription } from '../actions/subscriptions.ts';
import { createWebhookEndpoint } from '../actions/webhook-endpoints.ts';
import { type DeclaredIds, type IdKind, newId } from '../ids.ts';
import { namedTestCard, type TestCard } from '../test-cards.ts';
import { type PaymentMethod, type StripeContext, type StripeSeedContext, seconds } from '../world.ts';
import type {
  ChargeSeed,
  CustomerSeed,
  IntentSeed,
  InvoiceSeed,
  ProductSeed,
  RefundSeed,
  Seed,
  SubscriptionSeed,
} from './schema.ts';

const SECOND_MS = 1000;
/** Where the pages are that a seeded world links to. */
const PAGES = 'https://pay.stripe.com';

type Dated = { id?: string | undefined; created?: number | undefined };
/** A context at the time of a declared object, in which the next object of a kind gets the declared id. */
type At = (declared: Dated, kind?: IdKind) => StripeContext;

function contexts(context: StripeSeedContext): At {
  return ({ id, created }, kind) => {
    const declared = new Map<IdKind, string>(id !== undefined && kind ? [[kind, id]] : []);
    const ids: DeclaredIds = {
      next: (sequence, first) => context.ids.next(sequence, first),
      reserve: (sequence, value) => context.ids.reserve(sequence, value),
      hex: (length) => context.ids.hex(length),
      text: (length, alphabet) => context.ids.text(length, alphabet),
      integer: (bound) => context.ids.integer(bound),
      uuid: () => context.ids.uuid(),
      take(wanted) {
        const taken = declared.get(wanted);
        declared.delete(wanted);
        return taken;
      },
    };
    return {
      world: context.world,
      now: created === undefined ? context.now : created * SECOND_MS,
      ids,
      // No call made what is seeded.
      requestId: '',
      links: { base: PAGES, to: (path) => PAGES + path, signed: (path) => PAGES + path, unsigned: (text) => text },
      savepoint: (work) => work(),
      action: (_tool, work) => work(),
      refuseAction: () => {},
      ignore: () => {},
      lend: (credential) => credential,
      delivered: () => 0,
      cause: { id: null, idempotency_key: null },
    };
  };
}

/** Builds the world by the actions that calls use, so that it is one that calls could have built. */
export function load(context: StripeSeedContext, seed: Seed): void {
  const at = contexts(context);
  const { account } = seed;
  context.world.account.insert({
    id: account.id ?? newId(context.ids, 'account'),
    country: account.country,
    created: seconds(context.now),
    default_currency: account.default_currency,
    display_name: account.display_name ?? null,
    email: account.email ?? null,
    ...(account.bank_accounts.length > 0 && {
      bank_accounts: account.bank_accounts.map((one) => ({
        ...one,
        id: one.id ?? newId(context.ids, 'bank_account'),
        country: one.country ?? account.country,
        currency: one.currency ?? account.default_currency,
      })),
    }),
  });
  for (const customer of seed.customers) loadCustomer(at, customer);
  for (const product of seed.products) loadProduct(at, product);
  for (const { product, ...price } of seed.prices) loadPrice(at, product, price);
  for (const coupon of seed.coupons) context.world.coupons.insert(draftCoupon(at(coupon), definedOnly(coupon)));
  for (const declared of seed.charges) loadCharge(at, declared);
  for (const intent of seed.payment_intents) loadIntent(at, intent);
  for (const refund of seed.refunds) loadRefund(at, refund);
  for (const subscription of seed.subscriptions) loadSubscription(at, subscription);
  for (const invoice of seed.invoices) loadInvoice(at, invoice);
  for (const { secret, ...endpoint } of seed.webhook_endpoints) {
    const made = createWebhookEndpoint(at(endpoint, 'webhook_endpoint'), definedOnly(endpoint));
    if (secret) context.world.webhook_secrets.update(made.endpoint.id, { secret });
  }
  for (const { amount, currency } of seed.balance.available) {
    book(context, { amount, currency, type: 'topup', source: 'tu_seed', description: 'Top-up', available: true });
  }
  // A world begins without a history.
  for (const event of [...context.world.events.values()]) context.world.events.remove(event.id);
}

/** The fields that a seed filled. */
function definedOnly<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as ReturnType<
    typeof definedOnly<T>
  >;
}

function loadCustomer(at: At, { id, created, payment_methods, balance, currency, address, ...fields }: CustomerSeed): void {
  const context = at({ id, created }, 'customer');
  const { world } = context;
  const made = createCustomer(context, { ...definedOnly(fields), ...(address && { address: definedOnly(address) as never }) });
  for (const method of payment_methods) {
    const saved = at(method, 'payment_method');
    const card = namedCard(saved, namedTestCard(method.card) as TestCard, { metadata: method.metadata });
    world.payment_methods.insert({ ...card, customer: made.id });
  }
  const [first] = world.payment_methods.by.customer.page(made.id, { limit: 1 });
  const settings = { ...made.invoice_settings, default_payment_method: first?.id ?? null };
  world.customers.update(made.id, { invoice_settings: settings, ...(currency && { currency }) });
  if (balance !== 0) adjustBalance(context, made.id, { amount: balance, currency: currency ?? 'usd' }, { type: 'initial' });
}

function loadProduct(at: At, { prices, ...product }: ProductSeed): void {
  const made = createProduct(at(product), definedOnly(product));
  for (const price of prices) loadPrice(at, made.id, price);
}

function loadPrice(at: At, product: string, price: ProductSeed['prices'][number]): void {
  const { id, created, ...fields } = price;
  createPrice(at({ id, created }, 'price'), { ...definedOnly(fields), product });
}

function customerId({ world }: StripeContext, named: string | null | undefined): string | null {
  if (!named) return null;
  return world.customers.has(named) ? named : (world.customers.by.email.first(named)?.id ?? null);
}

/** The customer's saved card of this kind, else one that is used this once. */
function cardFor(context: StripeContext, name: string, customer: string | null): Readonly<PaymentMethod> {
  const { world } = context;
  const card = namedCard(context, namedTestCard(name) as TestCard);
  const saved = customer === null ? [] : world.payment_methods.by.customer.page(customer);
  return saved.find((method) => method.card?.fingerprint === card.card?.fingerprint) ?? world.payment_methods.insert(card);
}

function loadCharge(at: At, declared: ChargeSeed): void {
  const context = at(declared, 'charge');
  const customer = customerId(context, declared.customer);
  const method = cardFor(context, declared.card, customer);
  const refusal = {
    code: declared.failure_code,
    decline_code: declared.failure_code === 'card_declined' ? 'generic_decline' : declared.failure_code,
    message: 'Your card was declined.',
  };
  const order = {
    amount: declared.amount,
    currency: declared.currency,
    capture: declared.captured,
    method,
    customer,
    payment_intent: null,
    description: declared.description ?? null,
    metadata: declared.metadata,
    receipt_email: declared.receipt_email ?? null,
    shipping: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_group: null,
  };
  const { charge } = takeCharge(context, order, declared.status === 'failed' ? refusal : undefined);
  if (declared.disputed && !charge.disputed) openDispute(context, charge, { reason: 'fraudulent' });
  for (const refund of declared.refunds)
    loadRefund(at, { ...refund, charge: charge.id, created: refund.created ?? declared.created });
}

function loadIntent(at: At, declared: IntentSeed): void {
  const context = at(declared, 'payment_intent');
  const { status } = declared;
  const customer = customerId(context, declared.customer);
  const named = status === 'requires_action' ? 'pm_card_threeDSecure2Required' : declared.card;
  const method = status === 'requires_payment_method' ? undefined : cardFor(context, named, customer);
  const confirmed = status === 'succeeded' || status === 'requires_capture' || status === 'requires_action';
  const made = createPaymentIntent(context, {
    ...definedOnly({
      amount: declared.amount,
      currency: declared.currency,
      customer,
      description: declared.description,
      metadata: declared.metadata,
      receipt_email: declared.receipt_email,
    }),
    ...(method && { payment_method: method.id }),
    ...(status === 'requires_capture' && { capture_method: 'manual' as const }),
    // Nobody's browser comes back to a page of the seed's.
    ...(confirmed && { confirm: true, use_stripe_sdk: true }),
  });
  if (status === 'canceled') cancelPaymentIntent(context, made.id);
  for (const refund of declared.refunds)
    loadRefund(at, { ...refund, payment_intent: made.id, created: refund.created ?? declared.created });
}

function loadRefund(at: At, { id, created, ...refund }: RefundSeed): void {
  createRefund(at({ id, created }, 'refund'), definedOnly(refund));
}

function loadSubscription(at: At, declared: SubscriptionSeed): void {
  const context = at(declared, 'subscription');
  const { world } = context;
  const customer = customerId(context, declared.customer) as string;
  const method = cardFor(context, declared.card, customer);
  if (method.customer === null) world.payment_methods.update(method.id, { customer });
  const made = createSubscription(context, {
    customer,
    default_payment_method: method.id,
    items: declared.items,
    metadata: declared.metadata,
    ...(declared.description && { description: declared.description }),
    ...(declared.status === 'trialing' && { trial_period_days: declared.trial_days }),
  });
  const at_ = seconds(context.now);
  if (declared.status === 'past_due') world.subscriptions.update(made.id, { status: 'past_due' });
  if (declared.status === 'canceled')
    world.subscriptions.update(made.id, { status: 'canceled', canceled_at: at_, ended_at: at_ });
}

function loadInvoice(at: At, declared: InvoiceSeed): void {
  const context = at(declared, 'invoice');
  const customer = customerId(context, declared.customer) as string;
  const { id } = createInvoice(context, {
    customer,
    currency: declared.currency,
    metadata: declared.metadata,
    ...(declared.description && { description: declared.description }),
  });
  for (const { amount, quantity, description } of declared.lines) {
    createInvoiceItem(context, {
      customer,
      invoice: id,
      unit_amount_decimal: amount,
      quantity,
      currency: declared.currency,
      description: description ?? null,
    });
  }
  if (declared.status === 'draft') return;
  const finalized = finalizeInvoice(context, id);
  if (finalized.status === 'paid') return;
  if (declared.status === 'paid') payInvoice(context, id, { paid_out_of_band: true });
  if (declared.status === 'void') voidInvoice(context, id);
  if (declared.status === 'uncollectible') markUncollectible(context, id);
}
