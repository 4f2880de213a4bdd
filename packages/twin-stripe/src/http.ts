import type { NormalReply, TwinRequest } from '@svc/twin-kit';
import { API_VERSION } from './actions/emit.ts';

const FIRST_ERROR = 400;

/** What Stripe sends with every answer: https://docs.stripe.com/api/request_ids */
export function vendorHeaders(request: TwinRequest, reply: NormalReply): Record<string, string> {
  const key = request.headers['idempotency-key'];
  const version = request.headers['stripe-version'];
  return {
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
