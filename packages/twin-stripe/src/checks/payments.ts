import { failed, passed } from '@svc/twin-kit';
import { check, listed, money, withCharge } from './find.ts';
import * as params from './params.ts';

const { amount, charge, chargeStatus, count, currency, disputeStatus, intentStatus, paymentIntent, reason } = params;

export const refundChecks = [
  check({
    id: 'stripe.refund-count',
    template: 'There are exactly {count} refunds.',
    description: 'The number of refunds, those of the seed included, whatever their status.',
    compares: 'the number of refunds with {count}',
    substrate: 'final_state',
    params: { count },
    evaluate(args, { refunds }) {
      const evidence = `${refunds.length} refunds: ${listed(refunds.map((one) => `${one.id} (${money(one)})`))}`;
      return refunds.length === Number(args.count) ? passed(evidence) : failed(evidence);
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
        const refunds = state.refunds.filter((one) => one.charge === id);
        const evidence = `${refunds.length} refunds of ${id}: ${listed(refunds.map((one) => `${one.id} (${money(one)})`))}`;
        return refunds.length === Number(args.count) ? passed(evidence) : failed(evidence);
      }),
  }),
  check({
    id: 'stripe.charge-refunded-amount',
    template: 'Exactly {amount} of charge {charge} is refunded.',
    description: 'The sum of all refunds of the charge, in minor units.',
    compares: 'the sum of the refunds of the charge with {amount}',
    substrate: 'final_state',
    params: { amount, charge },
    evaluate: (args, state) =>
      withCharge(state, args.charge, ({ id, currency: unit }) => {
        const sum = state.refunds.filter((one) => one.charge === id).reduce((total, one) => total + one.amount, 0);
        const evidence = `${money({ amount: sum, currency: unit })} of ${id} is refunded`;
        return sum === Number(args.amount) ? passed(evidence) : failed(`${evidence}, not ${args.amount}`);
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
        const refunds = state.refunds.filter((one) => one.charge === id);
        const evidence = `reasons of the refunds of ${id}: ${listed(refunds.map((one) => one.reason ?? 'null'))}`;
        return refunds.some((one) => one.reason === args.reason) ? passed(evidence) : failed(evidence);
      }),
  }),
];

export const paymentChecks = [
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
    description: 'At least one charge has this amount in minor units, this currency and this status.',
    compares: 'amount, currency and status of all charges with {amount}, {currency} and {status}',
    substrate: 'final_state',
    params: { amount, currency, status: chargeStatus },
    evaluate(args, { charges }) {
      const found = charges.find(
        (one) => one.amount === Number(args.amount) && one.currency === args.currency && one.status === args.status,
      );
      if (found) return passed(`charge ${found.id} is ${money(found)} and ${found.status}`);
      return failed(`charges: ${listed(charges.map((one) => `${one.id} ${money(one)} ${one.status}`))}`);
    },
  }),
  check({
    id: 'stripe.payment-intent-status',
    template: 'PaymentIntent {payment_intent} has status {status}.',
    description: 'The status of one PaymentIntent.',
    compares: 'the status of the PaymentIntent with {status}',
    substrate: 'final_state',
    params: { payment_intent: paymentIntent, status: intentStatus },
    evaluate(args, { payment_intents: intents }) {
      const found = intents.find((one) => one.id === args.payment_intent);
      if (!found) return failed(`there is no PaymentIntent ${args.payment_intent} among ${intents.length}`);
      const evidence = `PaymentIntent ${found.id} is ${found.status}`;
      return found.status === args.status ? passed(evidence) : failed(evidence);
    },
  }),
  check({
    id: 'stripe.payment-intent-exists',
    template: 'A PaymentIntent of {amount} {currency} with status {status} exists.',
    description: 'At least one PaymentIntent has this amount in minor units, this currency and this status.',
    compares: 'amount, currency and status of all PaymentIntents with {amount}, {currency} and {status}',
    substrate: 'final_state',
    params: { amount, currency, status: intentStatus },
    evaluate(args, { payment_intents: intents }) {
      const found = intents.find(
        (one) => one.amount === Number(args.amount) && one.currency === args.currency && one.status === args.status,
      );
      if (found) return passed(`PaymentIntent ${found.id} is ${money(found)} and ${found.status}`);
      return failed(`PaymentIntents: ${listed(intents.map((one) => `${one.id} ${money(one)} ${one.status}`))}`);
    },
  }),
  check({
    id: 'stripe.dispute-status',
    template: 'The dispute of charge {charge} has status {status}.',
    description: 'The status of the dispute of one charge.',
    compares: 'the status of the dispute of the charge with {status}',
    substrate: 'final_state',
    params: { charge, status: disputeStatus },
    evaluate(args, { disputes }) {
      const found = disputes.find((one) => one.charge === args.charge);
      if (!found) return failed(`charge ${args.charge} has no dispute`);
      const evidence = `dispute ${found.id} of charge ${args.charge} is ${found.status}`;
      return found.status === args.status ? passed(evidence) : failed(evidence);
    },
  }),
];
