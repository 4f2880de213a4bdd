import { collection } from '@svc/twin-kit';
import { constructorOf, type Listed, type Metadata, over, whole } from './object.ts';

export interface FeeDetail {
  amount: number;
  application: null;
  currency: string;
  description: string;
  type: 'stripe_fee';
}

/** One line of the ledger. Lines are never changed: what undoes one is another line. */
export interface BalanceTransactionFields extends Listed {
  object: 'balance_transaction';
  amount: number;
  /** Seconds since 1970; before it the money is pending. */
  available_on: number;
  currency: string;
  description: string | null;
  fee: number;
  fee_details: readonly FeeDetail[];
  net: number;
  reporting_category: string;
  source: string | null;
  type:
    | 'charge'
    | 'payment'
    | 'refund'
    | 'refund_failure'
    | 'payment_refund'
    | 'adjustment'
    | 'payout'
    | 'payout_cancel'
    | 'topup';
}

export const newBalanceTransaction = constructorOf({ balance_type: 'payments', exchange_rate: null });
export type BalanceTransaction = BalanceTransactionFields & ReturnType<typeof newBalanceTransaction<object>>;

export interface PayoutFields extends Listed {
  object: 'payout';
  amount: number;
  arrival_date: number;
  balance_transaction: string | null;
  currency: string;
  description: string | null;
  destination: string;
  failure_balance_transaction: string | null;
  metadata: Metadata;
  method: 'standard' | 'instant';
  statement_descriptor: string | null;
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';
}

export const newPayout = constructorOf({
  application_fee: null,
  application_fee_amount: null,
  automatic: false,
  failure_code: null,
  failure_message: null,
  livemode: false,
  original_payout: null,
  payout_method: null,
  reconciliation_status: 'not_applicable',
  reversed_by: null,
  source_type: 'card',
  trace_id: null,
  type: 'bank_account',
});
export type Payout = PayoutFields & ReturnType<typeof newPayout<object>>;

export const ledgerCollections = {
  balance_transactions: collection<BalanceTransaction>()({
    key: (transaction) => transaction.id,
    indexes: {
      all: whole,
      source: over((transaction: BalanceTransaction) => transaction.source),
      type: over((transaction: BalanceTransaction) => transaction.type),
    },
  }),
  payouts: collection<Payout>()({ key: (payout) => payout.id, indexes: { all: whole } }),
};
