import * as customers from '../actions/customers.ts';
import { getCustomer } from '../actions/lookups.ts';
import { getPaymentMethod, listPaymentMethods, type PaymentMethodListParams } from '../actions/payment-methods.ts';
import { SEARCH_FIELDS, type SearchParams, search } from '../actions/search.ts';
import { NoSuchObject } from '../errors.ts';
import * as inputs from '../inputs/catalog.ts';
import { LIST, SEARCH } from '../inputs/common.ts';
import { METHODS_OF_CUSTOMER } from '../inputs/payments.ts';
import type { Metadata } from '../world.ts';
import { deleted, ListAnswer, operation, PlainAnswer, SearchAnswer } from './operation.ts';

const ONE = '/v1/customers/{customer}';

export const customerRoutes = [
  operation<customers.CustomerParams>({
    method: 'POST',
    path: '/v1/customers',
    action: 'create_customer',
    reads: inputs.CUSTOMER,
    handle: (context, params) => customers.createCustomer(context, params),
  }),
  operation<customers.CustomerListParams>({
    method: 'GET',
    path: '/v1/customers',
    action: 'list_customers',
    reads: inputs.CUSTOMERS,
    handle: (context, params) => new ListAnswer(customers.listCustomers(context, params), '/v1/customers'),
  }),
  operation<SearchParams>({
    method: 'GET',
    path: '/v1/customers/search',
    action: 'search_customers',
    reads: SEARCH,
    handle: (context, params) =>
      new SearchAnswer(search(context, context.world.customers, SEARCH_FIELDS.customers, params, '/v1/customers/search')),
  }),
  operation({
    method: 'GET',
    path: ONE,
    action: 'retrieve_customer',
    handle(context, _params, { customer = '' }) {
      const found = customers.retrieveCustomer(context, customer);
      return 'deleted' in found ? new PlainAnswer(found) : found;
    },
  }),
  operation<customers.CustomerParams>({
    method: 'POST',
    path: ONE,
    action: 'update_customer',
    reads: inputs.CUSTOMER,
    handle: (context, params, { customer = '' }) => customers.updateCustomer(context, customer, params),
  }),
  operation({
    method: 'DELETE',
    path: ONE,
    action: 'delete_customer',
    handle(context, _params, { customer = '' }) {
      customers.deleteCustomer(context, customer);
      return deleted('customer', customer);
    },
  }),
  operation({
    method: 'DELETE',
    path: `${ONE}/discount`,
    action: 'delete_customer_discount',
    handle: (context, _params, { customer = '' }) => new PlainAnswer(customers.removeDiscount(context, customer)),
  }),
  operation<Omit<PaymentMethodListParams, 'customer'>>({
    method: 'GET',
    path: `${ONE}/payment_methods`,
    action: 'list_customer_payment_methods',
    reads: METHODS_OF_CUSTOMER,
    handle: (context, params, { customer = '' }) =>
      new ListAnswer(listPaymentMethods(context, { ...params, customer }), `/v1/customers/${customer}/payment_methods`),
  }),
  operation({
    method: 'GET',
    path: `${ONE}/payment_methods/{payment_method}`,
    action: 'retrieve_customer_payment_method',
    handle(context, _params, { customer = '', payment_method: id = '' }) {
      getCustomer(context, customer);
      const method = getPaymentMethod(context, id);
      if (method.customer !== customer) throw new NoSuchObject('PaymentMethod', id);
      return method;
    },
  }),
  operation<customers.BalanceTransactionParams>({
    method: 'POST',
    path: `${ONE}/balance_transactions`,
    action: 'create_customer_balance_transaction',
    reads: inputs.BALANCE_TRANSACTION,
    handle: (context, params, { customer = '' }) => customers.adjustBalance(context, customer, params),
  }),
  operation<customers.BalanceTransactionListParams>({
    method: 'GET',
    path: `${ONE}/balance_transactions`,
    action: 'list_customer_balance_transactions',
    reads: { ...LIST, invoice: true },
    handle: (context, params, { customer = '' }) =>
      new ListAnswer(
        customers.listBalanceTransactionsOf(context, customer, params),
        `/v1/customers/${customer}/balance_transactions`,
      ),
  }),
  operation({
    method: 'GET',
    path: `${ONE}/balance_transactions/{transaction}`,
    action: 'retrieve_customer_balance_transaction',
    handle: (context, _params, { customer = '', transaction = '' }) =>
      customers.getBalanceTransactionOf(context, customer, transaction),
  }),
  operation<{ description?: string | null; metadata?: Metadata | null }>({
    method: 'POST',
    path: `${ONE}/balance_transactions/{transaction}`,
    action: 'update_customer_balance_transaction',
    reads: { description: true, metadata: true },
    handle: (context, params, { customer = '', transaction = '' }) =>
      customers.updateBalanceTransaction(context, customer, transaction, params),
  }),
];
