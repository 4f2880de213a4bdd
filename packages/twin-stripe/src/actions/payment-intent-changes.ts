import { InvalidRequest, Unsupported } from '../errors.ts';
import { type Metadata, type PaymentIntent, type StripeContext, seconds } from '../world.ts';
import { checkEmail, shippingOf } from './addresses.ts';
import { chargeableAmount, currencyOf } from './amounts.ts';
import { captureCharge, getCharge, release, requireCaptured } from './charges.ts';
import { type ConfirmParams, confirm } from './confirm.ts';
import { emit } from './emit.ts';
import { getCustomer, getPaymentIntent } from './lookups.ts';
import { mergeMetadata, sent } from './metadata.ts';
import {
  checkTypes,
  explicitTypes,
  type IntentFields,
  methodOf,
  optionsFor,
  refuseDescriptor,
  requireOptionsOf,
  wrongType,
} from './payment-intents.ts';
import { unexpected } from './payment-refusals.ts';

const CHANGEABLE = new Set(['requires_payment_method', 'requires_confirmation', 'requires_action']);

/** What may still be changed when the payment is under way or over. */
const ALWAYS_CHANGEABLE = new Set([
  'description',
  'metadata',
  'receipt_email',
  'shipping',
  'transfer_group',
  'statement_descriptor',
]);

export function updatePaymentIntent(context: StripeContext, id: string, params: IntentFields): Readonly<PaymentIntent> {
  const before = getPaymentIntent(context, id);
  const fixed = Object.keys(params).find((name) => !ALWAYS_CHANGEABLE.has(name));
  if (!CHANGEABLE.has(before.status) && fixed !== undefined) {
    throw unexpected(
      context,
      before,
      `This PaymentIntent's ${fixed} could not be updated because it has a status of ${before.status}. You may only update the ${fixed} of a ` +
        'PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.',
    );
  }
  return store(context, before, changeOf(context, before, params));
}

function changeOf(context: StripeContext, before: Readonly<PaymentIntent>, params: IntentFields): Partial<PaymentIntent> {
  checkTypes(explicitTypes(params));
  checkEmail(params.receipt_email, 'receipt_email');
  const currency = params.currency ? currencyOf(params.currency) : before.currency;
  const customer = params.customer ? getCustomer(context, params.customer, 'customer').id : before.customer;
  const method = methodOf(context, params, customer);
  const types = explicitTypes(params) ?? before.payment_method_types;
  refuseDescriptor(params, types);
  requireOptionsOf(types, params.payment_method_options);
  if (method && !types.includes(method.type)) throw wrongType(method.type, types);
  return {
    ...sent({
      capture_method: params.capture_method,
      description: params.description,
      receipt_email: params.receipt_email,
      setup_future_usage: params.setup_future_usage,
      shipping: params.shipping === undefined ? undefined : shippingOf(params.shipping),
      statement_descriptor: params.statement_descriptor,
      statement_descriptor_suffix: params.statement_descriptor_suffix,
      transfer_group: params.transfer_group,
    }),
    amount: params.amount === undefined ? before.amount : chargeableAmount(params.amount, currency),
    currency,
    customer,
    metadata: mergeMetadata(before.metadata, params.metadata),
    ...(params.allowed_payment_method_types && { allowed_payment_method_types: params.allowed_payment_method_types }),
    ...(explicitTypes(params) && {
      payment_method_types: types,
      automatic_payment_methods: null,
      payment_method_configuration_details: null,
    }),
    payment_method_options: optionsFor(types, { ...before.payment_method_options, ...params.payment_method_options }),
    ...(method && { payment_method: method.id, status: 'requires_confirmation' as const, next_action: null }),
  };
}

function store(context: StripeContext, before: Readonly<PaymentIntent>, change: Partial<PaymentIntent>): Readonly<PaymentIntent> {
  return context.world.payment_intents.update(before.id, change);
}

export interface ConfirmIntentParams extends IntentFields, ConfirmParams {}

const CONFIRMABLE = new Set(['requires_payment_method', 'requires_confirmation', 'requires_action']);

export function confirmPaymentIntent(context: StripeContext, id: string, params: ConfirmIntentParams): Readonly<PaymentIntent> {
  const intent = getPaymentIntent(context, id);
  if (intent.status === 'succeeded') {
    const message = 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.';
    throw unexpected(context, intent, message);
  }
  if (!CONFIRMABLE.has(intent.status)) {
    throw unexpected(
      context,
      intent,
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following ` +
        'statuses may be confirmed: requires_confirmation, requires_action.',
    );
  }
  const { off_session: _off, return_url: _url, error_on_requires_action: _error, ...others } = params;
  const { client_secret: _secret, use_stripe_sdk: _script, ...fields } = others;
  store(context, intent, changeOf(context, intent, fields));
  return confirm(context, id, params);
}

export interface CaptureChargeParams {
  amount?: number;
  receipt_email?: string | null;
  statement_descriptor?: string | null;
  statement_descriptor_suffix?: string | null;
  transfer_group?: string | null;
}

export interface CaptureParams {
  amount_to_capture?: number;
  final_capture?: boolean;
  metadata?: Metadata | null;
  statement_descriptor?: string | null;
  statement_descriptor_suffix?: string | null;
}

export function capturePaymentIntent(context: StripeContext, id: string, params: CaptureParams): Readonly<PaymentIntent> {
  const before = getPaymentIntent(context, id);
  if (before.status === 'succeeded') {
    // In the words of https://github.com/stripe/stripe-php/issues/818
    throw unexpected(context, before, 'This PaymentIntent could not be captured because it has already been captured.');
  }
  if (before.status !== 'requires_capture' || before.latest_charge === null) {
    throw unexpected(
      context,
      before,
      `This PaymentIntent could not be captured because it has a status of ${before.status}. Only a PaymentIntent with one of the following ` +
        'statuses may be captured: requires_capture.',
    );
  }
  if (params.amount_to_capture !== undefined && params.amount_to_capture > before.amount_capturable) {
    throw new InvalidRequest('The amount to capture is greater than the amount that can be captured.', {
      code: 'amount_too_large',
      param: 'amount_to_capture',
    });
  }
  if (params.final_capture === false) throw new Unsupported('captures in several parts', 'final_capture');
  const charge = captureCharge(context, before.latest_charge, params.amount_to_capture, 'amount_to_capture');
  const after = store(context, before, {
    amount_capturable: 0,
    amount_received: charge.amount_captured,
    metadata: mergeMetadata(before.metadata, params.metadata),
    ...sent({
      statement_descriptor: params.statement_descriptor,
      statement_descriptor_suffix: params.statement_descriptor_suffix,
    }),
    status: 'succeeded',
  });
  emit(context, 'payment_intent.succeeded', after);
  return after;
}

const CANCELABLE = new Set([
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
]);

export function cancelPaymentIntent(context: StripeContext, id: string, reason: string | null = null): Readonly<PaymentIntent> {
  const before = getPaymentIntent(context, id);
  if (!CANCELABLE.has(before.status)) {
    throw unexpected(
      context,
      before,
      `You cannot cancel this PaymentIntent because it has a status of ${before.status}. Only a PaymentIntent with one of the following ` +
        `statuses may be canceled: ${[...CANCELABLE].join(', ')}.`,
    );
  }
  if (before.status === 'requires_capture' && before.latest_charge !== null) release(context, before.latest_charge);
  return endIntent(context, before, reason);
}

function endIntent(context: StripeContext, before: Readonly<PaymentIntent>, reason: string | null): Readonly<PaymentIntent> {
  const after = store(context, before, {
    amount_capturable: 0,
    canceled_at: seconds(context.now),
    cancellation_reason: reason,
    next_action: null,
    status: 'canceled',
  });
  emit(context, 'payment_intent.canceled', after);
  return after;
}

/** Captures a charge that no PaymentIntent made. */
export function captureByCharge(context: StripeContext, id: string, { amount, ...fields }: CaptureChargeParams) {
  requireCaptured(getCharge(context, id), 'capture', ' instead');
  captureCharge(context, id, amount);
  return context.world.charges.update(id, sent(fields));
}
