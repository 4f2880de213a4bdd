import { type NormalReply, noContent, type Reply, type TwinRequest } from '@svc/twin-kit';
import { API_VERSION } from './actions/emit.ts';

const FIRST_ERROR = 400;

/** As Stripe's answers are recorded (e.g. stripe-php, stripe-ruby cassettes of 2023); only scripts of pages look for it. */
const FOR_PAGES = {
  'access-control-allow-credentials': 'true',
  'access-control-allow-methods': 'GET, HEAD, PUT, PATCH, POST, DELETE',
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Request-Id, Stripe-Manage-Version, Stripe-Should-Retry, X-Stripe-External-Auth-Required, X-Stripe-Privileged-Session-Required',
  'access-control-max-age': '300',
};

/** Stripe allows a page what it asks to send. */
export function preflight({ headers }: TwinRequest): Reply {
  const asked = headers['access-control-request-headers'];
  return noContent({ ...FOR_PAGES, ...(typeof asked === 'string' && { 'access-control-allow-headers': asked }) });
}

/** What Stripe sends with every answer: https://docs.stripe.com/api/request_ids */
export function vendorHeaders(request: TwinRequest, reply: NormalReply): Record<string, string> {
  const key = request.headers['idempotency-key'];
  const version = request.headers['stripe-version'];
  return {
    ...(request.headers.origin !== undefined && FOR_PAGES),
    'cache-control': 'no-cache, no-store',
    'request-id': request.requestId,
    // The version that the answer is in (https://docs.stripe.com/api/versioning).
    'stripe-version': typeof version === 'string' && reply.status < FIRST_ERROR ? version : API_VERSION,
    ...(typeof key === 'string' && request.method === 'POST' && { 'idempotency-key': key }),
    ...(typeof key === 'string' && request.method === 'POST' && { 'original-request': request.requestId }),
    // Official clients repeat a call that ends in 5xx unless they are told not to.
    ...(reply.status >= FIRST_ERROR && { 'stripe-should-retry': 'false' }),
  };
}
