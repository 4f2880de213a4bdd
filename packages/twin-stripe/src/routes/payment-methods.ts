import type { PaymentMethodData } from '../actions/payment-method-sources.ts';
import * as methods from '../actions/payment-methods.ts';
import * as setups from '../actions/setup-intents.ts';
import { MissingParameter } from '../errors.ts';
import { ListAnswer, route } from './operation.ts';

const METHOD = '/v1/payment_methods/{payment_method}';
const SETUP = '/v1/setup_intents/{intent}';

export const paymentMethodRoutes = [
  route<PaymentMethodData>({
    method: 'POST',
    path: '/v1/payment_methods',
    action: 'create_payment_method',
    handle: (context, params) => methods.createPaymentMethod(context, params),
  }),
  route<methods.PaymentMethodListParams>({
    method: 'GET',
    path: '/v1/payment_methods',
    action: 'list_payment_methods',
    handle: (context, params) => new ListAnswer(methods.listPaymentMethods(context, params), '/v1/payment_methods'),
  }),
  route({
    method: 'GET',
    path: METHOD,
    action: 'retrieve_payment_method',
    handle: (context, _params, { payment_method: id = '' }) => methods.findPaymentMethod(context, id),
  }),
  route<methods.PaymentMethodUpdate>({
    method: 'POST',
    path: METHOD,
    action: 'update_payment_method',
    handle: (context, params, { payment_method: id = '' }) => methods.updatePaymentMethod(context, id, params),
  }),
  route<{ customer?: string | null }>({
    method: 'POST',
    path: `${METHOD}/attach`,
    action: 'attach_payment_method',
    handle(context, { customer }, { payment_method: id = '' }) {
      if (!customer) throw new MissingParameter('customer');
      return methods.attach(context, id, customer);
    },
  }),
  route({
    method: 'POST',
    path: `${METHOD}/detach`,
    action: 'detach_payment_method',
    handle: (context, _params, { payment_method: id = '' }) => methods.detach(context, id),
  }),
  route<methods.TokenParams>({
    method: 'POST',
    path: '/v1/tokens',
    action: 'create_token',
    handle: (context, params) => methods.createToken(context, params),
  }),
  route({
    method: 'GET',
    path: '/v1/tokens/{token}',
    action: 'retrieve_token',
    handle: (context, _params, { token = '' }) => methods.findToken(context, token),
  }),
  route<setups.SetupIntentParams>({
    method: 'POST',
    path: '/v1/setup_intents',
    action: 'create_setup_intent',
    handle: (context, params) => setups.createSetupIntent(context, params),
  }),
  route<setups.SetupIntentListParams>({
    method: 'GET',
    path: '/v1/setup_intents',
    action: 'list_setup_intents',
    handle: (context, params) => new ListAnswer(setups.listSetupIntents(context, params), '/v1/setup_intents'),
  }),
  route({
    method: 'GET',
    path: SETUP,
    action: 'retrieve_setup_intent',
    handle: (context, _params, { intent = '' }) => setups.findSetupIntent(context, intent),
  }),
  route<setups.SetupIntentParams>({
    method: 'POST',
    path: SETUP,
    action: 'update_setup_intent',
    handle: (context, params, { intent = '' }) => setups.updateSetupIntent(context, intent, params),
  }),
  route<setups.SetupIntentParams>({
    method: 'POST',
    path: `${SETUP}/confirm`,
    action: 'confirm_setup_intent',
    handle: (context, params, { intent = '' }) => setups.confirmSetupIntent(context, intent, params),
  }),
  route<{ cancellation_reason?: string }>({
    method: 'POST',
    path: `${SETUP}/cancel`,
    action: 'cancel_setup_intent',
    handle: (context, params, { intent = '' }) => setups.cancelSetupIntent(context, intent, params.cancellation_reason),
  }),
];
