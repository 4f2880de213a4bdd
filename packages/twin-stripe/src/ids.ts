import type { Ids } from '@svc/twin-kit';

/** Characters after the prefix: the short ids of the oldest objects, and the long ones with the account's mark. */
const SHORT = 14;
const LONG = 23;

const SHAPES = {
  customer: ['cus_', SHORT],
  product: ['prod_', SHORT],
  subscription_item: ['si_', SHORT],
  payment_method: ['pm_1', LONG],
  card: ['card_1', LONG],
  bank_account: ['ba_1', LONG],
  token: ['tok_1', LONG],
  payment_intent: ['pi_3', LONG],
  setup_intent: ['seti_1', LONG],
  charge: ['ch_3', LONG],
  crypto_charge: ['py_3', LONG],
  refund: ['re_3', LONG],
  dispute: ['du_1', LONG],
  balance_transaction: ['txn_3', LONG],
  payout: ['po_1', LONG],
  price: ['price_1', LONG],
  promotion_code: ['promo_1', LONG],
  tax_rate: ['txr_1', LONG],
  payment_link: ['plink_1', LONG],
  invoice: ['in_1', LONG],
  invoice_line_item: ['il_1', LONG],
  invoiceitem: ['ii_1', LONG],
  invoice_payment: ['inpay_1', LONG],
  subscription: ['sub_1', LONG],
  discount: ['di_1', LONG],
  customer_balance_transaction: ['cbtxn_1', LONG],
  event: ['evt_1', LONG],
  webhook_endpoint: ['we_1', LONG],
  account: ['acct_1', 15],
} as const satisfies Record<string, readonly [prefix: string, length: number]>;

export type IdKind = keyof typeof SHAPES;

/** Ids of which some are laid down beforehand, as a seed does. */
export interface DeclaredIds extends Ids {
  /** The id for the next object of this kind, if one was laid down. */
  take(kind: IdKind): string | undefined;
}

/** A new id in Stripe's form, e.g. `cus_QXg1o8vcGmoR32`. */
export function newId(ids: Ids | DeclaredIds, kind: IdKind): string {
  const declared = 'take' in ids ? ids.take(kind) : undefined;
  if (declared !== undefined) return declared;
  const [prefix, length] = SHAPES[kind];
  return prefix + ids.text(length);
}
