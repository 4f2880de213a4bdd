import type { InputsOf } from '@svc/twin-kit';
import { type ExternalAccountListParams, getExternalAccount, listExternalAccounts } from '../actions/external-accounts.ts';
import { type InvoicePaymentListParams, listInvoicePayments } from '../actions/invoice-payments.ts';
import { getCustomer, getObject } from '../actions/lookups.ts';
import { listRefunds } from '../actions/refunds.ts';
import { listSubscriptions } from '../actions/subscriptions.ts';
import { NoSuchObject } from '../errors.ts';
import * as inputs from '../inputs/inner-lists.ts';
import { ListAnswer, operation, PlainAnswer } from './operation.ts';

// The lists that stand in other objects and name an address to read on at.

const CUSTOMER = '/v1/customers/{customer}';
const ACCOUNT = '/v1/accounts/{account}/external_accounts';

/** Of what no world has: cards are payment methods here, and nobody gives a tax id. Where a page begins makes no difference to it. */
const empty = (name: string, reads: InputsOf<inputs.InnerListParams>) =>
  operation<inputs.InnerListParams>({
    method: 'GET',
    path: `${CUSTOMER}/${name}`,
    action: `list_customer_${name}`,
    reads,
    handle(context, _params, { customer = '' }) {
      getCustomer(context, customer);
      return new ListAnswer({ data: [], has_more: false }, `/v1/customers/${customer}/${name}`);
    },
  });

const none = (name: string, object: string) =>
  operation({
    method: 'GET',
    path: `${CUSTOMER}/${name}/{id}`,
    action: `retrieve_customer_${object}`,
    handle(context, _params, { customer = '', id = '' }) {
      getCustomer(context, customer);
      throw new NoSuchObject(object, id);
    },
  });

export const innerListRoutes = [
  operation<ExternalAccountListParams>({
    method: 'GET',
    path: ACCOUNT,
    action: 'list_external_accounts',
    reads: inputs.EXTERNAL_ACCOUNTS,
    handle: (context, params, { account = '' }) =>
      new ListAnswer(listExternalAccounts(context, account, params), `/v1/accounts/${account}/external_accounts`),
  }),
  operation({
    method: 'GET',
    path: `${ACCOUNT}/{id}`,
    action: 'retrieve_external_account',
    handle: (context, _params, { account = '', id = '' }) => new PlainAnswer(getExternalAccount(context, account, id)),
  }),
  operation<InvoicePaymentListParams>({
    method: 'GET',
    path: '/v1/invoice_payments',
    action: 'list_invoice_payments',
    reads: inputs.INVOICE_PAYMENTS,
    handle: (context, params) => new ListAnswer(listInvoicePayments(context, params), '/v1/invoice_payments'),
  }),
  operation({
    method: 'GET',
    path: '/v1/invoice_payments/{invoice_payment}',
    action: 'retrieve_invoice_payment',
    handle: (context, _params, { invoice_payment: id = '' }) => getObject(context.world.invoice_payments, 'invoice_payment', id),
  }),
  empty('sources', inputs.SOURCES),
  none('sources', 'source'),
  empty('tax_ids', inputs.EMPTY),
  none('tax_ids', 'tax_id'),
  operation<inputs.InnerListParams>({
    method: 'GET',
    path: `${CUSTOMER}/subscriptions`,
    action: 'list_customer_subscriptions',
    reads: inputs.INNER,
    spec: inputs.INNER_SPEC,
    handle(context, params, { customer = '' }) {
      getCustomer(context, customer);
      return new ListAnswer(listSubscriptions(context, { ...params, customer }), `/v1/customers/${customer}/subscriptions`);
    },
  }),
  operation<inputs.InnerListParams>({
    method: 'GET',
    path: '/v1/charges/{charge}/refunds',
    action: 'list_charge_refunds',
    reads: inputs.INNER,
    spec: inputs.INNER_SPEC,
    handle(context, params, { charge = '' }) {
      getObject(context.world.charges, 'charge', charge);
      return new ListAnswer(listRefunds(context, { ...params, charge }), `/v1/charges/${charge}/refunds`);
    },
  }),
];
