import * as lines from '../actions/invoice-lines.ts';
import { type PreviewParams, previewInvoice } from '../actions/invoice-previews.ts';
import * as states from '../actions/invoice-states.ts';
import * as invoices from '../actions/invoices.ts';
import type { ListParams } from '../actions/list.ts';
import { getInvoiceInPath } from '../actions/lookups.ts';
import { SEARCH_FIELDS, type SearchParams, search } from '../actions/search.ts';
import { type CancelParams, cancelSubscription } from '../actions/subscription-endings.ts';
import * as items from '../actions/subscription-items.ts';
import { getSubscription } from '../actions/subscription-states.ts';
import { type SubscriptionUpdate, updateSubscription } from '../actions/subscription-updates.ts';
import * as subscriptions from '../actions/subscriptions.ts';
import * as billing from '../inputs/billing.ts';
import { LIST, SEARCH } from '../inputs/common.ts';
import { deleted, ListAnswer, operation, PlainAnswer, SearchAnswer } from './operation.ts';

const INVOICE = '/v1/invoices/{invoice}';
const ITEM = '/v1/invoiceitems/{invoiceitem}';
const SUBSCRIPTION = '/v1/subscriptions/{subscription_exposed_id}';
const SUBSCRIPTION_ITEM = '/v1/subscription_items/{item}';

const invoiceRoutes = [
  operation<invoices.InvoiceParams>({
    method: 'POST',
    path: '/v1/invoices',
    action: 'create_invoice',
    reads: billing.INVOICE,
    handle: (context, params) => invoices.createInvoice(context, params),
  }),
  operation<invoices.InvoiceListParams>({
    method: 'GET',
    path: '/v1/invoices',
    action: 'list_invoices',
    reads: billing.INVOICES,
    handle: (context, params) => new ListAnswer(invoices.listInvoices(context, params), '/v1/invoices'),
  }),
  operation<SearchParams>({
    method: 'GET',
    path: '/v1/invoices/search',
    action: 'search_invoices',
    reads: SEARCH,
    handle: (context, params) =>
      new SearchAnswer(search(context, context.world.invoices, SEARCH_FIELDS.invoices, params, '/v1/invoices/search')),
  }),
  operation<PreviewParams>({
    method: 'POST',
    path: '/v1/invoices/create_preview',
    action: 'create_invoice_preview',
    reads: billing.PREVIEW,
    handle: (context, params) => new PlainAnswer(previewInvoice(context, params)),
  }),
  operation({
    method: 'GET',
    path: INVOICE,
    action: 'retrieve_invoice',
    handle: (context, _params, { invoice = '' }) => getInvoiceInPath(context, invoice),
  }),
  operation<invoices.InvoiceParams>({
    method: 'POST',
    path: INVOICE,
    action: 'update_invoice',
    reads: billing.INVOICE,
    handle: (context, params, { invoice = '' }) => invoices.updateInvoice(context, invoice, params),
  }),
  operation({
    method: 'DELETE',
    path: INVOICE,
    action: 'delete_invoice',
    handle(context, _params, { invoice = '' }) {
      invoices.deleteInvoice(context, getInvoiceInPath(context, invoice).id);
      return deleted('invoice', invoice);
    },
  }),
  operation<states.FinalizeParams>({
    method: 'POST',
    path: `${INVOICE}/finalize`,
    action: 'finalize_invoice',
    reads: { auto_advance: true },
    handle: (context, params, { invoice = '' }) => states.finalizeInvoice(context, invoice, params),
  }),
  operation<states.PayParams>({
    method: 'POST',
    path: `${INVOICE}/pay`,
    action: 'pay_invoice',
    reads: billing.PAY,
    handle: (context, params, { invoice = '' }) => states.payInvoice(context, invoice, params),
  }),
  operation({
    method: 'POST',
    path: `${INVOICE}/send`,
    action: 'send_invoice',
    handle: (context, _params, { invoice = '' }) => states.sendInvoice(context, getInvoiceInPath(context, invoice).id),
  }),
  operation({
    method: 'POST',
    path: `${INVOICE}/void`,
    action: 'void_invoice',
    handle: (context, _params, { invoice = '' }) => states.voidInvoice(context, invoice),
  }),
  operation({
    method: 'POST',
    path: `${INVOICE}/mark_uncollectible`,
    action: 'mark_invoice_uncollectible',
    handle: (context, _params, { invoice = '' }) => states.markUncollectible(context, invoice),
  }),
  operation<ListParams>({
    method: 'GET',
    path: `${INVOICE}/lines`,
    action: 'list_invoice_lines',
    reads: LIST,
    handle: (context, params, { invoice = '' }) =>
      new ListAnswer(invoices.listInvoiceLines(context, invoice, params), `/v1/invoices/${invoice}/lines`),
  }),
];

const invoiceItemRoutes = [
  operation<lines.InvoiceItemParams>({
    method: 'POST',
    path: '/v1/invoiceitems',
    action: 'create_invoice_item',
    reads: billing.INVOICE_ITEM,
    handle: (context, params) => lines.createInvoiceItem(context, params),
  }),
  operation<lines.InvoiceItemListParams>({
    method: 'GET',
    path: '/v1/invoiceitems',
    action: 'list_invoice_items',
    reads: billing.INVOICE_ITEMS,
    handle: (context, params) => new ListAnswer(lines.listInvoiceItems(context, params), '/v1/invoiceitems'),
  }),
  operation({
    method: 'GET',
    path: ITEM,
    action: 'retrieve_invoice_item',
    handle: (context, _params, { invoiceitem: id = '' }) => lines.getInvoiceItem(context, id),
  }),
  operation<lines.InvoiceItemParams>({
    method: 'POST',
    path: ITEM,
    action: 'update_invoice_item',
    reads: billing.INVOICE_ITEM,
    handle: (context, params, { invoiceitem: id = '' }) => lines.updateInvoiceItem(context, id, params),
  }),
  operation({
    method: 'DELETE',
    path: ITEM,
    action: 'delete_invoice_item',
    handle(context, _params, { invoiceitem: id = '' }) {
      lines.deleteInvoiceItem(context, id);
      return deleted('invoiceitem', id);
    },
  }),
];

const subscriptionRoutes = [
  operation<subscriptions.SubscriptionParams>({
    method: 'POST',
    path: '/v1/subscriptions',
    action: 'create_subscription',
    reads: billing.SUBSCRIPTION,
    handle(context, params) {
      subscriptions.requireApart(params.items);
      return subscriptions.createSubscription(context, params);
    },
  }),
  operation<subscriptions.SubscriptionListParams>({
    method: 'GET',
    path: '/v1/subscriptions',
    action: 'list_subscriptions',
    reads: billing.SUBSCRIPTIONS,
    handle: (context, params) => new ListAnswer(subscriptions.listSubscriptions(context, params), '/v1/subscriptions'),
  }),
  operation<SearchParams>({
    method: 'GET',
    path: '/v1/subscriptions/search',
    action: 'search_subscriptions',
    reads: SEARCH,
    handle: (context, params) =>
      new SearchAnswer(
        search(context, context.world.subscriptions, SEARCH_FIELDS.subscriptions, params, '/v1/subscriptions/search'),
      ),
  }),
  operation({
    method: 'GET',
    path: SUBSCRIPTION,
    action: 'retrieve_subscription',
    handle: (context, _params, { subscription_exposed_id: id = '' }) => getSubscription(context, id),
  }),
  operation<SubscriptionUpdate>({
    method: 'POST',
    path: SUBSCRIPTION,
    action: 'update_subscription',
    reads: billing.SUBSCRIPTION_UPDATE,
    handle: (context, params, { subscription_exposed_id: id = '' }) => updateSubscription(context, id, params),
  }),
  operation<CancelParams>({
    method: 'DELETE',
    path: SUBSCRIPTION,
    action: 'cancel_subscription',
    reads: billing.CANCEL,
    handle: (context, params, { subscription_exposed_id: id = '' }) => cancelSubscription(context, id, params),
  }),
];

const subscriptionItemRoutes = [
  operation<items.ItemRouteParams>({
    method: 'POST',
    path: '/v1/subscription_items',
    action: 'create_subscription_item',
    reads: billing.ITEM_OF,
    handle: (context, params) => items.createItem(context, params),
  }),
  operation<items.ItemListParams>({
    method: 'GET',
    path: '/v1/subscription_items',
    action: 'list_subscription_items',
    reads: billing.ITEMS,
    handle: (context, params) =>
      new ListAnswer(items.listItems(context, params), `/v1/subscription_items?subscription=${params.subscription}`),
  }),
  operation({
    method: 'GET',
    path: SUBSCRIPTION_ITEM,
    action: 'retrieve_subscription_item',
    handle: (context, _params, { item = '' }) => items.getItem(context, item),
  }),
  operation<items.ItemRouteParams>({
    method: 'POST',
    path: SUBSCRIPTION_ITEM,
    action: 'update_subscription_item',
    reads: billing.ITEM_OF,
    handle: (context, params, { item = '' }) => items.updateItem(context, item, params),
  }),
  operation<items.ItemRouteParams>({
    method: 'DELETE',
    path: SUBSCRIPTION_ITEM,
    action: 'delete_subscription_item',
    reads: billing.ITEM_OF,
    handle(context, params, { item = '' }) {
      items.deleteItem(context, item, params);
      return deleted('subscription_item', item);
    },
  }),
];

export const billingRoutes = [...invoiceRoutes, ...invoiceItemRoutes, ...subscriptionRoutes, ...subscriptionItemRoutes];
