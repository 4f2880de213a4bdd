import { CardDeclined, InvalidParameter, InvalidRequest } from '../errors.ts';
import { newId } from '../ids.ts';
import { behaviourOf, fingerprint, ISSUER_SAYS, namedTestCard } from '../test-cards.ts';
import { type Metadata, type PaymentMethod, type StripeContext, seconds, type Token } from '../world.ts';
import { type BillingDetailsParams, billingDetailsOf, checkBillingDetails } from './addresses.ts';
import { emit } from './emit.ts';
import { legacyCard } from './legacy-cards.ts';
import { type ListParams, listing, listPage, type Page } from './list.ts';
import { getCustomer, getObject } from './lookups.ts';
import { mergeMetadata, sent } from './metadata.ts';
import {
  attachedTo,
  type CardParams,
  cardFromToken,
  enteredCard,
  methodFromData,
  type PaymentMethodData,
  requireExpiryYear,
  usableMethod,
} from './payment-method-sources.ts';

/** @param param where the id stands, if not in the path */
export const getPaymentMethod = ({ world }: StripeContext, id: string, param?: string): Readonly<PaymentMethod> =>
  getObject(world.payment_methods, 'PaymentMethod', id, param);

export function createPaymentMethod(context: StripeContext, params: PaymentMethodData): Readonly<PaymentMethod> {
  return context.world.payment_methods.insert(methodFromData(context, params));
}

/** Saves a payment method to a customer. The issuer is asked, and may refuse. */
export function attach(context: StripeContext, id: string, customerId: string, param?: string): Readonly<PaymentMethod> {
  const { world } = context;
  getCustomer(context, customerId, 'customer');
  const known = world.payment_methods.get(id);
  if (known?.customer === customerId) return known;
  if (known?.customer) {
    throw new InvalidRequest('The payment method you provided has already been attached to a customer.', {
      code: 'resource_already_exists',
    });
  }
  if (param === undefined && !known && !namedTestCard(id)) getPaymentMethod(context, id);
  const method = usableMethod(context, id, param ?? 'payment_method');
  askIssuer(method);
  const attached = world.payment_methods.update(method.id, { customer: customerId, ...checked(method) });
  emit(context, 'payment_method.attached', attached);
  return attached;
}

/** docs: Testing, "Declined payments": these cards can't be saved, but for the one that declines after attaching */
function askIssuer(method: Readonly<PaymentMethod>): void {
  const { decline, attaches } = behaviourOf(method.card?.fingerprint);
  if (decline && !attaches) throw new CardDeclined({ param: '', ...decline, ...ISSUER_SAYS });
}

/** Saves the card of a token to a customer, as its issuer allows. */
export function saveToken(context: StripeContext, token: string, customer: string): Readonly<PaymentMethod> {
  const card = cardFromToken(context, token, 'source');
  askIssuer(card);
  return context.world.payment_methods.update(card.id, { customer });
}

/** A payment method of the customer's; a named test card such as `pm_card_visa` is saved first. */
export function ownMethod(context: StripeContext, id: string, customer: string, param: string): Readonly<PaymentMethod> {
  const card = namedTestCard(id);
  if (!card || !id.startsWith('pm_card_')) return attachedTo(context, id, customer, param);
  const saved = context.world.payment_methods.by.customer.page(customer);
  const same = saved.find((method) => method.card?.fingerprint === fingerprint(card));
  return same ?? attach(context, id, customer, param);
}

/** What the issuer says of the security code and the address, once it is asked. */
function checked(method: Readonly<PaymentMethod>): Partial<PaymentMethod> {
  if (!method.card) return {};
  const passed = Object.entries(method.card.checks).map(([name, result]) => [name, result === 'unchecked' ? 'pass' : result]);
  return { card: { ...method.card, checks: Object.fromEntries(passed) } };
}

/** Takes a payment method off its customer. It can't be used again. */
export function detach(context: StripeContext, id: string): Readonly<PaymentMethod> {
  const { world } = context;
  const before = getPaymentMethod(context, id);
  if (before.customer === null) {
    throw new InvalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.', {
      code: 'payment_method_not_available',
    });
  }
  const customer = world.customers.get(before.customer);
  if (customer?.invoice_settings.default_payment_method === id) {
    world.customers.update(customer.id, { invoice_settings: { ...customer.invoice_settings, default_payment_method: null } });
  }
  if (customer?.default_source === id) world.customers.update(customer.id, { default_source: null });
  for (const subscription of world.subscriptions.by.customer.page(before.customer)) {
    if (subscription.default_payment_method === id) world.subscriptions.update(subscription.id, { default_payment_method: null });
  }
  world.spent_payment_methods.insert({ id });
  const after = world.payment_methods.update(id, { customer: null });
  emit(context, 'payment_method.detached', after, before);
  return after;
}

export interface PaymentMethodUpdate {
  billing_details?: BillingDetailsParams | null;
  card?: { exp_month?: number; exp_year?: number };
  metadata?: Metadata | null;
  allow_redisplay?: PaymentMethod['allow_redisplay'];
}

export function updatePaymentMethod(context: StripeContext, id: string, params: PaymentMethodUpdate): Readonly<PaymentMethod> {
  const before = getPaymentMethod(context, id);
  if (before.customer === null) {
    throw new InvalidRequest('You must save this PaymentMethod to a customer before you can update it.', {
      code: 'payment_method_not_available',
    });
  }
  const { exp_month: month, exp_year: year } = params.card ?? {};
  if (month !== undefined && (month < 1 || month > 12)) {
    throw new CardDeclined({
      code: 'invalid_expiry_month',
      message: "Your card's expiration month is invalid.",
      param: 'exp_month',
    });
  }
  if (year !== undefined) requireExpiryYear(context, year);
  checkBillingDetails(params.billing_details, 'billing_details');
  const after = context.world.payment_methods.update(id, {
    ...sent({ allow_redisplay: params.allow_redisplay }),
    billing_details: billingDetailsOf(params.billing_details, before.billing_details),
    ...(before.card && { card: { ...before.card, ...sent({ exp_month: month, exp_year: year }) } }),
    metadata: mergeMetadata(before.metadata, params.metadata),
  });
  if (after !== before) emit(context, 'payment_method.updated', after, before);
  return after;
}

export interface PaymentMethodListParams extends ListParams {
  allow_redisplay?: PaymentMethod['allow_redisplay'];
  customer?: string | null;
  type?: string;
}

export function listPaymentMethods(context: StripeContext, params: PaymentMethodListParams): Page<PaymentMethod> {
  const { world } = context;
  // Recorded: nothing comes without a customer (Kiln-AI/stripe_world, phase 6).
  if (!params.customer) return { data: [], has_more: false };
  getCustomer(context, params.customer, 'customer');
  const equal = { allow_redisplay: params.allow_redisplay, type: params.type };
  const narrowing = { by: { customer: ['customer', params.customer] }, equal } as const;
  return listPage(listing(world.payment_methods, 'PaymentMethod', narrowing), params);
}

export interface TokenParams {
  card?: (CardParams & { name?: string | null }) | string | null;
}

export function createToken(context: StripeContext, params: TokenParams): Readonly<Token> {
  const { card } = params;
  if (typeof card !== 'object' || card === null) {
    throw new InvalidParameter(
      'The Stripe twin makes tokens of cards only: send card[number], card[exp_month] and card[exp_year].',
      {
        param: 'card',
      },
    );
  }
  return context.world.tokens.insert({
    id: newId(context.ids, 'token'),
    object: 'token',
    card: legacyCard(enteredCard(context, card, 'card'), newId(context.ids, 'card'), card.name ?? null),
    client_ip: null,
    created: seconds(context.now),
    livemode: false,
    type: 'card',
    used: false,
  });
}

export const getToken = ({ world }: StripeContext, id: string): Readonly<Token> => getObject(world.tokens, 'token', id);
