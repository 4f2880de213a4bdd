import { CardDeclined, InvalidParameter, InvalidRequest, MissingParameter, NoSuchObject, Unsupported } from '../errors.ts';
import { newId } from '../ids.ts';
import { behaviourOf, fingerprint, hasCheckDigit, namedTestCard, numberedTestCard, type TestCard } from '../test-cards.ts';
import {
  type Card,
  type CardChecks,
  type Metadata,
  newPaymentMethod,
  type PaymentMethod,
  type StripeContext,
  seconds,
} from '../world.ts';
import { type BillingDetailsParams, billingDetailsOf, checkBillingDetails } from './addresses.ts';
import { getObject } from './lookups.ts';
import { mergeMetadata } from './metadata.ts';

export interface CardParams {
  number?: string | number | null;
  exp_month?: number | string | null;
  exp_year?: number | string | null;
  cvc?: string | null;
  token?: string | null;
}

export interface PaymentMethodData {
  type?: string;
  card?: CardParams;
  billing_details?: BillingDetailsParams | null;
  metadata?: Metadata | null;
  allow_redisplay?: PaymentMethod['allow_redisplay'];
}

/** Test cards that are named, not entered, are good for this long. */
const NAMED_CARD_MONTH = 12;
const NAMED_CARD_YEARS = 4;

const yearOf = ({ now }: { now: number }): number => 1970 + Math.floor(now / (365.2425 * 24 * 60 * 60 * 1000));

const checksOf = (
  card: TestCard,
  withCvc: boolean,
  address: { line1: string | null; postal_code: string | null } | undefined,
): CardChecks => ({
  address_line1_check: address?.line1 ? (card.addressFails ? 'fail' : 'unchecked') : null,
  address_postal_code_check: address?.postal_code ? (card.addressFails ? 'fail' : 'unchecked') : null,
  cvc_check: withCvc ? (card.cvcFails ? 'fail' : 'unchecked') : null,
});

function cardOf(card: TestCard, expiry: { month: number; year: number }, checks: CardChecks): Card {
  return {
    brand: card.brand,
    checks,
    country: card.country,
    display_brand: card.brand === 'amex' ? 'american_express' : card.brand,
    exp_month: expiry.month,
    exp_year: expiry.year,
    fingerprint: fingerprint(card),
    funding: card.funding,
    generated_from: null,
    last4: card.number.slice(-4),
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
}

/** A payment method of a named test card. */
export function namedCard(
  context: Pick<StripeContext, 'now' | 'ids'>,
  card: TestCard,
  data: PaymentMethodData = {},
): PaymentMethod {
  const expiry = { month: NAMED_CARD_MONTH, year: yearOf(context) + NAMED_CARD_YEARS };
  const billing = billingDetailsOf(data.billing_details);
  return newPaymentMethod({
    id: newId(context.ids, 'payment_method'),
    object: 'payment_method' as const,
    allow_redisplay: data.allow_redisplay ?? ('unspecified' as const),
    billing_details: billing,
    card: cardOf(card, expiry, checksOf(card, true, billing.address)),
    created: seconds(context.now),
    customer: null,
    metadata: mergeMetadata({}, data.metadata),
    type: 'card' as const,
  });
}

const integer = (value: number | string | null | undefined): number =>
  /^\d{1,4}$/.test(String(value)) ? Number(value) : Number.NaN;

/** @throws CardDeclined for a year that is over, or half a century away: https://docs.stripe.com/error-codes#invalid-expiry-year */
export function requireExpiryYear(context: Pick<StripeContext, 'now'>, year: number): void {
  if (year >= yearOf(context) && year < yearOf(context) + 50) return;
  throw new CardDeclined({
    code: 'invalid_expiry_year',
    message: "Your card's expiration year is invalid.",
    param: 'exp_year',
  });
}

/** A card as it was typed in. @throws CardDeclined for what can't be a card */
export function enteredCard(context: Pick<StripeContext, 'now'>, params: CardParams, where: string): Card {
  const number = String(params.number ?? '').replaceAll(/[ -]/g, '');
  const param = (name: string): string => `${where}[${name}]`;
  if (number === '') throw new MissingParameter(param('number'));
  if (params.exp_month === undefined || params.exp_month === null) throw new MissingParameter(param('exp_month'));
  if (params.exp_year === undefined || params.exp_year === null) throw new MissingParameter(param('exp_year'));
  if (!/^\d+$/.test(number) || !hasCheckDigit(number)) {
    throw new CardDeclined({ code: 'incorrect_number', message: 'Your card number is incorrect.', param: 'number' });
  }
  const month = integer(params.exp_month);
  const short = integer(params.exp_year);
  const year = short < 100 ? 2000 + short : short;
  if (!(month >= 1 && month <= 12)) {
    throw new CardDeclined({
      code: 'invalid_expiry_month',
      message: "Your card's expiration month is invalid.",
      param: 'exp_month',
    });
  }
  requireExpiryYear(context, year);
  const { cvc } = params;
  if (cvc !== undefined && cvc !== null && !/^\d{3,4}$/.test(String(cvc))) {
    throw new CardDeclined({ code: 'invalid_cvc', message: "Your card's security code is invalid.", param: 'cvc' });
  }
  const card = numberedTestCard(number);
  if (!card) {
    throw new CardDeclined({
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message:
        'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    });
  }
  return cardOf(card, { month, year }, checksOf(card, cvc !== undefined && cvc !== null, undefined));
}

/** Makes a payment method of what was sent about one. */
export function methodFromData(context: StripeContext, data: PaymentMethodData, where = ''): PaymentMethod {
  const at = (name: string): string => (where === '' ? name : `${where}[${name}]`);
  if (data.type === undefined) throw new MissingParameter(at('type'));
  checkBillingDetails(data.billing_details, at('billing_details'));
  const common = {
    id: newId(context.ids, 'payment_method'),
    object: 'payment_method' as const,
    allow_redisplay: data.allow_redisplay ?? ('unspecified' as const),
    billing_details: billingDetailsOf(data.billing_details),
    created: seconds(context.now),
    customer: null,
    metadata: mergeMetadata({}, data.metadata),
  };
  if (data.type === 'crypto') return newPaymentMethod({ ...common, crypto: {}, type: 'crypto' as const });
  if (data.type !== 'card') throw new Unsupported(`payment methods of type ${data.type}`, at('type'));
  if (!data.card) throw new MissingParameter(at('card'));
  if (data.card.token) {
    const source = cardFromToken(context, data.card.token, `${at('card')}[token]`, false);
    return newPaymentMethod({ ...common, ...(source.card && { card: source.card }), type: 'card' as const });
  }
  return newPaymentMethod({ ...common, card: enteredCard(context, data.card, at('card')), type: 'card' as const });
}

/** Turns a card token, or a named test token such as `tok_visa`, into a card that can be charged. A token works once. */
export function cardFromToken(context: StripeContext, id: string, param: string, store = true): PaymentMethod {
  const { world } = context;
  const named = namedTestCard(id);
  const token = named ? undefined : world.tokens.get(id);
  if (!named && !token) throw new NoSuchObject('token', id, param);
  if (token?.used) {
    throw new InvalidRequest(`You cannot use a Stripe token more than once: ${id}.`, { code: 'token_already_used', param });
  }
  const template = named ?? behaviourCard(token?.card.fingerprint);
  const method: PaymentMethod = { ...namedCard(context, template), id: token ? token.card.id : newId(context.ids, 'card') };
  const card =
    token && method.card
      ? { ...method.card, exp_month: Number(token.card.exp_month), exp_year: Number(token.card.exp_year) }
      : method.card;
  const made = { ...method, ...(card && { card }) };
  if (token) world.tokens.update(id, { used: true });
  return store ? world.payment_methods.insert(made) : made;
}

function behaviourCard(mark: unknown): TestCard {
  const card = behaviourOf(String(mark)) as TestCard;
  if (card.number === undefined) throw new InvalidParameter('Invalid token id', { param: 'source' });
  return card;
}

/** The payment method behind an id; a named test card such as `pm_card_visa` becomes a new one. */
export function usableMethod(context: StripeContext, id: string, param: string): Readonly<PaymentMethod> {
  const { world } = context;
  const card = id.startsWith('pm_card_') ? namedTestCard(id) : undefined;
  if (card) return world.payment_methods.insert(namedCard(context, card));
  const method = getObject(world.payment_methods, 'PaymentMethod', id, param);
  if (world.spent_payment_methods.has(id)) {
    throw new InvalidRequest(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected ' +
        'account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod ' +
        'multiple times, you must attach it to a Customer first.',
      { param },
    );
  }
  return method;
}

/** A payment method that is the customer's. */
export function attachedTo({ world }: StripeContext, id: string, customer: string, param: string): Readonly<PaymentMethod> {
  const method = getObject(world.payment_methods, 'PaymentMethod', id, param);
  if (method.customer === customer) return method;
  throw new InvalidRequest(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param },
  );
}
