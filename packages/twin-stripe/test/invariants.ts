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
    // What a refund that failed took comes back.
    const refunded = sum((refunds.get(charge.id) ?? []).filter(({ status }: Json) => status !== 'failed'));
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

const ENDED = new Set(['canceled', 'incomplete_expired']);

/** What a line says of the subscription that it is for. */
const subscriptionOfLine = ({ parent }: Json): string | null =>
  (parent?.subscription_item_details ?? parent?.invoice_item_details)?.subscription ?? null;

/** Invoices: lines, discounts and taxes make the total, and no subscription's lines are billed by another. */
function* invoices(state: Json): Generator<string> {
  const lines = groupBy(state.invoice_line_items, 'invoice');
  for (const invoice of state.invoices) {
    const own = lines.get(invoice.id) ?? [];
    const exclusive = invoice.total_taxes.filter(({ tax_behavior }: Json) => tax_behavior === 'exclusive');
    const expected = sum(own) - sum(invoice.total_discount_amounts) + sum(exclusive);
    if (invoice.total !== expected) yield `${invoice.id} comes to ${invoice.total}, not ${expected}`;
    const taken = sum(own.flatMap((line: Json) => line.discount_amounts));
    if (taken !== sum(invoice.total_discount_amounts)) yield `the lines of ${invoice.id} are ${taken} off`;
    const taxed = sum(own.flatMap((line: Json) => line.taxes));
    if (taxed !== sum(invoice.total_taxes)) yield `the lines of ${invoice.id} have taxes of ${taxed}`;
    const subscription = invoice.parent?.subscription_details.subscription;
    const foreign = own.find((line: Json) => subscription && ![null, subscription].includes(subscriptionOfLine(line)));
    if (foreign) yield `${invoice.id} of ${subscription} bills ${subscriptionOfLine(foreign)}`;
    const other = own.find((line: Json) => line.currency !== invoice.currency);
    if (other) yield `${invoice.id} in ${invoice.currency} has a line in ${other.currency}`;
  }
}

/** All that waits to be billed to a customer has one currency, and codes are redeemed as often as they may be. */
function* billing(state: Json): Generator<string> {
  const running = state.subscriptions.filter(({ status }: Json) => !ENDED.has(status));
  const waiting = state.invoiceitems.filter(({ invoice }: Json) => invoice === null);
  const prices = groupBy(state.prices, 'id');
  for (const [customer, owed] of groupBy([...running, ...waiting], 'customer')) {
    const currencies = new Set(owed.map(({ currency }: Json) => currency));
    if (currencies.size > 1) yield `${customer} is billed in ${[...currencies].join(' and ')}`;
  }
  for (const { id, currency } of running) {
    const items = state.subscription_items.filter(({ subscription }: Json) => subscription === id);
    if (items.length === 0) yield `${id} has no item`;
    if (items.some(({ price }: Json) => prices.get(price)?.[0].currency !== currency))
      yield `${id} has items in other currencies`;
  }
  for (const { id, max_redemptions: most, times_redeemed: times } of [...state.coupons, ...state.promotion_codes])
    if (most !== null && times > most) yield `${id} was redeemed ${times} times`;
}

/** The rules that hold in every world that calls can lead to. */
export function* ledgerFaults(state: Json): Generator<string> {
  yield* invoices(state);
  yield* billing(state);
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
