import { meant, readsSame } from '@svc/twin-kit';
import type { Customer, Product, StripeCollections, StripeState } from '../world.ts';

/** The worlds of a run: names in a sentence are those of the seed. */
export interface Worlds {
  seed: StripeState;
  final: StripeState;
}

const QUOTED = /^"(.*)"$/;

/** Is this the customer whom a sentence calls so: by email address, by name in quotation marks, or by id? */
function isCustomer(reference: string): (customer: Readonly<Customer>) => boolean {
  const name = QUOTED.exec(reference)?.[1];
  if (name !== undefined) return (customer) => customer.name !== null && readsSame(customer.name, name);
  return reference.includes('@') ? ({ email }) => email === reference : ({ id }) => id === reference;
}

/** The customers at the end whom a sentence means; several may have one email address. */
export const customersMeant = ({ seed, final }: Worlds, reference: string): readonly Readonly<Customer>[] =>
  meant(seed.customers, final.customers, isCustomer(reference));

/** The customers of the seed whom a sentence means. */
export const customersOfSeed = (seed: StripeState, reference: string): readonly Readonly<Customer>[] =>
  seed.customers.filter(isCustomer(reference));

/** The products at the end that a sentence means by their name. */
export const productsMeant = ({ seed, final }: Worlds, name: string): readonly Readonly<Product>[] =>
  meant(seed.products, final.products, (product) => readsSame(product.name, name));

/** What has an id and is no part of something else, as people call it. */
export const KINDS = {
  customer: 'customers',
  charge: 'charges',
  PaymentIntent: 'payment_intents',
  SetupIntent: 'setup_intents',
  refund: 'refunds',
  dispute: 'disputes',
  subscription: 'subscriptions',
  'subscription item': 'subscription_items',
  invoice: 'invoices',
  'invoice item': 'invoiceitems',
  product: 'products',
  price: 'prices',
  coupon: 'coupons',
  'promotion code': 'promotion_codes',
  'tax rate': 'tax_rates',
  'payment link': 'payment_links',
  'payment method': 'payment_methods',
  payout: 'payouts',
  'webhook endpoint': 'webhook_endpoints',
} as const satisfies Readonly<Record<string, keyof StripeCollections>>;
export type Kind = keyof typeof KINDS;

/** An object of whatever kind, with the fields that several kinds have. */
export interface AnyObject {
  id: string;
  object: string;
  description?: string | null;
  metadata?: Readonly<Record<string, string>>;
  [field: string]: unknown;
}

export const recordsOf = (state: StripeState, kind: Kind): readonly Readonly<AnyObject>[] =>
  state[KINDS[kind]] as unknown as readonly AnyObject[];

/** The objects at the end that a sentence means, by id or as customers by email address; or why nobody can tell. */
export function objectsMeant(worlds: Worlds, reference: string): readonly Readonly<AnyObject>[] | string {
  if (reference.includes('@')) return named(customersMeant(worlds, reference) as unknown as readonly AnyObject[], reference);
  const kinds = Object.keys(KINDS) as Kind[];
  const found = kinds.flatMap((kind) => recordsOf(worlds.final, kind).filter(({ id }) => id === reference));
  if (found.length > 1) return `several objects have the id ${reference}: ${found.map(({ object }) => object).join(', ')}`;
  return named(found, reference);
}

const named = (found: readonly Readonly<AnyObject>[], reference: string): readonly Readonly<AnyObject>[] | string =>
  found.length === 0 ? `there is no ${reference}` : found;
