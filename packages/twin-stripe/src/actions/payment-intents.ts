import { InvalidParameter, InvalidRequest, MissingParameter, UnknownMethodType, Unsupported } from '../errors.ts';
import { newId } from '../ids.ts';
import { specOf } from '../params/spec.ts';
import {
  type Metadata,
  newPaymentIntent,
  type PaymentIntent,
  type PaymentMethod,
  type StripeContext,
  seconds,
} from '../world.ts';
import { checkEmail, type ShippingParams, shippingOf } from './addresses.ts';
import { chargeableAmount, currencyOf } from './amounts.ts';
import { type ConfirmParams, confirm } from './confirm.ts';
import { requireConfirm } from './confirm-rules.ts';
import { emit } from './emit.ts';
import { type ListParams, listing, listPage, type Page } from './list.ts';
import { getCustomer } from './lookups.ts';
import { mergeMetadata } from './metadata.ts';
import { methodFromData, type PaymentMethodData, usableMethod } from './payment-method-sources.ts';

export interface IntentFields {
  /** The newer name of `payment_method_types`. */
  allowed_payment_method_types?: string[];
  amount?: number;
  currency?: string | null;
  customer?: string | null;
  capture_method?: PaymentIntent['capture_method'];
  confirmation_method?: PaymentIntent['confirmation_method'];
  description?: string | null;
  metadata?: Metadata | null;
  payment_method?: string | null;
  payment_method_data?: PaymentMethodData;
  payment_method_options?: Readonly<Record<string, object>> | null;
  payment_method_types?: string[];
  receipt_email?: string | null;
  setup_future_usage?: PaymentIntent['setup_future_usage'];
  shipping?: ShippingParams | null;
  statement_descriptor?: string | null;
  statement_descriptor_suffix?: string | null;
  transfer_group?: string | null;
}

export interface CreateIntentParams extends IntentFields, ConfirmParams {
  automatic_payment_methods?: { enabled: boolean; allow_redirects?: string };
  confirm?: boolean;
}

/** What the account takes where a PaymentIntent doesn't say. */
const ACCOUNT_METHODS = ['card'];

const MODELLED_METHODS = new Set(['card', 'crypto']);

/** Is it one of Stripe's own? */
function isMethodType(type: string): boolean {
  const spec = specOf('POST /v1/payment_methods').o.type;
  return typeof spec === 'object' && 'e' in spec && spec.e.includes(type);
}

const SECRET_LENGTH = 25;

/** The account's default payment method configuration. */
export const METHOD_CONFIGURATION = { id: 'pmc_1DefaultOfTheTwin00000000', parent: null };

/** The types that a call names, by the newer or the older parameter. */
export const explicitTypes = (params: {
  allowed_payment_method_types?: string[];
  payment_method_types?: string[];
}): string[] | undefined => params.payment_method_types ?? params.allowed_payment_method_types;

export function checkTypes(types: readonly string[] | undefined): void {
  const other = types?.find((type) => !MODELLED_METHODS.has(type));
  if (other !== undefined && !isMethodType(other)) throw new UnknownMethodType(other);
  if (other !== undefined) throw new Unsupported(`payment methods of type ${other}`, 'payment_method_types');
  if (types?.length === 0) throw new InvalidParameter('payment_method_types cannot be empty.', { param: 'payment_method_types' });
}

/**
 * Only payments that aren't a card's have a descriptor of their own:
 * https://support.stripe.com/questions/use-of-the-statement-descriptor-parameter-on-paymentintents-for-card-charges
 */
export function refuseDescriptor({ statement_descriptor: text }: IntentFields, types: readonly string[]): void {
  if (!text || !types.includes('card')) return;
  throw new InvalidRequest(
    'The `statement_descriptor` parameter is not supported for the payment_method_type `card`. Use `statement_descriptor_suffix` instead.',
    { param: 'statement_descriptor' },
  );
}

const CARD_OPTIONS = { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' };

/** @throws for options of a type that the intent doesn't take, which would have no effect */
export function requireOptionsOf(
  types: readonly string[],
  sentOptions: Readonly<Record<string, object>> | null | undefined,
): void {
  const other = Object.keys(sentOptions ?? {}).find((type) => !types.includes(type));
  if (other !== undefined)
    throw new Unsupported('options of a payment method type that the intent does not take', `payment_method_options[${other}]`);
}

/** The options that were given: an empty one unsets what never was set. */
const setOf = (options: object | undefined): object =>
  Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== null));

/** Options as they are shown: each type that the intent takes has its own. */
export function optionsFor(
  types: readonly string[],
  sentOptions: Readonly<Record<string, object>> | null | undefined,
): Record<string, object> {
  return Object.fromEntries(types.map((type) => [type, { ...(type === 'card' && CARD_OPTIONS), ...setOf(sentOptions?.[type]) }]));
}

/** The payment method of a call: named by id, or described. */
export function methodOf(
  context: StripeContext,
  params: Pick<IntentFields, 'payment_method' | 'payment_method_data'>,
  customer: string | null,
): Readonly<PaymentMethod> | undefined {
  if (params.payment_method) {
    const method = usableMethod(context, params.payment_method, 'payment_method');
    requireOwner(method, customer);
    return method;
  }
  if (!params.payment_method_data) return undefined;
  return context.world.payment_methods.insert(methodFromData(context, params.payment_method_data, 'payment_method_data'));
}

function requireOwner(method: Readonly<PaymentMethod>, customer: string | null): void {
  if (method.customer === null || method.customer === customer) return;
  const message =
    customer === null
      ? `The PaymentMethod ${method.id} you provided is attached to a customer so for security purposes you must provide the customer in the request.`
      : `The PaymentMethod ${method.id} does not belong to the Customer you supplied ${customer}. Please use this PaymentMethod with the Customer that it belongs to instead.`;
  throw new InvalidRequest(message, { param: 'payment_method' });
}

export function createPaymentIntent(context: StripeContext, params: CreateIntentParams): Readonly<PaymentIntent> {
  const { world } = context;
  if (params.amount === undefined) throw new MissingParameter('amount');
  if (explicitTypes(params) && params.automatic_payment_methods?.enabled) {
    throw new InvalidRequest('You may only specify one of these parameters: automatic_payment_methods, payment_method_types.', {
      code: 'parameter_invalid',
    });
  }
  requireConfirm(params, params.confirm);
  checkTypes(explicitTypes(params));
  checkEmail(params.receipt_email, 'receipt_email');
  const customer = params.customer ? getCustomer(context, params.customer, 'customer').id : null;
  const types = explicitTypes(params) ?? ACCOUNT_METHODS;
  refuseDescriptor(params, types);
  requireOptionsOf(types, params.payment_method_options);
  const method = methodOf(context, params, customer);
  if (method && !types.includes(method.type)) throw wrongType(method.type, types);
  const drafted = draftIntent(context, { ...params, types, customer, method: method?.id ?? null });
  const made = world.payment_intents.insert(drafted);
  emit(context, 'payment_intent.created', made);
  return params.confirm ? confirm(context, made.id, params) : made;
}

export const wrongType = (type: string, types: readonly string[]): InvalidRequest =>
  new InvalidRequest(
    `The PaymentMethod provided (${type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types: ${types.join(', ')}. ` +
      'Alternatively update the allowed payment_method_types for this PaymentIntent to include it.',
    { code: 'payment_intent_incompatible_payment_method', param: 'payment_method' },
  );

export interface IntentDraft extends Omit<IntentFields, 'payment_method' | 'customer'> {
  types: readonly string[];
  customer: string | null;
  method: string | null;
  automatic_payment_methods?: { enabled: boolean; allow_redirects?: string };
  /** The invoice that it pays. */
  invoice?: string;
}

/** A PaymentIntent that nobody has confirmed. */
export function draftIntent(context: Pick<StripeContext, 'ids' | 'now'>, draft: IntentDraft): PaymentIntent {
  const currency = currencyOf(draft.currency);
  const id = newId(context.ids, 'payment_intent');
  const automatic = explicitTypes(draft) === undefined && draft.automatic_payment_methods?.enabled !== false;
  return newPaymentIntent({
    id,
    object: 'payment_intent' as const,
    allowed_payment_method_types: draft.allowed_payment_method_types ?? null,
    amount: chargeableAmount(draft.amount ?? 0, currency),
    amount_capturable: 0,
    amount_received: 0,
    automatic_payment_methods: automatic
      ? { allow_redirects: draft.automatic_payment_methods?.allow_redirects ?? 'always', enabled: true }
      : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: draft.capture_method ?? ('automatic_async' as const),
    client_secret: `${id}_secret_${context.ids.text(SECRET_LENGTH)}`,
    confirmation_method: draft.confirmation_method ?? ('automatic' as const),
    created: seconds(context.now),
    currency,
    customer: draft.customer,
    description: draft.description ?? null,
    last_payment_error: null,
    latest_charge: null,
    metadata: mergeMetadata({}, draft.metadata),
    next_action: null,
    ...(draft.invoice !== undefined && { payment_details: { customer_reference: null, order_reference: draft.invoice } }),
    payment_method: draft.method,
    payment_method_configuration_details: automatic ? METHOD_CONFIGURATION : null,
    payment_method_options: optionsFor(draft.types, draft.payment_method_options),
    payment_method_types: [...draft.types],
    receipt_email: draft.receipt_email ?? null,
    setup_future_usage: draft.setup_future_usage ?? null,
    shipping: shippingOf(draft.shipping),
    statement_descriptor: draft.statement_descriptor ?? null,
    statement_descriptor_suffix: draft.statement_descriptor_suffix ?? null,
    status: draft.method === null ? ('requires_payment_method' as const) : ('requires_confirmation' as const),
    transfer_group: draft.transfer_group ?? null,
  });
}

export interface IntentListParams extends ListParams {
  customer?: string | null;
}

export function listPaymentIntents({ world }: StripeContext, params: IntentListParams): Page<PaymentIntent> {
  return listPage(listing(world.payment_intents, 'payment_intent', { by: { customer: ['customer', params.customer] } }), params);
}
