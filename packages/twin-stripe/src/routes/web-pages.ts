import { type Operation, operationsOf, type Reply, webPage } from '@svc/twin-kit';
import { getObject } from '../actions/lookups.ts';
import { vendorErrors } from '../vendor-errors.ts';
import type { StripeCollections } from '../world.ts';

const operation = operationsOf<StripeCollections>();
const base = { method: 'GET', page: true, fidelity: 'shape', mutates: false } as const;
const page = (title: string, facts: string): Reply => webPage('Stripe', title, facts);

/** The pages that customers see, whose addresses answers hand out: hosted invoices, receipts, payment links. */
export const webPageOperations = [
  ...['/i/{invoice}', '/i/{invoice}/pdf'].map((path, at) =>
    operation({
      ...base,
      id: at === 0 ? 'web/invoice' : 'web/invoice-pdf',
      path,
      handle(context, { params, links }) {
        const { id, number } = getObject(context.world.invoices, 'invoice', params.invoice ?? '');
        return page(`Invoice ${number}`, links.to(`/v1/invoices/${id}`));
      },
    }),
  ),
  operation({
    ...base,
    id: 'web/receipt',
    path: '/receipts/{charge}',
    handle(context, { params, links }) {
      const { id } = getObject(context.world.charges, 'charge', params.charge ?? '');
      return page(`Receipt of ${id}`, links.to(`/v1/charges/${id}`));
    },
  }),
  operation({
    ...base,
    id: 'web/payment-link',
    path: '/{slug}',
    handle(context, request) {
      const { links, params } = request;
      const link = [...context.world.payment_links.values()].find(({ url }) => url.endsWith(`/${params.slug}`));
      if (!link) throw vendorErrors.notFound(request);
      return page('Payment link', links.to(`/v1/payment_links/${link.id}`));
    },
  }),
] as readonly Operation<StripeCollections>[];
