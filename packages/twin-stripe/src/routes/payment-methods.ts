import { requireSecret } from '../actions/confirm-rules.ts';
import type { PaymentMethodData } from '../actions/payment-method-sources.ts';
import * as methods from '../actions/payment-methods.ts';
import * as setups from '../actions/setup-intents.ts';
import { InvalidParameter } from '../errors.ts';
import { METHOD_DATA } from '../inputs/common.ts';
import * as payments from '../inputs/payments.ts';
import { ListAnswer, operation } from './operation.ts';

const METHOD = '/v1/payment_methods/{payment_method}';
const SETUP = '/v1/setup_intents/{intent}';

export const paymentMethodRoutes = [
  operation<PaymentMethodData>({
    method: 'POST',
    path: '/v1/payment_methods',
    action: 'create_payment_method',
    reads: METHOD_DATA,
    handle: (context, params) => methods.createPaymentMethod(context, params),
  }),
  operation<methods.PaymentMethodListParams>({
    method: 'GET',
    path: '/v1/payment_methods',
    action: 'list_payment_methods',
    reads: payments.METHODS,
    handle: (context, params) => new ListAnswer(methods.listPaymentMethods(context, params), '/v1/payment_methods'),
  }),
  operation({
    method: 'GET',
    path: METHOD,
    action: 'retrieve_payment_method',
    handle: (context, _params, { payment_method: id = '' }) => methods.getPaymentMethod(context, id),
  }),
  operation<methods.PaymentMethodUpdate>({
    method: 'POST',
    path: METHOD,
    action: 'update_payment_method',
    reads: payments.METHOD_UPDATE,
    handle: (context, params, { payment_method: id = '' }) => methods.updatePaymentMethod(context, id, params),
  }),
  operation<{ customer?: string | null }>({
    method: 'POST',
    path: `${METHOD}/attach`,
    action: 'attach_payment_method',
    reads: payments.ATTACH,
    handle(context, { customer }, { payment_method: id = '' }) {
      if (!customer) throw new InvalidParameter('Must provide customer or customer_account.', { code: 'parameter_missing' });
      return methods.attach(context, id, customer);
    },
  }),
  operation({
    method: 'POST',
    path: `${METHOD}/detach`,
    action: 'detach_payment_method',
    handle: (context, _params, { payment_method: id = '' }) => methods.detach(context, id),
  }),
  operation<methods.TokenParams>({
    method: 'POST',
    path: '/v1/tokens',
    action: 'create_token',
    reads: payments.TOKEN,
    handle: (context, params) => methods.createToken(context, params),
  }),
  operation({
    method: 'GET',
    path: '/v1/tokens/{token}',
    action: 'retrieve_token',
    handle: (context, _params, { token = '' }) => methods.getToken(context, token),
  }),
  operation<setups.SetupIntentParams>({
    method: 'POST',
    path: '/v1/setup_intents',
    action: 'create_setup_intent',
    reads: payments.SETUP,
    handle: (context, params) => setups.createSetupIntent(context, params),
  }),
  operation<setups.SetupIntentListParams>({
    method: 'GET',
    path: '/v1/setup_intents',
    action: 'list_setup_intents',
    reads: payments.SETUPS,
    handle: (context, params) => new ListAnswer(setups.listSetupIntents(context, params), '/v1/setup_intents'),
  }),
  operation<{ client_secret?: string | null }>({
    method: 'GET',
    path: SETUP,
    action: 'retrieve_setup_intent',
    reads: { client_secret: true },
    handle(context, params, { intent: id = '' }) {
      const intent = setups.getSetupIntent(context, id);
      requireSecret(intent, params.client_secret);
      return intent;
    },
  }),
  operation<setups.SetupIntentParams>({
    method: 'POST',
    path: SETUP,
    action: 'update_setup_intent',
    reads: payments.SETUP,
    handle: (context, params, { intent = '' }) => setups.updateSetupIntent(context, intent, params),
  }),
  operation<setups.SetupIntentParams>({
    method: 'POST',
    path: `${SETUP}/confirm`,
    action: 'confirm_setup_intent',
    reads: payments.SETUP,
    handle: (context, params, { intent = '' }) => setups.confirmSetupIntent(context, intent, params),
  }),
  operation<{ cancellation_reason?: string }>({
    method: 'POST',
    path: `${SETUP}/cancel`,
    action: 'cancel_setup_intent',
    reads: payments.CANCEL_INTENT,
    handle: (context, params, { intent = '' }) => setups.cancelSetupIntent(context, intent, params.cancellation_reason),
  }),
];
