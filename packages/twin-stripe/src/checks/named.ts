import { objectNames } from '@svc/twin-kit';
import type { StripeState } from '../world.ts';
import { KINDS, type Kind, recordsOf } from './names.ts';

/** Stripe makes up the ids of what a call creates, so one in a sentence is of the seed. */
const ofKind = (kind: Kind) =>
  objectNames<StripeState>({
    what: kind,
    made: false,
    of: (world) => recordsOf(world, kind).map(({ id }) => id),
    in: (value) => value.split(', '),
  });

export const customers = objectNames<StripeState>({
  what: 'customer',
  made: false,
  of: (world) =>
    world.customers.flatMap(({ id, email, name }) => [id, ...(email ? [email] : []), ...(name ? [`"${name}"`] : [])]),
});
export const charges = ofKind('charge');
export const paymentIntents = ofKind('PaymentIntent');
export const paymentMethods = ofKind('payment method');
export const invoices = ofKind('invoice');
export const subscriptions = ofKind('subscription');
export const prices = ofKind('price');
export const products = objectNames<StripeState>({
  what: 'product',
  made: true,
  of: (world) => world.products.map(({ name }) => name),
});
export const objects = objectNames<StripeState>({
  what: 'object',
  made: true,
  of: (world) => [
    ...(Object.keys(KINDS) as Kind[]).flatMap((kind) => recordsOf(world, kind).map(({ id }) => id)),
    ...world.customers.flatMap(({ email }) => email ?? []),
  ],
});
