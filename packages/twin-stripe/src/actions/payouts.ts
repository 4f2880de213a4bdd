import { InvalidRequest } from '../errors.ts';
import { newId } from '../ids.ts';
import { type Metadata, newPayout, type Payout, type StripeContext, seconds } from '../world.ts';
import { currencyOf, positiveAmount } from './amounts.ts';
import { emit, emitChange } from './emit.ts';
import { destinationOf } from './external-accounts.ts';
import { balance, book } from './ledger.ts';
import { type ListParams, listing, listPage, type Page, type Range, within } from './list.ts';
import { getObject } from './lookups.ts';
import { mergeMetadata } from './metadata.ts';

export interface PayoutParams {
  amount: number;
  currency: string;
  description?: string | null;
  metadata?: Metadata | null;
  method?: 'standard' | 'instant';
  statement_descriptor?: string | null;
}

const ARRIVAL_SECONDS = 2 * 24 * 60 * 60;

export const getPayout = ({ world }: StripeContext, id: string): Readonly<Payout> => getObject(world.payouts, 'payout', id);

/** Sends available money to the bank. */
export function createPayout(context: StripeContext, params: PayoutParams): Readonly<Payout> {
  const currency = currencyOf(params.currency);
  const amount = positiveAmount(params.amount);
  const available = balance(context).available.find((funds) => funds.currency === currency)?.amount ?? 0;
  if (amount > available) {
    throw new InvalidRequest(
      'You have insufficient funds in your Stripe account for this transfer. Your card balance is too low.',
      {
        code: 'balance_insufficient',
        param: 'amount',
      },
    );
  }
  const id = newId(context.ids, 'payout');
  const line = book(context, {
    amount: -amount,
    currency,
    type: 'payout',
    source: id,
    description: 'STRIPE PAYOUT',
    available: true,
  });
  const made = context.world.payouts.insert(
    newPayout({
      id,
      object: 'payout' as const,
      amount,
      arrival_date: seconds(context.now) + ARRIVAL_SECONDS,
      balance_transaction: line.id,
      created: seconds(context.now),
      currency,
      description: params.description ?? null,
      destination: destinationOf(context, currency),
      failure_balance_transaction: null,
      metadata: mergeMetadata({}, params.metadata),
      method: params.method ?? ('standard' as const),
      statement_descriptor: params.statement_descriptor ?? null,
      status: 'pending' as const,
    }),
  );
  emit(context, 'payout.created', made);
  return made;
}

export function updatePayout(context: StripeContext, id: string, metadata: Metadata | null | undefined): Readonly<Payout> {
  const before = getPayout(context, id);
  const after = context.world.payouts.update(id, { metadata: mergeMetadata(before.metadata, metadata) });
  emitChange(context, 'payout.updated', after, before);
  return after;
}

/** Takes a payout back that hasn't left yet. */
export function cancelPayout(context: StripeContext, id: string): Readonly<Payout> {
  const payout = getPayout(context, id);
  if (payout.status !== 'pending') {
    throw new InvalidRequest(
      `Payouts can only be canceled while they are pending. This payout has a status of ${payout.status}.`,
      {
        code: 'payout_not_cancelable',
      },
    );
  }
  const { amount, currency } = payout;
  const line = book(context, {
    amount,
    currency,
    type: 'payout_cancel',
    source: id,
    description: 'STRIPE PAYOUT CANCEL',
    available: true,
  });
  const after = context.world.payouts.update(id, { failure_balance_transaction: line.id, status: 'canceled' });
  emit(context, 'payout.canceled', after);
  return after;
}

export interface PayoutListParams extends ListParams {
  arrival_date?: Range;
  status?: string | null;
  destination?: string | null;
}

export function listPayouts({ world }: StripeContext, params: PayoutListParams): Page<Payout> {
  const { arrival_date: arrival, status, destination } = params;
  const matches = arrival === undefined ? undefined : (payout: Readonly<Payout>) => within(payout.arrival_date, arrival);
  return listPage(listing(world.payouts, 'payout', { equal: { status, destination }, matches }), params);
}
