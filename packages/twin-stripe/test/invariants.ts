import { expect } from '@jest/globals';

// biome-ignore lint/suspicious/noExplicitAny: a state is plain JSON
type Json = any;

const sum = (records: readonly Json[]): number => records.reduce((total: number, { amount }) => total + amount, 0);

function groupBy(records: readonly Json[], key: string): ReadonlyMap<string, Json[]> {
  return Map.groupBy(records, (record: Json) => record[key]);
}

/** Charges: what was captured stands in the ledger, and what was given back is what refunds and releases say. */
function* charges(state: Json): Generator<string> {
  const [refunds, lines] = [groupBy(state.refunds, 'charge'), groupBy(state.balance_transactions, 'source')];
  for (const charge of state.charges) {
    const refunded = sum(refunds.get(charge.id) ?? []);
    const captured = sum(lines.get(charge.id) ?? []);
    if (captured !== charge.amount_captured) yield `${charge.id} captured ${charge.amount_captured}, the ledger has ${captured}`;
    if (charge.amount_refunded > charge.amount) yield `${charge.id} of ${charge.amount} gave back ${charge.amount_refunded}`;
    if (charge.refunded && (charge.amount_refunded !== charge.amount || charge.amount === 0)) yield `${charge.id} isn't refunded`;
    // What a charge gave back: its refunds, and what was never captured and released.
    const released = charge.captured ? charge.amount - charge.amount_captured : charge.amount_refunded - refunded;
    const expected = charge.status === 'failed' ? 0 : refunded + released;
    if (charge.amount_refunded !== expected) yield `${charge.id} gave back ${charge.amount_refunded}, not ${expected}`;
  }
}

/** Refunds: each has its line, unless it released what was never captured. */
function* refunds(state: Json): Generator<string> {
  const [lines, charged] = [groupBy(state.balance_transactions, 'id'), groupBy(state.charges, 'id')];
  for (const refund of state.refunds) {
    const line = lines.get(refund.balance_transaction)?.[0];
    const isRelease = charged.get(refund.charge)?.[0].captured === false;
    if (line ? line.amount !== -refund.amount : !isRelease) yield `${refund.id} of ${refund.amount} has the line ${line?.amount}`;
  }
}

function* intents(state: Json): Generator<string> {
  const charged = groupBy(state.charges, 'id');
  for (const { id, status, amount_received: received, amount_capturable: capturable, latest_charge } of state.payment_intents) {
    const charge = charged.get(latest_charge)?.[0];
    if (status === 'succeeded' && received !== charge?.amount_captured) yield `${id} received ${received}`;
    const expected = status === 'requires_capture' ? charge?.amount : 0;
    if (capturable !== expected) yield `${id} is ${status} and can capture ${capturable}, not ${expected}`;
  }
}

/** The rules that hold in every world that calls can lead to. */
export function* ledgerFaults(state: Json): Generator<string> {
  yield* charges(state);
  yield* refunds(state);
  yield* intents(state);
  for (const { id, net, amount, fee } of state.balance_transactions) if (net !== amount - fee) yield `${id} nets ${net}`;
  for (const { id, status, amount_due: due, amount_paid: paid, amount_remaining: remaining } of state.invoices) {
    const expected = status === 'void' || status === 'paid' ? 0 : due - paid;
    if (remaining !== expected) yield `${id} is ${status} and has ${remaining} left, not ${expected}`;
  }
}

export function expectBalancedLedger(state: Json): void {
  expect([...ledgerFaults(state)]).toEqual([]);
}

/** The balance is the sum of the ledger, currency by currency. */
export function expectBalanceOf(balance: Json, state: Json): void {
  const sums: Record<string, number> = {};
  for (const { currency, net } of state.balance_transactions) sums[currency] = (sums[currency] ?? 0) + net;
  const shown: Record<string, number> = {};
  for (const { currency, amount } of [...balance.available, ...balance.pending])
    shown[currency] = (shown[currency] ?? 0) + amount;
  expect(shown).toEqual(sums);
}
