import { CardDeclined, InvalidRequest, UnexpectedState } from '../errors.ts';
import { newId } from '../ids.ts';
import { wire } from '../render/wire.ts';
import { behaviourOf } from '../test-cards.ts';
import {
  type KeptError,
  type Metadata,
  newSetupIntent,
  type PaymentMethod,
  type SetupIntent,
  type StripeContext,
  seconds,
} from '../world.ts';
import { nextAction } from './confirm.ts';
import { type ConfirmationParams, requireConfirm, requireReturnUrl, requireSecret } from './confirm-rules.ts';
import { emit } from './emit.ts';
import { type ListParams, listing, listPage, type Page } from './list.ts';
import { getCustomer, getObject } from './lookups.ts';
import { mergeMetadata, sent } from './metadata.ts';
import { checkTypes, explicitTypes, METHOD_CONFIGURATION, methodOf, optionsFor, requireOptionsOf } from './payment-intents.ts';
import type { PaymentMethodData } from './payment-method-sources.ts';
import { attach, getPaymentMethod } from './payment-methods.ts';

export interface SetupIntentParams extends ConfirmationParams {
  allowed_payment_method_types?: string[];
  automatic_payment_methods?: { enabled: boolean; allow_redirects?: string };
  confirm?: boolean;
  customer?: string | null;
  description?: string | null;
  metadata?: Metadata | null;
  payment_method?: string | null;
  payment_method_data?: PaymentMethodData;
  payment_method_options?: Readonly<Record<string, object>> | null;
  payment_method_types?: string[];
  usage?: 'off_session' | 'on_session';
}

const SECRET_LENGTH = 25;

export const getSetupIntent = ({ world }: StripeContext, id: string): Readonly<SetupIntent> =>
  getObject(world.setup_intents, 'setupintent', id);

export function createSetupIntent(context: StripeContext, params: SetupIntentParams): Readonly<SetupIntent> {
  requireConfirm(params, params.confirm);
  checkTypes(explicitTypes(params));
  const customer = params.customer ? getCustomer(context, params.customer, 'customer').id : null;
  const method = methodOf(context, params, customer);
  const types = explicitTypes(params) ?? ['card'];
  requireOptionsOf(types, params.payment_method_options);
  const automatic = explicitTypes(params) === undefined && params.automatic_payment_methods?.enabled !== false;
  const id = newId(context.ids, 'setup_intent');
  const made = context.world.setup_intents.insert(
    newSetupIntent({
      id,
      object: 'setup_intent' as const,
      allowed_payment_method_types: params.allowed_payment_method_types ?? null,
      automatic_payment_methods: automatic
        ? { allow_redirects: params.automatic_payment_methods?.allow_redirects ?? 'always', enabled: true }
        : null,
      cancellation_reason: null,
      client_secret: `${id}_secret_${context.ids.text(SECRET_LENGTH)}`,
      created: seconds(context.now),
      customer,
      description: params.description ?? null,
      last_setup_error: null,
      metadata: mergeMetadata({}, params.metadata),
      next_action: null,
      payment_method: method?.id ?? null,
      payment_method_configuration_details: automatic ? METHOD_CONFIGURATION : null,
      payment_method_options: optionsFor(types, params.payment_method_options),
      payment_method_types: types,
      status: method ? ('requires_confirmation' as const) : ('requires_payment_method' as const),
      usage: params.usage ?? ('off_session' as const),
    }),
  );
  emit(context, 'setup_intent.created', made);
  return params.confirm ? confirmSetup(context, made, params) : made;
}

const unexpected = (context: StripeContext, intent: Readonly<SetupIntent>, message: string): UnexpectedState =>
  new UnexpectedState('setup_intent_unexpected_state', message, { setup_intent: wire(context, intent) });

function confirmSetup(context: StripeContext, intent: Readonly<SetupIntent>, params: SetupIntentParams): Readonly<SetupIntent> {
  if (intent.payment_method === null) {
    const message =
      "You cannot confirm this SetupIntent because it's missing a payment method. You can either update the SetupIntent with a payment method and then confirm it again, or confirm " +
      'it again directly with a payment method or ConfirmationToken.';
    throw unexpected(context, intent, message);
  }
  requireReturnUrl(intent, params);
  const method = getPaymentMethod(context, intent.payment_method, 'payment_method');
  const { authentication } = behaviourOf(method.card?.fingerprint);
  if (authentication) {
    const next_action = nextAction(context, intent.client_secret, params);
    const waiting = context.world.setup_intents.update(intent.id, { next_action, status: 'requires_action' });
    emit(context, 'setup_intent.requires_action', waiting);
    return waiting;
  }
  return completeSetup(context, intent, method);
}

/** Asks the issuer and saves the payment method. @throws CardDeclined after the refusal has been written down */
function completeSetup(
  context: StripeContext,
  intent: Readonly<SetupIntent>,
  method: Readonly<PaymentMethod>,
): Readonly<SetupIntent> {
  const { decline, attaches } = behaviourOf(method.card?.fingerprint);
  if (decline && !attaches) {
    const details = { ...decline, payment_method: wire(context, method), payment_method_type: method.type };
    const failed = failSetup(context, intent, { ...new CardDeclined(details).error });
    throw new CardDeclined({ ...details, setup_intent: wire(context, failed) });
  }
  if (intent.customer !== null) attach(context, method.id, intent.customer, 'payment_method');
  const done = context.world.setup_intents.update(intent.id, { last_setup_error: null, next_action: null, status: 'succeeded' });
  emit(context, 'setup_intent.succeeded', done);
  return done;
}

function failSetup(context: StripeContext, intent: Readonly<SetupIntent>, error: KeptError): Readonly<SetupIntent> {
  const failed = context.world.setup_intents.update(intent.id, {
    last_setup_error: error,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
  emit(context, 'setup_intent.setup_failed', failed);
  return failed;
}

/** The customer came back from 3D Secure. */
export function finishSetup(context: StripeContext, intent: Readonly<SetupIntent>, passed: boolean): Readonly<SetupIntent> {
  if (intent.status !== 'requires_action' || intent.payment_method === null) {
    throw new InvalidRequest('This SetupIntent does not wait for authentication.', { code: 'setup_intent_unexpected_state' });
  }
  const method = getPaymentMethod(context, intent.payment_method);
  if (passed) return completeSetup(context, intent, method);
  return failSetup(context, intent, {
    type: 'invalid_request_error',
    code: 'setup_intent_authentication_failure',
    message: 'The latest attempt to set up the payment method has failed because authentication failed.',
  });
}

const OPEN = new Set(['requires_payment_method', 'requires_confirmation', 'requires_action']);

export function confirmSetupIntent(context: StripeContext, id: string, params: SetupIntentParams): Readonly<SetupIntent> {
  const before = getSetupIntent(context, id);
  requireSecret(before, params.client_secret);
  if (!OPEN.has(before.status)) {
    const message = `You cannot confirm this SetupIntent because it has ${before.status === 'canceled' ? 'been canceled' : 'already succeeded'}.`;
    throw unexpected(context, before, message);
  }
  return confirmSetup(context, change(context, before, params), params);
}

function change(context: StripeContext, before: Readonly<SetupIntent>, params: SetupIntentParams): Readonly<SetupIntent> {
  checkTypes(explicitTypes(params));
  const customer = params.customer ? getCustomer(context, params.customer, 'customer').id : before.customer;
  const method = methodOf(context, params, customer);
  const types = explicitTypes(params) ?? before.payment_method_types;
  requireOptionsOf(types, params.payment_method_options);
  return context.world.setup_intents.update(before.id, {
    ...sent({ description: params.description, allowed_payment_method_types: params.allowed_payment_method_types }),
    ...(explicitTypes(params) && {
      payment_method_types: types,
      automatic_payment_methods: null,
      payment_method_configuration_details: null,
    }),
    payment_method_options: optionsFor(types, { ...before.payment_method_options, ...params.payment_method_options }),
    customer,
    metadata: mergeMetadata(before.metadata, params.metadata),
    ...(method && { payment_method: method.id, status: 'requires_confirmation' as const, next_action: null }),
  });
}

export function updateSetupIntent(context: StripeContext, id: string, params: SetupIntentParams): Readonly<SetupIntent> {
  const before = getSetupIntent(context, id);
  const fixed = ['customer', 'payment_method', 'payment_method_data'].find((name) => name in params);
  if (!OPEN.has(before.status) && fixed !== undefined) {
    throw unexpected(
      context,
      before,
      `This SetupIntent's ${fixed} could not be updated because it has a status of ${before.status}.`,
    );
  }
  return change(context, before, params);
}

export function cancelSetupIntent(context: StripeContext, id: string, reason: string | null = null): Readonly<SetupIntent> {
  const before = getSetupIntent(context, id);
  if (before.status === 'canceled')
    throw unexpected(context, before, 'You cannot cancel this SetupIntent because it is already canceled.');
  if (!OPEN.has(before.status)) {
    throw unexpected(
      context,
      before,
      `You cannot cancel this SetupIntent because it has a status of ${before.status}. Only a SetupIntent with one of the following statuses ` +
        'may be canceled: `requires_payment_method`, `requires_confirmation`, or `requires_action`.',
    );
  }
  const after = context.world.setup_intents.update(id, { cancellation_reason: reason, next_action: null, status: 'canceled' });
  emit(context, 'setup_intent.canceled', after);
  return after;
}

export interface SetupIntentListParams extends ListParams {
  customer?: string | null;
  payment_method?: string | null;
}

export function listSetupIntents({ world }: StripeContext, params: SetupIntentListParams): Page<SetupIntent> {
  const narrowing = {
    by: { customer: ['customer', params.customer] },
    equal: { payment_method: params.payment_method },
  } as const;
  return listPage(listing(world.setup_intents, 'setupintent', narrowing), params);
}
