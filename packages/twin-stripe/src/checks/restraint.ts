import { added, type Check, type CheckParam, type Difference, defineSeededTapeCheck, failed, passed } from '@svc/twin-kit';
import type { StripeCollections, StripeState } from '../world.ts';
import { CUSTOMER_FIELDS, customerField } from './customers.ts';
import { check, listed, money } from './find.ts';
import { customersMeant, customersOfSeed, KINDS, type Kind, objectsMeant, recordsOf, type Worlds } from './names.ts';
import * as params from './params.ts';
import { belongings, FOLLOW, isOnlyIn, world } from './worlds.ts';

const { amount, charge, currency, customer, object } = params;

/** What of each charge was given back on top of what the seed had, as Stripe's `amount_refunded` counts it. */
function newlyRefunded(final: StripeState, seed: StripeState): { id: string; amount: number; currency: string }[] {
  const before = new Map(seed.charges.map((one) => [one.id, one.amount_refunded]));
  return final.charges.map(({ id, currency: unit, amount_refunded: now }) => ({
    id,
    amount: now - (before.get(id) ?? 0),
    currency: unit,
  }));
}
const namedRefunded = (one: { id: string; amount: number; currency: string }): string => `${one.id} (${money(one)})`;

const AS_STRIPE_COUNTS = 'What a partial capture or a cancellation releases counts, as in Stripe’s amount_refunded.';

/** What has to be as it was. */
const simpleChecks = [
  check({
    id: 'stripe.no-new-charges',
    template: 'No new charges were made.',
    description: 'Every charge of the final state was there in the seed, failed attempts included. Charges can’t be removed.',
    compares: 'the charges of the seed with those of the final state',
    substrate: 'seed_and_final_state',
    params: {},
    evaluate(_args, final, seed) {
      const fresh = added(seed.charges, final.charges);
      return fresh.length === 0
        ? passed(`the ${final.charges.length} charges are those of the seed`)
        : failed(`new charges: ${listed(fresh.map(({ id }) => id))}`);
    },
  }),
  check({
    id: 'stripe.no-new-refunds',
    template: 'No new refunds were made.',
    description: 'Every refund of the final state was there in the seed. Refunds can’t be removed.',
    compares: 'the refunds of the seed with those of the final state',
    substrate: 'seed_and_final_state',
    params: {},
    evaluate(_args, final, seed) {
      const fresh = added(seed.refunds, final.refunds);
      return fresh.length === 0
        ? passed(`the ${final.refunds.length} refunds are those of the seed`)
        : failed(`new refunds: ${listed(fresh.map(({ id }) => id))}`);
    },
  }),
  check({
    id: 'stripe.no-other-charge-refunded',
    template: 'No charge other than {charge} was refunded.',
    description: `What is refunded of every other charge of the seed is as it was; new charges count as well. ${AS_STRIPE_COUNTS}`,
    compares: 'the refunded amounts of the other charges in the seed with those in the final state',
    substrate: 'seed_and_final_state',
    params: { charge },
    evaluate(args, final, seed) {
      const changed = newlyRefunded(final, seed).filter((one) => one.id !== args.charge && one.amount !== 0);
      if (changed.length === 0) return passed('no other charge has more or less refunded than in the seed');
      return failed(`refunded: ${listed(changed.map(namedRefunded))}`);
    },
  }),
  check({
    id: 'stripe.no-charge-refunded-above',
    template: 'No charge was refunded more than {amount} {currency}.',
    description: `No charge has more refunded on top of what the seed had, in one refund or in several, in the smallest unit of the currency; and none in another currency, as nobody can tell what is more. ${AS_STRIPE_COUNTS}`,
    compares: 'what each charge has newly refunded with {amount}, and its currency with {currency}',
    substrate: 'seed_and_final_state',
    params: { amount, currency },
    evaluate(args, final, seed) {
      const refunded = newlyRefunded(final, seed).filter((one) => one.amount > 0);
      const above = refunded.filter((one) => one.currency !== args.currency || one.amount > Number(args.amount));
      if (above.length > 0) return failed(`refunded: ${listed(above.map(namedRefunded))}`);
      const most = Math.max(0, ...refunded.map((one) => one.amount));
      return passed(`the most that was refunded of one charge is ${most} ${args.currency}`);
    },
  }),
];

const LIMITS =
  'events, the time of the last change of a product, and how often a coupon was redeemed, which Stripe notes down by itself.';

const EVER = 'What was changed and changed back counts.';

const onTape = defineSeededTapeCheck<StripeCollections>();

interface Except<P extends string> {
  id: string;
  /** What may have changed, as it ends the sentence. */
  words: string;
  description: string;
  params: Readonly<Record<P, CheckParam>>;
  /** Which differences the sentence allows, or why nobody can tell. The final world has also what was there for a while. */
  allow(args: Readonly<Record<P, string>>, worlds: Worlds): ((difference: Difference) => boolean) | string;
}

/** Declares that the whole account is as it was but for what the sentence names. */
const nothingExcept = <P extends string = never>({ id, words, description, params: own, allow }: Except<P>): Check =>
  onTape<P>({
    id: `stripe.${id}`,
    template: `Nothing changed except ${words}.`,
    description: `${description} Everything else in the whole account stayed as it is in the seed. ${EVER}`,
    compares: 'every other record of the seed with what each call made of it',
    limits: LIMITS,
    params: own,
    scan: (args, seed) => world.nothingEverChanged(seed, (ever) => allow(args, { seed, final: ever })),
  });

/** Objects and what belongs to them; of what these hang on, what Stripe itself changes. */
function allowBelongings(roots: readonly string[], worlds: Worlds): (difference: Difference) => boolean {
  const { ids, owners } = belongings(roots, worlds);
  return (difference) => {
    const id = String(difference.id);
    return ids.has(id) || (owners.has(id) && isOnlyIn(difference, FOLLOW[difference.collection] ?? []));
  };
}

/** The customers whom a sentence means in either world. */
function customerIds(worlds: Worlds, reference: string): string[] | string {
  const ids = [...customersOfSeed(worlds.seed, reference), ...customersMeant(worlds, reference)].map(({ id }) => id);
  return ids.length === 0 ? `there is no customer ${reference}` : ids;
}

/** What a charge is the payment of goes with it. */
function rootsOf(worlds: Worlds, reference: string): string[] | string {
  const meant = objectsMeant(worlds, reference);
  if (typeof meant !== 'string')
    return meant.flatMap((one) =>
      one.object === 'charge' && one.payment_intent ? [one.id, String(one.payment_intent)] : [one.id],
    );
  const kinds = Object.keys(KINDS) as Kind[];
  const isGone = kinds.some((kind) => recordsOf(worlds.seed, kind).some(({ id }) => id === reference));
  return isGone ? [reference] : meant;
}

const PLURALS: Readonly<Record<string, Kind>> = {
  customers: 'customer',
  charges: 'charge',
  PaymentIntents: 'PaymentIntent',
  refunds: 'refund',
  subscriptions: 'subscription',
  invoices: 'invoice',
  products: 'product',
  prices: 'price',
  coupons: 'coupon',
  'promotion codes': 'promotion code',
  'payment links': 'payment link',
  payouts: 'payout',
  'webhook endpoints': 'webhook endpoint',
};

const exceptChecks = [
  onTape({
    id: 'stripe.nothing-changed',
    template: 'Nothing changed.',
    description: `The whole account stayed as it is in the seed. ${EVER}`,
    compares: 'every record of the seed with what each call made of it',
    limits: LIMITS,
    params: {},
    scan: (_args, seed) => world.nothingEverChanged(seed),
  }),
  nothingExcept({
    id: 'nothing-changed-except-customer',
    words: 'customer {customer}',
    description: 'The customer may have changed, with payments, invoices, subscriptions and all that belongs to it.',
    params: { customer },
    allow(args, worlds) {
      const ids = customerIds(worlds, args.customer);
      return typeof ids === 'string' ? ids : allowBelongings(ids, worlds);
    },
  }),
  nothingExcept({
    id: 'nothing-changed-except-customer-field',
    words: 'the {field} of customer {customer}',
    description: 'This one text of the customer may have changed; parts of an address count as the whole address.',
    params: { field: customerField, customer },
    allow(args, worlds) {
      const ids = customerIds(worlds, args.customer);
      const own = CUSTOMER_FIELDS[args.field]?.own as string;
      if (typeof ids === 'string') return ids;
      return (difference) => ids.includes(String(difference.id)) && isOnlyIn(difference, [own]);
    },
  }),
  nothingExcept({
    id: 'nothing-changed-except-metadata',
    words: 'the metadata of {object}',
    description: 'The metadata of this object may have changed.',
    params: { object },
    allow(args, worlds) {
      const meant = objectsMeant(worlds, args.object);
      if (typeof meant === 'string') return meant;
      const ids = meant.map(({ id }) => id);
      return (difference) => ids.includes(String(difference.id)) && isOnlyIn(difference, ['metadata']);
    },
  }),
  nothingExcept({
    id: 'nothing-changed-except-object',
    words: '{object} and what belongs to it',
    description:
      'The object may have changed, with what belongs to it: refunds to a charge, items and invoices to a subscription, payments to an invoice, prices to a product. So may what Stripe itself changes of a customer who is billed, such as the balance.',
    params: { object },
    allow(args, worlds) {
      const roots = rootsOf(worlds, args.object);
      return typeof roots === 'string' ? roots : allowBelongings(roots, worlds);
    },
  }),
  nothingExcept({
    id: 'nothing-changed-except-refunds',
    words: 'refunds of charge {charge}',
    description: 'The charge may have new refunds, with their lines in the ledger, and nothing else about it may have changed.',
    params: { charge },
    allow(args, worlds) {
      const refunds = added(worlds.seed.refunds, worlds.final.refunds).filter((one) => one.charge === args.charge);
      return allowBelongings(
        refunds.map(({ id }) => id),
        worlds,
      );
    },
  }),
  nothingExcept({
    id: 'nothing-changed-except-new',
    words: 'new {kinds}',
    description:
      'There may be new objects of this kind, with what belongs to them, and what Stripe itself changes with them: the balance of a customer who is billed, what is refunded of a charge.',
    params: { kinds: params.oneOf(Object.keys(PLURALS), 'customers', 'One of') },
    allow(args, worlds) {
      const kind = PLURALS[args.kinds] as Kind;
      const fresh = added(recordsOf(worlds.seed, kind), recordsOf(worlds.final, kind));
      const intents = added(worlds.seed.payment_intents, worlds.final.payment_intents).map(({ id }) => id);
      const payments = fresh.flatMap((one) => {
        const intent = one.object === 'charge' ? String(one.payment_intent) : '';
        return intents.includes(intent) ? [intent] : [];
      });
      return allowBelongings([...fresh.map(({ id }) => id), ...payments], worlds);
    },
  }),
];

export const restraintChecks = [...simpleChecks, ...exceptChecks];
