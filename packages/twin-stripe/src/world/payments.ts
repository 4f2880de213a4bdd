import { collection } from '@svc/twin-kit';
import { type BillingDetails, constructorOf, type Listed, type Metadata, over, type Shipping, whole } from './object.ts';
import type { LegacyCard } from './payment-methods.ts';

export type PaymentIntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'canceled'
  | 'succeeded';

/** An error as `last_payment_error` and `last_setup_error` keep it. */
export interface KeptError {
  type: string;
  code?: string;
  message: string;
  [field: string]: unknown;
}

export interface NextAction {
  type: 'redirect_to_url' | 'use_stripe_sdk' | 'crypto_display_details';
  [details: string]: unknown;
}

export interface PaymentIntentFields extends Listed {
  object: 'payment_intent';
  allowed_payment_method_types: readonly string[] | null;
  amount: number;
  amount_capturable: number;
  amount_received: number;
  automatic_payment_methods: { allow_redirects: string; enabled: boolean } | null;
  canceled_at: number | null;
  cancellation_reason: string | null;
  capture_method: 'automatic' | 'automatic_async' | 'manual';
  client_secret: string;
  confirmation_method: 'automatic' | 'manual';
  currency: string;
  customer: string | null;
  description: string | null;
  last_payment_error: KeptError | null;
  latest_charge: string | null;
  metadata: Metadata;
  next_action: NextAction | null;
  /** Of an invoice's payment, which it names. */
  payment_details?: { customer_reference: null; order_reference: string };
  payment_method: string | null;
  payment_method_configuration_details: { id: string; parent: null } | null;
  payment_method_options: Readonly<Record<string, object>>;
  payment_method_types: readonly string[];
  receipt_email: string | null;
  setup_future_usage: 'off_session' | 'on_session' | null;
  shipping: Shipping | null;
  statement_descriptor: string | null;
  statement_descriptor_suffix: string | null;
  status: PaymentIntentStatus;
  transfer_group: string | null;
}

export const newPaymentIntent = constructorOf({
  amount_details: { tip: {} },
  application: null,
  application_fee_amount: null,
  customer_account: null,
  excluded_payment_method_types: null,
  livemode: false,
  managed_payments: { enabled: false },
  on_behalf_of: null,
  payment_record: null,
  processing: null,
  review: null,
  shared_payment_granted_token: null,
  source: null,
  transfer_data: null,
});
export type PaymentIntent = PaymentIntentFields & ReturnType<typeof newPaymentIntent<object>>;

export interface SetupIntentFields extends Listed {
  object: 'setup_intent';
  allowed_payment_method_types: readonly string[] | null;
  automatic_payment_methods: { allow_redirects: string; enabled: boolean } | null;
  cancellation_reason: string | null;
  client_secret: string;
  customer: string | null;
  description: string | null;
  last_setup_error: KeptError | null;
  metadata: Metadata;
  next_action: NextAction | null;
  payment_method: string | null;
  payment_method_configuration_details: { id: string; parent: null } | null;
  payment_method_options: Readonly<Record<string, object>>;
  payment_method_types: readonly string[];
  status: 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'canceled' | 'succeeded';
  usage: 'off_session' | 'on_session';
}

export const newSetupIntent = constructorOf({
  application: null,
  customer_account: null,
  excluded_payment_method_types: null,
  flow_directions: null,
  latest_attempt: null,
  livemode: false,
  managed_payments: { enabled: false },
  mandate: null,
  on_behalf_of: null,
  single_use_mandate: null,
});
export type SetupIntent = SetupIntentFields & ReturnType<typeof newSetupIntent<object>>;

export interface Outcome {
  advice_code: string | null;
  network_advice_code: string | null;
  network_decline_code: string | null;
  network_status: string;
  reason: string | null;
  risk_level: string;
  risk_score: number;
  seller_message: string;
  type: string;
}

export interface ChargeFields extends Listed {
  object: 'charge';
  amount: number;
  amount_captured: number;
  /** What went back: by refunds, and what a partial capture or a cancellation released. */
  amount_refunded: number;
  balance_transaction: string | null;
  billing_details: BillingDetails;
  calculated_statement_descriptor: string | null;
  captured: boolean;
  currency: string;
  customer: string | null;
  description: string | null;
  /** Its dispute's id; Stripe sends it though its reference doesn't name it (recorded: pay-rails/pay, test/vcr_cassettes). */
  dispute: string | null;
  disputed: boolean;
  failure_code: string | null;
  failure_message: string | null;
  fraud_details: { stripe_report?: string; user_report?: string };
  metadata: Metadata;
  outcome: Outcome | null;
  paid: boolean;
  payment_intent: string | null;
  payment_method: string | null;
  payment_method_details: Readonly<Record<string, unknown>> | null;
  receipt_email: string | null;
  receipt_url: string | null;
  refunded: boolean;
  shipping: Shipping | null;
  /** The card that a charge without a PaymentIntent was made by, in its older form. */
  source: LegacyCard | null;
  statement_descriptor: string | null;
  statement_descriptor_suffix: string | null;
  status: 'failed' | 'pending' | 'succeeded';
  transfer_group: string | null;
}

export const newCharge = constructorOf({
  application: null,
  application_fee: null,
  application_fee_amount: null,
  destination: null,
  failure_balance_transaction: null,
  livemode: false,
  on_behalf_of: null,
  order: null,
  radar_options: {},
  receipt_number: null,
  review: null,
  source_transfer: null,
  transfer_data: null,
});
export type Charge = ChargeFields & ReturnType<typeof newCharge<object>>;

export interface RefundFields extends Listed {
  object: 'refund';
  amount: number;
  balance_transaction: string | null;
  charge: string;
  currency: string;
  customer: string | null;
  destination_details: Readonly<Record<string, unknown>> & { type: string };
  failure_balance_transaction?: string;
  failure_reason?: string;
  metadata: Metadata;
  payment_intent: string | null;
  payment_method: string | null;
  reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | null;
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';
}

export const newRefund = constructorOf({
  customer_account: null,
  receipt_number: null,
  source_transfer_reversal: null,
  transfer_reversal: null,
});
export type Refund = RefundFields & ReturnType<typeof newRefund<object>>;

export interface DisputeFields extends Listed {
  object: 'dispute';
  amount: number;
  /** Ids; the object carries them whole. */
  balance_transactions: readonly string[];
  charge: string;
  currency: string;
  evidence: Readonly<Record<string, unknown>>;
  evidence_details: {
    due_by: number | null;
    enhanced_eligibility: Record<string, never>;
    has_evidence: boolean;
    past_due: boolean;
    submission_count: number;
    submission_method: 'manual' | 'not_submitted';
  };
  is_charge_refundable: boolean;
  metadata: Metadata;
  payment_intent: string | null;
  payment_method_details: {
    card: { brand: string; case_type: string; network: string; network_reason_code: string };
    type: 'card';
  };
  reason: string;
  status: 'needs_response' | 'under_review' | 'won' | 'lost' | 'warning_needs_response' | 'warning_closed';
}

export const newDispute = constructorOf({
  enhanced_eligibility_types: [],
  intended_submission_method: null,
  livemode: false,
});
export type Dispute = DisputeFields & ReturnType<typeof newDispute<object>>;

export const paymentCollections = {
  payment_intents: collection<PaymentIntent>()({
    key: (intent) => intent.id,
    indexes: { all: whole, customer: over((intent: PaymentIntent) => intent.customer) },
  }),
  setup_intents: collection<SetupIntent>()({
    key: (intent) => intent.id,
    indexes: { all: whole, customer: over((intent: SetupIntent) => intent.customer) },
  }),
  charges: collection<Charge>()({
    key: (charge) => charge.id,
    indexes: {
      all: whole,
      customer: over((charge: Charge) => charge.customer),
      paymentIntent: over((charge: Charge) => charge.payment_intent),
    },
  }),
  refunds: collection<Refund>()({
    key: (refund) => refund.id,
    indexes: {
      all: whole,
      charge: over((refund: Refund) => refund.charge),
      paymentIntent: over((refund: Refund) => refund.payment_intent),
    },
  }),
  disputes: collection<Dispute>()({
    key: (dispute) => dispute.id,
    indexes: { all: whole, charge: over((dispute: Dispute) => dispute.charge) },
  }),
};
