import { type NormalReply, noContent, type Reply, type TwinRequest } from '@svc/twin-kit';
import { API_VERSION } from './actions/emit.ts';
import { corsPreflight, FOR_PAGES } from './preflight.ts';

const FIRST_ERROR = 400;

/** Stripe allows a page what it asks to send. */
export function preflight({ headers }: TwinRequest): Reply {
  const asked = headers['access-control-request-headers'];
  return noContent({ ...corsPreflight(typeof asked === 'string' ? asked : undefined) });
}

/** What Stripe sends with every answer: https://docs.stripe.com/api/request_ids */
export function vendorHeaders(request: TwinRequest, reply: NormalReply): Record<string, string> {
  const key = request.headers['idempotency-key'];
  const version = request.headers['stripe-version'];
  return {
    ...(request.headers.origin !== undefined && FOR_PAGES),
    'cache-control': 'no-cache, no-store',
    // The version that the answer is in (https://docs.stripe.com/api/versioning).
    'stripe-version': typeof version === 'string' && reply.status < FIRST_ERROR ? version : API_VERSION,
    // Official clients repeat a call that ends in 5xx unless they are told not to; writes always tell (recorded: pay-rails/pay, test/vcr_cassettes).
    ...((reply.status >= FIRST_ERROR || request.method === 'POST') && { 'stripe-should-retry': 'false' }),
    // Last, as it is new in every answer: what stays the same call after call is written as one text.
    'request-id': request.requestId,
    ...(typeof key === 'string' && request.method === 'POST' && { 'idempotency-key': key }),
    ...(typeof key === 'string' && request.method === 'POST' && { 'original-request': request.requestId }),
  };
}
