import type { Chance, PlainWorld, Rule, RuledOperation } from '@svc/twin-kit/testing';
import { find, is, one, op, type Row, rowsOf, shapeOf, some, when } from './rule-records.ts';

// The rules of who pays with what, and of what a state allows.

const CHARGE = 'POST /v1/charges';
const CHARGED = 'POST /v1/charges/{id}';
const PAY = 'POST /v1/invoices/{id}/pay';
const VOID = 'POST /v1/invoices/{id}/void';
const WRITE_OFF = 'POST /v1/invoices/{id}/mark_uncollectible';
const SEND = 'POST /v1/invoices/{id}/send';
const BALANCE = 'POST /v1/customers/{id}/balance_transactions';
const ANSWER = 'POST /v1/disputes/{id}';
const GIVE_UP = 'POST /v1/disputes/{id}/close';
const METHOD = 'POST /v1/payment_methods';
const WAITING = ['needs_response', 'warning_needs_response'];

const invoiceOf = (operation: RuledOperation, world: PlainWorld): Row => find(world, 'invoices', shapeOf(operation).id);

/** What stands against an invoice's next state. */
function stateFault(operation: RuledOperation, world: PlainWorld): string | undefined {
  if (!is(operation, PAY, VOID, WRITE_OFF, SEND)) return undefined;
  const { status, collection_method: method } = invoiceOf(operation, world);
  if (is(operation, SEND)) {
    if (method !== 'send_invoice') return 'You can only manually send an invoice';
    return when(!['draft', 'open'].includes(status), 'This invoice cannot be sent right now');
  }
  if (is(operation, PAY))
    return when(status === 'paid', 'Invoice is already paid') ?? when(status === 'void', "so it can't be paid");
  if (is(operation, VOID) && status === 'uncollectible') return undefined;
  if (is(operation, VOID) && status === 'paid') return 'Invoices with `paid` payments cannot be voided';
  if (is(operation, WRITE_OFF) && status === 'uncollectible') return 'already been marked uncollectible';
  return when(status !== 'open', "You can only pass in open invoices. This invoice isn't open.");
}

export const stateRules: Record<string, Rule> = {
  "a charge's customer is set once, and is charged what is saved": {
    forbids(operation, world) {
      const { customer, source } = operation.args;
      if (is(operation, CHARGE)) return when(customer && source, 'does not have a linked source');
      if (!is(operation, CHARGED) || !customer) return undefined;
      const known = find(world, 'charges', shapeOf(operation).id).customer;
      return when(known !== null && known !== customer, 'This charge has a customer already');
    },
    follows(step) {
      for (const { id, customer } of rowsOf(step.before, 'charges'))
        if (customer !== null && find(step.after, 'charges', id).customer !== customer) return `${id} changed its customer`;
      return undefined;
    },
  },
  'a token is used once': {
    forbids(operation, world) {
      const token = is(operation, METHOD) ? find(world, 'tokens', operation.args['card[token]']) : undefined;
      return when(token?.used, 'You cannot use a Stripe token more than once');
    },
  },
  "a customer's balance has one currency": {
    forbids(operation, world) {
      const known = is(operation, BALANCE) ? find(world, 'customers', shapeOf(operation).id).currency : null;
      return when(known && known !== operation.args.currency, "so it can't be adjusted in");
    },
  },
  'an open invoice is paid, voided or written off, and a paid one is none of that': {
    forbids: stateFault,
    follows({ before: past, after }) {
      for (const { id, status } of rowsOf(past, 'invoices'))
        if (['paid', 'void'].includes(status) && find(after, 'invoices', id).status !== status) return `${id} was ${status}`;
      return undefined;
    },
    *faults(world) {
      for (const { id, status, amount_remaining: left } of rowsOf(world, 'invoices'))
        if (status === 'paid' && left !== 0) yield `${id} is paid and has ${left} left`;
    },
  },
  'a dispute is answered once, or given up, while it waits for that': {
    forbids(operation, world) {
      if (!is(operation, ANSWER, GIVE_UP)) return undefined;
      const { status } = find(world, 'disputes', shapeOf(operation).id);
      return when(!WAITING.includes(status), 'This dispute is already');
    },
  },
  'a payout is canceled while it is pending': {
    forbids(operation, world) {
      if (!is(operation, 'POST /v1/payouts/{id}/cancel')) return undefined;
      return when(
        find(world, 'payouts', shapeOf(operation).id).status !== 'pending',
        'can only be canceled while they are pending',
      );
    },
  },
};

type Draw = (chance: Chance, world: PlainWorld) => RuledOperation;
export const stateDraws: readonly Draw[] = [
  (chance) =>
    op(CHARGE, {
      amount: 500,
      currency: 'usd',
      source: 'tok_visa',
      ...some(chance, 0.4, { customer: chance.of(['cus_1', 'cus_2']) }),
    }),
  (chance, world) =>
    op(`POST /v1/charges/${one(chance, world, 'charges')}`, { customer: chance.of(['cus_1', 'cus_2', 'cus_exempt']) }),
  (chance, world) => op(METHOD, { type: 'card', 'card[token]': one(chance, world, 'tokens') }),
  (chance) =>
    op(`POST /v1/customers/${chance.of(['cus_1', 'cus_2'])}/balance_transactions`, {
      amount: chance.of([-200, 300]),
      currency: chance.of(['usd', 'usd', 'eur']),
    }),
  (chance, world) => op(`POST /v1/invoices/${one(chance, world, 'invoices')}/pay`, { paid_out_of_band: true }),
  (chance, world) =>
    op(`POST /v1/invoices/${one(chance, world, 'invoices')}/${chance.of(['void', 'mark_uncollectible', 'send'])}`),
  (chance, world) => {
    const id = one(chance, world, 'disputes');
    const evidence = { 'evidence[uncategorized_text]': chance.of(['winning_evidence', 'losing_evidence']), submit: true };
    return chance.maybe(0.6) ? op(`POST /v1/disputes/${id}`, evidence) : op(`POST /v1/disputes/${id}/close`);
  },
  (chance, world) => op(`POST /v1/payouts/${one(chance, world, 'payouts')}/cancel`),
];
