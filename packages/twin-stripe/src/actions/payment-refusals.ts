import { CardDeclined, UnexpectedState } from '../errors.ts';
import { wire } from '../render/wire.ts';
import { type Decline, ISSUER_SAYS } from '../test-cards.ts';
import type { KeptError, PaymentIntent, StripeContext } from '../world.ts';
import { emit } from './emit.ts';
import { getPaymentIntent } from './lookups.ts';

/** The refusal of what a PaymentIntent's status doesn't allow; it shows the PaymentIntent. */
export function unexpected(context: StripeContext, intent: Readonly<PaymentIntent>, message: string): UnexpectedState {
  return new UnexpectedState('payment_intent_unexpected_state', message, { payment_intent: wire(context, intent) });
}

/** Writes a refusal down: the PaymentIntent waits for another payment method. */
export function writeRefusal(context: StripeContext, id: string, decline: Decline, chargeId: string | null) {
  const { world } = context;
  const intent = getPaymentIntent(context, id);
  const method = intent.payment_method === null ? undefined : world.payment_methods.get(intent.payment_method);
  const outcome = chargeId === null ? null : world.charges.get(chargeId)?.outcome;
  const byIssuer = outcome?.type === 'issuer_declined';
  const details = {
    ...(chargeId !== null && { charge: chargeId }),
    ...(byIssuer && ISSUER_SAYS),
    code: decline.code,
    decline_code: decline.decline_code,
    message: decline.message,
    ...(decline.param !== undefined && { param: decline.param }),
    ...(method && { payment_method: wire(context, method), payment_method_type: method.type }),
  };
  const kept: KeptError = { ...new CardDeclined(details).error };
  const after = world.payment_intents.update(id, {
    last_payment_error: kept,
    ...(chargeId !== null && { latest_charge: chargeId }),
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
  emit(context, 'payment_intent.payment_failed', after);
  return { details, after };
}
