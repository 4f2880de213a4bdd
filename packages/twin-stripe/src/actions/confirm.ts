import { CardDeclined, InvalidRequest } from '../errors.ts';
import { wire } from '../render/wire.ts';
import { behaviourOf, type Decline } from '../test-cards.ts';
import type { NextAction, PaymentIntent, PaymentMethod, StripeContext } from '../world.ts';
import { charge, tellSettled } from './charges.ts';
import { type ConfirmationParams, requireReturnUrl, requireSecret } from './confirm-rules.ts';
import { depositDetails } from './crypto-deposits.ts';
import { emit } from './emit.ts';
import { invoicePaidBy } from './invoice-payments.ts';
import { getPaymentIntent } from './lookups.ts';
import { attach, getPaymentMethod } from './payment-methods.ts';
import { unexpected, writeRefusal } from './payment-refusals.ts';

export interface ConfirmParams extends ConfirmationParams {
  off_session?: unknown;
  error_on_requires_action?: boolean;
}

const SOURCE_LENGTH = 24;
const isOffSession = (value: unknown): boolean =>
  value === true || value === 'true' || value === 'one_off' || value === 'recurring';

/** Tries to take the payment: it succeeds, waits for capture or for the customer, or is refused. */
export function confirm(context: StripeContext, id: string, params: ConfirmParams): Readonly<PaymentIntent> {
  const intent = getPaymentIntent(context, id);
  requireSecret(intent, params.client_secret);
  if (intent.payment_method === null) {
    throw unexpected(
      context,
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment " +
        'method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.',
    );
  }
  requireReturnUrl(intent, params);
  const method = getPaymentMethod(context, intent.payment_method, 'payment_method');
  if (method.type === 'crypto') {
    return intent.next_action ? intent : awaitCustomer(context, intent, depositDetails(context, intent));
  }
  const { authentication } = behaviourOf(method.card?.fingerprint);
  const wanted = authentication === 'always' || (authentication === 'unless_set_up' && !isSetUp(context, method));
  const requested = (intent.payment_method_options.card as { request_three_d_secure?: string } | undefined)
    ?.request_three_d_secure;
  if (wanted || requested === 'any' || requested === 'challenge') return authenticate(context, intent, method, params);
  return pay(context, intent.id, method, false);
}

/** Was the card set up for use without its holder, by a SetupIntent or an earlier payment? */
export function isSetUp({ world }: StripeContext, method: Readonly<PaymentMethod>): boolean {
  if (method.customer === null) return false;
  const setups = world.setup_intents.by.customer.page(method.customer);
  if (setups.some((setup) => setup.payment_method === method.id && setup.status === 'succeeded')) return true;
  const payments = world.payment_intents.by.customer.page(method.customer);
  return payments.some(
    (payment) =>
      payment.payment_method === method.id && payment.status === 'succeeded' && payment.setup_future_usage === 'off_session',
  );
}

function authenticate(
  context: StripeContext,
  intent: Readonly<PaymentIntent>,
  method: Readonly<PaymentMethod>,
  params: ConfirmParams,
): Readonly<PaymentIntent> {
  if (isOffSession(params.off_session)) {
    const message = 'Your card was declined. This transaction requires authentication.';
    const { charge: failed } = refuse(context, intent, method);
    return declined(
      context,
      intent.id,
      { code: 'authentication_required', decline_code: 'authentication_required', message },
      failed,
    );
  }
  if (params.error_on_requires_action) {
    const message = 'This payment required an authentication action to complete, but `error_on_requires_action` was set.';
    return declined(
      context,
      intent.id,
      { code: 'authentication_required', decline_code: 'authentication_not_handled', message },
      null,
    );
  }
  return awaitCustomer(context, intent, nextAction(context, intent.client_secret, params));
}

/** A failed charge for a payment that was refused without asking the issuer. */
function refuse(context: StripeContext, intent: Readonly<PaymentIntent>, method: Readonly<PaymentMethod>): { charge: string } {
  const order = { ...orderOf(intent), method };
  const decline = {
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  };
  const { charge: made } = charge(context, order, decline);
  return { charge: made.id };
}

/** What the customer has to do: open a page, or what Stripe's own script does. */
export function nextAction(
  context: StripeContext,
  secret: string,
  { return_url: returnUrl, use_stripe_sdk: script }: ConfirmationParams,
): NextAction {
  const url = context.links.to(`/3d_secure/${secret}`);
  if (returnUrl && !script) return { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } };
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: {
      source: `src_1${context.ids.text(SOURCE_LENGTH)}`,
      stripe_js: url,
      type: 'three_d_secure_redirect',
    },
  };
}

function awaitCustomer(context: StripeContext, intent: Readonly<PaymentIntent>, action: NextAction): Readonly<PaymentIntent> {
  const waiting = context.world.payment_intents.update(intent.id, { next_action: action, status: 'requires_action' });
  emit(context, 'payment_intent.requires_action', waiting);
  return waiting;
}

const orderOf = (intent: Readonly<PaymentIntent>) => ({
  amount: intent.amount,
  currency: intent.currency,
  capture: intent.capture_method !== 'manual',
  asynchronous: intent.capture_method === 'automatic_async',
  customer: intent.customer,
  payment_intent: intent.id,
  description: intent.description,
  metadata: intent.metadata,
  receipt_email: intent.receipt_email,
  shipping: intent.shipping,
  statement_descriptor: intent.statement_descriptor,
  statement_descriptor_suffix: intent.statement_descriptor_suffix,
  transfer_group: intent.transfer_group,
});

/** Charges the payment method of a PaymentIntent. @throws CardDeclined after the refusal has been written down */
export function pay(
  context: StripeContext,
  id: string,
  method: Readonly<PaymentMethod>,
  authenticated: boolean,
): Readonly<PaymentIntent> {
  const { world } = context;
  const intent = getPaymentIntent(context, id);
  const { charge: made, decline } = charge(context, { ...orderOf(intent), method, authenticated });
  if (decline) return declined(context, id, decline, made.id);
  const paid = made.captured;
  const after = world.payment_intents.update(id, {
    amount_capturable: paid ? 0 : intent.amount,
    amount_received: paid ? intent.amount : 0,
    last_payment_error: null,
    latest_charge: made.id,
    next_action: null,
    status: paid ? 'succeeded' : 'requires_capture',
  });
  emit(context, paid ? 'payment_intent.succeeded' : 'payment_intent.amount_capturable_updated', after);
  const save = after.setup_future_usage !== null && after.customer !== null && method.customer === null;
  if (save && after.customer !== null) {
    world.spent_payment_methods.remove(method.id);
    attach(context, method.id, after.customer);
  }
  if (paid) invoicePaidBy(context, getPaymentIntent(context, id));
  tellSettled(context, made.id);
  return getPaymentIntent(context, id);
}

/** Writes a refusal down and throws it. */
function declined(context: StripeContext, id: string, decline: Decline, chargeId: string | null): never {
  const { details, after } = writeRefusal(context, id, decline, chargeId);
  throw new CardDeclined({ ...details, payment_intent: wire(context, after) });
}

/** The customer came back from 3D Secure. A failure leaves the PaymentIntent without a payment method, and no error is thrown. */
export function finishAuthentication(
  context: StripeContext,
  intent: Readonly<PaymentIntent>,
  passed: boolean,
): Readonly<PaymentIntent> {
  if (intent.status !== 'requires_action' || intent.payment_method === null) {
    throw new InvalidRequest('This PaymentIntent does not wait for authentication.', { code: 'payment_intent_unexpected_state' });
  }
  const method = getPaymentMethod(context, intent.payment_method);
  if (!passed) {
    const message = 'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
    const code = 'payment_intent_authentication_failure';
    return writeRefusal(context, intent.id, { code, decline_code: 'authentication_required', message }, null).after;
  }
  try {
    return pay(context, intent.id, method, true);
  } catch (error) {
    if (!(error instanceof CardDeclined)) throw error;
    return getPaymentIntent(context, intent.id);
  }
}
