import { newId } from '../ids.ts';
import { type Behaviour, behaviourOf, type Decline, ISSUER_SAYS } from '../test-cards.ts';
import {
  type Charge,
  type Metadata,
  newCharge,
  type Outcome,
  type PaymentMethod,
  type Shipping,
  type StripeContext,
  seconds,
} from '../world.ts';
import { legacySource } from './legacy-cards.ts';

const NORMAL_RISK = 20;

const ELEVATED_RISK = 65;

const HIGHEST_RISK = 90;

/** An authorization of a card is good for seven days (docs: Charges, `capture_before`; recorded: pay-rails/pay, test/vcr_cassettes). */
const AUTHORIZED_S = 7 * 24 * 60 * 60;

const DESCRIPTOR = 'STRIPE TWIN';

/** What a charge is made of. */
export interface ChargeOrder {
  amount: number;
  currency: string;
  capture: boolean;
  /** The line in the ledger is written in the background: see `announce`. */
  asynchronous?: boolean;
  method: Readonly<PaymentMethod>;
  customer: string | null;
  payment_intent: string | null;
  description: string | null;
  metadata: Metadata;
  receipt_email: string | null;
  shipping: Shipping | null;
  statement_descriptor: string | null;
  statement_descriptor_suffix: string | null;
  transfer_group: string | null;
  /** 3D Secure was done. */
  authenticated?: boolean;
  /** Where a crypto deposit came from. */
  deposit?: object;
}

/** What Radar and the issuer say: https://docs.stripe.com/api/charges/object#charge_object-outcome */
function outcomeOf({ riskLevel, blocked }: Behaviour, decline: Decline | undefined): Outcome {
  const risk = riskLevel ?? 'normal';
  const base = {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    risk_level: risk,
    risk_score: risk === 'highest' ? HIGHEST_RISK : risk === 'elevated' ? ELEVATED_RISK : NORMAL_RISK,
  };
  if (blocked) {
    const seller_message = 'Stripe blocked this payment as too risky.';
    return { ...base, network_status: 'not_sent_to_network', reason: 'highest_risk_level', seller_message, type: 'blocked' };
  }
  if (!decline) {
    return {
      ...base,
      network_status: 'approved_by_network',
      reason: null,
      seller_message: 'Payment complete.',
      type: 'authorized',
    };
  }
  const seller_message =
    decline.decline_code === 'generic_decline'
      ? 'The bank did not return any further details with this decline.'
      : `The bank returned the decline code \`${decline.decline_code}\`.`;
  return {
    ...base,
    ...ISSUER_SAYS,
    network_status: 'declined_by_network',
    reason: decline.decline_code,
    seller_message,
    type: 'issuer_declined',
  };
}

function methodDetails(
  { card }: Readonly<PaymentMethod>,
  order: ChargeOrder,
  approved: boolean,
  created: number,
): Charge['payment_method_details'] {
  if (!card) {
    return { crypto: { ...order.deposit }, type: 'crypto' };
  }
  const { display_brand: _brand, generated_from: _from, networks: _networks, three_d_secure_usage: _usage, ...shown } = card;
  return {
    card: {
      ...shown,
      amount_authorized: approved ? order.amount : null,
      authorization_code: approved ? '000000' : null,
      ...(approved && !order.capture && { capture_before: created + AUTHORIZED_S }),
      checks: Object.fromEntries(
        Object.entries(card.checks).map(([name, result]) => [name, result === 'unchecked' ? 'pass' : result]),
      ),
      electronic_commerce_indicator: order.authenticated ? '05' : null,
      extended_authorization: { status: 'disabled' },
      incremental_authorization: { status: 'unavailable' },
      installments: null,
      mandate: null,
      multicapture: { status: 'unavailable' },
      network: card.brand,
      network_token: { used: false },
      network_transaction_id: null,
      overcapture: { maximum_amount_capturable: order.amount, status: 'unavailable' },
      three_d_secure: order.authenticated
        ? {
            authentication_flow: 'challenge',
            electronic_commerce_indicator: '05',
            exemption_indicator: null,
            result: 'authenticated',
            result_reason: null,
            transaction_id: null,
            version: '2.2.0',
          }
        : null,
      transaction_link_id: null,
    },
    type: 'card',
  };
}

/** A charge before anything is known of how it ends. */
export function draftCharge(context: Pick<StripeContext, 'ids' | 'now'>, order: ChargeOrder, decline?: Decline): Charge {
  const { method } = order;
  const behaviour = behaviourOf(method.card?.fingerprint);
  return newCharge({
    id: newId(context.ids, method.type === 'crypto' ? 'crypto_charge' : 'charge'),
    object: 'charge' as const,
    amount: order.amount,
    amount_captured: 0,
    amount_refunded: 0,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: order.statement_descriptor ?? DESCRIPTOR,
    captured: false,
    created: seconds(context.now),
    currency: order.currency,
    customer: order.customer,
    description: order.description,
    dispute: null,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    metadata: order.metadata,
    outcome: method.card ? outcomeOf(behaviour, decline) : null,
    paid: decline === undefined,
    payment_intent: order.payment_intent,
    payment_method: method.id,
    payment_method_details: methodDetails(method, order, decline === undefined, seconds(context.now)),
    receipt_email: order.receipt_email,
    receipt_url: null,
    refunded: false,
    shipping: order.shipping,
    // docs: Charges, `source`: "the source of every charge" made by one (stripe-node, Charges.d.ts)
    source: order.payment_intent === null ? legacySource(method) : null,
    statement_descriptor: order.statement_descriptor,
    statement_descriptor_suffix: order.statement_descriptor_suffix,
    status: decline ? ('failed' as const) : ('succeeded' as const),
    transfer_group: order.transfer_group,
  });
}
