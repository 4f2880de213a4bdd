import { added, failed, passed } from '@svc/twin-kit';
import type { Charge, PaymentIntent } from '../world.ts';
import { check, counting, findOne, listed, money, onCustomer, verdict, withCharge, withId } from './find.ts';
import * as params from './params.ts';

const { amount, charge, chargeStatus, currency, intentStatus, paymentIntent } = params;

const MINOR = 'in the smallest unit of the currency';
const named = (one: Readonly<Charge>): string => `${one.id} (${money(one)}, ${one.status})`;
const namedIntent = (one: Readonly<PaymentIntent>): string => `${one.id} (${money(one)}, ${one.status})`;

const isOf = (one: { amount: number; currency: string }, args: { amount: string; currency: string }): boolean =>
  one.amount === Number(args.amount) && one.currency === args.currency;

interface Taking {
  charge: Readonly<Charge>;
  /** What was captured since the seed, in the smallest unit of the currency. */
  taken: number;
}

/** The charges that the seed does not have, and those of its authorizations that were captured since. */
function takenSince(before: readonly Readonly<Charge>[], now: readonly Readonly<Charge>[]): Taking[] {
  const captured = new Map(before.map((one) => [one.id, one.amount_captured]));
  const takings = now.map((charge) => ({ charge, taken: charge.amount_captured - (captured.get(charge.id) ?? 0) }));
  return takings.filter(({ charge, taken }) => taken > 0 || !captured.has(charge.id));
}

/** Money that was taken, or is to be. */
export const chargeChecks = [
  check({
    id: 'stripe.charge-exists-with-status',
    template: 'A charge with status {status} exists.',
    description: 'At least one charge has this status.',
    compares: 'the statuses of all charges with {status}',
    substrate: 'final_state',
    params: { status: chargeStatus },
    evaluate(args, { charges }) {
      const found = charges.find((one) => one.status === args.status);
      if (found) return passed(`charge ${found.id} (${money(found)}) is ${found.status}`);
      return failed(
        `none of the ${charges.length} charges is ${args.status}: ${listed(charges.map((one) => `${one.id} is ${one.status}`))}`,
      );
    },
  }),
  check({
    id: 'stripe.charge-of-amount-exists',
    template: 'A charge of {amount} {currency} with status {status} exists.',
    description: `At least one charge has this amount ${MINOR}, this currency and this status.`,
    compares: 'amount, currency and status of all charges with {amount}, {currency} and {status}',
    substrate: 'final_state',
    params: { amount, currency, status: chargeStatus },
    evaluate: (args, { charges }) => findOne(charges, (one) => isOf(one, args) && one.status === args.status, named, 'charges'),
  }),
  check({
    id: 'stripe.charge-captured-amount',
    template: 'Exactly {amount} of charge {charge} is captured.',
    description: `What was taken of an authorized charge, ${MINOR}; 0 where it is not captured yet or was canceled.`,
    compares: 'the captured amount of the charge with {amount}',
    substrate: 'final_state',
    params: { amount, charge },
    evaluate: (args, state) =>
      withCharge(state, args.charge, (one) => {
        const { amount_captured: captured } = one;
        return verdict(captured === Number(args.amount), `${captured} of ${named(one)} is captured`);
      }),
  }),
  onCustomer({
    id: 'stripe.customer-charged',
    template: 'Customer {customer} was charged {amount} {currency}.',
    description: `A new charge, or the capture of one that the seed has as authorized, took this amount ${MINOR} from the customer.`,
    compares: 'currency and newly captured amount of the charges of the customer with {amount} and {currency}',
    params: { amount, currency },
    comparesSeed: true,
    judge: ({ id }, args, { seed, final }) =>
      findOne(
        takenSince(seed.charges, final.charges).filter(({ charge: one }) => one.customer === id),
        ({ charge: one, taken }) => taken === Number(args.amount) && one.currency === args.currency,
        ({ charge: one, taken }) => (taken === one.amount ? named(one) : `${taken} of ${named(one)}`),
        `new charges of customer ${id}`,
      ),
  }),
  ...counting({
    id: 'new-charge',
    words: 'new charges were made',
    description: 'The number of charges that the seed does not have, failed attempts included.',
    compares: 'the number of new charges with {count}',
    found: (final, seed) => added(seed.charges, final.charges).map(named),
  }),
  check({
    id: 'stripe.payment-intent-status',
    template: 'PaymentIntent {payment_intent} has status {status}.',
    description: 'The status of one PaymentIntent.',
    compares: 'the status of the PaymentIntent with {status}',
    substrate: 'final_state',
    params: { payment_intent: paymentIntent, status: intentStatus },
    evaluate: (args, { payment_intents: all }) =>
      withId(all, 'PaymentIntent', args.payment_intent, (one) =>
        verdict(one.status === args.status, `PaymentIntent ${one.id} is ${one.status}`),
      ),
  }),
  check({
    id: 'stripe.payment-intent-exists',
    template: 'A PaymentIntent of {amount} {currency} with status {status} exists.',
    description: `At least one PaymentIntent has this amount ${MINOR}, this currency and this status.`,
    compares: 'amount, currency and status of all PaymentIntents with {amount}, {currency} and {status}',
    substrate: 'final_state',
    params: { amount, currency, status: intentStatus },
    evaluate: (args, { payment_intents: all }) =>
      findOne(all, (one) => isOf(one, args) && one.status === args.status, namedIntent, 'PaymentIntents'),
  }),
  onCustomer({
    id: 'stripe.customer-payment-intent',
    template: 'Customer {customer} has a PaymentIntent of {amount} {currency} with status {status}.',
    description: `At least one PaymentIntent of the customer has this amount ${MINOR}, this currency and this status.`,
    compares: 'amount, currency and status of the PaymentIntents of the customer with {amount}, {currency} and {status}',
    params: { amount, currency, status: intentStatus },
    judge: ({ id }, args, { final }) =>
      findOne(
        final.payment_intents.filter((one) => one.customer === id),
        (one) => isOf(one, args) && one.status === args.status,
        namedIntent,
        `PaymentIntents of customer ${id}`,
      ),
  }),
  check({
    id: 'stripe.payment-intent-amount',
    template: 'PaymentIntent {payment_intent} is for {amount} {currency}.',
    description: `The amount that is to be paid, ${MINOR}.`,
    compares: 'amount and currency of the PaymentIntent with {amount} and {currency}',
    substrate: 'final_state',
    params: { payment_intent: paymentIntent, amount, currency },
    evaluate: (args, { payment_intents: all }) =>
      withId(all, 'PaymentIntent', args.payment_intent, (one) => verdict(isOf(one, args), `PaymentIntent ${namedIntent(one)}`)),
  }),
  check({
    id: 'stripe.payment-intent-received',
    template: 'Exactly {amount} of PaymentIntent {payment_intent} was received.',
    description: `What was captured of it, ${MINOR}; refunds do not lessen it.`,
    compares: 'the received amount of the PaymentIntent with {amount}',
    substrate: 'final_state',
    params: { amount, payment_intent: paymentIntent },
    evaluate: (args, { payment_intents: all }) =>
      withId(all, 'PaymentIntent', args.payment_intent, (one) =>
        verdict(one.amount_received === Number(args.amount), `${one.amount_received} of ${namedIntent(one)} was received`),
      ),
  }),
];
