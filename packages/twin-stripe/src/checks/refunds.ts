import { added, failed } from '@svc/twin-kit';
import type { Refund, StripeState } from '../world.ts';
import { check, counting, listed, money, onCustomer, verdict, withCharge, withId } from './find.ts';
import * as params from './params.ts';

const { amount, charge, count, currency, paymentIntent, reason } = params;

const MINOR = 'in the smallest unit of the currency';
const named = (one: Readonly<Refund>): string => `${one.id} (${money(one)})`;
const sumOf = (refunds: readonly Readonly<Refund>[]): number => refunds.reduce((total, one) => total + one.amount, 0);
const ofCharge = ({ refunds }: StripeState, id: string): readonly Readonly<Refund>[] =>
  refunds.filter((one) => one.charge === id);

/** Money that was given back. Refunds can't be removed, so that what is there is what ever was. */
export const refundChecks = [
  check({
    id: 'stripe.refund-count',
    template: 'There are exactly {count} refunds.',
    description: 'The number of refunds, those of the seed included, whatever their status.',
    compares: 'the number of refunds with {count}',
    substrate: 'final_state',
    params: { count },
    evaluate: (args, { refunds }) =>
      verdict(refunds.length === Number(args.count), `${refunds.length} refunds: ${listed(refunds.map(named))}`),
  }),
  ...counting({
    id: 'new-refund',
    words: 'new refunds were made',
    description: 'The number of refunds that the seed does not have, whatever their status.',
    compares: 'the number of new refunds with {count}',
    found: (final, seed) => added(seed.refunds, final.refunds).map(named),
  }),
  onCustomer({
    id: 'stripe.customer-refunded',
    template: 'Customer {customer} was refunded {amount} {currency}.',
    description: `The refunds of charges of the customer that the seed does not have come to this amount, ${MINOR}, in one or in several.`,
    compares: 'the sum of the new refunds of charges of the customer in {currency} with {amount}',
    params: { amount, currency },
    comparesSeed: true,
    judge({ id }, args, { seed, final }) {
      const charges = new Set(final.charges.filter(({ customer }) => customer === id).map((one) => one.id));
      const refunds = added(seed.refunds, final.refunds).filter((one) => charges.has(one.charge));
      const sum = sumOf(refunds.filter((one) => one.currency === args.currency));
      return verdict(sum === Number(args.amount), `new refunds of customer ${id}: ${listed(refunds.map(named))}`);
    },
  }),
  check({
    id: 'stripe.charge-refund-count',
    template: 'Charge {charge} has exactly {count} refunds.',
    description: 'The number of refunds of one charge.',
    compares: 'the number of refunds of the charge with {count}',
    substrate: 'final_state',
    params: { charge, count },
    evaluate: (args, state) =>
      withCharge(state, args.charge, ({ id }) => {
        const refunds = ofCharge(state, id);
        return verdict(
          refunds.length === Number(args.count),
          `${refunds.length} refunds of ${id}: ${listed(refunds.map(named))}`,
        );
      }),
  }),
  check({
    id: 'stripe.charge-refunded-amount',
    template: 'Exactly {amount} of charge {charge} is refunded.',
    description: `The sum of all refunds of the charge, ${MINOR}.`,
    compares: 'the sum of the refunds of the charge with {amount}',
    substrate: 'final_state',
    params: { amount, charge },
    evaluate: (args, state) =>
      withCharge(state, args.charge, ({ id, currency: unit }) => {
        const sum = sumOf(ofCharge(state, id));
        const evidence = `${money({ amount: sum, currency: unit })} of ${id} is refunded`;
        return verdict(sum === Number(args.amount), sum === Number(args.amount) ? evidence : `${evidence}, not ${args.amount}`);
      }),
  }),
  check({
    id: 'stripe.charge-fully-refunded',
    template: 'Charge {charge} is refunded in full.',
    description: 'The refunds of the charge come to all that it took, in one or in several.',
    compares: 'the sum of the refunds of the charge with what it took',
    substrate: 'final_state',
    params: { charge },
    evaluate: (args, state) =>
      withCharge(state, args.charge, (one) => {
        const [sum, taken] = [sumOf(ofCharge(state, one.id)), one.captured ? one.amount_captured : one.amount];
        return verdict(sum === taken, `${sum} of the ${taken} ${one.currency} of ${one.id} is refunded`);
      }),
  }),
  check({
    id: 'stripe.charge-has-refund-of',
    template: 'Charge {charge} has a refund of {amount}.',
    description: `At least one refund of the charge is of this amount ${MINOR}.`,
    compares: 'the amounts of the refunds of the charge with {amount}',
    substrate: 'final_state',
    params: { charge, amount },
    evaluate: (args, state) =>
      withCharge(state, args.charge, ({ id }) => {
        const refunds = ofCharge(state, id);
        return verdict(
          refunds.some((one) => one.amount === Number(args.amount)),
          `refunds of ${id}: ${listed(refunds.map(named))}`,
        );
      }),
  }),
  check({
    id: 'stripe.refund-with-reason',
    template: 'Charge {charge} has a refund with the reason {reason}.',
    description: 'At least one refund of the charge gives this reason.',
    compares: 'the reasons of the refunds of the charge with {reason}',
    substrate: 'final_state',
    params: { charge, reason },
    evaluate: (args, state) =>
      withCharge(state, args.charge, ({ id }) => {
        const refunds = ofCharge(state, id);
        const evidence = `reasons of the refunds of ${id}: ${listed(refunds.map((one) => one.reason ?? 'null'))}`;
        return verdict(
          refunds.some((one) => one.reason === args.reason),
          evidence,
        );
      }),
  }),
  check({
    id: 'stripe.payment-intent-refunded-amount',
    template: 'Exactly {amount} of PaymentIntent {payment_intent} is refunded.',
    description: `The sum of all refunds of the PaymentIntent, ${MINOR}.`,
    compares: 'the sum of the refunds of the PaymentIntent with {amount}',
    substrate: 'final_state',
    params: { amount, payment_intent: paymentIntent },
    evaluate: (args, { payment_intents: all, refunds }) =>
      withId(all, 'PaymentIntent', args.payment_intent, ({ id, currency: unit }) => {
        const sum = sumOf(refunds.filter((one) => one.payment_intent === id));
        return verdict(sum === Number(args.amount), `${sum} ${unit} of ${id} is refunded`);
      }),
  }),
  check({
    id: 'stripe.refunds-in-all',
    template: 'Refunds of exactly {amount} {currency} were made in all.',
    description: `The sum of the refunds that the seed does not have, ${MINOR}, is this, and there are none in another currency.`,
    compares: 'the sum of the new refunds with {amount}, and their currencies with {currency}',
    substrate: 'seed_and_final_state',
    params: { amount, currency },
    evaluate: (args, final, seed) => inAll(final, seed, args, (sum, wanted) => sum === wanted),
  }),
  check({
    id: 'stripe.refunds-in-all-at-most',
    template: 'Refunds of at most {amount} {currency} were made in all.',
    description: `The sum of the refunds that the seed does not have, ${MINOR}, is no more than this, and there are none in another currency.`,
    compares: 'the sum of the new refunds with {amount}, and their currencies with {currency}',
    substrate: 'seed_and_final_state',
    params: { amount, currency },
    evaluate: (args, final, seed) => inAll(final, seed, args, (sum, wanted) => sum <= wanted),
  }),
];

function inAll(
  final: StripeState,
  seed: StripeState,
  args: { amount: string; currency: string },
  holds: (sum: number, wanted: number) => boolean,
) {
  const refunds = added(seed.refunds, final.refunds);
  const foreign = refunds.filter((one) => one.currency !== args.currency);
  if (foreign.length > 0) return failed(`in another currency: ${listed(foreign.map(named))}`);
  const sum = sumOf(refunds);
  return verdict(holds(sum, Number(args.amount)), `refunds of ${sum} ${args.currency} in all: ${listed(refunds.map(named))}`);
}
