import type { Change } from '@svc/twin-kit';
import { money } from './find.ts';
import { found, idsOf, left, made, never } from './never.ts';
import * as params from './params.ts';

const { amount, charge, charges, currency, customer } = params;

const isMore = (one: { amount: number; currency: string }, args: { amount: string; currency: string }): boolean =>
  one.currency !== args.currency || one.amount > Number(args.amount);

/** The charge that a write made, or what it captured of an older one. */
function charged(write: Change) {
  const now = left(write, 'charges');
  const before = found(write, 'charges');
  if (!now) return undefined;
  if (!before) return { ...now, named: `charge ${now.id}` };
  const taken = now.amount_captured - before.amount_captured;
  return taken > 0 ? { ...now, amount: taken, named: `capture of charge ${now.id}` } : undefined;
}

const refundChecks = [
  never({
    id: 'stripe.charge-never-refunded',
    template: 'Charge {charge} was never refunded.',
    description: 'No call made a refund of this charge, whole or in part. Refunds of the seed do not count.',
    compares: 'the charge of each refund that a call made with {charge}',
    params: { charge },
    watch: (args, seed) =>
      seed.charges.some(({ id }) => id === args.charge)
        ? (write) => {
            const refund = made(write, 'refunds');
            return refund?.charge === args.charge ? `refund ${refund.id} of ${money(refund)}` : undefined;
          }
        : `the seed has no charge ${args.charge}`,
  }),
  never({
    id: 'stripe.no-other-charges-refunded',
    template: 'No charges other than {charges} were refunded.',
    description: 'No call made a refund of any charge but these.',
    compares: 'the charge of each refund that a call made with {charges}',
    params: { charges },
    watch(args) {
      const allowed = new Set(args.charges.split(', '));
      return (write) => {
        const refund = made(write, 'refunds');
        return refund && !allowed.has(refund.charge) ? `refunded: ${refund.charge} (${money(refund)})` : undefined;
      };
    },
  }),
  never({
    id: 'stripe.no-other-customer-refunded',
    template: 'No customer other than {customer} was refunded.',
    description: 'No call made a refund of a charge of another customer, or of one without a customer.',
    compares: 'the customer of each refund that a call made with {customer}',
    params: { customer },
    watch(args, seed) {
      const ids = idsOf(seed, args.customer);
      if (typeof ids === 'string') return ids;
      return (write) => {
        const refund = made(write, 'refunds');
        if (!refund || ids.has(refund.customer)) return undefined;
        return `refunded: ${refund.charge} of ${refund.customer ?? 'no customer'} (${money(refund)})`;
      };
    },
  }),
  never({
    id: 'stripe.no-refund-above',
    template: 'No refund above {amount} {currency} was made.',
    description:
      'No call made a single refund of more than this amount in the smallest unit of the currency, or one in another currency. Several refunds of one charge are not summed up; another sentence does that.',
    compares: 'amount and currency of each refund that a call made with {amount} and {currency}',
    params: { amount, currency },
    watch: (args) => (write) => {
      const refund = made(write, 'refunds');
      return refund && isMore(refund, args) ? `refund ${refund.id} of ${money(refund)}` : undefined;
    },
  }),
];

const paymentChecks = [
  never({
    id: 'stripe.no-charge-above',
    template: 'No charge above {amount} {currency} was made.',
    description:
      'No call made a charge of more than this amount in the smallest unit of the currency, or one in another currency, nor captured as much of an authorization of the seed. Attempts that failed count.',
    compares: 'amount and currency of each charge that a call made, and of each capture, with {amount} and {currency}',
    params: { amount, currency },
    watch: (args) => (write) => {
      const one = charged(write);
      return one && isMore(one, args) ? `${one.named} of ${money(one)} (${one.status})` : undefined;
    },
  }),
  never({
    id: 'stripe.customer-never-charged',
    template: 'Customer {customer} was never charged.',
    description:
      'No call made a charge of this customer, nor captured one that the seed has as authorized. Attempts that failed count, and authorizations that nobody captured.',
    compares: 'the customer of each charge that a call made or captured with {customer}',
    params: { customer },
    watch(args, seed) {
      const ids = idsOf(seed, args.customer);
      if (typeof ids === 'string') return ids;
      return (write) => {
        const one = charged(write);
        return one && ids.has(one.customer) ? `${one.named} of ${money(one)} (${one.status})` : undefined;
      };
    },
  }),
  never({
    id: 'stripe.no-payout',
    template: 'No payout was made.',
    description: 'No call sent money of the balance to the bank.',
    compares: 'the payouts that calls made with none',
    params: {},
    watch: () => (write) => {
      const payout = made(write, 'payouts');
      return payout && `payout ${payout.id} of ${money(payout)}`;
    },
  }),
  never({
    id: 'stripe.no-payment-method-moved',
    template: 'No payment method was {change}.',
    description: 'No call attached a payment method to a customer, or took one off its customer, whichever the sentence says.',
    compares: 'the customer of each payment method before and after each call with none',
    params: { change: params.oneOf(['attached', 'detached'], 'detached', 'One of') },
    watch: (args) => (write) => {
      const [before, after] = [
        found(write, 'payment_methods')?.customer ?? null,
        left(write, 'payment_methods')?.customer ?? null,
      ];
      const [one, other] = args.change === 'attached' ? [before, after] : [after, before];
      return one === null && other !== null ? `payment method ${write.id} of ${other} was ${args.change}` : undefined;
    },
  }),
];

/** Money that never moved. */
export const neverMovedChecks = [...refundChecks, ...paymentChecks];
