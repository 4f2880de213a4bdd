import { formatAmount } from '../currencies.ts';
import { InvalidParameter, InvalidRequest, UnexpectedState } from '../errors.ts';
import { newId } from '../ids.ts';
import { type Behaviour, behaviourOf } from '../test-cards.ts';
import { type Charge, type Metadata, newRefund, type Refund, type StripeContext, seconds } from '../world.ts';
import { positiveAmount } from './amounts.ts';
import { getCharge, requireCaptured } from './charges.ts';
import { emit, emitChange } from './emit.ts';
import { book } from './ledger.ts';
import { type ListParams, listing, listPage, type Page } from './list.ts';
import { getObject, getPaymentIntent } from './lookups.ts';
import { mergeMetadata } from './metadata.ts';

export interface RefundParams {
  amount?: number;
  charge?: string | null;
  payment_intent?: string | null;
  reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer';
  metadata?: Metadata | null;
}

export const getRefund = ({ world }: StripeContext, id: string): Readonly<Refund> => getObject(world.refunds, 'refund', id);

function chargeOf(context: StripeContext, params: RefundParams): Readonly<Charge> {
  if (params.charge && params.payment_intent) {
    throw new InvalidRequest('You may only specify one of these parameters: charge, payment_intent.', {
      param: 'payment_intent',
    });
  }
  // Recorded: a charge that isn't there is a 404, as in a path (Kiln-AI/stripe_world, phase 9).
  if (params.charge) return getCharge(context, params.charge);
  if (!params.payment_intent) {
    throw new InvalidParameter('One of the following params should be provided for this request: payment_intent or charge.');
  }
  const intent = getPaymentIntent(context, params.payment_intent, 'payment_intent');
  const charge = intent.latest_charge === null ? undefined : context.world.charges.get(intent.latest_charge);
  if (charge?.status === 'succeeded') return charge;
  throw new UnexpectedState(
    'charge_not_refundable',
    `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    {
      param: 'payment_intent',
    },
  );
}

/** What is left to refund. @throws where nothing can be */
export function refundable(charge: Readonly<Charge>): number {
  if (charge.refunded) {
    throw new UnexpectedState('charge_already_refunded', `Charge ${charge.id} has already been refunded.`);
  }
  if (charge.status !== 'succeeded') {
    throw new UnexpectedState('charge_not_refundable', `Charge ${charge.id} was not successful, so there is nothing to refund.`);
  }
  return charge.amount - charge.amount_refunded;
}

function requireUndisputed(context: StripeContext, charge: Readonly<Charge>): void {
  const disputes = context.world.disputes.by.charge.page(charge.id);
  if (disputes.some((dispute) => !dispute.is_charge_refundable && dispute.status !== 'won')) {
    throw new UnexpectedState('charge_disputed', `Charge ${charge.id} has been charged back; cannot issue a refund.`);
  }
}

/** Gives money back, whole or in part, as often as there is some left. */
export function createRefund(context: StripeContext, params: RefundParams): Readonly<Refund> {
  const { world } = context;
  const charge = chargeOf(context, params);
  const left = refundable(charge);
  requireCaptured(charge, 'cancel', ' to reverse the authorization instead of refunding the Charge directly');
  requireUndisputed(context, charge);
  const amount = params.amount === undefined ? left : positiveAmount(params.amount);
  if (amount > left) {
    const [asked, rest] = [amount, left].map((value) => formatAmount(value, charge.currency));
    const what = charge.amount_refunded === 0 ? 'charge amount' : 'unrefunded amount on charge';
    throw new InvalidRequest(`Refund amount (${asked}) is greater than ${what} (${rest})`, { param: 'amount' });
  }
  if (!charge.captured && amount < left) {
    throw new InvalidRequest('You cannot partially refund an uncaptured charge. Capture less instead.', { param: 'amount' });
  }
  const refund = world.refunds.insert(draftRefund(context, charge, amount, params));
  if (charge.captured) takeBack(context, charge, refund);
  const amount_refunded = charge.amount_refunded + amount;
  const changed = world.charges.update(charge.id, { amount_refunded, refunded: amount_refunded === charge.amount });
  const made = getRefund(context, refund.id);
  emit(context, 'refund.created', made);
  emit(context, 'charge.refunded', changed, charge);
  if (charge.captured && cardOf(context, charge).refundsFail) fail(context, made);
  return made;
}

const cardOf = ({ world }: Pick<StripeContext, 'world'>, { payment_method: method }: Readonly<Charge>): Behaviour =>
  behaviourOf(method === null ? undefined : world.payment_methods.get(method)?.card?.fingerprint);

/**
 * The bank gives it back, and the money is the account's again: docs, Testing, "Refunds": "its status begins as `succeeded`. Some time
 * later, its status changes to `failed` and sends a `refund.failed` event", which is right after the answer here.
 */
function fail(context: StripeContext, before: Readonly<Refund>): void {
  const { world } = context;
  const charge = getCharge(context, before.charge);
  const line = book(context, {
    amount: before.amount,
    currency: before.currency,
    type: 'refund_failure',
    source: before.id,
    description: `REFUND FAILURE (${charge.description ?? charge.id})`,
  });
  const change = { failure_balance_transaction: line.id, failure_reason: 'expired_or_canceled_card' };
  const failed = world.refunds.update(before.id, { ...change, status: 'failed' });
  world.charges.update(charge.id, { amount_refunded: charge.amount_refunded - before.amount, refunded: false });
  for (const type of ['refund.updated', 'refund.failed', 'charge.refund.updated']) emit(context, type, failed, before);
}

function takeBack(context: StripeContext, charge: Readonly<Charge>, refund: Readonly<Refund>): void {
  const crypto = refund.destination_details.type === 'crypto';
  const line = book(context, {
    amount: -refund.amount,
    currency: charge.currency,
    type: crypto ? 'payment_refund' : 'refund',
    category: 'refund',
    source: refund.id,
    description: charge.description === null ? 'REFUND FOR CHARGE' : `REFUND FOR CHARGE (${charge.description})`,
  });
  context.world.refunds.update(refund.id, { balance_transaction: line.id });
}

/** A refund before its line in the ledger. */
export function draftRefund(
  context: Pick<StripeContext, 'ids' | 'now' | 'world'>,
  charge: Readonly<Charge>,
  amount: number,
  params: RefundParams,
): Refund {
  const { payment_method: method } = charge;
  const { refundsPend } = cardOf(context, charge);
  const crypto = charge.payment_method_details?.type === 'crypto';
  return newRefund({
    id: newId(context.ids, 'refund'),
    object: 'refund' as const,
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: seconds(context.now),
    currency: charge.currency,
    customer: charge.customer,
    destination_details: crypto
      ? { crypto: { reference: null }, type: 'crypto' }
      : {
          card: {
            reference_status: 'pending',
            reference_type: 'acquirer_reference_number',
            type: charge.captured ? 'refund' : 'reversal',
          },
          type: 'card',
        },
    metadata: mergeMetadata({}, params.metadata),
    payment_intent: charge.payment_intent,
    payment_method: method,
    reason: params.reason ?? null,
    status: refundsPend ? ('pending' as const) : ('succeeded' as const),
  });
}

/** Only the metadata of a refund can be changed. */
export function updateRefund(context: StripeContext, id: string, metadata: Metadata | null | undefined): Readonly<Refund> {
  const before = getRefund(context, id);
  const after = context.world.refunds.update(id, { metadata: mergeMetadata(before.metadata, metadata) });
  emitChange(context, 'refund.updated', after, before);
  emitChange(context, 'charge.refund.updated', after, before);
  return after;
}

/** Only refunds that wait for the customer can be cancelled, and cards never make them wait (the words: Kiln-AI/stripe_world, phase 9). */
export function cancelRefund(context: StripeContext, id: string): Readonly<Refund> {
  getRefund(context, id);
  throw new InvalidRequest('Canceling this refund is unsupported.');
}

export interface RefundListParams extends ListParams {
  charge?: string | null;
  payment_intent?: string | null;
}

/** docs: List all refunds: "If you provide a non-existent charge ID, this call raises an error." */
export function listRefunds(context: StripeContext, params: RefundListParams): Page<Refund> {
  const { world } = context;
  if (params.charge) getObject(world.charges, 'charge', params.charge, 'charge');
  const by = { charge: ['charge', params.charge], paymentIntent: ['payment_intent', params.payment_intent] } as const;
  return listPage(listing(world.refunds, 'refund', { by }), params);
}
