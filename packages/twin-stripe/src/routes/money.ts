import * as events from '../actions/events.ts';
import * as ledger from '../actions/ledger.ts';
import type { ListParams } from '../actions/list.ts';
import * as payouts from '../actions/payouts.ts';
import * as endpoints from '../actions/webhook-endpoints.ts';
import * as inputs from '../inputs/catalog.ts';
import { LIST, METADATA } from '../inputs/common.ts';
import { accountObject } from '../render/account.ts';
import { wire } from '../render/wire.ts';
import type { Metadata } from '../world.ts';
import { deleted, ListAnswer, operation, PlainAnswer } from './operation.ts';
import { checkEndpointVersion } from './versions.ts';

const PAYOUT = '/v1/payouts/{payout}';
const ENDPOINT = '/v1/webhook_endpoints/{webhook_endpoint}';

export const moneyRoutes = [
  operation({
    method: 'GET',
    path: '/v1/account',
    action: 'retrieve_account',
    handle: (context) => new PlainAnswer(accountObject(context)),
  }),
  operation({
    method: 'GET',
    path: '/v1/balance',
    action: 'retrieve_balance',
    handle: (context) => new PlainAnswer(ledger.balance(context)),
  }),
  operation<ledger.BalanceTransactionListParams>({
    method: 'GET',
    path: '/v1/balance_transactions',
    action: 'list_balance_transactions',
    reads: inputs.LEDGER,
    handle: (context, params) => new ListAnswer(ledger.listBalanceTransactions(context, params), '/v1/balance_transactions'),
  }),
  operation({
    method: 'GET',
    path: '/v1/balance_transactions/{id}',
    action: 'retrieve_balance_transaction',
    handle: (context, _params, { id = '' }) => ledger.getBalanceTransaction(context, id),
  }),
  operation<payouts.PayoutParams>({
    method: 'POST',
    path: '/v1/payouts',
    action: 'create_payout',
    reads: inputs.PAYOUT,
    handle: (context, params) => payouts.createPayout(context, params),
  }),
  operation<payouts.PayoutListParams>({
    method: 'GET',
    path: '/v1/payouts',
    action: 'list_payouts',
    reads: inputs.PAYOUTS,
    handle: (context, params) => new ListAnswer(payouts.listPayouts(context, params), '/v1/payouts'),
  }),
  operation({
    method: 'GET',
    path: PAYOUT,
    action: 'retrieve_payout',
    handle: (context, _params, { payout = '' }) => payouts.getPayout(context, payout),
  }),
  operation<{ metadata?: Metadata | null }>({
    method: 'POST',
    path: PAYOUT,
    action: 'update_payout',
    reads: METADATA,
    handle: (context, { metadata }, { payout = '' }) => payouts.updatePayout(context, payout, metadata),
  }),
  operation({
    method: 'POST',
    path: `${PAYOUT}/cancel`,
    action: 'cancel_payout',
    handle: (context, _params, { payout = '' }) => payouts.cancelPayout(context, payout),
  }),
  operation<events.EventListParams>({
    method: 'GET',
    path: '/v1/events',
    action: 'list_events',
    reads: inputs.EVENTS,
    handle: (context, params) => new ListAnswer(events.listEvents(context, params), '/v1/events'),
  }),
  operation({
    method: 'GET',
    path: '/v1/events/{id}',
    action: 'retrieve_event',
    handle: (context, _params, { id = '' }) => events.getEvent(context, id),
  }),
];

export const webhookRoutes = [
  operation<endpoints.WebhookEndpointParams>({
    method: 'POST',
    path: '/v1/webhook_endpoints',
    action: 'create_webhook_endpoint',
    reads: inputs.WEBHOOK_ENDPOINT,
    secrets: ['secret'],
    handle(context, params) {
      checkEndpointVersion(params.api_version);
      const { endpoint, secret } = endpoints.createWebhookEndpoint(context, params);
      return new PlainAnswer({ ...wire(context, endpoint), secret });
    },
  }),
  operation<ListParams>({
    method: 'GET',
    path: '/v1/webhook_endpoints',
    action: 'list_webhook_endpoints',
    reads: LIST,
    handle: (context, params) => new ListAnswer(endpoints.listWebhookEndpoints(context, params), '/v1/webhook_endpoints'),
  }),
  operation({
    method: 'GET',
    path: ENDPOINT,
    action: 'retrieve_webhook_endpoint',
    handle: (context, _params, { webhook_endpoint: id = '' }) => endpoints.getWebhookEndpoint(context, id),
  }),
  operation<endpoints.WebhookEndpointParams>({
    method: 'POST',
    path: ENDPOINT,
    action: 'update_webhook_endpoint',
    reads: inputs.WEBHOOK_ENDPOINT,
    handle: (context, params, { webhook_endpoint: id = '' }) => endpoints.updateWebhookEndpoint(context, id, params),
  }),
  operation({
    method: 'DELETE',
    path: ENDPOINT,
    action: 'delete_webhook_endpoint',
    handle(context, _params, { webhook_endpoint: id = '' }) {
      endpoints.deleteWebhookEndpoint(context, id);
      return deleted('webhook_endpoint', id);
    },
  }),
];
