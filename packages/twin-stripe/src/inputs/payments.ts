import type { InputsOf } from '@svc/twin-kit';
import type { ChargeListParams, ChargeParams, ChargeUpdate } from '../actions/charges.ts';
import type { DepositParams } from '../actions/crypto-deposits.ts';
import type { DisputeListParams, DisputeParams } from '../actions/disputes.ts';
import type { CaptureChargeParams, CaptureParams, ConfirmIntentParams } from '../actions/payment-intent-changes.ts';
import type { CreateIntentParams, IntentFields, IntentListParams } from '../actions/payment-intents.ts';
import type { PaymentMethodListParams, PaymentMethodUpdate, TokenParams } from '../actions/payment-methods.ts';
import type { RefundListParams, RefundParams } from '../actions/refunds.ts';
import type { SetupIntentListParams, SetupIntentParams } from '../actions/setup-intents.ts';
import { BILLING_DETAILS, CARD, LIST, METHOD_DATA, METHOD_OPTIONS, SHIPPING } from './common.ts';

export const INTENT: InputsOf<IntentFields> = {
  allowed_payment_method_types: true,
  amount: true,
  capture_method: true,
  confirmation_method: true,
  currency: true,
  customer: true,
  description: true,
  metadata: true,
  payment_method: true,
  payment_method_data: METHOD_DATA,
  payment_method_options: METHOD_OPTIONS,
  payment_method_types: true,
  receipt_email: true,
  setup_future_usage: true,
  shipping: SHIPPING,
  statement_descriptor: true,
  statement_descriptor_suffix: true,
  transfer_group: true,
};

export const CONFIRM_INTENT: InputsOf<ConfirmIntentParams> = {
  ...INTENT,
  client_secret: true,
  error_on_requires_action: true,
  off_session: true,
  return_url: true,
  use_stripe_sdk: true,
};

export const CREATE_INTENT: InputsOf<CreateIntentParams> = {
  ...CONFIRM_INTENT,
  automatic_payment_methods: { allow_redirects: true, enabled: true },
  confirm: true,
};

export const INTENTS: InputsOf<IntentListParams> = { ...LIST, customer: true };

export const CAPTURE: InputsOf<CaptureParams> = {
  amount_to_capture: true,
  final_capture: true,
  metadata: true,
  statement_descriptor: true,
  statement_descriptor_suffix: true,
};

export const CANCEL_INTENT: InputsOf<{ cancellation_reason?: string }> = { cancellation_reason: true };

export const DEPOSIT: InputsOf<DepositParams> = {
  buyer_wallet: true,
  network: true,
  token_currency: true,
  transaction_hash: true,
};

export const CHARGE: InputsOf<ChargeParams> = {
  amount: true,
  capture: true,
  currency: true,
  customer: true,
  description: true,
  metadata: true,
  receipt_email: true,
  shipping: SHIPPING,
  source: true,
  statement_descriptor: true,
  statement_descriptor_suffix: true,
  transfer_group: true,
};

export const CHARGE_UPDATE: InputsOf<ChargeUpdate> = {
  customer: true,
  description: true,
  fraud_details: { user_report: true },
  metadata: true,
  receipt_email: true,
  shipping: SHIPPING,
  transfer_group: true,
};

export const CHARGES: InputsOf<ChargeListParams> = { ...LIST, customer: true, payment_intent: true, transfer_group: true };

export const CAPTURE_CHARGE: InputsOf<CaptureChargeParams> = {
  amount: true,
  receipt_email: true,
  statement_descriptor: true,
  statement_descriptor_suffix: true,
  transfer_group: true,
};

export const REFUND: InputsOf<RefundParams> = {
  amount: true,
  charge: true,
  metadata: true,
  payment_intent: true,
  reason: true,
};

export const REFUNDS: InputsOf<RefundListParams> = { ...LIST, charge: true, payment_intent: true };

export const DISPUTE: InputsOf<DisputeParams> = { evidence: true, metadata: true, submit: true };

export const DISPUTES: InputsOf<DisputeListParams> = { ...LIST, charge: true, payment_intent: true };

export const METHOD_UPDATE: InputsOf<PaymentMethodUpdate> = {
  allow_redisplay: true,
  billing_details: BILLING_DETAILS,
  card: { exp_month: true, exp_year: true },
  metadata: true,
};

export const METHODS: InputsOf<PaymentMethodListParams> = { ...LIST, allow_redisplay: true, customer: true, type: true };

export const METHODS_OF_CUSTOMER: InputsOf<Omit<PaymentMethodListParams, 'customer'>> = {
  ...LIST,
  allow_redisplay: true,
  type: true,
};

export const ATTACH: InputsOf<{ customer?: string | null }> = { customer: true };

const { token: _, ...ENTERED } = CARD;
export const TOKEN: InputsOf<TokenParams> = { card: { ...ENTERED, name: true } };

export const SETUP: InputsOf<SetupIntentParams> = {
  allowed_payment_method_types: true,
  automatic_payment_methods: { allow_redirects: true, enabled: true },
  client_secret: true,
  confirm: true,
  customer: true,
  description: true,
  metadata: true,
  payment_method: true,
  payment_method_data: METHOD_DATA,
  payment_method_options: { card: { request_three_d_secure: true } },
  payment_method_types: true,
  return_url: true,
  usage: true,
  use_stripe_sdk: true,
};

export const SETUPS: InputsOf<SetupIntentListParams> = { ...LIST, customer: true, payment_method: true };
