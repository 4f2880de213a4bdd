import { formatAmount } from '../currencies.ts';
import { CardDeclined, InvalidRequest, MissingParameter, NoLinkedSource, NoSuchObject, UnexpectedState } from '../errors.ts';
import { behaviourOf, type Decline } from '../test-cards.ts';
import type { Charge, Metadata, PaymentMethod, StripeContext } from '../world.ts';
import { checkEmail, type ShippingParams, shippingOf } from './addresses.ts';
import { chargeableAmount, currencyOf, positiveAmount } from './amounts.ts';
import { type ChargeOrder, draftCharge } from './charge-drafts.ts';
import { openDispute } from './disputes.ts';
import { emit, emitChange } from './emit.ts';
import { balance, book, feeOf } from './ledger.ts';
import { type ListParams, listing, listPage, type Page } from './list.ts';
import { getCustomer, getObject } from './lookups.ts';
import { mergeMetadata, sent } from './metadata.ts';
import { cardFromToken, usableMethod } from './payment-method-sources.ts';

/** @param param where the id stands, if not in the path */
export const getCharge = ({ world }: StripeContext, id: string, param?: string): Readonly<Charge> =>
  getObject(world.charges, 'charge', id, param);

/**
 * Charges a payment method. A refused charge is kept, and `decline` says why.
 *
 * @param refusal a reason to refuse without asking the issuer
 */
export function charge(
  context: StripeContext,
  order: ChargeOrder,
  refusal?: Decline,
): { charge: Readonly<Charge>; decline?: Decline } {
  const { world } = context;
  const behaviour = behaviourOf(order.method.card?.fingerprint);
  const decline = refusal ?? behaviour.decline;
  const made = world.charges.insert(draftCharge(context, order, decline));
  if (decline) {
    emit(context, 'charge.failed', made);
    return { charge: made, decline };
  }
  const receipt_url = context.links.to(`/receipts/${made.id}`);
  world.charges.update(made.id, { receipt_url });
  if (!order.method.customer) spend(context, order.method.id);
  const paid = order.capture ? settle(context, made.id, order.amount) : getCharge(context, made.id);
  announce(context, order, paid);
  if (behaviour.bypassPending && order.capture) emit(context, 'balance.available', balance(context));
  if (behaviour.dispute && order.capture) openDispute(context, paid, behaviour.dispute);
  return { charge: getCharge(context, made.id) };
}

/**
 * docs: "Asynchronous capture": "the `balance_transaction` is null" in the answer and in the events of the payment, and `charge.updated` tells it.
 */
function announce(context: StripeContext, { asynchronous, capture }: ChargeOrder, paid: Readonly<Charge>): void {
  if (!asynchronous || !capture) {
    emit(context, 'charge.succeeded', paid);
    return;
  }
  context.unsettled?.add(paid.id);
  emit(context, 'charge.succeeded', unsettled(paid));
}

const unsettled = (charge: Readonly<Charge>): Charge => ({ ...charge, balance_transaction: null });

/** Tells of the line that a charge got in the background. */
export function tellSettled(context: StripeContext, id: string): void {
  const charge = getCharge(context, id);
  if (context.unsettled?.has(id)) emit(context, 'charge.updated', charge, unsettled(charge));
}

function spend({ world }: StripeContext, id: string): void {
  if (!world.spent_payment_methods.has(id)) world.spent_payment_methods.insert({ id });
}

/** Takes the money of an authorised charge into the ledger. What is not captured is released. */
export function settle(context: Pick<StripeContext, 'world' | 'now' | 'ids'>, id: string, amount: number): Readonly<Charge> {
  const { world } = context;
  const authorised = world.charges.get(id) as Readonly<Charge>;
  const method = authorised.payment_method === null ? undefined : world.payment_methods.get(authorised.payment_method);
  const crypto = authorised.payment_method_details?.type === 'crypto';
  const line = book(context, {
    amount,
    currency: authorised.currency,
    fee: feeOf(amount, crypto ? 'crypto' : 'card'),
    type: crypto ? 'payment' : 'charge',
    category: 'charge',
    source: id,
    description: authorised.description,
    available: behaviourOf(method?.card?.fingerprint).bypassPending === true,
  });
  return world.charges.update(id, {
    amount_captured: amount,
    amount_refunded: authorised.amount - amount,
    balance_transaction: line.id,
    captured: true,
  });
}

/** Gives an authorisation back without taking the money. */
export function release(context: StripeContext, id: string): Readonly<Charge> {
  const { amount } = getCharge(context, id);
  const released = context.world.charges.update(id, { amount_refunded: amount, refunded: true });
  emit(context, 'charge.refunded', released);
  return released;
}

export interface ChargeParams {
  amount?: number;
  currency?: string | null;
  customer?: string | null;
  source?: string | null;
  capture?: boolean;
  description?: string | null;
  metadata?: Metadata | null;
  receipt_email?: string | null;
  shipping?: ShippingParams | null;
  statement_descriptor?: string | null;
  statement_descriptor_suffix?: string | null;
  transfer_group?: string | null;
}

function sourceOf(context: StripeContext, params: ChargeParams): Readonly<PaymentMethod> {
  const customer = params.customer ? getCustomer(context, params.customer, 'customer') : undefined;
  if (params.source?.startsWith('tok_')) {
    if (customer) throw new NoLinkedSource(customer.id, params.source);
    return cardFromToken(context, params.source, 'source');
  }
  if (params.source) {
    const method = usableMethod(context, params.source, 'source');
    if (method.customer !== (customer?.id ?? null)) throw new NoSuchObject('customer', params.customer ?? '', 'customer');
    return method;
  }
  if (!customer) throw new InvalidRequest('Must provide source or customer.');
  const id = customer.default_source ?? customer.invoice_settings.default_payment_method;
  if (!id) {
    throw new CardDeclined({ code: 'missing', message: 'Cannot charge a customer that has no active card', param: 'card' });
  }
  return usableMethod(context, id, 'customer');
}

/** The older way to charge a card, without a PaymentIntent. */
export function createCharge(context: StripeContext, params: ChargeParams): Readonly<Charge> {
  if (params.amount === undefined) throw new MissingParameter('amount');
  if (!params.currency) throw new MissingParameter('currency');
  const currency = currencyOf(params.currency);
  checkEmail(params.receipt_email, 'receipt_email');
  const order: ChargeOrder = {
    amount: chargeableAmount(params.amount, currency),
    currency,
    capture: params.capture ?? true,
    method: sourceOf(context, params),
    customer: params.customer ?? null,
    payment_intent: null,
    description: params.description ?? null,
    metadata: mergeMetadata({}, params.metadata),
    receipt_email: params.receipt_email ?? null,
    shipping: shippingOf(params.shipping),
    statement_descriptor: params.statement_descriptor ?? null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    transfer_group: params.transfer_group ?? null,
  };
  const { charge: made, decline } = charge(context, order);
  if (decline) throw new CardDeclined({ ...decline, charge: made.id });
  return made;
}

export interface ChargeUpdate {
  customer?: string | null;
  description?: string | null;
  fraud_details?: { user_report?: string | null } | null;
  metadata?: Metadata | null;
  receipt_email?: string | null;
  shipping?: ShippingParams | null;
  transfer_group?: string | null;
}

export function updateCharge(context: StripeContext, id: string, params: ChargeUpdate): Readonly<Charge> {
  const before = getCharge(context, id);
  if (params.customer) getCustomer(context, params.customer, 'customer');
  // docs: Update a charge, `customer`: "This field may only be updated if there is no existing associated customer with this charge."
  if (params.customer && before.customer !== null && before.customer !== params.customer)
    throw new InvalidRequest('This charge has a customer already, who cannot be changed.', { param: 'customer' });
  const report = params.fraud_details?.user_report;
  const after = context.world.charges.update(id, {
    ...sent({
      customer: params.customer ?? undefined,
      description: params.description,
      receipt_email: params.receipt_email,
      shipping: params.shipping === undefined ? undefined : shippingOf(params.shipping),
      transfer_group: params.transfer_group,
      fraud_details: report === undefined ? undefined : report === null ? {} : { user_report: report },
    }),
    metadata: mergeMetadata(before.metadata, params.metadata),
  });
  emitChange(context, 'charge.updated', after, before);
  return after;
}

/** What was authorised by a PaymentIntent is captured and given up through it (recorded: Kiln-AI/stripe_world, phases 8 and 9). */
export function requireCaptured({ captured, payment_intent: intent }: Readonly<Charge>, verb: string, why: string): void {
  if (captured || intent === null) return;
  throw new InvalidRequest(
    `This uncaptured Charge was created by a PaymentIntent (${intent}). You must ${verb} the PaymentIntent${why}. ` +
      'For more information, see https://stripe.com/docs/payments/place-a-hold-on-a-payment-method',
  );
}

/** Captures a charge that was only authorised, whole or in part. */
export function captureCharge(context: StripeContext, id: string, amount?: number, param = 'amount'): Readonly<Charge> {
  const authorised = getCharge(context, id);
  if (authorised.captured) {
    throw new UnexpectedState('charge_already_captured', `Charge ${id} has already been captured.`);
  }
  if (authorised.status === 'failed' || authorised.refunded) {
    throw new InvalidRequest(`Charge ${id} cannot be captured because it was ${authorised.refunded ? 'refunded' : 'refused'}.`, {
      code: 'charge_not_capturable',
    });
  }
  const wanted = amount === undefined ? authorised.amount : positiveAmount(amount, param);
  if (wanted > authorised.amount) {
    const [asked, most] = [wanted, authorised.amount].map((value) => formatAmount(value, authorised.currency));
    throw new InvalidRequest(
      `You cannot capture a charge for an amount greater than it already has: ${asked} is more than ${most}.`,
      {
        code: 'amount_too_large',
        param: 'amount',
      },
    );
  }
  const captured = settle(context, id, wanted);
  emit(context, 'charge.captured', captured);
  const { payment_method: method } = captured;
  const { dispute } = behaviourOf(method === null ? undefined : context.world.payment_methods.get(method)?.card?.fingerprint);
  if (dispute) openDispute(context, captured, dispute);
  return getCharge(context, id);
}

export interface ChargeListParams extends ListParams {
  customer?: string | null;
  payment_intent?: string | null;
  transfer_group?: string | null;
}

/** docs: List all charges: "If you provide a non-existent customer ID, this call throws an error." */
export function listCharges(context: StripeContext, params: ChargeListParams): Page<Charge> {
  const { world } = context;
  if (params.customer) getCustomer(context, params.customer, 'customer');
  const by = { paymentIntent: ['payment_intent', params.payment_intent], customer: ['customer', params.customer] } as const;
  return listPage(listing(world.charges, 'charge', { by, equal: { transfer_group: params.transfer_group } }), params);
}
