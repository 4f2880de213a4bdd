import * as charges from '../actions/charges.ts';
import { requireSecret } from '../actions/confirm-rules.ts';
import { type DepositParams, simulateDeposit } from '../actions/crypto-deposits.ts';
import * as disputes from '../actions/disputes.ts';
import { getPaymentIntent } from '../actions/lookups.ts';
import * as changes from '../actions/payment-intent-changes.ts';
import * as intents from '../actions/payment-intents.ts';
import * as refunds from '../actions/refunds.ts';
import { SEARCH_FIELDS, type SearchParams, search } from '../actions/search.ts';
import { METADATA, SEARCH } from '../inputs/common.ts';
import * as payments from '../inputs/payments.ts';
import type { Metadata } from '../world.ts';
import { ListAnswer, operation, SearchAnswer } from './operation.ts';

const INTENT = '/v1/payment_intents/{intent}';
const CHARGE = '/v1/charges/{charge}';
const REFUND = '/v1/refunds/{refund}';
const DISPUTE = '/v1/disputes/{dispute}';

const paymentIntentRoutes = [
  operation<intents.CreateIntentParams>({
    method: 'POST',
    path: '/v1/payment_intents',
    action: 'create_payment_intent',
    reads: payments.CREATE_INTENT,
    handle: (context, params) => intents.createPaymentIntent(context, params),
  }),
  operation<intents.IntentListParams>({
    method: 'GET',
    path: '/v1/payment_intents',
    action: 'list_payment_intents',
    reads: payments.INTENTS,
    handle: (context, params) => new ListAnswer(intents.listPaymentIntents(context, params), '/v1/payment_intents'),
  }),
  operation<SearchParams>({
    method: 'GET',
    path: '/v1/payment_intents/search',
    action: 'search_payment_intents',
    reads: SEARCH,
    handle: (context, params) =>
      new SearchAnswer(
        search(context, context.world.payment_intents, SEARCH_FIELDS.payment_intents, params, '/v1/payment_intents/search'),
      ),
  }),
  operation<{ client_secret?: string | null }>({
    method: 'GET',
    path: INTENT,
    action: 'retrieve_payment_intent',
    reads: { client_secret: true },
    handle(context, params, { intent: id = '' }) {
      const intent = getPaymentIntent(context, id);
      requireSecret(intent, params.client_secret);
      return intent;
    },
  }),
  operation<intents.IntentFields>({
    method: 'POST',
    path: INTENT,
    action: 'update_payment_intent',
    reads: payments.INTENT,
    handle: (context, params, { intent = '' }) => changes.updatePaymentIntent(context, intent, params),
  }),
  operation<changes.ConfirmIntentParams>({
    method: 'POST',
    path: `${INTENT}/confirm`,
    action: 'confirm_payment_intent',
    reads: payments.CONFIRM_INTENT,
    handle: (context, params, { intent = '' }) => changes.confirmPaymentIntent(context, intent, params),
  }),
  operation<changes.CaptureParams>({
    method: 'POST',
    path: `${INTENT}/capture`,
    action: 'capture_payment_intent',
    reads: payments.CAPTURE,
    handle: (context, params, { intent = '' }) => changes.capturePaymentIntent(context, intent, params),
  }),
  operation<{ cancellation_reason?: string }>({
    method: 'POST',
    path: `${INTENT}/cancel`,
    action: 'cancel_payment_intent',
    reads: payments.CANCEL_INTENT,
    handle: (context, params, { intent = '' }) => changes.cancelPaymentIntent(context, intent, params.cancellation_reason),
  }),
  operation<DepositParams>({
    method: 'POST',
    path: '/v1/test_helpers/payment_intents/{intent}/simulate_crypto_deposit',
    action: 'simulate_crypto_deposit',
    reads: payments.DEPOSIT,
    spec: { o: { buyer_wallet: 's', expand: { a: 's' }, network: 's', token_currency: 's', transaction_hash: 's' } },
    handle: (context, params, { intent = '' }) => simulateDeposit(context, intent, params),
  }),
];

const chargeRoutes = [
  operation<charges.ChargeParams>({
    method: 'POST',
    path: '/v1/charges',
    action: 'create_charge',
    reads: payments.CHARGE,
    handle: (context, params) => charges.createCharge(context, params),
  }),
  operation<charges.ChargeListParams>({
    method: 'GET',
    path: '/v1/charges',
    action: 'list_charges',
    reads: payments.CHARGES,
    handle: (context, params) => new ListAnswer(charges.listCharges(context, params), '/v1/charges'),
  }),
  operation<SearchParams>({
    method: 'GET',
    path: '/v1/charges/search',
    action: 'search_charges',
    reads: SEARCH,
    handle: (context, params) =>
      new SearchAnswer(search(context, context.world.charges, SEARCH_FIELDS.charges, params, '/v1/charges/search')),
  }),
  operation({
    method: 'GET',
    path: CHARGE,
    action: 'retrieve_charge',
    handle: (context, _params, { charge = '' }) => charges.getCharge(context, charge),
  }),
  operation<charges.ChargeUpdate>({
    method: 'POST',
    path: CHARGE,
    action: 'update_charge',
    reads: payments.CHARGE_UPDATE,
    handle: (context, params, { charge = '' }) => charges.updateCharge(context, charge, params),
  }),
  operation<changes.CaptureChargeParams>({
    method: 'POST',
    path: `${CHARGE}/capture`,
    action: 'capture_charge',
    reads: payments.CAPTURE_CHARGE,
    handle: (context, params, { charge = '' }) => changes.captureByCharge(context, charge, params),
  }),
];

const refundRoutes = [
  operation<refunds.RefundParams>({
    method: 'POST',
    path: '/v1/refunds',
    action: 'create_refund',
    reads: payments.REFUND,
    handle: (context, params) => refunds.createRefund(context, params),
  }),
  operation<refunds.RefundListParams>({
    method: 'GET',
    path: '/v1/refunds',
    action: 'list_refunds',
    reads: payments.REFUNDS,
    handle: (context, params) => new ListAnswer(refunds.listRefunds(context, params), '/v1/refunds'),
  }),
  operation({
    method: 'GET',
    path: REFUND,
    action: 'retrieve_refund',
    handle: (context, _params, { refund = '' }) => refunds.getRefund(context, refund),
  }),
  operation<{ metadata?: Metadata | null }>({
    method: 'POST',
    path: REFUND,
    action: 'update_refund',
    reads: METADATA,
    handle: (context, { metadata }, { refund = '' }) => refunds.updateRefund(context, refund, metadata),
  }),
  operation({
    method: 'POST',
    path: `${REFUND}/cancel`,
    action: 'cancel_refund',
    handle: (context, _params, { refund = '' }) => refunds.cancelRefund(context, refund),
  }),
];

const disputeRoutes = [
  operation<disputes.DisputeListParams>({
    method: 'GET',
    path: '/v1/disputes',
    action: 'list_disputes',
    reads: payments.DISPUTES,
    handle: (context, params) => new ListAnswer(disputes.listDisputes(context, params), '/v1/disputes'),
  }),
  operation({
    method: 'GET',
    path: DISPUTE,
    action: 'retrieve_dispute',
    handle: (context, _params, { dispute = '' }) => disputes.getDispute(context, dispute),
  }),
  operation<disputes.DisputeParams>({
    method: 'POST',
    path: DISPUTE,
    action: 'update_dispute',
    reads: payments.DISPUTE,
    handle: (context, params, { dispute = '' }) => disputes.updateDispute(context, dispute, params),
  }),
  operation({
    method: 'POST',
    path: `${DISPUTE}/close`,
    action: 'close_dispute',
    handle: (context, _params, { dispute = '' }) => disputes.closeDispute(context, dispute),
  }),
];

export const paymentRoutes = [...paymentIntentRoutes, ...chargeRoutes, ...refundRoutes, ...disputeRoutes];
