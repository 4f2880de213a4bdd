import { compareWorlds, type Difference, quoted } from '@svc/twin-kit';
import { collections, type StripeCollections, type StripeState } from '../world.ts';

/** What Stripe writes when something is written; it says nothing that doesn't stand elsewhere. */
const FOLLOWS = { bookkeeping: 'Stripe writes it down when something else changes' };
const INTERNAL = { bookkeeping: 'no part of a state' };

const byId = (what: string) => ({ what, name: ({ id }: { id: string }) => id });
const ofMoney = (what: string) => ({
  what,
  name: ({ id, amount, currency }: { id: string; amount: number; currency: string }) => `${id} (${amount} ${currency})`,
});

/** Everything in an account, as people call it. */
export const world = compareWorlds<StripeCollections>(collections, {
  account: byId('account'),
  events: FOLLOWS,
  webhook_endpoints: { what: 'webhook endpoint', name: ({ url }) => quoted(url) },
  webhook_secrets: INTERNAL,
  idempotency_keys: INTERNAL,
  customers: { what: 'customer', name: ({ id, email }) => (email === null ? id : `${id} (${quoted(email)})`) },
  customer_balance_transactions: ofMoney('customer balance transaction'),
  deleted_customers: INTERNAL,
  deleted_coupons: INTERNAL,
  payment_methods: byId('payment method'),
  tokens: byId('token'),
  spent_payment_methods: INTERNAL,
  payment_intents: ofMoney('PaymentIntent'),
  setup_intents: byId('SetupIntent'),
  charges: ofMoney('charge'),
  refunds: ofMoney('refund'),
  disputes: byId('dispute'),
  balance_transactions: ofMoney('balance transaction'),
  payouts: ofMoney('payout'),
  products: { what: 'product', name: ({ name }) => quoted(name), ignore: ['updated'] },
  prices: byId('price'),
  coupons: { ...byId('coupon'), ignore: ['times_redeemed'] },
  promotion_codes: { what: 'promotion code', name: ({ code }) => code },
  tax_rates: byId('tax rate'),
  payment_links: byId('payment link'),
  invoices: byId('invoice'),
  invoice_line_items: byId('invoice line'),
  invoiceitems: byId('invoice item'),
  invoice_payments: byId('invoice payment'),
  subscriptions: byId('subscription'),
  subscription_items: byId('subscription item'),
  discounts: byId('discount'),
});

type Links = Readonly<Record<string, unknown>>;
type Collection = keyof StripeCollections & keyof StripeState;

/** The fields by which a record hangs on others, so that it goes with them. */
const HANGS_ON: { readonly [N in Collection]?: (record: Links) => unknown[] } = {
  customer_balance_transactions: ({ customer, invoice }) => [customer, invoice],
  payment_methods: ({ customer }) => [customer],
  payment_intents: ({ customer }) => [customer],
  setup_intents: ({ customer }) => [customer],
  charges: ({ customer, payment_intent }) => [customer, payment_intent],
  refunds: ({ charge }) => [charge],
  disputes: ({ charge }) => [charge],
  balance_transactions: ({ source }) => [source],
  prices: ({ product }) => [product],
  promotion_codes: ({ promotion }) => [(promotion as { coupon: string }).coupon],
  invoices: ({ customer, parent }) => [
    customer,
    (parent as { subscription_details: { subscription: string } } | null)?.subscription_details.subscription,
  ],
  invoice_line_items: ({ invoice }) => [invoice],
  invoiceitems: ({ customer, invoice }) => [customer, invoice],
  invoice_payments: ({ invoice }) => [invoice],
  subscriptions: ({ customer }) => [customer],
  subscription_items: ({ subscription }) => [subscription],
  discounts: ({ customer, invoice, subscription }) => [subscription ?? invoice ?? customer],
};

/** What hangs on what, and whereon. */
interface Belongings {
  /** The objects, and what hangs on them, on that, and so on. */
  ids: ReadonlySet<string>;
  /** On what these hang directly. */
  owners: ReadonlySet<string>;
}

const linksOf = (collection: string, record: object): string[] =>
  (HANGS_ON[collection as Collection]?.(record as Links) ?? []).filter((on) => typeof on === 'string');

/** What belongs to some objects in both worlds. */
export function belongings(roots: Iterable<string>, worlds: { seed: StripeState; final: StripeState }): Belongings {
  const children = new Map<string, string[]>();
  const parents = new Map<string, string[]>();
  const hang = (id: string, on: string): void => {
    children.set(on, [...(children.get(on) ?? []), id]);
    parents.set(id, [...(parents.get(id) ?? []), on]);
  };
  for (const state of [worlds.seed, worlds.final]) {
    for (const name of Object.keys(HANGS_ON) as Collection[])
      for (const record of state[name] as unknown as readonly { id: string }[])
        for (const on of linksOf(name, record)) hang(record.id, on);
    for (const { id, payment } of state.invoice_payments) hang(payment.payment_intent, id);
    // A card that nobody saved is there for the payment alone.
    const unsaved = new Set(state.payment_methods.filter(({ customer }) => customer === null).map(({ id }) => id));
    for (const { id, payment_method: method } of [...state.payment_intents, ...state.charges])
      if (method !== null && unsaved.has(method)) hang(method, id);
  }
  const ids = new Set(roots);
  // What is added while going through a set is gone through too.
  for (const id of ids) for (const child of children.get(id) ?? []) ids.add(child);
  return { ids, owners: new Set([...ids].flatMap((id) => parents.get(id) ?? [])) };
}

/** What Stripe itself changes of a customer who is billed, and of a charge of which some is refunded. */
export const FOLLOW: Readonly<Record<string, readonly string[]>> = {
  customers: ['balance', 'currency', 'next_invoice_sequence'],
  charges: ['amount_refunded', 'refunded'],
};

/** Is it a change only of such fields? */
export const isOnlyIn = ({ fields }: Difference, allowed: readonly string[]): boolean =>
  fields.length > 0 && fields.every((one) => allowed.includes(one));
