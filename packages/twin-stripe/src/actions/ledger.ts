import { newId } from '../ids.ts';
import {
  type BalanceTransaction,
  type BalanceTransactionFields,
  newBalanceTransaction,
  type StripeContext,
  seconds,
} from '../world.ts';
import { type ListParams, listing, listPage, type Page } from './list.ts';
import { getObject } from './lookups.ts';
import { DAY_SECONDS } from './periods.ts';

/** Card money is available after two business days in the US (docs: Payouts, "Payout speed"); weekends are not modelled. */
const SETTLEMENT_DAYS = 2;

/** Money becomes available at midnight (recorded: pay-rails/pay, test/vcr_cassettes, `available_on`). */
const availableOn = (created: number): number => created - (created % DAY_SECONDS) + SETTLEMENT_DAYS * DAY_SECONDS;

/** Stripe's standard price in the US: 2.9 % and 30 minor units for cards, 1.5 % for stablecoins. */
const CARD_RATE = 0.029;
const CARD_FIXED = 30;
const CRYPTO_RATE = 0.015;

export const feeOf = (amount: number, kind: 'card' | 'crypto'): number =>
  kind === 'crypto' ? Math.round(amount * CRYPTO_RATE) : Math.round(amount * CARD_RATE) + CARD_FIXED;

export interface Line {
  amount: number;
  currency: string;
  fee?: number;
  feeDescription?: string;
  type: BalanceTransactionFields['type'];
  category?: string;
  source: string;
  description?: string | null;
  /** Money that was there already, or is at once. */
  available?: boolean;
}

/** Writes a line into the ledger. */
export function book(context: Pick<StripeContext, 'world' | 'now' | 'ids'>, line: Line): Readonly<BalanceTransaction> {
  const created = seconds(context.now);
  const { amount, currency, fee = 0, source, type } = line;
  return context.world.balance_transactions.insert(
    newBalanceTransaction({
      id: newId(context.ids, 'balance_transaction'),
      object: 'balance_transaction' as const,
      amount,
      available_on: line.available ? created : availableOn(created),
      created,
      currency,
      description: line.description ?? null,
      fee,
      fee_details:
        fee === 0
          ? []
          : [
              {
                amount: fee,
                application: null,
                currency,
                description: line.feeDescription ?? 'Stripe processing fees',
                type: 'stripe_fee' as const,
              },
            ],
      net: amount - fee,
      reporting_category: line.category ?? type,
      source,
      type,
    }),
  );
}

interface Funds {
  amount: number;
  currency: string;
  source_types: { card: number };
}

export interface Balance {
  object: 'balance';
  available: Funds[];
  livemode: boolean;
  pending: Funds[];
  refund_and_dispute_prefunding: { available: Funds[]; pending: Funds[] };
}

/** The sum of the ledger by currency. Without a line in the ledger there is no currency to speak of. */
export function balance({ world, now }: Pick<StripeContext, 'world' | 'now'>): Balance {
  const sums = new Map<string, { available: number; pending: number }>();
  const instant = seconds(now);
  for (const line of world.balance_transactions.values()) {
    const sum = sums.get(line.currency) ?? { available: 0, pending: 0 };
    sum[line.available_on <= instant ? 'available' : 'pending'] += line.net;
    sums.set(line.currency, sum);
  }
  const funds = (kind: 'available' | 'pending'): Funds[] =>
    [...sums].map(([currency, sum]) => ({ amount: sum[kind], currency, source_types: { card: sum[kind] } }));
  return {
    object: 'balance',
    available: funds('available'),
    livemode: false,
    pending: funds('pending'),
    refund_and_dispute_prefunding: { available: [], pending: [] },
  };
}

export const getBalanceTransaction = ({ world }: StripeContext, id: string): Readonly<BalanceTransaction> =>
  getObject(world.balance_transactions, 'balance transaction', id);

export interface BalanceTransactionListParams extends ListParams {
  currency?: string | null;
  payout?: string | null;
  source?: string | null;
  type?: string | null;
}

/** The ledger, newest line first. */
export function listBalanceTransactions(
  { world }: StripeContext,
  params: BalanceTransactionListParams,
): Page<BalanceTransaction> {
  const by = { source: ['source', params.source ?? params.payout], type: ['type', params.type] } as const;
  const narrowing = { by, equal: { currency: params.currency?.toLowerCase() } };
  return listPage(listing(world.balance_transactions, 'balance transaction', narrowing), params);
}
